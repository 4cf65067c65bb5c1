"""What a telephone gets after the lesson: its own story, and the homework of its table.

A match is played again for both, which takes seconds. They are made one after the other in a thread
of their own, so that the server goes on, and kept for whoever sat at the same table.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar

from classkit.classroom.kept import KeptRoom
from classkit.classroom.live import LiveRoom
from classkit.classroom.own_story import Classmates, Story, classmates
from classkit.classroom.store import RoomStore
from classkit.engine.errors import ClasskitError

from .room_worker import measure

T = TypeVar("T")

FOLDING = 60.0
"""Seconds for which a story waits until all tables of its class are folded."""
MOST_KEPT = 20
"""So many tables are kept as they were played again."""
NOT_YET = "Your story is told when the match at your table is over, or the lesson."
HOMEWORK_NOT_YET = "Your homework is there when the lesson is over."
TOO_SHORT = "Too little was played at your table for a homework. Ask your teacher for another."


class Run(Protocol):
    """A function that does something for a room in the thread of rooms."""

    def __call__(self, room: str, do: Callable[[], T], patience: float) -> Awaitable[T]:
        """Do it, and wait for it so many seconds."""


class Afterwards:
    """Makes stories and homework for the telephones of a server.

    ``run`` does in the thread of rooms what looks at a room that is being played.
    """

    def __init__(self, store: RoomStore, run: Run) -> None:
        self.store, self.run = store, run
        self.worker = ThreadPoolExecutor(1, "afterwards")
        self.kept: OrderedDict[tuple[Any, ...], KeptRoom] = OrderedDict()
        self.homeworks: dict[tuple[Any, ...], str] = {}

    async def made(self, make: Callable[[], T]) -> tuple[T, float]:
        """Make something in the thread. Return it, and the seconds that it took there."""

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.worker, measure(make))

    async def story(self, live: LiveRoom, person: str) -> tuple[Story, float]:
        """Return somebody's story; ClasskitError with the reason where there is none yet."""
        look = measure(partial(look_at_class, live, person))
        (stamp, beside), before = await self.run(live.code, look, FOLDING)
        story, seconds = await self.made(
            lambda: self.room(stamp).story_of(person, beside, names=True)
        )
        return story, before + seconds

    async def homework(self, live: LiveRoom, person: str) -> tuple[str, str, float]:
        """Return the name and the text of the notebook about somebody's table.

        ClasskitError during the lesson: it tells what lay hidden, and the luck of a match, which
        other tables share. Afterwards nobody plays on, and fewer questions than usual will do.
        """
        look = measure(partial(look_at_table, live, person))
        (place, stamp), before = await self.run(live.code, look, FOLDING)
        stem = f"table-{place:02}-homework"
        text, seconds = await self.made(lambda: self.notebook(stamp, place, stem))
        return f"{stem}.ipynb", text, before + seconds

    # --- in a thread of its own ---------------------------------------------

    def room(self, stamp: tuple[Any, ...]) -> KeptRoom:
        """Return the room in which one table is played again, and stays."""
        if stamp not in self.kept:
            self.kept[stamp] = KeptRoom(self.store, stamp[0])
        self.kept.move_to_end(stamp)
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return self.kept[stamp]

    def notebook(self, stamp: tuple[Any, ...], place: int, name: str) -> str:
        """Return the homework of a table for those who sat there, made once."""
        from classkit.assignments.homework.notebook import STUDENT, notebooks

        if stamp not in self.homeworks:
            match = self.room(stamp).match(place)
            try:
                self.homeworks[stamp] = notebooks(match, name=name, left=True)[STUDENT]
            except ClasskitError:
                raise ClasskitError(TOO_SHORT) from None
        return self.homeworks[stamp]


def look_at_class(live: LiveRoom, person: str) -> tuple[tuple[Any, ...], Mapping[str, Classmates]]:
    """Return what somebody's story depends on, and how those came off who played as they did.

    ClasskitError with the reason where there is no story yet.
    """
    place = place_of(live, person)
    if not live.room.closed and not live.place(place).place.is_done:
        raise ClasskitError(NOT_YET)
    return stamp_of(live, place), classmates(live.room, live.matches)


def look_at_table(live: LiveRoom, person: str) -> tuple[int, tuple[Any, ...]]:
    """Return somebody's table, and what it depends on; ClasskitError during the lesson."""
    place = place_of(live, person)
    if not live.room.closed:
        raise ClasskitError(HOMEWORK_NOT_YET)
    return place, stamp_of(live, place)


def place_of(live: LiveRoom, person: str) -> int:
    """Return the table of somebody; ClasskitError where they have none."""
    sits = live.room.seat_of(person)
    if sits is None:
        raise ClasskitError("You had no seat in this lesson.")
    return sits[0]


def stamp_of(live: LiveRoom, place: int) -> tuple[Any, ...]:
    """Return what a table depends on: what was made for the same is the same."""
    return live.code, place, live.room.number, live.place(place).place.number
