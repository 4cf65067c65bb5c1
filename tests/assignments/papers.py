"""Assignments as the tests build them, and submissions as students hand them in."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from filelock import FileLock

from classkit.assignments.key import open_key
from classkit.assignments.nbgrader_folder import NbgraderFolder
from classkit.assignments.nbgrader_source import NbgraderSource
from classkit.assignments.question_sheet import open_sheet

FOLDER = Path(__file__).parents[2] / "lessons" / "assignments"
PATHS = sorted(FOLDER.glob("*.ipynb"))


@cache
def source(name: str) -> NbgraderSource:
    """A source by its name."""
    return NbgraderSource.read(FOLDER / f"{name}.ipynb")


GRADEBOOK: list[Path] = []
"""Where an empty gradebook is kept; all processes of one test run share it."""


def begin_course(folder: Path) -> NbgraderFolder:
    """Begin a course folder with a gradebook that is there already.

    To make one, nbgrader starts a program that takes three times as long as a marking. What does so
    by itself, as teachers do, is the command in ``test_names_and_shapes``.
    """
    (kept,) = GRADEBOOK
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(kept.with_suffix(".lock")):
        if kept.exists():
            shutil.copyfile(kept, folder / kept.name)
            return NbgraderFolder(folder)
        opened = NbgraderFolder(folder)
        opened.read_by_hand(source(PATHS[0].stem), "nobody")  # for which nbgrader makes one
        shutil.copyfile(folder / kept.name, kept)
        return opened


@cache
def course() -> NbgraderFolder:
    """One course folder for the tests of a file: nbgrader takes long to begin one."""
    folder = Path(tempfile.mkdtemp(prefix="classkit-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    opened = begin_course(folder)
    atexit.register(opened.close)
    return opened


@cache
def made(name: str) -> str:
    """The students' version of an assignment as nbgrader makes it now, as text."""
    return course().release(source(name)).read_text(encoding="utf-8")


@cache
def released(name: str) -> str:
    """The students' version that lies beside the assignment; test_notebooks holds it to `made`."""
    return (FOLDER / "student" / f"{name}.ipynb").read_text(encoding="utf-8")


def students_version(name: str) -> dict[str, Any]:
    """The students' version, to be filled in."""
    return json.loads(released(name))


def cell(book: Mapping[str, Any], grade_id: str) -> dict[str, Any]:
    """The cell of that grade id."""
    return next(
        one
        for one in book["cells"]
        if one["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
    )


def filled(name: str, student: str, answers: Mapping[str, str]) -> dict[str, Any]:
    """The students' version with lines of code written into the cells of its answers."""
    book = students_version(name)
    cell(book, "student")["source"] = f"student = {student!r}"
    for grade_id, code in answers.items():
        cell(book, grade_id)["source"] = code
    return book


def right_answers(name: str, student: str) -> dict[str, str]:
    """What a perfect student writes: the figures themselves, reckoned at home."""
    sheet = open_key(open_sheet(source(name).sheet, student))
    found = {}
    for one in source(name).answer_cells:
        key = one.grade_id.removeprefix("answer-").replace("-", "_")
        if key in sheet.plan.makers and not one.contest:
            found[one.grade_id] = f"{one.answers[0]} = {sheet.answer(key)!r}"
    return found


def hand_in(folder: Path, student: str, name: str, book: Mapping[str, Any] | str) -> Path:
    """Write a submission into the folder of its student."""
    path = folder / student / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(book if isinstance(book, str) else json.dumps(book), encoding="utf-8")
    return path
