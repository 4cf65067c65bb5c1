"""Values of the metrics of section 7. Prices are floats, as charts require.

A turn is one phase of a round, and most phases do not change the market. Values that depend only
on the market, or on the market and one nation's holdings, are therefore cached. Without the cache,
they would take a third of each row's time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.metrics import once_a_row
from classkit.engine.untrusted_input import FrozenDict

from ..account_names import CURRENCY, ISSUER, MARKET, RESERVE
from ..rules.ending import compute_valuation_count
from ..rules.market_prices import get_valuation_unit
from ..rules.rounds import sum_prices
from ..rules_data import COMMODITIES, UNITS, OpeningMarket
from ..state import NO_GOODS, NO_PEG, EconomiconState, NationState


def round_quotient(num: int, den: int, digits: int) -> float:
    """Return a quotient rounded once. Whole numbers skip rounding, which saves a tenth of each row.

    >>> round_quotient(2, 3, 2), round_quotient(6, 3, 2)
    (0.67, 2.0)
    """
    return round(num / den, digits) if num % den else float(num // den)


@once_a_row
def get_counts(t: EconomiconState) -> tuple[int, ...]:
    """Return the count that determines the value of each unit at the table, gold first (N2.4)."""
    balances = t.ledger.balances
    return tuple([balances[get_valuation_unit(t, unit)][MARKET] or 1 for unit in t.units])


@lru_cache(maxsize=2)
def compute_prices(units: tuple[str, ...], counts: tuple[int, ...]) -> Mapping[str, float]:
    """Return the price of each unit in gold, from the counts of :func:`get_counts` (N2.2)."""
    return {
        unit: round_quotient(counts[0], there, 4) for unit, there in zip(units, counts, strict=True)
    }


@once_a_row
def get_prices(t: EconomiconState) -> Mapping[str, float]:
    """Return the price of each unit in gold (N2.2)."""
    return compute_prices(t.units, get_counts(t))


def make_price_function(unit: str) -> Callable[[EconomiconState], float]:
    """Return the metric function of a unit's price in gold, 0 without the currency (N2.2)."""
    return lambda t: get_prices(t).get(unit, 0)


def get_market(t: EconomiconState) -> dict[str, int]:
    """Return the units in the market, by unit."""
    balances = t.ledger.balances
    return {unit: balances[unit][MARKET] for unit in t.units}


def count_currency(t: EconomiconState, seat: Seat) -> int:
    """Return the nation's currency in the market and in all reserves."""
    accounts = t.ledger.balances[CURRENCY[seat]]
    return accounts[MARKET] + sum([accounts[RESERVE[other]] for other in t.seats])


def compute_basket(t: EconomiconState) -> Fraction:
    """Return the sum of the three commodity prices now, in gold."""
    return sum_prices(*get_counts(t)[: len(UNITS)])


@cache
def sum_opening_prices(market: OpeningMarket) -> Fraction:
    """Return the sum of the three commodity prices at the opening, in gold."""
    return sum([Fraction(market.gold, getattr(market, good)) for good in COMMODITIES], Fraction())


def compute_percent(part: Fraction, of: Fraction, less: int = 0) -> float:
    """Return ``part`` in percent of ``of``, minus ``less``, rounded to 2 decimals.

    >>> one, two = Fraction(1, 3), Fraction(5, 2)
    >>> compute_percent(one, Fraction(2)), compute_percent(two, Fraction(2), less=100)
    (16.67, 25.0)
    """
    (num, den), (more, among) = part.as_integer_ratio(), of.as_integer_ratio()
    num, den = num * among, den * more
    return round((100 * num - less * den) / den, 2)


def compute_price_index(t: EconomiconState) -> float:
    """Return the total price of one unit of each commodity as an index (opening = 100)."""
    return compute_percent(compute_basket(t), sum_opening_prices(t.edition.market))


def compute_inflation(t: EconomiconState) -> float:
    """Return the change of the price index since the end of the last round, in percent."""
    before = t.index_before or sum_opening_prices(t.edition.market)
    return compute_percent(compute_basket(t), before, less=100)


def compute_trade_volume(t: EconomiconState) -> float:
    """Return the payments for this round's purchases, in gold just before each."""
    return round(t.trade_volume[0] / t.trade_volume[1], 2)


def compute_goals_share(t: EconomiconState) -> float:
    """Return the share of events so far whose goal was met, in percent."""
    met, of = t.goals
    return round(100 * met / of, 1) if of else 0


def get_exchange_rate(t: EconomiconState, seat: Seat) -> float:
    """Return what one unit of the nation's currency is worth in gold."""
    return get_prices(t)[CURRENCY[seat]]


class ReservesWorth(NamedTuple):
    """The worth of reserves in gold, in total and by kind of unit."""

    total: float
    parts: Mapping[str, float]


@lru_cache(maxsize=16)
def value_reserves(
    units: tuple[str, ...], counts: tuple[int, ...], reserves: tuple[int, ...], valuation: str
) -> ReservesWorth:
    """Return the worth in gold of reserves at these counts, in the order of ``units`` (N16.1)."""
    num, den, parts = 0, 1, dict.fromkeys(units, 0.0)
    for unit, there, held in zip(units, counts, reserves, strict=True):
        if held:
            gold, among = held * counts[0], compute_valuation_count(valuation, unit, there, held)
            num, den = num * among + gold * den, den * among
            parts[unit] = round_quotient(gold, among, 2)
    return ReservesWorth(round_quotient(num, den, 2), FrozenDict(parts))


@once_a_row
def get_reserves_worth(t: EconomiconState, seat: Seat) -> ReservesWorth:
    """Return the worth of a nation's reserves in the current market (N16.1)."""
    balances, reserve = t.ledger.balances, RESERVE[seat]
    reserves = tuple([balances[unit][reserve] for unit in t.units])
    return value_reserves(t.units, get_counts(t), reserves, t.options.final_valuation)


def get_worth(t: EconomiconState, seat: Seat) -> float:
    """Return the worth of a nation's reserves in gold, in the current market."""
    return get_reserves_worth(t, seat).total


def get_worth_parts(t: EconomiconState, seat: Seat) -> Mapping[str, float]:
    """Return the worth of a nation's reserves in gold, by kind of unit."""
    return get_reserves_worth(t, seat).parts


def make_total_function(
    counted: Callable[[NationState], Mapping[str, int]],
) -> Callable[[EconomiconState], dict[str, int]]:
    """Return a function that sums a count of all nations by commodity."""

    def added_up(t: EconomiconState) -> dict[str, int]:
        total = dict.fromkeys(COMMODITIES, 0)
        for nation in t.nations.values():
            if (found := counted(nation)) is not NO_GOODS:
                for good in COMMODITIES:
                    total[good] += found[good]
        return total

    return added_up


def get_peg_name(t: EconomiconState, seat: Seat) -> str:
    """Return the nation's peg as charts show it: ``notes B``, ``oil``, or ``floats``."""
    peg = t.nations[seat].peg
    return f"notes {ISSUER[peg]}" if peg in ISSUER else "floats" if peg == NO_PEG else peg
