"""Connections over which pages are asked for: how many there are, and which one makes room.

Every connection takes an open file, of which a process has only so many; a server without one can
accept nobody. Whoever opens connections and says nothing, reads nothing, or does both slowly, holds
them for a minute or for ever. So there is a largest number of connections, half of it for one
address, and when one more comes the oldest goes: that of a visitor has mostly been answered, and
is opened again when it is needed. Lines to kernels are no longer among them (channels.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .addresses import is_loopback, network_of

OF_ONE_ADDRESS = 0.5
"""The share of all connections for one address, unless many visitors share it."""


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

    def came(self, connection: Connection, peer: str) -> None:
        """Count a connection, and close the oldest if there are too many."""
        address = network_of(peer)
        self.all[connection] = address
        beside = self.by_address.setdefault(address, {})
        beside[connection] = None
        if not self.is_of_many(address) and len(beside) > self.most * OF_ONE_ADDRESS:
            self.close(next(iter(beside)))
        if len(self.all) > self.most:
            self.close(next(iter(self.all)))

    def close(self, connection: Connection) -> None:
        """Close a connection and stop counting it."""
        self.went(connection)
        connection.close()

    def went(self, connection: Connection) -> None:
        """Stop counting a connection; do nothing if it is not counted."""
        address = self.all.pop(connection, None)
        if address is not None:
            beside = self.by_address[address]
            del beside[connection]
            if not beside:
                del self.by_address[address]
