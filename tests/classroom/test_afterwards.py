"""After the lesson: tables, records, stories and homework, by codes; and deleting all of it."""

from __future__ import annotations

import asyncio
import csv
import re
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import TypeVar

import openpyxl
import pytest

import classkit
from classkit.assignments.homework import open_homework
from classkit.assignments.homework.homework_sheet import pack_match
from classkit.assignments.homework.question_finders import QUESTION_COUNT
from classkit.assignments.nbgrader_source import NbgraderSource
from classkit.attribution.explanation import explain_change
from classkit.classroom.columns import TABLES
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.room_store import RoomStore
from classkit.classroom.simulated_participants import play_simulated
from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.engine.randomness import RandomStream
from classkit.engine.registry import loads
from classkit.hosting.room_reports import RoomReports

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")

T = TypeVar("T")

ADA, BO = "Ada-Lovelace", "=Bo<b>"
GROUPS = {"auction_style": ["sealed", "open"]}


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The time at which rows are written."""
    found = Watch()
    clock = SimpleNamespace(time=found, monotonic=found)
    monkeypatch.setattr("classkit.classroom.room_store.time", clock)
    return found


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RoomRuntime]:
    """The folder of a lesson that is over, with five people, three invented and two groups."""
    folder = tmp_path_factory.mktemp("lesson")
    (folder / "rooms").mkdir()
    live = RoomRuntime(opened(folder / "rooms", "poleconomy", 4, absent=0, compare=GROUPS), CODE)
    desk = Page(live, teacher=True)
    phones = [Page(live, person) for person in ("ada", "bo", "cy", "dov", "esi")]
    for phone, name in zip(phones, (ADA, BO, "", "", ""), strict=True):
        phone.join(name)
    desk.ask(room="invent", number=3)
    desk.ask(room="pace", seconds=0)
    desk.ask(room="seat_all")
    luck = RandomStream("afterwards")
    for _ in range(12):
        play_simulated(live)
        for phone in phones:
            if phone.is_asked():
                phone.answer_at_random(luck)
    desk.ask(room="back", place=1)
    desk.ask(room="close")
    return folder, live


@pytest.fixture(scope="module")
def kept(lesson: tuple[Path, RoomRuntime]) -> RoomArchive:
    """The same lesson, read from its log."""
    return RoomArchive(lesson[1].store, CODE)


def test_a_decision_has_its_seconds_and_whoever_took_it(watch: Watch) -> None:
    live = RoomRuntime(opened(None, "economy", 3, absent=60), CODE, clock=watch)
    desk, ada = Page(live, teacher=True), Page(live, "ada")
    watch.now += 5
    ada.join("Ada")
    desk.ask(room="seat_all")
    luck = RandomStream("1")
    watch.now += 12
    assert ada.is_asked() and ada.answer_at_random(luck)["kind"] != "refused"
    assert ada.is_asked(), "the others are bots"
    watch.now += 4
    desk.ask(room="pause", on=True)
    watch.now += 100
    desk.ask(room="pause", on=False)
    watch.now += 3
    ada.answer_at_random(luck)
    watch.now += 61
    live.tick_room()
    watch.now += 2
    desk.ask(room="back")
    watch.now += 9
    desk.ask(room="show", place=1)
    desk.ask(do="default", seat=ada.room["seat"])
    kept = RoomArchive(live.store, CODE)
    rows = [row for row in kept.rows("decisions") if row["by"] != "bot"]
    assert [(row["by"], row["seconds"], row["at"], row["undone"]) for row in rows] == [
        ("person", 12.0, 17.0, False),
        ("person", 7.0, 124.0, False),
        ("bot for the absent", 61.0, 185.0, True),
        ("teacher", 9.0, 196.0, False),
    ]
    assert {row["participant"] for row in rows} == {kept.get_code("ada")}
    (line,) = kept.rows("participants")
    assert (line["joined"], line["decided"], line["stood_in"], line["seconds"]) == (
        5.0,
        2,
        0,
        9.5,
    ), "what was taken back does not count"
    assert kept.rows("tables")[0]["minutes"] == round((196 - 5 - 100) / 60, 1)


def test_a_moved_student_is_told_of_their_own_turns_alone(watch: Watch) -> None:
    """Ada and Bo change places in the middle of a turn."""
    live = RoomRuntime(opened(None, "economicon", 3, absent=0), CODE, clock=watch)
    desk, phones = Page(live, teacher=True), {who: Page(live, who) for who in "abcdef"}
    for phone in phones.values():
        phone.join()
    desk.ask(room="seat_all")
    luck = RandomStream("moved")

    def play(place: int, turns: int) -> None:
        goal = live.matches[place].turn + turns
        for _ in range(400):
            for who, phone in phones.items():
                watch.now += 1
                if (live.room.get_seat(who) or (0, ""))[0] == place and phone.is_asked():
                    phone.answer_at_random(luck)
                if live.matches[place].turn >= goal:
                    return
        raise AssertionError("the table does not play on")

    play(1, turns=9)
    play(2, turns=3)
    seats, moved = dict(live.room.seat_by_person), live.matches[1].turn
    ada, bo = (next(who for who in seats if seats[who][0] == place) for place in (1, 2))
    desk.ask(room="move", person=ada, place=2, seat=seats[bo][1])
    assert live.room.seat_by_person[bo] == seats[ada]
    phones[ada].now, phones[bo].now = {}, {}
    play(1, turns=9)

    kept = RoomArchive(live.store, CODE)
    table_ends = kept.get_table(1).turn_ends
    rows = {row["participant"]: row for row in kept.rows("participants")}
    for who, own, turns in ((ada, seats[ada], range(1, moved)), (bo, seats[ada], range(moved, 99))):
        row, story = rows[kept.get_code(who)], kept.story(kept.get_code(who))
        assert (row["table"], row["seat"]) == own
        others = [turn for turn in table_ends if turn and turn not in turns]
        assert row["seated"] == pytest.approx(1 - len(others) / len(table_ends.keys() - {0}), 0.01)
        assert f"turns {min(others)} to {max(others)}," in story["head"]
        assert story["brought"] is None
        (told,) = (one for one in story["said"] if "decided " in one and "turn was" not in one)
        assert f"decided {row['decided']} times" in told
        key = [
            int(one[1])
            for text in story["said"]
            if (one := re.search(r"turn was turn (\d+)", text))
        ]
        assert key and {*key} <= {*turns}
    places = {(row["table"], row["seat"]): row for row in kept.rows("results")}
    assert places[seats[ada]]["participant"] == kept.get_code(bo)
    assert places[seats[ada]]["seated"] == rows[kept.get_code(bo)]["seated"] < 1
    assert {row["seated"] for row in rows.values()} >= {1.0}, "those who stayed have their results"


def test_results_are_those_of_the_matches_and_each_record_opens(
    lesson: tuple[Path, RoomRuntime], kept: RoomArchive
) -> None:
    live, results = lesson[1], kept.rows("results")
    assert len(live.room.tables) == 2 and len(results) == 8
    for place, match in live.matches.items():
        told = [
            (row["seat"], row["score"], row["place"]) for row in results if row["table"] == place
        ]
        assert told == [(line.seat, line.score, line.place) for line in match.standings()]
        assert loads(kept.dump_record(place)).digest() == match.digest()
    for row in [*kept.rows("treatments"), *kept.rows("tables")]:
        here = [
            who
            for setup in live.room.tables.values()
            for who in setup.people
            if setup.group == row["group"]
        ]
        invented = sum(who.startswith("invented-") for who in here)
        assert (row["people"], row["invented"]) == (len(here) - invented, invented) > (0, 0)
    assert {row["pairs"] for row in kept.rows("contrasts")} == {1}
    frames = kept.frames()
    assert [*frames] == [*TABLES]
    for name, frame in frames.items():
        assert [*frame.attrs["columns"]] == [*frame.columns], name
    by = frames["decisions"].groupby("by").size()
    assert by["person"] > 9 < by["invented"] and frames["decisions"]["undone"].sum() >= 1


def test_a_story_tells_true_numbers(lesson: tuple[Path, RoomRuntime], kept: RoomArchive) -> None:
    live = lesson[1]
    place, seat = live.room.get_seat("ada") or (0, "")
    match = live.matches[place]
    story = kept.story(kept.get_code("ada").lower())
    (line,) = (one for one in match.standings() if one.seat == seat)
    assert story["head"].startswith(f"{line.place}") and f"${line.score:,}" in story["head"]

    group = live.room.tables[place].group
    others = [
        one.score
        for number, setup in live.room.tables.items()
        for one in live.matches[number].standings()
        if setup.group == group and setup.holders[one.seat] in ("bo", "cy", "dov", "esi")
    ]
    assert len(others) >= 2, "the invented do not count"
    less = sum(one < line.score for one in others)
    assert f"Of the {len(others)} others in your group" in story["said"][0]
    assert group not in str(story), "nobody is told before the teacher reveals the groups"
    again = RoomArchive(live.store, CODE)
    again.room.groups_revealed = True
    assert f"others who played with “{group}”" in again.story(story["code"])["said"][0]
    assert f"{less or 'none'} ha" in story["said"][0]
    assert f"median is ${median(others):,.0f}." in story["said"][0]

    own = [
        row for row in kept.rows("decisions")
        if row["participant"] == story["code"] and row["by"] == "person" and not row["undone"]
    ]  # fmt: skip
    times = sum(bool(row["decision"]) and not row["forced"] for row in own)
    assert f"You decided {times} times" in story["said"][1]
    deeds = story["deeds"]
    assert deeds is not None
    for name, number, _ in deeds["rows"]:
        assert sum(row["answer"] == name for row in own) == int(number)

    setup = live.room.tables[place]
    seat = next(one.seat for one in match.standings() if setup.holders[one.seat])
    whole = explain_change(match, "net_worth", seat, turn=match.turn, since=0, seen_as=seat)
    brought = kept.story(kept.get_code(setup.holders[seat]))["brought"]
    assert brought is not None and brought["rows"], "somebody has come to something"
    amounts = [int(re.sub(r"[^\d-]", "", amount)) for _, amount in brought["rows"]]
    assert sum(amounts[:-1]) == amounts[-1] == whole.split.change


def test_an_export_for_excel_has_a_sheet_for_each_table(
    lesson: tuple[Path, RoomRuntime], kept: RoomArchive, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{lesson[0]}/rooms/rooms.sqlite")
    assert main(["class", "export", CODE, str(tmp_path), "--excel"]) == 0
    book = openpyxl.load_workbook(tmp_path / f"class-{CODE}.xlsx")
    assert book.sheetnames == [*TABLES]
    assert book["decisions"].max_row == 1 + len(kept.rows("decisions"))


def test_an_export_has_codes_and_names_only_if_they_are_asked_for(
    lesson: tuple[Path, RoomRuntime], kept: RoomArchive, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{lesson[0]}/rooms/rooms.sqlite")
    assert main(["class", "export", CODE, str(tmp_path / "codes")]) == 0
    assert "5 people and 3 invented participants, 2 tables" in capsys.readouterr().out
    for path in (tmp_path / "codes").rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        for name in (ADA, "Bo<b>", "Bo&lt;b", "Alma", "'ada'", '"ada"'):
            assert name not in text, path
    kept.export(tmp_path / "named", names=True)
    with (tmp_path / "named" / "participants.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert {row["name"] for row in rows} >= {ADA, f"'{BO}", "Alma"}, "no cell is a formula"
    record = tmp_path / "named" / "tables" / "table-01.classkit.json"
    assert set(classkit.load(record).names.values()) & {ADA, BO, "Alma", "Boris"}
    for path in (tmp_path / "named" / "stories").iterdir():
        assert "<b>" not in path.read_text(encoding="utf-8")
    assert classkit.kept_room(CODE.lower()).code == CODE


def test_in_a_story_a_name_from_right_to_left_turns_nothing_around_it(
    kept: RoomArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, told = kept.room, []
    monkeypatch.setattr(room, "get_shown_names", lambda place, **_: {"A": "Ada", "B": "دانا 7"})
    monkeypatch.setattr(
        "classkit.classroom.room_archive.build_story", lambda match, *rest: told.append(match.names)
    )
    kept.story(kept.get_code("ada"), names=True)
    kept.story(kept.get_code("ada"))
    assert told == [{"A": "Ada", "B": "\u2068دانا 7\u2069"}, {}]


@pytest.mark.usefixtures("short_homework")
def test_a_homework_is_written_for_a_table_and_not_during_the_lesson(
    lesson: tuple[Path, RoomRuntime], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{lesson[0]}/rooms/rooms.sqlite")
    assert main(["class", "homework", CODE, str(tmp_path), "--table", "1", "--play-on"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "table-01-homework.ipynb",
        "table-01-homework-teacher.ipynb",
    }
    assert ADA not in (tmp_path / "table-01-homework-teacher.ipynb").read_text(encoding="utf-8")
    assert main(["class", "homework", CODE, str(tmp_path), "--table", "9"]) == 1
    assert "no table 9" in capsys.readouterr().err
    (tmp_path / "other").mkdir()
    opened(tmp_path / "other")
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{tmp_path}/other/rooms.sqlite")
    assert main(["class", "homework", CODE]) == 1
    assert "The lesson has not ended" in capsys.readouterr().err


def test_the_place_for_exports_and_homework_is_checked_before_anything_is_played(
    lesson: tuple[Path, RoomRuntime], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def fail(*_given: object, **_named: object) -> None:
        raise AssertionError("it was replayed")

    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{lesson[0]}/rooms/rooms.sqlite")
    monkeypatch.setattr(RoomArchive, "match", fail)
    monkeypatch.setattr(RoomArchive, "rows", fail)
    (tmp_path / "file").write_text("")
    for part in ("export", "homework"):
        assert main(["class", part, CODE, str(tmp_path / "file" / "x")]) == 1
        assert "is a file, not a folder" in capsys.readouterr().err


def test_deleting_a_class_leaves_nothing_of_it_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither in the database nor in its journal, while a server has both open."""
    store = opened(tmp_path)
    live = RoomRuntime(store, CODE)
    phone = Page(live, "ada")
    phone.join(ADA)
    Page(live, teacher=True).ask(room="seat_all")

    def kept() -> bool:
        return any(ADA.encode() in path.read_bytes() for path in tmp_path.iterdir())

    assert kept()
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    assert main(["class", "delete", CODE]) == 1  # nobody can be asked
    told = capsys.readouterr().err
    assert "--yes" in told and "--dry-run" not in told
    assert main(["class", "delete", CODE, "--yes"]) == 0
    assert "Exported files are kept." in capsys.readouterr().out
    assert not kept()
    assert not RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite").list_rooms()
    live.tick_room()
    assert live.is_deleted and phone.join("Bo")["kind"] == "refused"
    assert not RoomStore(f"sqlite:///{tmp_path}/rooms.sqlite").list_rooms(), "it does not come back"
    with pytest.raises(ClasskitError, match="Unknown room"):
        classkit.kept_room(CODE)


