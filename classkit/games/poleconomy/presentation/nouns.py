"""Nouns of Poleconomy, in singular and plural."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.engine.rulebook_text import TextFormatter, format_count

Facts = Mapping[str, Any]

INDEX_WORDS = {
    "election": "Election",
    "taxation": "Taxation",
    "bonds": "Bonds",
    "salary": "Salary",
}
INDEX_SHORT = {"election": "Vote", "taxation": "Tax", "bonds": "Bonds", "salary": "Salary"}
"""Index words that fit on the board."""
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
"""Short names of corner functions, for the line below a corner's name on the board."""
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
"""Units of forms and metrics, in singular and plural."""


def make_number_key(place: int) -> str:
    """Return the text key of the Inflation Number at an index position."""
    return f"number:{place}"


INFLATION_SQUARE = "Inflation square"


def format_inflation_square(steps: int) -> str:
    """Return the title of an inflation square, which moves the marker by ``steps`` (P4.1).

    >>> format_inflation_square(6)
    'Inflation square (moves the marker 6)'
    """
    return f"{INFLATION_SQUARE} (moves the marker {steps})"


def name_inflation_square(steps: int) -> str:
    """Return the name of an inflation square within a sentence.

    >>> name_inflation_square(6)
    'an inflation square (moves the marker 6)'
    """
    title = format_inflation_square(steps)
    return f"an {title[:1].lower()}{title[1:]}"


def name_square(say: TextFormatter, square: str) -> str:
    """Return the name of a square within a sentence.

    >>> say = TextFormatter(spaces={"I6": format_inflation_square(6), "O1": "I.P. Sharp"})
    >>> name_square(say, "I6"), name_square(say, "O1")
    ('an inflation square (moves the marker 6)', 'I.P. Sharp')
    """
    title = say.space(square)
    return f"an {title[:1].lower()}{title[1:]}" if title.startswith(INFLATION_SQUARE) else title


def format_stock_count(count: int, stock: str) -> str:
    """Return a number of cards, bonds or policies as text.

    >>> format_stock_count(1, "bond"), format_stock_count(3, "life")
    ('1 bond', '3 life policies')
    """
    return format_count(count, *STOCK_WORDS[stock])


class Loan(NamedTuple):
    """A trade of cash now for cash later. ``is_asked`` is True if the mover borrows."""

    sum: int
    due: int
    is_asked: bool


def find_loan(trade: Facts) -> Loan | None:
    """Return the loan that a trade consists of, or None if it includes other things."""
    give, get = ({key: value for key, value in trade[side].items() if value} for side in SIDES)
    if {*give} == {"debt"} and {*get} == {"cash"}:
        return Loan(get["cash"], give["debt"], True)
    if {*give} == {"cash"} and {*get} == {"debt"}:
        return Loan(give["cash"], get["debt"], False)
    return None


SIDES = ("give", "get")


def format_side(say: TextFormatter, side: Facts) -> str:
    parts = []
    if side["cash"]:
        parts.append(say.money(side["cash"]))
    parts += [say.space(square) for square in side["squares"]]
    if side["business"]:
        parts.append(format_stock_count(side["business"], "business"))
    if side["debt"]:
        parts.append(f"a promise to pay {say.money(side['debt'])}")
    return say.format_list(parts) or "nothing"
