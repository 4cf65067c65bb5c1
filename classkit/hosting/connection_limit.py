"""Connection limit: closes the oldest connection when the server or an address has too many.

Every connection needs an open file, and a process has a limited number of them. Clients that send
nothing, read nothing, or do both slowly can occupy connections for a minute or forever. So the
number of connections is limited, and one address can use at most half of them. When the limit is
exceeded, the oldest connection is closed: it has usually been answered, and the browser reopens it
when needed. Websockets to kernels are not counted here (kernel_websocket.py).

Connections of known visitors (known_visitors.py) do not count towards the limit of their address,
and are closed last, so other clients at the same address cannot displace them. Only as many
connections per visitor are protected as browsers open (`MAX_KNOWN_EACH`), so that known visitors
cannot occupy all connections.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from .ip_addresses import is_loopback, normalize_address

MAX_ADDRESS_SHARE = 0.5
"""Maximum share of all connections for an address, unless many visitors share it."""

MAX_KNOWN_EACH = 8
"""Maximum number of protected connections (closed last) for each known visitor."""


class ClosableConnection(Protocol):
    """A connection that can be closed to make room for another."""

    def close(self) -> None:
        """Close the connection immediately."""


class ConnectionSet:
    """The connections of a server, oldest first.

    >>> class Named:
    ...     def __init__(self, name):
    ...         self.name = name
    ...     def close(self):
    ...         print(self.name, "goes")
    >>> crowd = ConnectionSet(max_connections=4)
    >>> for name in "abc":
    ...     crowd.add_connection(Named(name), "10.0.0.7")
    a goes
    """

    def __init__(
        self, max_connections: int, is_shared_address: Callable[[str], bool] = is_loopback
    ) -> None:
        """Create an empty set.

        `is_shared_address` returns True for an address that many visitors share.
        """
        self.max_connections, self.is_shared_address = max_connections, is_shared_address
        self.all: dict[ClosableConnection, str] = {}
        self.by_address: dict[str, dict[ClosableConnection, None]] = {}
        self.known: dict[ClosableConnection, str] = {}
        """The connections of known visitors with their names, oldest first."""
        self.by_name: Counter[str] = Counter()

    def add_connection(self, connection: ClosableConnection, peer: str) -> None:
        """Count a connection. Close the oldest one if there are too many."""
        address = normalize_address(peer)
        self.all[connection] = address
        beside = self.by_address.setdefault(address, {})
        beside[connection] = None
        if (
            not self.is_shared_address(address)
            and len(beside) > self.max_connections * MAX_ADDRESS_SHARE
        ):
            self.close(next(iter(beside)))
        if len(self.all) + len(self.known) > self.max_connections:
            self.close(next(iter(self.all if len(self.all) > 1 else self.known)))

    def mark_known(self, connection: ClosableConnection, name: str) -> None:
        """Assign a connection to a known visitor, unless the visitor already has too many."""
        if connection in self.all and self.by_name[name] < MAX_KNOWN_EACH:
            self.discard_connection(connection)
            self.known[connection] = name
            self.by_name[name] += 1

    def close(self, connection: ClosableConnection) -> None:
        """Close a connection and stop counting it."""
        self.discard_connection(connection)
        connection.close()

    def discard_connection(self, connection: ClosableConnection) -> None:
        """Stop counting a connection, if it is counted."""
        if (name := self.known.pop(connection, None)) is not None:
            self.by_name -= Counter({name: 1})
        address = self.all.pop(connection, None)
        if address is not None:
            beside = self.by_address[address]
            del beside[connection]
            if not beside:
                del self.by_address[address]
