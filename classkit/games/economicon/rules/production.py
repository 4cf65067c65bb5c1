"""Phase 6: goods are produced, by sealed orders or in turn (N8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.data import WrittenDown
from classkit.engine.requests import Flow, Seat

from ..accounts import MARKET, RESERVE, STAGED, SUPPLY
from ..contents import COMMODITIES
from ..state import Economicon
from .order import fix_order
from .orders import count_unmet, order_decision
from .production_costs import Rates, cost_of, production_rates


def produce(t: Economicon) -> Flow[None]:
    """Ask every nation for an order, all at once or in turn, and carry the orders out (N8.6)."""
    rates = {seat: production_rates(t, seat) for seat in t.seats}  # the market as it is now (N8.2)
    if t.options.production_order == "in_turn":
        yield from produce_in_turn(t, rates)
        return
    answers = yield from t.ask_all([order_decision(t, seat, rates[seat]) for seat in t.seats])
    for seat, answer in answers.items():
        make_goods(t, seat, answer.fields, rates[seat])


def produce_in_turn(t: Economicon, rates: Mapping[Seat, Rates]) -> Flow[None]:
    """Ask in order of play; carry out hidden orders when the last is in, others at once (N8.6)."""
    yield from fix_order(t)
    for seat in t.order:
        answer = yield order_decision(t, seat, rates[seat])
        if t.options.production_hidden:
            t.orders[seat] = dict(answer.fields)
        else:
            make_goods(t, seat, answer.fields, rates[seat])
    for seat, order in t.orders.items():
        make_goods(t, seat, order, rates[seat])
    t.orders.clear()


def make_goods(t: Economicon, seat: Seat, order: Mapping[str, Any], rates: Rates) -> None:
    """Make what the supply can serve, and charge for just that (N8.4, N8.7)."""
    made = {good: min(order[good], t.in_supply(good)) for good in COMMODITIES}
    pay_with = order.get("pay_with", "gold")
    payee = MARKET if t.options.production_cost_to == "market" else SUPPLY
    cost = cost_of(made, rates[pay_with])
    t.move(pay_with, cost, RESERVE[seat], payee, "production_cost", "N8.4")
    t.move_each(made, SUPPLY, STAGED[seat], "produced", "N8.7")
    t.nations[seat].produced = WrittenDown(made)
    t.nations[seat].unmet_production = count_unmet(t, seat, made)
