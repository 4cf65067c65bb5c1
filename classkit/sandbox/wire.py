"""The line to a stranger's program: messages of JSON over a socket, none of them trusted.

A message is four bytes of length, then JSON. Messages are read within limits of size and time;
they are plain data and become nothing but numbers, texts, lists and mappings.
"""

from __future__ import annotations

import json
import socket
from time import monotonic
from typing import Any

HEAD = 4
FROM_OUTSIDE = 64_000_000
"""Bytes of the longest message sent to a program: all events of the longest match."""


class Closed(Exception):
    """The other side has gone."""


class TooLate(Exception):
    """Nothing came, or not all of it, before the time was up."""


class Rubbish(Exception):
    """The bytes received are no message."""


class Channel:
    """One end of the line, for whole messages, each with a deadline."""

    def __init__(self, sock: socket.socket, longest: int = FROM_OUTSIDE) -> None:
        self.sock, self.longest = sock, longest
        self.rest = bytearray()

    def send(self, message: Any, until: float | None = None) -> None:
        """Send a message; TooLate if the other side does not take it, Closed if it is gone."""
        text = json.dumps(message, separators=(",", ":")).encode()
        self._wait(until)
        try:
            self.sock.sendall(len(text).to_bytes(HEAD, "big") + text)
        except TimeoutError:
            raise TooLate from None
        except OSError:
            raise Closed from None

    def receive(self, until: float | None = None) -> Any:
        """Return the next message. Raise TooLate, Closed or Rubbish if there is none."""
        return read_plain(self.receive_text(until))

    def receive_text(self, until: float | None = None) -> bytes:
        """Return the text of the next message, for callers that read it with more care."""
        size = int.from_bytes(self._take(HEAD, until), "big")
        if size > self.longest:
            raise Rubbish(f"a message of {size:,} bytes, where {self.longest:,} are allowed")
        return self._take(size, until)

    def _take(self, size: int, until: float | None) -> bytes:
        while len(self.rest) < size:
            self._wait(until)
            try:
                more = self.sock.recv(65_536)
            except TimeoutError:
                raise TooLate from None
            except OSError:
                raise Closed from None
            if not more:
                raise Closed
            self.rest += more
        taken = bytes(self.rest[:size])
        del self.rest[:size]
        return taken

    def _wait(self, until: float | None) -> None:
        if until is None:
            self.sock.settimeout(None)
            return
        left = until - monotonic()
        if left <= 0:
            raise TooLate
        self.sock.settimeout(left)

    def has_more(self) -> bool:
        """Return True if bytes have arrived that nobody asked for."""
        if self.rest:
            return True
        self.sock.setblocking(False)
        try:
            self.rest += self.sock.recv(1)
        except OSError:
            return False
        return bool(self.rest)

    def close(self) -> None:
        """Hang up."""
        self.sock.close()


def read_plain(text: bytes) -> Any:
    """Read JSON from a stranger. Refuse NaN, numbers of thousands of digits, and deep nesting.

    >>> read_plain(b'{"move": "yes"}')
    {'move': 'yes'}
    >>> read_plain(b'[NaN]')
    Traceback (most recent call last):
    classkit.sandbox.wire.Rubbish: a message that is not JSON
    """
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Rubbish("a message that is not JSON") from None


def refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(name)
