"""How much of something a visitor may do in a while."""

from __future__ import annotations


class Allowance:
    """So much a second, and so much at once after a rest.

    >>> allowance = Allowance(a_second=1, at_once=2, now=0)
    >>> [allowance.covers(1, now=0) for _ in range(3)], allowance.covers(1, now=5)
    ([True, True, False], True)
    """

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self.left, self.counted = at_once, now

    def covers(self, amount: float, now: float) -> bool:
        """Take the amount; false when that is too much, and then nothing is taken."""
        self.left = min(self.at_once, self.left + (now - self.counted) * self.a_second)
        self.counted = now
        if amount > self.left:
            return False
        self.left -= amount
        return True
