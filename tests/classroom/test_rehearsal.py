"""A class without telephones: invented participants join, are seated and answer by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.classroom.room_events import ROOM_STREAM, SIMULATED
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated

from .rooms import CODE, Page, Watch, opened


def rehearsed(number: int = 6, game: str = "economy", **settings: Any) -> tuple[RoomRuntime, Page]:
    """A room with invented participants at its tables, and its teacher."""
    live = RoomRuntime(opened(None, game, 3, **settings), CODE, Watch())
    teacher = Page(live, teacher=True)
    assert teacher.ask(room="invent", number=number)["kind"] == "room"
    assert teacher.ask(room="seat_all")["kind"] == "room"
    return live, teacher


def test_the_invented_are_told_apart_in_the_log_and_count_as_nobody() -> None:
    live, teacher = rehearsed(4)
    joined = [row.body for row in live.store.read_rows(CODE, ROOM_STREAM) if row.kind == "joined"]
    assert all(body["invented"] for body in joined) and len(joined) == 4
    Page(live, "ada").join("Ada")
    assert live.room.students == 1
    assert [one["invented"] for one in teacher.ask(room="look")["people"]] == [True] * 4 + [False]
    phone = Page(live, "bo")
    assert phone.join()["people"] == 2, "a telephone counts those who are there"
    assert RoomRuntime(live.store, CODE).room == live.room


def test_a_rehearsed_class_plays_to_its_end_as_the_log_tells() -> None:
    live, teacher = rehearsed(6)
    teacher.ask(room="pace", seconds=0)
    for _ in range(200):
        play_simulated(live)
    assert all(table["over"] for table in teacher.ask(room="look")["tables"])
    rows = live.store.read_rows(CODE, 1)
    assert rows and {row.by for row in rows} == {SIMULATED}
    fresh = RoomRuntime(live.store, CODE)
    for number, one in live.tables.items():
        assert fresh.get_table(number).place.match.digest() == one.place.match.digest()


def test_the_invented_think_as_long_as_the_teacher_likes() -> None:
    live, teacher = rehearsed(3)
    watch, one = live.clock, live.get_table(1)
    assert isinstance(watch, Watch)
    one.asked_at = watch.now
    teacher.ask(room="pace", seconds=5)
    watch.now += 4
    play_simulated(live)
    assert one.place.match.step == 0
    watch.now += 1
    play_simulated(live)
    assert one.place.match.step == 1, "one answer at a time"
    teacher.ask(room="pause", on=True)
    watch.now += 100
    play_simulated(live)
    assert one.place.match.step == 1


def test_two_processes_let_the_invented_answer_once() -> None:
    live, teacher = rehearsed(3)
    teacher.ask(room="pace", seconds=0)
    other = RoomRuntime(live.store, CODE, live.clock)
    other.get_table(1)
    play_simulated(live)
    step = live.get_table(1).place.match.step
    play_simulated(other)
    assert other.get_table(1).place.match.step == step > 0, "it has been done: nothing is added"
    live.tick_room()
    assert live.get_table(1).place.match.digest() == other.get_table(1).place.match.digest()


def test_a_student_plays_among_the_invented() -> None:
    live = RoomRuntime(opened(None, "economy", 3), CODE, Watch())
    phone, teacher = Page(live, "ada"), Page(live, teacher=True)
    phone.join("Ada")
    teacher.ask(room="invent", number=2)
    teacher.ask(room="seat_all")
    teacher.ask(room="pace", seconds=0)
    for _ in range(5):
        play_simulated(live)
        assert live.get_table(1).list_asked_seats() == [phone.room["seat"]], "she is waited for"
        phone.ask(do="default", seat=phone.room["seat"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"room": "invent", "number": 0}, "from 1 to 400"),
        ({"room": "invent", "number": 5_000}, "from 1 to 400"),
        ({"room": "invent", "number": "many"}, "whole number"),
        ({"room": "pace", "seconds": -1}, "from 0 to 120"),
    ],
)
def test_what_cannot_be_invented_is_refused(asked: dict[str, Any], said: str) -> None:
    _, teacher = rehearsed(3)
    assert said in teacher.ask(**asked)["reason"]
