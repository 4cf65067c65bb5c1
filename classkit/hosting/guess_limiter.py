"""Limit on guessing: the number of wrong codes or tokens that one address may send.

Each address is counted separately, with an IPv6 /64 as one address, and there is no total for all
addresses: a stranger at another address delays nobody. A right guess clears earlier wrong guesses,
so a class behind one address does not wait because some of its students mistyped.

The limit applies to looking a guess up, not to answering it: if only the right guess was answered
immediately, that would reveal it. So beyond the limit every guess from that address waits, or is
refused. Callers first check whether a visitor is already known, and never delay known visitors.

Room codes have 31^7, that is 27.5 billion values. For one address, 30 wrong guesses are looked up
immediately, then 0.2 a second (`GUESS_BURST`, `GUESS_RATE`):

- 1,000 addresses that guess throughout a two-hour lesson send 1.5 million guesses. They find the
  code of a given room with a probability of 1 in 19,000; a single address, 1 in 19 million.
- A client that knows one code can use it to clear the limit, as often as a class arrives
  (`CLEAR_BURST`): 9,000 guesses immediately, then 3 a second, or 1 in 900,000.
- The server answers at most about 400 requests a second in total. Any number of addresses that
  use all of this capacity for a lesson send 2.9 million guesses: 1 in 9,500.

Rooms of earlier versions have codes of six letters, which are found 31 times as easily.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tornado.web import HTTPError

from .token_bucket import TokenBucket, evict_oldest

LOG = logging.getLogger(__name__)

GUESS_BURST, GUESS_RATE = 30.0, 0.2
"""Number of wrong guesses allowed for one address, immediately and per second."""
MAX_WAIT_SECONDS = 10.0
"""Maximum number of seconds that a guess waits. If it would wait longer, it gets status 429."""
CLEAR_BURST, CLEAR_RATE = 300.0, 0.1
"""Number of right guesses of one address that clear its wrong ones, immediately and per second."""
REFUSAL_WARNING = (
    "Many wrong %s were sent from %s, so further ones from there are refused for a while. If "
    "that is the address of a class, add --class-at %s."
)


Found = TypeVar("Found")


class GuessCount:
    """Remaining guesses of one address, and how often a right guess may still restore them."""

    def __init__(self, now: float) -> None:
        self.wrong_bucket = TokenBucket(GUESS_RATE, GUESS_BURST, now)
        self.clear_bucket = TokenBucket(CLEAR_RATE, CLEAR_BURST, now)
        self.is_logged = False


class GuessLimiter:
    """The wrong guesses of each address.

    >>> guesses = GuessLimiter("codes", clock=lambda: 0.0)
    >>> for _ in range(32): guesses.count_wrong_guess("10.0.0.7")
    >>> guesses.get_delay("10.0.0.7"), guesses.get_delay("10.0.0.8")
    (10.0, 0.0)
    >>> guesses.clear_wrong_guesses("10.0.0.7")
    >>> guesses.get_delay("10.0.0.7")
    0.0
    """

    def __init__(
        self,
        what: str,
        is_exempt: Callable[[str], bool] = lambda address: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create a limiter without wrong guesses.

        Args:
            what: Name of the guessed values in the log.
            is_exempt: Returns True for an address that may send any number of guesses.
            clock: Returns the time in seconds.
        """
        self.what, self.is_exempt, self.clock = what, is_exempt, clock
        self.counts: dict[str, GuessCount] = {}

    async def check_guess(
        self, address: str, find: Callable[[], Awaitable[Found | None]]
    ) -> Found | None:
        """Return the result of `find`, or None for a wrong guess, which is then counted.

        Raises:
            HTTPError: 429 if too many guesses from this address are wrong or waiting. `find` is
                not called then.
        """
        delay = self.get_delay(address)
        if delay > MAX_WAIT_SECONDS:
            self.log_refusal(address)
            raise HTTPError(429, reason="Many Wrong Guesses From This Network")
        if delay:
            self.count_wrong_guess(
                address
            )  # count the guess before looking it up, so that others queue behind it
            await asyncio.sleep(delay)
        found = await find()
        if found is not None:
            self.clear_wrong_guesses(address)
        elif not delay:
            self.count_wrong_guess(address)
        return found

    def get_delay(self, address: str) -> float:
        """Return the seconds before the next guess from this address may be looked up."""
        count = self.counts.get(address)
        return count.wrong_bucket.get_wait_seconds(self.clock()) if count else 0.0

    def count_wrong_guess(self, address: str) -> None:
        """Count a wrong guess. The debt is limited, so that a later guess is still looked up."""
        if self.is_exempt(address):
            return
        now = self.clock()
        if address not in self.counts:
            self.counts[address] = GuessCount(now)
            evict_oldest(self.counts)
        wrong = self.counts[address].wrong_bucket
        wrong.debit_tokens(1, now)
        wrong.tokens = max(wrong.tokens, -GUESS_RATE * MAX_WAIT_SECONDS - 1)

    def clear_wrong_guesses(self, address: str) -> None:
        """Clear the wrong guesses of an address, unless it has cleared them too often."""
        count, now = self.counts.get(address), self.clock()
        if count is not None and count.clear_bucket.try_acquire(1, now):
            count.wrong_bucket = TokenBucket(GUESS_RATE, GUESS_BURST, now)

    def log_refusal(self, address: str) -> None:
        """Log a warning once for each refused address."""
        count = self.counts[address]
        if not count.is_logged:
            count.is_logged = True
            LOG.warning(REFUSAL_WARNING, self.what, address, address)
