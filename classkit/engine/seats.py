"""The seats of a match: letters, names, and validation of names that users enter.

Names are labels, which are displayed but never interpreted. A record contains only the letters of
seats; names that users entered are stored in a separate file next to it.
"""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import ClasskitError, truncate_text
from .events import MAX_NAME_LENGTH
from .fields import length_error
from .untrusted_input import fold_name, read_int, to_builtin, to_int, to_list

SEAT_NAMES = {
    "A": "Ada", "B": "Bruno", "C": "Chiara", "D": "Dov", "E": "Esi", "F": "Farid", "G": "Greta",
    "H": "Hiro", "I": "Ines", "J": "Jonas", "K": "Kemal", "L": "Leila", "M": "Mateo", "N": "Nadia",
    "O": "Omar", "P": "Petra", "Q": "Quentin", "R": "Rosa", "S": "Samir", "T": "Tove", "U": "Ugo",
    "V": "Vera", "W": "Walid", "X": "Xenia", "Y": "Yuki", "Z": "Zora",
}  # fmt: skip
"""Default name of each seat, until a user enters another name. The keys are the letters of the
seats.
"""

SEAT_LETTERS = "".join(SEAT_NAMES)
INVISIBLE_MARKS = "\ufeff\u200b\u200e\u200f\u2060\u00ad"
"""Invisible characters that are often copied with a name. At its ends they mean nothing."""
ZERO_WIDTH_CHARACTERS = "\u200c\u200d"
"""Invisible characters that are part of the spelling in several scripts."""


def name_seats(seats: Sequence[str], typed: Mapping[str, str]) -> dict[str, str]:
    """Return the display name of each seat: the entered name or the seat's default name.

    If a user entered the default name of another seat, that seat's name is followed by its letter.
    If several users entered the same name, each is followed by the letter of the seat.

    >>> name_seats("ABC", {"B": "Zoë"})
    {'A': 'Ada', 'B': 'Zoë', 'C': 'Chiara'}
    >>> name_seats("AB", {"B": "Ada"})
    {'A': 'Ada (A)', 'B': 'Ada'}
    >>> name_seats("ABC", {"A": "Zoë", "C": "zoë"})
    {'A': 'Zoë (A)', 'B': 'Bruno', 'C': 'zoë (C)'}
    """
    taken = Counter(fold_name(typed[seat]) for seat in seats if typed.get(seat))
    named = {}
    for seat in seats:
        name = typed.get(seat) or SEAT_NAMES.get(seat, seat)
        others = taken[fold_name(name)] - bool(typed.get(seat))
        named[seat] = f"{name} ({seat})" if others else name
    return named


def read_name(text: Any) -> str:
    """Validate a display name: 1 to 60 characters, without control characters.

    >>> read_name("  Zoë  "), read_name("\\ufeffZoë\\u200b")
    ('Zoë', 'Zoë')
    >>> read_name("")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: a name must not be empty: type 1 to 60 characters.
    """
    text = to_builtin(text)
    if not isinstance(text, str):
        raise ClasskitError(f"a name must be text, not {truncate_text(text)}.")
    if len(text) > 10 * MAX_NAME_LENGTH:
        raise name_length_error(text)
    shown = unicodedata.normalize("NFC", text).strip(INVISIBLE_MARKS + string.whitespace)
    name = " ".join(shown.split())
    if not name:
        raise ClasskitError(f"a name must not be empty: type 1 to {MAX_NAME_LENGTH} characters.")
    if len(name) > MAX_NAME_LENGTH:
        raise name_length_error(name)
    for character in name:
        if (
            unicodedata.category(character).startswith("C")
            and character not in ZERO_WIDTH_CHARACTERS
        ):
            raise ClasskitError(
                f"the name {truncate_text(name)} contains an invisible control character "
                f"(U+{ord(character):04X}). Remove it."
            )
    return name


def name_length_error(name: str) -> ClasskitError:
    """Return the error for a name with too many characters."""
    return ClasskitError(
        f"a name must be at most {MAX_NAME_LENGTH} characters long, not {len(name):,}."
    )


def read_seat_count(seats: Any, numbers: range) -> int:
    """Validate and return a number of seats.

    >>> read_seat_count(90, range(2, 7))
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: seats must be a whole number from 2 to 6, not 90.
    """
    return read_int("seats", seats, numbers[0], numbers[-1])


def read_seats(seats: Any, numbers: range) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the seats and names of a match, given a number of seats or a list of names.

    >>> read_seats(["Ada", "Bo"], range(2, 7))
    (('A', 'B'), {'A': 'Ada', 'B': 'Bo'})
    >>> read_seats(2, range(2, 7))
    (('A', 'B'), {})
    """
    names: list[str] = []
    if issubclass(type(seats), (int, float)) or to_int(seats) is not None:
        count = read_seat_count(seats, numbers)
    else:
        wished = (
            None if isinstance(seats, (set, frozenset)) else to_list(seats)
        )  # sets are rejected because they have no order
        if wished is None:
            raise ClasskitError(
                f"seats must be a whole number from {numbers[0]} to {numbers[-1]}, or a list of "
                f'names, not {truncate_text(seats)}: seats=4 or seats=["Ada", "Bo", "Cy"].'
            )
        names = [read_name(name) for name in wished]
        count = len(names)
        if reason := length_error(count, numbers[0], numbers[-1], "names"):
            raise ClasskitError(f"seats {reason}")
    letters = tuple(SEAT_LETTERS[:count])
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ClasskitError(f"two seats have the name {truncate_text(twice)}. Use different names.")
    return letters, dict(zip(letters, names, strict=False))
