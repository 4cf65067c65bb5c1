"""Production costs by commodity and payment unit (N8.2, N8.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.decisions import Seat

from ..rules_data import COMMODITIES
from ..state import EconomiconState
from .market_prices import compute_max_quantity, get_count, list_native_units, round_cost
from .standing_effects import COST_FACTOR

MAX_ORDER = 1_000
"""The largest order that a form accepts, more than anybody can pay for."""


class ProductionRate(NamedTuple):
    """The cost of a commodity: ``first / den`` for one unit, ``further / den`` for each more.

    >>> half = ProductionRate(60, 60, 288)  # half of 60 gold for 144 grain
    >>> half.cost(7), half.cost(8), half.get_max_quantity(1), half.get_max_quantity(2)
    (1, 2, 7, 11)
    """

    first: int
    further: int
    den: int

    def cost(self, quantity: int) -> int:
        """Return the cost of a quantity, rounded once and at least 1, or 0 for no units (N8.2)."""
        if quantity < 1:
            return 0
        return round_cost(self.first + (quantity - 1) * self.further, self.den)

    def get_max_quantity(self, budget: int) -> int:
        """Return the largest quantity that costs at most ``budget``, up to the form's limit."""
        if budget < 1:
            return 0
        if not self.further:
            return MAX_ORDER
        after_first = compute_max_quantity(budget, self.further, self.den, spent=self.first)
        return min(max(0, 1 + after_first), MAX_ORDER)


Rates: TypeAlias = Mapping[str, Mapping[str, ProductionRate]]
"""Rates by payment unit and commodity."""


def get_production_rates(t: EconomiconState, seat: Seat) -> Rates:
    """Return the current rates of all commodities by payment unit (N8.2, N8.4)."""
    units = ("gold",) if t.options.production_pay == "gold" else list_native_units(t, seat)
    factors = COST_FACTOR.get_value(t, seat)
    rates: dict[str, dict[str, ProductionRate]] = {}
    for unit in units:
        paying = get_count(t, unit)
        rates[unit] = {good: compute_rate(t, good, paying, *factors[good]) for good in COMMODITIES}
    return rates


def compute_rate(t: EconomiconState, good: str, paying: int, times: int, by: int) -> ProductionRate:
    """Return the rate for a share of the market value, in payment units (N8.2, N8.3)."""
    num, den = paying * times, (t.get_market_units(good) or 1) * by
    share = t.edition.production
    part, of = share.cost_numerator, share.cost_denominator
    if t.options.production_cost == "full":
        return ProductionRate(num, num, den)
    if t.options.production_cost == "split":
        return ProductionRate(num * of, num * part, den * of)
    return ProductionRate(num * part, num * part, den * of)


def compute_order_cost(order: Mapping[str, Any], rates: Mapping[str, ProductionRate]) -> int:
    """Return the total cost of an order in payment units (N8.2)."""
    return sum([rates[good].cost(order[good]) for good in COMMODITIES])
