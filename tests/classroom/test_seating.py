"""The seat map: people are moved in one step, seated by a list, and as many as fit are seated."""

from __future__ import annotations

import pytest

from classkit.classroom import room_commands, seating_commands
from classkit.classroom.design_note import describe_orders
from classkit.classroom.poll_results import get_shown_name
from classkit.classroom.room import Room
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_commands import MAX_TABLES
from classkit.classroom.room_events import NewEvent, StoredEvent
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.seat_list import (
    MAX_LIST_LENGTH,
    MAX_LIST_LINES,
    ListedPerson,
    read_seat_list,
)
from classkit.engine.errors import ClasskitError

from .rooms import CODE, Page, opened


def joined(people: int = 8, **settings: object) -> tuple[RoomRuntime, Page, list[Page]]:
    """A room that people have joined as Name 0, Name 1 and so on: the teacher and all of them."""
    live = RoomRuntime(opened(None, "poleconomy", 4, **settings), CODE)
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    return live, Page(live, teacher=True), phones


def seats_of(live: RoomRuntime) -> dict[str, tuple[int, str]]:
    """Who sits where; the same in a process that reads the log."""
    again = RoomRuntime(live.store, CODE)
    assert again.room == live.room
    return live.room.seat_by_person


def state_of(**settings: object) -> Room:
    """A room without a server, for commands."""
    room = Room(CODE)
    apply(room, room_commands.open_room("poleconomy", 4, seed=7, **settings))  # type: ignore[arg-type]
    return room


def apply(room: Room, drafts: list[NewEvent]) -> None:
    """Apply what a command returns."""
    for draft in drafts:
        room.apply_row(StoredEvent(room.row_number + 1, *draft))


def come(room: Room, *names: str) -> None:
    """Let people join whose ids are their names."""
    for name in names:
        apply(room, room_commands.join_room(room, name, name))


# --- moving ---------------------------------------------


def test_people_of_two_tables_change_places_in_one_move() -> None:
    """Friends at two tables, in the middle of play: everybody else keeps their seat."""
    live, teacher, phones = joined()
    teacher.ask(room="seat_all")
    before = dict(live.room.seat_by_person)
    ada = next(who for who, (place, _) in before.items() if place == 1)
    bo = next(who for who, (place, _) in before.items() if place == 2)
    rows = live.room.row_number
    place, seat = before[bo]
    assert teacher.ask(room="move", person=ada, place=place, seat=seat)["kind"] == "room"
    after = seats_of(live)
    assert (after[ada], after[bo]) == (before[bo], before[ada])
    assert {**after, ada: 0, bo: 0} == {**before, ada: 0, bo: 0}
    assert live.room.row_number == rows + 2
    phone = phones[int(ada[1:])]
    assert (phone.room["place"], phone.room["seat"]) == (place, seat)
    phone.ask(do="snapshot")
    assert phone.now["seen_as"] == seat


def test_a_wrong_late_seat_is_cured_in_one_move() -> None:
    """To a table: any free seat; to nobody's: a bot leaves; to no table: the person waits."""
    live, teacher, _ = joined(people=5)
    teacher.ask(room="seat_all")
    Page(live, "late").join("Late")
    place, _ = live.room.seat_by_person["late"]
    other = 3 - place
    free = live.room.tables[other].free_seats
    teacher.ask(room="move", person="late", place=other)
    assert seats_of(live)["late"] == (other, free[0])
    teacher.ask(room="move", person="late", place=0)
    assert live.room.waiting == ["late"] and live.room.tables[other].free_seats == free
    rows = live.room.row_number
    teacher.ask(room="move", person="late", place=0)
    assert live.room.row_number == rows, "nothing is left to do"


def test_whoever_waits_takes_a_seat_and_its_holder_waits() -> None:
    room = state_of()
    come(room, "ada")
    apply(room, room_commands.seat_all(room, 1))
    (seat,) = [seat for seat, who in room.tables[1].holders.items() if who]
    come(room, *"bcde")
    apply(room, seating_commands.move_person(room, "e", 1, seat))
    assert room.tables[1].holders[seat] == "e" and "ada" in room.waiting


