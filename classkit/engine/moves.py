"""Moves and answers. The fields of moves are re-exported from :mod:`classkit.engine.fields`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .currency import GENERIC_MONEY
from .errors import IllegalMove, truncate_text, truncate_value
from .fields import (
    MAX_SAMPLING_TRIES,
    NO_LIMIT,
    Amount,
    Check,
    Field,
    FieldGroup,
    FreeText,
    ListOf,
    OneOf,
    RandomGenerator,
    SomeOf,
    describe_fields,
    validate_fields,
)
from .untrusted_input import FrozenDict

__all__ = [
    "ANY_AMOUNT",
    "Amount",
    "AmountGrid",
    "Answer",
    "Check",
    "Field",
    "FieldAlias",
    "FieldGroup",
    "FreeText",
    "ListOf",
    "Move",
    "OneOf",
    "Preview",
    "RandomGenerator",
    "SomeOf",
]


NO_FIELD_VALUES: Mapping[str, Any] = FrozenDict()
MAX_MOVE_TEXT = 300
"""Maximum number of characters in the ``repr`` of a move."""

ANY_AMOUNT = Amount(0, NO_LIMIT)
"""A whole number, 0 or more, for moves in which ``refuse`` checks the maximum."""


class Answer(NamedTuple):
    """The answer of a seat: the name of a move and the values of its fields.

    Args:
        move: Name of the move.
        fields: Values of the move's fields, by name.

    Example:
        >>> Answer("bid", {"amount": 120_000}).fields["amount"]
        120000
    """

    move: str
    fields: Mapping[str, Any] = NO_FIELD_VALUES


def read_answer(answer: Any, fields: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """Return the name of a move and its fields, from a name or an :class:`Answer`.

    Raises:
        IllegalMove: `answer` is a :class:`Move`, which describes possible answers.

    Example:
        >>> read_answer(Answer("bid", {"amount": 10}), {})
        ('bid', {'amount': 10})
        >>> read_answer(Move("keep"), {})
        Traceback (most recent call last):
        classkit.engine.errors.IllegalMove: keep() is a move: answer with its name, 'keep'.
    """
    if isinstance(answer, Move):
        name = truncate_text(answer.name)
        raise IllegalMove(f"{truncate_text(answer)} is a move: answer with its name, {name}.")
    if isinstance(answer, Answer) and not fields:
        return answer.move, answer.fields
    return answer, fields


class Preview(NamedTuple):
    """The current consequences of an answer, as a small table.

    Args:
        columns: Headings of the columns.
        rows: Rows, each with a seat or a text followed by amounts.
        unit: Unit of the amounts.
        note: Remark below the table.

    Example:
        >>> Preview(("Seat", "Gets"), (("A", 200), ("B", 100))).unit
        'money'
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    unit: str = GENERIC_MONEY
    note: str = ""


class AmountGrid(NamedTuple):
    """Table form of a move: one amount for each option of a field.

    If a player changes several rows, each changed row becomes a separate answer.

    Args:
        each: Name of the field whose options are the rows.
        value: Name of the field with the amount of each row.
        columns: Column headings: for the options, the ``cells`` and the amount.
        cells: Additional information in each row.
        now: Current amount in each row.
        amounts: Legal amounts in each row if the other rows do not change.
        preview: Function that returns the combined consequences of all rows.

    Example:
        >>> wages = AmountGrid("who", "wage", ("Who", "Wage"), {}, {"A": 5}, {"A": Amount(0, 9)})
        >>> pay = Move("pay", grid=lambda: wages, who=OneOf(("A",)), wage=Amount(0, 99))
        >>> pay.grid().amounts["A"].high
        9
    """

    each: str
    value: str
    columns: tuple[str, ...]
    cells: Mapping[str, tuple[str | int, ...]]
    now: Mapping[str, int]
    amounts: Mapping[str, Amount]
    preview: Callable[[Mapping[str, int]], Preview] | None = None


