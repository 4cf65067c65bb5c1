"""Slots for kernels: their number, their owners, and when they are released.

A kernel needs about 60 MiB and belongs to one page. Its slot is taken before the kernel starts, so
that simultaneous requests are counted, and is released when the kernel has ended. Visitors are
identified by a cookie, and by their address, which a whole class may share. A visitor may have a
few slots, an address many.

When the last page of a kernel has closed, the kernel ends after a while, even if the page could not
request that. A page that never connected because its visitor left (a proxy may hide this) loses its
slot sooner if another visitor waits for one.

A client that discards the cookie is a new visitor each time, so only its address identifies it.
Limits:

- A page is pending from its request until it connects, or until it has been ready for 20 seconds
  (`CONNECT_TIMEOUT`). One address may have 12 pending pages (`MAX_PENDING_PAGES`), and no more than
  half of all slots. This does not slow down a class: its pages connect a second or two after they
  are rendered, and rendering twelve keeps four cores busy. A program that fetches pages and never
  connects gets 12 in 20 seconds.
- Pages that never connect are evicted first: as soon as a visitor finds no free slot, all pages
  that have been ready for 20 seconds without connecting are ended. So such a program occupies 12
  slots if others need them, or otherwise 12 x `rest` / 20 (72 for two minutes).
- Visitors whose pages have connected before (`known`) have a separate pending limit: a class
  that plays can reload its pages regardless of other requests from its address.
- A program that connects and stays cannot be distinguished from a class. It can occupy three
  quarters of the slots (`MAX_ADDRESS_SHARE`): the last quarter is reserved for other addresses. If
  a class needs more, the host can register its address (`--class-at`).

Behind a proxy that the host has not registered, all visitors have the same address. The last limit
would then lock a class out of its own server, so it does not apply to this machine's address, to a
named proxy's own address, or to the address of a class. There, one client that connects can take
all slots. To prevent this, register the proxy.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from classkit.awake_clock import AwakeClock

from .config import ServerSettings, count_fitting_kernels
from .ip_addresses import NetworkSet, is_loopback
from .usage_quotas import UsageCosts

LOG = logging.getLogger(__name__)

MAX_PENDING_PAGES, MAX_VISITOR_PENDING = 12, 3
"""Maximum number of pending pages of one address, and of one visitor."""
MAX_PENDING_SHARE = 0.5
"""Maximum share of all slots for pending pages of one address."""
CONNECT_TIMEOUT = 20.0
"""Seconds within which a page must connect while others wait for its slot."""
MAX_ADDRESS_SHARE = 0.75
"""Maximum share of all slots for an address, unless many visitors share it."""
ADDRESS_FULL_WARNING = (
    "%d of %d tables are in use by visitors from %s, and another one was refused. If that is a "
    "class, add --class-at %s; otherwise one address can use three quarters of all tables."
)
MAX_KNOWN_VISITORS = 10_000
"""Maximum number of remembered visitors whose page has connected before."""
ARRIVAL_SECONDS = 60.0
RELOAD_SECONDS = 5.0  # a reload opens the new page before the old one has closed
"""Seconds to wait for a slot: while many pages arrive, and while a visitor's old page closes."""
MAX_QUEUE_SECONDS = 60.0
"""Maximum number of seconds that a request waits for a slot, for any reason."""
POLL_INTERVAL = 0.1
"""Seconds between two checks for a free slot, for all waiting pages of one visitor together."""


class SlotsFull(Exception):
    """No slot is free. `patience` is the number of seconds for which waiting makes sense."""

    def __init__(self, reason: str, patience: float = 0.0) -> None:
        super().__init__(reason)
        self.patience = patience


@dataclass(eq=False)
class KernelSlot:
    """The slot of one kernel, from before its start until its end.

    Attributes:
        visitor: The visitor's name.
        address: The visitor's address.
        kernel: The id of the kernel, or an empty string before it has started.
        lines: Number of connected pages.
        coming: Number of pages that are about to connect.
        arriving: Whether the page is being rendered.
        made: The time when the page became ready, or None before that and after it connects.
        due: The time when the kernel ends unless a page connects, or None while a page is connected
            or being rendered.
        waiting: Bytes of unread messages to pages and of incomplete messages from pages.
        asked: Number of messages that the kernel has not finished.
    """

    visitor: str
    address: str
    kernel: str = ""
    lines: int = 0
    coming: int = 0
    arriving: bool = True
    made: float | None = None
    due: float | None = None
    waiting: int = 0
    asked: int = 0


