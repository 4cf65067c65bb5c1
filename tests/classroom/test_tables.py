"""What a teacher sets for a table or all: time limits, a last round, taking back, letting in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from classkit.classroom.columns import TABLES
from classkit.classroom.design_note import render_note
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_commands import MAX_CLAIMS
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated
from classkit.engine.errors import ClasskitError

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")


def seated(people: int = 6, **settings: Any) -> tuple[RoomRuntime, Page, list[Page]]:
    """A room in which people sit at tables of three: the teacher and all of them."""
    game = settings.pop("game", "economy")
    live = RoomRuntime(opened(None, game, 3, **settings), CODE, Watch())
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    teacher = Page(live, teacher=True)
    teacher.ask(room="seat_all")
    return live, teacher, phones


def test_a_table_has_a_time_limit_of_its_own_until_all_get_one() -> None:
    live, teacher, _ = seated(absent=60)
    teacher.ask(room="absent", seconds=5, place=2)
    assert (live.room.get_absence_timeout(1), live.room.get_absence_timeout(2)) == (60, 5)
    watch = live.clock
    assert isinstance(watch, Watch)
    for number in (1, 2):
        live.get_table(number).asked_at = watch.now
    watch.now += 6
    live.tick_room()
    assert [live.get_table(number).place.match.step for number in (1, 2)] == [0, 1]
    teacher.ask(room="absent", seconds=0)
    assert (live.room.get_absence_timeout(1), live.room.get_absence_timeout(2)) == (0, 0)


def test_tables_end_after_a_round_and_go_on_when_it_is_lifted() -> None:
    live = RoomRuntime(opened(None, "poleconomy", 3), CODE, Watch())
    teacher, phone = Page(live, teacher=True), Page(live, "ada")
    phone.join("Ada")
    teacher.ask(room="invent", number=5)
    teacher.ask(room="seat_all")
    teacher.ask(room="ends", round=2)
    teacher.ask(room="pace", seconds=0)
    for _ in range(60):
        play_simulated(live)
        if phone.is_asked():
            phone.ask(do="default", seat=phone.room["seat"])
    wall = teacher.ask(room="look")
    assert [table["over"] for table in wall["tables"]] == [True, True]
    assert [live.get_table(number).place.match.round for number in (1, 2)] == [3, 3]
    phone.ask(do="snapshot")
    assert phone.now["over"] == "Round 2 is over, and this table ends with it."
    assert phone.now["asks"] == []
    refused = phone.ask(do="default", seat=phone.room["seat"])
    assert "ends with it" in refused["reason"]
    assert RoomRuntime(live.store, CODE).room == live.room
    kept = RoomArchive(live.store, CODE)
    told = [(row["over"], row["ended_by"], row["round"]) for row in kept.rows("tables")]
    assert told == [(True, "teacher", 2)] * 2
    note = render_note(kept.room, {name: kept.rows(name) for name in TABLES}, "csv")
    assert "played until the teacher ended it after round 2" in note
    teacher.ask(room="ends", round=0, place=1)
    play_simulated(live)
    assert RoomArchive(live.store, CODE).rows("tables")[0]["ended_by"] == ""
    assert not live.get_table(1).place.is_done and live.get_table(2).place.is_done


def test_bots_play_no_further_than_the_last_round() -> None:
    live = RoomRuntime(opened(None, "poleconomy", 3, absent=10), CODE, Watch())
    Page(live, "ada").join()
    teacher = Page(live, teacher=True)
    teacher.ask(room="ends", round=1)
    teacher.ask(room="seat_all")
    watch = live.clock
    assert isinstance(watch, Watch)
    for _ in range(40):
        live.get_table(1).asked_at = watch.now
        watch.now += 20
        live.tick_room()
    assert live.get_table(1).place.match.round == 2 and live.get_table(1).place.is_done


def test_the_last_decision_is_taken_back_at_every_table() -> None:
    live, teacher, phones = seated()
    for _ in range(3):
        for phone in phones:
            if phone.is_asked():
                phone.ask(do="default", seat=phone.room["seat"])
    steps = {number: live.get_table(number).place.match.step for number in (1, 2)}
    teacher.ask(room="back")
    assert all(live.get_table(number).place.match.step < steps[number] for number in (1, 2))
    assert all(live.get_table(number).list_asked_seats() for number in (1, 2)), (
        "people decide again"
    )
    now = live.get_table(1).place.match.step
    teacher.ask(room="back", place=2, until="round")
    assert live.get_table(1).place.match.step == now
    fresh = RoomRuntime(live.store, CODE)
    for number in (1, 2):
        mine, theirs = live.get_table(number).place.match, fresh.get_table(number).place.match
        assert (mine.step, mine.digest()) == (theirs.step, theirs.digest())


def test_taking_back_goes_past_what_bots_decided() -> None:
    live, teacher, (phone,) = seated(people=1, game="poleconomy")
    for _ in range(4):
        phone.ask(do="default", seat=phone.room["seat"])
    before = live.get_table(1).place.match.step
    teacher.ask(room="back")
    assert live.get_table(1).list_asked_seats() == [phone.room["seat"]]
    assert live.get_table(1).place.match.step < before


def test_who_comes_on_another_device_is_let_in_by_the_teacher() -> None:
    live, teacher, phones = seated(people=3)
    other, seat = Page(live, "other-device"), phones[1].room["seat"]
    assert other.ask(room="claim", name=" ")["kind"] == "refused"
    assert other.ask(room="claim", name="Name 1")["claimed"] == "Name 1"
    (claim,) = teacher.room["claims"]
    assert (claim["name"], claim["people"]) == ("Name 1", ["p1"])
    assert re.fullmatch(r"\d{4}", claim["code"]) and claim["code"] == other.room["device_code"]
    assert other.room["seat"] == "" and live.room.students == 3
    teacher.ask(room="let_in", device="other-device", person="p1")
    assert other.room["seat"] == seat and other.room["name"] == "Name 1"
    other.ask(do="snapshot")
    assert other.now["seen_as"] == seat
    assert live.room.students == 3 and teacher.room["claims"] == []
    assert RoomRuntime(live.store, CODE).room == live.room
    again = Page(live, "other-device")
    again.ask(room="look")
    assert again.room["seat"] == seat
    assert again.join("Ada")["name"] == "Ada" and live.room.people["p1"].name == "Ada"


def test_the_old_device_ends_and_can_come_back() -> None:
    """Two phones never answer for one seat, in any process."""
    live, teacher, phones = seated(people=3)
    other, old, seat = Page(live, "other"), phones[1], phones[1].room["seat"]
    other.ask(room="claim", name="name 1")
    teacher.ask(room="let_in", device="other", person="p1")
    assert old.room["ended"] and not old.room["joined"] and old.room["seat"] == ""
    for asked in ({"do": "snapshot"}, {"room": "join"}, {"room": "hand", "on": True}):
        assert old.ask(**asked)["kind"] == "refused", asked
    restarted = Page(RoomRuntime(live.store, CODE), "p1")
    restarted.ask(room="look")
    assert restarted.room["ended"]
    assert old.ask(room="claim", name="Name 1")["device_code"]
    teacher.ask(room="let_in", device="p1", person="p1")
    assert old.room["seat"] == seat and other.room["ended"]
    assert (live.room.students, RoomRuntime(live.store, CODE).room) == (3, live.room)


def test_waiting_devices_have_different_codes() -> None:
    """With one name for all of them, the code tells the teacher who stands before the desk."""
    live, teacher, _ = seated(people=3)
    for number in range(MAX_CLAIMS):
        Page(live, f"device {number}").ask(room="claim", name="Name 1")
    codes = [claim["code"] for claim in teacher.room["claims"]]
    assert len({*codes}) == MAX_CLAIMS
    again = Page(live, "device 0")
    assert again.ask(room="claim", name="Name 2")["device_code"] == codes[0], "it stays the same"


def test_whoever_is_turned_away_may_join_as_somebody_new() -> None:
    live, teacher, _ = seated(people=3)
    stranger = Page(live, "stranger")
    stranger.ask(room="claim", name="Name 0")
    teacher.ask(room="let_in", device="stranger", person="")
    assert stranger.room["claimed"] == "" and stranger.room["joined"] is False
    stranger.ask(room="claim", name="Name 0")
    stranger.join("Somebody else")
    assert live.room.claims == {} and live.room.people["stranger"].name == "Somebody else"


def test_a_claim_shows_nothing_of_whose_it_is() -> None:
    """Before the teacher has let it in, a device is told what every stranger is told."""
    live, _, _ = seated(people=3)
    other, stranger = Page(live, "other"), Page(live, "stranger")
    other.ask(room="claim", name="Name 1")
    stranger.ask(room="look")
    hers = {**other.room, "claimed": "", "device_code": "", "reply": 0}
    assert hers == {**stranger.room, "reply": 0}


def test_one_table_pauses_alone_until_all_go_on() -> None:
    live, teacher, phones = seated(absent=60)
    watch = live.clock
    assert isinstance(watch, Watch)
    for number in (1, 2):
        live.get_table(number).asked_at = watch.now
    teacher.ask(room="pause", on=True, place=1)
    assert {one["place"]: one["paused"] for one in teacher.room["tables"]} == {1: True, 2: False}
    (seat,) = live.get_table(1).list_asked_seats()
    mine = next(p for p in phones if (p.room["place"], p.room["seat"]) == (1, seat))
    assert "paused" in mine.ask(do="default", seat=seat)["reason"]
    assert {(p.room["place"], p.room["paused"]) for p in phones} == {(1, True), (2, False)}
    watch.now += 61
    live.tick_room()
    assert [live.get_table(number).place.match.step for number in (1, 2)] == [0, 1]
    assert RoomRuntime(live.store, CODE).room == live.room
    teacher.ask(room="pause", on=False, place=1)
    live.tick_room()
    assert live.get_table(1).place.match.step == 0, "the time of the pause is nobody's"
    teacher.ask(room="pause", on=True, place=1)
    teacher.ask(room="pause", on=True)
    assert "All tables" in teacher.ask(room="pause", on=False, place=1)["reason"]
    teacher.ask(room="pause", on=False)
    assert not any(one["paused"] for one in teacher.room["tables"])
    assert mine.ask(do="default", seat=seat)["kind"] != "refused"


def test_whoever_is_removed_leaves_the_seat_to_a_bot_and_does_not_come_back() -> None:
    live, teacher, phones = seated(people=3)
    gone = phones[1]
    place, seat = gone.room["place"], gone.room["seat"]
    teacher.ask(room="poll", words="Well?", choices=["Yes", "No"])
    gone.ask(room="reply", question=1, answer=0)
    teacher.ask(room="remove", person="p1")
    assert live.room.tables[place].holders[seat] == ""
    assert gone.room["removed"] is True and gone.room["joined"] is False
    assert (gone.line.table, gone.room["questions"]) == (None, [])
    assert (teacher.room["questions"][0]["answers"], teacher.room["questions"][0]["asked"]) == (
        0,
        2,
    )
    for asked in ({"room": "join"}, {"room": "claim", "name": "Name 0"}):
        assert "taken you out" in gone.ask(**asked)["reason"]
    assert gone.ask(room="reply", question=1, answer=0)["kind"] == "refused"
    assert "not joined" in teacher.ask(room="seat", place=1, seat=seat, person="p1")["reason"]
    assert [one["id"] for one in teacher.room["people"]] == ["p0", "p2"]
    late = Page(live, "late")
    late.join("Late")
    assert (late.room["place"], late.room["seat"]) == (place, seat)
    assert RoomRuntime(live.store, CODE).room == live.room
    assert len(RoomArchive(live.store, CODE).frames()["participants"]) == 4, "it was so"


def test_strangers_are_removed_and_turned_away_all_at_once() -> None:
    live, teacher, phones = seated(people=3, tables=1)
    strangers = [Page(live, f"s{number}") for number in range(4)]
    for number, stranger in enumerate(strangers):
        (stranger.join() if number % 2 else stranger.ask(room="claim", name=f"Name {number}"))
    assert len(teacher.room["claims"]) == len(teacher.room["waiting"]) == 2
    assert "1 table, the maximum" in teacher.ask(room="seat_all")["reason"]
    teacher.ask(room="turn_away")
    teacher.ask(room="remove_waiting")
    assert (teacher.room["claims"], teacher.room["waiting"]) == ([], [])
    assert strangers[0].room["claimed"] == "" and strangers[1].room["removed"]
    assert [phone.room["place"] for phone in phones] == [1, 1, 1]


def test_the_wall_draws_the_race_at_each_table_unless_it_is_covered() -> None:
    live, teacher, _ = seated(game="poleconomy", people=6)
    assert [one["course"] for one in teacher.room["tables"]] == [{}, {}], "nothing to draw yet"
    for number in (1, 2):
        table = live.get_table(number)
        table.commit_action(lambda table=table: table.place.match.play("turn").play("turn"), "test")
    teacher.ask(room="look")
    for one in teacher.room["tables"]:
        match = live.get_table(one["place"]).place.match
        rows = [*match.history, match.present_row()]
        worth = {seat: [row["net_worth"][seat] for row in rows] for seat in match.seats}
        assert max(match.seats, key=lambda seat: worth[seat][-1]) == one["ahead"][0]["seat"]
        flat = [value for values in worth.values() for value in values]
        assert one["course"] == {
            seat: [round(100 * float(v - min(flat)) / float(max(flat) - min(flat))) for v in values]
            for seat, values in worth.items()
        }
    teacher.ask(room="ask", place=1, figure="net_worth", at=9, seat="A")
    shown = {one["place"]: one["course"] for one in teacher.room["tables"]}
    assert shown[1] == {} and shown[2]


def test_no_more_tables_are_set_up_than_the_room_was_opened_for() -> None:
    live, _, phones = seated(people=7, tables=2)
    assert len(live.room.tables) == 2
    assert sorted(phone.room["place"] for phone in phones) == [0, 1, 1, 1, 2, 2, 2]
    assert len(seated(people=7)[0].room.tables) == 3
    with pytest.raises(ClasskitError, match="2 groups need at least 2 tables"):
        opened(tables=1, groups=[("a", {}), ("b", {})])
    with pytest.raises(ClasskitError, match="number of tables"):
        opened(tables=201)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"room": "pause", "on": True, "place": 9}, "no table"),
        ({"room": "remove", "person": "nobody"}, "not in the room"),
        ({"room": "remove", "person": None}, "not in the room"),
        ({"room": "ends", "round": -1}, "from 0"),
        ({"room": "ends", "round": 3, "place": 9}, "no table"),
        ({"room": "absent", "seconds": 5, "place": "1"}, "no table"),
        ({"room": "back", "until": "yesterday"}, "There is no until value"),
        ({"room": "back", "place": 9}, "no table"),
        ({"room": "let_in", "device": "nobody", "person": "p0"}, "no longer waiting"),
        ({"room": "let_in", "device": 7, "person": "p0"}, "no longer waiting"),
    ],
)
def test_what_cannot_be_set_is_refused(asked: dict[str, Any], said: str) -> None:
    _, teacher, _ = seated(people=3)
    assert said in teacher.ask(**asked)["reason"]


def test_what_a_telephone_is_asked_in_secret_is_open_on_it_and_on_no_other_page() -> None:
    live = RoomRuntime(opened(None, "economicon", 2), CODE)
    desk, phones = Page(live, teacher=True), [Page(live, person) for person in ("ada", "bo")]
    for phone in phones:
        phone.join()
    desk.ask(room="seat_all")
    while not all(phone.is_asked() for phone in phones):
        asked = next(phone for phone in phones if phone.is_asked())
        asked.ask(do="default", seat=asked.room["seat"])
    for phone in phones:
        (ask,) = phone.now["asks"]
        assert ask["kind"] == "sealed" and ask["moves"] and ask["seat"] == phone.room["seat"]
    desk.ask(room="show", place=1)
    desk.ask(do="snapshot")
    assert desk.now["asks"] == []
