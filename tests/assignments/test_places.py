"""Marking on machines and in folders of all kinds: what goes wrong there is no student's zero."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments.notebook_file import read_submission
from classkit.assignments.question_server import QuestionServer
from classkit.assignments.run_supervisor import RunFailed, SubmissionLimits, run_cells
from classkit.assignments.submission_contents import SubmissionContents
from classkit.assignments.submission_finder import (
    find_submissions,
    has_submissions,
    run_student_submission,
)
from classkit.cli import main
from classkit.filenames import legible_name
from classkit.sandbox.process import build_environment
from classkit.study.arena.policy_file import read_policy, write_policy

from . import papers
from .papers import FOLDER, source

NAME = "economy-read"
PATH = str(FOLDER / f"{NAME}.ipynb")


@pytest.mark.parametrize("chosen", [["--assignment", PATH], []])
def test_nothing_handed_in_at_all(
    tmp_path: Path, chosen: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "bo").mkdir()
    assert main(["assignment", "grade", str(tmp_path / "in"), *chosen]) == 1
    assert "There are no submissions" in capsys.readouterr().err


def test_a_folder_that_is_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A student's folder that may not be listed is no student who handed in nothing."""
    shut = tmp_path / "ada"
    shut.mkdir()
    listed = Path.iterdir

    def iterdir(path: Path) -> Any:
        if path == shut:
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    handed = run_student_submission(shut, source(NAME), SubmissionLimits())
    assert handed == SubmissionContents(problem="the folder cannot be read: Permission denied")


@pytest.mark.parametrize(
    "name", [f"{NAME}.ipynb.txt", f"{NAME}.zip", f"a/b/{NAME}.ipynb", f"Copy of {NAME}.json"]
)
def test_what_went_astray_is_no_zero(tmp_path: Path, name: str) -> None:
    """Browsers write ".txt" after the name, people pack it, other systems keep it deeper down."""
    path = tmp_path / "ada" / name
    path.parent.mkdir(parents=True)
    path.write_text("{}", encoding="utf-8")
    handed = run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits())
    assert handed.problem.startswith(f"{name} is not marked") and not handed.remarks
    assert has_submissions(tmp_path, source(NAME))


def test_a_folder_in_place_of_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "ada" / f"{NAME}.ipynb").mkdir(parents=True)
    assert has_submissions(tmp_path, source(NAME))
    assert (
        run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits()).problem
        == "it is not a file"
    )


def test_a_renamed_notebook_is_found_by_what_it_names(tmp_path: Path) -> None:
    """Its sheet, or the names of all its cells: both stay when a file is called otherwise."""
    bare = {"nbformat": 4, "metadata": {}, "cells": [
        {"cell_type": "code", "source": "", "metadata": {}, "id": one.grade_id}
        for one in source(NAME).answer_cells
    ]}  # fmt: skip
    named = {"nbformat": 4, "metadata": {"classkit": {"sheet": NAME}}, "cells": []}
    for student, book in (("ada", bare), ("bo", named)):
        path = papers.hand_in(tmp_path, student, "my homework", book)
        assert list(find_submissions(path.parent, source(NAME))) == [path]
        assert not find_submissions(path.parent, source("opoly-read"))
    bare["cells"] = bare["cells"][1:]
    papers.hand_in(tmp_path, "ada", "my homework", bare)
    assert not find_submissions(tmp_path / "ada", source(NAME))
    said = run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits()).problem
    assert said.startswith("my homework.ipynb may not be")
    papers.hand_in(tmp_path, "bo", "my homework", {**named, "metadata": {"classkit": {"sheet": 5}}})
    assert (
        "may not be"
        in run_student_submission(tmp_path / "bo", source("opoly-read"), SubmissionLimits()).problem
    )


def test_other_assignments_beside_are_no_riddle(tmp_path: Path) -> None:
    """A folder holds what its student handed in for several; and a copy is no second one."""
    papers.hand_in(tmp_path, "ada", "opoly-read (2)", "{}")
    handed = run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits())
    assert handed == SubmissionContents(absent="nothing was handed in")
    assert not has_submissions(tmp_path, source(NAME))
    for name in (NAME, f"{NAME} (1)"):
        papers.hand_in(tmp_path, "ada", name, "{}")
    assert (
        run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits()).problem
        == "the file is not a notebook"
    )