def test_who_loses_a_seat_is_told_from_which_table() -> None:
    live, teacher, phones = joined()
    teacher.ask(room="seat_all")
    assert [phone.ask(room="look")["left_table"] for phone in phones] == [0] * 8
    place, seat = seats_of(live)["p0"]
    late = Page(live, "late")
    assert late.join("Late")["left_table"] == 0, "who never had a seat has left none"
    teacher.ask(room="move", person="late", place=place, seat=seat)
    told = phones[0].ask(room="look")
    assert (told["place"], told["left_table"]) == (0, place), "the seat was given away"
    teacher.ask(room="move", person="late", place=0)
    assert late.ask(room="look")["left_table"] == place
    other = 3 - place
    teacher.ask(room="move", person="p0", place=other, seat="A")
    told = phones[0].ask(room="look")
    assert (told["place"], told["left_table"]) == (other, 0)
    assert "p0" in seats_of(live)


def test_a_student_without_a_name_has_one_label_everywhere() -> None:
    """The number of the seat map, and no other: at the table, on the phone, in lists and polls."""
    live, teacher, _ = joined(people=4)
    nameless = Page(live, "p4")
    assert nameless.join("")["name"] == "Student 5"
    teacher.ask(room="seat_all")
    place, seat = seats_of(live)["p4"]
    named = {one["seat"]: one["name"] for one in nameless.ask(room="look")["table"]}
    assert named[seat] == "Student 5"
    (shown,) = [one for one in teacher.ask(room="look")["people"] if one["id"] == "p4"]
    assert (shown["name"], shown["number"]) == ("Student 5", 5)
    assert get_shown_name(live.room, "p4") == "Student 5"
    assert live.room.get_shown_names(place)[seat] == "Student 5"
    teacher.ask(room="remove", person="p0")
    assert live.room.people["p4"].label == "Student 5", "it stays when others leave"
    teacher.ask(room="seat_list", list=f"name,table,seat\nStudent 5,{3 - place},A")
    assert seats_of(live)["p4"] == (3 - place, "A"), "a list that the map saved is read again"
    again = Page(live, "another device")
    again.ask(room="claim", name="student 5")
    (claim,) = teacher.ask(room="look")["claims"]
    assert claim["people"] == ["p4"]


def test_hidden_names_are_numbers_and_not_the_names_of_others() -> None:
    live, teacher, phones = joined(people=2)
    teacher.ask(room="seat_all")
    teacher.ask(room="hide_names", on=True)
    for number, phone in enumerate(phones):
        _, seat = live.room.seat_by_person[f"p{number}"]
        named = {one["seat"]: one["name"] for one in phone.ask(room="look")["table"]}
        assert (named[seat], phone.room["own"]) == (f"Student {number + 1}", f"Name {number}")
    assert "Name 1" not in str(phones[0].room) and "Student 2" in str(phones[0].room)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (("ghost", 1, "A"), "not in the room"),
        ((7, 1, "A"), "not in the room"),
        (("p0", 9, "A"), "no table 9"),
        (("p0", True, "A"), "no table True"),
        (("p0", 1, "Z"), "no seat 'Z' at table 1"),
        (("p0", 1, 5), "no seat 5"),
        (("p0", 2, ""), "Table 2 has no free seat"),
    ],
)
def test_impossible_moves_say_why(move: tuple[object, object, object], reason: str) -> None:
    live, teacher, _ = joined()
    teacher.ask(room="seat_all")
    if move[0] == "p0" and live.room.seat_by_person["p0"][0] == 2 and move[2] == "":
        teacher.ask(room="move", person="p0", place=1, seat="A")
    person, place, seat = move
    answer = teacher.ask(room="move", person=person, place=place, seat=seat)
    assert answer["kind"] == "refused" and reason in answer["reason"]
    teacher.ask(room="close")
    answer = teacher.ask(room="move", person="p0", place=1, seat="A")
    assert "over" in answer["reason"]


def test_only_the_teacher_moves_people() -> None:
    live, teacher, (phone, *_) = joined()
    teacher.ask(room="seat_all")
    for asked in ({"room": "move", "person": "p1", "place": 0}, {"room": "seat_list", "list": ""}):
        assert phone.ask(**asked)["kind"] == "refused"
    assert "p1" in live.room.seat_by_person


