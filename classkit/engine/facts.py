"""The facts that a position of a game may state: their names, and what each may be in words.

A game declares them once, as the fields of two dataclasses, and the reader of positions
(:func:`.reading.read_facts`) takes no others. A field made by :func:`fact` says what it means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from .reading import MANY, Text, Whole, Word, declared, known


def fact(about: str, default: Any = None) -> Any:
    """Declare a fact: what it is, with its unit and clause, and what it is when left out.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, kw_only=True)
    ... class SeatFacts:
    ...     cash: Annotated[int, Whole(0, 900)] | None = fact("cash in dollars (P2.4)")
    >>> lines(SeatFacts, None)[0]
    FactLine(name='cash', values='a whole number from 0 to 900', about='cash in dollars (P2.4)')
    """
    return field(default=default, metadata={"about": about})


class FactLine(NamedTuple):
    """One fact in words: its name, what it may be, and what it means."""

    name: str
    values: str
    about: str


class FactKinds(NamedTuple):
    """The classes that declare the facts of a table and those of a seat."""

    of_table: type
    of_seat: type

    def names(self, seats: Sequence[str]) -> list[str]:
        """Return the names of all facts as a position writes them: "marker", "A.cash"."""
        own = declared(self.of_seat)
        return [*declared(self.of_table), *(f"{seat}.{name}" for seat in seats for name in own)]

    def lines(self, seats: Sequence[str], about: Any) -> list[FactLine]:
        """Return the facts in words: those of the table, then those of the first seat.

        Limits are those of ``about``, the table of a match that begins.
        """
        own = [line._replace(name=f"{seats[0]}.{line.name}") for line in lines(self.of_seat, about)]
        return [*lines(self.of_table, about), *own]


def lines(kind: type, about: Any) -> list[FactLine]:
    """Return the fields of a class that declares facts, in words."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):  # each in the names of its own module
        hints |= get_annotations(base, eval_str=True)
    assert is_dataclass(kind)
    return [
        FactLine(one.name, in_words(hints[one.name], about), str(one.metadata.get("about", "")))
        for one in fields(kind)
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
