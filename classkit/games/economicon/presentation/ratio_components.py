"""What prices, indices and what is counted in a round are made of: ratios of the market (N2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer
from classkit.engine.metrics import (
    AmountsByPlace,
    Components,
    CountedComponents,
    DerivedComponents,
    ExactNumber,
    Holding,
)
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..account_names import CURRENCY, MARKET, RESERVE, STAGING, SUPPLY
from ..rules.market_prices import get_valuation_unit
from ..rules.noun_text import Facts
from ..rules_data import COMMODITIES
from ..state import EconomiconState
from .metric_components import PAYMENT_PURPOSES, get_worth_components
from .metric_values import sum_opening_prices
from .price_text import describe_flows, describe_price, get_price, list_transfer_flows

PRICE, PEG = "price", "peg"
PAYMENTS = ("payment", "direct_payment")


def get_market_places(t: EconomiconState) -> dict[tuple[str, str], int]:
    """Return how much of each unit lies in the market."""
    return {(MARKET, unit): t.get_market_units(unit) for unit in t.units}


def make_pricing(t: EconomiconState, unit: str) -> Callable[[AmountsByPlace], Fraction]:
    """Return how a unit is priced from what lies in the market, by its present peg (N2.1, N2.2)."""
    by = get_valuation_unit(t, unit)
    return lambda places: Fraction(places[MARKET, "gold"] or 1, places[MARKET, by] or 1)


# --- prices -------------------------------------------------------------------------------------


def get_price_components(t: EconomiconState, unit: str) -> DerivedComponents:
    """Return what a price is made of: the gold in the market over the units that count (N2.2).

    It changes with all that comes to the market or goes, and for a currency with its peg.
    """
    price = make_pricing(t, unit)
    return DerivedComponents(
        get_market_places(t),
        lambda places: {"": price(places)},
        PEG,
        {"by": get_valuation_unit(t, unit)},
    )


def get_rate_components(t: EconomiconState, seat: Seat) -> DerivedComponents:
    """Return what a nation's exchange rate is made of: the price of its currency."""
    return get_price_components(t, CURRENCY[seat])


def get_percent_components(t: EconomiconState, base: Fraction, less: int = 0) -> DerivedComponents:
    """Return what an index is made of: the price of each commodity, in per cent of a base."""
    prices = {good: make_pricing(t, good) for good in COMMODITIES}

    def points(places: AmountsByPlace) -> dict[str, ExactNumber]:
        return {
            **{good: 100 * price(places) / base for good, price in prices.items()},
            "base": -less,
        }

    places = get_market_places(t)
    markets = {good: {one: places[MARKET, one] for one in ("gold", good)} for good in COMMODITIES}
    return DerivedComponents(places, points, PRICE, markets)


def get_index_components(t: EconomiconState) -> DerivedComponents:
    """Return what the price index is made of: what each commodity adds to it."""
    return get_percent_components(t, sum_opening_prices(t.edition.market))


def get_inflation_components(t: EconomiconState) -> DerivedComponents:
    """Return what inflation in this round is made of: what each commodity adds to it."""
    return get_percent_components(
        t, t.index_before or sum_opening_prices(t.edition.market), less=100
    )


# --- sums ---------------------------------------------------------------------------------------


def get_stock_components(t: EconomiconState, unit: str) -> Components:
    """Return what of a unit lies in the market."""
    return Components((MARKET,), [Holding(unit, t.get_market_units(unit))])


def get_world_gold_components(t: EconomiconState) -> Components:
    """Return the gold in the market and in all reserves (N0.3)."""
    return get_circulation_components(t, "gold")


def get_currency_components(t: EconomiconState, seat: Seat) -> Components:
    """Return the nation's currency in the market and in all reserves (N11.2)."""
    return get_circulation_components(t, CURRENCY[seat])


def get_circulation_components(t: EconomiconState, unit: str) -> Components:
    """Return what of a unit lies in the market and in all reserves."""
    accounts, held = (MARKET, *(RESERVE[seat] for seat in t.seats)), t.ledger.balances[unit]
    return Components(accounts, [Holding(unit, sum(held[one] for one in accounts))])


