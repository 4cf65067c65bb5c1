"""Submissions under odd names and in odd shapes, and what a second marking keeps of the first."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import nullcontext
from copy import deepcopy
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.assignments import grader
from classkit.assignments.answer_types import NumberAnswer, SetAnswer
from classkit.assignments.cell_layout import CellLayout
from classkit.assignments.grader import build_grading_notebook, grade_folder
from classkit.assignments.homework.homework_notebook import (
    STUDENT_SUFFIX,
    TEACHER_SUFFIX,
    build_notebooks,
)
from classkit.assignments.nbgrader_folder import CellGrade, NbgraderFolder
from classkit.assignments.nbgrader_source import NbgraderSource, is_as_given, mark_given_texts
from classkit.assignments.nbgrader_worker import TEXT_STUB
from classkit.assignments.notebook_file import read_submission
from classkit.assignments.plain_data import NotPlainData, parse_message, to_plain
from classkit.assignments.run_supervisor import SubmissionLimits
from classkit.assignments.submission import prepare_cells
from classkit.assignments.submission import run_submission as run_submission
from classkit.assignments.submission_contents import SubmissionContents, is_blank_submission
from classkit.assignments.submission_finder import run_student_submission
from classkit.engine.errors import ClasskitError
from classkit.testing.file_audit import audit_opens

from .papers import (
    FOLDER,
    begin_course,
    cell,
    filled,
    hand_in,
    released,
    right_answers,
    source,
    students_version,
)

NAME = "economy-read"
LIMITS = SubmissionLimits(cell_seconds=5, seconds=20, megabytes=1_500)
READ = "explain-free-ride"
OTHERS = {"classkit": {"sheet": "opoly-read"}}
"""What stands in a notebook of another assignment."""
WATCHED = """
import sys

def watch(event, arguments):
    if event == "os.chdir":
        sys.stderr.write("the working folder was changed\\n")

