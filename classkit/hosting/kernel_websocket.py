"""Websocket between a page and its kernel: Voila's, with limits for untrusted clients.

A connection either works in both directions or is closed. It is closed, and counted as closed
exactly once (`on_close`), in these cases:

- The page closes it or its socket breaks, even before it is open or while reading is throttled.
- It cannot be opened, because the kernel is unreachable or no socket is left.
- An error occurs, a frame is malformed, or the page does not read.
- The kernel ends (kernels.py).

Throttling does not close it, and neither does waiting for a busy kernel. Meanwhile nothing is read,
not even replies to the server's pings, so the page is treated as alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Iterator
from typing import Any

from tornado import version as tornado_version
from tornado.web import HTTPError
from tornado.websocket import WebSocketProtocol13, _WebSocketParams
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .config import ServerSettingsError
from .kernel_slots import KernelSlot
from .message_filter import PROTOCOL_V1, BadFrame, is_allowed, is_idle_status
from .socket_refusals import ExplainedSocket

MAX_CONNECTIONS = 6  # per kernel; a page has one, and may reconnect while a lost one still counts
CONNECTION_COST = 0.02  # seconds charged for opening a connection
FRAME_COST, BYTE_COST = (
    0.000_1,
    0.000_000_001,
)  # seconds charged for work outside the handlers
READ_COST = FRAME_COST / 3  # a frame is read in three or four pieces: header, mask, data
MAX_IN_FLIGHT = 32  # messages to a kernel at a time; a page sends a dozen when it opens
POLL_INTERVAL = 0.02  # seconds between two checks whether the kernel has finished a message
MAX_WAIT_SECONDS = 10.0  # maximum seconds between two checks whether the page is still there
MAX_BACKLOG = 20_000_000
"""Maximum bytes of unread and incomplete messages on all connections of a kernel."""
POLICY_VIOLATION = 1008  # websocket status: the peer broke the protocol
PAGE_LEFT = 1001  # websocket status: the page was closed, or navigated to another address


class ThrottledProtocol(WebSocketProtocol13):
    """Tornado's protocol, which reads nothing while the visitor is in debt.

    A message may arrive in any number of fragments with pings in between, none of which reach a
    handler.
    """

    async def _read_bytes(self, n: int) -> bytes:
        """Read the next `n` bytes, once the visitor has no debt."""
        handler: Any = self.handler
        await handler.throttle_read(n)
        return await super()._read_bytes(n)

    async def _receive_frame(self) -> None:
        """Receive a frame and record the size of an incomplete message."""
        await super()._receive_frame()
        handler: Any = self.handler
        handler.add_partial_backlog(len(self._fragmented_message_buffer or b""))


class FrameProbe:
    """A page that sends one frame, and notes what the protocol charges for it."""

    SENT = b"\x01\x85" + bytes(4) + b"hello"
    """The first fragment of a text: type and length, mask, and five letters."""

    def __init__(self) -> None:
        self.unread = self.SENT
        self.charged = self.partial_size = 0

    async def read_bytes(self, n: int) -> bytes:
        """Return the next bytes, as a stream does."""
        read, self.unread = self.unread[:n], self.unread[n:]
        return read

    async def throttle_read(self, n: int) -> None:
        """Note how many bytes are charged."""
        self.charged += n

    def add_partial_backlog(self, size: int) -> None:
        """Note the size of the incomplete message."""
        self.partial_size = size


async def check_frames_are_charged() -> None:
    """Check that the installed Tornado still reads frames by the methods that charge for them.

    They are private methods, and without them a single page could stop a class.

    Raises:
        ServerSettingsError: If a frame would not be charged.
    """
    probe: Any = FrameProbe()
    protocol = ThrottledProtocol(probe, mask_outgoing=False, params=_WebSocketParams())
    protocol.stream = probe
    with contextlib.suppress(Exception):  # another Tornado may need anything else
        await protocol._receive_frame()
    if (probe.charged, probe.partial_size) != (len(probe.SENT), len("hello")):
        raise ServerSettingsError(
            f"Tornado {tornado_version} reads messages in another way than classkit knows, so that "
            "no visitor would be limited, and one page could stop a class. Install a version that "
            "classkit supports: pip install --upgrade classkit 'tornado<7'."
        )


class TableWebsocketHandler(ExplainedSocket, VoilaKernelWebsocketHandler):  # type: ignore[misc]  # voila ships no types
    """The websocket of one page to its kernel."""

    slot: KernelSlot
    is_counted = False  # whether it is counted among the connections of its kernel
    has_left = False
    partial_size = 0  # bytes of an incomplete message

    async def pre_get(self) -> None:
        """Check the client before opening anything for it."""
        if not self.check_origin():  # Jupyter checks this only after connecting to the kernel
            raise HTTPError(403)
        if not re.fullmatch(r"[\w.-]{0,64}", self.get_argument("session_id", "")):
            raise HTTPError(400, "a session name may contain only letters, digits and - . _")
        place = self.kernel_manager.slots.find_slot(self.kernel_id)
        if place is None or self.kernel_id not in self.kernel_manager:
            raise HTTPError(404, "this kernel has ended")
        if PROTOCOL_V1 not in self.request.headers.get("Sec-WebSocket-Protocol", ""):
            raise HTTPError(400, f"pages must use {PROTOCOL_V1}")
        if place.lines + place.coming >= MAX_CONNECTIONS:
            raise HTTPError(429, "this kernel has too many pages")
        self.slot = place
        if self.backoff_seconds():
            raise HTTPError(429, reason="Too Many New Connections")
        self.charge(CONNECTION_COST)
        place.coming += 1  # count now, because many may connect before the kernel responds
        try:
            await super().pre_get()
        except BaseException:
            self.forget_session()
            raise
        finally:
            place.coming -= 1
        if self.has_left or self.kernel_id not in self.kernel_manager:
            self.forget_session()
            raise HTTPError(404, "the page or its kernel has disconnected")

    async def open(self, kernel_id: str) -> None:
        """Start listening to a page. If that fails, the connection is closed like any other."""
        self.kernel_manager.add_connection(kernel_id, self)
        self.is_counted = True
        self.set_nodelay(
            True
        )  # the reply to a step has several frames, which must not wait for each other
        try:
            await super().open(kernel_id)
        except BaseException:
            self.on_connection_close()  # Tornado closes the connection without calling this
            raise

    def on_close(self) -> None:
        """Record that the page has closed, or that the connection is lost."""
        self.has_left = True
        if not self.is_counted:
            return
        self.add_partial_backlog(0)
        for_good = self.close_code == PAGE_LEFT
        self.kernel_manager.remove_connection(self.kernel_id, self, for_good=for_good)
        with contextlib.suppress(KeyError):  # raised if the connection never opened
            super().on_close()

    def forget_session(self) -> None:
        """Remove this prepared but unopened session from Jupyter's list of open sessions."""
        connection = getattr(self, "connection", None)
        if connection and connection._open_sessions.get(connection.session_key) is self:
            del connection._open_sessions[connection.session_key]

    def abort_connection(self) -> None:
        """Close the connection immediately."""
        if self.ws_connection is not None:
            self.ws_connection.stream.close()  # a closing handshake would wait for the page

    def on_message(self, ws_message: str | bytes) -> None:
        """Forward a message from the page to the kernel, if pages may send it."""
        if not self.is_open():
            return  # closing: later messages are ignored
        with self.measure_cost(len(ws_message)):
            try:
                passed_on = is_allowed(ws_message)
            except BadFrame as error:
                self.log.info("A malformed frame was refused: %s", error)
                self.close(POLICY_VIOLATION, str(error))
                return
            if passed_on:
                self.slot.asked += 1
                super().on_message(ws_message)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the page. Messages on a closing connection are dropped."""
        if not self.is_open():
            return None
        first = self.kernel_manager.is_first_connection(
            self.kernel_id, self
        )  # each connection gets every message
        if first and self.slot.asked and is_idle_status(message):
            self.slot.asked -= 1
        with self.measure_cost(len(message)):
            written = super().write_message(message, binary)
        if written is not None:
            self.track_backlog(len(message), written)
        return written

    def track_backlog(self, size: int, written: Any) -> None:
        """Count bytes sent to the page until it has read them."""
        self.add_backlog(size)

        def taken(done: Any) -> None:
            self.add_backlog(-size)
            done.exception()  # a closed connection is not an error here

        written.add_done_callback(taken)

    def add_partial_backlog(self, size: int) -> None:
        """Count the bytes of an incomplete message."""
        self.add_backlog(size - self.partial_size)
        self.partial_size = size

    def add_backlog(self, more: int) -> None:
        """Count bytes of this kernel's unread or incomplete messages.

        Abort if there are too many.
        """
        self.slot.waiting += more
        if more > 0 and self.slot.waiting > MAX_BACKLOG:
            self.abort_connection()

    # --- costs ----------------------------------------------------------------------

    def charge(self, seconds: float, size: int = 0) -> None:
        """Charge the visitor for seconds of the server's time, and for bytes received."""
        costs = self.kernel_manager.slots.costs
        costs.charge(self.slot.visitor, self.slot.address, seconds=seconds, size=size)

    def backoff_seconds(self) -> float:
        """Return the seconds until the visitor has no debt."""
        seconds: float = self.kernel_manager.slots.costs.get_wait_seconds(
            self.slot.visitor, self.slot.address
        )
        return seconds

    @contextlib.contextmanager
    def measure_cost(self, size: int) -> Iterator[None]:
        """Charge the visitor for the block's time and the message's bytes."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.charge(FRAME_COST + BYTE_COST * size + time.thread_time() - begun)

    async def throttle_read(self, size: int) -> None:
        """Wait for the kernel, then until the visitor has no debt, and charge for the bytes.

        The kernel's replies are charged, too. A client with many unfinished messages cannot send
        more.
        """
        end = time.monotonic() + MAX_WAIT_SECONDS
        while self.slot.asked >= MAX_IN_FLIGHT and self.is_open():
            await asyncio.sleep(POLL_INTERVAL)
            if time.monotonic() > end:
                self.slot.asked = 0  # it has restarted, or received invalid JSON
                self.on_pong(b"")
        while (seconds := self.backoff_seconds()) and self.is_open():
            await asyncio.sleep(min(seconds, MAX_WAIT_SECONDS))
            self.on_pong(b"")  # pongs are not read meanwhile, so treat the page as alive
        self.charge(READ_COST, size)

    def is_open(self) -> bool:
        """Return True if neither side has started to close the connection."""
        return self.ws_connection is not None and not self.ws_connection.is_closing()

    def get_websocket_protocol(self) -> Any:
        """Return the throttled protocol. Tornado's own pings are disabled.

        Jupyter sends pings and checks the replies. Tornado would interpret its milliseconds as
        seconds and print warnings.
        """
        protocol = super().get_websocket_protocol()
        if protocol is None:
            return None
        protocol.params.ping_interval = protocol.params.ping_timeout = None
        return ThrottledProtocol(self, mask_outgoing=False, params=protocol.params)
