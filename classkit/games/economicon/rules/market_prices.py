"""Values and prices as ratios of units in the market (N2).

Costs are exact: a pair of integers represents a fraction, which is rounded only once.
"""

from __future__ import annotations

from fractions import Fraction

from ..account_names import CURRENCY, ISSUER, MARKET
from ..state import NO_PEG, EconomiconState

NATIVE_TEXT = "a nation pays with gold, its own currency, or the unit of its peg (N3.2)"
"""The reason why a nation cannot pay with other units."""
NOT_NATIVE_TEXT = f"{{lot.nation}} cannot pay with {{lot.pay_with}}: {NATIVE_TEXT}."
TOO_DEAR_TEXT = (
    "That costs {lot.cost:,} {lot.pay_with}, but {lot.nation} has {lot.budget:,} ({lot.rule})."
)
"""The reasons why a nation cannot pay for a purchase or an order."""


def find_anchor(t: EconomiconState, unit: str) -> str:
    """Return the unit at the end of a chain of pegs, whose count gives the value (N3.4).

    In a cycle, which an option may allow, the first repeated unit counts by itself (N3.5).
    """
    passed: tuple[str, ...] = ()
    while unit in ISSUER and unit not in passed:
        peg = t.nations[ISSUER[unit]].peg
        if peg == NO_PEG:
            break
        passed += (unit,)
        unit = peg
    return unit


def get_valuation_unit(t: EconomiconState, unit: str) -> str:
    """Return the unit whose count determines the value of a bought or held unit (N2.4)."""
    if unit in ISSUER and t.options.peg_values == "both":
        return find_anchor(t, unit)
    return unit


def get_count(t: EconomiconState, unit: str) -> int:
    """Return a unit's count: the units of its anchor in the market, at least 1 (N2.1)."""
    return t.ledger.balances[find_anchor(t, unit)][MARKET] or 1


def get_held_count(t: EconomiconState, unit: str) -> int:
    """Return the count of a bought or held unit, by its peg or by itself (N2.4, N16.1)."""
    return t.ledger.balances[get_valuation_unit(t, unit)][MARKET] or 1


def round_cost(num: int, den: int) -> int:
    """Round to the nearest integer, halves up, and at least 1 (N2.3).

    >>> round_cost(25, 20), round_cost(5, 2), round_cost(60, 144)
    (1, 3, 1)
    """
    return (2 * num + den) // (2 * den) or 1


def get_price_ratio(t: EconomiconState, unit: str, pay_with: str) -> tuple[int, int]:
    """Return the price of a unit: the payment's count over the unit's count (N2.2)."""
    return get_count(t, pay_with), get_held_count(t, unit)


def compute_lot_cost(quantity: int, num: int, den: int) -> int:
    """Return the cost of a lot at a price of num / den, in whole payment units (N2.3)."""
    return round_cost(quantity * num, den)


def compute_max_lot(budget: int, num: int, den: int) -> int:
    """Return the largest lot that costs at most ``budget`` at a price of num / den (N2.3).

    >>> compute_max_lot(16, 60, 70), compute_max_lot(0, 1, 70)
    (19, 0)
    """
    return compute_max_quantity(budget, num, den) if budget > 0 else 0  # every lot costs at least 1


def compute_max_quantity(budget: int, num: int, den: int, spent: int = 0) -> int:
    """Return the largest n for which (spent + n * num) / den rounds to at most ``budget`` (N2.3).

    This is the largest n for which the quotient is below budget + 1/2.

    >>> compute_max_quantity(16, 60, 70), round_cost(19 * 60, 70), round_cost(20 * 60, 70)
    (19, 16, 17)
    """
    return ((2 * budget + 1) * den - 1 - 2 * spent) // (2 * num)


def get_gold_price(t: EconomiconState, unit: str) -> Fraction:
    """Return the price of one unit in gold (N2.2, N16.1)."""
    if unit == "gold":
        return Fraction(1)
    return Fraction(get_count(t, "gold"), get_held_count(t, unit))


def list_payment_units(t: EconomiconState, seat: str) -> list[str]:
    """Return the units that a nation holds and may pay with (N3.2)."""
    return [unit for unit in list_native_units(t, seat) if t.get_reserve(seat, unit)]


def list_native_units(t: EconomiconState, seat: str) -> tuple[str, ...]:
    """Return the units that a nation may pay with: gold, its currency, and its peg (N3.2)."""
    peg = t.nations[seat].peg
    if peg == "gold" or peg == NO_PEG:
        return ("gold", CURRENCY[seat])
    return ("gold", CURRENCY[seat], peg)
