"""Damaged rows: a table stops before one with a sentence, and the room and other tables go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import update

from classkit.classroom.kept import KeptRoom
from classkit.classroom.live import LiveRoom
from classkit.classroom.log import THE_ROOM, DamagedRow, Draft, Row
from classkit.classroom.store import LOG, RoomStore
from classkit.engine.errors import ClasskitError
from classkit.engine.luck import Stream
from classkit.testing.matches import some
from classkit.testing.mutations import mutations

from .rooms import CODE, Page, opened


def played() -> RoomStore:
    """A room with a poll and two tables: teams who propose and answer, and one step back."""
    store = opened(game="economicon", seats=3, absent=60)
    live = LiveRoom(store, CODE)
    phones = [Page(live, f"p{number}") for number in range(12)]
    for number, phone in enumerate(phones):
        phone.join(f"Student {number}")
    teacher = Page(live, teacher=True)
    teacher.ask(room="seat_all", tables=2, teams=True)
    teacher.ask(room="ask", words="Who gains?", choices=["Buyers", "Sellers"])
    chance = Stream("damaged rows")
    for _ in range(6):
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(chance)
    live.place(1).take_back("decision")
    assert {row.kind for row in store.read(CODE, 1)} >= {"entry", "goto", "proposed"}
    return store


def damage(store: RoomStore, place: int, number: int, body: str) -> None:
    """Write another body into a row."""
    row = (LOG.c.room == CODE, LOG.c.place == place, LOG.c.number == number)
    with store.writing() as connection:
        connection.execute(update(LOG).where(*row).values(body=body))


def few_of_each(rows: list[Row]) -> list[tuple[Row, str]]:
    """Return rows with the bodies to put in, a few for each kind of row."""
    firsts = {row.kind: row for row in reversed(rows)}
    return [
        (row, json.dumps(mutation.make()))
        for row in firsts.values()
        for mutation in some(7, [*mutations(row.kind, dict(row.body))], 25)
    ] + [(row, text) for row in firsts.values() for text in ("", "{", "[1]", "null", "{}")]


def test_a_table_with_a_damaged_row_stands_before_it_and_others_go_on() -> None:
    store = played()
    stopped = 0
    for row, body in few_of_each(store.read(CODE, 1)):
        damage(store, 1, row.number, body)
        live = LiveRoom(store, CODE)
        table, other = live.place(1), live.place(2)
        if table.place.damage:
            stopped += 1
            assert f"Row {row.number} of table 1 ('{row.kind}') is damaged" in table.place.damage
            assert table.place.number == row.number - 1
            with pytest.raises(ClasskitError, match="is damaged"):
                table.take_back("decision")
            assert not table.catch_up() and not table.asked()
        table.go_on()
        other.go_on()
        live.look()
        teacher = Page(live, teacher=True)
        assert teacher.ask(room="look")["kind"] == "room"
        if other.asked():
            other.answer_for(other.asked()[0])
            assert other.place.number > 0
        kept = KeptRoom(store, CODE)
        assert kept.rows("decisions") and kept.record(1) and len(kept.matches) == 2
        damage(store, 1, row.number, json.dumps(row.body))
    assert stopped > 20


def test_a_damaged_row_of_the_room_is_refused_in_a_sentence() -> None:
    store = played()
    refused = 0
    for row, body in few_of_each(store.read(CODE, THE_ROOM)):
        damage(store, THE_ROOM, row.number, body)
        try:
            live = LiveRoom(store, CODE)
            assert Page(live, teacher=True).ask(room="look")["kind"] == "room"
            live.look()
            for number in live.room.tables:
                live.place(number).go_on()
        except ClasskitError as error:  # such as a game that is not installed
            refused += isinstance(error, DamagedRow)
            assert len(str(error)) < 600
            assert f"of room {CODE}" in str(error) or not isinstance(error, DamagedRow)
        damage(store, THE_ROOM, row.number, json.dumps(row.body))
    assert refused > 10


ABOUT = {"place": 1, "chart": "inflation", "figure": "inflation_number", "seat": "", "at": 4}
WHOLE = {**ABOUT, "unit": "turn", "turn": 1}
ASKED = {"question": 1, "about": WHOLE}
POLL = {"question": 1, "words": "Who gains?", "choices": ["Buyers", "Sellers"]}


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("asked", {**ASKED, "about": 7})], "no figure to be asked for"),
        ([("asked", {**ASKED, "about": {**WHOLE, "at": "4"}})], "no figure"),
        ([("asked", {**ASKED, "about": {**WHOLE, "unit": "hour"}})], "no figure"),
        ([("asked", {**ASKED, "about": ABOUT})], "no figure to be asked for"),
        ([("asked", {**ASKED, "about": {**WHOLE, "place": 9}})], "no table 9"),
        ([("asked", {**POLL, "choices": [1, 2]})], "no answers to choose from"),
        ([("asked", POLL), ("polled", {"question": 1, "person": "p", "answer": 2})], "no answer"),
        ([("asked", POLL), ("polled", {"question": 1, "person": "p", "answer": "0"})], "no answer"),
        ([("asked", ASKED), ("predicted", {"question": 1, "person": "p", "answer": 4})], "no answ"),
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
    live = LiveRoom(store, CODE)
    Page(live, "p").join()
    Page(live, teacher=True).ask(room="seat_all")
    setup = next(row for row in store.read(CODE, THE_ROOM) if row.kind == "table")
    for kind, body in rows:
        whole = {**setup.body, **body} if kind == "table" else body
        last = store.read(CODE, THE_ROOM)[-1].number
        store.append(CODE, THE_ROOM, last, [Draft(kind, whole)])
    for look in (LiveRoom, KeptRoom):
        with pytest.raises(DamagedRow, match=reason):
            look(store, CODE)


@pytest.mark.parametrize("body", [{"seat": "Q", "aside": "float_money", "with": {"amount": 3}}])
def test_a_forged_seat_in_a_row_is_refused_as_when_it_was_given(body: dict[str, Any]) -> None:
    store = played()
    row = next(row for row in store.read(CODE, 1) if row.kind == "entry")
    damage(store, 1, row.number, json.dumps(body))
    assert "There is no seat 'Q'" in LiveRoom(store, CODE).place(1).place.damage
