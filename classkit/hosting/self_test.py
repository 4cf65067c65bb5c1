"""Self-test of the network: a page for phones, what the server sees, and a test websocket.

A teacher opens the page the day before, in the network of the class. `classkit doctor --at` and
pages that cannot connect use the other two addresses. None of them requires a token, since phones
have none, so they reveal only what the request itself contains, and the clock.

The test websocket sends and receives frames of the sizes that pages use. What it costs is charged
as for other visitors. Two kinds of sockets limit its memory: a normal one has frames of the size of
a phone's, and the few large ones have frames of the size of a table's file.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from tornado.web import HTTPError
from tornado.websocket import WebSocketHandler

from .config import SELF_TEST_PATH
from .ip_addresses import is_loopback, normalize_address
from .message_filter import MAX_FRAME_BYTES, MAX_ROOM_FRAME_BYTES
from .plain_pages import PlainPage
from .session_cookie import get_visitor, set_visitor_cookie
from .socket_refusals import (
    FULL,
    LOST_UPGRADE,
    OPENED,
    ExplainedSocket,
    SocketAttempt,
    SocketRefusals,
    has_upgrade,
)

TEST_ID = re.compile(r"[\w-]{8,40}")
MAX_SOCKETS, MAX_SOCKETS_EACH = 200, 40
"""Maximum number of open test websockets, in total and for one address."""
MAX_LARGE, MAX_LARGE_EACH = 4, 2
"""The same for those with large frames."""
MAX_SECONDS = 180
"""Seconds after which a test websocket is closed."""
DOWNLOAD_BYTES = 400_000
"""Size of the frame that the page requests, several times that of the first one to a phone."""
MAX_WAIT_SECONDS = 10.0
"""Maximum number of seconds that an answer waits for a visitor's debt."""
POLICY_VIOLATION = 1008


class SocketCounts:
    """Open test websockets, by address.

    >>> counts = SocketCounts()
    >>> [counts.acquire("10.0.0.7", is_large=True) for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, is_shared_address: Callable[[str], bool] = is_loopback) -> None:
        """Start without websockets. ``is_shared_address`` returns True for shared addresses."""
        self.is_shared_address = is_shared_address
        self.counts: Counter[tuple[str, bool]] = Counter()

    def acquire(self, address: str, *, is_large: bool) -> bool:
        """Count a websocket. Return False if there are too many."""
        most, most_each = (
            (MAX_LARGE, MAX_LARGE_EACH) if is_large else (MAX_SOCKETS, MAX_SOCKETS_EACH)
        )
        total = sum(count for (_, large), count in self.counts.items() if large == is_large)
        is_crowded = self.counts[address, is_large] >= most_each
        if total >= most or (is_crowded and not self.is_shared_address(address)):
            return False
        self.counts[address, is_large] += 1
        return True

    def release(self, address: str, *, is_large: bool) -> None:
        """Stop counting a websocket."""
        self.counts -= Counter({(address, is_large): 1})


def build_handlers(base_url: str) -> list[Any]:
    """Return the handlers of the self-test and their URL patterns."""
    return [
        (f"{base_url}{SELF_TEST_PATH}/?", SelfTestPage),
        (f"{base_url}{SELF_TEST_PATH}/seen", SeenRequest),
        (f"{base_url}{SELF_TEST_PATH}/socket", SelfTestSocket),
    ]


def build_settings(is_shared_address: Callable[[str], bool]) -> dict[str, Any]:
    """Return the settings of the web application that the self-test needs."""
    return {
        "socket_refusals": SocketRefusals(),
        "self_test_sockets": SocketCounts(is_shared_address),
    }


class SelfTestPage(PlainPage):
    """The page that a teacher opens on a phone in the network of the class."""

    @property
    def base_url(self) -> str:
        """The server's base URL, which is the path of the visitor's cookie."""
        address: str = self.settings["base_url"]
        return address

    def get(self) -> None:
        """Set the visitor's cookie, and show the page."""
        if not get_visitor(self):
            set_visitor_cookie(self)
        told = {"upload": MAX_ROOM_FRAME_BYTES, "download": DOWNLOAD_BYTES}
        self.render_page("self-test.html", told=told, **self.settings["classkit_page"]())