class Move:
    """A possible answer to a decision: a name and the required fields.

    Args:
        name: Name of the move.
        form: Function that returns the fields, if computing them is slow. It is called when the
            form is needed. Fields passed in addition describe the shape of an answer, so that
            ``refuse`` can check an answer without the form. In this case, ``refuse`` must check
            everything, and the form must list only values that ``refuse`` allows.
        refuse: Function that takes the values and returns why they are not allowed, or None. Use it
            for conditions that involve several fields.
        max_amount: Name of an amount, and a function that returns the largest one which ``refuse``
            allows with the other values. ``refuse`` must allow every amount of the field up to it.
            It judges many amounts at once, for reinforcement learning.
        sample: Function that draws random values, if values drawn independently for each field
            would rarely be legal.
        barred: Sentence that explains why the move is listed but currently not available, or a
            function that returns it. It takes precedence over ``refuse``.
        why_none: Function that returns why ``refuse`` currently allows no answer. It is called only
            when the form is needed or an answer was refused.
        space: Id of the board space that the move refers to. A field may also have this name.
        rule: Clause of this move, if the moves of the decision have different clauses.
        preview: Function that takes legal values and returns their consequences, for pages.
        grid: Function that returns the move as a table with one row for each option of a field.
        optional: Names of fields that may be omitted.
        fields: The fields by name.

    Example:
        >>> bid = Move("bid", amount=Amount(0, 80, 10))
        >>> bid
        bid(amount: 0 to 80 in steps of 10)
        >>> bid.refusal({"amount": 85})
        'amount: must be a whole number from 0 to 80 in steps of 10, not 85.'
        >>> Move("yes", barred="B has 40, but the square costs 200 (P6.1).").refusal({})
        'B has 40, but the square costs 200 (P6.1).'

        >>> speak = Move("speak", optional=("words",), loud=Amount(0, 1), words=FreeText(20))
        >>> speak.refusal({"loud": 1}), speak.refusal({"words": "Hear, hear!"})
        (None, 'loud is missing.')

        >>> law = lambda values: "A has 80 (X1)." if values["amount"] > 80 else None
        >>> form = lambda: {"amount": Amount(0, 80)}
        >>> late = Move("bid", form=form, refuse=law, amount=ANY_AMOUNT)
        >>> late.refusal({"amount": 85}), late.fields["amount"].high
        ('A has 80 (X1).', 80)
        >>> late.refusal({"amount": "all"})
        "amount: must be a whole number, 0 or more, not 'all'."
    """

    __slots__ = (
        "_barred", "_fields", "_form", "_max_amount", "_refuse", "_sample", "_shape", "_why_none",
        "grid", "is_free", "name", "optional", "preview", "rule", "space",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        /,
        *,
        form: Callable[[], Mapping[str, Field]] | None = None,
        refuse: Callable[[Mapping[str, Any]], str | None] | None = None,
        max_amount: tuple[str, Callable[[Mapping[str, Any]], int]] | None = None,
        sample: Callable[[RandomGenerator], dict[str, Any]] | None = None,
        barred: str | Callable[[], str] = "",
        why_none: Callable[[], str] | None = None,
        space: str | Field = "",
        rule: str = "",
        preview: Callable[[Mapping[str, Any]], Preview] | None = None,
        grid: Callable[[], AmountGrid] | None = None,
        optional: Sequence[str] = (),
        **fields: Field,
    ) -> None:
        if not isinstance(space, str):  # ``space`` is a field, not the id of a space
            fields, space = {**fields, "space": space}, ""
        self.name, self.space, self.rule = name, space, rule
        self.preview, self.grid, self.optional = preview, grid, optional
        self._form, self._barred, self._refuse, self._sample = form, barred, refuse, sample
        self._why_none, self._max_amount = why_none, max_amount
        self._fields: Mapping[str, Field] | None = fields if form is None else None
        self._shape: Mapping[str, Field] | None = fields or self._fields
        self.is_free = not (fields or form or barred or refuse)
        """True if the move has no fields and is always possible."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields, created on first use if the form is lazy."""
        if self._fields is None:
            self._fields = self._form() if self._form is not None else {}
        return self._fields

    @property
    def barred(self) -> str:
        """Sentence that explains why the move is not available now.

        The value is an empty string if it is available.
        """
        if not isinstance(self._barred, str):
            self._barred = self._barred()
        if self._why_none is not None:
            self._barred, self._why_none = self._barred or self._why_none(), None
        return self._barred

    @property
    def is_lazy(self) -> bool:
        """True if the form has not been created yet."""
        known = isinstance(self._barred, str) and self._why_none is None
        return self._fields is None or not known

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        """Return a sentence that explains why values are not a legal answer, or None if they are.

        Args:
            values: Values of the fields.

        Returns:
            The reason as a sentence, or None if the values are a legal answer.
        """
        if self._barred and self.barred:
            return self.barred
        shape = None if self._form is None else self._shape  # checked without the form
        reason = self._check_values(self.fields if shape is None else shape, values)
        return (self.barred or reason) if reason else None

    def _check_values(self, fields: Mapping[str, Field], values: Mapping[str, Any]) -> str | None:
        if fields or values:
            reason = validate_fields(fields, values, self.optional)
            if reason is not None:
                return reason
        return self._refuse(values) if self._refuse is not None else None

    def accepts(self, choices: Mapping[str, Sequence[Any]]) -> dict[str, list[bool]]:
        """Return whether each field accepts each of its values, whatever the other fields contain.

        To judge many combinations of the values, this is faster than one :meth:`refusal` for each:
        those of accepted values are legal if the rules allow them (:meth:`build_judge`).

        Args:
            choices: Values by field, for all fields.

        Returns:
            A dict from field to a list as long as its values.

        Example:
            >>> from classkit.engine.fields import Amount
            >>> Move("bid", amount=Amount(0, 5)).accepts({"amount": [0, 5, 6]})
            {'amount': [True, True, False]}
        """
        fields = self.fields if self._form is None or self._shape is None else self._shape
        asked = all(name in choices or name in self.optional for name in fields)
        return {
            name: [asked and name in fields and not fields[name].refuse(one) for one in values]
            for name, values in choices.items()
        }

    def build_judge(self) -> Callable[[Mapping[str, Any]], bool]:
        """Return a function that tells whether the rules allow values that the fields accept.

        Judge the values of one moment with it. For a move with ``max_amount``, it asks for each
        combination of the other values once, instead of refusing one amount after another.

        Returns:
            The function, which takes the values of all fields.

        Example:
            >>> law = lambda values: "A has 80 (X1)." if values["amount"] > 80 else None
            >>> is_allowed = Move("bid", refuse=law, amount=Amount(0, 99)).build_judge()
            >>> is_allowed({"amount": 80}), is_allowed({"amount": 81})
            (True, False)
        """
        if self._max_amount is None:
            return lambda values: self._refuse is None or self._refuse(values) is None
        amount, get_max = self._max_amount
        known: dict[tuple[Any, ...], int] = {}

        def is_allowed(values: Mapping[str, Any]) -> bool:
            key = tuple([value for name, value in values.items() if name != amount])
            if key not in known:
                known[key] = get_max(values)
            return bool(values[amount] <= known[key])

        return is_allowed

    def draw(self, chance: RandomGenerator) -> Answer | None:
        """Return a random legal answer, or None if the move is barred or no answer was found.

        Args:
            chance: Random generator, such as ``view.chance``.

        Returns:
            The answer, or None.
        """
        if self.barred:
            return None
        if self._sample is None and not self.fields:
            return Answer(self.name) if self.refusal({}) is None else None
        for _ in range(MAX_SAMPLING_TRIES):
            if self._sample is not None:
                values = self._sample(chance)
            else:
                values = {name: field.sample_value(chance) for name, field in self.fields.items()}
            if self.refusal(values) is None:
                return Answer(self.name, values)
        return None

    def form(self) -> dict[str, Any]:
        """Return a JSON description of the move for a page."""
        form: dict[str, Any] = {
            "name": self.name,
            "barred": self.barred,
            "space": self.space,
            "fields": [
                {"name": name, "form": field.form_schema(), "suggest": field.suggest()}
                for name, field in self.fields.items()
            ],
        }
        if self.rule:
            form["rule"] = self.rule
        if self.preview is not None:
            form["preview"] = True
        return form

    def __repr__(self) -> str:
        try:
            barred = f" not now: {self.barred}" if self.barred else ""
            inside = "" if barred else describe_fields(self.fields)
        except Exception:  # the move may belong to an earlier state
            return f"{self.name}(...)"
        return truncate_value(f"{self.name}({inside}){barred}", MAX_MOVE_TEXT)


class FieldAlias(Move):
    """An alternative name for a listed move. It is accepted as an answer but not shown on pages.

    >>> oil = FieldAlias("oil", of="keep")
    >>> oil.refusal({}), oil.of
    (None, 'keep')
    """

    __slots__ = ("of",)

    def __init__(self, name: str, of: str) -> None:
        super().__init__(name)
        self.of = of
