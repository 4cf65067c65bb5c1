"""Admission to a server's rooms: limits on clients per address and on their rate.

A code is shown on a projector, so strangers may know it, and a client can invent a cookie for every
connection. Only the address identifies a client. Limits:

- A class may have 200 phones behind one address. One address may have 240 open connections of
  phones that have not joined (`MAX_NEWCOMERS`), and 240 people in a room (`MAX_PEOPLE`), which is
  much less than the capacity of a room.
- When a slot is needed, connections of phones that have not joined are closed first, oldest first:
  those of the same address or, if the server is full, of the address with most of them. Then
  second connections of joined phones are closed. So a client that opens connections and waits
  cannot lock out people who have joined.
- A class arrives within a minute: 300 new phones may connect or join immediately, and 4 a second
  after that (`ARRIVAL_RATE`). People who have joined always reconnect without waiting.
- At each address, 24 devices may claim another identity at the same time (`MAX_CLAIMS`).

For an address that is known to be shared (this machine's, a proxy's, or a class's, set by
`--class-at`) only the limits of the server and of the room apply.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Protocol

from classkit.engine.errors import ClasskitError

from .ip_addresses import is_loopback
from .token_bucket import TokenBucket, evict_oldest

MAX_CONNECTIONS, MAX_PHONE_CONNECTIONS = 3_000, 6
"""Maximum number of open connections of phones, in total and for one phone."""
MAX_NEWCOMERS, MAX_PEOPLE, MAX_CLAIMS = 240, 240, 24
"""Limits for one address: open connections of phones that have not joined, people in a room, and
devices that wait for admission.
"""
ARRIVAL_RATE, ARRIVAL_BURST = 4.0, 300.0
"""Limit for new phones of one address: per second, and as a burst."""
FULL_MESSAGE = (
    "Too many people have joined from your network. Ask your teacher: the owner of the server "
    "can register a class's address (--class-at)."
)
BUSY_MESSAGE = (
    "Many people are joining from your network at the moment. Try again in a few seconds."
)
CLAIMS_MESSAGE = (
    "Many devices in your network are waiting for admission. Ask your teacher, and try again."
)


class AdmittedConnection(Protocol):
    """The connection of a phone."""

    @property
    def phone(self) -> str:
        """Id of the person with the phone, and the code of the room."""

    @property
    def address(self) -> str:
        """The client address."""

    def has_joined(self) -> bool:
        """Return True if this phone has joined its room."""

    def evict_connection(self) -> None:
        """Close the connection."""


class RoomAdmission:
    """Counts connections, people and claims of each address.

    >>> door = RoomAdmission(clock=lambda: 0.0)
    >>> waiting = {f"device {number}" for number in range(MAX_CLAIMS)}
    >>> for device in waiting: door.admit_claim("ABC234", "10.0.0.7", device, waiting)
    >>> door.admit_claim("ABC234", "10.0.0.7", "another", waiting)
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Many devices in your network are waiting for ...
    """

    def __init__(
        self,
        is_shared_address: Callable[[str], bool] = is_loopback,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start without connections. ``is_shared_address`` returns True for shared addresses."""
        self.is_shared_address, self.clock = is_shared_address, clock
        self.connections: dict[str, dict[AdmittedConnection, None]] = {}
        """The connections of each address, in the order in which they were opened."""
        self.phone_counts: Counter[str] = Counter()
        """The number of open connections of each phone."""
        self.opening_buckets: dict[str, TokenBucket] = {}
        self.joining_buckets: dict[str, TokenBucket] = {}
        self.arrivals: dict[tuple[str, str], set[str]] = {}
        self.claimants: dict[tuple[str, str], set[str]] = {}
        """The people who joined, and the devices that claimed an identity, per room and address."""

    # --- connections ---------------------------------------------

    def admit_connection(self, line: AdmittedConnection) -> bool:
        """Return True if a connection may be opened, closing another one if necessary."""
        if self.phone_counts[line.phone] >= MAX_PHONE_CONNECTIONS:
            return False
        if not line.has_joined() and not self.is_shared_address(line.address):
            if not self.acquire_token(self.opening_buckets, line.address):
                return False
            beside = self.connections.get(line.address, {})
            if count_newcomers(beside) >= MAX_NEWCOMERS:
                self.evict_newcomer(beside)
        if self.phone_counts.total() < MAX_CONNECTIONS:
            return True
        most = max(self.connections.values(), key=count_newcomers)
        return self.evict_newcomer(most) or (line.has_joined() and self.evict_duplicate())

    def add_connection(self, line: AdmittedConnection) -> None:
        """Count an open connection."""
        self.connections.setdefault(line.address, {})[line] = None
        self.phone_counts[line.phone] += 1

    def remove_connection(self, line: AdmittedConnection) -> None:
        """Stop counting a connection, if it is counted."""
        beside = self.connections.get(line.address, {})
        if line not in beside:
            return
        del beside[line]
        if not beside:
            del self.connections[line.address]
        self.phone_counts -= Counter({line.phone: 1})

    def evict_newcomer(self, lines: Collection[AdmittedConnection]) -> bool:
        """Close the oldest connection whose phone has not joined. Return False if there is none."""
        oldest = next((one for one in lines if not one.has_joined()), None)
        return self.close_connection(oldest)

    def evict_duplicate(self) -> bool:
        """Close the oldest connection of the phone with the most connections, if it has several."""
        phone, number = self.phone_counts.most_common(1)[0]
        every = (one for lines in self.connections.values() for one in lines)
        return self.close_connection(
            next((one for one in every if number > 1 and one.phone == phone), None)
        )

    def close_connection(self, line: AdmittedConnection | None) -> bool:
        """Close a connection. Return False if it is None."""
        if line is None:
            return False
        self.remove_connection(line)
        line.evict_connection()
        return True

    # --- people ---------------------------------------------

    def admit_person(self, code: str, address: str, person: str, present: Collection[str]) -> None:
        """Admit a person to a room.

        Raise ClasskitError if too many people are ``present`` from there.
        """
        came = self.arrivals.setdefault((code, address), set())
        came &= {*present}
        if not self.is_shared_address(address):
            if len(came) >= MAX_PEOPLE:
                raise ClasskitError(FULL_MESSAGE)
            if not self.acquire_token(self.joining_buckets, address):
                raise ClasskitError(BUSY_MESSAGE)
        came.add(person)
        evict_oldest(self.arrivals)

    def admit_claim(self, code: str, address: str, device: str, waiting: Collection[str]) -> None:
        """Admit a device that claims an identity. Raise ClasskitError if there are too many."""
        claimed = self.claimants.setdefault((code, address), set())
        claimed &= {*waiting}
        if len(claimed - {device}) >= MAX_CLAIMS and not self.is_shared_address(address):
            raise ClasskitError(CLAIMS_MESSAGE)
        claimed.add(device)
        evict_oldest(self.claimants)

    def acquire_token(self, allowances: dict[str, TokenBucket], address: str) -> bool:
        """Count an arrival from an address. Return False if the limit is exceeded."""
        now = self.clock()
        if address not in allowances:
            allowances[address] = TokenBucket(ARRIVAL_RATE, ARRIVAL_BURST, now)
            evict_oldest(allowances)
        return allowances[address].try_acquire(1, now)


def count_newcomers(lines: Collection[AdmittedConnection]) -> int:
    """Return the number of connections whose phone has not joined its room."""
    return sum(not line.has_joined() for line in lines)