@dataclass
class KernelSlots:
    """All slots of one server.

    There are `most` slots, and `most_each` for each visitor. A kernel ends `grace` seconds after
    its page was closed, and `rest` seconds after the connection was lost or after a page was
    rendered that never connected. The addresses in `shared`, those of proxies and classes, are used
    by many visitors.
    """

    most: int
    most_each: int
    rest: float
    grace: float
    clock: Callable[[], float] = time.monotonic
    shared: NetworkSet = field(default_factory=lambda: NetworkSet([]))
    slots: list[KernelSlot] = field(default_factory=list)
    known: dict[str, None] = field(default_factory=dict)
    warned_addresses: set[str] = field(default_factory=set)
    waiting: Counter[str] = field(default_factory=Counter)
    costs: UsageCosts = field(default_factory=UsageCosts)

    @classmethod
    def from_settings(cls, serving: ServerSettings) -> KernelSlots:
        """Return the slots for the host's settings."""
        most = serving.max_kernels or count_fitting_kernels()
        places = cls(most, serving.max_kernels_each, serving.rest, serving.grace, AwakeClock())
        places.shared = NetworkSet((*serving.proxies, *serving.class_at))
        places.costs.is_shared_address = places.is_shared_address
        return places

    def is_shared_address(self, address: str) -> bool:
        """Return True if many visitors may share an address: this machine's or a configured one."""
        return is_loopback(address) or address in self.shared

    def take_slot(self, visitor: str, address: str) -> KernelSlot:
        """Take a slot for a kernel that is about to start. Raise SlotsFull if none is free.

        >>> places = KernelSlots(most=1, most_each=1, rest=120, grace=15)
        >>> place = places.take_slot("ada", "10.0.0.7")
        >>> places.take_slot("bo", "10.0.0.8")
        Traceback (most recent call last):
        classkit.hosting.kernel_slots.SlotsFull: All tables of this server are in use. Wait until
        ...
        >>> places.release_slot(place)
        >>> places.take_slot("bo", "10.0.0.8").visitor
        'bo'
        """
        self.check_capacity(visitor, address)
        place = KernelSlot(visitor, address)
        self.slots.append(place)
        return place

    async def wait_for_slot(
        self, visitor: str, address: str, waits: Callable[[], bool]
    ) -> KernelSlot:
        """Take a slot, waiting for a free one while that makes sense and `waits` returns True.

        Each reason to wait has a time limit, which restarts when the reason changes. The total wait
        is at most MAX_QUEUE_SECONDS. If a visitor waits for many pages, each page polls less often.

        Args:
            visitor: The visitor's name.
            address: The visitor's address.
            waits: Returns True while the visitor is still connected.

        Returns:
            The slot.

        Raises:
            SlotsFull: If no slot became free in time, or the visitor left.
        """
        end = self.clock() + MAX_QUEUE_SECONDS
        begun, why = self.clock(), ""
        self.waiting[visitor] += 1
        try:
            while True:
                try:
                    return self.take_slot(visitor, address)
                except SlotsFull as full:
                    if str(full) != why:
                        begun, why = self.clock(), str(full)
                    if self.clock() >= min(end, begun + full.patience):
                        raise
                await asyncio.sleep(POLL_INTERVAL * self.waiting[visitor])
                if not waits():
                    raise SlotsFull(why)
        finally:
            self.waiting -= Counter({visitor: 1})

    def check_capacity(self, visitor: str, address: str) -> None:
        """Raise SlotsFull, which states how long to wait, unless this visitor may take a slot."""
        mine = [place for place in self.slots if place.visitor == visitor]
        if len(mine) >= self.most_each:
            self.expire_unconnected(mine)
            raise SlotsFull(
                f"You have {self.most_each} tables open, which is the limit for one visitor. "
                "Close one of them.",
                RELOAD_SECONDS,
            )
        if len(self.slots) >= self.most:
            raise SlotsFull(
                "All tables of this server are in use. Wait until somebody closes a page.",
                self.expire_unconnected(self.slots),
            )
        beside = [place for place in self.slots if place.address == address]
        if self.has_many_pending(visitor, mine, beside):
            raise SlotsFull(
                "Many people are arriving at the moment. It will soon be your turn.",
                ARRIVAL_SECONDS,
            )
        if not self.is_shared_address(address) and len(beside) >= max(
            1, int(self.most * MAX_ADDRESS_SHARE)
        ):
            if address not in self.warned_addresses:
                self.warned_addresses.add(address)
                LOG.warning(ADDRESS_FULL_WARNING, len(beside), self.most, address, address)
            raise SlotsFull(
                "All tables of this server for your network are in use. Wait until somebody "
                "closes a page.",
                self.expire_unconnected(beside),
            )

    def has_many_pending(
        self, visitor: str, mine: list[KernelSlot], beside: list[KernelSlot]
    ) -> bool:
        """Return True if this visitor or their address has too many pending pages."""
        alike = [
            place for place in beside if (place.visitor in self.known) == (visitor in self.known)
        ]
        most = min(MAX_PENDING_PAGES, max(1, int(self.most * MAX_PENDING_SHARE)))
        return (
            sum(map(self.is_pending, mine)) >= MAX_VISITOR_PENDING
            or sum(map(self.is_pending, alike)) >= most
        )

    def is_pending(self, place: KernelSlot) -> bool:
        """Return True until the page of a slot connects or has been ready for CONNECT_TIMEOUT."""
        if place.made is not None:
            return self.clock() - place.made < CONNECT_TIMEOUT
        return place.arriving

    def expire_unconnected(self, places: list[KernelSlot]) -> float:
        """Shorten the deadline of pages that were rendered and have not connected.

        Returns:
            The seconds until all of them have lost their slots, plus RELOAD_SECONDS, or 0 if there
            are none.
        """
        longest = 0.0
        for place in places:
            if place.made is not None and place.due is not None:
                place.due = min(place.due, place.made + CONNECT_TIMEOUT)
                longest = max(longest, place.due - self.clock() + RELOAD_SECONDS)
        return longest

    def release_slot(self, place: KernelSlot) -> None:
        """Release the slot unless it has been released already."""
        if place in self.slots:
            self.slots.remove(place)

    def set_kernel(self, place: KernelSlot, kernel: str) -> None:
        """Record that the kernel of a slot has started."""
        place.kernel = kernel

    def note_rendered(self, place: KernelSlot) -> None:
        """Record that the page was rendered and should connect. Release a slot without a kernel."""
        if not place.kernel:
            self.release_slot(place)
        elif place.arriving and place.due is None and not place.lines:
            place.made = self.clock()
            place.due = place.made + self.rest
        place.arriving = False

    def note_aborted(self, place: KernelSlot) -> None:
        """Record that the visitor left before the page was complete. Its kernel ends now."""
        if not place.lines:
            place.due = self.clock()

    def release_kernel(self, kernel: str) -> None:
        """Release the slot of a kernel that has ended."""
        if place := self.find_slot(kernel):
            self.release_slot(place)

    def add_connection(self, kernel: str) -> None:
        """Record that a page has connected to its kernel."""
        if place := self.find_slot(kernel):
            place.lines += 1
            self.remember_visitor(place.visitor)
            place.arriving, place.made, place.due = False, None, None

    def remember_visitor(self, visitor: str) -> None:
        """Remember that a page of this visitor has connected. Drop the oldest one if needed."""
        self.known[visitor] = None
        if len(self.known) > MAX_KNOWN_VISITORS:
            del self.known[next(iter(self.known))]

    def remove_connection(self, kernel: str, *, for_good: bool) -> None:
        """Record that a page has disconnected: `for_good`, or because the connection was lost."""
        place = self.find_slot(kernel)
        if place is None:
            return
        place.lines -= 1
        if place.lines == 0:
            place.due = self.clock() + (self.grace if for_good else self.rest)

    def list_overdue_kernels(self) -> list[str]:
        """List the kernels to end now. A kernel is listed until it has ended."""
        now = self.clock()
        return [
            place.kernel
            for place in self.slots
            if place.kernel and place.due is not None and place.due <= now
        ]

    def find_slot(self, kernel: str) -> KernelSlot | None:
        return next((place for place in self.slots if place.kernel == kernel), None)
