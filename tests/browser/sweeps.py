"""Sweeps over games and sizes, of which the short form goes through a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def shared_out(all_of: Sequence[T], row: int, number: int, deep: bool) -> Sequence[T]:
    """Return so many of all for a row, or with ``--deep`` all of them.

    As in a Latin square the next row begins with the next one, so that each occurs in some rows.

    >>> [shared_out("abc", row, 2, deep=False) for row in range(3)]
    [['a', 'b'], ['b', 'c'], ['c', 'a']]
    """
    if deep:
        return all_of
    return [all_of[(row + at) % len(all_of)] for at in range(number)]