def test_a_member_who_leaves_a_team_takes_their_proposal_along() -> None:
    live, teacher, phones = joined(people=6)
    teacher.ask(room="seat_all", tables=1, teams=True)
    seat = live.get_table(1).list_asked_seats()[0]
    (one, *others) = [phone for phone in phones if phone.room["seat"] == seat]
    one.ask(do="snapshot")
    if not others:
        other = next(phone for phone in phones if phone is not one)
        teacher.ask(room="move", person=other.line.person, place=1, seat=seat)  # type: ignore[union-attr]
        others = [other]
    one.ask(do="default", seat=seat)
    proposed = others[0].ask(room="look")["team"]["choices"]
    assert len(proposed) == 1
    teacher.ask(room="move", person=one.line.person, place=0)  # type: ignore[union-attr]
    assert others[0].ask(room="look")["team"]["choices"] == []
    assert seats_of(live)


# --- as many as fit ---------------------------------------------


def test_more_people_than_tables_are_seated_as_far_as_they_fit() -> None:
    """Everybody was refused: now the rest look on, and the desk says so."""
    room = state_of()
    come(room, *(f"p{number}" for number in range(4 * MAX_TABLES + 10)))
    apply(room, room_commands.seat_all(room))
    assert len(room.tables) == MAX_TABLES
    assert (len(room.seat_by_person), len(room.waiting)) == (4 * MAX_TABLES, 10)
    assert room_commands.count_tables_left(room) == 0
    with pytest.raises(ClasskitError, match="200 tables, which is the maximum"):
        room_commands.seat_all(room)


def test_the_desk_knows_that_no_table_is_left() -> None:
    _, teacher, _ = joined(people=9, tables=2)
    assert teacher.ask(room="look")["tables_left"] == 2
    teacher.ask(room="seat_all")
    assert (teacher.room["tables_left"], len(teacher.room["waiting"])) == (0, 1)
    assert "2 tables, the maximum" in teacher.ask(room="seat_all")["reason"]


# --- tables that are over ---------------------------------------------


def one_over(people: int = 7) -> tuple[RoomRuntime, Page, dict[str, list[str]]]:
    """A room with a table that the teacher has ended after its first round, and one that plays on.

    Also gives who sits at the table that is over, and who at the other.
    """
    live, teacher, phones = joined(people)
    teacher.ask(room="seat_all", order="arrival")
    teacher.ask(room="ends", round=1, place=1)
    while not live.get_table(1).place.is_done:
        asked = live.get_table(1).list_asked_seats()[0]
        holder = live.room.tables[1].holders[asked]
        phones[int(holder[1:])].ask(do="default", seat=asked)
    seats = {
        name: [who for who, (place, _) in live.room.seat_by_person.items() if place == number]
        for number, name in ((1, "over"), (2, "on"))
    }
    return live, teacher, seats


def test_nobody_moves_to_a_table_that_is_over() -> None:
    """Neither to a seat there, nor in exchange, nor within the table; but people may leave it."""
    live, teacher, who = one_over()
    before = seats_of(live)
    rows = live.room.row_number
    for person, place, seat in (
        (who["on"][0], 1, ""),
        (who["on"][0], 1, "A"),
        (who["over"][0], 1, before[who["over"][1]][1]),
    ):
        answer = teacher.ask(room="move", person=person, place=place, seat=seat)
        assert answer["reason"].startswith("Table 1 is over, and its result belongs to the people")
    exchange = teacher.ask(
        room="move", person=who["over"][0], place=2, seat=before[who["on"][0]][1]
    )
    assert "so the person in that seat cannot move there" in exchange["reason"]
    assert teacher.ask(room="move", person=who["over"][0], place=1)["kind"] == "room", "as it was"
    assert (live.room.row_number, seats_of(live)) == (rows, before)
    refused = teacher.ask(room="seat", place=1, seat="A", person=who["on"][0])
    assert "Table 1 is over" in refused["reason"]
    (free,) = live.room.tables[2].free_seats
    assert teacher.ask(room="move", person=who["over"][0], place=2)["kind"] == "room"
    assert seats_of(live)[who["over"][0]] == (2, free)
    teacher.ask(room="ends", round=0, place=1)
    assert teacher.ask(room="move", person=who["over"][0], place=1)["kind"] == "room"


