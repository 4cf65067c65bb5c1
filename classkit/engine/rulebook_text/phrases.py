"""Words of plain English: counts, lists, labels from names, and a single line."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from ..errors import (
    format_int,
)

MAX_BRIEF_NAME = 24
"""Maximum number of letters in a name on a button."""

ZERO_WIDTH_JOINER = "\u200d"


def is_one_letter(signs: str) -> bool:
    """Return whether two characters form one letter, such as a letter and its accent.

    >>> is_one_letter("e\u0301"), is_one_letter("ab")
    (True, False)
    """
    second = signs[-1]
    joined = unicodedata.category(second) in ("Mn", "Me") or ZERO_WIDTH_JOINER in signs
    return joined or "\U0001f3fb" <= second <= "\U0001f3ff"


def lower_label(label: str) -> str:
    """Return a label for use inside a sentence. Capital letters of names are preserved.

    >>> lower_label("Net worth"), lower_label("Inflation Number"), lower_label("ASSET")
    ('net worth', 'Inflation Number', 'ASSET')
    """
    return label[:1].lower() + label[1:] if label[1:] == label[1:].lower() else label


def format_count(count: int, one: str, many: str = "") -> str:
    """Format a count with its noun. ``many`` is an irregular plural.

    >>> companies = format_count(2, "company", "companies")
    >>> format_count(1, "bond"), format_count(1_200, "bond"), companies
    ('1 bond', '1,200 bonds', '2 companies')
    """
    return f"{format_int(count)} {one if count == 1 else many or f'{one}s'}"


SMALL_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def spell_number(count: int) -> str:
    """Return a small number as a word, and a larger number in digits.

    >>> spell_number(6), spell_number(1_300)
    ('six', '1,300')
    """
    return SMALL_NUMBERS[count] if 0 <= count < len(SMALL_NUMBERS) else format_int(count)


def join_list(items: Sequence[str]) -> str:
    """Join texts for use in a sentence.

    >>> join_list("A"), join_list("AB"), join_list("ABC")
    ('A', 'A and B', 'A, B and C')
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def humanize_name(name: Any) -> str:
    """Convert an identifier to words with an initial capital.

    >>> humanize_name("company_profit")
    'Company profit'
    """
    text = str(name).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def make_labels(*names: str) -> dict[str, str]:
    """Map each name to a capitalized label made of its own words.

    >>> make_labels("bid", "light_blue"), make_phrases("light_blue")
    ({'bid': 'Bid', 'light_blue': 'Light blue'}, {'light_blue': 'light blue'})
    """
    return {name: humanize_name(name) for name in names}


def make_phrases(*names: str) -> dict[str, str]:
    """Map each name to its own words, for use inside a sentence."""
    return {name: name.replace("_", " ") for name in names}
