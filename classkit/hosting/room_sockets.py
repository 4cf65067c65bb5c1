"""Websockets of room pages: phones, and the teacher's desk and wall."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from tornado.web import HTTPError
from tornado.websocket import WebSocketHandler, WebSocketProtocol, WebSocketProtocol13

from classkit.classroom.room_connections import (
    PhoneConnection,
    RoomConnection,
)
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.table_connections import encode_message

from .known_visitors import get_person_id
from .message_filter import MAX_ROOM_FRAME_BYTES
from .room_access import RoomMixin, get_cookie_name
from .room_worker import Block, measure_time
from .socket_refusals import ExplainedSocket
from .websocket_compression import CompressedProtocol

MAX_BACKLOG = 400_000
"""Maximum number of unsent characters. If it is exceeded, messages are replaced by one snapshot."""
PING_INTERVAL, PONG_TIMEOUT = 15.0, 10.0
"""Seconds between two pings, and until an unanswered ping closes the connection."""
HEARTBEAT = '{"room":"ping"}'
"""Message by which a page checks that its connection still works."""
MIN_PONG_INTERVAL = 1.0
"""Minimum number of seconds between two replies to the heartbeats of one page."""
MAX_QUEUED, MIN_MESSAGE_LENGTH = 1_000_000, 5_000
"""Maximum number of characters of queued messages of a page, and the minimum counted for each.

