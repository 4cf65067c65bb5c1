"""Short codes for rooms and people, without easily confused letters and digits."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import blake2b
from itertools import count

from classkit.engine.errors import ClasskitError, truncate_text

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The alphabet, without I, L, O, 0 and 1."""
CODE_LENGTH, OLD_CODE_LENGTH = 7, 6
"""Length of a new room's code, and of the codes of rooms opened by earlier versions."""


def new_room_code() -> str:
    """Return a random code, one of 27.5 billion.

    >>> len(new_room_code()), set(new_room_code()) <= set(LETTERS)
    (7, True)
    """
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def check_room_code(code: object) -> str:
    """Normalize a room code. Raise ClasskitError if it is not one.

    >>> check_room_code("abc2345"), check_room_code("abc234")
    ('ABC2345', 'ABC234')
    >>> check_room_code("../etc")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '../etc' is not the code of a room, such as K7MQ2XA.
    """
    if isinstance(code, str):
        written = code.upper()
        if len(written) in (CODE_LENGTH, OLD_CODE_LENGTH) and set(written) <= set(LETTERS):
            return written
    raise ClasskitError(f"{truncate_text(code)} is not the code of a room, such as K7MQ2XA.")


MIN_CODE_LENGTH = 4
"""Minimum length of a person's code. Codes are longer if that is needed to keep them unique."""


def build_person_codes(room: str, people: Collection[str]) -> dict[str, str]:
    """Return a unique pseudonymous code for each person of a room.

    A code depends only on the ids of the people, not on their names or on the order in which they
    joined.

    >>> codes = build_person_codes("ABC234", ["ada", "bo"])
    >>> codes, codes["ada"] == build_person_codes("ABC234", ["ada"])["ada"]
    ({'ada': 'R28M', 'bo': 'VW8M'}, True)
    """
    drawn = {one: hash_letters(f"{room}/{one}") for one in people}
    for long in count(MIN_CODE_LENGTH):
        codes = {one: letters[:long] for one, letters in drawn.items()}
        if len({*codes.values()}) == len(codes):
            return codes
    raise AssertionError("two people have the same code")


def hash_letters(text: str) -> str:
    """Return letters computed from a text by a one-way function."""
    digest = blake2b(text.encode(), digest_size=24).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest)
