"""Rooms, assignments and the command line name money as the game does, not by words of their own.

The law of money (:mod:`classkit.testing.money_laws`) reads what tables show of a match. Here the
shipped games are found under their names with another currency and other units, and all else that
a class reads is searched for the old words: phones and wall of a room, students' reports, questions
of shipped sheets and of homework, and what commands print.

A shipped sheet is written for the shipped editions of one game, so it may name the things of that
game ("4 houses"), but no money. Clauses that it quotes are prose.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import decision_questions
from classkit.assignments.homework.question_finders import load_plan as load_homework
from classkit.assignments.question_bank import DrawnQuestions, load_plan
from classkit.assignments.random_draw import _draw_cached
from classkit.assignments.sheet_question import SheetQuestion
from classkit.assignments.student_names import SHEET_NAMES
from classkit.classroom.class_overview import build_overview
from classkit.classroom.podium import build_podium
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated
from classkit.classroom.student_report import Classmates, build_story
from classkit.cli import main
from classkit.engine import registry
from classkit.engine.match import Match
from classkit.engine.registry import installed_games
from classkit.testing.money_laws import (
    Leftovers,
    get_prose,
    iter_texts,
    rename_everything,
)
from tests.classroom.rooms import CODE, Page, Watch, opened

GAMES = ("poleconomy", "opoly", "economy", "economicon")
ORIGINALS = {name: registry.find(name) for name in GAMES}
RENAMED = {name: rename_everything(game) for name, game in ORIGINALS.items()}
ID_IN_LIST = re.compile(r"^\s*[\w.]+ {2,}(?:.*; default .*)?|^\s+\w+: ")
"""Matches what people type at the start of a printed line: the id of a bot, values of an option."""
QUOTED = re.compile(r"^[PQNE]\d+\.\d+: .*", re.S)
"""Matches a clause that an answer quotes."""
SHEETS = "classkit.assignments.sheets"
MIN_QUESTIONS = 2
"""Number of questions in a homework where those about the things of one game are left out."""


def forget() -> None:
    """Forget what was drawn before."""
    _draw_cached.cache_clear()


@pytest.fixture(autouse=True)
def renamed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The shipped games have other words for money and units, and sheets are read anew."""
    monkeypatch.setattr(installed_games, "load_builtin", RENAMED.get)
    for name in [name for name in sys.modules if name.startswith(f"{SHEETS}.")]:
        monkeypatch.delitem(sys.modules, name)
    forget()
    yield
    for name in [name for name in sys.modules if name.startswith(f"{SHEETS}.")]:
        del sys.modules[name]
    forget()


def find_old_words(name: str, shown: Any, match: Match, only_money: bool = False) -> list[str]:
    """List the texts with a word that the game does not declare any more."""
    texts = [(where, QUOTED.sub("", text)) for where, text in iter_texts(shown)]
    return Leftovers(ORIGINALS[name], get_prose(match), only_money).find_all(texts)


def read_question(question: SheetQuestion) -> dict[str, Any]:
    """All that people read of a question: its text, its form, what is said of answers."""
    judged = [question.kind.judge(value, question.right) for value in (1, "many", 10**7, None)]
    return {
        "text": question.text,
        "form": question.kind.form,
        "worked": question.worked,
        "said": [one.words for one in judged],
    }


