"""Production orders: what has to be ordered and what may be, and the form for it (N8.1, N8.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from classkit.engine.moves import Answer, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Decision, Seat
from classkit.procedures.limits import Limit

from ..contents import COMMODITIES, EconomiconRules, InForce
from ..state import NO_GOODS, Economicon
from .goods import Goods
from .naming import at_least, how_many, no_unit
from .nouns import unit_name
from .prices import NATIVE, NOT_NATIVE, TOO_DEAR
from .production_costs import ORDER_MAX, Rates, cost_of
from .standing_effects import CAP_PRODUCTION, REQUIRE

SAMPLED_MAX = 12
"""The largest order of one commodity that is drawn by chance."""
NONE_OR_MORE = "An order is of 0 or more of each commodity (N8.1)."
ANY_GOODS: dict[str, Any] = dict.fromkeys(COMMODITIES, at_least(0, NONE_OR_MORE))
NO_NUMBER = how_many("order", "N8.1")

IN_A_FORM = "A form takes {most:,} of each at most, more than anybody can pay for (N8.5)."
CAPPED = "{event} allows no more than {most:,} {good} (N17.4)."


# --- what has to be produced, and what may be -----------------------------------------------------


def requirements(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return the least of each commodity that a nation has to produce (N8.1)."""
    return required_by(t.edition, t.event, t.nations[seat].laws)


def required_by(edition: EconomiconRules, event: str | None, laws: InForce) -> dict[str, int]:
    """Return the least of each to be produced: what cards say, or the edition (N8.1, N17.4)."""
    least = dict.fromkeys(COMMODITIES, edition.production.minimum_each)
    return {**least, **REQUIRE.under(edition, event, laws)}


def count_unmet(t: Economicon, seat: Seat, produced: Mapping[str, int]) -> int:
    """Return how many commodities are below the requirement, for any reason (N8.1, N8.5)."""
    required = requirements(t, seat)
    return sum([produced[good] < required[good] for good in COMMODITIES])


def production_cap(t: Economicon, seat: Seat) -> int:
    """Return the most of one commodity that a nation may produce (N8.5)."""
    return capped_by(t.edition, t.event, t.nations[seat].laws)


def capped_by(edition: EconomiconRules, event: str | None, laws: InForce) -> int:
    """Return the most of one commodity to be produced: the smallest of all caps (N17.4)."""
    return min(CAP_PRODUCTION.under(edition, event, laws), ORDER_MAX)


def orders_are_hidden(t: Economicon) -> bool:
    """Return whether orders given in turn stay hidden until the last is in (N8.6)."""
    hidden: bool = t.options.production_hidden
    return hidden and t.options.production_order == "in_turn"


# --- the law --------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Order(Goods):
    """An order of production, and the unit with which the nation pays for it.

    >>> import classkit
    >>> from .production_costs import production_rates
    >>> table = classkit.new("economicon", seats=4, seed=7).table
    >>> order = Order(table, "A", {"grain": 99, "oil": 9, "tech": 0}, production_rates(table, "A"))
    >>> order.cost, order.most("grain"), order.most("oil"), order.refuse()
    (23, 103, 0, 'That costs 23 gold and A has 21 (N8.5).')
    """

    rates: Rates

    none_or_more = NONE_OR_MORE
    rule: ClassVar[str] = "N8.5"

    @property
    def pay_with(self) -> str:
        """The unit of the payment: gold where there is no choice (N8.4)."""
        return str(self.stated.get("pay_with", "gold"))

    @property
    def cost(self) -> int:
        """What the order costs, in whole units of the payment (N8.2)."""
        return cost_of(self.stated, self.rates[self.pay_with])

    @property
    def budget(self) -> int:
        """The units of the payment that the nation holds."""
        return self.t.held(self.nation, self.pay_with)

    def limits(self, good: str) -> tuple[Limit, ...]:
        """Return what limits a commodity: the event, and the money that others leave (N8.5)."""
        rates, spent = self.rates[self.pay_with], 0
        for before in COMMODITIES[: COMMODITIES.index(good)]:
            spent += rates[before].cost(self.stated[before])
        return (
            (ORDER_MAX, IN_A_FORM),
            (production_cap(self.t, self.nation), CAPPED),
            (rates[good].most(self.budget - spent), TOO_DEAR),
        )

    def refuse(self) -> str | None:
        """Return why the order is illegal, or what pays for it; None if it is legal."""
        if self.pay_with not in self.rates:
            return NOT_NATIVE.format(lot=self)
        return Goods.refuse(self)


