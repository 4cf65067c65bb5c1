"""Connections over which pages are asked for: how many there are, and which one makes room.

Every connection takes an open file, of which a process has only so many; a server without one can
accept nobody. Whoever opens connections and says nothing, reads nothing, or does both slowly, holds
them for a minute or for ever. So there is a largest number of connections, half of it for one
address, and when one more comes the oldest goes: that of a visitor has mostly been answered, and
is opened again when it is needed. Lines to kernels are no longer among them (channels.py).

Connections of known visitors (known.py) are not counted for their address, and go last: what others
at the same address open closes none of them. One visitor has as many as browsers open
(`MAX_KNOWN_EACH`), so that known visitors cannot hold them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from .addresses import is_loopback, network_of

OF_ONE_ADDRESS = 0.5
"""The share of all connections for one address, unless many visitors share it."""

MAX_KNOWN_EACH = 8
"""Maximum number of connections of one known visitor that go last."""


class Connection(Protocol):
    """A connection that can be closed to make room for another."""

    def close(self) -> None:
        """Close it at once."""


class Crowd:
    """The connections of a server, the oldest first.

    >>> class Named:
    ...     def __init__(self, name):
    ...         self.name = name
    ...     def close(self):
    ...         print(self.name, "goes")
    >>> crowd = Crowd(most=4)
    >>> for name in "abc":
    ...     crowd.came(Named(name), "10.0.0.7")
    a goes
    """

    def __init__(self, most: int, is_of_many: Callable[[str], bool] = is_loopback) -> None:
        """Allow so many. `is_of_many` tells of an address that many visitors share."""
        self.most, self.is_of_many = most, is_of_many
        self.all: dict[Connection, str] = {}
        self.by_address: dict[str, dict[Connection, None]] = {}
        self.known: dict[Connection, str] = {}
        """The connections of known visitors, and their names, the oldest first."""
        self.by_name: Counter[str] = Counter()

    def came(self, connection: Connection, peer: str) -> None:
        """Count a connection, and close the oldest if there are too many."""
        address = network_of(peer)
        self.all[connection] = address
        beside = self.by_address.setdefault(address, {})
        beside[connection] = None
        if not self.is_of_many(address) and len(beside) > self.most * OF_ONE_ADDRESS:
            self.close(next(iter(beside)))
        if len(self.all) + len(self.known) > self.most:
            self.close(next(iter(self.all if len(self.all) > 1 else self.known)))

    def knows(self, connection: Connection, name: str) -> None:
        """Note that a connection is that of a known visitor; do nothing if they have too many."""
        if connection in self.all and self.by_name[name] < MAX_KNOWN_EACH:
            self.went(connection)
            self.known[connection] = name
            self.by_name[name] += 1

    def close(self, connection: Connection) -> None:
        """Close a connection and stop counting it."""
        self.went(connection)
        connection.close()

    def went(self, connection: Connection) -> None:
        """Stop counting a connection; do nothing if it is not counted."""
        if (name := self.known.pop(connection, None)) is not None:
            self.by_name -= Counter({name: 1})
        address = self.all.pop(connection, None)
        if address is not None:
            beside = self.by_address[address]
            del beside[connection]
            if not beside:
                del self.by_address[address]
