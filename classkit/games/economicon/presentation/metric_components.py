"""Expressions for prices, reserves and round counters (section 7).

Their values come from :mod:`metric_values`, which caches them while the market stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.metrics.components import AmountsByPlace, Holding
from classkit.engine.metrics.counters import counted_from, set_by
from classkit.engine.metrics.expressions import Expression, Function, by_parts, holding, make_sum
from classkit.engine.metrics.formulas import computed_from
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..account_names import CURRENCY, MARKET, RESERVE, STAGING, SUPPLY, UNITS_BY_COUNT
from ..rules.ending import compute_unit_worth
from ..rules.market_prices import get_gold_price, get_valuation_unit
from ..rules.noun_text import Facts, format_price_change
from ..rules_data import COMMODITIES
from ..state import EconomiconState
from . import metric_values
from .price_text import describe_flows, describe_price, get_price, list_transfer_flows

PRICE, PEG, PRODUCTION = "price", "peg", "production"
VALUATION = "valuation"
"""Name of the fact that says how holdings are valued, for the texts about worth (N16.1)."""
PAYMENT_PURPOSES = {
    "payment": "purchase", "direct_payment": "direct_purchase", "production_cost": PRODUCTION,
    "kept": PRODUCTION,
}  # fmt: skip
EXCHANGE_REASONS = ("purchase", "direct_purchase")
"""Reasons of exchanges at the current price, so both sides are worth the same (N2.3, N16.1)."""
PAYMENTS = ("payment", "direct_payment")
ALL_UNITS, ALL_CURRENCIES = UNITS_BY_COUNT[6], tuple(CURRENCY.values())


def get_circulation(t: EconomiconState, *seat: Seat) -> tuple[str, ...]:
    """Return the market and all reserves."""
    return (MARKET, *[RESERVE[one] for one in t.seats])


def get_all_staging(t: EconomiconState, *part: str) -> tuple[str, ...]:
    return tuple(STAGING[one] for one in t.seats)


def get_all_reserves(t: EconomiconState, *part: str) -> tuple[str, ...]:
    return tuple(RESERVE[one] for one in t.seats)


# --- stocks and prices ----------------------------------------------------------------------------

MARKET_UNITS = holding(lambda t, unit: unit, MARKET, units=ALL_UNITS)
MARKET_STOCKS = replace(by_parts(lambda t: t.units, MARKET_UNITS), value=metric_values.get_market)
GOLD_STOCK = holding("gold", get_circulation)
CURRENCY_AFLOAT = replace(
    holding(lambda t, seat: CURRENCY[seat], get_circulation, units=ALL_CURRENCIES),
    value=metric_values.count_currency,
)
RESERVE_GOLD = holding("gold", RESERVE, paid_for=PAYMENT_PURPOSES)


def make_price(name_unit: Function, value: Function) -> Expression:
    """Return the expression of a price: gold in the market over the units that count (N2.2).

    It changes with every movement into or out of the market. For a currency it also changes with
    the peg.
    """

    def get_counted(t: EconomiconState, *whose: str) -> str:
        return get_valuation_unit(t, name_unit(t, *whose))

    return computed_from(
        MARKET_UNITS,
        lambda t, *whose: t.units,
        lambda t, at, *whose: {"": (at["gold"] or 1) / (at[get_counted(t, *whose)] or 1)},
        kind=PEG,
        facts=lambda t, *whose: {"by": get_counted(t, *whose)},
        value=value,
    )


def make_index(
    get_base: Callable[[EconomiconState], Fraction], less: int, value: Function
) -> Expression:
    """Return the expression of an index: commodity prices in percent of a base."""

    def split(t: EconomiconState, at: Mapping[str, Any]) -> dict[str, Any]:
        base, gold = get_base(t), at["gold"] or 1
        points = {good: 100 * gold / (at[good] or 1) / base for good in COMMODITIES}
        return {**points, "base": -less}

    def list_markets(t: EconomiconState) -> dict[str, dict[str, int]]:
        return {
            good: {unit: t.get_market_units(unit) for unit in ("gold", good)}
            for good in COMMODITIES
        }

    return computed_from(
        MARKET_UNITS, lambda t: t.units, split, kind=PRICE, facts=list_markets, value=value
    )


def get_opening_sum(t: EconomiconState) -> Fraction:
    return metric_values.sum_opening_prices(t.edition.market)


PRICES = {
    unit: make_price(lambda t, unit=unit: unit, metric_values.make_price_function(unit))
    for unit in ALL_UNITS
}
EXCHANGE_RATE = make_price(lambda t, seat: CURRENCY[seat], metric_values.get_exchange_rate)
PRICE_INDEX = make_index(get_opening_sum, 0, metric_values.compute_price_index)
INFLATION = make_index(
    lambda t: t.index_before or get_opening_sum(t), 100, metric_values.compute_inflation
)

# --- worth ----------------------------------------------------------------------------------------


def get_each_worth(t: EconomiconState, seat: Seat) -> dict[str, Fraction]:
    """Return what one unit of each kind in a nation's reserves is worth (N16.1)."""
    found = {}
    for unit in t.units:
        held = t.get_reserve(seat, unit)
        found[unit] = compute_unit_worth(t, unit, held) / held if held else get_gold_price(t, unit)
    return found


