"""The computation of the figures of section 7; prices are decimals, as charts need."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from classkit.engine.metrics import once_a_row
from classkit.engine.requests import Seat

from ..accounts import CURRENCY, ISSUER, MARKET, RESERVE
from ..edition.contents import COMMODITIES
from ..rules.counting import added
from ..rules.ending import sold_among
from ..rules.prices import count, count_held
from ..rules.rounds import price_sum
from ..state import NO_PEG, Economicon

NOTHING = (0, 1)
"""The worth of no units."""


def figure_of_unit(
    compute: Callable[[Economicon, str], float], unit: str
) -> Callable[[Economicon], float]:
    """Return the figure of one unit; 0 if the table has no such currency."""
    return lambda t: compute(t, unit) if unit in t.ledger.balances else 0


@once_a_row
def price(t: Economicon, unit: str) -> float:
    """Return gold in the market for each unit in it, by the counts of N2.1."""
    return 1.0 if unit == "gold" else round(count(t, "gold") / count_held(t, unit), 4)


def market(t: Economicon) -> dict[str, int]:
    """Return the units in the market, by unit."""
    return {unit: t.in_market(unit) for unit in t.units}


basket = once_a_row(price_sum)
"""The sum of the three commodity prices now, in gold."""


@once_a_row
def opening_sum(t: Economicon) -> Fraction:
    """Return the sum of the three commodity prices at the opening, in gold."""
    there = t.edition.market
    return sum((Fraction(there.gold, getattr(there, good)) for good in COMMODITIES), Fraction())


def price_index(t: Economicon) -> float:
    """Return the price of one of each commodity, with the opening as 100."""
    return round(float(100 * basket(t) / opening_sum(t)), 2)


def inflation(t: Economicon) -> float:
    """Return the change of the price index since the end of the last round, in percent."""
    before = t.index_before or opening_sum(t)
    return round(float(100 * (basket(t) / before - 1)), 2)


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
    return accounts[MARKET] + sum(t.held(other, CURRENCY[seat]) for other in t.seats)


def treasury_gold(t: Economicon, seat: Seat) -> int:
    """Return gold in reserves."""
    return t.held(seat, "gold")


@once_a_row
def worth_of_each(t: Economicon, seat: Seat) -> dict[str, tuple[int, int]]:
    """Return worth in gold by kind of unit: numerator and denominator (N16.1)."""
    gold, balances, reserve = count(t, "gold"), t.ledger.balances, RESERVE[seat]
    return {
        unit: (held * gold, sold_among(t, unit, held)) if held else NOTHING
        for unit in t.units
        for held in (balances[unit][reserve],)
    }


def worth_now(t: Economicon, seat: Seat) -> float:
    """Return what the reserves are worth in gold on the present market."""
    num, den = NOTHING
    for worth in worth_of_each(t, seat).values():
        if worth is not NOTHING:
            num, den = added((num, den), *worth)
    return round(num / den, 2)


def worth_by_unit(t: Economicon, seat: Seat) -> dict[str, float]:
    """Return worth in gold by kind of unit."""
    return {unit: round(num / den, 2) for unit, (num, den) in worth_of_each(t, seat).items()}


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
    by_nation: Callable[[Economicon, Seat], dict[str, int]],
) -> Callable[[Economicon], dict[str, int]]:
    """Return a figure for all nations together from one for each nation, by commodity."""

    def added(t: Economicon) -> dict[str, int]:
        of_each = [by_nation(t, seat) for seat in t.seats]
        return {good: sum([found[good] for found in of_each]) for good in COMMODITIES}

    return added


def peg(t: Economicon, seat: Seat) -> str:
    """Return what the nation is pegged to, as on charts: ``notes B``, ``oil``, or ``floats``."""
    peg = t.nations[seat].peg
    return f"notes {ISSUER[peg]}" if peg in ISSUER else "floats" if peg == NO_PEG else peg
