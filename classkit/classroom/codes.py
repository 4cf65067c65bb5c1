"""Codes of rooms: short, and made of letters and digits that nobody confuses."""

from __future__ import annotations

import secrets

from classkit.engine.errors import ClasskitError, shorten

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No I, L, O, 0 and 1."""
LONG = 6


def new_room_code() -> str:
    """Return a code that nobody can guess: one of 887 million.

    >>> len(new_room_code()), set(new_room_code()) <= set(LETTERS)
    (6, True)
    """
    return "".join(secrets.choice(LETTERS) for _ in range(LONG))


def check_room_code(code: object) -> str:
    """Return a code as it is written; ClasskitError for what is none.

    >>> check_room_code("abc234")
    'ABC234'
    >>> check_room_code("../etc")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '../etc' is not the code of a room, such as K7MQ2X.
    """
    if isinstance(code, str):
        written = code.upper()
        if len(written) == LONG and set(written) <= set(LETTERS):
            return written
    raise ClasskitError(f"{shorten(code)} is not the code of a room, such as K7MQ2X.")