sys.addaudithook(watch)
from classkit.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command, with a word on stderr whenever this very process changes its working folder."""


def book_of(student: str, reason: str = "") -> dict[str, Any]:
    """Everything right, and perhaps a reason."""
    book = filled(NAME, student, right_answers(NAME, student))
    if reason:
        cell(book, READ)["source"] = reason
    return book


def rows_of(to: Path, ending: str = "csv") -> dict[str, dict[str, str]]:
    """The gradebook: student -> row."""
    with (to / f"{NAME}.{ending}").open(newline="", encoding="utf-8-sig") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_names_and_shapes(tmp_path: Path, deep: bool) -> None:
    """Thirty and more, by a relative path, with words for what is unreadable.

    In the short form one of each shape, and an odd name together with an odd shape. Nothing changes
    the working folder under the threads.
    """
    stand, to = tmp_path / "Übung 3", tmp_path / "the marks"
    folder = stand / "handed in"
    honest = [f"{number} Zoë 张" for number in range(26 if deep else 0)]
    for student in honest:
        hand_in(folder, student, NAME, book_of(student))
    there = hand_in(folder, "-Zoë 张", f"Copy of {NAME}", book_of("-Zoë 张"))
    hand_in(folder, "renamed", "my homework", book_of("renamed"))
    hand_in(folder, "other", "my homework", {"nbformat": 4, "cells": [], "metadata": {}})
    hand_in(folder, "mistaken", NAME, {**book_of("mistaken"), "metadata": OTHERS})
    hand_in(folder, "twice", NAME, book_of("twice"))
    hand_in(folder, "twice", f"{NAME} (1)", book_of("twice", "On reflection: because."))
    hand_in(folder, "deep", NAME, "[" * 1_000 + "]" * 1_000)
    bare = book_of("bare")
    for one in bare["cells"]:
        one["metadata"] = {}
    hand_in(folder, "bare", NAME.title(), bare)
    shell = book_of("shell")
    cell(shell, "answer-reach")["source"] = f"!ls\n{cell(shell, 'answer-reach')['source']}"
    hand_in(folder, "shell", NAME, shell)
    half = book_of("half")
    cell(half, "answer-reach")["source"] = "1 / 0"
    hand_in(folder, "half", NAME, half)
    hand_in(folder, ".", NAME, book_of("loose"))
    (folder / "__MACOSX").mkdir()
    (folder / "missing").mkdir()
    (folder / "linked").mkdir()
    (folder / "linked" / f"{NAME}.ipynb").symlink_to(there)
    os.mkfifo(hand_in(folder, "pipe", "x", "").with_name(f"{NAME}.ipynb"))
    words = ["assignment", "grade", "handed in", "--to", "../the marks", "--at-once", "2"]
    ran = subprocess.run(
        [sys.executable, "-c", WATCHED, *words, "--assignment", str(FOLDER / f"{NAME}.ipynb")],
        cwd=stand,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    rows = rows_of(to)
    assert len(rows) == 12 + len(honest) and "__MACOSX" not in rows, ran.stderr
    for student in ("'-Zoë 张", *honest, "bare", "shell"):
        assert (rows[student]["total"], rows[student]["remarks"]) == ("11.0", ""), student
    assert 0 < float(rows["half"]["total"]) < 11
    assert "ZeroDivisionError" in rows["half"]["remarks"]
    assert rows["missing"]["remarks"] == "nothing was handed in"
    assert rows["renamed"]["total"] == "11.0"
    assert rows["renamed"]["remarks"] == (
        "my homework.ipynb was marked: it has the cells of this assignment"
    )
    unread = {
        "other": f"my homework.ipynb may not be {NAME}: if it is, rename it to {NAME}.ipynb",
        "mistaken": "it is the notebook of opoly-read with this file name",
        "twice": f"the folder contains 2 different notebooks ({NAME}.ipynb, {NAME} (1).ipynb). "
        "Keep only the one that counts",
        "deep": "the file is not a notebook",
        "linked": f"{NAME}.ipynb is a link: replace it with a copy of the file",
        "pipe": "it is not a file",
    }
    assert {student: rows[student]["remarks"] for student in unread} == unread
    for student in (*unread, "missing"):  # nothing that a spreadsheet counts as zero
        points = {key: cell for key, cell in rows[student].items() if cell}
        assert points.keys() == {"student", "out_of", "remarks"}, student
    assert ran.returncode == 1
    assert "7 submissions could not be graded" in ran.stderr
    assert all(f"{student}, {NAME}: {why}" in ran.stderr for student, why in unread.items())
    assert ran.stdout.count("not marked") == 6 and ran.stdout.count("not handed in  (") == 1
    assert "missing," not in ran.stderr
    assert "economy-read.ipynb is not in a folder" in ran.stderr, (
        "beside the students' folders: nobody's"
    )
    assert "Move it into a folder" in ran.stderr and "numbers of" not in ran.stdout
    assert "the working folder was changed" not in ran.stderr


def test_what_is_marked_is_kept_should_the_rest_break(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine goes down at the second submission: the first has its row already.

    The CSV of an earlier marking stays as it was.
    """

    def autograde(
        course: NbgraderFolder, source: NbgraderSource, student: str, *_: object
    ) -> list[CellGrade]:
        if student == "bo":
            raise KeyboardInterrupt
        return [CellGrade("test-reach", 2.0, 2.0, False)]

    students = tmp_path / "students.ipynb"
    students.write_text(released(NAME), encoding="utf-8")
    monkeypatch.setattr(NbgraderFolder, "release", lambda *_: students)
    monkeypatch.setattr(NbgraderFolder, "read_by_hand", lambda *_: set())
    monkeypatch.setattr(NbgraderFolder, "autograde", autograde)
    monkeypatch.setattr(
        "classkit.assignments.grader.run_student_submission", lambda *_: SubmissionContents()
    )
    for student in ("ada", "bo"):
        hand_in(tmp_path / "in", student, NAME, "{}")
    marks = tmp_path / "marks"
    marks.mkdir()
    (marks / f"{NAME}.csv").write_text("student,total\nada,1.0\nbo,3.0\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        grade_folder(tmp_path / "in", source(NAME), marks)
    kept, earlier = rows_of(marks, "part.csv"), rows_of(marks)
    assert {student: row["total"] for student, row in kept.items()} == {"ada": "2.0"}
    assert {student: row["total"] for student, row in earlier.items()} == {
        "ada": "1.0",
        "bo": "3.0",
    }


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A course folder with one nbgrader for all markings, which takes long to start."""
    with begin_course(tmp_path / "marks") as course:
        monkeypatch.setattr(grader, "NbgraderFolder", lambda folder: nullcontext(course))
        yield course.folder


def test_what_was_read_stays_read(
    tmp_path: Path, marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points by hand go into the next CSV; an answer written anew is to be read anew.

    What the same notebook hands over is the same: each is run once.
    """
    from nbgrader.api import Gradebook  # it loads slowly, in each process that reads this file

    handed: dict[bytes, SubmissionContents] = {}

    def run_once(
        path: Path, source: NbgraderSource, limits: SubmissionLimits
    ) -> SubmissionContents:
        text = (path / f"{NAME}.ipynb").read_bytes()
        if text not in handed:
            handed[text] = run_student_submission(path, source, limits)
        return deepcopy(handed[text])

    monkeypatch.setattr(grader, "run_student_submission", run_once)
    folder, to = tmp_path / "in", marks
    for student in ("ada", "bo"):
        hand_in(folder, student, NAME, book_of(student, "Because."))
    grade_folder(folder, source(NAME), to, limits=LIMITS)
    assert {row["to_read"] for row in rows_of(to).values()} == {READ}
    with Gradebook(f"sqlite:///{to / 'gradebook.db'}") as gradebook:
        for student in ("ada", "bo"):  # what the formgrader does
            paper = gradebook.find_submission_notebook(NAME, NAME, student)
            mark = next(one for one in paper.grades if one.name == READ)
            mark.manual_score, mark.needs_manual_grade = 3, False
        gradebook.db.commit()
    hand_in(folder, "bo", NAME, book_of("bo", "On reflection: because."))
    for remark in (f"handed in again after it was read: {READ}", ""):
        grade_folder(folder, source(NAME), to, limits=LIMITS)
        rows = rows_of(to)
        assert (rows["ada"][READ], rows["ada"]["total"]) == ("3.0", "14.0")
        assert (rows["ada"]["to_read"], rows["ada"]["remarks"]) == ("", "")
        assert (rows["bo"][READ], rows["bo"]["total"], rows["bo"]["to_read"]) == ("", "11.0", READ)
        assert rows["bo"]["remarks"] == remark


def test_marks_do_not_go_among_the_submissions(tmp_path: Path) -> None:
    """At the next marking their folders would be students."""
    hand_in(tmp_path, "ada", NAME, "{}")
    for to in (tmp_path, tmp_path / "marks"):
        with pytest.raises(ClasskitError, match="count as students"):
            grade_folder(tmp_path, source(NAME), to)
    assert [path.name for path in tmp_path.iterdir()] == ["ada"]


def test_a_file_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.ipynb")
    assert read_submission(tmp_path / "x.ipynb").why == "it is not a file"


def notebook(tmp_path: Path, text: str) -> Path:
    """A submission of that text."""
    path = tmp_path / "x.ipynb"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_that_a_notebook_names_is_opened(tmp_path: Path) -> None:
    """And a character that is half there does not stop the marking of all the others."""
    (tmp_path / "there.txt").write_text("secret")
    named = str(tmp_path / "there.txt")
    one = {
        "cell_type": "code",
        "id": named,
        "source": ["# \ud800\n", named],
        "attachments": {named: named},
        "metadata": {"nbgrader": {"grade_id": named, "path": named}},
    }
    about = {"classkit": {"sheet": named}}
    path = notebook(tmp_path, json.dumps({"nbformat": 4, "cells": [one], "metadata": about}))
    with audit_opens() as opened:
        cells, why, _ = read_submission(path)
    assert cells and not why
    assert [at for at in opened if at.startswith(str(tmp_path))] == [str(path)]
    json.dumps(cells, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000, '{"cells": ' + "9" * 5000 + "}", "{" + '"\\' * 1_000_000,
        '{"nbformat": 4, "cells": [5]}', '{"nbformat": "4", "cells": []}', "5", "",
        '{"nbformat": 4, "cells": [{"cell_type": "code", "source": 5}]}',
        '{"nbformat": 4, "cells": [{"source": "a", "cell_type": "code", "metadata": []}]}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_notebook_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    assert read_submission(notebook(tmp_path, text)) == ([], "the file is not a notebook", "")


@pytest.mark.parametrize("value", ["\ud800", ["a\udfff"], {"\ud800": 1}])
def test_half_a_character_is_no_answer(value: Any) -> None:
    with pytest.raises(NotPlainData):
        to_plain(value)
    with pytest.raises(NotPlainData):
        parse_message(json.dumps({"cost": value}))


def test_what_the_check_reads_is_what_is_marked(tmp_path: Path) -> None:
    """An answer set in a cell of one's own, or by exact numbers, is right at home and here.

    A cell below the check is too late, as it is at home.
    """
    book = book_of("ada")
    lines = right_answers(NAME, "ada")
    (reach, own_right), (landing, exact), (late, late_right) = (
        lines[f"answer-{key}"].split(" = ") for key in ("reach", "landing", "herfindahl")
    )

    def own(below: str, code: str) -> None:
        at = book["cells"].index(cell(book, below)) + 1
        book["cells"].insert(at, {"cell_type": "code", "metadata": {}, "source": code})

    cell(book, "answer-reach")["source"] = f"{reach} = None"
    own("answer-reach", f"{reach} = {own_right}")
    cell(book, "answer-landing")["source"] = (
        f"from decimal import Decimal\n{landing} = Decimal('{exact}')"
    )
    cell(book, "answer-herfindahl")["source"] = f"misspelt = {late_right}"
    own("test-herfindahl", f"{late} = {late_right}")
    handed = run_submission(
        read_submission(hand_in(tmp_path, "ada", NAME, book)), source(NAME), LIMITS
    )
    assert handed.remarks == [f"answer-herfindahl: its code does not set {late}"]
    assert handed.answers[reach] == int(own_right)
    assert f"{reach} = {own_right}" in handed.code["answer-reach"], "it is read with the answer"
    assert handed.answers[landing] == int(exact)
    assert late not in handed.answers
    assert "open_sheet" not in handed.code["student"], "what was given is not the student's"


COUNTS = "answer-reach occurs twice; the last copy above its check that sets an answer counts"
STUB = "ends = None\n# Write your answer above, then run this cell."


@pytest.mark.parametrize(
    ("first", "second", "below_the_check", "counts"),
    [
        ("ends = 3", "ends = 4", False, 4),
        ("ends = 4", "ends = 3", False, 3),
        ("ends = 3", STUB, False, 3),
        (STUB, "ends = 3", False, 3),
        ("ends = 3", "ends = 4", True, 3),
        ("ends = 4", "ends = 3", True, 4),
        (STUB, "ends = 3", True, None),
    ],
)
def test_of_two_copies_the_one_counts_that_the_check_reads(
    first: str, second: str, below_the_check: bool, counts: int | None, tmp_path: Path
) -> None:
    """As at home, the last; nbgrader does so too. Remark, marks and code agree."""
    book = book_of("ada")
    original = cell(book, "answer-reach")
    copy = {**deepcopy(original), "source": second}
    original["source"] = first
    above = cell(book, "test-reach") if below_the_check else original
    book["cells"].insert(book["cells"].index(above) + 1, copy)
    path = hand_in(tmp_path, "ada", NAME, book)
    handed = run_submission(read_submission(path), source(NAME), LIMITS)
    assert handed.remarks == [COUNTS]
    paper = build_grading_notebook(students_version(NAME), source(NAME), handed)
    assert cell(paper, "answer-reach")["source"] == f"ends = {counts}", "this is marked"
    assert (second in handed.code["answer-reach"]) == (not below_the_check)


@pytest.mark.parametrize("texts", [("Because.", "On reflection: no."), ("No.", "Because.")])
def test_of_two_copies_of_a_text_both_are_read(texts: tuple[str, str], tmp_path: Path) -> None:
    """A person reads them: nothing that was written is lost."""
    book = book_of("ada", texts[0])
    at = book["cells"].index(cell(book, READ))
    book["cells"].insert(at + 1, {**deepcopy(book["cells"][at]), "source": texts[1]})
    book["cells"].insert(at + 2, deepcopy(book["cells"][at]))
    path = hand_in(tmp_path, "ada", NAME, book)
    handed = run_submission(read_submission(path), source(NAME), LIMITS)
    assert handed.remarks == [f"{READ} occurs 3 times; the teacher reads all of its texts"]
    assert handed.texts[READ] == "\n\n".join(texts)


@pytest.mark.parametrize("value", [Decimal("2.5"), Fraction(5, 2)])
def test_an_exact_number_is_a_number(value: Any) -> None:
    """The check at home says that it is right, so it cannot be no answer when it is marked."""
    assert NumberAnswer("gold", whole=False).judge(value, 2.5).right
    assert to_plain(value) == 2.5
    with pytest.raises(NotPlainData, match="not finite"):
        to_plain(Decimal("Infinity"))


def test_a_folder_without_a_notebook_is_not_zero(tmp_path: Path) -> None:
    """A photograph or a PDF was handed in, but not what can be marked (guide, Handing in)."""
    ada = tmp_path / "ada"
    ada.mkdir()
    (ada / ".DS_Store").write_text("")
    assert run_student_submission(ada, source(NAME), LIMITS) == SubmissionContents(
        absent="nothing was handed in"
    )
    (ada / "homework.pdf").write_text("%PDF")
    assert run_student_submission(ada, source(NAME), LIMITS).problem == (
        "there is no notebook in the folder, only homework.pdf: ask for the notebook"
    )


def test_editors_may_strip_all_but_the_ids_of_cells() -> None:
    """Assignments and homework are known by the ids of their cells alone; checks are not run."""
    match = classkit.new("economy", 3, seed=7).play(until="end")
    made = build_notebooks(match, name="monday-homework")
    teacher, book = (json.loads(made[kind]) for kind in (TEACHER_SUFFIX, STUDENT_SUFFIX))
    homework = NbgraderSource(Path("monday-homework-teacher.ipynb"), teacher)
    for one in book["cells"]:
        one["metadata"] = {}
    kept = {one["id"] for one in book["cells"]}
    assert {one.grade_id for one in homework.answer_cells} | {
        one.grade_id for one in homework.checks
    } <= kept
    assert len(kept) == len(book["cells"])


def test_a_homework_that_holds_another_match_is_refused() -> None:
    """Its teacher's version asks about one match, and holds another, or none at all."""
    match, other = (classkit.new("economy", 3, seed=seed).play(until="end") for seed in (7, 8))
    teacher, strange = (json.loads(build_notebooks(one)[TEACHER_SUFFIX]) for one in (match, other))
    assert NbgraderSource(Path("x.ipynb"), teacher).question_server.played is not None
    mixed = {**teacher, "cells": strange["cells"]}
    with pytest.raises(ClasskitError, match="do not belong to the match"):
        _ = NbgraderSource(Path("x.ipynb"), mixed).question_server
    assert source(NAME).question_server.played is None


class Whole(int):
    """A whole number of a type of one's own."""

    def __index__(self) -> int:
        raise SystemExit

    __int__ = __float__ = __index__  # type: ignore[assignment]


class Word(str):
    """A text of a type of one's own."""


class Seat(IntEnum):
    """A number with a name."""

    B = 2


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Whole(3), 3),
        (Seat.B, 2),
        (Word("A"), "A"),
        ({"A": 1}.keys(), ["A"]),
        ({"a": "A"}.values(), ["A"]),
        (deque(["B", "A"]), ["B", "A"]),
        ({Word("B"), "A"}, ["A", "B"]),
        (range(2), [0, 1]),
        ({Word("a"): Whole(1)}, {"a": 1}),
    ],
)
def test_what_a_check_takes_is_handed_over(value: Any, plain: Any) -> None:
    """Said to be right at home, it cannot be nothing when it is marked."""
    handed = to_plain(value)
    assert handed == plain and json.loads(json.dumps(handed)) == plain
    assert type(handed) is type(plain)


