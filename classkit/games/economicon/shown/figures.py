"""The computation of the figures of section 7; prices are decimals, as charts need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from classkit.engine.metrics import once_a_row
from classkit.engine.requests import Seat

from ..accounts import CURRENCY, ISSUER, MARKET, RESERVE
from ..edition.contents import COMMODITIES, Market
from ..rules.counting import added
from ..rules.ending import sold_among
from ..rules.prices import count, count_held
from ..rules.rounds import price_sum
from ..state import NO_PEG, Economicon, Nation

NOTHING = (0, 1)
"""The worth of no units."""


def figure_of_unit(
    compute: Callable[[Economicon, str], float], unit: str
) -> Callable[[Economicon], float]:
    """Return the figure of one unit; 0 if the table has no such currency."""
    return lambda t: compute(t, unit) if unit in t.ledger.balances else 0


def to_places(num: int, den: int, digits: int) -> float:
    """Return a quotient rounded once; to round what is whole took a tenth of a row.

    >>> to_places(2, 3, 2), to_places(6, 3, 2)
    (0.67, 2.0)
    """
    return round(num / den, digits) if num % den else float(num // den)


@once_a_row
def counts(t: Economicon) -> dict[str, int]:
    """Return the count by which each unit is valued (N2.4)."""
    return {unit: count_held(t, unit) for unit in t.units}


@once_a_row
def prices(t: Economicon) -> dict[str, float]:
    """Return gold in the market for each unit in it, by the counts of N2.1."""
    gold = count(t, "gold")
    return {unit: to_places(gold, there, 4) for unit, there in counts(t).items()}


def price(t: Economicon, unit: str) -> float:
    """Return the price of a unit in gold (N2.2)."""
    return prices(t)[unit]


def market(t: Economicon) -> dict[str, int]:
    """Return the units in the market, by unit."""
    return {unit: t.in_market(unit) for unit in t.units}


basket = once_a_row(price_sum)
"""The sum of the three commodity prices now, in gold."""


@cache
def opening_sum(market: Market) -> Fraction:
    """Return the sum of the three commodity prices at the opening, in gold."""
    return sum([Fraction(market.gold, getattr(market, good)) for good in COMMODITIES], Fraction())


def percent(part: Fraction, of: Fraction) -> float:
    """Return a part of something in percent, rounded once.

    >>> percent(Fraction(1, 3), Fraction(2))
    16.67
    """
    num, den = part.numerator * of.denominator, part.denominator * of.numerator
    return round(100 * num / den, 2)


def price_index(t: Economicon) -> float:
    """Return the price of one of each commodity, with the opening as 100."""
    return percent(basket(t), opening_sum(t.edition.market))


def inflation(t: Economicon) -> float:
    """Return the change of the price index since the end of the last round, in percent."""
    before = t.index_before or opening_sum(t.edition.market)
    return percent(basket(t) - before, before)


def gold_stock(t: Economicon) -> int:
    """Return gold in the market and in all reserves."""
    return t.in_market("gold") + sum(t.held(seat, "gold") for seat in t.seats)


def trade_volume(t: Economicon) -> float:
    """Return the payments for this round's purchases, in gold just before each."""
    return round(t.trade_volume[0] / t.trade_volume[1], 2)


def goals_share(t: Economicon) -> float:
    """Return the share of events so far whose goal was met, in percent."""
    met, of = t.goals
    return round(100 * met / of, 1) if of else 0


def exchange_rate(t: Economicon, seat: Seat) -> float:
    """Return what one own unit is worth in gold."""
    return price(t, CURRENCY[seat])


def afloat(t: Economicon, seat: Seat) -> int:
    """Return the nation's currency in the market and in all reserves."""
    accounts = t.ledger.balances[CURRENCY[seat]]
    return accounts[MARKET] + sum([accounts[RESERVE[other]] for other in t.seats])


def treasury_gold(t: Economicon, seat: Seat) -> int:
    """Return gold in reserves."""
    return t.held(seat, "gold")


@once_a_row
def worth_of_each(t: Economicon, seat: Seat) -> dict[str, tuple[int, int]]:
    """Return worth in gold by kind of unit: numerator and denominator (N16.1)."""
    gold, balances, reserve = count(t, "gold"), t.ledger.balances, RESERVE[seat]
    return {
        unit: (held * gold, sold_among(t, unit, there, held)) if held else NOTHING
        for unit, there in counts(t).items()
        for held in (balances[unit][reserve],)
    }


def worth_now(t: Economicon, seat: Seat) -> float:
    """Return what the reserves are worth in gold on the present market."""
    total = NOTHING
    for worth in worth_of_each(t, seat).values():
        if worth is not NOTHING:
            total = added(total, *worth)
    return to_places(*total, 2)


def worth_by_unit(t: Economicon, seat: Seat) -> dict[str, float]:
    """Return worth in gold by kind of unit."""
    return {unit: to_places(*worth, 2) for unit, worth in worth_of_each(t, seat).items()}


def produced(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return units produced in this round, by commodity."""
    return dict(t.nations[seat].produced)


def consumed(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return units consumed in this round, by commodity."""
    return dict(t.nations[seat].consumed)


def short(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return units that the people wanted and did not get in this round, by commodity."""
    return dict(t.nations[seat].short)


def in_all(
    counted: Callable[[Nation], Mapping[str, int]],
) -> Callable[[Economicon], dict[str, int]]:
    """Return a figure for all nations together from a count of each, by commodity."""

    def added_up(t: Economicon) -> dict[str, int]:
        of_each = [counted(nation) for nation in t.nations.values()]
        return {good: sum([found[good] for found in of_each]) for good in COMMODITIES}

    return added_up


def peg(t: Economicon, seat: Seat) -> str:
    """Return what the nation is pegged to, as on charts: ``notes B``, ``oil``, or ``floats``."""
    peg = t.nations[seat].peg
    return f"notes {ISSUER[peg]}" if peg in ISSUER else "floats" if peg == NO_PEG else peg
