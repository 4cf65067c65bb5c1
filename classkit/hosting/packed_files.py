"""Static files as browsers read them: compressed once, and not again for every request.

Compressing plotly.js takes a third of a second of the server's one thread. Two hundred requests
for it, which any visitor may send, kept all others waiting for a minute.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from tornado.web import GZipContentEncoding, StaticFileHandler

PIECE = 64 * 1024
"""Bytes that are sent at a time; the next ones wait until a slow reader has taken these."""


class PackedFiles:
    """The compressed forms of the files that were asked for, in memory.

    >>> import os
    >>> packed = PackedFiles()
    >>> packed.of(os.__file__) is packed.of(os.__file__)
    True
    """

    def __init__(self) -> None:
        self.known: dict[str, tuple[int, bytes]] = {}

    def of(self, file: str) -> bytes:
        """Return a file compressed, as it is now. Raise OSError if it cannot be read."""
        changed = Path(file).stat().st_mtime_ns
        if file not in self.known or self.known[file][0] != changed:
            data = gzip.compress(Path(file).read_bytes(), GZipContentEncoding.GZIP_LEVEL, mtime=0)
            self.known[file] = changed, data
        return self.known[file][1]


class PackedFile(StaticFileHandler):
    """Answers with a file in its compressed form, if the browser takes it and it is worth while."""

    def packed(self) -> bytes | None:
        """Return what is sent in place of the file; None if that is the file itself."""
        assert self.absolute_path is not None
        takes = "gzip" in self.request.headers.get("Accept-Encoding", "")
        kind = self.get_content_type().partition(";")[0]
        worth = kind.startswith("text/") or kind in GZipContentEncoding.CONTENT_TYPES
        if not (takes and worth) or super().get_content_size() < GZipContentEncoding.MIN_LENGTH:
            return None
        files: PackedFiles = self.settings["packed_files"]
        return files.of(self.absolute_path)

    def set_headers(self) -> None:
        """Say that the content is compressed, so that it is not compressed again."""
        super().set_headers()
        if self.packed() is not None:
            self.set_header("Content-Encoding", "gzip")

    def get_content_size(self) -> int:
        """Return how many bytes are sent."""
        packed = self.packed()
        return super().get_content_size() if packed is None else len(packed)

    def get_content(  # type: ignore[override]  # what is sent depends on the request
        self, abspath: str, start: int | None = None, end: int | None = None
    ) -> Iterator[bytes]:
        """Yield the bytes to send, in pieces."""
        packed = self.packed()
        if packed is None:
            yield from super().get_content(abspath, start, end)
            return
        sent = packed[start:end]
        for at in range(0, len(sent), PIECE):
            yield sent[at : at + PIECE]

    @classmethod
    def get_content_version(cls, abspath: str) -> str:
        """Return the mark of a file's version, which is that of the file as it lies there."""
        return StaticFileHandler.get_content_version(abspath)
