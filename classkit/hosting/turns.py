"""The order in which requests are answered: those of one address one after the other.

Sixty requests that come at once, of ten milliseconds of the server's one thread each, would keep
the steps of a class waiting for all of them. And an address whose requests have taken a second must
leave the thread to others for most of the time. An address that many visitors share, such as that
of a class, is nobody's in particular: its requests are answered as they come.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from .addresses import is_loopback
from .allowance import Allowance

SHARE = (0.3, 1.0)
"""Seconds of the thread for the requests of one address, for every second and at once."""


LONGEST_TURN = 0.05
"""Seconds after which the next request has its turn, though the one before is not answered yet."""


class Asker:
    """An address: its requests stand in one line, and what time they may take."""

    def __init__(self, now: float) -> None:
        self.line, self.time, self.waiting = asyncio.Lock(), Allowance(*SHARE, now), 0


class Turns:
    """The turns of all requests of a server."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
        is_of_many: Callable[[str], bool] = is_loopback,
    ) -> None:
        """Begin with nobody in line.

        `worked` tells how long the thread has worked, in seconds, and `is_of_many` of an address
        that many visitors share.
        """
        self.clock, self.worked, self.is_of_many = clock, worked, is_of_many
        self.askers: dict[str, Asker] = {}

    async def answer(self, address: str, begin: Callable[[], asyncio.Future[None] | None]) -> None:
        """Let a request from this address be answered when it is its turn.

        `begin` begins to answer it, and returns what is done when the answer has been sent; None if
        nobody is there any more.
        """
        if self.is_of_many(address):
            begin()
            return
        asker = self.asker(address)
        asker.waiting += 1
        try:
            async with asker.line:
                while rest := asker.time.wait(self.clock()):
                    await asyncio.sleep(rest)
                begun = self.worked()
                if answered := begin():
                    await asyncio.wait({answered}, timeout=LONGEST_TURN)
                asker.time.use(self.worked() - begun, self.clock())
        finally:
            asker.waiting -= 1

    def asker(self, address: str) -> Asker:
        """Return who asks from this address; those who have rested are forgotten."""
        if address not in self.askers:
            now = self.clock()
            for name, other in [*self.askers.items()]:
                if not other.waiting and other.time.holds(1, now):
                    del self.askers[name]
            self.askers[address] = Asker(now)
        return self.askers[address]
