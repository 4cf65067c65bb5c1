"""Phase 6: production, from sealed orders or in turn (N8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.untrusted_input import FrozenDict

from ..account_names import MARKET, RESERVE, STAGING, SUPPLY
from ..rules_data import COMMODITIES
from ..state import EconomiconState
from .play_order import fix_play_order
from .production_costs import Rates, compute_order_cost, get_production_rates
from .production_orders import build_order_decision, count_unmet


def produce_goods(t: EconomiconState) -> Flow[None]:
    """Ask every nation for an order, together or in turn, and carry the orders out (N8.6)."""
    rates = {
        seat: get_production_rates(t, seat) for seat in t.seats
    }  # at the prices before production (N8.2)
    if t.options.production_order == "in_turn":
        yield from produce_in_turn(t, rates)
        return
    answers = yield from t.ask_all([build_order_decision(t, seat, rates[seat]) for seat in t.seats])
    for seat, answer in answers.items():
        make_goods(t, seat, answer.fields, rates[seat])


def produce_in_turn(t: EconomiconState, rates: Mapping[Seat, Rates]) -> Flow[None]:
    """Ask in order of play. Hidden orders are carried out last, others immediately (N8.6)."""
    yield from fix_play_order(t)
    for seat in t.order:
        answer = yield build_order_decision(t, seat, rates[seat])
        if t.options.production_hidden:
            t.orders[seat] = dict(answer.fields)
        else:
            make_goods(t, seat, answer.fields, rates[seat])
    for seat, order in t.orders.items():
        make_goods(t, seat, order, rates[seat])
    t.orders.clear()


def make_goods(t: EconomiconState, seat: Seat, order: Mapping[str, Any], rates: Rates) -> None:
    """Produce as many units as the supply allows, and charge only for them (N8.4, N8.7)."""
    made = {good: min(order[good], t.get_supply_units(good)) for good in COMMODITIES}
    pay_with = order.get("pay_with", "gold")
    payee = MARKET if t.options.production_cost_to == "market" else SUPPLY
    cost = compute_order_cost(made, rates[pay_with])
    t.move(pay_with, cost, RESERVE[seat], payee, "production_cost", "N8.4")
    t.move_each(made, SUPPLY, STAGING[seat], "produced", "N8.7")
    t.nations[seat].produced = FrozenDict(made)
    t.nations[seat].unmet_production = count_unmet(t, seat, made)
