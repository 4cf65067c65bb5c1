"""A rate limit: how much a visitor may do in a while."""

from __future__ import annotations


class Allowance:
    """An allowance of so much per second, and of more at once after a pause.

    >>> allowance = Allowance(a_second=1, at_once=2, now=0)
    >>> [allowance.covers(1, now=0) for _ in range(3)], allowance.covers(1, now=5)
    ([True, True, False], True)
    """

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self.left, self.counted = at_once, now

    def covers(self, amount: float, now: float) -> bool:
        """Take the amount and return True; return False and take nothing if it is too much."""
        self.left = min(self.at_once, self.left + (now - self.counted) * self.a_second)
        self.counted = now
        if amount > self.left:
            return False
        self.left -= amount
        return True
