"""The computation of the figures of section 7; prices are decimals, as charts need.

A turn is one phase of a round, and most phases leave the market as it is. So what follows from the
market alone, or from it and what one nation holds, is worked out where that is another than in the
turns before: to work it out for each turn took a third of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from classkit.engine.data import WrittenDown
from classkit.engine.metrics import once_a_row
from classkit.engine.requests import Seat

from ..accounts import CURRENCY, ISSUER, MARKET, RESERVE
from ..contents import COMMODITIES, UNITS, Market
from ..rules.ending import sold_among
from ..rules.prices import held_by
from ..rules.rounds import sum_of_prices
from ..state import NO_GOODS, NO_PEG, Economicon, Nation


def to_places(num: int, den: int, digits: int) -> float:
    """Return a quotient rounded once; to round what is whole took a tenth of a row.

    >>> to_places(2, 3, 2), to_places(6, 3, 2)
    (0.67, 2.0)
    """
    return round(num / den, digits) if num % den else float(num // den)


@once_a_row
def counts(t: Economicon) -> tuple[int, ...]:
    """Return the count by which each unit of the table is valued, gold's first (N2.4)."""
    balances = t.ledger.balances
    return tuple([balances[held_by(t, unit)][MARKET] or 1 for unit in t.units])


@lru_cache(maxsize=2)
def priced(units: tuple[str, ...], counts: tuple[int, ...]) -> Mapping[str, float]:
    """Return the price of each unit in gold, from the counts of :func:`counts` (N2.2)."""
    return {unit: to_places(counts[0], there, 4) for unit, there in zip(units, counts, strict=True)}


@once_a_row
def prices(t: Economicon) -> Mapping[str, float]:
    """Return the price of each unit in gold (N2.2)."""
    return priced(t.units, counts(t))


NOWHERE = {MARKET: 0}
"""Where units of a currency lie that the table does not have."""


def price(unit: str) -> Callable[[Economicon], float]:
    """Return the figure of a price: in gold, 0 if the table has no such currency (N2.2)."""
    return lambda t: prices(t).get(unit, 0)


def lying(unit: str) -> Callable[[Economicon], int]:
    """Return the figure of the units in the market; 0 if the table has no such currency (N2.1)."""
    return lambda t: t.ledger.balances.get(unit, NOWHERE)[MARKET]


def market(t: Economicon) -> dict[str, int]:
    """Return the units in the market, by unit."""
    balances = t.ledger.balances
    return {unit: balances[unit][MARKET] for unit in t.units}


def basket(t: Economicon) -> Fraction:
    """Return the sum of the three commodity prices now, in gold."""
    return sum_of_prices(*counts(t)[: len(UNITS)])


@cache
def opening_sum(market: Market) -> Fraction:
    """Return the sum of the three commodity prices at the opening, in gold."""
    return sum([Fraction(market.gold, getattr(market, good)) for good in COMMODITIES], Fraction())


def percent(part: Fraction, of: Fraction, less: int = 0) -> float:
    """Return ``part`` in percent of ``of``, minus ``less``, rounded to 2 decimals.

    >>> percent(Fraction(1, 3), Fraction(2)), percent(Fraction(5, 2), Fraction(2), less=100)
    (16.67, 25.0)
    """
    (num, den), (more, among) = part.as_integer_ratio(), of.as_integer_ratio()
    num, den = num * among, den * more
    return round((100 * num - less * den) / den, 2)


def price_index(t: Economicon) -> float:
    """Return the price of one of each commodity, with the opening as 100."""
    return percent(basket(t), opening_sum(t.edition.market))


def inflation(t: Economicon) -> float:
    """Return the change of the price index since the end of the last round, in percent."""
    before = t.index_before or opening_sum(t.edition.market)
    return percent(basket(t), before, less=100)


