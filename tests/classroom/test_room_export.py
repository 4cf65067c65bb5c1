"""The export of a lesson: every kind of row of the log is in a table, by codes, with its time."""

from __future__ import annotations

import ast
import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest

from classkit.classroom import room_events
from classkit.classroom.columns import TABLES
from classkit.classroom.log_coverage import EXPORTED_KINDS, UNEXPORTED_KINDS
from classkit.classroom.poll_commands import list_predictable_metrics
from classkit.classroom.room import EVENT_HANDLERS
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_events import ROOM_STREAM, TABLE_KINDS, StoredEvent
from classkit.classroom.room_runtime import MISSED_LIMIT, RoomRuntime
from classkit.classroom.room_table import RoomTable

from .rooms import CODE, Page, Watch, opened
from .test_teams import asked, moves

SOURCE = Path(room_events.__file__).parents[1]
KINDS = {*EVENT_HANDLERS, *TABLE_KINDS}
NAMES = ("Ada-Lovelace", "=Bo<b>", *(f"Name {number}" for number in range(2, 9)))
TIMES = {
    "participants": "joined", "seatings": "since", "timeline": "at", "questions": "",
    "predictions": "at", "polls": "at", "guesses": "at", "proposals": "at", "decisions": "at",
    "tables": "", "treatments": "",
}  # fmt: skip
"""The column of each table that has the time of a row of the log; empty if it depends."""


