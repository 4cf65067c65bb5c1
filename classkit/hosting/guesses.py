"""Limit on guessing: how many wrong codes or tokens one address may send.

Each address is counted alone, an IPv6 /64 as one, and nothing is counted for all addresses
together: a stranger elsewhere delays nobody. A right guess clears the wrong ones before it, so a
class behind one address does not wait because some of its students mistyped.

The limit is on looking a guess up, not on answering it: an immediate answer to the right guess
alone would tell which it was. So past the limit everybody who guesses from that address waits,
or is refused. Callers check first whether a visitor is known already, and never delay those.

Room codes have 31^7, that is 27.5 billion values. Of one address 30 wrong ones are looked up at
once and 0.2 a second after that (`AT_ONCE`, `A_SECOND`):

- 1,000 addresses that guess through a two-hour lesson send 1.5 million. They find the code of a
  given room with a chance of 1 in 19,000; one address with a chance of 1 in 19 million.
- Somebody who knows one code clears the limit with it, as often as a class arrives
  (`CLEARED_AT_ONCE`): 9,000 guesses at once and 3 a second after that, or 1 in 900,000.
- The server answers at most some 400 requests a second, whoever asks. Any number of addresses
  that occupy all of it for a lesson send 2.9 million: a chance of 1 in 9,500.

Rooms from before have codes of six letters, which are found 31 times as easily.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tornado.web import HTTPError

from .allowance import Allowance, forget_the_first

LOG = logging.getLogger(__name__)

AT_ONCE, A_SECOND = 30.0, 0.2
"""Wrong guesses of one address, immediately and per second."""
LONGEST_WAIT = 10.0
"""Seconds that a guess waits at most. One that would wait longer is refused with 429."""
CLEARED_AT_ONCE, CLEARED_A_SECOND = 300.0, 0.1
"""Right guesses of one address that clear its wrong ones, immediately and per second."""
TOO_MANY = (
    "Many wrong %s came from %s, and more from there are refused for a while. If a class comes "
    "from that address, add --class-at %s."
)


Found = TypeVar("Found")


class Count:
    """What one address may still guess, and how often a right guess may still clear that."""

    def __init__(self, now: float) -> None:
        self.wrong = Allowance(A_SECOND, AT_ONCE, now)
        self.cleared = Allowance(CLEARED_A_SECOND, CLEARED_AT_ONCE, now)
        self.is_logged = False


class Guesses:
    """The wrong guesses of each address.

    >>> guesses = Guesses("codes", clock=lambda: 0.0)
    >>> for _ in range(32): guesses.wrong("10.0.0.7")
    >>> guesses.delay("10.0.0.7"), guesses.delay("10.0.0.8")
    (10.0, 0.0)
    >>> guesses.right("10.0.0.7")
    >>> guesses.delay("10.0.0.7")
    0.0
    """

    def __init__(
        self,
        what: str,
        is_exempt: Callable[[str], bool] = lambda address: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with no wrong guesses.

        Args:
            what: What is guessed, as the log names it.
            is_exempt: Returns True for an address from which any number of guesses may come.
            clock: Returns the time in seconds.
        """
        self.what, self.is_exempt, self.clock = what, is_exempt, clock
        self.counts: dict[str, Count] = {}

    async def check(
        self, address: str, find: Callable[[], Awaitable[Found | None]]
    ) -> Found | None:
        """Return what `find` finds, or None for a wrong guess, which is then counted.

        Raises:
            HTTPError: 429 if too many guesses from this address are wrong or waiting. `find` is
                not called then.
        """
        delay = self.delay(address)
        if delay > LONGEST_WAIT:
            self.log(address)
            raise HTTPError(429, reason="Many Wrong Guesses From This Network")
        if delay:
            self.wrong(address)  # counted before it is looked up, so that others wait behind it
            await asyncio.sleep(delay)
        found = await find()
        if found is not None:
            self.right(address)
        elif not delay:
            self.wrong(address)
        return found

    def delay(self, address: str) -> float:
        """Return the seconds before the next guess from this address may be looked up."""
        count = self.counts.get(address)
        return count.wrong.wait(self.clock()) if count else 0.0

    def wrong(self, address: str) -> None:
        """Count a wrong guess. What is owed stays small enough for a guess to wait for it again."""
        if self.is_exempt(address):
            return
        now = self.clock()
        if address not in self.counts:
            self.counts[address] = Count(now)
            forget_the_first(self.counts)
        wrong = self.counts[address].wrong
        wrong.use(1, now)
        wrong.left = max(wrong.left, -A_SECOND * LONGEST_WAIT - 1)

    def right(self, address: str) -> None:
        """Clear the wrong guesses of an address, unless that happens all the time."""
        count, now = self.counts.get(address), self.clock()
        if count is not None and count.cleared.covers(1, now):
            count.wrong = Allowance(A_SECOND, AT_ONCE, now)

    def log(self, address: str) -> None:
        """Warn the host once for each address that is refused."""
        count = self.counts[address]
        if not count.is_logged:
            count.is_logged = True
            LOG.warning(TOO_MANY, self.what, address, address)