@pytest.mark.sweep(3)
@pytest.mark.parametrize("sheet", SHEET_NAMES)
def test_the_questions_of_a_sheet(sheet: str, deep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not deep:
        monkeypatch.setattr(decision_questions, "FUTURE_COUNT", 8)
        monkeypatch.setattr(decision_questions, "MIN_LEAD", 0.01)
    drawn = DrawnQuestions(load_plan(sheet), "student 7")
    name = sheet.split("-")[0]
    shown = {key: read_question(drawn.get_question(key)) for key in drawn.keys}
    match = registry.new(name, seats=4, seed=1)
    assert not (left := find_old_words(name, shown, match, only_money=True)), "\n".join(left)


@pytest.mark.sweep(1)
@pytest.mark.usefixtures("short_homework")
@pytest.mark.parametrize("name", GAMES)
def test_the_questions_of_a_homework(name: str) -> None:
    match = registry.new(name, seats=4, seed=3).play(until="end")
    drawn = DrawnQuestions(load_homework(f"{name}-homework", match), "student 7")
    shown = {key: read_question(drawn.get_question(key)) for key in drawn.keys}
    assert len(shown) >= MIN_QUESTIONS
    left = find_old_words(name, shown, match)
    assert not left, "\n".join(left)


@pytest.mark.parametrize("name", GAMES)
def test_phones_and_wall_of_a_room(name: str) -> None:
    live = RoomRuntime(opened(None, name, 4, absent=0), CODE, Watch())
    teacher, phone = Page(live, teacher=True), Page(live, "person 1")
    phone.join("Ada")
    teacher.ask(room="invent", number=7)
    teacher.ask(room="seat_all")
    teacher.ask(room="pace", seconds=0)
    for _ in range(8):
        play_simulated(live)
    match = next(iter(live.matches.values()))
    phone.ask(do="snapshot")
    shown = {
        "teacher": teacher.told, "phone": phone.told, "wall": build_overview(live),
        "podium": build_podium(live),
    }  # fmt: skip
    assert len(phone.told) > 1
    assert not (left := find_old_words(name, shown, match)), "\n".join(left)


@pytest.mark.parametrize("name", GAMES)
def test_the_report_of_a_student(name: str) -> None:
    match = registry.new(name, seats=4, seed=2).play(until="end")
    shown = [build_story(match, 1, seat, [], "code", Classmates("", [])) for seat in match.seats]
    assert not (left := find_old_words(name, shown, match)), "\n".join(left)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "words",
    [("play", "--seed", "4", "--turns", "20", "--news"), ("games",), ("games", "--figures")],
    ids=lambda one: f"{one[0]}{len(one)}",
)
def test_what_commands_print(
    name: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([words[0], name, *words[1:]]) == 0
    printed = [ID_IN_LIST.sub("", line) for line in capsys.readouterr().out.splitlines()]
    assert len(printed) > 5
    match = registry.new(name, seats=4, seed=1)
    assert not (left := find_old_words(name, printed, match)), "\n".join(left)


@pytest.mark.parametrize("name", GAMES)
def test_the_printed_sheet(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", name, "--sheet", str(tmp_path / "sheet.html")]) == 0
    printed = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    words = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", "\n", printed).split("\n")
    assert len(words) > 30
    match = registry.new(name, seats=4, seed=1)
    assert not (left := find_old_words(name, words, match)), "\n".join(left)


def read_row(row: dict[str, str]) -> dict[str, Any]:
    """Read the facts of an event and the fields of an answer, which are JSON for programs."""
    return {key: json.loads(text) if text[:1] in "[{" and text else text
            for key, text in row.items()}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_exported_files(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = registry.new(name, seats=3, seed=2).play(until="round").play(until="round")
    record = match.save(tmp_path / "match.jsonl")
    assert main(["export", str(record), "--to", str(tmp_path / "out"), "--format", "csv"]) == 0
    files = {path.stem.rpartition("-")[2]: path for path in (tmp_path / "out").rglob("*.csv")}
    assert len(files) > 3
    for stem, path in files.items():
        with path.open(encoding="utf-8-sig", newline="") as lines:
            rows = [*map(read_row, csv.DictReader(lines))]
        assert not (left := find_old_words(name, {stem: rows}, match)), "\n".join(left)


def test_an_old_word_is_found() -> None:
    match = registry.new("opoly", seats=3, seed=1)
    found = ["[] has the old word '$': Keep $5."]
    assert find_old_words("opoly", [match.game.title, "Keep $5."], match) == found
    assert find_old_words("opoly", ["1 dollar"], match, only_money=True) == [
        "[] has the old word 'dollar': 1 dollar"
    ]
