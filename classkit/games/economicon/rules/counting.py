"""Counting of purchases, direct or not (N10.4, N17.2)."""

from __future__ import annotations

from math import gcd

from classkit.engine.requests import Seat

from ..state import Economicon
from .prices import count, count_held, held_by


def count_purchase(
    t: Economicon, seat: Seat, unit: str, quantity: int, pay_with: str, cost: int
) -> None:
    """Count a purchase, direct or not (N17.2); call it before anything moves."""
    nation, total = t.nations[seat], t.trade_volume
    nation.lots += 1
    nation.bought[unit] = nation.bought.get(unit, 0) + quantity
    if pay_with == "gold":
        nation.paid_gold += cost
    else:
        nation.paid_native += cost
    if held_by(t, pay_with) == "gold":  # a whole number: in lowest terms as before
        t.trade_volume = (total[0] + cost * total[1], total[1])
    else:
        t.trade_volume = added(total, cost * count(t, "gold"), count_held(t, pay_with))


def added(total: tuple[int, int], num: int, den: int) -> tuple[int, int]:
    """Return a total plus num / den in lowest terms: exact, and quicker than a Fraction.

    >>> added((1, 2), 1, 6)
    (2, 3)
    """
    num, den = total[0] * den + num * total[1], total[1] * den
    common = gcd(num, den)
    return num // common, den // common
