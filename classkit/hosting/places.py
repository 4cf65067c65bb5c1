"""Places for kernels: how many there are, who has one, and when it is given up.

A kernel costs some 60 MiB and belongs to one page. Its place is taken before it starts, so that
simultaneous requests are counted, and is free again when it has ended. Visitors are told apart by a
cookie and by their address, which a whole class may share: a visitor may have a few places, an
address many.

When the last page of a kernel has gone, the kernel is ended after a while, whether or not the page
could ask for it. A page that never connected, because its visitor had already gone (which a proxy
may hide), gives up its place sooner if somebody else waits for one.

Whoever drops the cookie is a new visitor each time, and only the address tells. The arithmetic:

- A page is on its way from when it is asked for until it connects, or has been ready for 20
  seconds (`LONGEST_WAY`). Of one address 12 are on their way at a time (`ARRIVING`; no more than
  half of all places). A class is not slowed down: its pages connect a second or two after they are
  made, and making twelve keeps four cores busy. A program that fetches pages and never connects
  gets 12 in 20 seconds.
- Its pages are the first to give way: as soon as somebody finds no place, all that have been ready
  for 20 seconds without connecting are ended. So it holds 12 places when others need them, of any
  number; when nobody does, it may hold 12 x `rest` / 20 (72 for two minutes).
- Visitors whose pages have connected before (`known`) do not stand in one line with those that
  never did: a class that plays can reload its pages whatever else arrives from its address.
- A program that also connects, and stays, is a class by all one can see. It may have three
  quarters of the places (`OF_ONE_ADDRESS`): those of other addresses find the last quarter free.
  A host whose class needs more of them names its address (`--class-at`).

Behind a proxy that the host has not named everybody comes from one address. Then the last rule
would keep a class out of its own server, and does not apply to this machine's address, nor to a
named proxy's own: there, one who connects can take all places. Naming the proxy ends that.
The same holds behind the address of a class.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from classkit.awake import AwakeClock

from .addresses import Networks, is_loopback
from .config import Serving, fitting_kernels
from .costs import Costs

LOG = logging.getLogger(__name__)

ARRIVING, ARRIVING_EACH = 12, 3
"""Pages that may be on their way at a time for one address, and for one visitor."""
ARRIVING_SHARE = 0.5
"""The share of all places for pages on their way to one address."""
LONGEST_WAY = 20.0
"""Seconds that a page has for connecting while others wait for its place."""
OF_ONE_ADDRESS = 0.75
"""The share of all places for one address, unless it is this machine or a proxy."""
ONE_ADDRESS = (
    "%d of %d tables are taken by visitors from %s, and one more was refused. If that is a class, "
    "add --class-at %s; one address has three quarters of all otherwise."
)
MOST_KNOWN = 10_000
"""Visitors who are remembered because a page of theirs has connected."""
UNTIL_OTHERS_ARE_IN = 60.0
UNTIL_A_PAGE_IS_GONE = 5.0  # on a reload the new page comes before the old one has left
"""Seconds that waiting for a place is worth while."""
LONGEST_LINE = 60.0
"""Seconds after which whoever waits is told to come again, whatever they waited for."""
A_LOOK = 0.1
"""Seconds between two looks for a place, of all the pages together that one visitor waits for."""


class Full(Exception):
    """No place is free. `patience` is the time in seconds that waiting is worth while."""

    def __init__(self, reason: str, patience: float = 0.0) -> None:
        super().__init__(reason)
        self.patience = patience


@dataclass(eq=False)
class Place:
    """The place of one kernel, from before its start until its end.

    `lines` counts the pages connected, `coming` those about to connect. `due` is the time at which
    the kernel is ended unless a page connects; None while one is connected or being made. `made`
    is the time at which a page that has not connected yet was ready. `waiting` counts the bytes
    that wait for the pages to read them, or to send their end, `asked` the messages that the
    kernel is not done with.
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
class Places:
    """All places of one server.

    There are `most` places in all and `most_each` for a visitor. A kernel is ended `grace` seconds
    after its page was closed, and `rest` seconds after the line to its page was lost or after a
    page was made that never connected. Behind the addresses in `shared` stand many visitors:
    a proxy's, or a class's.
    """

    most: int
    most_each: int
    rest: float
    grace: float
    clock: Callable[[], float] = time.monotonic
    shared: Networks = field(default_factory=lambda: Networks([]))
    taken: list[Place] = field(default_factory=list)
    known: dict[str, None] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    waiting: Counter[str] = field(default_factory=Counter)
    costs: Costs = field(default_factory=Costs)

    @classmethod
    def of(cls, serving: Serving) -> Places:
        """Return the places that a host has chosen."""
        most = serving.max_kernels or fitting_kernels()
        places = cls(most, serving.max_kernels_each, serving.rest, serving.grace, AwakeClock())
        places.shared = Networks((*serving.proxies, *serving.class_at))
        places.costs.is_of_many = places.is_of_many
        return places

    def is_of_many(self, address: str) -> bool:
        """Return True if many visitors may share an address: this machine's, or one so named."""
        return is_loopback(address) or address in self.shared

    def take(self, visitor: str, address: str) -> Place:
        """Take a place for a kernel that is about to start. Raise Full if there is none.

        >>> places = Places(most=1, most_each=1, rest=120, grace=15)
        >>> place = places.take("ada", "10.0.0.7")
        >>> places.take("bo", "10.0.0.8")
        Traceback (most recent call last):
        classkit.hosting.places.Full: All tables of this server are taken. One is free ...
        >>> places.give_up(place)
        >>> places.take("bo", "10.0.0.8").visitor
        'bo'
        """
        self.look(visitor, address)
        place = Place(visitor, address)
        self.taken.append(place)
        return place

    async def take_in_line(self, visitor: str, address: str, waits: Callable[[], bool]) -> Place:
        """Take a place, waiting for one if that is worth while and `waits` returns True.

        `waits` tells whether the visitor is still there. Each reason to wait has a patience of its
        own, which begins when the reason does; nobody waits longer than LONGEST_LINE seconds, if
        they wait for one page. Whoever waits for many looks for each of them more seldom.
        """
        end = self.clock() + LONGEST_LINE
        begun, why = self.clock(), ""
        self.waiting[visitor] += 1
        try:
            while True:
                try:
                    return self.take(visitor, address)
                except Full as full:
                    if str(full) != why:
                        begun, why = self.clock(), str(full)
                    if self.clock() >= min(end, begun + full.patience):
                        raise
                await asyncio.sleep(A_LOOK * self.waiting[visitor])
                if not waits():
                    raise Full(why)
        finally:
            self.waiting -= Counter({visitor: 1})

    def look(self, visitor: str, address: str) -> None:
        """Raise Full unless this visitor may take a place; tell how long waiting makes sense."""
        mine = [place for place in self.taken if place.visitor == visitor]
        if len(mine) >= self.most_each:
            self.hurry(mine)
            raise Full(
                f"You have {self.most_each} tables open, as many as one visitor may have. Close "
                "one of them.",
                UNTIL_A_PAGE_IS_GONE,
            )
        if len(self.taken) >= self.most:
            raise Full(
                "All tables of this server are taken. One is free when somebody closes a page.",
                self.hurry(self.taken),
            )
        beside = [place for place in self.taken if place.address == address]
        if self.is_busy(visitor, mine, beside):
            raise Full(
                "Many are arriving at this moment. It is your turn soon.", UNTIL_OTHERS_ARE_IN
            )
        if not self.is_of_many(address) and len(beside) >= max(1, int(self.most * OF_ONE_ADDRESS)):
            if address not in self.told:
                self.told.add(address)
                LOG.warning(ONE_ADDRESS, len(beside), self.most, address, address)
            raise Full(
                "All tables that this server has for your network are taken. One is free when "
                "somebody closes a page.",
                self.hurry(beside),
            )

    def is_busy(self, visitor: str, mine: list[Place], beside: list[Place]) -> bool:
        """Return True if too many pages are on their way, of this visitor or from their address."""
        alike = [
            place for place in beside if (place.visitor in self.known) == (visitor in self.known)
        ]
        most = min(ARRIVING, max(1, int(self.most * ARRIVING_SHARE)))
        return (
            sum(map(self.is_on_its_way, mine)) >= ARRIVING_EACH
            or sum(map(self.is_on_its_way, alike)) >= most
        )

    def is_on_its_way(self, place: Place) -> bool:
        """Return True until the page of a place connects, or could have done so."""
        if place.made is not None:
            return self.clock() - place.made < LONGEST_WAY
        return place.arriving

    def hurry(self, places: list[Place]) -> float:
        """Shorten the wait for pages that were made and have not connected.

        Return the seconds until all of them have given up their places; 0 if there are none.
        """
        longest = 0.0
        for place in places:
            if place.made is not None and place.due is not None:
                place.due = min(place.due, place.made + LONGEST_WAY)
                longest = max(longest, place.due - self.clock() + UNTIL_A_PAGE_IS_GONE)
        return longest

    def give_up(self, place: Place) -> None:
        """Free the place; do nothing if it is free already."""
        if place in self.taken:
            self.taken.remove(place)

    def started(self, place: Place, kernel: str) -> None:
        """Note that the kernel of a place has started."""
        place.kernel = kernel

    def shown(self, place: Place) -> None:
        """Note that the page was made and should connect; free the place if it has no kernel."""
        if not place.kernel:
            self.give_up(place)
        elif place.arriving and place.due is None and not place.lines:
            place.made = self.clock()
            place.due = place.made + self.rest
        place.arriving = False

    def abandoned(self, place: Place) -> None:
        """Note that the visitor left before the page was complete."""
        if not place.lines:
            place.due = self.clock()

    def ended(self, kernel: str) -> None:
        """Free the place of a kernel that has ended."""
        if place := self.place_of(kernel):
            self.give_up(place)

    def connected(self, kernel: str) -> None:
        """Note that a page has connected to its kernel."""
        if place := self.place_of(kernel):
            place.lines += 1
            self.remember(place.visitor)
            place.arriving, place.made, place.due = False, None, None

    def remember(self, visitor: str) -> None:
        """Note that a page of this visitor has connected, and forget who was first if need be."""
        self.known[visitor] = None
        if len(self.known) > MOST_KNOWN:
            del self.known[next(iter(self.known))]

    def disconnected(self, kernel: str, *, for_good: bool) -> None:
        """Note that a page has left its kernel, `for_good` or because the line was lost."""
        place = self.place_of(kernel)
        if place is None:
            return
        place.lines -= 1
        if place.lines == 0:
            place.due = self.clock() + (self.grace if for_good else self.rest)

    def overdue(self) -> list[str]:
        """List the kernels to end now. They are listed again as long as they live."""
        now = self.clock()
        return [
            place.kernel
            for place in self.taken
            if place.kernel and place.due is not None and place.due <= now
        ]

    def place_of(self, kernel: str) -> Place | None:
        return next((place for place in self.taken if place.kernel == kernel), None)
