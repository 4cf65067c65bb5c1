"""Writers who race: whatever the order, one room comes of it, and nothing counts twice."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.db_notifications import ChangeWatcher, RoomChange
from classkit.classroom.room_events import NewEvent
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.classroom.simulated_participants import play_simulated
from classkit.engine.randomness import RandomStream
from tests.postgres import cluster, needed

from .rooms import CODE, Page, opened

ROUNDS, DEEP = 50, 400
ASKED: tuple[dict[str, Any], ...] = (
    {"room": "back"},
    {"room": "back", "place": 1, "until": "round"},
    {"room": "ends", "round": 1},
    {"room": "ends", "round": 0},
    {"room": "absent", "seconds": 30, "place": 2},
    {"room": "invent", "number": 2},
    {"room": "seat_all"},
    {"room": "let_in", "device": "elsewhere", "person": "p0"},
    {"room": "poll", "words": "Why?", "choices": ["This", "That"]},
    {"room": "ask", "place": 1, "figure": "points"},
    {"room": "tell", "question": 1},
)
"""What teachers ask now and then."""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_processes_that_race_agree_on_one_room(seed: int, tmp_path: Path, deep: bool) -> None:
    one = opened(tmp_path, absent=0)
    race(one, RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite"), seed, deep)


def test_they_agree_on_postgresql_as_well(deep: bool) -> None:
    """The database tells each of what the other has written, and never of its own."""
    with cluster(needed()) as address:
        one, other = opened(address, absent=0), RoomStore(address)
        changes = other.watch_changes()
        race(one, other, 4, deep)
        latest = one.get_latest_numbers(CODE)
        assert len(latest) > 1
        one.append_rows(CODE, 99, 0, [NewEvent("closed", {})])
        *raced, last = told_until(changes, RoomChange(CODE, 99, 1))
        assert last == (CODE, 99, 1)
        assert {change.place for change in raced} == set(latest)
        assert all(change.number <= latest[change.place] for change in raced)
        other.append_rows(CODE, 0, latest[0], [NewEvent("closed", {})])
        one.append_rows(CODE, 99, 1, [NewEvent("closed", {})])
        assert told_until(changes, RoomChange(CODE, 99, 2)) == [(CODE, 99, 2)]
        assert one.delete_room(CODE) > sum(latest.values())
        with pytest.raises(RoomStoreError, match="deleted"):
            other.append_rows(CODE, 0, latest[0] + 1, [NewEvent("closed", {})])
        changes.close()


def told_until(changes: ChangeWatcher, last: RoomChange) -> list[RoomChange]:
    """Return all that is told until ``last`` is: PostgreSQL tells in order, and in its own time."""
    told: list[RoomChange] = []
    end = time.monotonic() + 30
    while last not in told and time.monotonic() < end:
        told += changes.poll() or []
        time.sleep(0.01)
    return told


def race(store: RoomStore, other: RoomStore, seed: int, deep: bool) -> None:
    """Each person has a line to either; they join, are seated, answer and go back as they like."""
    rooms = [RoomRuntime(store, CODE), RoomRuntime(other, CODE)]
    people = [f"p{number}" for number in range(5)]
    devices = [*people, "elsewhere"]
    phones = {(one, at): Page(live, one) for one in devices for at, live in enumerate(rooms)}
    teachers = [Page(live, teacher=True) for live in rooms]
    chance, luck = random.Random(seed), RandomStream(f"{seed}")
    for person in people:
        phones[person, chance.randrange(2)].join(person)
    teachers[0].ask(room="seat_all")
    teachers[1].ask(room="pace", seconds=0)
    phones["elsewhere", 1].ask(room="claim", name="Ada")
    done = 0
    for _ in range(DEEP if deep else ROUNDS):
        at = chance.randrange(2)
        if chance.random() < 0.3:
            rooms[at].tick_room()  # the other stays behind now and then
        if chance.random() < 0.05:
            teachers[at].ask(room="show", place=1)
            teachers[at].ask(do="back")
            continue
        if chance.random() < 0.2:
            teachers[at].ask(**chance.choice(ASKED))
            play_simulated(rooms[at])
            continue
        phone = phones[chance.choice(devices), at]
        if chance.random() < 0.2:
            phone.ask(room="reply", question=chance.randrange(1, 4), answer=chance.randrange(2))
            continue
        if phone.line.table is not None and phone.is_asked():
            done += phone.answer_at_random(luck)["kind"] != "refused"
        elif phone is not phones["elsewhere", at]:  # which waits to be let in
            phone.join()
    for live in rooms:
        live.tick_room()
    rooms.append(RoomRuntime(store, CODE))
    for number in rooms[0].room.tables:
        (digest,) = {live.get_table(number).place.match.digest() for live in rooms}
        assert digest
    assert {repr(live.room) for live in rooms} == {repr(rooms[0].room)}
    assert done > 5
    for number, last in store.get_latest_numbers(CODE).items():
        assert [row.number for row in store.read_rows(CODE, number)] == [*range(1, last + 1)]
