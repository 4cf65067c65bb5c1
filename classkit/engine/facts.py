"""The facts that a position of a game may state: their names, and what each may be in words.

A game declares them once, as the fields of two dataclasses, and the reader of positions
(:func:`.reading.read_facts`) takes no others.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, kw_only=True)
... class SeatFacts:
...     cash: Annotated[int, Whole(0, 900)] | None = None
>>> FactKinds(SeatFacts, SeatFacts, {"cash": "dollars in hand (P2.4)"}).lines(["A"], None)[1]
FactLine(name='A.cash', values='a whole number from 0 to 900', about='dollars in hand (P2.4)')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from .reading import MANY, Text, Whole, Word, declared, known


class FactLine(NamedTuple):
    """One fact in words: its name, what it may be, and what it means."""

    name: str
    values: str
    about: str


OF_EVERY_GAME = (
    FactLine(
        "then",
        'a list of moves: "throw", or { seat = "B", move = "bid", with = { amount = 10 } }',
        "answers that lead into the position, given from its beginning on",
    ),
    FactLine(
        "luck",
        "a list of outcomes, such as [3, 4] for two dice",
        "what comes up first; then the match's own luck goes on, which luck= chooses",
    ),
    FactLine(
        "throws",
        "a table of counts, as m.position() writes it",
        "how often luck was asked for each purpose in this round, so that seeded luck goes on",
    ),
)
"""What a position of every game may state besides."""


class FactKinds(NamedTuple):
    """The classes that declare the facts of a table and those of a seat, and what each means."""

    of_table: type
    of_seat: type
    about: Mapping[str, str] = {}

    def names(self, seats: Sequence[str]) -> list[str]:
        """Return the names of all facts as a position writes them: "marker", "A.cash"."""
        own = declared(self.of_seat)
        return [*declared(self.of_table), *(f"{seat}.{name}" for seat in seats for name in own)]

    def lines(self, seats: Sequence[str], about: Any) -> list[FactLine]:
        """Return the facts in words: those of the table, then those of the first seat.

        Limits are those of ``about``, the table of a match that begins.
        """
        own = self.described(self.of_seat, about, f"{seats[0]}.")
        return [*self.described(self.of_table, about), *own]

    def described(self, kind: type, about: Any, owner: str = "") -> list[FactLine]:
        """Return the fields of a class that declares facts, in words."""
        hints: dict[str, Any] = {}
        for base in reversed(kind.__mro__):  # each in the names of its own module
            hints |= get_annotations(base, eval_str=True)
        return [
            FactLine(f"{owner}{name}", in_words(hints[name], about), self.about.get(name, ""))
            for name in declared(kind)
        ]


SIMPLE: Mapping[Any, Any] = {int: Whole(), str: Text()}


def in_words(hint: Any, about: Any) -> str:
    """Return what a value of a declared type may be.

    >>> in_words(tuple[Literal["red", "blue"], ...], None)
    'a list of: red or blue'
    >>> in_words(Annotated[int, Whole(10, 90, step=10)] | None, None)
    'a whole number from 10 to 90 in steps of 10'
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        told = next((rule for rule in args[1:] if isinstance(rule, str)), "")
        rule = next((rule for rule in args[1:] if isinstance(rule, (Whole, Text, Word))), None)
        return told or (rule_in_words(rule, about) if rule else in_words(args[0], about))
    if origin in (Union, UnionType):
        return " or ".join(in_words(arg, about) for arg in args if arg is not type(None))
    if origin is Literal:
        return rule_in_words(Word(args), about)
    if origin is tuple:
        if args[-1] is Ellipsis:
            return f"a list of: {in_words(args[0], about)}"
        return "a list of " + ", then ".join(in_words(arg, about) for arg in args)
    if origin is Mapping:
        return f"a table: {in_words(args[0], about)} = {in_words(args[1], about)}"
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return f"a table with {', '.join(declared(hint))}"
    if hint is bool:
        return "true or false"
    return rule_in_words(SIMPLE[hint], about) if hint in SIMPLE else "as the rules give it"


def rule_in_words(rule: Whole | Text | Word, about: Any) -> str:
    """Return what a number, a text or a name may be."""
    if isinstance(rule, Text):
        return "text"
    if isinstance(rule, Word):
        names = [str(name) or '""' for name in known(rule.among, about)]
        if len(names) > MANY:
            return f"one of {len(names)}: {', '.join(names[: MANY // 2])}, …"
        return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    low, high, step = (known(limit, about) for limit in (rule.low, rule.high, rule.step))
    steps = f" in steps of {step:,}" if step > 1 else ""
    return f"a whole number from {low:,} to {high:,}{steps}"
