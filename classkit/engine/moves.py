"""Moves and answers; the fields they need (:mod:`classkit.engine.fields`) are named here too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .data import WrittenDown
from .errors import IllegalMove, cut, shorten
from .fields import (
    ENDLESS,
    SAMPLING_TRIES,
    Amount,
    Bundle,
    Chance,
    Check,
    Field,
    ListOf,
    OneOf,
    SomeOf,
    Text,
    fields_in_words,
    refuse_fields,
)

__all__ = [
    "ANY_AMOUNT",
    "Amount",
    "Answer",
    "Bundle",
    "Chance",
    "Check",
    "Field",
    "Grid",
    "ListOf",
    "Move",
    "OneOf",
    "Preview",
    "SomeOf",
    "Synonym",
    "Text",
]


NO_VALUES: Mapping[str, Any] = WrittenDown()
LONGEST_MOVE = 300
"""Characters of a move that shows itself."""

ANY_AMOUNT = Amount(0, ENDLESS)
"""A whole number of 0 or more, for a law that knows the most."""


class Answer(NamedTuple):
    """What a seat answers: the name of a move and the values of its fields.

    >>> Answer("bid", {"amount": 120_000}).fields["amount"]
    120000
    """

    move: str
    fields: Mapping[str, Any] = NO_VALUES


def read_answer(answer: Any, fields: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """Return the name of a move and its fields, as somebody gave them: an Answer is both in one.

    IllegalMove for a move itself, which says what may be answered and not what is.

    >>> read_answer(Answer("bid", {"amount": 10}), {})
    ('bid', {'amount': 10})
    >>> read_answer(Move("keep"), {})
    Traceback (most recent call last):
    classkit.engine.errors.IllegalMove: keep() is a move: its name is the answer, 'keep'.
    """
    if isinstance(answer, Move):
        reason = f"{shorten(answer)} is a move: its name is the answer, {shorten(answer.name)}."
        raise IllegalMove(reason)
    if isinstance(answer, Answer) and not fields:
        return answer.move, answer.fields
    return answer, fields


class Preview(NamedTuple):
    """What an answer would bring about if it were given now: a small table for people.

    ``columns`` names the columns; a row begins with a seat or a text, amounts follow, in ``unit``.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    unit: str = "$"
    note: str = ""


