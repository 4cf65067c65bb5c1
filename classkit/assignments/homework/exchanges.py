"""Exchanges at the price of a market: whoever makes one grows richer only as prices change.

What such a purchase brings is what becomes of the worth of the thing that was bought. And whoever
buys a thing and sells it again in the same turn gains by the order of its purchases alone, which is
no effect of anything that a class could learn from. Nor is the wealth of somebody who has bought a
market empty: the last units there give all others a price of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from classkit.causes.parts import Kind, Line, Part
from classkit.engine.metrics import MadeOf, Makeup
from classkit.engine.words import MONEY

CORNERED = 10
"""A seat that becomes more than this many times as rich within a few turns cornered a market."""


class Caused(NamedTuple):
    """What one cause contributes: its kind and name, its amount, and all that came or went."""

    kind: Kind
    name: str
    amount: Fraction
    flow: Fraction

    @property
    def key(self) -> tuple[Kind, str]:
        """The kind and the name, which tell one cause from another."""
        return self.kind, self.name


def caused(parts: Iterable[Part], made: MadeOf | None, unit: str) -> list[Caused]:
    """Return what caused a change, each cause once, from its parts.

    What was gained by exchanges belongs to the worth of what was bought, or sold for the ``unit``
    in which the figure counts.
    """
    found: dict[tuple[Kind, str], Caused] = {}
    for part in parts:
        for one in causes_in(part, made, unit):
            known = found.get(one.key)
            found[one.key] = (
                one._replace(amount=known.amount + one.amount, flow=known.flow + one.flow)
                if known
                else one
            )
    return list(found.values())


def causes_in(part: Part, made: MadeOf | None, unit: str) -> Iterator[Caused]:
    """Yield the causes within one part: one for each bargain of an exchange, else a single one."""
    if not is_exchanged(part, made):
        amounts = [Fraction(line.amount) for line in part.lines]
        yield Caused(part.kind, part.name, Fraction(part.exact), sum(map(abs, amounts), Fraction()))
        return
    for some in bargains(part.lines):
        amounts = [Fraction(line.amount) for line in some]
        yield Caused(
            "worth", thing_of(some, unit), sum(amounts, Fraction()), max(map(abs, amounts))
        )


def is_exchanged(part: Part, made: MadeOf | None) -> bool:
    """Return whether a part is what was gained by exchanges at the price of a market."""
    return part.kind == "moved" and isinstance(made, Makeup) and part.name in made.exchanged


def bargains(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the lines of one bargain after the other: what was given, and what was got for it.

    >>> paid, got = Line(4, -6, unit="gold", held=-6), Line(4, 7, unit="oil", held=2)
    >>> [[line.unit for line in some] for some in bargains([paid, got, got, paid])]
    [['gold', 'oil'], ['oil', 'gold']]
    """
    some: list[Line] = []
    for line in lines:
        some.append(line)
        if len({one.held > 0 for one in some}) == 2:
            yield some
            some = []
    if some:
        yield some


def thing_of(some: Sequence[Line], unit: str) -> str:
    """Return the thing that was bought, or sold if it was sold for the unit of the figure."""
    things = [line for line in some if line.unit != unit and line.unit not in MONEY]
    return max(things or some, key=lambda line: line.held > 0).unit


def went_round(parts: Iterable[Part], made: MadeOf | None, unit: str) -> bool:
    """Return whether one thing was bought and sold again among the exchanges of one turn."""
    for part in parts:
        if is_exchanged(part, made):
            ways = {(line.unit, line.held > 0) for line in part.lines}
            things = {thing for thing, _ in ways} - {unit} - MONEY
            if any({(thing, True), (thing, False)} <= ways for thing in things):
                return True
    return False


def has_cornered(made: MadeOf, began_with: float | Fraction) -> bool:
    """Return whether holdings at market prices are worth over ten times as much as before."""
    is_of_market = isinstance(made, Makeup) and bool(made.exchanged)
    return is_of_market and made.total > CORNERED * max(began_with, 1)
