"""The websocket between a page and its kernel: Voila's, safe from strangers."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tornado.web import HTTPError
from tornado.websocket import WebSocketProtocol13
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .frames import V1, BadFrame, checked
from .places import Place

MOST_LINES = 6  # to one kernel; a page has one, and opens another while a lost one still counts
A_LINE = 0.02  # seconds that opening one costs
A_FRAME, A_BYTE = 0.000_1, 0.000_000_001  # seconds that they cost before and after they are here
LONGEST_WAIT = 10.0  # seconds without a look whether the page is still there
LARGEST_BACKLOG = 20_000_000  # bytes that may wait here for the pages of a kernel that do not read
POLICY_VIOLATION = 1008  # websocket status: the other side broke the protocol
PAGE_LEFT = 1001  # websocket status: the page was closed, or left for another address


class PaidFrames(WebSocketProtocol13):
    """Tornado's protocol, which reads no frame before those that came are paid for.

    A message may come in any number of fragments with pings in between, of which no handler hears.
    """

    async def _receive_frame(self) -> None:
        """Receive a frame, and let the page wait as long as its visitor owes something."""
        await super()._receive_frame()
        handler: Any = self.handler
        await handler.pay_for_a_frame()


class TableChannels(VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila ships no types
    """The websocket of one page to its kernel."""

    place: Place
    counted = False  # among the lines to its kernel

    async def pre_get(self) -> None:
        """Check who connects before anything is opened for them."""
        if not self.check_origin():  # Jupyter asks only after it has connected to the kernel
            raise HTTPError(403)
        if not re.fullmatch(r"[\w.-]{0,64}", self.get_argument("session_id", "")):
            raise HTTPError(400, "a session is named by letters, digits and - . _")
        place = self.kernel_manager.places.place_of(self.kernel_id)
        if place is None or self.kernel_id not in self.kernel_manager:
            raise HTTPError(404, "this kernel has ended")
        if V1 not in self.request.headers.get("Sec-WebSocket-Protocol", ""):
            raise HTTPError(400, f"pages speak {V1}")
        if place.lines + place.coming >= MOST_LINES:
            raise HTTPError(429, "this kernel has too many pages")
        self.place = place
        if self.owed():
            raise HTTPError(429, reason="Too Much At Once")
        self.charge(A_LINE)
        place.coming += 1  # many may ask at the same moment, and the kernel is asked first
        try:
            await super().pre_get()
        finally:
            place.coming -= 1

    async def open(self, kernel_id: str) -> None:
        """Start listening to a page."""
        self.kernel_manager.places.connected(kernel_id)
        self.counted = True
        self.set_nodelay(True)  # a step is answered in several frames; none waits for the last
        await super().open(kernel_id)

    def on_close(self) -> None:
        """Note that the page has gone, or that the line to it is lost."""
        if self.counted:
            for_good = self.close_code == PAGE_LEFT
            self.kernel_manager.places.disconnected(self.kernel_id, for_good=for_good)
            super().on_close()

    def on_message(self, ws_message: str | bytes) -> None:
        """Pass a message of the page on to the kernel, if pages may send it."""
        if not self.is_open():
            return  # refused already: later messages are ignored
        with self.charged(received=len(ws_message)):
            try:
                passed_on = checked(ws_message)
            except BadFrame as error:
                self.log.info("A malformed frame was refused: %s", error)
                self.close(POLICY_VIOLATION, str(error))
                return
            if passed_on:
                super().on_message(ws_message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the page."""
        with self.charged(sent=len(message)):
            written = super().write_message(message, binary)
        if written is not None:
            self.await_reading(len(message), written)
        return written

    def await_reading(self, size: int, written: Any) -> None:
        """Count the bytes the page has not read yet, and cut the line if there are too many."""
        self.place.unread += size

        def taken(done: Any) -> None:
            self.place.unread -= size
            done.exception()  # a closed line is no error here

        written.add_done_callback(taken)
        if self.place.unread > LARGEST_BACKLOG:
            self.ws_connection.stream.close()  # a polite close would wait for the rest

    # --- what it costs ----------------------------------------------------------------------

    def charge(self, seconds: float, size: int = 0) -> None:
        """Charge the visitor with seconds of the server, and with bytes that came in."""
        costs = self.kernel_manager.places.costs
        costs.charge(self.place.visitor, self.place.address, seconds=seconds, size=size)

    def owed(self) -> float:
        """Return the seconds until the visitor owes nothing."""
        seconds: float = self.kernel_manager.places.costs.wait(
            self.place.visitor, self.place.address
        )
        return seconds

    @contextmanager
    def charged(self, received: int = 0, sent: int = 0) -> Iterator[None]:
        """Charge the visitor with what is done inside, for a message of so many bytes."""
        begun = time.thread_time()
        try:
            yield
        finally:
            worked = time.thread_time() - begun
            self.charge(A_FRAME + A_BYTE * (received + sent) + worked, received)

    async def pay_for_a_frame(self) -> None:
        """Charge the visitor with a frame of any kind, and wait until nothing is owed."""
        self.charge(A_FRAME)
        while (seconds := self.owed()) and self.is_open():
            await asyncio.sleep(min(seconds, LONGEST_WAIT))

    def is_open(self) -> bool:
        """Return whether neither side has begun to close the line."""
        return self.ws_connection is not None and not self.ws_connection.is_closing()

    def get_websocket_protocol(self) -> Any:
        """Return tornado's protocol without its own pings, reading what is paid for.

        Jupyter sends pings and watches for their answers. Tornado would read its milliseconds as
        seconds and print warnings.
        """
        protocol = super().get_websocket_protocol()
        if protocol is None:
            return None
        protocol.params.ping_interval = protocol.params.ping_timeout = None
        return PaidFrames(self, mask_outgoing=False, params=protocol.params)
