"""Sentences about the length of a list."""

from __future__ import annotations

from typing import Any

from ..errors import truncate_text

MAX_LIST_ITEMS = 200
"""Maximum number of items in a list, or of characters in the text that lists them."""


def describe_list(at_least: int, at_most: int, of: str) -> str:
    """Describe the allowed length and items of a list.

    >>> describe_list(2, 2, "1 to 6"), describe_list(0, 3, "A or B")
    ('list of 2: 1 to 6', 'list of 0 to 3: A or B')
    """
    count = f"{at_least}" if at_least == at_most else f"{at_least} to {at_most}"
    return f"list of {count}: {of}"


def length_error(count: int, at_least: int, at_most: int, what: str = "entries") -> str | None:
    """Return why a list has too few or too many entries, or None.

    >>> length_error(1, 2, 3), length_error(2, 2, 3), length_error(3, 1, 1)
    ('must have 2 to 3 entries, not 1.', None, 'must have 1 entry, not 3.')
    """
    if at_least <= count <= at_most:
        return None
    return f"must have {describe_count(at_least, at_most, what)}, not {count:,}."


def describe_count(at_least: int, at_most: int, what: str = "entries") -> str:
    """Describe the allowed number of entries in words.

    >>> describe_count(0, 3), describe_count(1, 1), describe_count(6, 6, "squares")
    ('at most 3 entries', '1 entry', '6 squares')
    """
    what = "entry" if at_most == 1 and what == "entries" else what
    if at_least == at_most:
        return f"{at_most:,} {what}"
    return f"at most {at_most:,} {what}" if not at_least else f"{at_least:,} to {at_most:,} {what}"


def duplicate_error(entry: Any) -> str:
    """Return the error message for a repeated entry."""
    return f"{truncate_text(entry)} is listed twice."