class Lesson:
    """A lesson in teams, in which every kind of row is written, each at a time of its own."""

    def __init__(self) -> None:
        self.watch = Watch()
        with pytest.MonkeyPatch.context() as patch:
            clock = SimpleNamespace(time=self.watch, monotonic=self.watch)
            patch.setattr("classkit.classroom.room_store.time", clock)
            patch.setattr(RoomTable, "is_first_decision", lambda *_: False)
            groups = {"auction_style": ["sealed", "open"]}
            store = opened(None, "poleconomy", 3, absent=60, compare=groups)
            self.live = RoomRuntime(store, CODE, self.watch)
            self.desk = Page(self.live, teacher=True)
            self.phones = [Page(self.live, f"p{number}") for number in range(9)]
            self.teach()
        self.kept = RoomArchive(store, CODE)
        self.log = {place: store.read_rows(CODE, place) for place in (ROOM_STREAM, 1, 2)}

    def ask(self, page: Page, **content: Any) -> dict[str, Any]:
        """Ask for something a moment later; it must not be refused."""
        self.watch.now += 0.7
        answer = page.ask(**content)
        assert answer["kind"] != "refused", (content, answer)
        return answer

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and the clock fire."""
        self.watch.now += seconds
        self.live.tick_room()

    def teach(self) -> None:
        """Teach the lesson."""
        desk = self.desk
        for number, phone in enumerate(self.phones[:8]):
            self.ask(phone, room="join", name=f"Name {number}")
        for phone, name in zip(self.phones, NAMES[:2], strict=False):
            self.ask(phone, room="join", name=name)
        self.use_other_phones()
        self.ask(desk, room="invent", number=2)
        self.ask(desk, room="seat_all", tables=2, teams=True)
        self.ask(self.phones[8], room="join", name=NAMES[8])
        place, seat = self.live.room.seat_by_person["p7"]
        self.ask(desk, room="move", person="p7", place=0)
        self.ask(desk, room="move", person="p7", place=place, seat=seat)
        self.change_settings()
        self.ask_questions()
        self.decide_in_teams()
        for _ in range(120):
            if min(match.turn for match in self.live.matches.values()) > 4:
                break
            self.pass_time(61)
        self.wait_for_a_person()
        self.ask(desk, room="back", place=2)
        self.ask(desk, room="tell", question=1)
        self.ask(desk, room="remove", person="p3")
        self.ask(desk, room="tell", question=2)
        self.ask(desk, room="close")

    def use_other_phones(self) -> None:
        """Two other phones say whose they are; one is let in, and the old one ends."""
        others = [Page(self.live, device) for device in ("other-device", "stranger")]
        for phone in others:
            self.ask(phone, room="claim", name="Name 2")
        self.ask(self.desk, room="let_in", device="other-device", person="p2")
        self.phones[2] = others[0]
        self.ask(self.desk, room="turn_away")

    def change_settings(self) -> None:
        """The teacher changes every setting."""
        for wish in (
            {"room": "pause", "on": True}, {"room": "pause", "on": False},
            {"room": "pause", "on": True, "place": 2}, {"room": "pause", "on": False, "place": 2},
            {"room": "absent", "seconds": 50, "place": 1}, {"room": "pace", "seconds": 9},
            {"room": "ends", "round": 30}, {"room": "usual", "on": False},
            {"room": "hide_names", "on": False}, {"room": "reveal_groups", "on": True},
        ):  # fmt: skip
            self.ask(self.desk, **wish)
        self.ask(self.phones[2], room="hand", on=True)
        self.ask(self.phones[2], room="hand", on=False)

    def ask_questions(self) -> None:
        """The teacher asks for a figure of the class, a choice and a number."""
        found = list_predictable_metrics(self.live.matches[1])
        figure = next(key for key, one in found.items() if one.of_class and one.unit == "turn")
        self.ask(self.desk, room="ask", place=0, figure=figure, at=3)
        self.ask(self.desk, room="poll", words="Who gains?", choices=["Buyers", "Sellers"])
        self.ask(self.desk, room="poll", words="How many?", choices=[])
        for phone, number in zip(self.phones, ("5", "12,5", "900", "7"), strict=False):
            self.ask(phone, room="reply", question=1, answer=number)
        self.ask(self.phones[0], room="reply", question=1, answer="6")
        for phone, choice in zip(self.phones, (0, 1, 1, 1), strict=False):
            self.ask(phone, room="reply", question=2, answer=choice)
        self.ask(self.phones[1], room="reply", question=3, answer="40")
        for answer in (1, 0):
            self.ask(self.phones[0], room="guess", answer=answer)

    def decide_in_teams(self) -> None:
        """A team disagrees, and its captain takes a proposal and hands the captaincy on."""
        teams = defaultdict[str, list[Page]](list)
        for phone in self.phones:
            if phone.ask(room="look")["place"] == 1:
                phone.ask(do="snapshot")
                teams[phone.room["seat"]].append(phone)
        while len(teams[self.live.get_table(1).list_asked_seats()[0]]) < 2:
            self.pass_time(61)
        seat, (captain, other) = asked(self.live, teams)
        one, two = moves(self.live, seat)
        self.ask(captain, **one)
        self.ask(other, **two)
        choices = captain.ask(room="look")["team"]["choices"]
        self.ask(captain, room="take", choice=choices[1]["key"])
        self.ask(captain, room="captain", to=other.room["team"]["me"])

    def wait_for_a_person(self) -> None:
        """The teacher waits for a person whose decisions a bot has answered."""
        table = self.live.get_table(1)
        for _ in range(40):
            seats = [seat for seat, wait in table.describe_waits().items() if wait["away"]]
            if seats:
                break
            self.pass_time(61)
        assert table.place.missed_counts[seats[0]] >= MISSED_LIMIT
        self.ask(self.desk, room="show", place=1)
        self.ask(self.desk, do="await", seat=seats[0])
        self.ask(self.desk, room="bots", place=1)
        self.ask(self.desk, room="show", place=0)


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return Lesson()


def logged(lesson: Lesson, kind: str) -> Iterator[tuple[int, StoredEvent]]:
    """The rows of a kind, each with its place."""
    return ((place, row) for place, rows in lesson.log.items() for row in rows if row.kind == kind)


def seconds(lesson: Lesson, row: StoredEvent) -> float:
    """When a row was written, from the opening of the room."""
    return round(row.at - lesson.log[ROOM_STREAM][0].at, 1)


# --- every kind of row ---------------------------------------------


def test_every_kind_of_row_has_a_table_or_a_reason() -> None:
    """A kind that is new has neither: declare it in log_coverage.py."""
    assert {*EXPORTED_KINDS} | {*UNEXPORTED_KINDS} == KINDS
    assert not {*EXPORTED_KINDS} & {*UNEXPORTED_KINDS}
    assert {name for names in EXPORTED_KINDS.values() for name in names} <= {*TABLES}
    assert all(len(reason.split()) > 5 for reason in UNEXPORTED_KINDS.values())


def test_no_other_kind_is_written() -> None:
    """The kinds of all ``NewEvent(...)`` in the package, as text or by the name of a constant."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "NewEvent":
                kind = node.args[0]
                branches = [kind.body, kind.orelse] if isinstance(kind, ast.IfExp) else [kind]
                for one in branches:
                    if isinstance(one, ast.Constant):
                        found.add(one.value)
                    else:
                        assert isinstance(one, ast.Name), f"{path}:{node.lineno}"
                        found.add(getattr(room_events, one.id))
    assert found == KINDS


def test_the_lesson_of_these_tests_has_every_kind(lesson: Lesson) -> None:
    """All but the seats that a list keeps: a list seats nobody in teams."""
    kinds = {row.kind for rows in lesson.log.values() for row in rows}
    assert kinds == KINDS - {"reserved"}