def list_reserves(t: EconomiconState, seat: Seat, *part: str) -> list[Holding]:
    """Return the holdings of a nation's reserves, of one unit or of all."""
    worth = get_each_worth(t, seat)
    return [
        Holding(
            unit, t.get_reserve(seat, unit), worth[unit], unit,
            priced_by=list_pricing_amounts(t, seat, unit),
        )
        for unit in part or t.units
    ]  # fmt: skip


def list_pricing_amounts(t: EconomiconState, seat: Seat, unit: str) -> list[tuple[str, str]]:
    """Return the amounts that determine the worth of a nation's holdings (N2.2, N16.1).

    These are the gold in the market and the units that determine prices. If holdings are valued as
    if sold, they count as well.
    """
    if unit == "gold":
        return []
    counted = [(MARKET, "gold"), (MARKET, get_valuation_unit(t, unit))]
    liquid = t.options.final_valuation == "liquidation"
    return [*counted, (RESERVE[seat], unit)] if liquid else counted


def list_worth_facts(t: EconomiconState, seat: Seat, *part: str) -> dict[str, Any]:
    """Return the worth of each unit, and how the rules value holdings."""
    return {**get_each_worth(t, seat), VALUATION: t.options.final_valuation}


WORTH = make_sum(
    metric_values.get_worth, RESERVE_GOLD.accounts, list_reserves, list_worth_facts,
    PAYMENT_PURPOSES, EXCHANGE_REASONS, inner=frozenset({"worth"}), leaves=frozenset({"worth"}),
)  # fmt: skip
WORTH_PARTS = make_sum(
    metric_values.get_worth_parts, RESERVE_GOLD.accounts, list_reserves, list_worth_facts,
    PAYMENT_PURPOSES, EXCHANGE_REASONS, leaves=frozenset({"worth"}) | MARKET_UNITS.inner,
    keys=frozenset({"worth"}),
)  # fmt: skip
"""The expression of a nation's worth, as a sum over the kinds of unit in its reserves (N16.1)."""

# --- counters of the round ------------------------------------------------------------------------


def get_market_places(t: EconomiconState) -> dict[tuple[str, str], int]:
    """Return the amount of each unit in the market."""
    return {(MARKET, unit): t.get_market_units(unit) for unit in t.units}


def get_pricing(t: EconomiconState) -> Callable[[str, AmountsByPlace], Fraction]:
    """Return a function that prices a unit from the market's contents and current pegs (N2.2)."""
    by = {unit: get_valuation_unit(t, unit) for unit in t.units}
    return lambda unit, at: Fraction(at[MARKET, "gold"] or 1, at[MARKET, by[unit]] or 1)


ISSUE = counted_from(
    lambda t, seat: t.nations[seat].issue, {"currency_created": 1, "currency_destroyed": -1},
    unit=lambda t, seat: CURRENCY[seat], also=[CURRENCY_AFLOAT],
)  # fmt: skip
TRADE_VOLUME = counted_from(
    metric_values.compute_trade_volume, PAYMENTS, worth=get_pricing, places=get_market_places
)
PRODUCED = counted_from(
    lambda t, seat: t.nations[seat].produced,
    ("produced",),
    source=SUPPLY,
    target=STAGING,
    parts="unit",
)
CONSUMED = counted_from(
    lambda t, seat: t.nations[seat].consumed,
    ("consumed",),
    source=RESERVE,
    target=SUPPLY,
    parts="unit",
)
TOTAL_PRODUCED = counted_from(
    metric_values.make_total_function(lambda nation: nation.produced), ("produced",),
    source=SUPPLY, target=get_all_staging, parts="unit",
)  # fmt: skip
TOTAL_CONSUMED = counted_from(
    metric_values.make_total_function(lambda nation: nation.consumed), ("consumed",),
    source=get_all_reserves, target=SUPPLY, parts="unit",
)  # fmt: skip
SHORTAGE = set_by("shortage", value=lambda t, seat: t.nations[seat].short)
TOTAL_SHORTAGE = set_by(
    "shortage", value=metric_values.make_total_function(lambda nation: nation.short)
)

# --- text ---------------------------------------------------------------------------------------


def make_price_sentence(unit: str) -> Sentence:
    """Return the sentence for a unit whose worth in gold has changed (N2.2, N16.1)."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        before, after = (Fraction(facts[f"{unit}_{when}"]) for when in ("before", "after"))
        count, change = facts["count"], format_price_change(before, after)
        verb, each = ("fall" if after < before else "rise"), " each" if count != 1 else ""
        verb = verb if each else f"{verb}s"
        sold = ", if sold," if facts[f"{VALUATION}_after"] == "liquidation" else ""
        return f"{say.format_amount(count, unit)} in reserve{sold} {verb} {change} gold{each}"

    return tell


def tell_good(say: TextFormatter, facts: Facts) -> str:
    """Return how the price of a commodity changed, and which movements in the market caused it."""
    good, before, after = facts["of"], facts["before"], facts["after"]
    told = describe_price(good, get_price(before, good), get_price(after, good))
    flows = list_transfer_flows(one.transfer for one in facts["lines"] if one.transfer)
    cause = describe_flows(say, flows, before, after, good)
    return f"{told[0].lower()}{told[1:]} because {cause}"


def tell_peg(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence about the unit whose count now determines a currency's value (N3.4)."""
    before, after = (say.unit(facts[f"by_{when}"]) for when in ("before", "after"))
    return f"the price follows {after} instead of {before}, because pegs have changed"


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    **{unit: make_price_sentence(unit) for unit in ALL_UNITS},
    PRICE: tell_good,
    PEG: tell_peg,
}
