"""The note of a room's table names who must decide now, whoever or whatever changed it last."""

from __future__ import annotations

import json
import re

import pytest

from classkit.classroom.class_overview import build_overview
from classkit.classroom.room_runtime import RoomRuntime

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")

Room = tuple[RoomRuntime, Page, list[Page]]
"""A room in one process, its teacher's page and its phones."""


def seated(game: str, people: int, **settings: int) -> Room:
    """A room in which people sit at one table, and which they look at."""
    live = RoomRuntime(opened(None, game, 3, **settings), CODE, Watch())
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones, 1):
        phone.join(f"N{number}")
    teacher = Page(live, teacher=True)
    teacher.ask(room="seat_all")
    teacher.ask(room="show", place=1)
    for page in (teacher, *phones):
        page.ask(do="snapshot")
    return live, teacher, phones


def elsewhere(live: RoomRuntime, phones: list[Page]) -> list[Page]:
    """The same phones with a connection to another process."""
    other = RoomRuntime(live.store, CODE, Watch())
    pages = [Page(other, f"p{number}") for number in range(len(phones))]
    for page in pages:
        page.ask(room="look")
        page.ask(do="snapshot")
    return pages


def expected(live: RoomRuntime, own: str | None = None) -> str:
    """Who must decide now, from the match alone; ``own`` is the seat of a phone, and first."""
    say, asked = live.get_table(1).place.controller.say, live.get_table(1).list_asked_seats()
    others = [say.seat(seat) for seat in asked if seat != own]
    return say.format_list(["You", *others] if own in asked else others)


def named(page: Page) -> str:
    """Whom the note of a page names as the one who must decide."""
    found = re.search(r"(?:^|[.:!?] )((?:[^.:!?])+) must decide now\.$", page.now["said_note"])
    return found[1] if found else ""


def check(live: RoomRuntime, *pages: Page) -> None:
    """Every page names those who are asked now, as this process has them."""
    for page in pages:
        own = getattr(page.line.table, "seat", None)
        assert named(page) == expected(live, own), page.now["said_note"]


def answer(phones: list[Page]) -> None:
    """Let the first phone that is asked answer."""
    asked = phones[0].line.live.get_table(1).list_asked_seats()
    phone = next(phone for phone in phones if phone.room["seat"] in asked)
    answered = phone.ask(do="default", seat=phone.room["seat"])
    assert answered["kind"] == "step", answered


GAMES = pytest.mark.parametrize("game", ["poleconomy", "economy", "opoly", "economicon"])


@GAMES
def test_the_first_page_names_who_begins(game: str) -> None:
    live, teacher, phones = seated(game, 3)
    check(live, teacher, *phones)
    assert expected(live), "somebody is asked"


@GAMES
def test_answers_of_people_and_of_bots_in_between(game: str) -> None:
    live, teacher, phones = seated(game, 2)
    for _ in range(8):
        answer(phones)
        check(live, teacher, *phones)


@GAMES
def test_after_a_bot_stood_in(game: str) -> None:
    live, teacher, phones = seated(game, 3, absent=10)
    watch, seen = live.clock, set()
    assert isinstance(watch, Watch)
    for _ in range(8):
        watch.now += 20
        live.tick_room()
        check(live, teacher, *phones)
        seen.add(expected(live))
    assert len(seen) > 1, "the question goes on to another seat"


@GAMES
@pytest.mark.parametrize("until", ["decision", "round"])
def test_after_the_teacher_took_back(game: str, until: str) -> None:
    live, teacher, phones = seated(game, 3)
    for _ in range(7):
        answer(phones)
    for _ in range(5):
        teacher.ask(room="back", place=1, until=until)
        check(live, teacher, *phones)
        match = live.get_table(1).place.match
        assert all(f"step {match.step}." in page.now["said"] for page in (teacher, *phones))


@GAMES
def test_after_another_process_wrote(game: str) -> None:
    live, teacher, phones = seated(game, 3)
    others = elsewhere(live, phones)
    for turn in range(8):
        mine, its = (live, others[0].line.live) if turn % 2 else (others[0].line.live, live)
        answer(phones if mine is live else others)
        its.tick_room()
        check(live, teacher, *phones, *others)


@GAMES
def test_after_another_process_took_back_and_a_bot_stood_in_there(game: str) -> None:
    live, teacher, phones = seated(game, 3, absent=10)
    others = elsewhere(live, phones)
    other = others[0].line.live
    watch = other.clock
    assert isinstance(watch, Watch)
    for _ in range(4):
        answer(phones)
    other.tick_room()
    for _ in range(3):
        Page(other, teacher=True).ask(room="back", place=1)
        live.tick_room()
        check(live, teacher, *phones, *others)
        assert "Back at " in teacher.now["said"]
    for _ in range(4):
        other.get_table(1).asked_at = watch.now
        watch.now += 20
        other.tick_room()
        live.tick_room()
        check(live, teacher, *phones, *others)
    Page(other, teacher=True).ask(room="back", place=1)
    answer(others)
    live.tick_room()
    check(live, teacher, *phones, *others)
    assert "Back at " not in teacher.now["said"], "what came after it is the news"


