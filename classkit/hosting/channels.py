"""The websocket between a page and its kernel: Voila's, safe from strangers.

A line is whole or gone. While it is open, what the page sends is read and what the kernel says is
sent. Whatever ends one of the two ends the line, and is noted once (`on_close`):

- the page closes it, or its socket breaks, also before the line is open or while its visitor waits
  to pay;
- the line cannot be opened, since its kernel is not reached or no socket is left;
- an error, a frame that no page sends, or a page that does not read;
- the kernel ends (kernels.py).

Waiting to pay is none of these, nor is waiting for a kernel that has much to do. Nothing is read
meanwhile, also no answer to the server's pings, so the page counts as heard.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Iterator
from typing import Any

from tornado.web import HTTPError
from tornado.websocket import WebSocketProtocol13
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .frames import V1, BadFrame, checked, tells_done
from .places import Place

MOST_LINES = 6  # to one kernel; a page has one, and opens another while a lost one still counts
A_LINE = 0.02  # seconds that opening one costs
A_FRAME, A_BYTE = 0.000_1, 0.000_000_001  # seconds that they cost before and after they are here
A_READ = A_FRAME / 3  # a frame is read in three pieces or four: its head, its mask, what it says
MOST_ASKED = 32  # messages for a kernel at a time; a page that opens sends a dozen
A_LOOK = 0.02  # seconds between two looks whether the kernel is done with one
LONGEST_WAIT = 10.0  # seconds without a look whether the page is still there
LARGEST_BACKLOG = 20_000_000
"""Bytes of a kernel's lines that may wait here, for pages to read them or to send their end."""
POLICY_VIOLATION = 1008  # websocket status: the other side broke the protocol
PAGE_LEFT = 1001  # websocket status: the page was closed, or left for another address


class PaidFrames(WebSocketProtocol13):
    """Tornado's protocol, which reads nothing before what came is paid for.

    A message may come in any number of fragments with pings in between, of which no handler hears.
    """

    async def _read_bytes(self, n: int) -> bytes:
        """Read the next `n` bytes, once the page's visitor owes nothing."""
        handler: Any = self.handler
        await handler.pay_for(n)
        return await super()._read_bytes(n)

    async def _receive_frame(self) -> None:
        """Receive a frame, and note how much of a message is here that is not complete."""
        await super()._receive_frame()
        handler: Any = self.handler
        handler.keep_unfinished(len(self._fragmented_message_buffer or b""))


class TableChannels(VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila ships no types
    """The websocket of one page to its kernel."""

    place: Place
    counted = False  # among the lines to its kernel
    left = False
    unfinished = 0  # bytes of a message whose end has not come

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
        except BaseException:
            self.forget_session()
            raise
        finally:
            place.coming -= 1
        if self.left or self.kernel_id not in self.kernel_manager:
            self.forget_session()
            raise HTTPError(404, "the page or its kernel has gone")

    async def open(self, kernel_id: str) -> None:
        """Start listening to a page; if that fails, the line is closed like any other."""
        self.kernel_manager.connected(kernel_id, self)
        self.counted = True
        self.set_nodelay(True)  # a step is answered in several frames; none waits for the last
        try:
            await super().open(kernel_id)
        except BaseException:
            self.on_connection_close()  # Tornado cuts the line, and tells nobody
            raise

    def on_close(self) -> None:
        """Note that the page has gone, or that the line to it is lost."""
        self.left = True
        if not self.counted:
            return
        self.keep_unfinished(0)
        for_good = self.close_code == PAGE_LEFT
        self.kernel_manager.disconnected(self.kernel_id, self, for_good=for_good)
        with contextlib.suppress(KeyError):  # of Jupyter's list of lines, if this one never opened
            super().on_close()

    def forget_session(self) -> None:
        """Let Jupyter forget a line that it has prepared and that is not opened."""
        connection = getattr(self, "connection", None)
        if connection and connection._open_sessions.get(connection.session_key) is self:
            del connection._open_sessions[connection.session_key]

    def hang_up(self) -> None:
        """Close the line at once."""
        if self.ws_connection is not None:
            self.ws_connection.stream.close()  # a polite close would wait for the page

    def on_message(self, ws_message: str | bytes) -> None:
        """Pass a message of the page on to the kernel, if pages may send it."""
        if not self.is_open():
            return  # refused already: later messages are ignored
        with self.charged(len(ws_message)):
            try:
                passed_on = checked(ws_message)
            except BadFrame as error:
                self.log.info("A malformed frame was refused: %s", error)
                self.close(POLICY_VIOLATION, str(error))
                return
            if passed_on:
                self.place.asked += 1
                super().on_message(ws_message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the page; what a kernel says on a line that closes is dropped."""
        if not self.is_open():
            return None
        first = self.kernel_manager.is_first(self.kernel_id, self)  # every line is told
        if first and self.place.asked and tells_done(message):
            self.place.asked -= 1
        with self.charged(len(message)):
            written = super().write_message(message, binary)
        if written is not None:
            self.await_reading(len(message), written)
        return written

    def await_reading(self, size: int, written: Any) -> None:
        """Count the bytes that the page has not read yet."""
        self.keep(size)

        def taken(done: Any) -> None:
            self.keep(-size)
            done.exception()  # a closed line is no error here

        written.add_done_callback(taken)

    def keep_unfinished(self, size: int) -> None:
        """Count the bytes of a message whose end the page has not sent yet."""
        self.keep(size - self.unfinished)
        self.unfinished = size

    def keep(self, more: int) -> None:
        """Count what waits here for the pages of this kernel; cut the line if that is too much."""
        self.place.waiting += more
        if more > 0 and self.place.waiting > LARGEST_BACKLOG:
            self.hang_up()

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

    @contextlib.contextmanager
    def charged(self, size: int) -> Iterator[None]:
        """Charge the visitor for the time that the block takes, and for the message's bytes."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.charge(A_FRAME + A_BYTE * size + time.thread_time() - begun)

    async def pay_for(self, size: int) -> None:
        """Wait for the kernel, then until the visitor owes nothing; charge them with those bytes.

        What a kernel answers is paid for, but comes when it comes: whoever asks for much may not
        ask for more before that is done.
        """
        end = time.monotonic() + LONGEST_WAIT
        while self.place.asked >= MOST_ASKED and self.is_open():
            await asyncio.sleep(A_LOOK)
            if time.monotonic() > end:
                self.place.asked = 0  # it has restarted, or was sent what is no JSON
                self.on_pong(b"")
        while (seconds := self.owed()) and self.is_open():
            await asyncio.sleep(min(seconds, LONGEST_WAIT))
            self.on_pong(b"")  # the page cannot be heard meanwhile, so it is not taken for lost
        self.charge(A_READ, size)

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
