"""Submissions under odd names and in odd shapes, and what a second marking keeps of the first."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from classkit.assignments.marking import grade
from classkit.assignments.submission import Limits, read_submission
from classkit.cli import main
from classkit.engine.errors import ClasskitError

from .papers import FOLDER, cell, filled, hand_in, right_answers, source

NAME = "economy-read"
LIMITS = Limits(cell_seconds=5, seconds=20, megabytes=1_500)
READ = "explain-free-ride"


def book_of(student: str, reason: str = "") -> dict[str, Any]:
    """Everything right, and perhaps a reason."""
    book = filled(NAME, student, right_answers(NAME, student))
    if reason:
        cell(book, READ)["source"] = reason
    return book


def rows_of(to: Path) -> dict[str, dict[str, str]]:
    """The gradebook: student -> row."""
    with (to / f"{NAME}.csv").open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_names_and_shapes(tmp_path: Path) -> None:
    folder, to = tmp_path / "in", tmp_path / "marks"
    hand_in(folder, "-Zoë 张", NAME, book_of("-Zoë 张"))
    hand_in(folder, "copy", f"Copy of {NAME}", book_of("copy"))
    hand_in(folder, "capitals", NAME.title(), book_of("capitals"))
    hand_in(folder, "other", "my homework", book_of("other"))
    hand_in(folder, "deep", NAME, "[" * 1_000 + "]" * 1_000)
    bare = book_of("bare")
    for one in bare["cells"]:
        one["metadata"] = {}
    hand_in(folder, "bare", NAME, bare)
    shell = book_of("shell")
    cell(shell, "answer-reach")["source"] = f"!ls\n{cell(shell, 'answer-reach')['source']}"
    hand_in(folder, "shell", NAME, shell)
    (folder / "__MACOSX").mkdir()
    os.mkfifo(hand_in(folder, "pipe", "x", "").with_name(f"{NAME}.ipynb"))
    grade(folder, source(NAME), to, limits=LIMITS, at_once=2)
    rows = rows_of(to)
    assert len(rows) == 8 and "__MACOSX" not in rows
    for student in ("'-Zoë 张", "copy", "capitals", "bare", "shell"):
        assert (rows[student]["total"], rows[student]["remarks"]) == ("11.0", ""), student
    assert rows["other"]["remarks"] == (
        "nothing was handed in under the name economy-read.ipynb, but my homework.ipynb"
    )
    assert rows["deep"]["remarks"] == "the file is no notebook"
    assert rows["pipe"]["remarks"] == "it is no file"
    assert {rows[student]["total"] for student in ("other", "deep", "pipe")} == {"0.0"}


def test_what_was_read_stays_read(tmp_path: Path) -> None:
    """Points by hand go into the next CSV; an answer written anew is to be read anew."""
    folder, to = tmp_path / "in", tmp_path / "marks"
    for student in ("ada", "bo"):
        hand_in(folder, student, NAME, book_of(student, "Because."))
    grade(folder, source(NAME), to, limits=LIMITS)
    assert {row["to_read"] for row in rows_of(to).values()} == {READ}
    with Gradebook(f"sqlite:///{to / 'gradebook.db'}") as gradebook:
        for student in ("ada", "bo"):  # what the formgrader does
            paper = gradebook.find_submission_notebook(NAME, NAME, student)
            mark = next(one for one in paper.grades if one.name == READ)
            mark.manual_score, mark.needs_manual_grade = 3, False
        gradebook.db.commit()
    hand_in(folder, "bo", NAME, book_of("bo", "On reflection: because."))
    for remark in (f"handed in anew since it was read: {READ}", ""):
        grade(folder, source(NAME), to, limits=LIMITS)
        rows = rows_of(to)
        assert (rows["ada"][READ], rows["ada"]["total"]) == ("3.0", "14.0")
        assert (rows["ada"]["to_read"], rows["ada"]["remarks"]) == ("", "")
        assert (rows["bo"][READ], rows["bo"]["total"], rows["bo"]["to_read"]) == ("", "11.0", READ)
        assert rows["bo"]["remarks"] == remark


def test_a_loose_notebook_is_nobodys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A notebook that lies beside the students' folders is nobody's, and that is said."""
    hand_in(tmp_path, ".", NAME, book_of("loose"))
    hand_in(tmp_path, "ada", NAME, "{}")
    path = str(FOLDER / f"{NAME}.ipynb")
    assert main(["assignment", "grade", str(tmp_path), "--assignment", path]) == 0
    said = capsys.readouterr()
    assert "economy-read.ipynb lies in" in said.err and "put it into a folder" in said.err
    assert "the file is no notebook" in said.out and "numbers of" not in said.out


def test_marks_do_not_go_among_the_submissions(tmp_path: Path) -> None:
    """At the next marking their folders would be students."""
    hand_in(tmp_path, "ada", NAME, "{}")
    for to in (tmp_path, tmp_path / "marks"):
        with pytest.raises(ClasskitError, match="taken for students"):
            grade(tmp_path, source(NAME), to)
    assert [path.name for path in tmp_path.iterdir()] == ["ada"]


def test_a_file_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.ipynb")
    assert read_submission(tmp_path / "x.ipynb") == ([], "it is no file")