def test_a_check_and_the_marker_agree_on_lists() -> None:
    kind = SetAnswer(("A", "B", "C"))
    for value in ({"A": 1, "B": 2}.keys(), deque("AB"), {"A", Word("B")}, ("A", "B")):
        assert kind.judge(value, frozenset("AB")).right
        assert kind.judge(to_plain(value), frozenset("AB")).right


@pytest.mark.parametrize("value", [b"AB", bytearray(b"AB"), object(), print])
def test_what_is_no_answer_is_named_by_its_type(value: Any) -> None:
    with pytest.raises(NotPlainData, match=f"of the type {type(value).__name__}, not a number"):
        to_plain(value)


def reworded(name: str, student: str, **texts: str) -> dict[str, Any]:
    """A submission whose texts had another wording when it was handed out; some are answered."""
    book = filled(name, student, right_answers(name, student))
    for one in book["cells"]:
        if one["cell_type"] == "markdown":
            one["source"] = f"Formerly: {''.join(one['source'])} Formerly."
    book = mark_given_texts(book)
    for grade_id, text in texts.items():
        cell(book, grade_id)["source"] = text
    return book


def find_written(name: str) -> list[str]:
    """The ids of the answers that a teacher reads."""
    return [one.grade_id for one in source(name).answer_cells if one.by_hand]


