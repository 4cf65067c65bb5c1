"""Rooms for tests: opened in memory, with people who answer at random."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any, Protocol

from classkit.awake_clock import AwakeClock
from classkit.classroom import room_commands
from classkit.classroom.room_connections import PhoneConnection, TeacherConnection
from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.engine.events import copy_plain_fields
from classkit.engine.randomness import RandomStream
from tests.widgets.pages import after

CODE = "ABC234"


def opened(
    where: Path | str | None = None, game: str = "economy", seats: int = 3, **settings: Any
) -> RoomStore:
    """A store with one room that has just been opened: in a folder, at an address, or in memory.

    Cards of Economy are placed by the players, so that the first decisions have several answers.
    """
    if game == "economy":
        settings["options"] = {"placement": "players", **settings.get("options", {})}
    address = where or "sqlite://"
    store = RoomStore(f"sqlite:///{where}/rooms.sqlite" if isinstance(address, Path) else address)
    drafts = room_commands.open_room(game, seats, seed=settings.pop("seed", 7), **settings)
    store.append_rows(CODE, ROOM_STREAM, 0, drafts)
    return store


class Watch(AwakeClock):
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Showing(Protocol):
    """A page: its room, and the table at which it sits."""

    room: dict[str, Any]
    now: dict[str, Any]


def take_in(page: Showing, message: dict[str, Any]) -> None:
    """Let a page show what its line has told."""
    if message["kind"] == "room":
        page.room = after(page.room, message["change"]) if "change" in message else message
    elif message["kind"] == "snapshot":
        page.now = message["now"]
    elif message["kind"] == "step":
        page.now = after(page.now, message["change"])


class Page:
    """A page at the end of a line: what it was told, and what it shows of its table."""

    def __init__(self, live: RoomRuntime, person: str = "", teacher: bool = False) -> None:
        self.told: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.numbers = itertools.count(1)
        self.line = (
            TeacherConnection(live, self.hear)
            if teacher
            else PhoneConnection(live, person, self.hear)
        )

    def hear(self, text: str) -> None:
        """Take in what the line says."""
        message = json.loads(text)
        self.told.append(message)
        take_in(self, message)

    def ask(self, **content: Any) -> dict[str, Any]:
        """Ask for something; gives its one answer."""
        number = next(self.numbers)
        self.line.receive(json.dumps({"id": number, **content}))
        answers = [one for one in self.told if one.get("reply") == number]
        assert len(answers) == 1, answers
        return answers[0]

    def join(self, name: str = "") -> dict[str, Any]:
        """Join the room, and look at one's table if there is one."""
        return self.ask(room="join", name=name)

    def is_asked(self) -> bool:
        """Whether this page has a question to answer."""
        if not self.now and self.line.table is not None:
            self.ask(do="snapshot")
        return bool(self.now and self.now["asks"])

    def answer_at_random(self, chance: RandomStream) -> dict[str, Any]:
        """Answer what this seat is asked by a legal move."""
        assert self.line.table is not None
        match, seat = self.line.table.hub.place.match, self.room["seat"]
        (decision,) = match.requests(seat)
        drawn = [move.draw(chance) for move in decision.legal]
        legal = [answer for answer in drawn if answer is not None] or [decision.default]
        answer = legal[chance.below(len(legal))]
        fields = copy_plain_fields(answer.fields)
        return self.ask(do="answer", move=answer.move, seat=seat, **{"with": fields})