@pytest.mark.parametrize(
    ("kind", "table"), [(kind, table) for kind, names in EXPORTED_KINDS.items() for table in names]
)
def test_a_row_of_the_log_is_found_in_its_table_by_its_time(
    lesson: Lesson, kind: str, table: str
) -> None:
    column = TIMES[table] or {"asked": "asked", "told": "revealed"}.get(kind, "")
    rows = lesson.kept.rows(table)
    assert rows
    if not column or kind == "named":
        return
    if table == "decisions" and kind == "decided":
        rows = [row for row in rows if row["chosen"]]
    times = Counter(row[column] for row in rows)
    for place, row in logged(lesson, kind):
        if (table, kind) == ("decisions", "goto"):
            assert any(one["undone"] and one["at"] < seconds(lesson, row) for one in rows)
        elif table == "seatings" and kind == "removed":
            assert any(one["cause"] == "removed" for one in rows)
        elif row.body.get("people") != []:
            assert times[seconds(lesson, row)], (place, row)


def test_names_and_phones_are_in_no_file(lesson: Lesson, tmp_path: Path) -> None:
    people = [*lesson.live.room.people, "other-device", "stranger"]
    for path in lesson.kept.export(tmp_path):
        text = path.read_text(encoding="utf-8")
        for name in (*NAMES, "Alma"):
            assert name not in text, path
        for person in people:
            assert f'"{person}"' not in text and f",{person}," not in text, path


# --- questions ---------------------------------------------


def test_predictions_have_what_came_and_the_answer_that_counts(lesson: Lesson) -> None:
    kept, live = lesson.kept, lesson.live
    question = kept.rows("questions")[0]
    outcome = live.get_outcome(live.room.questions[1])
    assert outcome.value is not None and outcome.value.value == question["came"]
    assert (question["kind"], question["about"], question["due"]) == ("prediction", "class", 3)
    assert question["words"] == outcome.words
    values = [
        next(row["value"] for row in kept.rows("figures")
             if (row["table"], row["figure"], row["at"]) == (place, question["figure"], 3))
        for place in live.room.tables
    ]  # fmt: skip
    assert question["came"] == median(values), "it can be computed from the table of figures"
    rows = kept.rows("predictions")
    first = kept.get_code("p0")
    assert [(row["answer"], row["number"], row["counts"]) for row in rows] == [
        ("5", 5, False), ("12,5", 12.5, True), ("900", 900, True), ("7", 7, True), ("6", 6, True)
    ]  # fmt: skip
    assert rows[0]["participant"] == rows[-1]["participant"] == first
    assert all(row["error"] == row["number"] - question["came"] for row in rows)
    near = {kept.get_code(person) for person in outcome.nearest}
    assert {row["participant"] for row in rows if row["nearest"]} == near


def test_polls_have_the_counts_of_the_desk(lesson: Lesson) -> None:
    kept, live = lesson.kept, lesson.live
    rows = [row for row in kept.rows("polls") if row["question"] == 2]
    result = live.get_outcome(live.room.questions[2]).result
    assert result is not None
    counted = Counter(row["answer"] for row in rows if row["counts"])
    assert {bar["label"]: bar["count"] for bar in result["bars"]} == dict(counted)
    (removed,) = [row for row in rows if row["participant"] == kept.get_code("p3")]
    assert not removed["counts"] and removed["choice"] == 2
    assert [row["answers"] for row in kept.rows("questions")] == [4, 3, 1]
    (number,) = [row for row in kept.rows("polls") if row["question"] == 3]
    assert (number["answer"], number["number"], number["choice"]) == ("40", 40, None)


def test_guesses_have_what_came(lesson: Lesson) -> None:
    rows = lesson.kept.rows("guesses")
    assert [(row["answer"], row["counts"]) for row in rows] == [
        ("higher", False),
        ("the same", True),
    ]
    for row in rows:
        series = [
            one["value"] for one in lesson.kept.rows("figures")
            if (one["table"], one["figure"], one["at"]) == (row["table"], row["figure"], row["due"])
        ]  # fmt: skip
        assert series == [row["came"]]
        way = {"higher": row["came"] > row["value"], "the same": row["came"] == row["value"]}
        assert row["right"] is way[row["answer"]]


# --- teams ---------------------------------------------