@GAMES
def test_after_a_race_between_two_processes(game: str) -> None:
    """Both write under one number: the one that loses rebuilds its table, and judges again."""
    live, teacher, phones = seated(game, 3, absent=10)
    others = elsewhere(live, phones)
    answer(others)
    watch = live.clock
    assert isinstance(watch, Watch)
    watch.now += 20
    live.get_table(1).play_for_absent(watch.now)
    other = others[0].line.live
    other.tick_room()
    check(live, teacher, *phones)
    check(other, *others)


@GAMES
def test_after_players_and_names_changed(game: str) -> None:
    live, teacher, phones = seated(game, 3)
    for _ in range(3):
        answer(phones)
    phones[1].join("Zoë")
    check(live, teacher, *phones)
    teacher.ask(room="remove", person="p0")
    check(live, teacher, *phones[1:])


def test_nobody_must_decide_where_nobody_can() -> None:
    """In a pause, after the last round of a table, and after the lesson."""
    live, teacher, phones = seated("poleconomy", 3)
    answer(phones)
    teacher.ask(room="pause", on=True)
    for page in (teacher, *phones):
        page.ask(do="snapshot")
        assert "must decide" not in page.now["said_note"]
        assert not any(seat["mover"] for seat in page.now["seats"].values())
    teacher.ask(room="pause", on=False)
    check(live, teacher, *phones)
    assert sum(seat["mover"] for seat in phones[0].now["seats"].values()) == 1
    teacher.ask(room="close")
    for page in (teacher, *phones):
        page.ask(do="snapshot")
        assert "must decide" not in page.now["said_note"]
        assert not any(seat["mover"] for seat in page.now["seats"].values())
    (wall,) = build_overview(live)["tables"]
    assert (wall["waits"], wall["asked_at"]) == ([], 0), "after the lesson nobody is late"


def test_a_table_that_has_ended_with_its_round_waits_for_nobody() -> None:
    live, teacher, phones = seated("poleconomy", 2)
    teacher.ask(room="ends", round=1)
    while not live.get_table(1).place.is_done:
        answer(phones)
    assert live.get_table(1).controller.waiting_persons(), "the match itself would go on"
    for page in (teacher, *phones):
        page.ask(do="snapshot")
        assert "must decide" not in page.now["said_note"]


def test_a_process_that_opens_a_room_later_names_who_decides() -> None:
    live, _, phones = seated("economy", 3)
    for _ in range(4):
        answer(phones)
    check(live, *elsewhere(live, phones))


@GAMES
def test_the_wall_follows_each_answer_without_being_asked(game: str) -> None:
    """Seen: the wall named who had decided, and old scores, for five seconds."""
    live, teacher, phones = seated(game, 3, absent=10)
    teacher.ask(room="show", place=0)
    watch = live.clock
    assert isinstance(watch, Watch)

    def shown() -> tuple[list[str], list[dict[str, str]]]:
        (wall,) = teacher.room["tables"]
        return wall["waits"], wall["ahead"]

    def is_so() -> tuple[list[str], list[dict[str, str]]]:
        (wall,) = build_overview(live)["tables"]
        return wall["waits"], wall["ahead"]

    for turn in range(6):
        if turn % 3 == 2:
            watch.now += 20
            live.tick_room()
        else:
            answer(phones)
        assert shown() == is_so()


@GAMES
def test_an_open_chart_of_the_class_follows_each_answer(game: str) -> None:
    live, teacher, phones = seated(game, 3, absent=10)
    teacher.ask(room="charts")
    for _ in range(12):
        answer(phones)
        drawn = [one["chart"] for one in teacher.told if one["kind"] == "class"]
        figure = drawn[-1]["figure"]
        assert drawn[-1] == json.loads(json.dumps(live.get_class_chart(figure)))


def test_two_people_of_one_name_are_told_apart() -> None:
    live, teacher, phones = seated("economy", 3)
    phones[1].join("n1")
    for page in (teacher, *phones):
        page.ask(do="snapshot")
        shown = [one["name"] for one in page.now["seats"].values()]
        assert len({name.casefold() for name in shown}) == 3, shown
    for _ in range(4):
        answer(phones)
        check(live, teacher, *phones)
        asked = live.get_table(1).list_asked_seats()
        (wall,) = build_overview(live)["tables"]
        seats = {one["name"]: one["seat"] for one in wall["seats"]}
        assert [seats[name] for name in wall["waits"]] == asked
    phones[1].join("Zoë")
    assert not any("(" in one["name"] for one in teacher.now["seats"].values())
