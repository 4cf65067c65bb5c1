"""Production orders: requirements, caps and the form (N8.1, N8.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer, Field, Move, OneOf, Preview, RandomGenerator
from classkit.mechanics.bounds import Limit

from ..rules_data import COMMODITIES, EconomiconRules, LawsInForce
from ..state import NO_GOODS, EconomiconState
from .commodity_amounts import CommodityAmounts
from .market_prices import NATIVE_TEXT, NOT_NATIVE_TEXT, TOO_DEAR_TEXT
from .name_refusals import build_min_amount, build_number_check, refuse_unit
from .noun_text import get_unit_name
from .production_costs import MAX_ORDER, Rates, compute_order_cost
from .standing_effects import CAP_PRODUCTION, REQUIRE

MAX_SAMPLED_ORDER = 12
"""The largest amount of a commodity in random sample orders."""
MIN_QUANTITY_TEXT = "Order 0 or more of each commodity (N8.1)."
ORDER_FIELDS: dict[str, Any] = dict.fromkeys(COMMODITIES, build_min_amount(0, MIN_QUANTITY_TEXT))
CHECK_NUMBER = build_number_check("order", "N8.1")

FORM_LIMIT_TEXT = "Order at most {most:,} of each; nobody can pay for more (N8.5)."
CAP_TEXT = "{event} allows at most {most:,} {good} (N17.4)."


# --- requirements and caps ---------------------------------------------------------------------


def get_requirements(t: EconomiconState, seat: Seat) -> dict[str, int]:
    """Return the minimum of each commodity that a nation must produce (N8.1)."""
    return compute_requirements(t.edition, t.event, t.nations[seat].laws)


def compute_requirements(
    edition: EconomiconRules, event: str | None, laws: LawsInForce
) -> dict[str, int]:
    """Return the minimum production of each commodity that cards or edition set (N8.1, N17.4)."""
    least = dict.fromkeys(COMMODITIES, edition.production.minimum_each)
    return {**least, **REQUIRE.compute_value(edition, event, laws)}


def count_unmet(t: EconomiconState, seat: Seat, produced: Mapping[str, int]) -> int:
    """Return the number of commodities below the requirement (N8.1, N8.5)."""
    required = get_requirements(t, seat)
    return sum([produced[good] < required[good] for good in COMMODITIES])


def get_production_cap(t: EconomiconState, seat: Seat) -> int:
    """Return the maximum of one commodity that a nation may produce (N8.5)."""
    return compute_production_cap(t.edition, t.event, t.nations[seat].laws)


def compute_production_cap(edition: EconomiconRules, event: str | None, laws: LawsInForce) -> int:
    """Return the maximum production of one commodity: the lowest cap in force (N17.4)."""
    return min(CAP_PRODUCTION.compute_value(edition, event, laws), MAX_ORDER)


def are_orders_hidden(t: EconomiconState) -> bool:
    """Return True if orders given in turn stay hidden until the last one (N8.6)."""
    hidden: bool = t.options.production_hidden
    return hidden and t.options.production_order == "in_turn"


# --- limits ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class ProductionOrder(CommodityAmounts):
    """A production order and the unit that pays for it.

    >>> import classkit
    >>> from .production_costs import get_production_rates
    >>> table = classkit.new("economicon", seats=4, seed=7).table
    >>> rates = get_production_rates(table, "A")
    >>> order = ProductionOrder(table, "A", {"grain": 99, "oil": 9, "tech": 0}, rates)
    >>> order.cost, order.get_max_amount("grain"), order.get_max_amount("oil"), order.refuse()
    (23, 103, 0, 'That costs 23 gold, but A has 21 (N8.5).')
    """

    rates: Rates

    none_or_more = MIN_QUANTITY_TEXT
    rule: ClassVar[str] = "N8.5"

    @property
    def pay_with(self) -> str:
        """The payment unit, which is gold if there is no choice (N8.4)."""
        return str(self.stated.get("pay_with", "gold"))

    @property
    def cost(self) -> int:
        """The cost of the order in whole payment units (N8.2)."""
        return compute_order_cost(self.stated, self.rates[self.pay_with])

    @property
    def budget(self) -> int:
        """The nation's holding of the payment unit."""
        return self.t.get_reserve(self.nation, self.pay_with)

    def get_limits(self, good: str) -> tuple[Limit, ...]:
        """Return the limits of a commodity: caps, and the money left after the others (N8.5)."""
        rates, spent = self.rates[self.pay_with], 0
        for before in COMMODITIES[: COMMODITIES.index(good)]:
            spent += rates[before].cost(self.stated[before])
        return (
            (MAX_ORDER, FORM_LIMIT_TEXT),
            (get_production_cap(self.t, self.nation), CAP_TEXT),
            (rates[good].get_max_quantity(self.budget - spent), TOO_DEAR_TEXT),
        )

    def refuse(self) -> str | None:
        """Return the reason why the order or its payment is illegal, or None."""
        if self.pay_with not in self.rates:
            return NOT_NATIVE_TEXT.format(lot=self)
        return CommodityAmounts.refuse(self)


