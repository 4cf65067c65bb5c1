"""How far a study may follow a match: the one limit of all studies."""

from __future__ import annotations

from typing import Any

from classkit.engine.data import read_whole

LONGEST_HORIZON = 100_000
"""Turns or rounds of the farthest horizon; no match that ends is as long."""


def read_length(horizon: Any) -> int | None:
    """Read the turns or rounds after which matches are left, or None for their end.

    >>> read_length(3), read_length(None)
    (3, None)
    >>> read_length(0)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: horizon must be a whole number from 1 to 100,000, not 0.
    """
    return None if horizon is None else read_whole("horizon", horizon, high=LONGEST_HORIZON)
