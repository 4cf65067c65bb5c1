"""Load on a published server, sent by a process of its own for `classkit doctor --at`.

It sends what the benchmark of a class sends, at a rate that the server's own visitors do not
notice: many small frames, the largest frames, malformed frames, and requests for the index over new
connections. It prints how many were answered, and how many were refused and by whom, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections import Counter

from tornado.websocket import WebSocketClientConnection, WebSocketError

from .message_filter import MAX_FRAME_BYTES
from .outside_client import OutsideClient, SocketFailure, ask, is_program_answer
from .self_test import POLICY_VIOLATION

SMALL_BYTES, SMALL_PAUSE = 150, 0.02
"""Size of a small frame, such as an answer of a phone, and seconds between two of them."""
LARGE_PAUSE, MALFORMED_PAUSE, INDEX_PAUSE = 10.0, 1.0, 0.05
"""Seconds between two large frames, two malformed frames, and two requests for the index."""
BACKOFF_SECONDS = 3.0
"""Seconds without requests after one was refused."""
MALFORMED = ("[" * 30_000, '{"header": 1}', "send 99999999", "\u0000" * 500)
"""Messages that no page sends. The server closes the connection."""
PROGRAM, PROXY = "the program", "the proxy"


class Load:
    """The counts of one run."""

    def __init__(self, client: OutsideClient, seconds: float) -> None:
        """Start counting. The load ends after ``seconds``."""
        self.client, self.end = client, time.monotonic() + seconds
        self.sent: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        """Whether the time has passed."""
        return time.monotonic() > self.end

    async def open_counted(
        self, kind: str, *, is_large: bool = False
    ) -> WebSocketClientConnection | None:
        """Open a test websocket. If it is refused, count that, wait, and return None."""
        socket = await self.client.open_socket(is_large=is_large)
        if not isinstance(socket, SocketFailure):
            return socket
        by = PROGRAM if socket.is_program else PROXY
        self.refused[f"{kind}: {socket.status or socket.error}, by {by}"] += 1
        await asyncio.sleep(BACKOFF_SECONDS)
        return None

    async def send_small(self) -> None:
        """Send small frames over one websocket, opening another one when it closes."""
        kind = "small"
        while not self.is_over:
            socket = await self.open_counted(kind)
            while socket is not None and not self.is_over:
                if not await self.send_frame(kind, socket, SMALL_BYTES):
                    break
                await asyncio.sleep(SMALL_PAUSE)
            if socket is not None:
                socket.close()

    async def send_large(self) -> None:
        """Send the largest frames, each over a new websocket: they are far apart."""
        kind = "large"
        while not self.is_over:
            if socket := await self.open_counted(kind, is_large=True):
                await self.send_frame(kind, socket, MAX_FRAME_BYTES)
                socket.close()
            await asyncio.sleep(min(LARGE_PAUSE, max(0.0, self.end - time.monotonic())))

    async def send_frame(self, kind: str, socket: WebSocketClientConnection, size: int) -> bool:
        """Send a frame, and count it. Return True if it was answered."""
        self.sent[kind] += 1
        if await ask(socket, os.urandom(size)) is not None:
            self.answered[kind] += 1
            return True
        self.refused[describe_end(kind, socket)] += 1
        return False

    async def send_malformed(self) -> None:
        """Send malformed frames, each over a new websocket, which the server closes."""
        at, kind = 0, "malformed"
        while not self.is_over:
            if socket := await self.open_counted(kind):
                self.sent[kind] += 1
                try:
                    await socket.write_message(MALFORMED[at % len(MALFORMED)])
                    closed = await asyncio.wait_for(socket.read_message(), 10) is None
                except (OSError, TimeoutError, WebSocketError):
                    closed = False
                if closed and socket.close_code == POLICY_VIOLATION:
                    self.answered[kind] += 1
                else:
                    self.refused[describe_end(kind, socket)] += 1
                socket.close()
            at += 1
            await asyncio.sleep(MALFORMED_PAUSE)

    async def request_index(self) -> None:
        """Request the index over new connections, and less often if it is refused."""
        kind = "index"
        while not self.is_over:
            self.sent[kind] += 1
            try:
                answer = await self.client.fetch("", Connection="close")
            except OSError as error:
                self.refused[f"{kind}: {error}, by {PROXY}"] += 1
                await asyncio.sleep(BACKOFF_SECONDS)
                continue
            if answer.code < 400:
                self.answered[kind] += 1
                await asyncio.sleep(INDEX_PAUSE)
            else:
                by = PROGRAM if is_program_answer(answer.headers) else PROXY
                self.refused[f"{kind}: {answer.code}, by {by}"] += 1
                await asyncio.sleep(BACKOFF_SECONDS)

    async def run(self) -> None:
        """Send everything at the same time, until the time has passed."""
        await asyncio.gather(
            self.send_small(),
            self.send_large(),
            self.send_malformed(),
            self.request_index(),
        )


def describe_end(kind: str, socket: WebSocketClientConnection) -> str:
    """Return how a websocket ended: the program states a status and a reason."""
    if socket.close_reason:
        return f"{kind}: {socket.close_reason}, by {PROGRAM}"
    status = f"status {socket.close_code}" if socket.close_code else "no status"
    return f"{kind}: closed or silent, {status}, by {PROXY}"


def main(base: str, seconds: float, *, checks_certificate: bool) -> None:
    """Send the load, and print the counts."""
    client = OutsideClient(base)
    client.checks_certificate = checks_certificate
    load = Load(client, seconds)
    asyncio.run(load.run())
    print(json.dumps({"sent": load.sent, "answered": load.answered, "refused": load.refused}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), checks_certificate=sys.argv[3] == "check")