def gold_stock(t: Economicon) -> int:
    """Return gold in the market and in all reserves."""
    gold = t.ledger.balances["gold"]
    return gold[MARKET] + sum([gold[RESERVE[seat]] for seat in t.seats])


def trade_volume(t: Economicon) -> float:
    """Return the payments for this round's purchases, in gold just before each."""
    return round(t.trade_volume[0] / t.trade_volume[1], 2)


def goals_share(t: Economicon) -> float:
    """Return the share of events so far whose goal was met, in percent."""
    met, of = t.goals
    return round(100 * met / of, 1) if of else 0


def exchange_rate(t: Economicon, seat: Seat) -> float:
    """Return what one own unit is worth in gold."""
    return prices(t)[CURRENCY[seat]]


def afloat(t: Economicon, seat: Seat) -> int:
    """Return the nation's currency in the market and in all reserves."""
    accounts = t.ledger.balances[CURRENCY[seat]]
    return accounts[MARKET] + sum([accounts[RESERVE[other]] for other in t.seats])


def treasury_gold(t: Economicon, seat: Seat) -> int:
    """Return gold in reserves."""
    return t.held(seat, "gold")


class Worth(NamedTuple):
    """What reserves are worth in gold, and how much of that each kind of unit is."""

    total: float
    parts: Mapping[str, float]


@lru_cache(maxsize=16)
def valued(
    units: tuple[str, ...], counts: tuple[int, ...], reserves: tuple[int, ...], valuation: str
) -> Worth:
    """Return the worth in gold of reserves, listed like ``units``, at these counts (N16.1)."""
    num, den, parts = 0, 1, dict.fromkeys(units, 0.0)
    for unit, there, held in zip(units, counts, reserves, strict=True):
        if held:
            gold, among = held * counts[0], sold_among(valuation, unit, there, held)
            num, den = num * among + gold * den, den * among
            parts[unit] = to_places(gold, among, 2)
    return Worth(to_places(num, den, 2), WrittenDown(parts))


@once_a_row
def worth_of_reserves(t: Economicon, seat: Seat) -> Worth:
    """Return what a nation's reserves are worth on the present market (N16.1)."""
    balances, reserve = t.ledger.balances, RESERVE[seat]
    reserves = tuple([balances[unit][reserve] for unit in t.units])
    return valued(t.units, counts(t), reserves, t.options.final_valuation)


def worth_now(t: Economicon, seat: Seat) -> float:
    """Return what the reserves are worth in gold on the present market."""
    return worth_of_reserves(t, seat).total


def worth_by_unit(t: Economicon, seat: Seat) -> Mapping[str, float]:
    """Return worth in gold by kind of unit."""
    return worth_of_reserves(t, seat).parts


def produced(t: Economicon, seat: Seat) -> Mapping[str, int]:
    """Return units produced in this round, by commodity."""
    return t.nations[seat].produced


def consumed(t: Economicon, seat: Seat) -> Mapping[str, int]:
    """Return units consumed in this round, by commodity."""
    return t.nations[seat].consumed


def short(t: Economicon, seat: Seat) -> Mapping[str, int]:
    """Return units that the people wanted and did not get in this round, by commodity."""
    return t.nations[seat].short


def in_all(
    counted: Callable[[Nation], Mapping[str, int]],
) -> Callable[[Economicon], dict[str, int]]:
    """Return a function that sums a count of all nations by commodity."""

    def added_up(t: Economicon) -> dict[str, int]:
        total = dict.fromkeys(COMMODITIES, 0)
        for nation in t.nations.values():
            if (found := counted(nation)) is not NO_GOODS:
                for good in COMMODITIES:
                    total[good] += found[good]
        return total

    return added_up


def peg(t: Economicon, seat: Seat) -> str:
    """Return what the nation is pegged to, as on charts: ``notes B``, ``oil``, or ``floats``."""
    peg = t.nations[seat].peg
    return f"notes {ISSUER[peg]}" if peg in ISSUER else "floats" if peg == NO_PEG else peg
