"""Messages are compressed with one context, and a line keeps little for that."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect

from classkit.hosting.websocket_compression import (
    HISTORY_BYTES,
    CompressedProtocol,
    HistoryCompressor,
    HistoryDecompressor,
)


def messages(number: int) -> list[bytes]:
    """A snapshot and steps that repeat some of it, as a table tells them."""
    chance = random.Random(7)
    rows = [{"seat": chance.choice("ABCD"), "cash": chance.randrange(10_000)} for _ in range(900)]
    steps = [chance.sample(rows, 5) for _ in range(number)]
    return [json.dumps(each).encode() for each in (rows, *steps, rows)]


@pytest.mark.parametrize("bits", [9, 12, 15])
def test_a_page_reads_with_one_context(bits: int) -> None:
    packs, reads = HistoryCompressor(bits), zlib.decompressobj(-bits)
    for message in [*messages(50), b"", b"x", *messages(3)]:
        assert reads.decompress(packs.compress(message) + b"\0\0\xff\xff") == message


@pytest.mark.parametrize("bits", [9, 15])
def test_what_a_page_compresses_with_one_context_is_read(bits: int) -> None:
    reads, packs = HistoryDecompressor(10**6), zlib.compressobj(6, zlib.DEFLATED, -bits)
    for message in messages(50):
        packed = packs.compress(message) + packs.flush(zlib.Z_SYNC_FLUSH)
        assert reads.decompress(packed.removesuffix(b"\0\0\xff\xff")) == message
    assert len(reads.history) == 1 << 15 and reads._decompressor is None


def test_a_message_that_grows_too_long_is_refused() -> None:
    packs = zlib.compressobj(6, zlib.DEFLATED, -15)
    bomb = packs.compress(b"a" * 10**6) + packs.flush(zlib.Z_SYNC_FLUSH)
    with pytest.raises(Exception, match=r"^$") as refused:
        HistoryDecompressor(64_000).decompress(bomb.removesuffix(b"\0\0\xff\xff"))
    assert type(refused.value).__name__ == "_DecompressTooLargeError"


def test_messages_are_about_as_short_as_with_a_compressor_that_stays() -> None:
    packs, stays, sent = (
        HistoryCompressor(15),
        zlib.compressobj(6, zlib.DEFLATED, -15),
        messages(300),
    )
    short = sum(len(packs.compress(message)) for message in sent)
    before = sum(len(stays.compress(each) + stays.flush(zlib.Z_SYNC_FLUSH)) - 4 for each in sent)
    assert short < 1.1 * before


def test_a_line_keeps_no_more_than_its_history() -> None:
    packs = HistoryCompressor(15)
    for message in messages(20):
        packs.compress(message)
    assert len(packs.history) == HISTORY_BYTES and packs._compressor is None


def test_a_window_that_cannot_be_is_refused_when_the_line_opens() -> None:
    for bits in (7, 8, 16):
        with pytest.raises(ValueError, match=r".*"):
            HistoryCompressor(bits)


class Echo(WebSocketHandler):
    """Says what it hears, and shows what it keeps."""

    protocol: Any

    def get_compression_options(self) -> dict[str, Any]:
        return {}

    def get_websocket_protocol(self) -> Any:
        found: Any = super().get_websocket_protocol()
        type(self).protocol = CompressedProtocol(self, mask_outgoing=False, params=found.params)
        return self.protocol

    def on_message(self, message: str | bytes) -> None:
        self.write_message(message)


@pytest.mark.parametrize("offer", ["", "; server_max_window_bits=10"])
def test_a_line_is_compressed_in_both_directions(offer: str) -> None:
    async def talk() -> None:
        listening, port = bind_unused_port()
        server = HTTPServer(Application([("/", Echo)]))
        server.add_socket(listening)
        asked = HTTPRequest(f"ws://127.0.0.1:{port}/")
        if offer:
            asked.headers["Sec-WebSocket-Extensions"] = f"permessage-deflate{offer}"
        line = await websocket_connect(asked, compression_options={})
        for message in [each.decode() for each in messages(20)]:
            await line.write_message(message)
            assert await line.read_message() == message
        assert Echo.protocol._wire_bytes_in < 0.6 * Echo.protocol._message_bytes_in
        assert Echo.protocol._wire_bytes_out < 0.6 * Echo.protocol._message_bytes_out
        line.close()
        server.stop()

    asyncio.run(asyncio.wait_for(talk(), 60))
