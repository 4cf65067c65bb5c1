"""Horizon of a study: the number of turns or rounds after which a match is stopped."""

from __future__ import annotations

from typing import Any

from classkit.engine.untrusted_input import read_int

MAX_HORIZON = 100_000
"""Maximum horizon in turns or rounds. Matches that end by themselves are shorter."""


def read_length(horizon: Any) -> int | None:
    """Validate a horizon in turns or rounds, where None plays matches to their end.

    Raises:
        ClasskitError: If the horizon is not a whole number from 1 to MAX_HORIZON.

    >>> read_length(3), read_length(None)
    (3, None)
    >>> read_length(0)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: horizon must be a whole number from 1 to 100,000, not 0.
    """
    return None if horizon is None else read_int("horizon", horizon, high=MAX_HORIZON)
