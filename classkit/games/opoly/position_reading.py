"""Reading the facts of a position: numbers, words, lists and tables, each refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten


def whole(fact: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(fact, f"must be {low:,} to {high:,}, not {shorten(value)}.")
    return value


def one_of(fact: str, value: Any, allowed: tuple[str, ...]) -> str:
    """One of the words allowed."""
    if not isinstance(value, str) or value not in allowed:
        few = ", ".join(allowed[:12]) + (", …" if len(allowed) > 12 else "")
        raise PositionError(fact, f"must be one of {few}, not {shorten(value)}.")
    return value


def listed(facts: Mapping[str, Any], name: str, seat: str = "") -> list[Any]:
    """The list at a name, or none."""
    value = facts.get(name, [])
    fact = f"{seat}.{name}" if seat else name
    if not isinstance(value, list) or len(value) > 1_000:
        raise PositionError(fact, f"is a list, not {shorten(value)}.")
    for at, item in enumerate(value):
        if isinstance(item, str) and item in value[:at]:
            raise PositionError(fact, f"{shorten(item)} is named twice.")
    return value


def table_of(facts: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The table at a name, or none."""
    value = facts.get(name, {})
    if not isinstance(value, Mapping):
        raise PositionError(name, f"is a table, not {shorten(value)}.")
    return value


def pair(fact: str, value: Any, count: int) -> list[Any]:
    """A list of exactly so many values."""
    if not isinstance(value, (list, tuple)) or len(value) != count:
        raise PositionError(fact, f"is a list of {count} values, not {shorten(value)}.")
    return list(value)
