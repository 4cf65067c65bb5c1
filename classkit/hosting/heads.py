"""The head of a request: its first line and its headers, bounded as bytes before it is parsed.

Parsing costs some ten microseconds a header, whatever it says, and 3,800 of them fit into the 32 kB
that a server commonly accepts: 37 ms of the one thread, before anybody knows who asks. A browser
sends some twenty headers of 1 kB; a proxy adds five or six, and cookies of other programs on this
machine take some 200 bytes each.
"""

from __future__ import annotations

from tornado.httputil import HTTPHeaders, HTTPInputError
from tornado.iostream import IOStream

LARGEST_HEAD = 16_000
"""Bytes of the largest head that is read."""
MOST_LINES = 100
TORNADOS_END, END = b"\r?\n\r?\n", b"\n\r?\n"
"""The end of a head. Looked for in Tornado's way, 30 kB of short lines take more than 1 ms."""


class HeadStream(IOStream):
    """A connection of whose requests no head is parsed that has too many lines."""

    @classmethod
    def of(cls, stream: IOStream) -> HeadStream:
        """Take the place of a stream from which nothing has been read."""
        return cls(
            stream.socket,
            max_buffer_size=stream.max_buffer_size,
            read_chunk_size=stream.read_chunk_size,
        )

    async def read_until_regex(self, regex: bytes, max_bytes: int | None = None) -> bytes:
        """Read a head; nothing else of a request is read like this."""
        assert regex == TORNADOS_END, regex
        head = await super().read_until_regex(END, max_bytes)
        if head.count(b"\n") > MOST_LINES:
            raise HTTPInputError(f"more than {MOST_LINES} lines of headers")
        return head


def refuse_chunks(headers: HTTPHeaders) -> None:
    """Refuse a body in chunks: no page sends its form so, and each costs as much as a header."""
    if "Transfer-Encoding" in headers:
        raise HTTPInputError("a body in chunks")
