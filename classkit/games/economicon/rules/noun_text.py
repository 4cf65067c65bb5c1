"""Nouns of Economicon, in singular and plural."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from classkit.engine.rulebook_text import TextFormatter

from ..account_names import ISSUER
from .measures import AGGREGATES, MARKET_MEASURES, MEASURES, OPERATORS

Facts = Mapping[str, Any]
SINGULAR_NOUNS = {
    "units": "unit", "commodities": "commodity", "notes": "note", "purchases": "purchase",
    "trades": "trade", "pegs": "peg", "tokens": "token", "laws": "law", "rounds": "round",
}  # fmt: skip
"""Singular forms of nouns."""


def get_unit_name(unit: str, number: int | Fraction | None = None) -> str:
    """Return the name of a unit, alone or after a number, for texts without names of seats.

    >>> get_unit_name("gold"), get_unit_name("cur:B"), get_unit_name("cur:B", 1)
    ('gold', "B's notes", 'B note')
    """
    if unit not in ISSUER:
        return unit
    issuer = ISSUER[unit]
    if number is None:
        return f"{issuer}'s notes"
    return f"{issuer} note" if number == 1 else f"{issuer} notes"


def describe_peg(say: TextFormatter, peg: str) -> str:
    """Return a nation's peg as text.

    >>> [describe_peg(TextFormatter(), peg) for peg in ("cur:B", "none", "oil")]
    ["B's currency", 'nothing', 'oil']
    """
    issuer = ISSUER.get(peg)
    if issuer is not None:
        return f"{say.seat(issuer)}'s currency"
    return "nothing" if peg == "none" else peg


def format_decimal(value: Fraction, places: int = 3) -> str:
    """Return a fraction in decimals, rounded half up. Trailing zeros are removed.

    Charts round the same way.

    >>> format_decimal(Fraction(5, 4)), format_decimal(Fraction(5, 12))
    ('1.25', '0.417')
    >>> format_decimal(Fraction(2000), 2)
    '2,000'
    >>> format_decimal(Fraction(135, 240)), format_decimal(Fraction(-1, 16))
    ('0.563', '-0.063')
    """
    whole = floor(abs(Fraction(value)) * 10**places + Fraction(1, 2))
    text = f"{Decimal(whole).scaleb(-places) * (-1 if value < 0 else 1):,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_price_change(before: Fraction, after: Fraction) -> str:
    """Return a price change as text that has enough decimals to show it.

    >>> format_price_change(Fraction(5, 4), Fraction(1))
    'from 1.25 to 1'
    >>> format_price_change(Fraction(876, 1000), Fraction(882, 1000))
    'from 0.876 to 0.882'
    """
    pairs = [
        (format_decimal(before, places), format_decimal(after, places)) for places in range(2, 7)
    ]
    first, last = next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])
    return f"from {first} to {last}"


def describe_rounding(cost: int, exact: Fraction) -> str:
    """Describe how rounding changed a cost (N2.3).

    >>> describe_rounding(1, Fraction(5, 4)), describe_rounding(3, Fraction(5, 2))
    ('rounded down, saving 0.25', 'rounded up, adding 0.5')
    >>> describe_rounding(5, Fraction(5))
    'not rounded'
    """
    if cost == exact:
        return "not rounded"
    by = format_decimal(abs(exact - cost))
    return f"rounded down, saving {by}" if cost < exact else f"rounded up, adding {by}"


def describe_measure(measure: str, number: int = 0) -> str:
    """Return the name of a measure, in the form that fits the number (N17.2, N17.3).

    >>> [describe_measure(measure) for measure in ("sent.oil", "unmet.consumption", "paid.gold")]
    ['oil released', 'units short', 'gold paid']
    >>> describe_measure("unmet.consumption", 1), describe_measure("bought.foreign", 1)
    ('unit short', 'foreign note bought')
    """
    if measure in MARKET_MEASURES:
        return f"{MARKET_MEASURES[measure]} in the market"
    words = MEASURES[measure].words
    return (
        " ".join(SINGULAR_NOUNS.get(word, word) for word in words.split()) if number == 1 else words
    )


def describe_need(operator: str, needed: int | Sequence[int]) -> str:
    """Return the required value of a goal as text.

    >>> describe_need(">=", 4), describe_need("in", [4, 8])
    ('at least 4', 'one of 4, 8')
    """
    numbers = [needed] if isinstance(needed, int) else needed
    return f"{OPERATORS[operator].words} {', '.join(f'{number:,}' for number in numbers)}"


def describe_bound(operator: str, needed: int | Sequence[int]) -> str:
    """Return the bound of a goal as text, either as needed or as allowed.

    >>> describe_bound(">=", 4), describe_bound("<=", 0)
    ('at least 4 needed', 'none allowed')
    """
    if (operator, needed) == ("<=", 0):
        return "none allowed"
    return f"{describe_need(operator, needed)} {'allowed' if operator in ('<=', '<') else 'needed'}"


def describe_goal(
    aggregate: str,
    measure: str,
    operator: str,
    needed: int | Sequence[int],
    now: int,
    is_met: bool,
) -> str:
    """Describe the required value of a goal and its progress (N14.1).

    >>> describe_goal("sum", "sent.oil", ">=", 4, 1, False)
    'Oil released, all nations together: 1 so far, at least 4 needed'
    >>> describe_goal("max", "changed_peg", "<=", 0, 0, True)
    'Pegs changed, the most of any nation: 0 so far, none allowed. Met as it stands'
    """
    counted_of = describe_measure(measure)
    whose = f", {AGGREGATES[aggregate].words}" if aggregate else ""
    met = ". Met as it stands" if is_met else ""
    bound = describe_bound(operator, needed)
    return f"{counted_of[:1].upper()}{counted_of[1:]}{whose}: {now:,} so far, {bound}{met}"
