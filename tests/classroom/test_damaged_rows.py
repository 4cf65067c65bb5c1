"""Damaged rows: a table stops before one with a sentence, and the room and other tables go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import update

from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_events import ROOM_STREAM, DamagedEvent, NewEvent, StoredEvent
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import LOG_TABLE, RoomStore
from classkit.engine.errors import ClasskitError
from classkit.engine.randomness import RandomStream
from classkit.testing.match_strategies import sample_items
from classkit.testing.record_mutation_laws import iter_mutations

from .rooms import CODE, Page, opened


def played() -> RoomStore:
    """A room with a poll and two tables: teams who propose and answer, and one step back."""
    store = opened(game="economicon", seats=3, absent=60)
    live = RoomRuntime(store, CODE)
    phones = [Page(live, f"p{number}") for number in range(12)]
    for number, phone in enumerate(phones):
        phone.join(f"Student {number}")
    teacher = Page(live, teacher=True)
    teacher.ask(room="seat_all", tables=2, teams=True)
    teacher.ask(room="ask", words="Who gains?", choices=["Buyers", "Sellers"])
    chance = RandomStream("damaged rows")
    for _ in range(6):
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(chance)
    live.get_table(1).take_back("decision")
    assert {row.kind for row in store.read_rows(CODE, 1)} >= {"entry", "goto", "proposed"}
    return store


def damage(store: RoomStore, place: int, number: int, body: str) -> None:
    """Write another body into a row."""
    row = (LOG_TABLE.c.room == CODE, LOG_TABLE.c.place == place, LOG_TABLE.c.number == number)
    with store.begin_write() as connection:
        connection.execute(update(LOG_TABLE).where(*row).values(body=body))


def few_of_each(rows: list[StoredEvent]) -> list[tuple[StoredEvent, str]]:
    """Return rows with the bodies to put in, a few for each kind of row."""
    firsts = {row.kind: row for row in reversed(rows)}
    return [
        (row, json.dumps(mutation.make()))
        for row in firsts.values()
        for mutation in sample_items(7, [*iter_mutations(row.kind, dict(row.body))], 25)
    ] + [(row, text) for row in firsts.values() for text in ("", "{", "[1]", "null", "{}")]


def test_a_table_with_a_damaged_row_stands_before_it_and_others_go_on() -> None:
    store = played()
    stopped = 0
    for row, body in few_of_each(store.read_rows(CODE, 1)):
        damage(store, 1, row.number, body)
        live = RoomRuntime(store, CODE)
        table, other = live.get_table(1), live.get_table(2)
        if table.place.damage:
            stopped += 1
            assert f"Row {row.number} of table 1 ('{row.kind}') is damaged" in table.place.damage
            assert table.place.row_number == row.number - 1
            with pytest.raises(ClasskitError, match="is damaged"):
                table.take_back("decision")
            assert not table.read_new_rows() and not table.list_asked_seats()
        table.play_bots()
        other.play_bots()
        live.tick_room()
        teacher = Page(live, teacher=True)
        assert teacher.ask(room="look")["kind"] == "room"
        if other.list_asked_seats():
            other.answer_absent(other.list_asked_seats()[0])
            assert other.place.row_number > 0
        kept = RoomArchive(store, CODE)
        assert kept.rows("decisions") and kept.dump_record(1) and len(kept.matches) == 2
        damage(store, 1, row.number, json.dumps(row.body))
    assert stopped > 20


def test_a_damaged_row_of_the_room_is_refused_in_a_sentence() -> None:
    store = played()
    refused = 0
    for row, body in few_of_each(store.read_rows(CODE, ROOM_STREAM)):
        damage(store, ROOM_STREAM, row.number, body)
        try:
            live = RoomRuntime(store, CODE)
            assert Page(live, teacher=True).ask(room="look")["kind"] == "room"
            live.tick_room()
            for number in live.room.tables:
                live.get_table(number).play_bots()
        except ClasskitError as error:  # such as a game that is not installed
            refused += isinstance(error, DamagedEvent)
            assert len(str(error)) < 600
            assert f"of room {CODE}" in str(error) or not isinstance(error, DamagedEvent)
        damage(store, ROOM_STREAM, row.number, json.dumps(row.body))
    assert refused > 10


ABOUT = {"place": 1, "chart": "inflation", "figure": "inflation_number", "seat": "", "at": 4}
WHOLE = {**ABOUT, "unit": "turn", "turn": 1}
ASKED = {"question": 1, "about": WHOLE}
POLL = {"question": 1, "words": "Who gains?", "choices": ["Buyers", "Sellers"]}


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("asked", {**ASKED, "about": 7})], "not a figure that the class can predict"),
        ([("asked", {**ASKED, "about": {**WHOLE, "at": "4"}})], "not a figure"),
        ([("asked", {**ASKED, "about": {**WHOLE, "unit": "hour"}})], "not a figure"),
        ([("asked", {**ASKED, "about": ABOUT})], "not a figure that the class can predict"),
        ([("asked", {**ASKED, "about": {**WHOLE, "place": 9}})], "no table 9"),
        ([("asked", {**POLL, "choices": [1, 2]})], "not a list of answers to choose from"),
        (
            [("asked", POLL), ("polled", {"question": 1, "person": "p", "answer": 2})],
            "not an answer",
        ),
        (
            [("asked", POLL), ("polled", {"question": 1, "person": "p", "answer": "0"})],
            "not an answer",
        ),
        (
            [("asked", ASKED), ("predicted", {"question": 1, "person": "p", "answer": 4})],
            "not an answ",
        ),
        (
            [("asked", ASKED), ("predicted", {"question": 1, "person": "q", "answer": "4"})],
            "joined",
        ),
        ([("table", {"group": "tall"})], "no group 'tall'"),
    ],
)
def test_what_a_damaged_row_would_break_later_is_refused_as_it_is_read(
    rows: list[tuple[str, dict[str, Any]]], reason: str
) -> None:
    store = opened(game="poleconomy")
    live = RoomRuntime(store, CODE)
    Page(live, "p").join()
    Page(live, teacher=True).ask(room="seat_all")
    setup = next(row for row in store.read_rows(CODE, ROOM_STREAM) if row.kind == "table")
    for kind, body in rows:
        whole = {**setup.body, **body} if kind == "table" else body
        last = store.read_rows(CODE, ROOM_STREAM)[-1].number
        store.append_rows(CODE, ROOM_STREAM, last, [NewEvent(kind, whole)])
    for look in (RoomRuntime, RoomArchive):
        with pytest.raises(DamagedEvent, match=reason):
            look(store, CODE)


@pytest.mark.parametrize("body", [{"seat": "Q", "aside": "float_money", "with": {"amount": 3}}])
def test_a_forged_seat_in_a_row_is_refused_as_when_it_was_given(body: dict[str, Any]) -> None:
    store = played()
    row = next(row for row in store.read_rows(CODE, 1) if row.kind == "entry")
    damage(store, 1, row.number, json.dumps(body))
    assert "There is no seat 'Q'" in RoomRuntime(store, CODE).get_table(1).place.damage