# --- the move -------------------------------------------------------------------------------------


def order_decision(t: Economicon, seat: Seat, rates: Rates) -> Decision:
    """Return the question how much to order; ``about`` has what each costs in gold (N8.1)."""
    return Decision(
        seat,
        "order_production",
        [order_move(t, seat, rates)],
        "N8.1",
        partial(usual_order, t, seat, rates),
        {"costs": dict(rates["gold"])},
        private=orders_are_hidden(t),
        why=NO_NUMBER,
    )


def order_move(t: Economicon, seat: Seat, rates: Rates) -> Move:
    """Return the order: a number of each commodity and, if there is a choice, what pays (N8.4)."""
    fields = ANY_GOODS
    if len(rates) > 1:
        fields = {**ANY_GOODS, "pay_with": OneOf(t.units, why=partial(no_unit, t.units, "N3.2"))}
    return Move(
        "order",
        form=partial(order_form, t, seat, rates),
        refuse=partial(refuse_order, t, seat, rates),
        sample=partial(sample_order, t, seat, rates),
        preview=partial(preview_order, t, seat, rates),
        **fields,
    )


def empty(t: Economicon, seat: Seat, rates: Rates, pay_with: str = "gold") -> Order:
    """Return an order of nothing, which names its payment where there is a choice (N8.4)."""
    paid = {"pay_with": pay_with} if len(rates) > 1 else {}
    return Order(t, seat, {**NO_GOODS, **paid}, rates)


def order_form(t: Economicon, seat: Seat, rates: Rates) -> dict[str, Field]:
    """Return the fields: as much of each commodity as the nation can pay for (N8.5)."""
    orders, fields = [empty(t, seat, rates, unit) for unit in rates], dict[str, Field]()
    for good in COMMODITIES:
        fields[good] = max(orders, key=lambda order: order.most(good)).amount(good)
    if len(rates) > 1:
        fields["pay_with"] = OneOf(tuple(rates), of="space", why=NATIVE)
    return fields


def refuse_order(t: Economicon, seat: Seat, rates: Rates, order: Mapping[str, Any]) -> str | None:
    """Refuse an illegal order."""
    return Order(t, seat, order, rates).refuse()


def usual_order(t: Economicon, seat: Seat, rates: Rates) -> Answer:
    """Order one of each in turn, as far as the cap and the gold allow (section 5, N8.1)."""
    return Answer("order", empty(t, seat, rates).filled(lambda most: min(1, most)))


def sample_order(t: Economicon, seat: Seat, rates: Rates, chance: Chance) -> dict[str, Any]:
    """Return a random order that the nation can pay for."""
    pay_with = list(rates)[chance.below(len(rates))] if len(rates) > 1 else "gold"
    order = empty(t, seat, rates, pay_with)
    return order.filled(lambda most: min(chance.below(SAMPLED_MAX + 1), most))


def preview_order(t: Economicon, seat: Seat, rates: Rates, values: Mapping[str, Any]) -> Preview:
    """Preview the cost of each commodity ordered, and what is left to pay with (N8.2)."""
    order, required = Order(t, seat, values, rates), requirements(t, seat)
    paying = rates[order.pay_with]
    rows = tuple((good, values[good], paying[good].cost(values[good])) for good in COMMODITIES)
    below = [good for good in COMMODITIES if values[good] < required[good]]
    paid = unit_name(order.pay_with)
    note = f"In all {order.cost:,} {paid}; {order.budget - order.cost:,} left in reserves."
    if below:
        note += f" Below the requirement: {', '.join(below)}."
    return Preview(("", "units", f"cost in {paid}"), rows, "", note)
