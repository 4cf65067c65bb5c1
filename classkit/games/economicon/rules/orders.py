"""Production orders: what has to be ordered and what may be, and the form for it (N8.1, N8.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Chance, Field, Move, OneOf, Preview
from classkit.engine.requests import Decision, Seat

from ..contents import COMMODITIES, EconomiconRules, StandingEffect
from ..state import NO_GOODS, Economicon
from .naming import how_many, no_unit, too_many
from .nouns import unit_name
from .prices import NATIVE
from .production_costs import ORDER_MAX, Rates, cost_of

SAMPLED_MAX = 12
"""The largest order of one commodity that is drawn by chance."""
OUT_OF_RANGE = partial(
    too_many, 0, "An order is of 0 or more of each commodity (N8.1).",
    f"a form takes {ORDER_MAX:,} of each at most, more than anybody can pay for (N8.5).",
)  # fmt: skip
ANY_GOODS: dict[str, Any] = dict.fromkeys(COMMODITIES, Amount(0, ORDER_MAX, why=OUT_OF_RANGE))
NO_NUMBER = how_many("order", "N8.1")


# --- what has to be produced, and what may be -----------------------------------------------------


def requirements(t: Economicon, seat: Seat) -> dict[str, int]:
    """Return the least of each commodity that a nation has to produce (N8.1)."""
    return required_by(t.edition, t.standing(seat, "require"))


def required_by(edition: EconomiconRules, effects: Sequence[StandingEffect]) -> dict[str, int]:
    """Return the least of each to be produced: what cards say, or the edition (N8.1, N17.4)."""
    least = dict.fromkeys(COMMODITIES, edition.production.minimum_each)
    for good in COMMODITIES:
        if stated := [effect.n for effect in effects if effect.unit in ("", good)]:
            least[good] = max(stated)
    return least


def count_unmet(t: Economicon, seat: Seat, produced: Mapping[str, int]) -> int:
    """Return how many commodities are below the requirement, for any reason (N8.1, N8.5)."""
    required = requirements(t, seat)
    return sum([produced[good] < required[good] for good in COMMODITIES])


def production_cap(t: Economicon, seat: Seat) -> int:
    """Return the most of one commodity that a nation may produce (N8.5)."""
    return capped_by(t.standing(seat, "cap_production"))


def capped_by(effects: Sequence[StandingEffect]) -> int:
    """Return the most of one commodity to be produced: the smallest of all caps (N17.4)."""
    return max(0, min([effect.n for effect in effects])) if effects else ORDER_MAX


def orders_are_hidden(t: Economicon) -> bool:
    """Return whether orders given in turn stay hidden until the last is in (N8.6)."""
    hidden: bool = t.options.production_hidden
    return hidden and t.options.production_order == "in_turn"


# --- the order ------------------------------------------------------------------------------------


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


def order_form(t: Economicon, seat: Seat, rates: Rates) -> dict[str, Field]:
    """Return the fields: as much of each commodity as the nation can pay for (N8.5)."""
    cap, fields = production_cap(t, seat), dict[str, Field]()
    for good in COMMODITIES:
        paid = max(rates[unit][good].most(t.held(seat, unit)) for unit in rates)
        why = why_no_more(t, seat, cap, paid)
        fields[good] = Amount(0, min(cap, paid), unit=good, why=why)
    if len(rates) > 1:
        fields["pay_with"] = OneOf(tuple(rates), of="space", why=NATIVE)
    return fields


def why_no_more(t: Economicon, seat: Seat, cap: int, paid: int) -> str:
    """Return what limits an order of one commodity: the event, or the money (N8.5)."""
    if cap <= paid and cap < ORDER_MAX:
        return f"{t.event_name()} allows no more of a commodity (N17.4)"
    return f"{seat} cannot pay for more (N8.5)" if paid < ORDER_MAX else "a form takes no more"


def refuse_order(t: Economicon, seat: Seat, rates: Rates, order: Mapping[str, Any]) -> str | None:
    """Refuse an order beyond the cap, or one that costs more than is held (N8.5, N17.4)."""
    pay_with = order.get("pay_with", "gold")
    if pay_with not in rates:
        return f"{seat} cannot pay with {pay_with}: {NATIVE}."
    cap = production_cap(t, seat)
    for good in COMMODITIES:
        if order[good] > cap:
            who = t.event_name() or "A form"
            return f"{who} allows no more than {cap:,} {good} (N17.4)."
    cost, held = cost_of(order, rates[pay_with]), t.held(seat, pay_with)
    if cost > held:
        return f"That order costs {cost:,} {pay_with} and {seat} has {held:,} (N8.5)."
    return None


def usual_order(t: Economicon, seat: Seat, rates: Rates) -> Answer:
    """Order one of each in turn, as far as the cap and the gold allow (section 5, N8.1)."""
    order, left = dict[str, Any](NO_GOODS), t.held(seat, "gold")
    for good, rate in rates["gold"].items():
        if production_cap(t, seat) and rate.cost(1) <= left:
            order[good] = 1
            left -= rate.cost(1)
    if len(rates) > 1:
        order["pay_with"] = "gold"
    return Answer("order", order)


def sample_order(t: Economicon, seat: Seat, rates: Rates, chance: Chance) -> dict[str, Any]:
    """Return a random order that the nation can pay for."""
    pay_with, order = "gold", dict[str, Any](NO_GOODS)
    if len(rates) > 1:
        order["pay_with"] = pay_with = list(rates)[chance.below(len(rates))]
    left, most = t.held(seat, pay_with), min(production_cap(t, seat), SAMPLED_MAX)
    for good, rate in rates[pay_with].items():
        number = chance.below(most + 1)
        while number and rate.cost(number) > left:
            number -= 1
        order[good] = number
        left -= rate.cost(number)
    return order


def preview_order(t: Economicon, seat: Seat, rates: Rates, order: Mapping[str, Any]) -> Preview:
    """Preview the cost of each commodity ordered, and what is left to pay with (N8.2)."""
    pay_with, required = order.get("pay_with", "gold"), requirements(t, seat)
    rows = tuple(
        (good, order[good], rate.cost(order[good])) for good, rate in rates[pay_with].items()
    )
    total = cost_of(order, rates[pay_with])
    below = [good for good in COMMODITIES if order[good] < required[good]]
    paid = unit_name(pay_with)
    note = f"In all {total:,} {paid}; {t.held(seat, pay_with) - total:,} left in reserves."
    if below:
        note += f" Below the requirement: {', '.join(below)}."
    return Preview(("", "units", f"cost in {paid}"), rows, "", note)
