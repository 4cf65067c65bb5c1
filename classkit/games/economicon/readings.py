"""Small readings of facts of a position: each refuses what it cannot be, by name and reason."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.errors import PositionError, shorten


def table(fact: str, value: Any) -> Mapping[str, Any]:
    """A table of facts."""
    if not isinstance(value, Mapping):
        raise PositionError(fact, f"is a table of facts, not {shorten(value)}.")
    return value


def listed(fact: str, value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, list) or len(value) > 1_000:
        raise PositionError(fact, f"is a list, not {shorten(value)}.")
    return value


def cards(fact: str, value: Any, known: tuple[str, ...]) -> list[str]:
    """A list of ids of cards."""
    return [one_of(fact, card, known) for card in listed(fact, value)]


def whole(fact: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(fact, f"must be {low:,} to {high:,}, not {shorten(value)}.")
    return value


def one_of(fact: str, value: Any, allowed: tuple[str, ...]) -> str:
    """One of the words allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise PositionError(fact, f"must be one of {', '.join(allowed)}, not {shorten(value)}.")
    return value


def fraction(fact: str, value: Any) -> Fraction:
    """A fraction as text, "5/12", or a whole number."""
    try:
        if type(value) is int or (isinstance(value, str) and len(value) <= 400):
            return abs(Fraction(value))
    except (ValueError, ZeroDivisionError):
        pass
    raise PositionError(fact, f'must be a fraction such as "5/12", not {shorten(value)}.')
