"""Places for kernels: how many there are, who has one, and when one is given up.

A kernel costs some 60 MiB and belongs to one page. Its place is taken before it starts, so that
many who ask at the same moment are counted, and is free again when it has ended. Who asks for a
page is told apart by a cookie (a visitor) and by the address they come from, which a whole class
may share: a visitor may have a few places, an address many. Making a page is what costs, so only so
many are made at a time for one address, and a few of them for one visitor.

When the last page of a kernel has gone, the kernel is ended after a while, whether or not the page
was able to ask for it. A page that was made and never connected, because whoever asked for it had
gone (which a proxy may hide), gives its place up sooner where somebody else waits for one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .allowance import Allowance
from .config import Serving, fitting_kernels, is_loopback

ARRIVING, ARRIVING_EACH = 12, 3
"""Pages that may be made at a time for one address, and for one visitor."""
LONGEST_WAY = 20.0
"""So many seconds a page that was made has for connecting while others wait for its place."""
OF_ONE_ADDRESS = 0.75
"""The part of all places that one address may have, unless it is this machine (or its proxy)."""
UNTIL_OTHERS_ARE_IN = 60.0
UNTIL_A_PAGE_IS_GONE = 5.0  # reloading one, the new page comes before the old has left
"""How long it is worth to wait for a place, in seconds."""


class Full(Exception):
    """No place now. `patience` is how long it is worth to wait for one, in seconds."""

    def __init__(self, reason: str, patience: float = 0.0) -> None:
        super().__init__(reason)
        self.patience = patience


@dataclass(eq=False)
class Place:
    """The place of one kernel, from before it starts until it has ended.

    `lines` counts the pages connected to it, `coming` those that are being connected.
    `due` is the moment at which the kernel is ended unless a page connects; None while there is
    one, and while the page is being made. `made` is when that was done, for a page that has not
    connected yet. `opening` counts how often pages connect.
    """

    visitor: str
    address: str
    kernel: str = ""
    lines: int = 0
    coming: int = 0
    arriving: bool = True
    made: float | None = None
    due: float | None = None
    opening: Allowance | None = None


@dataclass
class Places:
    """All places of one server.

    `most` kernels in all and `most_each` for a visitor. A kernel is ended `grace` seconds after its
    page has said goodbye, and `rest` seconds after the line to its page was lost, or after a page
    was made that never connected.
    """

    most: int
    most_each: int
    rest: float
    grace: float
    clock: Callable[[], float] = time.monotonic
    taken: list[Place] = field(default_factory=list)

    @classmethod
    def of(cls, serving: Serving) -> Places:
        """The places that a host has chosen."""
        most = serving.max_kernels or fitting_kernels()
        return cls(most, serving.max_kernels_each, serving.rest, serving.grace)

    def take(self, visitor: str, address: str) -> Place:
        """A place for a kernel that is about to start. Full when there is none.

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
        """The same, after waiting where that is worth it, as long as `waits` tells that whoever
        asked is still there."""
        begun = self.clock()
        while True:
            try:
                return self.take(visitor, address)
            except Full as full:
                if self.clock() - begun >= full.patience:
                    raise
                why = full
            await asyncio.sleep(0.1)
            if not waits():
                raise why

    def look(self, visitor: str, address: str) -> None:
        """Whether there is a place; Full otherwise."""
        if len(self.taken) >= self.most:
            self.hurry(self.taken)
            raise Full(
                "All tables of this server are taken. One is free when somebody closes a page.",
            )
        mine = [place for place in self.taken if place.visitor == visitor]
        if len(mine) >= self.most_each:
            self.hurry(mine)
            raise Full(
                f"You have {self.most_each} tables open, as many as one visitor may have. Close "
                "one of them.",
                UNTIL_A_PAGE_IS_GONE,
            )
        beside = [place for place in self.taken if place.address == address]
        if sum(place.arriving for place in mine) >= ARRIVING_EACH or (
            sum(place.arriving for place in beside) >= min(ARRIVING, self.most)
        ):
            raise Full(
                "Many are arriving at this moment. It is your turn soon.", UNTIL_OTHERS_ARE_IN
            )
        if not is_loopback(address) and len(beside) >= max(1, int(self.most * OF_ONE_ADDRESS)):
            self.hurry(beside)
            raise Full(
                "All tables that this server has for your network are taken. One is free when "
                "somebody closes a page.",
            )

    def hurry(self, places: list[Place]) -> None:
        """Wait no longer than need be for pages that were made and have not connected."""
        for place in places:
            if place.made is not None and place.due is not None:
                place.due = min(place.due, place.made + LONGEST_WAY)

    def give_up(self, place: Place) -> None:
        """Let the next one have the place."""
        if place in self.taken:
            self.taken.remove(place)

    def started(self, place: Place, kernel: str) -> None:
        """Its kernel has started."""
        place.kernel = kernel

    def shown(self, place: Place) -> None:
        """Its page has been made: now it should connect. Without a kernel nothing is left to do."""
        if not place.kernel:
            self.give_up(place)
        elif place.arriving and place.due is None and not place.lines:
            place.made = self.clock()
            place.due = place.made + self.rest
        place.arriving = False

    def abandoned(self, place: Place) -> None:
        """Whoever asked for it went away before its page was whole."""
        if not place.lines:
            place.due = self.clock()

    def ended(self, kernel: str) -> None:
        """A kernel is no more."""
        if place := self.place_of(kernel):
            self.give_up(place)

    def connected(self, kernel: str) -> None:
        """A page has connected to its kernel."""
        if place := self.place_of(kernel):
            place.lines += 1
            place.arriving, place.made, place.due = False, None, None

    def disconnected(self, kernel: str, *, for_good: bool) -> None:
        """A page has left its kernel: `for_good`, or because the line was lost."""
        place = self.place_of(kernel)
        if place is None:
            return
        place.lines -= 1
        if place.lines == 0:
            place.due = self.clock() + (self.grace if for_good else self.rest)

    def overdue(self) -> list[str]:
        """The kernels to end now. Asked again as long as they live, they are named again."""
        now = self.clock()
        return [
            place.kernel
            for place in self.taken
            if place.kernel and place.due is not None and place.due <= now
        ]

    def place_of(self, kernel: str) -> Place | None:
        """The place of a kernel."""
        return next((place for place in self.taken if place.kernel == kernel), None)