The resulting limit of two hundred short messages is more than a person sends while a database does
not respond.
"""
PAGE_ID = re.compile(r"[\w-]{1,40}")
CLOSE_RETRY, CLOSE_ERROR = 1013, 1011
"""Websocket status codes: the page may reconnect later, and the connection failed."""
PONG_MESSAGE = encode_message({"kind": "pong"})
SLOW_STORE_SECONDS = 1.0
"""Seconds after which a page is informed that its answer is still being stored."""
STORING_START_MESSAGE = encode_message({"kind": "storing", "on": True})
STORING_END_MESSAGE = encode_message({"kind": "storing", "on": False})

T = TypeVar("T")

LOG = logging.getLogger("classkit")


class RoomSocket(RoomMixin, WebSocketHandler):
    """The websocket of a room page.

    Both sides detect a dead connection. A page sends a heartbeat, which is answered before queued
    messages. The server sends pings, and closes a connection that does not reply. A page that
    reconnects replaces its earlier connection.
    """

    room_connection: RoomConnection | None = None
    """Handles the messages. Used only in the rooms' thread."""
    has_left = False
    backlog_size = 0
    queued = 0
    needs_resync = False
    viewer_id = ""
    code = ""
    live: RoomRuntime
    page: tuple[str, str, str] | None = None
    ponged_at = 0.0

    @property
    def max_message_size(self) -> int:
        """Maximum size of a message in bytes."""
        return MAX_ROOM_FRAME_BYTES

    @property
    def ping_interval(self) -> float:
        """Seconds between two pings."""
        return PING_INTERVAL

    @property
    def ping_timeout(self) -> float:
        """Seconds after which an unanswered ping closes the connection."""
        return PONG_TIMEOUT

    def get_compression_options(self) -> dict[str, Any]:
        """Enable compression, which reduces a first snapshot of 100 kB to a seventh."""
        return {}

    def get_websocket_protocol(self) -> WebSocketProtocol | None:
        """Return Tornado's protocol and use compression that needs little memory."""
        found = super().get_websocket_protocol()
        if not isinstance(found, WebSocketProtocol13):
            return None
        return CompressedProtocol(self, mask_outgoing=False, params=found.params)

    def replace_connection(self, code: str, who: str) -> None:
        """Close the page's earlier connection, which may be dead, without waiting for a ping."""
        page = self.get_query_argument("page", "")
        if not PAGE_ID.fullmatch(page):
            return
        self.page = (code, who, page)
        if before := self.rooms.sockets.pop(self.page, None):
            before.evict_connection()

    def start_connection(
        self, code: str, who: str, make: Callable[[RoomRuntime], RoomConnection]
    ) -> None:
        """Start answering a page. ``make`` creates its connection in the thread of rooms."""
        self.code, self.viewer_id = code, who
        self.messages: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.fewer_queued = asyncio.Event()
        self.answering = asyncio.ensure_future(self.answer_messages(make))
        if self.page is not None:
            if before := self.rooms.sockets.get(self.page):  # both were opened at the same time
                before.evict_connection()
            self.rooms.sockets[self.page] = self
        self.set_nodelay(True)

    def evict_connection(self) -> None:
        """Close this connection, to make room or because its page has reconnected."""
        self.end_connection()
        self.close(CLOSE_RETRY)

    def send_from_thread(self, text: str) -> None:
        """Send a message from the thread of rooms."""
        self.rooms.send_text(self.send_text, text)

    def send_text(self, text: str) -> None:
        """Send a message. If the page is far behind, send a snapshot later instead."""
        if self.backlog_size > MAX_BACKLOG:
            self.needs_resync = True
            return
        if self.ws_connection is None or self.ws_connection.is_closing():
            return
        self.backlog_size += len(text)
        self.write_message(text).add_done_callback(partial(self.on_message_read, len(text)))

    def on_message_read(self, size: int, done: Any) -> None:
        """Count a message as sent. Send a snapshot once all are sent, if some were dropped."""
        self.backlog_size -= size
        if (
            done.exception() is None
            and self.needs_resync
            and not self.backlog_size
            and not self.has_left
        ):
            self.needs_resync = False
            self.run_in_thread(self.resync_client)

    def run_in_thread(self, run: Callable[[], T], block: Block | None = None) -> asyncio.Future[T]:
        """Run a function in the thread of rooms, after all functions queued for this room."""
        done = self.rooms.worker.submit(self.code, run, block)
        outbox = self.rooms.outbox
        assert outbox is not None, "pages are served by the loop"
        return outbox.await_result(done)

    async def on_message(self, message: str | bytes) -> None:
        """Answer a heartbeat, and queue any other message.

        Reading continues while a message waits, so that pongs and heartbeats are not delayed. If a
        page sends too much, reading stops until its messages have been answered.
        """
        if message == HEARTBEAT:
            now = time.monotonic()
            if now - self.ponged_at >= MIN_PONG_INTERVAL:
                self.ponged_at = now
                self.send_text(PONG_MESSAGE)
            return
        self.queued += max(len(message), MIN_MESSAGE_LENGTH)
        self.messages.put_nowait(message)
        while self.queued > MAX_QUEUED and not self.has_left:
            self.fewer_queued.clear()
            await self.fewer_queued.wait()

    async def answer_messages(self, make: Callable[[RoomRuntime], RoomConnection]) -> None:
        """Answer the messages of this page in order, until its connection closes."""
        try:
            if not await self.run_in_thread(partial(self.attach_connection, make)):
                self.close(CLOSE_RETRY)
            while not self.has_left:
                message = await self.messages.get()
                if message is not None:
                    self.queued -= max(len(message), MIN_MESSAGE_LENGTH)
                    self.fewer_queued.set()
                    await self.answer_message(message)
        except asyncio.CancelledError:
            self.close(CLOSE_RETRY)  # the server is stopping
        except Exception:
            LOG.exception("a message from a page could not be answered")
            self.close(CLOSE_ERROR)

    async def answer_message(self, message: str | bytes) -> None:
        """Answer a message, after a wait if this page is in debt."""
        costs = self.settings["usage_costs"]
        if wait := costs.get_wait_seconds(self.viewer_id, self.address):
            await asyncio.sleep(wait)
        if self.has_left:
            return
        answered = self.run_in_thread(
            measure_time(partial(self.receive, message)), self.live.group_commit.collect
        )
        await self.wait_until_stored(answered)
        _, seconds = answered.result()
        costs.charge(self.viewer_id, self.address, seconds=seconds, size=len(message))

    async def wait_until_stored(self, answered: asyncio.Future[Any]) -> None:
        """Wait for an answer, and inform the page if the database is slow."""
        is_told = False
        while not (await asyncio.wait([answered], timeout=SLOW_STORE_SECONDS))[0]:
            if not is_told and self.rooms.is_slow(SLOW_STORE_SECONDS):
                is_told = True
                self.send_text(STORING_START_MESSAGE)
        if is_told:
            self.send_text(STORING_END_MESSAGE)

    def end_connection(self) -> None:
        """Stop answering this page."""
        if self.page is not None and self.rooms.sockets.get(self.page) is self:
            del self.rooms.sockets[self.page]
        if self.has_left or not self.viewer_id:
            return
        self.has_left = True
        self.run_in_thread(self.detach_connection)
        self.fewer_queued.set()
        self.messages.put_nowait(None)  # wakes the answering task, so that it ends

    def on_close(self) -> None:
        """Stop answering this page."""
        self.end_connection()

    # --- in the thread of rooms ---------------------------------------------

    def attach_connection(self, make: Callable[[RoomRuntime], RoomConnection]) -> bool:
        """Connect to the room. Return False if it no longer exists."""
        live = self.rooms.load_room(self.code)
        if live is not None and not self.has_left:
            self.live, self.room_connection = live, make(live)
        return live is not None

    def receive(self, message: str | bytes) -> None:
        """Answer a message."""
        if self.room_connection is not None:
            self.room_connection.receive(message)

    def resync_client(self) -> None:
        """Send a full snapshot, because messages were dropped."""
        if self.room_connection is not None:
            self.room_connection.resync_client()

    def detach_connection(self) -> None:
        """Disconnect from the room."""
        if self.room_connection is not None:
            self.room_connection.unsubscribe()
            self.room_connection = None


