"""Sheets whose numbers are drawn when they are sat, from a word of the day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import grader
from classkit.assignments.feedback import MessageError
from classkit.assignments.graded_results import GradedResult
from classkit.assignments.grader import grade_folder
from classkit.assignments.homework import Homework
from classkit.assignments.homework.homework_notebook import TEACHER_SUFFIX, build_notebooks
from classkit.assignments.key import open_key
from classkit.assignments.nbgrader_folder import NbgraderFolder, build_versions
from classkit.assignments.nbgrader_source import WORD, NbgraderSource
from classkit.assignments.notebook_file import read_submission
from classkit.assignments.question_bank import draw_questions
from classkit.assignments.question_sheet import list_sheets, open_sheet
from classkit.assignments.random_draw import QuestionRandom
from classkit.assignments.run_supervisor import SubmissionLimits
from classkit.assignments.student_names import parse_student, parse_word
from classkit.assignments.submission import run_submission
from classkit.cli import main
from classkit.engine.errors import ClasskitError

from . import papers
from .papers import PATHS, begin_course, cell, filled, source

NAME = "economy-read"
LIMITS = SubmissionLimits(cell_seconds=10, seconds=60, megabytes=1_500)
LATER = source(NAME).with_words(["Lantern"])


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NbgraderFolder]:
    """One nbgrader for all that is built and marked here, since it takes long to start."""
    with begin_course(tmp_path_factory.mktemp("course")) as course:
        yield course


@pytest.fixture(scope="module")
def students(nbgrader: NbgraderFolder) -> dict[str, Any]:
    """The students' version of a sheet that was built with ``--seed-later``."""
    book: dict[str, Any] = json.loads(nbgrader.release(LATER).read_text(encoding="utf-8"))
    return book


def word_cell(book: dict[str, Any]) -> dict[str, Any]:
    """The cell for the word of the day."""
    return next(one for one in book["cells"] if one.get("id") == WORD)


def sat(students: dict[str, Any], word: str, answers: bool = True) -> dict[str, Any]:
    """What a perfect student hands in, who wrote this word, or one who wrote nothing more."""
    book: dict[str, Any] = json.loads(json.dumps(students))
    cell(book, "student")["source"] = "student = 'ada'"
    word_cell(book)["source"] = f"word = {word!r}"
    key = open_key(open_sheet(NAME, "ada", word or "none"))
    for one in source(NAME).answer_cells if answers else ():
        about = one.grade_id.removeprefix("answer-").replace("-", "_")
        if about in key.plan.makers:
            cell(book, one.grade_id)["source"] = f"{one.answers[0]} = {key.answer(about)!r}"
    return book


@pytest.mark.parametrize(
    "typed", ["Lantern", " lantern ", "LANTERN", "lan-tern", '"Lantern!"', "ｌａｎｔｅｒｎ"]
)
def test_what_is_copied_from_a_board_is_the_same_word(typed: str) -> None:
    assert parse_word(typed) == "lantern"
    asked = open_sheet(NAME, "ada", typed).ask("reach").text
    assert asked == open_sheet(NAME, "Ada", "lantern").ask("reach").text


def test_a_word_and_a_name_draw_together() -> None:
    """Neither alone; and no name stands for a name with a word."""
    texts = {
        open_sheet(NAME, student, word).ask("reach").text
        for student in ("ada", "bo")
        for word in ("lantern", "harbour", "4711", None)
    }
    assert len(texts) == 8
    assert "drawn for 'ada' and the word 'lantern'" in repr(open_sheet(NAME, "ada", "Lantern"))
    for student in ("ada|lantern", "ada\nlantern"):
        assert draw_questions(NAME, open_sheet(NAME, student).student).stream_owner != (
            draw_questions(NAME, "ada", "lantern").stream_owner
        )


@pytest.mark.parametrize("word", ["", "   ", "?!", "''"])
def test_without_the_word_the_sheet_says_what_to_do(word: str) -> None:
    with pytest.raises(MessageError, match="Write the word that your teacher announces between"):
        open_sheet(NAME, "ada", word)


