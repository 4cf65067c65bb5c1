"""The websocket between a page and its kernel: Voila's, safe from strangers."""

from __future__ import annotations

import re
import time
from typing import Any

from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .allowance import Allowance
from .frames import BadFrame, checked

MOST_LINES = 6  # to one kernel; a page has one, and opens another while a lost one still counts
LINES_A_SECOND, LINES_AT_ONCE = 1, 20  # opening one costs as much as a hundred frames
FRAMES_A_SECOND, FRAMES_AT_ONCE = 100, 1_000
BYTES_A_SECOND, BYTES_AT_ONCE = 2_000_000, 30_000_000
LARGEST_BACKLOG = 40_000_000  # bytes that may wait here for a page that does not read
POLICY_VIOLATION = 1008  # websocket status: the other side broke the protocol
PAGE_LEFT = 1001  # websocket status: the page was closed, or left for another address


class TableChannels(VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila ships no types
    """The websocket of one page to its kernel."""

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
        if place.lines + place.coming >= MOST_LINES:
            raise HTTPError(429, "this kernel has too many pages")
        now = time.monotonic()
        if place.opening is None:
            place.opening = Allowance(LINES_A_SECOND, LINES_AT_ONCE, now)
        if not place.opening.covers(1, now):
            raise HTTPError(429, reason="Connected Too Often")
        place.coming += 1  # many may ask at the same moment, and the kernel is asked first
        try:
            await super().pre_get()
        finally:
            place.coming -= 1

    async def open(self, kernel_id: str) -> None:
        """Start listening to a page."""
        now = time.monotonic()
        self.frames = Allowance(FRAMES_A_SECOND, FRAMES_AT_ONCE, now)
        self.bytes = Allowance(BYTES_A_SECOND, BYTES_AT_ONCE, now)
        self.unread = 0
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
        if self.ws_connection is None or self.ws_connection.is_closing():
            return  # refused already: later messages are ignored
        now = time.monotonic()
        if not (self.frames.covers(1, now) and self.bytes.covers(len(ws_message), now)):
            self.close(POLICY_VIOLATION, "too much at once")
            return
        try:
            passed_on = checked(ws_message, self.selected_subprotocol)
        except BadFrame as error:
            self.log.info("A malformed frame was refused: %s", error)
            self.close(POLICY_VIOLATION, str(error))
            return
        if passed_on:
            super().on_message(ws_message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the page.

        Voila reads every binary message as the newer of Jupyter's two protocols. A visitor may
        choose the older one; its first bytes, read that way, give a number of parts so large that
        the server would count for hours and serve nobody. Such messages bypass Voila's reader.
        """
        if isinstance(message, bytes) and not self.selected_subprotocol:
            written = KernelWebsocketHandler.write_message(self, message, binary)
        else:
            written = super().write_message(message, binary)
        if written is not None and isinstance(message, str | bytes):
            self.await_reading(len(message), written)
        return written

    def await_reading(self, size: int, written: Any) -> None:
        """Count the bytes the page has not read yet, and cut the line if there are too many."""
        self.unread += size

        def taken(done: Any) -> None:
            self.unread -= size
            done.exception()  # a closed line is no error here

        written.add_done_callback(taken)
        if self.unread > LARGEST_BACKLOG:
            self.ws_connection.stream.close()  # a polite close would wait for the rest

    def get_websocket_protocol(self) -> Any:
        """Return tornado's protocol without its own pings.

        Jupyter sends pings and watches for their answers. Tornado would read its milliseconds as
        seconds and print warnings.
        """
        protocol = super().get_websocket_protocol()
        if protocol is not None:
            protocol.params.ping_interval = protocol.params.ping_timeout = None
        return protocol
