"""Token bucket that limits how much a client may do per second, and as a burst."""

from __future__ import annotations

from typing import Any

MAX_ADDRESSES = 10_000
"""Maximum number of entries in a table of addresses. The oldest is dropped first."""


class TokenBucket:
    """A rate limit with a burst.

    It can refuse an amount that is not available (`try_acquire`), or go into debt (`debit_tokens`),
    so that the client must wait.

    >>> allowance = TokenBucket(a_second=1, at_once=2, now=0)
    >>> [allowance.try_acquire(1, now=0) for _ in range(3)], allowance.try_acquire(1, now=5)
    ([True, True, False], True)
    >>> allowance = TokenBucket(a_second=2, at_once=6, now=0)
    >>> allowance.debit_tokens(10, now=0)
    >>> (allowance.get_wait_seconds(now=0), allowance.get_wait_seconds(now=1.5),
    ...  allowance.get_wait_seconds(now=4), allowance.tokens)
    (2.0, 0.5, 0.0, 4.0)
    """

    def __init__(self, a_second: float, at_once: float, now: float) -> None:
        self.a_second, self.at_once = a_second, at_once
        self.tokens, self.refilled_at = at_once, now

    def try_acquire(self, amount: float, now: float) -> bool:
        """Take the amount and return True. Return False and take nothing if it is too much."""
        self.refill(now)
        if amount > self.tokens:
            return False
        self.tokens -= amount
        return True

    def debit_tokens(self, amount: float, now: float) -> None:
        """Take the amount, going into debt if necessary."""
        self.refill(now)
        self.tokens -= amount

    def get_wait_seconds(self, now: float) -> float:
        """Return the seconds until the debt is paid off, or 0 if there is none."""
        self.refill(now)
        return max(0.0, -self.tokens / self.a_second)

    def has_tokens(self, part: float, now: float) -> bool:
        """Return True if this share of the burst, from 0 to 1, is available."""
        self.refill(now)
        return self.tokens >= part * self.at_once

    def refill(self, now: float) -> None:
        """Add the tokens accrued since the last call, up to the burst."""
        self.tokens = min(self.at_once, self.tokens + (now - self.refilled_at) * self.a_second)
        self.refilled_at = now


def evict_oldest(known: dict[Any, Any]) -> None:
    """Drop the oldest entry if there are too many."""
    if len(known) > MAX_ADDRESSES:
        del known[next(iter(known))]
