"""A relay between a browser and a server that swallows everything, as a line after a sleep."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536
SHORT = 0.05
"""Seconds between two looks whether the relay has ended."""


class Relay:
    """Carries TCP connections to a server. Neither side learns that one has died."""

    def __init__(self, port: int) -> None:
        self.to, self.ended = port, threading.Event()
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.dead: set[socket.socket] = set()
        self.swallows = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(SHORT)
        self.port = self.listener.getsockname()[1]
        self.accepting = threading.Thread(target=self.accept, daemon=True)
        self.accepting.start()

    def accept(self) -> None:
        """Take connections until the relay ends."""
        while not self.ended.is_set():
            with suppress(TimeoutError):
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.to))
                if self.swallows:
                    self.dead |= {near, far}
                self.pairs.append((near, far))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        """Carry bytes one way; those of a dead connection go nowhere, nor does its end."""
        with suppress(OSError):
            while chunk := one.recv(CHUNK):
                if one not in self.dead:
                    other.sendall(chunk)
        if one not in self.dead:
            with suppress(OSError):
                other.shutdown(socket.SHUT_WR)

    def swallow(self, *, more: bool = False) -> None:
        """Let all connections die without a word; ``more`` lets those die that are made later."""
        self.swallows = more
        for pair in self.pairs:
            self.dead |= {*pair}

    def end(self) -> None:
        """Close everything."""
        self.ended.set()
        self.accepting.join()
        for one in (self.listener, *(side for pair in self.pairs for side in pair)):
            one.close()


@contextmanager
def relay_to(port: int) -> Iterator[Relay]:
    """A relay to a server on this machine, for as long as a test needs it."""
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.end()