# --- the move -------------------------------------------------------------------------------------


def build_order_decision(t: EconomiconState, seat: Seat, rates: Rates) -> Decision:
    """Return the decision. Its ``about`` contains the cost of each commodity in gold (N8.1)."""
    return Decision(
        seat,
        "order_production",
        [build_order_move(t, seat, rates)],
        "N8.1",
        partial(build_usual_order, t, seat, rates),
        {"costs": dict(rates["gold"])},
        private=are_orders_hidden(t),
        why=CHECK_NUMBER,
    )


def build_order_move(t: EconomiconState, seat: Seat, rates: Rates) -> Move:
    """Return the order move: a number per commodity and a payment unit if free (N8.4)."""
    fields = ORDER_FIELDS
    if len(rates) > 1:
        fields = {
            **ORDER_FIELDS,
            "pay_with": OneOf(t.units, why=partial(refuse_unit, t.units, "N3.2")),
        }
    return Move(
        "order",
        form=partial(build_order_form, t, seat, rates),
        refuse=partial(refuse_order, t, seat, rates),
        sample=partial(sample_order, t, seat, rates),
        preview=partial(preview_order, t, seat, rates),
        **fields,
    )


def build_empty_order(
    t: EconomiconState, seat: Seat, rates: Rates, pay_with: str = "gold"
) -> ProductionOrder:
    """Return an empty order. It has a payment unit if the nation can choose one (N8.4)."""
    paid = {"pay_with": pay_with} if len(rates) > 1 else {}
    return ProductionOrder(t, seat, {**NO_GOODS, **paid}, rates)


def build_order_form(t: EconomiconState, seat: Seat, rates: Rates) -> dict[str, Field]:
    """Return the form fields, limited to what the nation can pay for (N8.5)."""
    orders, fields = [build_empty_order(t, seat, rates, unit) for unit in rates], dict[str, Field]()
    for good in COMMODITIES:
        fields[good] = max(orders, key=lambda order: order.get_max_amount(good)).build_field(good)
    if len(rates) > 1:
        fields["pay_with"] = OneOf(tuple(rates), of="space", why=NATIVE_TEXT)
    return fields


def refuse_order(
    t: EconomiconState, seat: Seat, rates: Rates, order: Mapping[str, Any]
) -> str | None:
    return ProductionOrder(t, seat, order, rates).refuse()


def build_usual_order(t: EconomiconState, seat: Seat, rates: Rates) -> Answer:
    """Return the default order: one unit of each, up to cap and gold (section 5, N8.1)."""
    return Answer(
        "order", build_empty_order(t, seat, rates).fill_amounts(lambda most: min(1, most))
    )


def sample_order(
    t: EconomiconState, seat: Seat, rates: Rates, chance: RandomGenerator
) -> dict[str, Any]:
    """Return a random order that the nation can pay for."""
    pay_with = list(rates)[chance.below(len(rates))] if len(rates) > 1 else "gold"
    order = build_empty_order(t, seat, rates, pay_with)
    return order.fill_amounts(lambda most: min(chance.below(MAX_SAMPLED_ORDER + 1), most))


def preview_order(
    t: EconomiconState, seat: Seat, rates: Rates, values: Mapping[str, Any]
) -> Preview:
    """Preview the cost of each commodity and the money left (N8.2)."""
    order, required = ProductionOrder(t, seat, values, rates), get_requirements(t, seat)
    paying = rates[order.pay_with]
    rows = tuple((good, values[good], paying[good].cost(values[good])) for good in COMMODITIES)
    below = [good for good in COMMODITIES if values[good] < required[good]]
    paid = get_unit_name(order.pay_with)
    cost = f"{order.cost:,} {get_unit_name(order.pay_with, order.cost)}"
    note = f"In all {cost}; {order.budget - order.cost:,} left in reserves."
    if below:
        note += f" Below the requirement: {', '.join(below)}."
    return Preview(("", "units", f"cost in {paid}"), rows, "", note)
