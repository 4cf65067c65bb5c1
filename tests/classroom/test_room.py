"""A room by its lines: who comes, who sits where, who plays, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from classkit.classroom import room_commands
from classkit.classroom.database_timeouts import RoomStoreError
from classkit.classroom.room import Room
from classkit.classroom.room_events import CLOCK, ROOM_STREAM, NewEvent, VersionConflict
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import SCHEMA_VERSION, VERSION_TABLE, RoomStore
from classkit.classroom.table_connections import DESK_ACTIONS, SEAT_ACTIONS, VIEW_ACTIONS
from classkit.engine.errors import ClasskitError
from classkit.engine.randomness import RandomStream
from classkit.widgets.actions import ACTIONS

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")

SHIPPED = ("economicon", "economy", "opoly", "poleconomy")


def seated(
    game: str = "economy", people: int = 3, seats: int = 3, **settings: Any
) -> tuple[RoomRuntime, Page, list[Page]]:
    """A room in which people have come and sit at tables: the teacher and all of them."""
    live = RoomRuntime(opened(None, game, seats, **settings), CODE, Watch())
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    teacher = Page(live, teacher=True)
    assert teacher.ask(room="seat_all")["kind"] == "room"
    return live, teacher, phones


def test_a_class_joins_is_seated_and_plays_a_match_to_its_end(deep: bool) -> None:
    """In the short form to a limit of turns."""
    live, teacher, phones = seated(people=7, options={"turn_limit": 0 if deep else 9})
    assert sorted(len(one.holders) for one in live.room.tables.values()) == [3, 3, 3]
    assert sorted(len(one.free_seats) for one in live.room.tables.values()) == [0, 1, 1]
    assert teacher.room["waiting"] == []
    chance = RandomStream("a class")
    for _ in range(600):
        busy = [phone for phone in phones if phone.is_asked()]
        if not busy:
            break
        for phone in busy:
            assert phone.answer_at_random(chance)["kind"] in ("step", "snapshot")
    wall = teacher.ask(room="look")
    assert all(table["over"] for table in wall["tables"])
    fresh = RoomRuntime(live.store, CODE)
    for number, one in live.tables.items():
        assert fresh.get_table(number).place.match.digest() == one.place.match.digest()


@pytest.mark.parametrize("game", SHIPPED)
def test_each_game_is_played_from_the_log_as_at_the_table(game: str) -> None:
    live, _, phones = seated(game, people=2, seats=4)
    chance = RandomStream(game)
    for _ in range(25):
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(chance)
    ((number, one),) = live.tables.items()
    fresh = RoomRuntime(live.store, CODE).get_table(number)
    assert fresh.place.match.digest() == one.place.match.digest()
    assert fresh.place.match.step == one.place.match.step > 10


def test_a_seat_answers_for_itself_alone_and_only_the_teacher_goes_back() -> None:
    live, teacher, phones = seated()
    by_seat = {phone.room["seat"]: phone for phone in phones}
    asked = live.get_table(1).list_asked_seats()[0]
    other = next(phone for seat, phone in by_seat.items() if seat != asked)
    step = live.get_table(1).place.match.step
    assert not other.is_asked(), "the question of another seat does not reach this telephone"
    assert "Another seat" in other.ask(do="default", seat=asked)["reason"]
    assert "nothing to decide" in other.ask(do="default", seat=other.room["seat"])["reason"]
    for verb in (
        "step",
        "back",
        "goto",
        "seen_as",
        "open",
        "new",
        "fork",
        "futures",
        "save",
        "seat",
    ):
        assert verb not in VIEW_ACTIONS
        told = other.ask(do=verb, seen_as="instructor", step=0, seat="A", who="random")
        assert told["kind"] == "refused", verb
    assert live.get_table(1).place.match.step == step
    by_seat[asked].ask(do="default", seat=asked)
    assert live.get_table(1).place.match.step > step
    teacher.ask(room="show", place=1)
    assert teacher.ask(do="goto", step=step)["kind"] in ("step", "snapshot")
    assert live.get_table(1).place.match.step == step
    fresh = RoomRuntime(live.store, CODE).get_table(1)
    assert fresh.place.match.step == step and fresh.list_asked_seats() == [asked]
    assert "can only step, answer and undo" in teacher.ask(do="fork")["reason"]


def test_a_teacher_stands_where_a_bot_decides_until_the_table_is_left() -> None:
    live, teacher, phones = seated(people=1, seats=4, game="poleconomy")
    chance = RandomStream("back")
    for _ in range(6):
        phones[0].answer_at_random(chance)
    teacher.ask(room="show", place=1)
    one, step = live.get_table(1), live.get_table(1).place.match.step
    for back in (1, 2, 3):
        teacher.ask(do="back", until="decision")
        assert one.place.match.step == step - back
    teacher.ask(room="show", place=0)
    assert one.list_asked_seats(), "the bots have gone on"


def test_a_desk_on_another_line_shows_a_table_as_before() -> None:
    live, _, _ = seated(people=2, seats=4, game="poleconomy")
    desk = Page(live, teacher=True)
    desk.ask(room="show", place=1, theme="dark", seen_as="B")
    desk.ask(do="snapshot")
    assert (desk.now["theme"], desk.now["seen_as"]) == ("dark", "B")
    desk.ask(room="show", place=1)
    desk.ask(do="snapshot")
    assert (desk.now["theme"], desk.now["seen_as"]) == ("light", "everybody")
    for wrong in ({"theme": "pink"}, {"theme": 3}, {"seen_as": ["A"]}, {"seen_as": "Z"}):
        assert desk.ask(room="show", place=1, **wrong)["kind"] == "refused"
    assert desk.ask(room="show", place=0, theme="dark")["kind"] == "room"


def test_a_room_that_is_deleted_is_over_for_all_who_are_in_it() -> None:
    live, teacher, phones = seated()
    live.store.delete_room(CODE)
    assert "deleted" in teacher.ask(room="hide_names", on=True)["reason"]
    seat = live.get_table(1).list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    assert "deleted" in phone.ask(do="default", seat=seat)["reason"]
    assert live.store.list_rooms() == []
    live.tick_room()
    assert live.is_deleted and phone.room["closed"]


def test_secrets_do_not_reach_another_telephone() -> None:
    """Each shows what its own seat sees, and what that seat alone is asked."""
    _, _, phones = seated("poleconomy", people=3, seats=3)
    for _ in range(12):
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(RandomStream(f"{len(phone.told)}"))
    for phone in phones:
        seat = phone.room["seat"]
        for message in phone.told:
            if message["kind"] != "snapshot":
                continue
            assert message["now"]["seen_as"] == seat
            assert {ask["seat"] for ask in message["now"]["asks"]} <= {seat}


def test_who_comes_late_takes_the_seat_of_a_bot() -> None:
    live, _, _ = seated(people=4)
    late = Page(live, "late")
    late.join("Late")
    assert late.room["seat"] and late.room["place"] in live.room.tables
    assert live.room.waiting == []
    for number in range(9):
        Page(live, f"more{number}").join()
    assert len(live.room.waiting) == 8, "no bots are left: they wait for another table"
    assert Page(live, "p0").room == {}
    again = Page(live, "p0")
    assert again.join()["name"] == "Name 0", "the same cookie is the same person"
    assert (again.room["place"], again.room["seat"]) == live.room.get_seat("p0")


def test_a_bot_answers_for_the_absent_and_sooner_for_who_stays_away() -> None:
    live, _, phones = seated(people=3, absent=60)
    watch = live.clock
    assert isinstance(watch, Watch)
    one = live.get_table(1)
    one.asked_at = watch.now
    seat = one.list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    watch.now += 59
    live.tick_room()
    assert one.list_asked_seats()[0] == seat
    watch.now += 1
    step = one.place.match.step
    live.tick_room()
    assert one.place.match.step > step and one.place.missed_counts == {seat: 1}
    written = live.store.read_rows(CODE, 1)[-1]
    assert written.by == CLOCK
    while one.list_asked_seats()[0] != seat:
        other = next(each for each in phones if each.room["seat"] == one.list_asked_seats()[0])
        other.ask(do="default", seat=other.room["seat"])
    phone.ask(do="default", seat=seat)
    assert one.place.missed_counts == {}, "who answers is there again"


def test_who_is_away_is_waited_for_a_few_seconds_only() -> None:
    live, _, _ = seated(people=1, absent=60)
    watch, one = live.clock, live.get_table(1)
    assert isinstance(watch, Watch)
    for waited in (60, 60, 5, 5):
        one.asked_at = watch.now
        step = one.place.match.step
        watch.now += waited - 1
        live.tick_room()
        assert one.place.match.step == step
        watch.now += 1
        live.tick_room()
        assert one.place.match.step > step


def test_who_takes_the_seat_of_somebody_who_is_away_is_not_away() -> None:
    live, teacher, _ = seated(people=1, absent=60)
    one = live.get_table(1)
    (seat,) = one.list_asked_seats()
    one.place.missed_counts[seat] = 5
    Page(live, "new").join("New")
    teacher.ask(room="seat", place=1, seat=seat, person="new")
    assert one.place.missed_counts == {}


def test_a_pause_stops_answers_and_clocks() -> None:
    live, teacher, phones = seated(absent=60)
    watch, one = live.clock, live.get_table(1)
    assert isinstance(watch, Watch)
    one.asked_at = watch.now
    teacher.ask(room="pause", on=True)
    seat = one.list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    phone.ask(do="snapshot")
    assert phone.room["paused"] is True and phone.now["until"] == 0, "nothing counts down meanwhile"
    assert "paused" in phone.ask(do="default", seat=seat)["reason"]
    watch.now += 3_600
    step = one.place.match.step
    live.tick_room()
    teacher.ask(room="pause", on=False)
    live.tick_room()
    assert one.place.match.step == step, "the hour of the pause is nobody's"
    assert phone.now["until"] == watch.now + 60
    phone.ask(do="default", seat=seat)
    assert one.place.match.step > step


def test_what_is_sent_twice_counts_once() -> None:
    live, _, phones = seated()
    seat = live.get_table(1).list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    phone.line.receive(json.dumps({"do": "default", "seat": seat, "id": 2_000_000_123}))
    rows = len(live.store.read_rows(CODE, 1))
    phone.line.receive(json.dumps({"do": "default", "seat": seat, "id": 2_000_000_123}))
    assert len(live.store.read_rows(CODE, 1)) == rows
    with pytest.raises(VersionConflict):
        live.store.append_rows(
            CODE, 1, rows, [NewEvent("entry", {})], phone.line.person, "1/2000000123"
        )


def test_names_are_hidden_everywhere_at_a_click() -> None:
    _, teacher, phones = seated()
    phones[0].ask(do="snapshot")
    assert "Name 0" in json.dumps([phones[0].now, teacher.room])
    teacher.ask(room="hide_names", on=True)
    for phone in phones:
        phone.ask(do="snapshot")
    assert "Name" not in json.dumps([*(phone.now["seats"] for phone in phones), teacher.room])


def test_a_headline_forgets_the_names_that_are_hidden() -> None:
    _, teacher, phones = seated(game="poleconomy", people=3)
    for _ in range(6):
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(RandomStream(f"{len(phone.told)}"))
    teacher.ask(room="show", place=1)
    teacher.ask(room="hide_names", on=True)
    for page in (*phones, teacher):
        page.ask(do="snapshot")
        assert "Name" not in json.dumps(page.now)


def test_nothing_that_is_asked_in_secret_stands_on_the_wall() -> None:
    """P16.7: the Government chooses its Prime Minister by secret answers."""
    live, teacher, phones = seated(game="poleconomy", people=3, options={"game": 2})
    teacher.ask(room="show", place=1)
    secret, chance = 0, RandomStream("secret")
    for _ in range(40):
        teacher.ask(do="snapshot")
        assert not [ask for ask in teacher.now["asks"] if ask.get("closed")]
        for seat in live.get_table(1).list_asked_seats():
            secret += not any(ask["seat"] == seat for ask in teacher.now["asks"])
            assert teacher.ask(do="look", seat=seat)["kind"] == "refused"
        for phone in phones:
            if phone.is_asked() and not phone.now["asks"][0].get("answered"):
                phone.answer_at_random(chance)
    assert secret, "there was something to keep"


def test_what_is_allowed_is_an_action_of_the_table() -> None:
    assert {*SEAT_ACTIONS, *VIEW_ACTIONS, *DESK_ACTIONS} <= {*ACTIONS}


def test_groups_have_other_options_and_the_same_luck() -> None:
    groups = [("peg", {}), ("float", {"quick_start": True})]
    live = RoomRuntime(opened(None, "poleconomy", 2, groups=groups), CODE)
    for number in range(8):
        Page(live, f"p{number}").join()
    Page(live, teacher=True).ask(room="seat_all")
    tables = live.room.tables
    assert [one.group for one in tables.values()] == ["peg", "float", "peg", "float"]
    assert tables[1].seed == tables[2].seed != tables[3].seed == tables[4].seed
    assert live.get_table(2).place.match.options["quick_start"] is True


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"room": "seat_all"}, "an unknown request"),
        ({"room": "join", "name": 7}, "A name must be text"),
        ({"room": 7}, "an unknown request"),
        ({"do": "snapshot"}, "no seat yet"),
    ],
)
def test_what_a_telephone_may_not_ask_is_refused(asked: dict[str, Any], said: str) -> None:
    live = RoomRuntime(opened(), CODE)
    assert said in Page(live, "p").ask(**asked)["reason"]
    assert live.room.row_number == 1


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "{", '{"a":' * 5_000, "x" * 20_000, b"\x00", '{"room": []}', '{"do": {}}'],
)
def test_whatever_a_page_sends_is_answered(text: Any) -> None:
    live = RoomRuntime(opened(), CODE)
    page = Page(live, "p")
    page.line.receive(text)
    assert page.told[-1]["kind"] == "refused"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"room": "seat", "place": 9, "seat": "A", "person": ""}, "no seat"),
        ({"room": "seat", "place": 1, "seat": "A", "person": "nobody"}, "has not joined"),
        ({"room": "seat", "place": True, "seat": "A", "person": ""}, "must contain"),
        ({"room": "absent", "seconds": -1}, "from 0 to 3,600, not -1"),
        ({"room": "pause", "on": 1}, "true or false"),
        ({"room": "show", "place": 7}, "no table"),
        ({"room": "seat_all"}, "has a seat"),
        ({"room": "delete"}, "an unknown request"),
    ],
)
def test_what_a_teacher_cannot_ask_is_refused_with_the_reason(
    asked: dict[str, Any], said: str
) -> None:
    _, teacher, _ = seated()
    assert said in teacher.ask(**asked)["reason"]


def test_a_lesson_that_is_over_takes_no_answers_and_nobody_in() -> None:
    live, teacher, phones = seated()
    teacher.ask(room="close")
    seat = live.get_table(1).list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    assert "over" in phone.ask(do="default", seat=seat)["reason"]
    assert "over" in Page(live, "late").join()["reason"]


# --- the store ------------------------------------------------------------------------------------


def test_a_room_is_deleted_without_a_trace(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.append_rows(
        CODE, ROOM_STREAM, 1, room_commands.join_room(Room(CODE), "p", "Zoë Unmistakable")
    )
    assert store.has_room(CODE) and [code for code, _ in store.list_rooms()] == [CODE]
    assert store.delete_room(CODE) == 2
    assert not store.has_room(CODE) and store.list_rooms() == []
    store.engine.dispose()
    for file in tmp_path.iterdir():
        assert b"Unmistakable" not in file.read_bytes(), file.name


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    store = opened(tmp_path)
    with store.engine.begin() as connection:
        connection.execute(VERSION_TABLE.update().values(version=SCHEMA_VERSION + 1))
    with pytest.raises(RoomStoreError, match=f"has version {SCHEMA_VERSION + 1}"):
        RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite")


@pytest.mark.parametrize(
    "address", ["sqlite:////nowhere/at/all/x.sqlite", "no address", "nodb://x"]
)
def test_a_database_that_cannot_be_reached_is_told(address: str) -> None:
    with pytest.raises(RoomStoreError, match="cannot be used"):
        RoomStore(address)


def test_what_cannot_be_stored_has_not_been_done(monkeypatch: pytest.MonkeyPatch) -> None:
    live, _, phones = seated()
    one = live.get_table(1)
    seat = one.list_asked_seats()[0]
    phone = next(phone for phone in phones if phone.room["seat"] == seat)
    before = one.place.match.digest()

    def full(*_row: object, **_more: object) -> None:
        raise RoomStoreError("This could not be stored and has no effect: the disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(live.store, "append_rows", full)
        assert "disk is full" in phone.ask(do="default", seat=seat)["reason"]
    assert one.place.match.digest() == before
    assert phone.ask(do="default", seat=seat)["kind"] in ("step", "snapshot")


def test_a_number_of_seats_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ClasskitError, match="seats must be a whole number from 2 to 6, not 99"):
        room_commands.open_room("economy", seats=99, seed=1)
