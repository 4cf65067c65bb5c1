"""The nouns of Poleconomy, in singular and plural."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.words import Say, how_many

Facts = Mapping[str, Any]

INDEX_WORDS = {
    "election": "Election",
    "taxation": "Taxation",
    "bonds": "Bonds",
    "salary": "Salary",
}
INDEX_SHORT = {"election": "Vote", "taxation": "Tax", "bonds": "Bonds", "salary": "Salary"}
"""The words on the board, where a position of the index is small."""
CORNER_WORDS = {
    "savings_and_bonds": "savings and bonds",
    "life": "life insurance",
    "takeover": "takeovers",
    "business": "business insurance",
}
CORNER_SHORT = {
    "savings_and_bonds": "savings, bonds",
    "life": "life insurance",
    "takeover": "takeovers",
    "business": "insurance",
}
"""The same on the board, below the name of the corner."""
STOCK_WORDS = {
    "savings": ("savings card", "savings cards"),
    "bond": ("bond", "bonds"),
    "life": ("life policy", "life policies"),
    "business": ("business policy", "business policies"),
    "company": ("company", "companies"),
    "advert": ("advertising square", "advertising squares"),
}
COUNTED_WORDS = {
    "bonds": ("bond", "bonds"),
    "cards": ("card", "cards"),
    "policies": ("policy", "policies"),
    "squares": ("square", "squares"),
    "companies": ("company", "companies"),
    "turns": ("turn", "turns"),
    "votes": ("vote", "votes"),
    "elections": ("election", "elections"),
}
"""The units of forms and figures, for one and for many."""


def number_at(place: int) -> str:
    """Return the key of the Number at a place of the index among the words of a match."""
    return f"number:{place}"


def counted(count: int, stock: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "bond"), counted(3, "life")
    ('1 bond', '3 life policies')
    """
    return how_many(count, *STOCK_WORDS[stock])


def side_words(say: Say, side: Facts) -> str:
    parts = []
    if side["cash"]:
        parts.append(say.money(side["cash"]))
    parts += [say.space(square) for square in side["squares"]]
    if side["business"]:
        parts.append(counted(side["business"], "business"))
    if side["debt"]:
        parts.append(f"a debt of {say.money(side['debt'])}")
    return say.listing(parts) or "nothing"
