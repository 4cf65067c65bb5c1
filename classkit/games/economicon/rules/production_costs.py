"""What production costs: a share of market value, by commodity and payment (N8.2, N8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.requests import Seat

from ..contents import COMMODITIES, StandingEffect
from ..state import Economicon
from .prices import count, largest_within, native, rounded

ORDER_MAX = 1_000
"""The largest order that a form takes: far more than anybody can pay for."""


class Rate(NamedTuple):
    """The cost of a commodity: ``first / den`` for one unit, ``further / den`` for each more.

    >>> half = Rate(60, 60, 288)  # half of 60 gold for 144 grain
    >>> half.cost(7), half.cost(8), half.most(1), half.most(2)
    (1, 2, 7, 11)
    """

    first: int
    further: int
    den: int

    def cost(self, quantity: int) -> int:
        """Return the cost of a quantity, rounded once, at least 1; none costs 0 (N8.2)."""
        if quantity < 1:
            return 0
        return rounded(self.first + (quantity - 1) * self.further, self.den)

    def most(self, budget: int) -> int:
        """Return the largest quantity that costs at most ``budget``, as far as a form takes it."""
        if budget < 1:
            return 0
        if not self.further:
            return ORDER_MAX
        after_first = largest_within(budget, self.further, self.den, spent=self.first)
        return min(max(0, 1 + after_first), ORDER_MAX)


Rates: TypeAlias = Mapping[str, Mapping[str, Rate]]
"""Payment unit -> commodity -> its cost in that unit."""


def production_rates(t: Economicon, seat: Seat) -> Rates:
    """Return the cost of each commodity now, by the units that may pay for it (N8.2, N8.4)."""
    units = ("gold",) if t.options.production_pay == "gold" else native(t, seat)
    factors = t.standing(seat, "cost_factor")
    rates: dict[str, dict[str, Rate]] = {}
    for unit in units:
        paying = count(t, unit)
        rates[unit] = {good: rate_of(t, good, paying, factors) for good in COMMODITIES}
    return rates


def rate_of(t: Economicon, good: str, paying: int, factors: Sequence[StandingEffect]) -> Rate:
    """Return a share of market value, times every factor, by the payment's count (N8.2, N8.3)."""
    num, den = paying, t.in_market(good) or 1
    for factor in factors:
        if factor.unit == good:
            num, den = num * factor.num, den * factor.den
    share = t.edition.production
    part, of = share.cost_numerator, share.cost_denominator
    if t.options.production_cost == "full":
        return Rate(num, num, den)
    if t.options.production_cost == "split":
        return Rate(num * of, num * part, den * of)
    return Rate(num * part, num * part, den * of)


def cost_of(order: Mapping[str, Any], rates: Mapping[str, Rate]) -> int:
    """Return the total cost of an order, in units of its payment (N8.2)."""
    return sum([rates[good].cost(order[good]) for good in COMMODITIES])
