"""The rooms of a server: their database, the thread that works on them, and who may come in.

A server starts whether its database answers or not: one that is silent is asked again, and rooms
are there once it answers.
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

from classkit.classroom.changes import Change, Changes
from classkit.classroom.databases import driven, name_of
from classkit.classroom.invented import let_play
from classkit.classroom.live import LiveRoom
from classkit.classroom.silence import RoomStoreError, SilentStore
from classkit.classroom.store import RoomStore

from .addresses import is_loopback
from .door import Door
from .guesses import Guesses
from .kept_rooms import rooms_address
from .room_afterwards import Afterwards
from .room_worker import Outbox, RoomWorker, log_errors

T = TypeVar("T")
LOG = logging.getLogger(__name__)

SOON = 0.15
"""Seconds within which changes of a room are told together."""
LOOK = 1.0
"""Seconds between two looks after every room."""
PATIENCE = 6.0
"""Seconds for which a page waits for its room, or for the database."""
STARTING = 4.0
"""Seconds for which a server that starts waits for its database."""
ASK_AGAIN = 3.0
"""Seconds until a database that was silent at the start is asked again."""
ALL = ""
"""The queue of what concerns no room alone."""
SILENT = "The database of the rooms does not answer at this moment."


class PageLine(Protocol):
    """The line of a page."""

    def give_way(self) -> None:
        """Close it."""


class Rooms:
    """The rooms of a server: each is folded when somebody first asks for it.

    What is done with a room is done in the thread of the ``worker``, and so is all that asks the
    database. The handlers of pages wait for it with :meth:`run`.
    """

    def __init__(self, address: str, worker: RoomWorker | None = None) -> None:
        self.address = address
        self.worker = worker or RoomWorker()
        self.outbox: Outbox | None = None
        self.opened: RoomStore | None = None
        self.afterwards: Afterwards | None = None
        self.changes: Changes | None = None
        self.live: dict[str, LiveRoom] = {}
        self.looked_after: set[str] = set()
        """The rooms whose look is still to come, or under way."""
        self.was_silent, self.why = False, SILENT
        """Whether the database was silent at the start, and why it cannot be asked now."""
        self.sockets: dict[tuple[str, str, str], PageLine] = {}
        """The open line of each page, by its room, who looks at it, and its own id."""
        self.guesses = Guesses("codes of rooms", is_loopback)
        self.door = Door()

    @classmethod
    def of_this_machine(cls) -> Rooms:
        """Return the rooms that this user keeps on this machine, once their database is asked.

        RoomStoreError where it refuses; where it is silent, that is logged, and it is asked again.
        """
        rooms = cls(rooms_address())
        asked: Future[None] = rooms.worker.submit(ALL, rooms.open_store)
        try:
            asked.result(STARTING)
        except NotYet:
            rooms.note_silence(f"The database of the rooms, {rooms.name}, does not answer.")
        except RoomStoreError:
            rooms.stop()
            raise
        return rooms

    @property
    def name(self) -> str:
        """What the database is called in messages."""
        return name_of(driven(self.address))

    @property
    def store(self) -> RoomStore:
        """The database; SilentStore until it has answered."""
        if self.opened is None:
            raise RoomStoreError(self.why)
        return self.opened

    def start(self, loop: AbstractEventLoop) -> None:
        """Begin to send to pages by the loop of the server."""
        self.outbox = Outbox(loop)

    def stop(self) -> None:
        """End the thread, once what it does is done."""
        self.worker.stop()

    # --- on the loop ---------------------------------------------

    async def run(self, room: str, do: Callable[[], T], patience: float = PATIENCE) -> T:
        """Do something for a room in its thread, and wait for it.

        RoomStoreError where that takes longer than ``patience`` in seconds. What has not begun by
        then is not done.
        """
        if self.opened is None:
            raise RoomStoreError(self.why)
        done = asyncio.wrap_future(self.worker.submit(room, do))
        finished, _ = await asyncio.wait([done], timeout=patience)
        if finished:
            return done.result()
        done.cancel()
        raise RoomStoreError(SILENT)

    async def find(self, code: str) -> LiveRoom | None:
        """Return the room of a code; None where there is none. RoomStoreError as of :meth:`run`."""
        found = self.live.get(code)
        return found or await self.run(code, partial(self.fold, code))

    def is_slow(self, seconds: float) -> bool:
        """Return whether the database has owed an answer for so long."""
        return self.opened is not None and self.opened.is_slow(seconds)

    def send(self, send: Callable[[str], object], text: str) -> None:
        """Send a message to a page by the loop, from the thread of rooms."""
        if self.outbox is not None:
            self.outbox.put(send, text)

    # --- in the thread ---------------------------------------------

    def open_store(self) -> None:
        """Open the database and begin to follow it, or try again in a while."""
        try:
            store = RoomStore(self.address)
        except SilentStore as error:
            self.note_silence(str(error))
            self.worker.submit_later(ASK_AGAIN, ALL, self.open_store)
            return
        except RoomStoreError as error:
            self.why = str(error)
            if not self.was_silent:
                raise
            LOG.warning("No class can join in: %s", error)
            return
        store.goes_on = lambda: not self.worker.is_stopped
        self.afterwards = Afterwards(store, self.run)
        self.opened = store
        if self.was_silent:
            LOG.warning("The database of the rooms answers now: a class can join in.")
        self.look()
        self.hear()

    def note_silence(self, sentence: str) -> None:
        """Log once that the database is silent."""
        self.why = sentence
        if not self.was_silent:
            self.was_silent = True
            LOG.warning("No class can join in yet: %s It is asked again by itself.", sentence)

    def fold(self, code: str) -> LiveRoom | None:
        """Return the room of a code, folded from its log if need be; None if there is none."""
        if code not in self.live:
            if not self.store.exists(code):
                return None
            soon = partial(self.worker.submit_later, SOON, code)
            self.live[code] = LiveRoom(self.store, code, soon=soon)
        return self.live[code]

    def look(self) -> None:
        """Look after every room in its turn, and again in a while."""
        for code in [*self.live]:
            if code not in self.looked_after:
                self.looked_after.add(code)
                self.worker.submit(code, log_errors(partial(self.look_after, code)))
        self.worker.submit_later(LOOK, ALL, self.look)

    def look_after(self, code: str) -> None:
        """Look what other processes wrote in a room, and for whom a bot has to answer.

        A room that nobody looks on any more is folded again when somebody comes.
        """
        self.looked_after.discard(code)
        live = self.live.get(code)
        if live is None:
            return
        live.look()
        let_play(live)
        if live.is_gone or not live.lookers:
            del self.live[code]

    def hear(self) -> None:
        """Take in what other processes have written, and listen again in a moment."""
        often = LOOK
        with suppress(RoomStoreError):  # the server ends
            if self.changes is None:
                self.changes = self.store.changes()
            often = self.changes.often
            changes = self.changes.poll()
            for code in [*self.live] if changes is None else ():
                self.worker.submit(code, log_errors(partial(self.look_at, code)))
            for change in changes or ():
                self.worker.submit(change.room, log_errors(partial(self.take_in, change)))
        self.worker.submit_later(often, ALL, self.hear)

    def look_at(self, code: str) -> None:
        """Look what other processes wrote in a room."""
        if live := self.live.get(code):
            live.look()

    def take_in(self, change: Change) -> None:
        """Take in a change that another process has told of."""
        if live := self.live.get(change.room):
            live.heard(change.place, change.number)
