"""What a purchase counts for, direct or not (N10.4, N17.2)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from .prices import gold_price
from .state import Economicon


def count_purchase(
    t: Economicon, seat: Seat, unit: str, quantity: int, pay_with: str, cost: int
) -> None:
    """The counters of a purchase, direct or not (N17.2); call it before anything moves."""
    nation = t.nations[seat]
    nation.lots += 1
    nation.bought[unit] = nation.bought.get(unit, 0) + quantity
    if pay_with == "gold":
        nation.paid_gold += cost
    else:
        nation.paid_native += cost
    t.trade_volume += cost * gold_price(t, pay_with)