def get_unit_worth_components(t: EconomiconState, seat: Seat, unit: str) -> Components:
    """Return what the worth of one unit in the reserves is made of (N16.1)."""
    made = get_worth_components(t, seat)
    return made._replace(
        holdings=[one for one in made.holdings if one.unit == unit], paid_for=PAYMENT_PURPOSES
    )


# --- counters -----------------------------------------------------------------------------------


def get_issue_components(t: EconomiconState, seat: Seat) -> CountedComponents:
    """Return what a nation has created of its currency, less what it has destroyed (N11.3)."""
    signs = {"currency_created": 1, "currency_destroyed": -1}

    def issued(moved: Transfer, _: AmountsByPlace) -> int:
        return moved.amount * signs.get(moved.reason, 0) * (moved.unit == CURRENCY[seat])

    return CountedComponents(t.nations[seat].issue, issued)


def get_trade_components(t: EconomiconState) -> CountedComponents:
    """Return the payments for purchases in this round, in gold just before each (N9.3)."""
    prices = {unit: make_pricing(t, unit) for unit in t.units}

    def paid(moved: Transfer, places: AmountsByPlace) -> ExactNumber:
        return moved.amount * prices[moved.unit](places) if moved.reason in PAYMENTS else 0

    return CountedComponents(Fraction(*t.trade_volume), paid, get_market_places(t))


def get_produced_components(t: EconomiconState, seat: Seat, good: str) -> CountedComponents:
    """Return what a nation has produced of a commodity in this round (N8.7)."""
    made = t.nations[seat].produced.get(good, 0)
    return CountedComponents(made, make_flow_counter("produced", good, {SUPPLY}, {STAGING[seat]}))


def get_consumed_components(t: EconomiconState, seat: Seat, good: str) -> CountedComponents:
    """Return what a nation's people have consumed of a commodity in this round (N12.1)."""
    eaten = t.nations[seat].consumed.get(good, 0)
    return CountedComponents(eaten, make_flow_counter("consumed", good, {RESERVE[seat]}, {SUPPLY}))


def get_total_produced_components(t: EconomiconState, good: str) -> CountedComponents:
    """Return what all nations have produced of a commodity in this round (N8.7)."""
    made = sum(nation.produced.get(good, 0) for nation in t.nations.values())
    return CountedComponents(
        made, make_flow_counter("produced", good, {SUPPLY}, {STAGING[one] for one in t.seats})
    )


def get_total_consumed_components(t: EconomiconState, good: str) -> CountedComponents:
    """Return what all peoples have consumed of a commodity in this round (N12.1)."""
    eaten = sum(nation.consumed.get(good, 0) for nation in t.nations.values())
    return CountedComponents(
        eaten, make_flow_counter("consumed", good, {RESERVE[one] for one in t.seats}, {SUPPLY})
    )


def make_flow_counter(
    reason: str, unit: str, sources: set[str], targets: set[str]
) -> Callable[[Transfer, AmountsByPlace], int]:
    """Return how much each transfer moves of a unit, for a reason, from and to such accounts."""

    def amount(moved: Transfer, _: AmountsByPlace) -> int:
        counts = (moved.reason, moved.unit) == (reason, unit)
        return moved.amount * (counts and moved.source in sources and moved.target in targets)

    return amount


# --- text ---------------------------------------------------------------------------------------


def tell_good(say: TextFormatter, facts: Facts) -> str:
    """Tell how the price of a commodity has changed, and what moved it in the market."""
    good, before, after = facts["of"], facts["before"], facts["after"]
    told = describe_price(good, get_price(before, good), get_price(after, good))
    flows = list_transfer_flows(one.transfer for one in facts["lines"] if one.transfer)
    cause = describe_flows(say, flows, before, after, good)
    return f"the price of {told[0].lower()}{told[1:]}: {cause}"


def tell_peg(say: TextFormatter, facts: Facts) -> str:
    """Tell by whose count a currency is valued now (N3.4)."""
    before, after = (say.unit(facts[f"by_{when}"]) for when in ("before", "after"))
    return f"it is counted by {after} in place of {before}, as pegs have changed"


RATIO_SENTENCES: Mapping[str, str | Sentence] = {PRICE: tell_good, PEG: tell_peg}