@pytest.mark.parametrize(("word", "why"), [([5], "must be in quotes"), ("x" * 61, "at most 60 ch")])
def test_what_cannot_be_a_word_is_said(word: Any, why: str) -> None:
    with pytest.raises(MessageError, match=why):
        open_sheet(NAME, "ada", word)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_assignment_can_be_drawn_later(path: Path) -> None:
    """It asks for the word below the name, and opens the sheet with both; the rest stays."""
    first = NbgraderSource.read(path)
    later = first.with_word_cell()
    assert later.with_word_cell() == later and later.has_word and not first.has_word
    assert [one.grade_id for one in later.answer_cells][:2] == ["student", WORD]
    code = later.text
    assert code.count("student, word)") == 1 and "student)\\n" not in code
    assert len(later.book["cells"]) == len(first.book["cells"]) + 2
    assert sorted(list_sheets()) == sorted(one.stem for one in PATHS)


def test_a_homework_can_be_drawn_later_too() -> None:
    import classkit

    played = classkit.new("economy", seats=3, seed=7).play(until="end")
    teacher = NbgraderSource(
        Path("monday.ipynb"), json.loads(build_notebooks(played)[TEACHER_SUFFIX])
    )
    later = teacher.with_words(["lantern"])
    assert (
        later.question_server.played is not None
        and later.question_server.played.digest() == played.digest()
    )
    asked = {"sheet": later.sheet, "student": "ada", "word": "lantern"}
    told = later.question_server.build_handout(asked)["questions"]
    assert later.question_server.has_word and "open_homework(MATCH, student, word)" in later.text
    here = Homework(played, "ada", "lantern")
    assert {key: here.ask(key).text for key in here.questions} == {
        key: one["text"] for key, one in told.items()
    }


def test_a_notebook_that_opens_no_sheet_cannot(tmp_path: Path) -> None:
    book = {**source(NAME).book, "cells": source(NAME).book["cells"][:3]}
    with pytest.raises(ClasskitError, match="cannot be built with --seed-later"):
        NbgraderSource(tmp_path / "x.ipynb", book).with_word_cell()


def test_the_students_version_asks_for_it_and_tells_none(students: dict[str, Any]) -> None:
    text = json.dumps(students)
    assert "SOLUTION" not in text and "lantern" not in text.lower()
    assert word_cell(students)["source"] == ['word = ""  # the word that your teacher announces']
    names: dict[str, Any] = {}
    with pytest.raises(MessageError, match="This sheet has no numbers yet"):
        for one in students["cells"]:
            if one["cell_type"] == "code":
                exec("".join(one["source"]), names)


@pytest.mark.parametrize(
    ("words", "typed", "answers", "why"),
    [
        (["Lantern"], "lantern ", True, ""),
        (["harbour", "Lantern"], "LANTERN", True, ""),
        (["harbour"], "lantern", True, "it was done with the word 'lantern' instead of 'harbour'"),
        (["harbour", "mast"], "lanterm", True, "'lanterm' instead of 'harbour' or 'mast': to"),
        (["harbour"], "", True, "it was done without the word of the day"),
        (["harbour"], "", False, ""),
        (["harbour"], "lantern", False, ""),
    ],
)
def test_another_word_is_said_and_not_marked_with_other_numbers(
    words: list[str], typed: str, answers: bool, why: str, students: dict[str, Any], tmp_path: Path
) -> None:
    """A typing error, or a sitting of another day: its teacher decides. Nothing loses nothing."""
    path = papers.hand_in(tmp_path, "ada", NAME, sat(students, typed, answers))
    handed = run_submission(read_submission(path), source(NAME).with_words(words), LIMITS)
    assert why in handed.problem and bool(why) == bool(handed.problem)
    if "lanterm" in why:
        assert handed.problem.endswith("add it with --word")


def test_the_other_version_is_said(students: dict[str, Any], tmp_path: Path) -> None:
    """Handed in: one with a word where none is marked, one without where one is."""
    path = papers.hand_in(tmp_path, "ada", NAME, sat(students, "lantern"))
    handed = run_submission(read_submission(path), source(NAME), LIMITS)
    assert handed.problem == (
        "its numbers are drawn from a word of the day: mark it with --word WORD"
    )
    path = papers.hand_in(tmp_path, "bo", NAME, filled(NAME, "bo", {}))
    handed = run_submission(read_submission(path), LATER, LIMITS)
    assert handed.problem == SUSPECT


