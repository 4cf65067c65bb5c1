"""Limit on the size of the request line and headers, which is checked before they are parsed.

Parsing takes about ten microseconds per header. The usual limit of 32 kB admits 3,800 headers: 37
ms of the only thread, before the client is known. A browser sends about twenty headers of 1 kB in
total. A proxy adds five or six, and cookies of other programs on this machine take about 200 bytes
each.
"""

from __future__ import annotations

from tornado.httputil import HTTPHeaders, HTTPInputError
from tornado.iostream import IOStream

MAX_HEADER_BYTES = 16_000
"""Maximum size of request line and headers in bytes."""
MAX_HEADER_LINES = 100
TORNADOS_END, END = b"\r?\n\r?\n", b"\n\r?\n"
"""The end of the headers. Tornado's own pattern takes more than 1 ms for 30 kB of short lines."""


class HeadStream(IOStream):
    """A connection that rejects requests with too many header lines before parsing them."""

    @classmethod
    def upgrade_stream(cls, stream: IOStream) -> HeadStream:
        """Replace a stream from which nothing has been read."""
        return cls(
            stream.socket,
            max_buffer_size=stream.max_buffer_size,
            read_chunk_size=stream.read_chunk_size,
        )

    async def read_until_regex(self, regex: bytes, max_bytes: int | None = None) -> bytes:
        """Read the headers. Tornado uses this method for no other part of a request."""
        assert regex == TORNADOS_END, regex
        head = await super().read_until_regex(END, max_bytes)
        if head.count(b"\n") > MAX_HEADER_LINES:
            raise HTTPInputError(f"more than {MAX_HEADER_LINES} lines of headers")
        return head


def reject_chunked(headers: HTTPHeaders) -> None:
    """Reject a chunked body: no page sends one, and each chunk takes as long as a header."""
    if "Transfer-Encoding" in headers:
        raise HTTPInputError("a chunked body")
