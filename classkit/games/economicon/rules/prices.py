"""Value and price: everything is a ratio of what lies in the market (N2).

Costs are exact: a pair of whole numbers stands for a fraction until it is rounded, once.
"""

from __future__ import annotations

from fractions import Fraction

from ..accounts import CURRENCY, ISSUER, MARKET
from ..state import NO_PEG, Economicon

NATIVE = "a nation pays with gold, its own currency, or the unit of its peg (N3.2)"
"""The reason why nothing else pays."""
NOT_NATIVE = f"{{lot.nation}} cannot pay with {{lot.pay_with}}: {NATIVE}."
TOO_DEAR = (
    "That costs {lot.cost:,} {lot.pay_with} and {lot.nation} has {lot.budget:,} ({lot.rule})."
)
"""Why a purchase or an order cannot be paid for."""


def anchor(t: Economicon, unit: str) -> str:
    """Return the unit whose count gives a unit's value: the end of its chain of pegs (N3.4).

    In a ring of pegs, which an option may allow, the first member met counts by itself (N3.5).
    """
    passed: tuple[str, ...] = ()
    while unit in ISSUER and unit not in passed:
        peg = t.nations[ISSUER[unit]].peg
        if peg == NO_PEG:
            break
        passed += (unit,)
        unit = peg
    return unit


def held_by(t: Economicon, unit: str) -> str:
    """Return the unit by whose count a unit is valued when it is bought or held (N2.4)."""
    if unit in ISSUER and t.options.peg_values == "both":
        return anchor(t, unit)
    return unit


def count(t: Economicon, unit: str) -> int:
    """Return ``count(unit)`` of the rules: its anchor's units in the market, 0 as 1 (N2.1)."""
    return t.ledger.balances[anchor(t, unit)][MARKET] or 1


def count_held(t: Economicon, unit: str) -> int:
    """Return the count of a unit bought or held: by its peg, or by itself (N2.4, N16.1)."""
    return t.ledger.balances[held_by(t, unit)][MARKET] or 1


def rounded(num: int, den: int) -> int:
    """Round to the nearest whole number, one half upwards, never below 1 (N2.3).

    >>> rounded(25, 20), rounded(5, 2), rounded(60, 144)
    (1, 3, 1)
    """
    return (2 * num + den) // (2 * den) or 1


def price_pair(t: Economicon, unit: str, pay_with: str) -> tuple[int, int]:
    """Return the price of a unit: the payment's count over that of what is bought (N2.2)."""
    return count(t, pay_with), count_held(t, unit)


def lot_cost(quantity: int, num: int, den: int) -> int:
    """Return what a lot costs at a price of num / den, in whole units of the payment (N2.3)."""
    return rounded(quantity * num, den)


def most_for(budget: int, num: int, den: int) -> int:
    """Return the largest lot that costs at most ``budget`` at a price of num / den (N2.3).

    >>> most_for(16, 60, 70), most_for(0, 1, 70)
    (19, 0)
    """
    return largest_within(budget, num, den) if budget > 0 else 0  # no lot costs less than 1


def largest_within(budget: int, num: int, den: int, spent: int = 0) -> int:
    """Return the largest n for which (spent + n * num) / den rounds to at most ``budget`` (N2.3).

    That is the largest for which it stays below budget + 1/2.

    >>> largest_within(16, 60, 70), rounded(19 * 60, 70), rounded(20 * 60, 70)
    (19, 16, 17)
    """
    return ((2 * budget + 1) * den - 1 - 2 * spent) // (2 * num)


def gold_price(t: Economicon, unit: str) -> Fraction:
    """Return what one unit is worth in gold on the present market (N2.2, N16.1)."""
    if unit == "gold":
        return Fraction(1)
    return Fraction(count(t, "gold"), count_held(t, unit))


def payments(t: Economicon, seat: str) -> list[str]:
    """List what a nation may pay with and holds (N3.2)."""
    return [unit for unit in native(t, seat) if t.held(seat, unit)]


def native(t: Economicon, seat: str) -> tuple[str, ...]:
    """List the units a nation may pay with: gold, its own, and its direct peg (N3.2)."""
    peg = t.nations[seat].peg
    if peg == "gold" or peg == NO_PEG:
        return ("gold", CURRENCY[seat])
    return ("gold", CURRENCY[seat], peg)
