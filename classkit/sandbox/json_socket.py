"""JSON messages over a socket to an untrusted program.

A message is its length in four bytes, followed by JSON. Size and time are limited. A message is
decoded only to numbers, text, lists and dicts.
"""

from __future__ import annotations

import json
import socket
from time import monotonic
from typing import Any

HEADER_SIZE = 4
MAX_MESSAGE_SIZE = 64_000_000
"""Maximum size in bytes of a message to a program, which may contain all events of a match."""


class ConnectionClosed(Exception):
    """The peer has closed the connection."""


class ReceiveTimeout(Exception):
    """No complete message arrived before the deadline."""


class BadMessage(Exception):
    """The received bytes are not a valid message."""


class JsonChannel:
    """One end of the connection. It sends and receives whole messages, each with a deadline.

    Deadlines are values of ``time.monotonic()``; None waits forever.
    """

    def __init__(self, sock: socket.socket, longest: int = MAX_MESSAGE_SIZE) -> None:
        self.sock, self.max_size = sock, longest
        self.buffer = bytearray()

    def send(self, message: Any, until: float | None = None) -> None:
        """Send a message. Raise ReceiveTimeout or ConnectionClosed if it is not accepted."""
        text = json.dumps(message, separators=(",", ":")).encode()
        self._set_timeout(until)
        try:
            self.sock.sendall(len(text).to_bytes(HEADER_SIZE, "big") + text)
        except TimeoutError:
            raise ReceiveTimeout from None
        except OSError:
            raise ConnectionClosed from None

    def receive(self, until: float | None = None) -> Any:
        """Return the next message. Raise ReceiveTimeout, ConnectionClosed or BadMessage."""
        return parse_json(self.receive_bytes(until))

    def receive_bytes(self, until: float | None = None) -> bytes:
        """Return the bytes of the next message, for callers with a stricter parser."""
        size = int.from_bytes(self._read_bytes(HEADER_SIZE, until), "big")
        if size > self.max_size:
            raise BadMessage(
                f"a message of {size:,} bytes, more than the {self.max_size:,} allowed"
            )
        return self._read_bytes(size, until)

    def _read_bytes(self, size: int, until: float | None) -> bytes:
        while len(self.buffer) < size:
            self._set_timeout(until)
            try:
                more = self.sock.recv(65_536)
            except TimeoutError:
                raise ReceiveTimeout from None
            except OSError:
                raise ConnectionClosed from None
            if not more:
                raise ConnectionClosed
            self.buffer += more
        taken = bytes(self.buffer[:size])
        del self.buffer[:size]
        return taken

    def _set_timeout(self, until: float | None) -> None:
        if until is None:
            self.sock.settimeout(None)
            return
        left = until - monotonic()
        if left <= 0:
            raise ReceiveTimeout
        self.sock.settimeout(left)

    def has_pending_bytes(self) -> bool:
        """Return True if bytes have arrived that were not requested."""
        if self.buffer:
            return True
        self.sock.setblocking(False)
        try:
            self.buffer += self.sock.recv(1)
        except OSError:
            return False
        return bool(self.buffer)

    def close(self) -> None:
        """Close the connection."""
        self.sock.close()


def parse_json(text: bytes) -> Any:
    """Parse untrusted JSON. Reject NaN, numbers with thousands of digits, and deep nesting.

    >>> parse_json(b'{"move": "yes"}')
    {'move': 'yes'}
    >>> parse_json(b'[NaN]')
    Traceback (most recent call last):
    classkit.sandbox.json_socket.BadMessage: a message that is not JSON
    """
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise BadMessage("a message that is not JSON") from None


def refuse_constant(name: str) -> None:
    """Reject NaN and Infinity, which are not JSON."""
    raise ValueError(name)