SUSPECT = (
    "this is not the sheet of the day, or its cell for the word is missing: look at it before you "
    "mark it"
)


def test_a_sheet_without_its_word_cell_is_not_called_another_one(
    students: dict[str, Any], tmp_path: Path
) -> None:
    """Whether it was made at home or lost its cell nobody knows, so nobody is told how to pass."""
    book = sat(students, "lantern")
    book["cells"].remove(word_cell(book))
    handed = run_submission(
        read_submission(papers.hand_in(tmp_path, "ada", NAME, book)), LATER, LIMITS
    )
    assert handed.problem == SUSPECT


def test_a_typed_word_is_shown_as_it_was_typed(students: dict[str, Any], tmp_path: Path) -> None:
    book = sat(students, "lantern --word inject; rm -rf ~")
    handed = run_submission(
        read_submission(papers.hand_in(tmp_path, "ada", NAME, book)), LATER, LIMITS
    )
    assert handed.problem == (
        "it was done with the word 'lantern --word inject; rm -rf ~' instead of 'lantern': to "
        "accept this word too, add it with --word"
    )


def test_a_forgotten_word_is_one_remark(students: dict[str, Any], tmp_path: Path) -> None:
    """All that follows from it is one more, not one for each cell that uses the sheet."""
    book = sat(students, "", answers=False)
    handed = run_submission(
        read_submission(papers.hand_in(tmp_path, "ada", NAME, book)), LATER, LIMITS
    )
    assert len(handed.remarks) == 2 and "This sheet has no numbers yet" in handed.remarks[0]
    assert handed.remarks[1].count("name 'sheet' is not defined") == 1
    assert "also cells" in handed.remarks[1]


