"""Counters of purchases, in the market or from a partner (N10.4, N17.2)."""

from __future__ import annotations

from math import gcd

from classkit.engine.decisions import Seat

from ..state import EconomiconState
from .market_prices import get_count, get_held_count, get_valuation_unit


def count_purchase(
    t: EconomiconState, seat: Seat, unit: str, quantity: int, pay_with: str, cost: int
) -> None:
    """Count a purchase, in the market or from a partner (N17.2). Call it before anything moves."""
    nation, total = t.nations[seat], t.trade_volume
    nation.lots += 1
    nation.bought[unit] = nation.bought.get(unit, 0) + quantity
    if pay_with == "gold":
        nation.paid_gold += cost
    else:
        nation.paid_native += cost
    if get_valuation_unit(t, pay_with) == "gold":  # an integer: the fraction stays in lowest terms
        t.trade_volume = (total[0] + cost * total[1], total[1])
    else:
        t.trade_volume = add_fraction(
            total, cost * get_count(t, "gold"), get_held_count(t, pay_with)
        )


def add_fraction(total: tuple[int, int], num: int, den: int) -> tuple[int, int]:
    """Return a total plus num / den in lowest terms. This is faster than a Fraction.

    >>> add_fraction((1, 2), 1, 6)
    (2, 3)
    """
    num, den = total[0] * den + num * total[1], total[1] * den
    common = gcd(num, den)
    return num // common, den // common
