"""Whole numbers of any make: Python's own, and those of numpy and pandas, as Python's own.

What comes from outside is brought into this form where it enters; so rules compare, and records
hold, nothing but plain numbers.
"""

from __future__ import annotations

from operator import index
from typing import Any


def as_whole(value: object) -> int | None:
    """A whole number as a plain int; None for anything else, True and False too.

    >>> as_whole(3), as_whole(True), as_whole(3.0), as_whole("3")
    (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return int(index(value))
    except Exception:  # a stranger's value may do anything when it is asked
        return None


def plain(value: Any) -> Any:
    """The same with plain whole numbers, also inside of lists, tuples and dicts.

    What is no such thing stays as it is, for whoever reads it to judge.

    >>> plain({"amount": 5, "dice": (3, 4)})
    {'amount': 5, 'dice': (3, 4)}
    """
    try:
        return _plain(value, {})
    except RecursionError:  # no answer is nested so deep: it is refused where it is read
        return value


def _plain(value: Any, known: dict[int, Any]) -> Any:
    """The same; ``known`` holds what was seen: a list may hold itself, or another many times."""
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind not in (list, tuple, dict):
        whole = as_whole(value)
        return value if whole is None else whole
    if id(value) not in known:
        known[id(value)] = value
        if kind is dict:
            known[id(value)] = {key: _plain(item, known) for key, item in value.items()}
        else:
            known[id(value)] = kind(_plain(item, known) for item in value)
    return known[id(value)]
