"""Fair queue of requests: clients take turns, and each has a share of the server's thread.

The server has one thread. Sixty simultaneous requests of five milliseconds each would delay the
steps of a class by 300 ms. So requests are started one at a time, and other work runs in between.
Each client has a queue. The server takes one request from each queue in turn, regardless of queue
length. A queue that has used more than its share of the thread waits, unless the thread is idle.

A client is identified by its address. If many visitors share an address (this machine's, a class's,
a proxy's), they are identified by their cookie (session_cookie.py). Visitors without a cookie share
one queue there. It receives everybody's first request, so its share is large enough for the
arrival of a class. At other addresses, the cookie is ignored, because a client can request any
number of cookies. However, each known visitor (known_visitors.py) has a separate queue. One address
has at most `MAX_KNOWN_QUEUES` such queues, so that a client with many logins does not get as many
shares.

A queue is charged for the work until its request first waits, and for the overhead of receiving it.
That is nearly all of the work for the index or a file. A table takes longer, and also needs a slot
(kernel_slots.py).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from .ip_addresses import is_loopback
from .token_bucket import TokenBucket

USER_SHARE, ADDRESS_SHARE = (0.2, 2.0), (0.5, 2.0)
"""Share of the thread that a queue may use: seconds per second, and as a burst.

A page sends thirty requests of 3 ms when it is opened for the first time. A class that the host has
not registered may also share an address, so that 80 visitors arrive at the same time.
"""
REQUEST_OVERHEAD = 0.001
"""Seconds for accepting a connection, reading a request, and closing the connection."""
MAX_KNOWN_QUEUES = 400
"""Maximum number of known visitors of one address that have a separate queue."""
MAX_QUEUE_SECONDS = 20.0
"""Maximum number of seconds that a request may wait. After that it is not answered."""


class ClientQueue:
    """The queue of one client: a lock, the number of waiting requests, and the remaining time."""

    def __init__(self, share: tuple[float, float], now: float, address: str = "") -> None:
        """Create an empty queue. `address` is set for the queue of a known visitor."""
        self.lock, self.waiting = asyncio.Lock(), 0
        self.time, self.address = TokenBucket(*share, now), address


class RequestScheduler:
    """The queues of all clients of a server."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        work_clock: Callable[[], float] = time.thread_time,
        is_shared_address: Callable[[str], bool] = is_loopback,
    ) -> None:
        """Create a scheduler without queues.

        Args:
            clock: Returns the time in seconds.
            work_clock: Returns the working time of the thread in seconds.
            is_shared_address: Returns True for an address that many visitors share.
        """
        self.clock, self.work_clock, self.is_shared_address = clock, work_clock, is_shared_address
        self.queues: dict[str, ClientQueue] = {}
        self.turn_lock = asyncio.Lock()

    async def answer_in_turn(
        self,
        address: str,
        visitor: str,
        begin: Callable[[], None],
        give_up: Callable[[], None],
        known: str = "",
    ) -> None:
        """Start answering a request when its turn comes, or give up if it has waited too long.

        Args:
            address: The client's address.
            visitor: The name in the cookie, or '' if there is none.
            begin: Starts answering.
            give_up: Called instead if the request has waited too long.
            known: The name of a known visitor, or '' for others.
        """
        came, line = self.clock(), self.get_queue(address, visitor, known)
        line.waiting += 1
        try:
            async with line.lock:
                if self.clock() - came > MAX_QUEUE_SECONDS:
                    give_up()
                    return
                while rest := line.time.get_wait_seconds(self.clock()):
                    await asyncio.sleep(rest)
                async with self.turn_lock:
                    line.time.debit_tokens(
                        REQUEST_OVERHEAD + await self.measure_work(begin), self.clock()
                    )
        finally:
            line.waiting -= 1

    async def measure_work(self, begin: Callable[[], None]) -> float:
        """Call `begin`. Return the seconds of work that it causes before anything waits.

        The event loop runs callbacks in order: this reads the clock, the loop runs the callbacks
        that `begin` has scheduled, and then continues here.
        """
        read: list[float] = []
        asyncio.get_running_loop().call_soon(lambda: read.append(self.work_clock()))
        before = self.work_clock()
        begin()
        begun = self.work_clock()
        await asyncio.sleep(0)
        return begun - before + self.work_clock() - read[0]

    def get_queue(self, address: str, visitor: str, known: str = "") -> ClientQueue:
        """Return the queue of a visitor or an address, and drop idle queues."""
        is_shared = self.is_shared_address(address)
        name = (visitor if is_shared else known) or address
        if name in self.queues:
            return self.queues[name]
        now = self.clock()
        for other, line in [*self.queues.items()]:
            if not line.waiting and line.time.has_tokens(1, now):
                del self.queues[other]
        if name == address:
            self.queues[name] = ClientQueue(ADDRESS_SHARE, now)
        elif is_shared:
            self.queues[name] = ClientQueue(USER_SHARE, now)
        elif sum(line.address == address for line in self.queues.values()) >= MAX_KNOWN_QUEUES:
            return self.get_queue(address, "")
        else:
            self.queues[name] = ClientQueue(USER_SHARE, now, address)
        return self.queues[name]