class Grid(NamedTuple):
    """How a move that has one amount for each option of a field is shown: as a small table.

    ``each`` names the field whose options are the rows, ``value`` the one filled in in each row.
    ``amounts`` holds what is legal in a row while the others stay as they are, ``now`` where it
    stands. ``columns`` are the headings of the rows, of the ``cells`` said about each, and of the
    amount; ``preview`` tells what all rows together would bring about. Whoever fills in several
    rows answers the move once for each row changed: the rules know only single answers.

    >>> wages = Grid("who", "wage", ("Who", "Wage"), {}, {"A": 5}, {"A": Amount(0, 9)})
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
    """One legal answer, by name, with the fields it needs.

    ``barred`` is the sentence why a move that is listed cannot be made now; ``refuse`` judges
    what the fields cannot judge alone; ``sample`` draws fields where drawing each by itself
    would seldom fit; ``space`` is the id of the board space that the move points at (or a field
    that is called so, as any other name may be one's field); ``rule`` is
    the clause behind this move where the decision has several; ``preview`` tells what values that
    are legal would bring about, for a page that shows it before they are answered; ``grid`` gives
    the table as which it is shown, with a row for each option of one field.

    >>> bid = Move("bid", amount=Amount(0, 80, 10))
    >>> bid
    bid(amount: 0 to 80 in steps of 10)
    >>> bid.refusal({"amount": 85})
    'amount: must be a whole number from 0 to 80 in steps of 10, not 85.'
    >>> Move("yes", barred="B has 40 and the square costs 200 (P6.1).").refusal({})
    'B has 40 and the square costs 200 (P6.1).'

    The fields named ``optional`` may be left out.

    >>> speak = Move("speak", optional=("words",), loud=Amount(0, 1), words=Text(20))
    >>> speak.refusal({"loud": 1}), speak.refusal({"words": "Hear, hear!"})
    (None, 'loud is missing.')

    ``form`` is a function that gives the fields where that takes long: it is called when somebody
    looks into the form. Fields given beside it say what any answer looks like, so that ``refuse``
    can judge one without the form; ``refuse`` then is the whole law, and the form may list no
    more than it allows. ``barred`` may be such a function as well: what is barred is refused,
    whatever ``refuse`` says of it. ``why_none`` is for a law that is quick to judge one answer and
    slow to judge all: it says why ``refuse`` allows none now, and is called when somebody looks
    at the move or was refused.

    >>> law = lambda values: "A has 80 (X1)." if values["amount"] > 80 else None
    >>> late = Move("bid", form=lambda: {"amount": Amount(0, 80)}, refuse=law, amount=ANY_AMOUNT)
    >>> late.refusal({"amount": 85}), late.fields["amount"].high
    ('A has 80 (X1).', 80)
    >>> late.refusal({"amount": "all"})
    "amount: must be a whole number, 0 or more, not 'all'."
    """

    __slots__ = (
        "_barred", "_fields", "_form", "_refuse", "_sample", "_shape", "_why_none", "grid",
        "is_free", "name", "optional", "preview", "rule", "space",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        /,
        *,
        form: Callable[[], Mapping[str, Field]] | None = None,
        refuse: Callable[[Mapping[str, Any]], str | None] | None = None,
        sample: Callable[[Chance], dict[str, Any]] | None = None,
        barred: str | Callable[[], str] = "",
        why_none: Callable[[], str] | None = None,
        space: str | Field = "",
        rule: str = "",
        preview: Callable[[Mapping[str, Any]], Preview] | None = None,
        grid: Callable[[], Grid] | None = None,
        optional: Sequence[str] = (),
        **fields: Field,
    ) -> None:
        if not isinstance(space, str):  # a field of that name
            fields, space = {**fields, "space": space}, ""
        self.name, self.space, self.rule = name, space, rule
        self.preview, self.grid, self.optional = preview, grid, optional
        self._form, self._barred, self._refuse, self._sample = form, barred, refuse, sample
        self._why_none = why_none
        self._fields: Mapping[str, Field] | None = fields if form is None else None
        self._shape: Mapping[str, Field] | None = fields or self._fields
        self.is_free = not (fields or form or barred or refuse)
        """Whether the move needs nothing and is always possible."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields to be filled in, made now if they are made late."""
        if self._fields is None:
            self._fields = self._form() if self._form is not None else {}
        return self._fields

    @property
    def barred(self) -> str:
        """Why the move cannot be made now, as a sentence; empty when it can."""
        if not isinstance(self._barred, str):
            self._barred = self._barred()
        if self._why_none is not None:
            self._barred, self._why_none = self._barred or self._why_none(), None
        return self._barred

    @property
    def is_late(self) -> bool:
        """True while the form is still to be made."""
        known = isinstance(self._barred, str) and self._why_none is None
        return self._fields is None or not known

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        """Return why these values may not be answered, as a sentence; None when they may."""
        if self._barred and self.barred:
            return self.barred
        shape = None if self._form is None else self._shape  # judged without the form
        reason = self._judge(self.fields if shape is None else shape, values)
        return (self.barred or reason) if reason else None

    def _judge(self, fields: Mapping[str, Field], values: Mapping[str, Any]) -> str | None:
        """Judge values by these fields and by what they cannot judge alone."""
        if fields or values:
            reason = refuse_fields(fields, values, self.optional)
            if reason is not None:
                return reason
        return self._refuse(values) if self._refuse is not None else None

    def draw(self, chance: Chance) -> Answer | None:
        """Return a legal answer by chance; None when none was found, or the move is barred."""
        if self.barred:
            return None
        if self._sample is None and not self.fields:
            return Answer(self.name) if self.refusal({}) is None else None
        for _ in range(SAMPLING_TRIES):
            if self._sample is not None:
                values = self._sample(chance)
            else:
                values = {name: field.sample(chance) for name, field in self.fields.items()}
            if self.refusal(values) is None:
                return Answer(self.name, values)
        return None

    def form(self) -> dict[str, Any]:
        """Return the move as JSON for a page."""
        form: dict[str, Any] = {
            "name": self.name,
            "barred": self.barred,
            "space": self.space,
            "fields": [
                {"name": name, "form": field.form(), "suggest": field.suggest()}
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
            inside = "" if barred else fields_in_words(self.fields)
        except Exception:  # the form of a move that was offered earlier, on another table
            return f"{self.name}(...)"
        return cut(f"{self.name}({inside}){barred}", LONGEST_MOVE)


class Synonym(Move):
    """Another name for a move that is listed too: it may be answered, and a page does not show it.

    >>> oil = Synonym("oil", of="keep")
    >>> oil.refusal({}), oil.of
    (None, 'keep')
    """

    __slots__ = ("of",)

    def __init__(self, name: str, of: str) -> None:
        super().__init__(name)
        self.of = of