def test_a_list_keeps_people_at_a_table_that_is_over_and_brings_nobody_there() -> None:
    live, teacher, who = one_over()
    before = seats_of(live)
    named = {person: live.room.people[person].label for person in before}
    saved = [f"{named[person]},{place},{seat}" for person, (place, seat) in before.items()]
    assert (
        teacher.ask(room="seat_list", list="\n".join(["name,table,seat", *saved]))["kind"] == "room"
    )
    assert seats_of(live) == before
    first, second = (named[person] for person in who["on"][:2])
    answer = teacher.ask(room="seat_list", list=f"name,table\n{first},1")
    assert answer["reason"].startswith("Line 2 of the list: table 1 is over.")
    answer = teacher.ask(room="seat_list", list=f"name,table\nZoe,2\n{second},1\n{first},1")
    assert answer["reason"].startswith("Lines 3, 4 of the list: their tables are over.")
    assert seats_of(live) == before and not live.room.reserved


def test_who_comes_late_gets_no_seat_at_a_table_that_is_over() -> None:
    live, teacher, who = one_over()
    teacher.ask(room="move", person=who["over"][0], place=0)
    (free,) = live.room.tables[2].free_seats
    assert len(live.room.tables[1].free_seats) == 1
    Page(live, "late").join("Late")
    assert seats_of(live)["late"] == (2, free)
    Page(live, "later").join("Later")
    assert "later" in live.room.waiting, "the free seat of table 1 stays free"


def test_a_seat_kept_at_a_table_that_is_over_is_not_given() -> None:
    room = state_of()
    come(room, *"ab")
    apply(room, seating_commands.seat_by_list(room, "name,table\na,1\nzoe,1\nb,2"))
    place, _ = room_commands.find_reserved_seat(room, "ZOE") or (0, "")
    assert place == 1
    apply(room, room_commands.join_room(room, "z", "Zoe", ended={1}))
    seat = room.get_seat("z")
    assert seat is not None and seat[0] == 2


# --- who sits together ---------------------------------------------


def test_people_sit_together_as_they_came() -> None:
    room = state_of()
    come(room, *"abcdefgh")
    apply(room, room_commands.seat_all(room, order="arrival"))
    assert [[*table.holders.values()] for table in room.tables.values()] == [
        [*"abcd"],
        [*"efgh"],
    ]


@pytest.mark.parametrize("seed", range(5))
def test_each_table_has_people_who_came_early_and_late(seed: int) -> None:
    """Blocks of as many people as there are tables: one of each sits at each table."""
    room = Room(CODE)
    apply(
        room,
        room_commands.open_room(
            "opoly", 4, seed=seed, compare={"auction_format": ["english", "second_price"]}
        ),
    )
    names = [f"p{number:02}" for number in range(16)]
    come(room, *names)
    apply(room, room_commands.seat_all(room, order="balanced"))
    for at in range(0, len(names), 4):
        block = names[at : at + 4]
        assert sorted(room.seat_by_person[who][0] for who in block) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("asked", "order", "words"),
    [
        ({"room": "seat_all"}, "random", "drawn at random"),
        ({"room": "seat_all", "order": "arrival"}, "arrival", "in the order in which they joined"),
        ({"room": "seat_all", "order": "balanced"}, "balanced", "early and late were mixed"),
        ({"room": "seat_all", "order": "arrival", "teams": True}, "random", "drawn at random"),
        ({"room": "seat_list", "list": "name,table\nName 0,1\nName 1,1"}, "list", "The teacher"),
        ({"room": "seat_list", "list": "name,group\nName 0,x\nName 1,y"}, "groups", "different"),
    ],
)
def test_the_export_says_how_people_were_seated(
    asked: dict[str, object], order: str, words: str
) -> None:
    """It matters for an experiment whether a table's people were drawn."""
    live, teacher, _ = joined(people=4)
    teacher.ask(**asked)
    assert seats_of(live)
    archive = RoomArchive(live.store, CODE)
    rows = archive.rows("tables")
    assert [row["order"] for row in rows] == [order]
    assert any(words in one for one in describe_orders(rows))


def test_an_unknown_order_is_refused() -> None:
    _, teacher, _ = joined()
    for order in ("alphabet", 3, None):
        assert "order" in teacher.ask(room="seat_all", order=order)["reason"]


# --- by a list ---------------------------------------------


def test_a_list_seats_those_who_are_there_and_keeps_the_seats_of_the_others() -> None:
    live, teacher, _ = joined(people=3)
    text = "\ufeffName;Table;Seat\r\nname 0;1;B\r\nName 1;2;\r\nZoë;2;A\r\nName 2;1\r\n"
    assert teacher.ask(room="seat_list", list=text)["kind"] == "room"
    assert seats_of(live) == {"p0": (1, "B"), "p1": (2, "B"), "p2": (1, "A")}
    assert teacher.room["reserved"] == [[2, "A", "Zoë"]]
    late = Page(live, "late")
    late.join("Somebody")
    assert late.room["place"] == 1, "a seat that is kept is given to nobody else"
    zoe = Page(live, "zoe")
    zoe.join("ZOË")
    assert (zoe.room["place"], zoe.room["seat"]) == (2, "A")
    assert teacher.room["reserved"] == []


