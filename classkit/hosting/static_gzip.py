"""Static files compressed once instead of for every request.

Compressing plotly.js blocks the server's only thread for a third of a second. Two hundred requests
for it, which any visitor may send, would block all others for a minute.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from tornado.web import GZipContentEncoding, StaticFileHandler

CHUNK_BYTES = 64 * 1024
"""Number of bytes sent at a time. The rest waits until a slow client has read them."""


class GzipCache:
    """Compressed static files in memory.

    >>> import os
    >>> packed = GzipCache()
    >>> packed.get_compressed(os.__file__) is packed.get_compressed(os.__file__)
    True
    """

    def __init__(self) -> None:
        self.entries: dict[str, tuple[int, bytes]] = {}

    def get_compressed(self, file: str) -> bytes:
        """Return the current file, compressed. Raise OSError if it cannot be read."""
        changed = Path(file).stat().st_mtime_ns
        if file not in self.entries or self.entries[file][0] != changed:
            data = gzip.compress(Path(file).read_bytes(), GZipContentEncoding.GZIP_LEVEL, mtime=0)
            self.entries[file] = changed, data
        return self.entries[file][1]


class GzipFileHandler(StaticFileHandler):
    """Serves files compressed if the browser accepts that and it saves enough."""

    def get_compressed_content(self) -> bytes | None:
        """Return the compressed content, or None if the file is sent uncompressed."""
        assert self.absolute_path is not None
        takes = "gzip" in self.request.headers.get("Accept-Encoding", "")
        kind = self.get_content_type().partition(";")[0]
        worth = kind.startswith("text/") or kind in GZipContentEncoding.CONTENT_TYPES
        if not (takes and worth) or super().get_content_size() < GZipContentEncoding.MIN_LENGTH:
            return None
        files: GzipCache = self.settings["packed_files"]
        return files.get_compressed(self.absolute_path)

    def set_headers(self) -> None:
        """Set Content-Encoding, so that the content is not compressed again."""
        super().set_headers()
        if self.get_compressed_content() is not None:
            self.set_header("Content-Encoding", "gzip")

    def get_content_size(self) -> int:
        """Return the number of bytes sent."""
        packed = self.get_compressed_content()
        return super().get_content_size() if packed is None else len(packed)

    def get_content(  # type: ignore[override]  # what is sent depends on the request
        self, abspath: str, start: int | None = None, end: int | None = None
    ) -> Iterator[bytes]:
        """Yield the bytes to send, in chunks."""
        packed = self.get_compressed_content()
        if packed is None:
            yield from super().get_content(abspath, start, end)
            return
        sent = packed[start:end]
        for at in range(0, len(sent), CHUNK_BYTES):
            yield sent[at : at + CHUNK_BYTES]

    @classmethod
    def get_content_version(cls, abspath: str) -> str:
        """Return the version of a file, computed from the uncompressed file."""
        return StaticFileHandler.get_content_version(abspath)
