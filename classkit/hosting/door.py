"""The door to the rooms of a server: how many come from one address, and how fast.

A code stands on a projector, so strangers know it as well as the class, and a cookie can be made up
for every line. Only the address tells. The arithmetic:

- A class may have 200 phones behind one address. Of one address 240 phones that have not joined
  have a line open (`LINES`), and 240 people are in a room (`PEOPLE`). One address has so much less
  than a room can hold.
- A line whose telephone has not joined gives way as soon as a place is needed, the oldest first: at
  its own address, or where the server is full, at the address with most of them. Then second
  lines of phones that have joined give way. So whoever opens lines and waits keeps nobody out who
  has joined.
- All of a class come in a minute: 300 new telephones open a line or join at once, and 4 a second
  after that (`COMING`). Whoever has joined comes back without a wait, whatever others do.
- Of one address 24 devices may say at a time that they are somebody else's (`CLAIMS`).

At an address that is known to be of many (this machine's, a proxy's, or that of a class, which
`--class-at` names) only the limits of the server and of the room hold.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Protocol

from classkit.engine.errors import ClasskitError

from .addresses import is_loopback
from .allowance import Allowance, forget_the_first

MOST_LINES, MOST_LINES_EACH = 3_000, 6
"""Lines of telephones that are open at a time, in all and for one telephone."""
LINES, PEOPLE, CLAIMS = 240, 240, 24
"""Of one address: open lines of phones that have not joined, people in a room, and devices that
wait to be let in."""
COMING, COMING_AT_ONCE = 4.0, 300.0
"""New telephones of one address a second, and at once."""
FULL = (
    "Too many have joined from your network. Ask your teacher: whoever serves this page can name "
    "the address of a class (--class-at)."
)
BUSY = "Many join from your network at this moment. Try again in a few seconds."
MANY_CLAIM = "Many of your network wait to be let in. Ask your teacher, and try again."


class OpenLine(Protocol):
    """The line of a telephone."""

    @property
    def telephone(self) -> str:
        """The person whose telephone it is, with the code of the room."""

    @property
    def address(self) -> str:
        """The address that it comes from."""

    def has_joined(self) -> bool:
        """Return whether its telephone is in its room."""

    def give_way(self) -> None:
        """Close it."""


class Door:
    """What comes from each address: lines, people and claims.

    >>> door = Door(clock=lambda: 0.0)
    >>> waiting = {f"device {number}" for number in range(CLAIMS)}
    >>> for device in waiting: door.claims("ABC234", "10.0.0.7", device, waiting)
    >>> door.claims("ABC234", "10.0.0.7", "another", waiting)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Many of your network wait to be let in. Ask your ...
    """

    def __init__(
        self,
        is_of_many: Callable[[str], bool] = is_loopback,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with nobody. ``is_of_many`` tells of an address that many are known to share."""
        self.is_of_many, self.clock = is_of_many, clock
        self.open: dict[str, dict[OpenLine, None]] = {}
        """The lines of each address, in the order in which they were opened."""
        self.telephones: Counter[str] = Counter()
        """The open lines of each telephone."""
        self.opening: dict[str, Allowance] = {}
        self.joining: dict[str, Allowance] = {}
        self.came: dict[tuple[str, str], set[str]] = {}
        self.claimed: dict[tuple[str, str], set[str]] = {}
        """Who joined, and who said to be somebody else, in each room from each address."""

    # --- lines ---------------------------------------------

    def admits(self, line: OpenLine) -> bool:
        """Return whether a line may be opened; another one gives way to it where one has to."""
        if self.telephones[line.telephone] >= MOST_LINES_EACH:
            return False
        if not line.has_joined() and not self.is_of_many(line.address):
            if not self.pays(self.opening, line.address):
                return False
            beside = self.open.get(line.address, {})
            if newcomers(beside) >= LINES:
                self.one_gives_way(beside)
        if self.telephones.total() < MOST_LINES:
            return True
        most = max(self.open.values(), key=newcomers)
        return self.one_gives_way(most) or (line.has_joined() and self.second_gives_way())

    def enters(self, line: OpenLine) -> None:
        """Count a line that is open now."""
        self.open.setdefault(line.address, {})[line] = None
        self.telephones[line.telephone] += 1

    def leaves(self, line: OpenLine) -> None:
        """Stop counting a line; do nothing if it is not counted."""
        beside = self.open.get(line.address, {})
        if line not in beside:
            return
        del beside[line]
        if not beside:
            del self.open[line.address]
        self.telephones -= Counter({line.telephone: 1})

    def one_gives_way(self, lines: Collection[OpenLine]) -> bool:
        """Close the oldest of these lines whose telephone has not joined, if there is one."""
        oldest = next((one for one in lines if not one.has_joined()), None)
        return self.close(oldest)

    def second_gives_way(self) -> bool:
        """Close the oldest line of the phone with the most lines, if it has another one."""
        phone, number = self.telephones.most_common(1)[0]
        every = (one for lines in self.open.values() for one in lines)
        return self.close(
            next((one for one in every if number > 1 and one.telephone == phone), None)
        )

    def close(self, line: OpenLine | None) -> bool:
        """Close a line, and return whether there is one."""
        if line is None:
            return False
        self.leaves(line)
        line.give_way()
        return True

    # --- people ---------------------------------------------

    def joins(self, code: str, address: str, person: str, present: Collection[str]) -> None:
        """Let somebody into a room in which these are ``present``; ClasskitError for too many."""
        came = self.came.setdefault((code, address), set())
        came &= {*present}
        if not self.is_of_many(address):
            if len(came) >= PEOPLE:
                raise ClasskitError(FULL)
            if not self.pays(self.joining, address):
                raise ClasskitError(BUSY)
        came.add(person)
        forget_the_first(self.came)

    def claims(self, code: str, address: str, device: str, waiting: Collection[str]) -> None:
        """Let a device wait beside others; ClasskitError for too many."""
        claimed = self.claimed.setdefault((code, address), set())
        claimed &= {*waiting}
        if len(claimed - {device}) >= CLAIMS and not self.is_of_many(address):
            raise ClasskitError(MANY_CLAIM)
        claimed.add(device)
        forget_the_first(self.claimed)

    def pays(self, allowances: dict[str, Allowance], address: str) -> bool:
        """Return whether one more may arrive from an address now, and count it if so."""
        now = self.clock()
        if address not in allowances:
            allowances[address] = Allowance(COMING, COMING_AT_ONCE, now)
            forget_the_first(allowances)
        return allowances[address].covers(1, now)


def newcomers(lines: Collection[OpenLine]) -> int:
    """Return the number of lines whose telephone has not joined its room."""
    return sum(not line.has_joined() for line in lines)