def test_a_list_moves_people_in_play_and_leaves_the_others() -> None:
    """Two who change places, and one who takes the seat of somebody not in the list."""
    room = state_of()
    come(room, *"abcdefgh")
    apply(room, room_commands.seat_all(room, order="arrival"))
    apply(room, seating_commands.seat_by_list(room, "name,table,seat\na,2,A\ne,1,A\nb,2,B"))
    assert room.seat_by_person == {
        "a": (2, "A"), "e": (1, "A"), "b": (2, "B"),
        "c": (1, "C"), "d": (1, "D"), "g": (2, "C"), "h": (2, "D"),
    }  # fmt: skip
    assert room.waiting == ["f"]
    assert seating_commands.seat_by_list(room, "name,table,seat\na,2,A\ne,1,A\nb,2,B") == []


def test_a_seat_of_somebody_else_is_not_kept() -> None:
    room = state_of()
    come(room, *"abcd")
    apply(room, room_commands.seat_all(room, order="arrival"))
    assert seating_commands.seat_by_list(room, "name,table,seat\nzoe,1,A") == []


def test_who_takes_a_listed_name_later_gets_the_seat() -> None:
    live, teacher, _ = joined(people=2)
    teacher.ask(room="seat_list", list="name,table\nAda,1\nName 0,1\nName 1,1\nBo,1")
    stranger = Page(live, "stranger")
    stranger.join()
    assert stranger.room["place"] == 0
    stranger.join("Ada")
    assert stranger.room["place"] == 1


@pytest.mark.parametrize("seed", range(3))
def test_groups_of_a_list_are_mixed_at_every_table(seed: int) -> None:
    room = state_of()
    room.seed = seed
    names = [f"p{number}" for number in range(8)]
    come(room, *names)
    lines = [f"{name},{'novice' if at % 2 else 'expert'}" for at, name in enumerate(names)]
    apply(room, seating_commands.seat_by_list(room, "\n".join(["name,group", *lines])))
    for table in room.tables.values():
        experts = [who for who in table.holders.values() if int(who[1:]) % 2 == 0]
        assert len(experts) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (7, "must be text"),
        ("", "first line of the list must name"),
        ("Ada,1", "first line of the list must name"),
        ("name\nAda", "first line of the list must name"),
        ("name,table,group\nAda,1,x", "tables and groups"),
        ("name,name,table\nAda,Ada,1", 'column "name" twice'),
        ("name,table\n", "only its first line"),
        ("name,table\nAda,first", "Line 2 of the list: the table must be a whole number"),
        ("name,table\nAda,0", "from 1 to 200, not '0'"),
        ("name,table\nAda,²", "whole number"),
        ("name,table\n\nAda,201", "Line 3"),
        ("name,table,seat\nAda,1,AB", "the seat must be a letter"),
        ("name,table\n,1", "Line 2 of the list: a name must not be empty"),
        ("name,table\nA\x00da,1", "Line 2"),
        ("name,table\nAda,1\nADA,2", "Lines 2 and 3 of the list have the same name"),
        ('name,table\n"Ada,1', "cannot be read"),
        ("name,group\nAda," + "x" * 61, "at most 60 characters"),
        ("name,table\n" + "x" * MAX_LIST_LENGTH, "characters; the limit is"),
        ("name,table\n" + "a,1\n" * (MAX_LIST_LINES + 1), "more than 2,000 lines"),
        ("name,table,seat\nAda,1,A\nBo,1,A", "Lines 2 and 3 of the list have the same seat"),
        ("name,table,seat\nAda,1,Z", "no seat Z"),
        ("name,table\nAda,2", "table 2 but no table 1"),
        ("name,table\n" + "".join(f"n{at},1\n" for at in range(5)), "5 people at table 1"),
    ],
)
def test_a_list_is_refused_with_its_line_and_the_reason(text: object, reason: str) -> None:
    live, teacher, _ = joined(people=2)
    answer = teacher.ask(room="seat_list", list=text)
    assert answer["kind"] == "refused" and reason in answer["reason"], answer
    assert not live.room.tables and not live.room.reserved


