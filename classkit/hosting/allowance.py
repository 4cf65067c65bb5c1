"""A rate limit: how much a visitor may do per second, and at once after a pause."""

from __future__ import annotations

from typing import Any

MOST_ADDRESSES = 10_000
"""Maximum number of entries in a table of addresses; the oldest is dropped first."""


class Allowance:
    """An allowance of so much per second, and of more at once after a pause.

    It may refuse what is not left (`covers`), or take it all the same (`use`): then it is owed, and
    waited for.

    >>> allowance = Allowance(a_second=1, at_once=2, now=0)
    >>> [allowance.covers(1, now=0) for _ in range(3)], allowance.covers(1, now=5)
    ([True, True, False], True)
    >>> allowance = Allowance(a_second=2, at_once=6, now=0)
    >>> allowance.use(10, now=0)
    >>> allowance.wait(now=0), allowance.wait(now=1.5), allowance.wait(now=4), allowance.left
    (2.0, 0.5, 0.0, 4.0)
    """

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self.left, self.counted = at_once, now

    def covers(self, amount: float, now: float) -> bool:
        """Take the amount and return True; return False and take nothing if it is too much."""
        self.refill(now)
        if amount > self.left:
            return False
        self.left -= amount
        return True

    def use(self, amount: float, now: float) -> None:
        """Take the amount, even into debt."""
        self.refill(now)
        self.left -= amount

    def wait(self, now: float) -> float:
        """Return the seconds until the debt is paid off; 0 where there is none."""
        self.refill(now)
        return max(0.0, -self.left / self.a_second)

    def holds(self, part: float, now: float) -> bool:
        """Return whether this part of what it holds at once is left, from 0 to 1."""
        self.refill(now)
        return self.left >= part * self.at_once

    def refill(self, now: float) -> None:
        """Add what has accrued since the last call, up to the most it can hold."""
        self.left = min(self.at_once, self.left + (now - self.counted) * self.a_second)
        self.counted = now


def forget_the_first(known: dict[Any, Any]) -> None:
    """Drop the oldest entry where there are too many."""
    if len(known) > MOST_ADDRESSES:
        del known[next(iter(known))]
