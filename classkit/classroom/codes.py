"""Codes of rooms: short, and made of letters and digits that nobody confuses."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import blake2b
from itertools import count

from classkit.engine.errors import ClasskitError, shorten

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No I, L, O, 0 and 1."""
LONG, LONG_BEFORE = 7, 6
"""Letters of the code of a new room, and of rooms that were opened by earlier versions."""


def new_room_code() -> str:
    """Return a code that nobody can guess: one of 27.5 billion.

    >>> len(new_room_code()), set(new_room_code()) <= set(LETTERS)
    (7, True)
    """
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def check_room_code(code: object) -> str:
    """Return a code as it is written; ClasskitError for what is none.

    >>> check_room_code("abc2345"), check_room_code("abc234")
    ('ABC2345', 'ABC234')
    >>> check_room_code("../etc")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '../etc' is not the code of a room, such as K7MQ2XA.
    """
    if isinstance(code, str):
        written = code.upper()
        if len(written) in (LONG, LONG_BEFORE) and set(written) <= set(LETTERS):
            return written
    raise ClasskitError(f"{shorten(code)} is not the code of a room, such as K7MQ2XA.")


SHORTEST = 4
"""Letters of the code of a person, where they are enough to tell all apart."""


def person_codes(room: str, people: Collection[str]) -> dict[str, str]:
    """Return a code for each person of a room by which nobody is known, and none is another's.

    It follows from who they are alone: not from their names, nor from the order in which they came.

    >>> codes = person_codes("ABC234", ["ada", "bo"])
    >>> codes, codes["ada"] == person_codes("ABC234", ["ada"])["ada"]
    ({'ada': 'R28M', 'bo': 'VW8M'}, True)
    """
    drawn = {one: letters_of(f"{room}/{one}") for one in people}
    for long in count(SHORTEST):
        codes = {one: letters[:long] for one, letters in drawn.items()}
        if len({*codes.values()}) == len(codes):
            return codes
    raise AssertionError("two people are one")


def letters_of(text: str) -> str:
    """Return letters computed from a text that do not reveal the text."""
    digest = blake2b(text.encode(), digest_size=24).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest)