def test_a_homework_by_telephone_has_no_answers_and_comes_after_the_lesson(tmp_path: Path) -> None:
    """Of a match that the bell has ended too: with as many good questions as it has."""
    live = RoomRuntime(opened(tmp_path, "economy", 3, absent=0), CODE)
    desk = Page(live, teacher=True)
    for asked in ({"room": "invent", "number": 3}, {"room": "pace", "seconds": 0}):
        desk.ask(**asked)
    desk.ask(room="seat_all")
    match = live.get_table(1).place.match
    while match.turn < 16:
        play_simulated(live)
    assert not match.is_over and match.game.has_secrets(match.table)

    async def at_once(_room: str, do: Callable[[], T], _patience: float) -> T:
        return do()

    afterwards = RoomReports(live.store, at_once)
    with pytest.raises(ClasskitError, match="when the lesson is over"):
        asyncio.run(afterwards.build_homework(live, "invented-1"))
    desk.ask(room="close")
    name, text, _ = asyncio.run(afterwards.build_homework(live, "invented-1"))
    assert name == "table-01-homework.ipynb" and "### Question 1" in text
    assert "SOLUTION" not in text and "open_key" not in text
    (tmp_path / name).write_text(text, encoding="utf-8")
    exam = NbgraderSource.read(tmp_path / name).question_server
    assert exam.played is not None and exam.played.digest() == match.digest()
    assert 0 < len(open_homework(pack_match(match), "ada").questions) < QUESTION_COUNT
