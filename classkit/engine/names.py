"""Names of seats: labels that people typed, shown but never interpreted.

Seats are letters; names stand beside a record, never in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import Any

from .data import as_data, as_whole
from .errors import ClasskitError, shorten
from .words import how_many

LONGEST = 60
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
JOINERS = "\u200c\u200d"
"""Invisible, and part of the spelling of several scripts."""


def read_name(text: Any) -> str:
    """A name as it may be shown: 1 to 60 characters, none of them a control character.

    >>> read_name("  Zoë  ")
    'Zoë'
    >>> read_name("")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a name must not be empty: type 1 to 60 characters.
    """
    text = as_data(text)
    if not isinstance(text, str):
        raise ClasskitError(f"a name is text, not {shorten(text)}.")
    if len(text) > 10 * LONGEST:
        raise ClasskitError(f"a name of {len(text):,} characters is too long: at most {LONGEST}.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise ClasskitError(f"a name must not be empty: type 1 to {LONGEST} characters.")
    if len(name) > LONGEST:
        raise ClasskitError(f"a name of {len(name):,} characters is too long: at most {LONGEST}.")
    for character in name:
        if unicodedata.category(character).startswith("C") and character not in JOINERS:
            raise ClasskitError(
                f"the name {shorten(name)} contains an invisible control character "
                f"(U+{ord(character):04X}); type it without."
            )
    return name


MOST_LISTED = 1_000
"""So many names are looked at; whoever lists more may list without end."""


def listed_names(seats: Any) -> list[Any]:
    """Return the names that somebody lists, not yet looked at."""
    try:
        if not isinstance(seats, (str, bytes)):
            return list(islice(seats, MOST_LISTED))
    except Exception:  # no list, or one that breaks
        pass
    raise ClasskitError(
        f"seats must be a number or a list of names, not {shorten(seats)}: "
        'seats=4 or seats=["Ada", "Bo", "Cy"].'
    )


def read_seats(seats: Any, numbers: Sequence[int]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The seats of a match and their names, from a number of seats or a list of names.

    >>> read_seats(["Ada", "Bo"], range(2, 7))
    (('A', 'B'), {'A': 'Ada', 'B': 'Bo'})
    >>> read_seats(2, range(2, 7))
    (('A', 'B'), {})
    """
    count = as_whole(seats)
    names = [] if count is not None else [read_name(name) for name in listed_names(seats)]
    if count is None:
        count = len(names)
    if count not in numbers:
        told = how_many(count, "seat") if abs(count) < 1_000_000 else f"{shorten(count)} seats"
        raise ClasskitError(f"{told} will not do here: {numbers[0]} to {numbers[-1]} can play.")
    letters = tuple(LETTERS[:count])
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ClasskitError(f"two seats are called {shorten(twice)}: give each a name of its own.")
    labels = {seat: name for seat, name in zip(letters, names, strict=False) if name != seat}
    return letters, labels
