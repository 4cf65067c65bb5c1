"""Rooms of a server: their database, their thread, and admission to them.

A server starts even if its database does not respond. It retries, and rooms become available once
the database responds.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from classkit.classroom.database_addresses import describe_database, set_driver
from classkit.classroom.database_timeouts import RoomStoreError, UnresponsiveStore
from classkit.classroom.db_notifications import ChangeWatcher
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.classroom.simulated_participants import play_simulated
from classkit.engine.errors import ClasskitError

from .config import ServerSettings
from .guess_limiter import GuessLimiter
from .ip_addresses import is_loopback
from .match_store import MatchStore
from .room_admission import RoomAdmission
from .room_database import get_database_address
from .room_reports import RoomReports
from .room_retention import RoomRetention, describe_room_purge
from .room_worker import Outbox, RoomWorker, log_errors
from .trash import Trash

T = TypeVar("T")
LOG = logging.getLogger(__name__)

BROADCAST_DELAY = 0.15
"""Seconds during which changes of a room are collected before they are sent."""
TICK_INTERVAL = 1.0
"""Seconds between two ticks of a room."""
ROOM_TIMEOUT = 6.0
"""Seconds that a page waits for its room or for the database."""
STARTUP_TIMEOUT = 4.0
"""Seconds that a starting server waits for its database."""
RETRY_DELAY = 3.0
"""Seconds until a server connects again to a database that did not respond at startup."""
SHARED_QUEUE = ""
"""Name of the queue for work that does not belong to a single room."""
SILENT_MESSAGE = "The room database does not respond at the moment."
DEFAULT_KEEP_DAYS = ServerSettings.keep_room_days
PURGE_INTERVAL = 3_600.0
"""Seconds between two searches for old rooms, which also record the rooms in use."""


class EvictableConnection(Protocol):
    """The connection of a page."""

    def evict_connection(self) -> None:
        """Close the connection."""


class RoomRegistry:
    """The rooms of a server. Each is rebuilt from its log on first use.

    All work on rooms and all database queries run in the thread of the ``worker``. The handlers of
    pages wait for it with :meth:`run_in_thread`.
    """

    def __init__(self, address: str, worker: RoomWorker | None = None) -> None:
        self.address = address
        self.worker = worker or RoomWorker()
        self.outbox: Outbox | None = None
        self.room_store: RoomStore | None = None
        self.reports: RoomReports | None = None
        self.change_watcher: ChangeWatcher | None = None
        self.runtimes: dict[str, RoomRuntime] = {}
        self.ticking_codes: set[str] = set()
        """The rooms whose tick is queued or running."""
        self.was_silent, self.unavailable_reason = False, SILENT_MESSAGE
        """Whether the database was silent at the start, and why it is unavailable now."""
        self.sockets: dict[tuple[str, str, str], EvictableConnection] = {}
        """The open connection of each page, by its room, its viewer, and its own id."""
        self.keep_days = DEFAULT_KEEP_DAYS
        """Days after which rooms that nobody uses are moved to the trash."""
        self.guesses = GuessLimiter("room codes", is_loopback)
        self.admission = RoomAdmission()

    @classmethod
    def open_local_rooms(cls) -> RoomRegistry:
        """Return this user's rooms on this machine, after a first query to their database.

        If the database does not respond, this is logged and retried.

        Raises:
            RoomStoreError: If the database refuses the connection.
        """
        rooms = cls(get_database_address())
        asked: Future[None] = rooms.worker.submit(SHARED_QUEUE, rooms.open_store)
        try:
            asked.result(STARTUP_TIMEOUT)
        except NotYet:
            rooms.log_silence(f"The room database, {rooms.database_name}, does not respond.")
        except RoomStoreError:
            rooms.stop()
            raise
        return rooms

    @property
    def database_name(self) -> str:
        """The name of the database in messages."""
        return describe_database(set_driver(self.address))

    @property
    def store(self) -> RoomStore:
        """The room store. Raises UnresponsiveStore if the database has not responded yet."""
        if self.room_store is None:
            raise RoomStoreError(self.unavailable_reason)
        return self.room_store

    def start(self, loop: AbstractEventLoop) -> None:
        """Start sending messages to pages from the server's loop."""
        self.outbox = Outbox(loop)
        self.worker.after_jobs = self.outbox.wake_loop
        self.worker.submit_later(0.0, SHARED_QUEUE, self.purge_old_rooms)

    def stop(self) -> None:
        """Stop the thread after its current work."""
        self.worker.stop()

    # --- on the event loop ---------------------------------------------

    async def run_in_thread(
        self, room: str, do: Callable[[], T], patience: float = ROOM_TIMEOUT
    ) -> T:
        """Run a function for a room in the thread of rooms, and wait for the result.

        Raises:
            RoomStoreError: If it takes longer than ``patience`` seconds. If it has not begun by
                then, it is cancelled.
        """
        if self.room_store is None:
            raise RoomStoreError(self.unavailable_reason)
        done = asyncio.wrap_future(self.worker.submit(room, do))
        finished, _ = await asyncio.wait([done], timeout=patience)
        if finished:
            return done.result()
        done.cancel()
        raise RoomStoreError(SILENT_MESSAGE)

    async def is_answering(self, patience: float) -> bool:
        """Return whether the database answers something small within ``patience`` seconds."""
        try:
            await self.run_in_thread(SHARED_QUEUE, lambda: self.store.has_room(""), patience)
        except RoomStoreError:
            return False
        return True

    def count_pages(self) -> int:
        """Return the number of open phones, desks and walls."""
        return sum(len(live.subscribers) for live in [*self.runtimes.values()])

    def count_answers(self) -> int:
        """Return the number of answers that this process has stored since it started."""
        return self.room_store.answer_count if self.room_store else 0

    async def find_room(self, code: str) -> RoomRuntime | None:
        """Return the room of a code, or None. Raises the errors of :meth:`run_in_thread`."""
        found = self.runtimes.get(code)
        return found or await self.run_in_thread(code, partial(self.load_room, code))

    def is_slow(self, seconds: float) -> bool:
        """Return True if the database has not responded for this number of seconds."""
        return self.room_store is not None and self.room_store.is_slow(seconds)

    def send_text(self, send: Callable[[str], object], text: str) -> None:
        """Send a message to a page from the server's loop. Called in the rooms' thread."""
        if self.outbox is not None:
            self.outbox.add_message(send, text)

    # --- in the thread ---------------------------------------------

    def open_store(self) -> None:
        """Open the database and watch it for changes, or retry later."""
        try:
            store = RoomStore(self.address)
        except UnresponsiveStore as error:
            self.log_silence(str(error))
            self.worker.submit_later(RETRY_DELAY, SHARED_QUEUE, self.open_store)
            return
        except RoomStoreError as error:
            self.unavailable_reason = str(error)
            if not self.was_silent:
                raise
            LOG.warning("Classes cannot join: %s", error)
            return
        store.should_retry = lambda: not self.worker.is_stopped
        self.reports = RoomReports(store, self.run_in_thread)
        self.room_store = store
        if self.was_silent:
            LOG.warning("The room database responds again: classes can join.")
        self.schedule_ticks()
        self.poll_changes()

    def purge_old_rooms(self) -> None:
        """Move rooms that have been unused for long to the trash, and schedule the next purge."""
        self.worker.submit_later(PURGE_INTERVAL, SHARED_QUEUE, self.purge_old_rooms)
        if self.room_store is None:  # the database has not responded yet
            return
        try:
            retention = RoomRetention(self.room_store, Trash(MatchStore()))
            done = retention.purge(self.keep_days)
            retention.delete_expired()
        except (ClasskitError, OSError) as error:
            LOG.warning("Old rooms could not be removed: %s", error)
            return
        if told := describe_room_purge(done, self.keep_days):
            LOG.warning("%s", told)

    def log_silence(self, sentence: str) -> None:
        """Log once that the database does not respond."""
        self.unavailable_reason = sentence
        if not self.was_silent:
            self.was_silent = True
            LOG.warning("Classes cannot join yet: %s The server will retry.", sentence)

    def load_room(self, code: str) -> RoomRuntime | None:
        """Return the room of a code, rebuilt from its log if necessary.

        Return None if it is unknown.
        """
        if code not in self.runtimes:
            if not self.store.has_room(code):
                return None
            soon = partial(self.worker.submit_later, BROADCAST_DELAY, code)
            self.runtimes[code] = RoomRuntime(self.store, code, soon=soon)
        return self.runtimes[code]

    def schedule_ticks(self) -> None:
        """Queue a tick for every room, and schedule the next call."""
        for code in [*self.runtimes]:
            if code not in self.ticking_codes:
                self.ticking_codes.add(code)
                self.worker.submit(code, log_errors(partial(self.tick_room, code)))
        self.worker.submit_later(TICK_INTERVAL, SHARED_QUEUE, self.schedule_ticks)

    def tick_room(self, code: str) -> None:
        """Apply rows written by other processes, and let bots answer for absent people.

        A room without connections is unloaded.
        """
        self.ticking_codes.discard(code)
        live = self.runtimes.get(code)
        if live is None:
            return
        live.tick_room()
        play_simulated(live)
        if live.is_deleted or not live.subscribers:
            del self.runtimes[code]

    def poll_changes(self) -> None:
        """Apply the changes made by other processes, and schedule the next poll."""
        often = TICK_INTERVAL
        with suppress(RoomStoreError):  # the server is stopping
            if self.change_watcher is None:
                self.change_watcher = self.store.watch_changes()
            often = self.change_watcher.poll_interval
            changes = self.change_watcher.poll()
            for code in [*self.runtimes] if changes is None else ():
                self.worker.submit(code, log_errors(partial(self.refresh_room, code)))
            latest: dict[str, dict[int, int]] = {}
            for change in changes or ():
                latest.setdefault(change.room, {})[change.place] = change.number
            for code, numbers in latest.items():
                self.worker.submit(code, log_errors(partial(self.apply_changes, code, numbers)))
        self.worker.submit_later(often, SHARED_QUEUE, self.poll_changes)

    def refresh_room(self, code: str) -> None:
        """Apply rows that other processes have written to a room."""
        if live := self.runtimes.get(code):
            live.tick_room()

    def apply_changes(self, code: str, latest: dict[int, int]) -> None:
        """Apply changes of a room that other processes have notified."""
        if live := self.runtimes.get(code):
            live.receive_notifications(latest)