class PhoneSocket(ExplainedSocket, RoomSocket):
    """The websocket of a phone, identified by its cookie."""

    async def get(self, code: str, own: str | None = None) -> None:
        """Open the websocket for the owner of this room's cookie."""
        if not self.check_host():  # type: ignore[attr-defined]  # of the class beside it
            raise HTTPError(403)
        live = await self.find_guessed_room(code)
        self.person = get_person_id(self.get_cookie(get_cookie_name(live.code, own)))
        if not self.person:
            raise HTTPError(403, "This phone is unknown here")
        self.live, self.phone = live, f"{live.code}/{self.person}"
        self.replace_connection(live.code, self.person)
        if not self.rooms.admission.admit_connection(self):
            raise HTTPError(429, "Too many connections")
        await super().get()

    def open(self, code: str = "", own: str | None = None) -> None:
        """Start answering, count the connection, and remember the phone if it has joined."""
        if self.has_joined():
            self.known_visitors.remember_phone(self.live.code, self.person)
        self.rooms.admission.add_connection(self)
        self.start_connection(
            self.live.code,
            self.person,
            lambda live: PhoneConnection(live, self.person, self.send_from_thread, self),
        )

    def end_connection(self) -> None:
        """Stop answering this page, and stop counting its connection."""
        if self.has_joined():
            self.known_visitors.remember_phone(self.live.code, self.person)
        self.rooms.admission.remove_connection(self)
        super().end_connection()

    def has_joined(self) -> bool:
        """Return True if this phone has joined its room."""
        return self.live.room.has_joined(self.live.room.get_person(self.person))

    def admit_person(self) -> None:
        """Admit this phone to the room. Raise ClasskitError if too many join from its address."""
        present = self.live.room.present
        self.rooms.admission.admit_person(self.live.code, self.address, self.person, present)
        self.known_visitors.remember_phone(self.live.code, self.person)

    def admit_claim(self) -> None:
        """Admit a claim of an identity by this phone; ClasskitError if its address has too many."""
        waiting = self.live.room.claims
        self.rooms.admission.admit_claim(self.live.code, self.address, self.person, waiting)
