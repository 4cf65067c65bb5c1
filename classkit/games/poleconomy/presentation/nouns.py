"""Nouns of Poleconomy, singular and plural."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.rulebook_text import TextFormatter, format_count

Facts = Mapping[str, Any]

INDEX_WORDS = {
    "election": "Election",
    "taxation": "Taxation",
    "bonds": "Bonds",
    "salary": "Salary",
}
INDEX_SHORT = {"election": "Vote", "taxation": "Tax", "bonds": "Bonds", "salary": "Salary"}
"""The index words that fit on the board."""
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
"""The same, as the board shows it below a corner's name."""
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
"""The units of forms and metrics, singular and plural."""


def make_number_key(place: int) -> str:
    """Return the text key of the Inflation Number at an index position."""
    return f"number:{place}"


def format_stock_count(count: int, stock: str) -> str:
    """Return a number of cards, bonds or policies as text.

    >>> format_stock_count(1, "bond"), format_stock_count(3, "life")
    ('1 bond', '3 life policies')
    """
    return format_count(count, *STOCK_WORDS[stock])


def format_side(say: TextFormatter, side: Facts) -> str:
    parts = []
    if side["cash"]:
        parts.append(say.money(side["cash"]))
    parts += [say.space(square) for square in side["squares"]]
    if side["business"]:
        parts.append(format_stock_count(side["business"], "business"))
    if side["debt"]:
        parts.append(f"a debt of {say.money(side['debt'])}")
    return say.format_list(parts) or "nothing"
