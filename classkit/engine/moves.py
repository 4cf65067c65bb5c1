"""Moves and answers; the fields they need (:mod:`classkit.engine.fields`) are named here too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .fields import (
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
    refuse_fields,
)
from .tuples import new_tuple

__all__ = [
    "Amount",
    "Answer",
    "Bundle",
    "Chance",
    "Check",
    "Field",
    "Grid",
    "JudgedMove",
    "LateMove",
    "ListOf",
    "Move",
    "OneOf",
    "Preview",
    "SomeOf",
    "Synonym",
    "Text",
]


NO_VALUES: Mapping[str, Any] = {}


class Answer(NamedTuple):
    """What a seat answers: the name of a move and the values of its fields.

    >>> Answer("bid", {"amount": 120_000}).fields["amount"]
    120000
    """

    move: str
    fields: Mapping[str, Any] = NO_VALUES


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
    >>> bid.refusal({"amount": 85})
    'amount: 85 is more than 80, the most that is possible.'
    >>> Move("yes", barred="B has 40 and the square costs 200 (P6.1).").refusal({})
    'B has 40 and the square costs 200 (P6.1).'
    """

    __slots__ = (
        "_refuse", "_sample", "barred", "fields", "free", "grid", "name", "preview", "rule",
        "space",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        /,
        *,
        refuse: Check | None = None,
        sample: Callable[[Chance], dict[str, Any]] | None = None,
        barred: str = "",
        space: str | Field = "",
        rule: str = "",
        preview: Callable[[Mapping[str, Any]], Preview] | None = None,
        grid: Callable[[], Grid] | None = None,
        **fields: Field,
    ) -> None:
        if not isinstance(space, str):  # a field of that name
            fields, space = {**fields, "space": space}, ""
        self.name, self.fields, self.barred = name, fields, barred
        self.space, self.rule = space, rule
        self.preview, self.grid = preview, grid
        self._refuse, self._sample = refuse, sample
        is_free = not (fields or barred or refuse)
        self.free = new_tuple(Answer, (name, NO_VALUES)) if is_free else None
        """The one answer of a move that needs nothing and is always possible."""

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        """Why these values may not be answered, as a sentence; None when they may."""
        if self.barred:
            return self.barred
        if not self.fields and not values:
            return self._refuse(values) if self._refuse else None
        reason = refuse_fields(self.fields, values)
        if reason is None and self._refuse is not None:
            return self._refuse(values)
        return reason

    def draw(self, chance: Chance) -> Answer | None:
        """A legal answer by chance; None when none was found, or when the move is barred."""
        if self.barred:
            return None
        if not self.fields:
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
        """The move as JSON for a page."""
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
        inside = ", ".join([repr(self.name), *self.fields])
        return f"Move({inside})"


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


class LateMove(Move):
    """A move whose form takes long to make and is made only when somebody looks into it.

    ``make`` gives the move as it then is; its name is that of this one.

    >>> late = LateMove("bid", lambda: Move("bid", amount=Amount(0, 80)))
    >>> late.refusal({"amount": 85}), list(late.fields)
    ('amount: 85 is more than 80, the most that is possible.', ['amount'])
    """

    __slots__ = ("_made", "_make")

    def __init__(self, name: str, make: Callable[[], Move], rule: str = "") -> None:
        self.name, self.rule, self.barred, self.space = name, rule, "", ""
        self._refuse, self._sample, self.free = None, None, None
        self._make = make
        self._made: Move | None = None

    @property
    def made(self) -> Move:
        """The move itself."""
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def fields(self) -> dict[str, Field]:  # type: ignore[override]  # read only, and made late
        """The fields of the move itself."""
        return self.made.fields

    @property
    def preview(self) -> Callable[[Mapping[str, Any]], Preview] | None:  # type: ignore[override]  # likewise
        """The preview of the move itself."""
        return self.made.preview

    @property
    def grid(self) -> Callable[[], Grid] | None:  # type: ignore[override]  # likewise
        """The table of the move itself."""
        return self.made.grid

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        return self.made.refusal(values)

    def draw(self, chance: Chance) -> Answer | None:
        return self.made.draw(chance)

    def form(self) -> dict[str, Any]:
        return self.made.form()


class JudgedMove(LateMove):
    """A late move that may be barred, and whose usual answers are judged without its form.

    ``fits`` says that values may be answered for certain; where it does not, or there is none, the
    move is made and judges them, with its reasons. What ``fits`` lets pass the move has to allow.

    >>> made = lambda: Move("bid", amount=Amount(0, 80))
    >>> bid = JudgedMove("bid", made, lambda values: values == {"amount": 10})
    >>> bid.refusal({"amount": 10}), bid.refusal({"amount": 85}), bid.barred
    (None, 'amount: 85 is more than 80, the most that is possible.', '')
    """

    __slots__ = ("_fits",)

    def __init__(
        self,
        name: str,
        make: Callable[[], Move],
        fits: Callable[[Mapping[str, Any]], bool] | None = None,
        rule: str = "",
        space: str = "",
    ) -> None:
        self.name, self.rule, self.space, self.free = name, rule, space, None
        self._make, self._fits = make, fits
        self._made = None

    @property
    def barred(self) -> str:  # type: ignore[override]  # read only, and judged late
        """Why the move itself cannot be made now."""
        return self.made.barred

    def refusal(self, values: Mapping[str, Any]) -> str | None:
        fits = self._fits
        if fits is not None and fits(values):
            return None
        return self.made.refusal(values)
