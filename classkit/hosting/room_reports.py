"""Reports for phones after the lesson: a person's report, and the homework of their table.

Both replay a match, which takes seconds. They are built one at a time in a separate thread, and
cached for all people of the same table.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.classroom.student_report import Classmates, Story, collect_classmates
from classkit.engine.errors import ClasskitError

from .room_worker import measure_time

T = TypeVar("T")

LOAD_SECONDS = 60.0
"""Maximum number of seconds that a report waits for all tables of its class to be loaded."""
MAX_CACHED_ROOMS = 20
"""Maximum number of replayed tables in the cache."""
STORY_PENDING_MESSAGE = (
    "Your story is available when the match at your table or the lesson is over."
)
HOMEWORK_PENDING_MESSAGE = "Your homework is available when the lesson is over."
TOO_SHORT_MESSAGE = (
    "The match at your table was too short for a homework. Ask your teacher for another one."
)


class RoomRunner(Protocol):
    """Runs a function for a room in the thread of rooms."""

    def __call__(self, room: str, do: Callable[[], T], patience: float) -> Awaitable[T]:
        """Run the function, and wait at most ``patience`` seconds for it."""


class RoomReports:
    """Builds reports and homework for the phones of a server.

    ``run`` runs functions that read a live room in the thread of rooms.
    """

    def __init__(self, store: RoomStore, run: RoomRunner) -> None:
        self.store, self.run = store, run
        self.worker = ThreadPoolExecutor(1, "afterwards")
        self.cached_rooms: OrderedDict[tuple[Any, ...], RoomArchive] = OrderedDict()
        self.homeworks: dict[tuple[Any, ...], str] = {}

    async def run_in_thread(self, make: Callable[[], T]) -> tuple[T, float]:
        """Call ``make`` in the thread. Return its result and the seconds of thread time used."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.worker, measure_time(make))

    async def build_story(self, live: RoomRuntime, person: str) -> tuple[Story, float]:
        """Return a person's report. Raise ClasskitError with the reason if there is none yet."""
        look = measure_time(partial(read_class, live, person))
        (stamp, beside), before = await self.run(live.code, look, LOAD_SECONDS)
        story, seconds = await self.run_in_thread(
            lambda: self.get_room(stamp).build_person_story(person, beside, names=True)
        )
        return story, before + seconds

    async def build_homework(self, live: RoomRuntime, person: str) -> tuple[str, str, float]:
        """Return the name, the text and the cost of the notebook on a person's table.

        Nobody continues the match after the lesson, so fewer questions than usual are accepted.

        Raises:
            ClasskitError: During the lesson, because a homework reveals hidden information and the
                random outcomes, which other tables share.
        """
        look = measure_time(partial(read_table, live, person))
        (place, stamp), before = await self.run(live.code, look, LOAD_SECONDS)
        stem = f"table-{place:02}-homework"
        text, seconds = await self.run_in_thread(lambda: self.get_notebook(stamp, place, stem))
        return f"{stem}.ipynb", text, before + seconds

    # --- in a separate thread ---------------------------------------------

    def get_room(self, stamp: tuple[Any, ...]) -> RoomArchive:
        """Return the cached archive in which one table is replayed."""
        if stamp not in self.cached_rooms:
            self.cached_rooms[stamp] = RoomArchive(self.store, stamp[0])
        self.cached_rooms.move_to_end(stamp)
        while len(self.cached_rooms) > MAX_CACHED_ROOMS:
            self.cached_rooms.popitem(last=False)
        return self.cached_rooms[stamp]

    def get_notebook(self, stamp: tuple[Any, ...], place: int, name: str) -> str:
        """Return the cached homework of a table."""
        from classkit.assignments.homework.homework_notebook import STUDENT_SUFFIX, build_notebooks

        if stamp not in self.homeworks:
            match = self.get_room(stamp).match(place)
            try:
                self.homeworks[stamp] = build_notebooks(match, name=name, left=True)[STUDENT_SUFFIX]
            except ClasskitError:
                raise ClasskitError(TOO_SHORT_MESSAGE) from None
        return self.homeworks[stamp]


def read_class(live: RoomRuntime, person: str) -> tuple[tuple[Any, ...], Mapping[str, Classmates]]:
    """Return the cache key of a person's report, and the results of comparable people.

    Raises:
        ClasskitError: With the reason, if there is no report yet.
    """
    place = get_table_number(live, person)
    if not live.room.closed and not live.get_table(place).place.is_done:
        raise ClasskitError(STORY_PENDING_MESSAGE)
    return build_cache_key(live, place), collect_classmates(live.room, live.matches)


def read_table(live: RoomRuntime, person: str) -> tuple[int, tuple[Any, ...]]:
    """Return a person's table and its cache key. Raise ClasskitError during the lesson."""
    place = get_table_number(live, person)
    if not live.room.closed:
        raise ClasskitError(HOMEWORK_PENDING_MESSAGE)
    return place, build_cache_key(live, place)


def get_table_number(live: RoomRuntime, person: str) -> int:
    """Return the number of a person's table. Raise ClasskitError if they have none."""
    sits = live.room.get_seat(person)
    if sits is None:
        raise ClasskitError("You had no seat in this lesson.")
    return sits[0]


def build_cache_key(live: RoomRuntime, place: int) -> tuple[Any, ...]:
    """Return the cache key of a table: equal keys give equal reports."""
    return live.code, place, live.room.row_number, live.get_table(place).place.row_number