def test_each_is_marked_with_the_word_of_its_sitting(
    students: dict[str, Any],
    tmp_path: Path,
    nbgrader: NbgraderFolder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All points for both sittings; none for another's answers; the others are not marked."""
    monkeypatch.setattr(grader, "NbgraderFolder", lambda folder: nullcontext(nbgrader))
    (tmp_path / "marks").mkdir()
    for student, word in (("ada", "Lantern"), ("late", "harbour"), ("odd", "lanterm")):
        book = sat(students, word)
        if student == "late":  # the numbers of that day, but of somebody else
            cell(book, "student")["source"] = "student = 'ada'"
        papers.hand_in(tmp_path / "in", student, NAME, book)
    papers.hand_in(tmp_path / "in", "nothing", NAME, sat(students, "", answers=False))
    both = source(NAME).with_words(["lantern", "harbour"])
    ada, late, nothing, odd = grade_folder(tmp_path / "in", both, tmp_path / "marks", limits=LIMITS)
    assert (ada.total, ada.remarks) == (11.0, [])
    assert (late.total, late.remarks) == (11.0, ["answered with the numbers of 'ada'"])
    assert nothing.build_row()["total"] == "" and nothing.absent and not nothing.problem
    assert "lanterm" in odd.problem and odd.build_row()["total"] == ""
    said = {one.student: one.build_row()["word"] for one in (ada, late, nothing, odd)}
    assert said == {"ada": "lantern", "late": "harbour", "nothing": "", "odd": "lanterm"}
    assert (
        next(iter(ada.build_row().items())) == ("student", "ada")
        and [*ada.build_row()][1] == "word"
    )
    table = (tmp_path / "marks" / f"{NAME}.csv").read_text(encoding="utf-8-sig")
    assert table.startswith("student,word,") and "late,harbour," in table
    shown = (tmp_path / "marks" / f"{NAME}.html").read_text(encoding="utf-8")
    assert "Words of the day" in shown and "<bdi>harbour</bdi>" in shown
    assert "word" not in GradedResult("ada").build_row(), "other sheets have none"


def test_editors_may_give_cells_other_ids(students: dict[str, Any], tmp_path: Path) -> None:
    """Or keep the ids and strip all else."""
    for strip in ("id", "metadata"):
        book = sat(students, "lantern")
        for one in book["cells"]:
            one[strip] = {} if strip == "metadata" else f"x{id(one)}"
        path = papers.hand_in(tmp_path, "ada", NAME, book)
        handed = run_submission(read_submission(path), LATER, LIMITS)
        assert (handed.problem, handed.remarks) == ("", []), strip
        assert handed.answers[WORD] == "lantern"


def test_marking_asks_for_the_word(tmp_path: Path) -> None:
    (tmp_path / "in" / "ada").mkdir(parents=True)
    with pytest.raises(ClasskitError, match="Pass the word that you announced, as in --word"):
        grade_folder(tmp_path / "in", source(NAME).with_word_cell(), tmp_path / "marks")


@pytest.mark.parametrize("word", ["", "?!"])
def test_the_command_wants_a_word_with_letters(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["assignment", "grade", str(tmp_path), "--assignment", NAME, "--word", word]
    assert main(words) == 1
    assert "--word requires the word that you announced" in capsys.readouterr().err


def test_the_command_builds_both_versions(
    tmp_path: Path, nbgrader: NbgraderFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "classkit.assignments.nbgrader_folder.NbgraderFolder", lambda folder: nullcontext(nbgrader)
    )
    words = ["assignment", "build", "--seed-later", "--assignment", NAME, "--to", str(tmp_path)]
    assert main(words) == 0
    student, teacher = (
        NbgraderSource.read(tmp_path / whose / f"{NAME}.ipynb") for whose in ("student", "teacher")
    )
    assert student.has_word and teacher.has_word
    assert "SOLUTION" in teacher.text and "SOLUTION" not in student.text
    assert [*build_versions([source(NAME)], tmp_path / "plain")]
    plain = (tmp_path / "plain" / "teacher" / f"{NAME}.ipynb").read_bytes()
    assert plain == source(NAME).path.read_bytes(), "as it was written"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Siobhan O\u2019Brien", "siobhan o'brien"),
        ("Siobhan O\u00b4Brien", "siobhan o'brien"),
        ("\uff14\uff17\uff11\uff11", "4711"),
        ("\uff21\uff44\uff41", "ada"),
        ("Ada\u3000L", "ada l"),
        ("o\uff07brien", "o'brien"),
        ("Zoe\u0308", "zo\u00eb"),
    ],
)
def test_one_person_draws_the_same_numbers_in_every_width(typed: str, plain: str) -> None:
    assert parse_student(typed) == plain
    one, other = (open_sheet("opoly-read", name) for name in (typed, plain))
    assert [one.ask(key).text for key in one.questions] == [
        other.ask(key).text for key in other.questions
    ]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("  Ada   Lovelace ", "ada lovelace"),
        (4711, "4711"),
        ("O'Brien", "o'brien"),
        ("Zo\u00eb M\u00dcLLER", "zo\u00eb m\u00fcller"),
        ("\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e"),
        ("\u0141ukasz \u017b\u00f3\u0142\u0107", "\u0142ukasz \u017c\u00f3\u0142\u0107"),
        ("Gro\u00df", "gro\u00df"),
        ("S\u00f8ren-\u00c6", "s\u00f8ren-\u00e6"),
        ("\u0130pek", "i\u0307pek"),
        ("m@x_1.2", "m@x_1.2"),
        ("Smith, John", "smith, john"),
        ("\u0418\u0432\u0430\u043d", "\u0438\u0432\u0430\u043d"),
    ],
)
def test_a_plain_name_draws_what_it_has_always_drawn(typed: object, key: str) -> None:
    """Golden: these are the keys of version 0.1; another key is another set of numbers."""
    assert parse_student(typed) == key


def test_the_numbers_of_a_plain_name_are_golden() -> None:
    """Whoever changes these changes the numbers of every student who has begun a sheet."""
    draw = QuestionRandom(f"opoly-read|{parse_student('Ada Lovelace')}|rent|0")
    assert [draw.draw_integer(1, 1000) for _ in range(5)] == [146, 218, 135, 164, 868]