def test_a_decision_of_a_team_has_who_proposed_and_who_agreed(lesson: Lesson) -> None:
    kept = lesson.kept
    taken = [row for row in kept.rows("decisions") if row["chosen"] == "taken"]
    (decision,) = [row for row in taken if row["proposed_by"]]
    proposals = [
        row for row in kept.rows("proposals")
        if (row["table"], row["seat"], row["turn"]) == (1, decision["seat"], decision["turn"])
    ]  # fmt: skip
    by_captain, by_other = proposals
    assert decision["taken_by"] == by_captain["participant"] == decision["against"]
    assert decision["proposed_by"] == decision["agreed"] == by_other["participant"]
    assert (decision["move"], decision["fields"]) == (by_other["move"], by_other["fields"])
    assert decision["answer"] == by_other["answer"]
    lead = [row for row in kept.rows("seatings") if row["captain"] and row["cause"] == "captain"]
    assert [row["participant"] for row in lead] == [by_other["participant"]]


# --- the design ---------------------------------------------


def test_the_design_is_in_the_note(lesson: Lesson, tmp_path: Path) -> None:
    kept = lesson.kept
    kept.export(tmp_path)
    note = (tmp_path / "design.html").read_text(encoding="utf-8")
    (setup, _) = lesson.live.room.tables.values()
    assert str(setup.seed) in note and str(lesson.live.room.seed) in note
    for name, _ in lesson.live.room.groups:
        assert name in note
    assert "9 students and 2 invented participants" in note
    for row in kept.rows("conclusions"):
        assert row["sentence"] in unescape(note)
    for kind in KINDS:
        assert kind in note
    assert "a bot answered" in note
    with (tmp_path / "tables.csv").open(encoding="utf-8", newline="") as file:
        assert {int(row["seed"]) for row in csv.DictReader(file)} == {setup.seed}


def test_whoever_changed_group_is_in_the_note(tmp_path: Path) -> None:
    watch = Watch()
    groups = {"auction_style": ["sealed", "open"]}
    with pytest.MonkeyPatch.context() as patch:
        clock = SimpleNamespace(time=watch, monotonic=watch)
        patch.setattr("classkit.classroom.room_store.time", clock)
        store = opened(None, "poleconomy", 3, absent=0, compare=groups)
        live = RoomRuntime(store, CODE, watch)
        phones = [Page(live, f"p{number}") for number in range(6)]
        desk = Page(live, teacher=True)
        for phone in phones:
            phone.join()
        desk.ask(room="seat_all")
        seats = dict(live.room.seat_by_person)
        ada = next(who for who in seats if seats[who][0] == 1)
        bo = next(who for who in seats if seats[who][0] == 2)
        watch.now += 100
        place, seat = seats[bo]
        desk.ask(room="move", person=ada, place=place, seat=seat)
    kept = RoomArchive(live.store, CODE)
    first, other = (name for name, _ in live.room.groups)
    changed = {row["participant"]: row["groups"] for row in kept.rows("participants")}
    assert changed.pop(kept.get_code(ada)) == [first, other]
    assert changed.pop(kept.get_code(bo)) == [other, first]
    assert all(len(one) == 1 for one in changed.values())
    assert {row["by"] for row in kept.rows("seatings")} == {"person"}, "no bot came in between"
    kept.export(tmp_path)
    note = unescape((tmp_path / "design.html").read_text(encoding="utf-8"))
    for who, way in ((ada, (first, other)), (bo, (other, first))):
        cells = [kept.get_code(who), f"{way[0]} (table ", f"{way[1]} (table ", "100"]
        line = next(one for one in note.splitlines() if all(cell in one for cell in cells))
        assert line.index(cells[1]) < line.index(cells[2])
    assert "No bot played for a person." in note


def test_a_bot_in_the_place_of_a_person_is_in_the_note() -> None:
    watch = Watch()
    live = RoomRuntime(opened(None, "economy", 3, absent=60), CODE, watch)
    phones = [Page(live, f"p{number}") for number in range(2)]
    desk = Page(live, teacher=True)
    for phone in phones:
        phone.join()
    desk.ask(room="seat_all")
    place, seat = live.room.get_seat("p0") or (0, "")
    desk.ask(room="seat", place=place, seat=seat, person="")
    kept = RoomArchive(live.store, CODE)
    spells = [row for row in kept.rows("seatings") if row["seat"] == seat]
    assert [(row["by"], row["participant"]) for row in spells] == [
        ("person", kept.get_code("p0")), ("bot", "")
    ]  # fmt: skip
    assert spells[0]["until"] == spells[1]["since"] and spells[1]["until"] is None
    assert kept.rows("tables")[0]["seed"] is None, "other tables may share the dice to come"


def test_frames_are_the_rows_of_the_export(lesson: Lesson) -> None:
    frames = lesson.kept.frames()
    assert [*frames] == [*TABLES]
    for name, frame in frames.items():
        assert len(frame) == len(lesson.kept.rows(name)) > 0, name
        assert [*frame.columns] == [*frame.attrs["columns"]]
    assert json.dumps(frames["proposals"]["fields"][0])