def read_book(tmp_path: Path, name: str, book: dict[str, Any]) -> SubmissionContents:
    """What the marker reads of a submission."""
    path = hand_in(tmp_path, "ada", name, book)
    layout = CellLayout(read_submission(path).cells, source(name))
    handed = SubmissionContents()
    prepare_cells(layout, handed)
    return handed


WRITTEN = "economy-decide"


def test_an_untouched_text_is_blank_in_any_wording(tmp_path: Path) -> None:
    written = find_written(WRITTEN)
    handed = read_book(tmp_path, WRITTEN, reworded(WRITTEN, "ada"))
    assert handed.texts == dict.fromkeys(written, TEXT_STUB) and not handed.loose
    assert [one.partition(":")[0] for one in handed.remarks] == written
    assert "its text is as it was handed out" in handed.remarks[0]
    handed.answers = {}
    handed.code = {}
    assert is_blank_submission(handed)


def test_an_answered_text_counts_in_any_wording(tmp_path: Path) -> None:
    written = dict.fromkeys(find_written(WRITTEN), "Because.")
    handed = read_book(tmp_path, WRITTEN, reworded(WRITTEN, "ada", **written))
    assert handed.texts == written and not handed.remarks


@pytest.mark.parametrize("stated", [5, [], {}, None, "x" * 100_000, "\ud800", True])
def test_what_a_file_states_of_its_texts_is_not_trusted(stated: Any, tmp_path: Path) -> None:
    """A wrong statement changes nothing; a student who states their own text loses it, visibly."""
    written = find_written(WRITTEN)[0]
    book = reworded(WRITTEN, "ada", **{written: "Because."})
    cell(book, written)["metadata"]["classkit"] = {"given": stated}
    assert read_book(tmp_path, WRITTEN, book).texts[written] == "Because."
    forged = mark_given_texts(book)
    handed = read_book(tmp_path, WRITTEN, forged)
    assert handed.texts[written] == TEXT_STUB and "as it was handed out" in handed.remarks[0]


def test_what_is_handed_out_says_what_its_texts_were() -> None:
    book = students_version(WRITTEN)
    texts = [one for one in book["cells"] if one["cell_type"] == "markdown"]
    assert len(texts) > 3 and all(map(is_as_given, texts))