def test_names_that_the_locale_cannot_read_are_written_all_the_same(tmp_path: Path) -> None:
    """Names of students and policies stand in files, which are in UTF-8."""
    letter = "\N{LATIN SMALL LETTER E WITH DIAERESIS}"
    student = os.fsencode(f"zo{letter}").decode("ascii", "surrogateescape")
    assert legible_name(student) == legible_name(f"zo{letter}") == f"zo{letter}"
    path = write_policy(tmp_path / f"{student}.py")
    assert f"check 'zo{letter}.py'" in path.read_text(encoding="utf-8")
    assert read_policy(path).name == f"zo{letter}"


def test_a_cell_that_only_waits_is_ended_by_the_clock_and_so_is_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Waiting is no work, and would cost the marker half an hour for each submission."""
    monkeypatch.setattr(SubmissionLimits, "cell_timeout", 3)
    monkeypatch.setattr(SubmissionLimits, "timeout", 5)
    cells = [
        {"id": name, "source": code, "answers": [name], "contest": ""}
        for name, code in (
            ("a", "a = 1"),
            ("b", "import time\ntime.sleep(600)"),
            ("c", "c = 3"),
            ("d", "import time\ntime.sleep(600)"),
            ("e", "e = 5"),
        )
    ]
    begun = time.monotonic()
    run = run_cells(cells, QuestionServer(NAME), SubmissionLimits())
    answers, said = run.answers, run.remarks
    assert answers == {"a": 1, "c": 3}
    assert said[:3] == [
        "b: skipped, because it did not finish within 3 seconds",
        "d: it was stopped here, after 5 seconds in total; the rest was not run",
        "e: not run",
    ]
    assert time.monotonic() - begun < 300


@pytest.mark.parametrize("to", [f"../bo/{NAME}.ipynb", "nowhere.ipynb"])
def test_a_link_is_said_and_not_followed(tmp_path: Path, to: str) -> None:
    papers.hand_in(tmp_path, "bo", NAME, "{}")
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / f"{NAME}.ipynb").symlink_to(to)
    handed = run_student_submission(tmp_path / "ada", source(NAME), SubmissionLimits())
    assert handed.problem == f"{NAME}.ipynb is a link: replace it with a copy of the file"


def test_a_loose_notebook_counts_in_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It lies beside the students' folders: all of these are well, and yet somebody is missing."""
    papers.hand_in(tmp_path, ".", NAME, "{}")
    (tmp_path / "ada").mkdir()
    assert main(["assignment", "grade", str(tmp_path), "--assignment", PATH]) == 1
    said = capsys.readouterr().err
    assert "1 submission could not be graded" in said and "Move it into a folder" in said


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    """Some editors write three bytes before the text."""
    path = tmp_path / f"{NAME}.ipynb"
    path.write_bytes(b"\xef\xbb\xbf" + b'{"nbformat": 4, "cells": []}')
    assert read_submission(path) == ([], "", "")


def test_a_process_that_cannot_begin_is_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python says as it fails to start reaches the teacher, and it is no student's zero."""
    package = tmp_path / "classkit" / "assignments"
    package.mkdir(parents=True)
    for place in (package.parent, package):
        (place / "__init__.py").write_text("", encoding="utf-8")
    (package / "submission_process.py").write_text("import no_such_library", encoding="utf-8")
    monkeypatch.setattr("classkit.assignments.run_supervisor.get_package_folder", lambda: tmp_path)
    with pytest.raises(RunFailed, match=r"on this machine.*No module named 'no_such_library'"):
        run_cells([], QuestionServer(NAME), SubmissionLimits())


def test_what_windows_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without these no Python starts there, and temporary files go into the Windows folder."""
    monkeypatch.setenv("SYSTEMROOT", "W")
    monkeypatch.setenv("TEMP", "elsewhere")
    monkeypatch.setenv("TOKEN", "secret")
    found = build_environment(str(tmp_path))
    assert found["SYSTEMROOT"] == "W" and "TOKEN" not in found
    assert {found[name] for name in ("TEMP", "TMP", "USERPROFILE", "HOME")} == {str(tmp_path)}
