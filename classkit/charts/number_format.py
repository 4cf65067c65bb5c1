"""Number formats for tables, legends and the cells of a heat map."""

from __future__ import annotations

from math import floor
from typing import Any

from classkit.engine.currency import MINUS, Currency, format_rounded

from .chart_style import get_currency

NO_VALUE = "\u2013"
PRECISION_LIMIT = 10
"""Size below which values have three decimals, as on the board."""


def format_decimal(value: float, places: int = 2) -> str:
    """Format a number with at most ``places`` decimals, rounding halves away from 0.

    >>> format_decimal(1234.5), format_decimal(3), format_decimal(0.125), format_decimal(-0.001)
    ('1,234.5', '3', '0.13', '0')
    """
    text = format_rounded(abs(value), places)
    return f"{MINUS if value < 0 and text != '0' else ''}{text}"


def format_money(value: float, currency: Currency) -> str:
    """Format an amount of money in full, without decimals.

    >>> from classkit.engine.currency import DOLLAR
    >>> format_money(-120_000.4, DOLLAR)
    '\u2212$120,000'
    """
    return currency.attach(format_rounded(abs(value), 0), MINUS if value < 0 else "")


def format_value(value: Any, unit: str | None) -> str:
    """Format a value with its unit, for a table.

    >>> format_value(1250, "$"), format_value(1250, "€"), format_value(2.5, "%")
    ('$1,250', '€1,250', '2.5%')
    >>> format_value("election", ""), format_value(None, "$")
    ('election', '\u2013')
    """
    if value is None or value == "":
        return NO_VALUE
    if not isinstance(value, (int, float)):
        return str(value)
    if (currency := get_currency(unit)) is not None:
        return format_money(value, currency)
    return f"{format_decimal(value)}{'%' if unit == '%' else ''}"


def format_legend(value: Any, unit: str) -> str:
    """Format a number in short form, for a legend. Return "" for other values.

    >>> format_legend(2_330_000, "$"), format_legend(0.5541, "gold")
    ('$2.33M', '0.554')
    >>> format_legend(38.711, "gold"), format_legend(57, "%")
    ('38.71', '57%')
    """
    if not isinstance(value, (int, float)):
        return ""
    if (currency := get_currency(unit)) is not None:
        return currency.write_short(value)
    return (
        format_decimal(value, 3)
        if abs(value) < PRECISION_LIMIT and unit != "%"
        else format_value(value, unit)
    )


def format_cell(value: Any, unit: str) -> str:
    """Format a value in short form, for the cell of a heat map.

    >>> format_cell(0.25, "%"), format_cell(1_250_000, "$")
    ('0.25%', '$1.25M')
    >>> format_cell(-3, "points"), format_cell(None, "$")
    ('\u22123', '\u2013')
    """
    if not isinstance(value, (int, float)):
        return NO_VALUE
    if (currency := get_currency(unit)) is not None:
        return currency.write_short(value)
    return format_value(floor(value + 0.5) if abs(value) >= PRECISION_LIMIT else value, unit)


def singular_text(unit: str) -> str:
    """Return the singular name of a unit.

    >>> singular_text("points"), singular_text("properties"), singular_text("gold")
    ('point', 'property', 'gold')
    """
    if unit.endswith("ies"):
        return f"{unit.removesuffix('ies')}y"
    return unit.removesuffix("s")