class SeenRequest(PlainPage):
    """What the server sees of a request, and of the test websocket with an id."""

    def get(self) -> None:
        """Send it as JSON."""
        test_id = self.get_query_argument("id", "")
        attempt = self.settings["socket_refusals"].attempts.get(test_id)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(
            json.dumps(
                {
                    "classkit": True,
                    "host": self.request.host,
                    "path": self.request.path,
                    "base_url": self.settings["base_url"],
                    "protocol": self.request.protocol,
                    "has_cookie": bool(get_visitor(self)),
                    "is_local": is_loopback(self.request.remote_ip or ""),
                    "time": time.time(),
                    "largest_frame": MAX_FRAME_BYTES,
                    "room_frame": MAX_ROOM_FRAME_BYTES,
                    "attempt": attempt and attempt._asdict(),
                }
            )
        )


class SelfTestSocket(ExplainedSocket, PlainPage, WebSocketHandler):
    """The test websocket. It answers ``ping``, measures frames, and sends frames of a size."""

    is_large = False
    is_counted = False
    closing: Any = None

    @property
    def address(self) -> str:
        return normalize_address(self.request.remote_ip or "")

    @property
    def max_message_size(self) -> int:
        """Maximum size of a frame in bytes."""
        return MAX_FRAME_BYTES if self.is_large else MAX_ROOM_FRAME_BYTES

    @property
    def ping_interval(self) -> float:
        """Seconds between two pings: none, so that a quiet connection is really quiet."""
        return 0

    async def get(self) -> None:
        """Open the websocket, unless too many are open."""
        if not has_upgrade(self.request.headers):
            self.refuse(LOST_UPGRADE)
            raise HTTPError(426, reason="Upgrade Required")
        self.is_large = self.get_query_argument("frames", "") == "large"
        await super().get()

    def refuse(self, outcome: str) -> None:
        """Log a refusal, and remember it for the page."""
        super().refuse(outcome)
        self.remember(outcome)

    def remember(self, outcome: str) -> None:
        """Remember this attempt under its id, if it has one."""
        test_id = self.get_query_argument("id", "")
        if TEST_ID.fullmatch(test_id):
            headers = self.request.headers
            attempt = SocketAttempt(outcome, self.request.host, headers.get("Origin", ""))
            self.refusals.remember_attempt(test_id, attempt)

    def open(self) -> None:
        """Count the websocket, and close it if too many are open."""
        self.is_counted = self.sockets.acquire(self.address, is_large=self.is_large)
        self.remember(OPENED if self.is_counted else FULL)
        if not self.is_counted:
            self.close(1013, "too many tests")
            return
        self.closing = asyncio.get_running_loop().call_later(MAX_SECONDS, self.close, 1000)

    @property
    def sockets(self) -> SocketCounts:
        """The open test websockets."""
        counts: SocketCounts = self.settings["self_test_sockets"]
        return counts

    async def on_message(self, message: str | bytes) -> None:
        """Answer ``ping`` and binary frames, and send a frame of ``send N`` bytes."""
        await self.pay(len(message))
        if isinstance(message, bytes):
            seen = {"bytes": len(message), "digest": blake2b(message, digest_size=8).hexdigest()}
            await self.answer(json.dumps(seen))
        elif message == "ping":
            await self.answer('"pong"')
        elif (asked := re.fullmatch(r"send (\d{1,8})", message)) and int(asked[1]) <= self.max_sent:
            await self.pay(int(asked[1]))
            await self.answer(bytes(int(asked[1])))
        else:
            self.close(POLICY_VIOLATION, "not a message of the self-test")

    @property
    def max_sent(self) -> int:
        """Maximum number of bytes in a frame to the page."""
        return MAX_FRAME_BYTES if self.is_large else DOWNLOAD_BYTES

    async def pay(self, size: int) -> None:
        """Charge the client for bytes, after a wait if it is in debt."""
        costs, visitor = self.settings["usage_costs"], f"self-test {id(self)}"
        if wait := costs.get_wait_seconds(visitor, self.address):
            await asyncio.sleep(min(wait, MAX_WAIT_SECONDS))
        costs.charge(visitor, self.address, seconds=0.001, size=size)

    async def answer(self, message: str | bytes) -> None:
        """Send a message, unless the connection is closed."""
        if self.ws_connection is not None and not self.ws_connection.is_closing():
            await self.write_message(message, binary=isinstance(message, bytes))

    def on_close(self) -> None:
        """Stop counting the websocket."""
        if self.closing is not None:
            self.closing.cancel()
        if self.is_counted:
            self.is_counted = False
            self.sockets.release(self.address, is_large=self.is_large)
