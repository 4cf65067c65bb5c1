"""The nouns of Economicon, in singular and plural."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from classkit.engine.words import Say

from ..accounts import ISSUER
from .measures import AGGREGATES, MARKET_MEASURES, MEASURES, OPERATORS

Facts = Mapping[str, Any]
ONE = {
    "units": "unit", "commodities": "commodity", "notes": "note", "purchases": "purchase",
    "trades": "trade", "pegs": "peg", "tokens": "token", "laws": "law", "rounds": "round",
}  # fmt: skip
"""What is counted, where there is one of it."""


def unit_name(unit: str, number: int | Fraction = 0) -> str:
    """Return the name of a unit, for that number, where no names of seats are at hand.

    >>> unit_name("gold"), unit_name("cur:B"), unit_name("cur:B", 1)
    ('gold', 'notes of B', 'note of B')
    """
    if unit not in ISSUER:
        return unit
    return f"note{'' if number == 1 else 's'} of {ISSUER[unit]}"


def peg_words(say: Say, peg: str) -> str:
    """Return what a nation is pegged to, in words.

    >>> peg_words(Say(), "cur:B"), peg_words(Say(), "none"), peg_words(Say(), "oil")
    ("B's currency", 'nothing', 'oil')
    """
    issuer = ISSUER.get(peg)
    if issuer is not None:
        return f"{say.seat(issuer)}'s currency"
    return "nothing" if peg == "none" else peg


def decimal(value: Fraction, places: int = 3) -> str:
    """Return a fraction in decimals, one half upwards, without needless zeros.

    Charts round so as well.

    >>> decimal(Fraction(5, 4)), decimal(Fraction(5, 12)), decimal(Fraction(2000), 2)
    ('1.25', '0.417', '2,000')
    >>> decimal(Fraction(135, 240)), decimal(Fraction(-1, 16))
    ('0.563', '-0.063')
    """
    whole = floor(abs(Fraction(value)) * 10**places + Fraction(1, 2))
    text = f"{Decimal(whole).scaleb(-places) * (-1 if value < 0 else 1):,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def from_to(before: Fraction, after: Fraction) -> str:
    """Return from what a price goes to what, in as many decimals as it takes to tell them apart.

    >>> from_to(Fraction(5, 4), Fraction(1)), from_to(Fraction(876, 1000), Fraction(882, 1000))
    ('from 1.25 to 1', 'from 0.876 to 0.882')
    """
    pairs = [(decimal(before, places), decimal(after, places)) for places in range(2, 7)]
    first, last = next((pair for pair in pairs if pair[0] != pair[1]), pairs[0])
    return f"from {first} to {last}"


def rounding(cost: int, exact: Fraction) -> str:
    """Return what the rounding gave or took, in words (N2.3).

    >>> rounding(1, Fraction(5, 4)), rounding(3, Fraction(5, 2)), rounding(5, Fraction(5))
    ('rounding gives 0.25', 'rounding takes 0.5', 'nothing is rounded')
    """
    if cost == exact:
        return "nothing is rounded"
    return f"rounding {'gives' if cost < exact else 'takes'} {decimal(abs(exact - cost))}"


def measure_words(measure: str, number: int = 0) -> str:
    """Return the meaning of a measure in words, for that number (N17.2, N17.3).

    >>> measure_words("sent.oil"), measure_words("unmet.consumption"), measure_words("paid.gold")
    ('oil released', 'units short', 'gold paid')
    >>> measure_words("unmet.consumption", 1), measure_words("bought.foreign", 1)
    ('unit short', 'foreign note bought')
    """
    if measure in MARKET_MEASURES:
        return f"{MARKET_MEASURES[measure]} in the market"
    words = MEASURES[measure].words
    return " ".join(ONE.get(word, word) for word in words.split()) if number == 1 else words


def need_words(operator: str, needed: int | Sequence[int]) -> str:
    """Return what a goal needs, in words.

    >>> need_words(">=", 4), need_words("in", [4, 8])
    ('at least 4', 'one of 4, 8')
    """
    numbers = [needed] if isinstance(needed, int) else needed
    return f"{OPERATORS[operator].words} {', '.join(f'{number:,}' for number in numbers)}"


def bound_words(operator: str, needed: int | Sequence[int]) -> str:
    """Return the bound of a goal in words: what is needed, or what is allowed.

    >>> bound_words(">=", 4), bound_words("<=", 0)
    ('at least 4 needed', 'at most 0 allowed')
    """
    return f"{need_words(operator, needed)} {'allowed' if operator in ('<=', '<') else 'needed'}"


def goal_words(
    aggregate: str,
    measure: str,
    operator: str,
    needed: int | Sequence[int],
    now: int,
    is_met: bool,
) -> str:
    """Return what a goal needs, and how far it is from being met, in words (N14.1).

    >>> goal_words("sum", "sent.oil", ">=", 4, 1, False)
    'Oil released, all nations together: 1 so far, at least 4 needed'
    >>> goal_words("max", "changed_peg", "<=", 0, 0, True)
    'Pegs changed, the most of any nation: 0 so far, at most 0 allowed. Met as it stands'
    """
    counted_of = measure_words(measure)
    whose = f", {AGGREGATES[aggregate].words}" if aggregate else ""
    met = ". Met as it stands" if is_met else ""
    bound = bound_words(operator, needed)
    return f"{counted_of[:1].upper()}{counted_of[1:]}{whose}: {now:,} so far, {bound}{met}"
