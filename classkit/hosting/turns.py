"""The order in which requests are answered: one visitor after the other, and each has a share.

The server has one thread. Sixty requests that come at once, of five milliseconds each, would keep
the steps of a class waiting for all of them. So one request is begun at a time, and whatever else
the thread has to do comes in between. Whoever asks has a line: the lines take turns, one request
each, however long they are, and one whose requests have taken more than its share of the thread
waits until that is paid off. Nobody else ever waits while the thread is idle.

Who asks is told by the address. Where many share one (this machine's, a class's, a proxy's), it is
told by the cookie (visitors.py), and those who bring none stand in one line there: that of
everybody's first request, which must not be short of time when a class arrives. At any other
address a cookie does not count, since everybody can have any number of them. A known visitor
(known.py) has a line of their own there, whatever else comes from that address. One address has at
most `MAX_KNOWN` such lines, so that somebody with many logins does not have as many shares.

A turn is charged with what is done until the request waits for something, and with what it cost to
get it here. That is nearly all for the index or a file. A table takes longer, and has a place for
that (places.py).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from .addresses import is_loopback
from .allowance import Allowance

OF_VISITOR, OF_ADDRESS = (0.2, 2.0), (0.5, 2.0)
"""The share of the thread that a line may use, in seconds per second, and at once after a pause.

A page takes thirty requests of 3 ms when it is opened for the first time. The line of an address
may be that of a class that nobody has named, of whom 80 come at once.
"""
A_REQUEST = 0.001
"""Seconds that it takes to accept a connection, to read a request, and to close it again."""
MAX_KNOWN = 400
"""Maximum number of known visitors of one address with a line of their own at a time."""
LONGEST_WAIT = 20.0
"""Seconds that a request may stand in line; one that has stood longer is not answered."""


class Line:
    """The requests of somebody who asks: who stands first, how many wait, and what time is left."""

    def __init__(self, share: tuple[float, float], now: float, address: str = "") -> None:
        """Begin with nobody. `address` is that of a known visitor whose line this is."""
        self.first, self.waiting = asyncio.Lock(), 0
        self.time, self.address = Allowance(*share, now), address


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
        self.lines: dict[str, Line] = {}
        self.turn = asyncio.Lock()

    async def answer(
        self,
        address: str,
        visitor: str,
        begin: Callable[[], None],
        give_up: Callable[[], None],
        known: str = "",
    ) -> None:
        """Begin to answer a request when it is its turn; give it up if that comes too late.

        `visitor` is the name in the cookie, and `known` that of a known visitor; '' without one.
        """
        came, line = self.clock(), self.line(address, visitor, known)
        line.waiting += 1
        try:
            async with line.first:
                if self.clock() - came > LONGEST_WAIT:
                    give_up()
                    return
                while rest := line.time.wait(self.clock()):
                    await asyncio.sleep(rest)
                async with self.turn:
                    line.time.use(A_REQUEST + await self.work_of(begin), self.clock())
        finally:
            line.waiting -= 1

    async def work_of(self, begin: Callable[[], None]) -> float:
        """Call `begin`, and return the seconds of work that it causes before anything waits.

        The loop runs callbacks in order: it reads the clock, then does what `begin` has scheduled,
        then goes on here.
        """
        read: list[float] = []
        asyncio.get_running_loop().call_soon(lambda: read.append(self.worked()))
        before = self.worked()
        begin()
        begun = self.worked()
        await asyncio.sleep(0)
        return begun - before + self.worked() - read[0]

    def line(self, address: str, visitor: str, known: str = "") -> Line:
        """Return the line of a visitor or an address, and forget lines with nothing left to pay."""
        is_of_many = self.is_of_many(address)
        name = (visitor if is_of_many else known) or address
        if name in self.lines:
            return self.lines[name]
        now = self.clock()
        for other, line in [*self.lines.items()]:
            if not line.waiting and line.time.holds(1, now):
                del self.lines[other]
        if name == address:
            self.lines[name] = Line(OF_ADDRESS, now)
        elif is_of_many:
            self.lines[name] = Line(OF_VISITOR, now)
        elif sum(line.address == address for line in self.lines.values()) >= MAX_KNOWN:
            return self.line(address, "")
        else:
            self.lines[name] = Line(OF_VISITOR, now, address)
        return self.lines[name]
