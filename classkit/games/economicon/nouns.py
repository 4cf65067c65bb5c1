"""The nouns of Economicon, and how many of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.words import Say

from .state import ISSUER

Facts = Mapping[str, Any]


def counted(say: Say, quantity: int, unit: str) -> str:
    """So many units in words.

    >>> say = Say({"A": "Ada"})
    >>> counted(say, 1, "gold"), counted(say, 1, "cur:A"), counted(say, 3, "cur:B")
    ('1 gold', '1 note of Ada', '3 notes of B')
    """
    issuer = ISSUER.get(unit)
    if issuer is None:
        return f"{quantity:,} {unit}"
    return f"{quantity:,} note{'' if quantity == 1 else 's'} of {say.seat(issuer)}"


def peg_words(say: Say, peg: str) -> str:
    """What a nation is pegged to.

    >>> peg_words(Say(), "cur:B"), peg_words(Say(), "none"), peg_words(Say(), "oil")
    ("B's currency", 'nothing', 'oil')
    """
    issuer = ISSUER.get(peg)
    if issuer is not None:
        return f"{say.seat(issuer)}'s currency"
    return "nothing" if peg == "none" else peg


def decimal(value: Fraction, places: int = 3) -> str:
    """A fraction in decimals, without needless zeros.

    >>> decimal(Fraction(5, 4)), decimal(Fraction(5, 12)), decimal(Fraction(2000), 2)
    ('1.25', '0.417', '2,000')
    """
    text = f"{float(value):,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def rounding(cost: int, exact: Fraction) -> str:
    """What the rounding gave or took, in words (N2.3).

    >>> rounding(1, Fraction(5, 4)), rounding(3, Fraction(5, 2)), rounding(5, Fraction(5))
    ('rounding gives 0.25', 'rounding takes 0.5', 'nothing is rounded')
    """
    if cost == exact:
        return "nothing is rounded"
    return f"rounding {'gives' if cost < exact else 'takes'} {decimal(abs(exact - cost))}"
