"""Exchanges at market prices, as causes of a change.

An exchange at the market price does not change anyone's wealth, but later price changes do.
Therefore the gain from an exchange is attributed to the value of the item bought. This module
detects two kinds of gains that teach nothing: buying and reselling an item in one turn, where the
gain depends only on the order of purchases, and cornering a market, where the last units set an
extreme price for all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from classkit.attribution.contributions import Contribution, ContributionKind, ContributionSource
from classkit.engine.currency import find_currency
from classkit.engine.metrics import AnyComponents, Components

CORNER_FACTOR = 10
"""A seat cornered a market if its wealth grew by more than this factor within a few turns."""


class CauseContribution(NamedTuple):
    """Contribution of one cause: its kind, name, amount and gross flow."""

    kind: ContributionKind
    name: str
    amount: Fraction
    flow: Fraction

    @property
    def key(self) -> tuple[ContributionKind, str]:
        """Kind and name, which identify the cause."""
        return self.kind, self.name


def sum_causes(
    parts: Iterable[Contribution], made: AnyComponents | None, unit: str
) -> list[CauseContribution]:
    """Return the causes of a change, merging parts with the same cause.

    Gains from exchanges are attributed to the value of the item that was bought, or that was sold
    for ``unit``, the unit of the metric.
    """
    found: dict[tuple[ContributionKind, str], CauseContribution] = {}
    for part in parts:
        for one in iter_part_causes(part, made, unit):
            known = found.get(one.key)
            found[one.key] = (
                one._replace(amount=known.amount + one.amount, flow=known.flow + one.flow)
                if known
                else one
            )
    return list(found.values())


def iter_part_causes(
    part: Contribution, made: AnyComponents | None, unit: str
) -> Iterator[CauseContribution]:
    """Yield the causes in one part: one per bargain for an exchange, otherwise a single cause."""
    if not is_market_exchange(part, made):
        amounts = [Fraction(line.amount) for line in part.lines]
        yield CauseContribution(
            part.kind, part.name, Fraction(part.exact), sum(map(abs, amounts), Fraction())
        )
        return
    for some in iter_bargains(part.lines):
        amounts = [Fraction(line.amount) for line in some]
        yield CauseContribution(
            "worth", get_traded_thing(some, unit), sum(amounts, Fraction()), max(map(abs, amounts))
        )


def is_market_exchange(part: Contribution, made: AnyComponents | None) -> bool:
    """Return True if a part consists of exchanges at market prices."""
    return part.kind == "moved" and isinstance(made, Components) and part.name in made.exchanged


def iter_bargains(lines: Sequence[ContributionSource]) -> Iterator[list[ContributionSource]]:
    """Yield the lines of each bargain: the item given and the item received.

    >>> paid = ContributionSource(4, -6, unit="gold", held=-6)
    >>> got = ContributionSource(4, 7, unit="oil", held=2)
    >>> [[line.unit for line in some] for some in iter_bargains([paid, got, got, paid])]
    [['gold', 'oil'], ['oil', 'gold']]
    """
    some: list[ContributionSource] = []
    for line in lines:
        some.append(line)
        if len({one.held > 0 for one in some}) == 2:
            yield some
            some = []
    if some:
        yield some


def is_same_money(one: str, unit: str) -> bool:
    """Return whether a unit of the ledger is the unit of a metric, or its money.

    >>> is_same_money("dollars", "$"), is_same_money("oil", "gold")
    (True, False)
    """
    currency = find_currency(unit)
    return one == unit or (currency is not None and currency.covers(one))


def get_traded_thing(some: Sequence[ContributionSource], unit: str) -> str:
    """Return the item that was bought, or that was sold for the unit of the metric."""
    things = [line for line in some if not is_same_money(line.unit, unit)]
    return max(things or some, key=lambda line: line.held > 0).unit


def has_round_trip(parts: Iterable[Contribution], made: AnyComponents | None, unit: str) -> bool:
    """Return True if the same item was bought and sold in the exchanges of one turn."""
    for part in parts:
        if is_market_exchange(part, made):
            ways = {(line.unit, line.held > 0) for line in part.lines}
            things = {thing for thing, _ in ways if not is_same_money(thing, unit)}
            if any({(thing, True), (thing, False)} <= ways for thing in things):
                return True
    return False


def has_cornered_market(made: AnyComponents, began_with: float | Fraction) -> bool:
    """Return True if holdings at market prices rose by more than ``CORNER_FACTOR``."""
    is_of_market = isinstance(made, Components) and bool(made.exchanged)
    return is_of_market and made.total > CORNER_FACTOR * max(began_with, 1)
