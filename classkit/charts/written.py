"""Figures as people read them: in tables, in legends, in the cells of a heat map."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from math import floor
from typing import Any

from .looks import is_money

MINUS, NONE = "\u2212", "\u2013"
EXACT = 10
"""The size below which figures have three decimals, as on the board."""


def decimal(value: float, places: int = 2) -> str:
    """Return a number with at most ``places`` decimals; halves are rounded away from 0.

    >>> decimal(1234.5), decimal(3), decimal(0.125), decimal(-0.001)
    ('1,234.5', '3', '0.13', '0')
    """
    size = abs(Decimal(repr(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    text = f"{size:,}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{MINUS if value < 0 and text != '0' else ''}{text}"


def money(value: float) -> str:
    """Return an amount of money in full.

    >>> money(-120_000.4)
    '\u2212$120,000'
    """
    return f"{MINUS if value < 0 else ''}${decimal(abs(value), 0)}"


def short_money(value: float) -> str:
    """Return an amount of money in few letters.

    >>> short_money(1_250_000), short_money(12_500), short_money(-950)
    ('$1.25M', '$12.5k', '\u2212$950')
    """
    size, sign = abs(value), MINUS if value < 0 else ""
    if size >= 999_500:
        return f"{sign}${decimal(size / 1_000_000)}M"
    return f"{sign}${decimal(size / 1_000)}k" if size >= 10_000 else f"{sign}${decimal(size, 0)}"


def written(value: Any, unit: str | None) -> str:
    """Return a figure with its unit, as a table has it.

    >>> written(1250, "$"), written(2.5, "%"), written("election", ""), written(None, "$")
    ('$1,250', '2.5%', 'election', '\u2013')
    """
    if value is None or value == "":
        return NONE
    if not isinstance(value, (int, float)):
        return str(value)
    if is_money(unit):
        return money(value)
    return f"{decimal(value)}{'%' if unit == '%' else ''}"


def concise(value: Any, unit: str) -> str:
    """Return a figure in the few letters of a legend; "" for what is no number.

    >>> concise(2_330_000, "$"), concise(0.5541, "gold"), concise(38.711, "gold"), concise(57, "%")
    ('$2.33M', '0.554', '38.71', '57%')
    """
    if not isinstance(value, (int, float)):
        return ""
    if is_money(unit):
        return short_money(value)
    return decimal(value, 3) if abs(value) < EXACT and unit != "%" else written(value, unit)


def short(value: Any, unit: str) -> str:
    """Return a figure in few letters, as a cell has room for them.

    >>> short(0.25, "%"), short(1_250_000, "$"), short(-3, "points"), short(None, "$")
    ('0.25%', '$1.25M', '\u22123', '\u2013')
    """
    if not isinstance(value, (int, float)):
        return NONE
    if is_money(unit):
        return short_money(value)
    return written(floor(value + 0.5) if abs(value) >= EXACT else value, unit)
