"""What visitors cost the server, and how long they wait for it.

The server has one thread for pages and one for rooms, and what either does for one visitor it does
not do for the others. So what comes from a page and goes to it is charged with the time that it
takes. Bytes that come in are counted as well: a kernel that is busy keeps them in memory. What is
used up is owed, and of a page that owes, nothing more is read until that is paid off; nothing is
lost.

One visitor has a purse, whatever the number of their tables and lines; so have all behind one
address, and all visitors together. A step costs some 2 ms and 300 bytes, so that a student may go
on by 50 steps a second, and a class of 80 behind one address by 200. A record that is opened costs
up to 10 ms and 5 MB, of which a visitor may send three in a row. Whoever still has half of their
own waits for nobody else: a class does not pay for a stranger behind its address. Requests for
pages and files have shares of their own (turns.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .addresses import is_loopback
from .allowance import Allowance


class Share(NamedTuple):
    """How much somebody may have: bytes and seconds, each for every second and at once."""

    bytes_a_second: float
    bytes_at_once: float
    seconds_a_second: float
    seconds_at_once: float


VISITOR = Share(100_000, 15_000_000, 0.1, 1.0)
ADDRESS = Share(1_000_000, 150_000_000, 0.4, 4.0)
SERVER = Share(3_000_000, 450_000_000, 0.7, 7.0)


class Purse:
    """What is left of a share, in bytes and seconds; below 0 where something is owed."""

    def __init__(self, share: Share, now: float) -> None:
        self.bytes = Allowance(share.bytes_a_second, share.bytes_at_once, now)
        self.seconds = Allowance(share.seconds_a_second, share.seconds_at_once, now)

    def use(self, size: int, seconds: float, now: float) -> None:
        """Take bytes and seconds out of the purse, even into debt."""
        self.bytes.use(size, now)
        self.seconds.use(seconds, now)

    def wait(self, now: float) -> float:
        """Return the seconds until the debt is paid off; 0 where there is none."""
        return max(self.bytes.wait(now), self.seconds.wait(now))

    def holds(self, part: float, now: float) -> bool:
        """Return whether this part of the share is left, from 0 to 1."""
        return all(one.holds(part, now) for one in (self.bytes, self.seconds))


class Costs:
    """The purses of a server's visitors.

    >>> costs = Costs(clock=lambda: 0.0)
    >>> costs.charge("ada", "10.0.0.7", seconds=2.0)
    >>> costs.wait("ada", "10.0.0.7"), costs.wait("bo", "10.0.0.7")
    (10.0, 0.0)
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        is_of_many: Callable[[str], bool] = is_loopback,
    ) -> None:
        """Begin with full purses. `is_of_many` tells of an address that many visitors share."""
        self.clock, self.is_of_many = clock, is_of_many
        self.everybody = Purse(SERVER, clock())
        self.visitors: dict[str, Purse] = {}
        self.addresses: dict[str, Purse] = {}

    def charge(self, visitor: str, address: str, *, seconds: float, size: int = 0) -> None:
        """Charge a visitor with seconds of the server's time, and with bytes that came in."""
        now = self.clock()
        for purse in self.purses(visitor, address, now):
            purse.use(size, seconds, now)

    def wait(self, visitor: str, address: str) -> float:
        """Return the seconds that this visitor has to wait; 0 if nothing is owed."""
        now = self.clock()
        own, *shared = self.purses(visitor, address, now)
        if own.holds(0.5, now):
            return 0.0
        return max(purse.wait(now) for purse in (own, *shared))

    def purses(self, visitor: str, address: str, now: float) -> Iterator[Purse]:
        """Yield a visitor's own purse, that of all together, and that of their address.

        Visitors behind a proxy whose forwarding is unknown have no address of their own.
        """
        yield purse_of(self.visitors, visitor, VISITOR, now)
        yield self.everybody
        if not self.is_of_many(address):
            yield purse_of(self.addresses, address, ADDRESS, now)


def purse_of(purses: dict[str, Purse], name: str, share: Share, now: float) -> Purse:
    """Return the purse of that name. A new one is full, so that full ones need not be kept."""
    if name not in purses:
        for full in [other for other, purse in purses.items() if purse.holds(1, now)]:
            del purses[full]
        purses[name] = Purse(share, now)
    return purses[name]