@pytest.mark.parametrize("text", ["name,table,seat\nBo,1,\nada,2,C", "name,group\nBo,x\nada,y"])
def test_a_list_moves_nobody_of_several_people_with_a_name(text: str) -> None:
    room = state_of()
    come(room, "Ada", "ADA", "ada ", "Bo")
    before = room.row_number
    with pytest.raises(ClasskitError) as refused:
        seating_commands.seat_by_list(room, text)
    assert str(refused.value).startswith(
        "Line 3 of the list: 3 people are called 'ada': Ada (without a seat), ADA (without a seat)"
    )
    assert room.row_number == before
    apply(room, seating_commands.seat_by_list(room, "name,table\nBo,1"))
    assert room.seat_by_person.keys() == {"Bo"}


def test_a_list_means_a_student_before_an_invented_participant() -> None:
    room = state_of()
    apply(room, room_commands.add_simulated(room, 1))
    (name,) = (person.name for person in room.people.values())
    apply(room, room_commands.join_room(room, "student", name))
    apply(room, seating_commands.seat_by_list(room, f"name,table\n{name},1"))
    assert room.seat_by_person.keys() == {"student"}


def test_an_unknown_heading_is_quoted_as_it_was_typed() -> None:
    with pytest.raises(ClasskitError, match=r'"name,group", not \'foo,bar\'\.$'):
        read_seat_list("foo,bar\nAda,1")


def test_a_list_keeps_to_the_tables_of_the_room() -> None:
    _, teacher, _ = joined(people=2, tables=1)
    answer = teacher.ask(room="seat_list", list="name,table\nName 0,1\nName 1,2")
    assert "2 new tables" in answer["reason"] and "1 more table" in answer["reason"]


def test_a_list_seats_nobody_in_teams() -> None:
    _, teacher, _ = joined(people=6)
    teacher.ask(room="seat_all", tables=1, teams=True)
    answer = teacher.ask(room="seat_list", list="name,table\nName 0,1")
    assert "played in teams" in answer["reason"]


def test_lists_of_spreadsheets_are_read() -> None:
    """Separators, quotes, other columns, formulas that the map's own list has marked."""
    read = [(one.name, one.table, one.seat) for one in read_seat_list(
        'Email\tSTUDENT\tTable\tSeat\n'
        'a@b.c\t"Lovelace, Ada"\t 3 \tb\n'
        "\t'=Bo\t1\t\n"
    )]  # fmt: skip
    assert read == [("Lovelace, Ada", 3, "B"), ("=Bo", 1, "")]


@pytest.mark.parametrize(
    "text",
    [
        "name,table,seat\n\u674e\u5a1c,\uff11,\uff21",
        "name\uff0ctable\uff0cseat\n\u674e\u5a1c\uff0c1\uff0ca",
        "\uff2e\uff41\uff4d\uff45,table,seat\n\u674e\u5a1c\uff0c1\uff0cA",
        "name\uff1btable\uff1bseat\n\u674e\u5a1c;1;A",
    ],
)
def test_a_list_may_be_typed_in_full_width(text: str) -> None:
    assert read_seat_list(text) == [ListedPerson(2, "\u674e\u5a1c", 1, "A")]


def test_a_full_width_comma_in_a_name_stays() -> None:
    assert read_seat_list("name,table\n\u674e\uff0c\u5a1c,1")[0].name == "\u674e\uff0c\u5a1c"


def test_marks_of_a_merge_are_named_in_a_list() -> None:
    text = "<<<<<<< HEAD\nname,table\n=======\nname,seat\n>>>>>>> other\nAda,1"
    with pytest.raises(ClasskitError, match=r"The list contains the marks of a merge conflict"):
        read_seat_list(text)


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\r\nName;Table\r\nAda;3\r\n", "\ufeff\n\nSEP=;;\nName;Table\nAda;3",
        '"Name";"Group, in full";"Table"\nAda;;3', "\ufeff\ufeffName,Table\n\ufeffAda,3",
    ],
)  # fmt: skip
def test_a_list_that_a_spreadsheet_has_saved(text: str) -> None:
    """Separators inside quotes do not count, nor does the line that names the separator."""
    (one,) = read_seat_list(text)
    assert (one.name, one.table) == ("Ada", 3)
