"""The notebooks of the assignments: their form, and that both versions do what they promise."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest

from classkit.assignments.cell_layout import CellLayout
from classkit.assignments.feedback import MessageError, Unanswered
from classkit.assignments.nbgrader_worker import TEXT_STUB
from classkit.assignments.notebook_file import read_cell
from classkit.assignments.question_sheet import list_sheets, open_sheet
from classkit.clause_hovers import mark_clauses, remove_hovers
from classkit.engine.registry import find

from .papers import PATHS, cell, course, made, source, students_version

NAMES = [path.stem for path in PATHS]
LONGEST_CELL = 14
IN_SHORT = ("economy-decide", "economy-read")


def grading(one: dict[str, Any]) -> dict[str, Any]:
    """What nbgrader keeps of a cell."""
    found: dict[str, Any] = one["metadata"].get("nbgrader", {})
    return found


def test_two_for_each_game() -> None:
    assert sorted(NAMES) == sorted(list_sheets()) and len(NAMES) == 10


@pytest.mark.parametrize("name", NAMES)
def test_form(name: str) -> None:
    """Nbgrader's schema, unique ids, short cells, stripped outputs, every question asked."""
    book = nbformat.read(source(name).path, as_version=4)
    nbformat.validate(book)
    graded = [one for one in book.cells if grading(one)]
    ids = [grading(one)["grade_id"] for one in graded]
    assert len(set(ids)) == len(ids) and {grading(one)["schema_version"] for one in graded} == {3}
    for one in book.cells:
        if one.cell_type == "code":
            assert one.outputs == [] and one.execution_count is None, one.id
            assert len(one.source.splitlines()) <= LONGEST_CELL + 6 * ("policy" in one.id), one.id
            assert "table(" not in one.source or not grading(one), "no widget in a graded cell"
        assert all(len(line) <= 400 for line in one.source.splitlines())
    code = "\n".join(one.source for one in book.cells)
    for key in open_sheet(name).questions:
        assert f'sheet.ask("{key}")' in code, key
        assert f'open_key(sheet).mark("{key}"' in code, key
    tests = [one for one in graded if grading(one)["grade"] and one.cell_type == "code"]
    assert all("BEGIN HIDDEN TESTS" in one.source and grading(one)["locked"] for one in tests)
    by_hand = [one for one in graded if grading(one)["grade"] and one.cell_type == "markdown"]
    assert by_hand and all("*Marking.*" in one.source for one in by_hand)
    points = sum(grading(one).get("points", 0) for one in graded)
    reasoning = sum(grading(one)["points"] for one in by_hand)
    title = " ".join(book.cells[0].source.split())
    assert f"**Points:** {points}, {reasoning} of them for your reasoning" in title


@pytest.mark.parametrize("name", NAMES)
def test_clauses_named_in_the_text_exist(name: str) -> None:
    import re

    game = find(name.split("-")[0])
    known = {**game.rulebook.clauses}
    for one in source(name).book["cells"]:
        for clause in re.findall(r"\b[PQNE]\d+\.\d+\b", "".join(one["source"])):
            assert clause in known, (one["id"], clause)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", NAMES)
def test_students_version(name: str) -> None:
    """No solution and no hidden test is left; it runs to its first question; it scores nothing."""
    text = made(name)
    for secret in ("SOLUTION", "HIDDEN", "key", ".answer(", ".mark(", ".worked(", "Marking"):
        assert secret not in text, secret
    names: dict[str, Any] = {}
    with pytest.raises(Unanswered, match=r"No answer yet. Replace None in the cell above with"):
        for one in json.loads(text)["cells"]:
            if one["cell_type"] == "code":
                exec("".join(one["source"]), names)
    asked = open_sheet(name).questions
    assert f'sheet.check("{next(iter(asked))}"' in "".join(one["source"]), "the very first one"
    book = source(name).book
    for one in json.loads(text)["cells"]:
        kept = grading(one)
        if kept.get("solution") and one["cell_type"] == "code":
            exec("".join(one["source"]), names)
        elif kept.get("grade") and one["cell_type"] == "code":
            with pytest.raises(MessageError):
                exec("".join(cell(book, kept["grade_id"])["source"]), names)


@pytest.mark.parametrize("name", NAMES)
def test_the_students_version_that_lies_beside_it_is_today_s(name: str) -> None:
    """Binder opens it. Made by: classkit assignment build --to lessons/assignments."""
    kept, today = students_version(name), json.loads(made(name))
    assert [parts(one) for one in kept["cells"]] == [parts(one) for one in today["cells"]]


def parts(one: dict[str, Any]) -> tuple[Any, ...]:
    """What counts of a cell."""
    return one["cell_type"], "".join(one["source"]), grading(one), one.get("outputs")


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", NAMES)
def test_every_test_gives_the_teachers_answer_all_its_points(name: str) -> None:
    """The last line of a test gives the points, as nbgrader reads them."""
    names: dict[str, Any] = {}
    asked = 0
    for one in source(name).book["cells"]:
        if one["cell_type"] == "code" and not grading(one).get("grade"):
            exec("".join(one["source"]), names)
        elif one["cell_type"] == "code":
            *before, last = ast.parse("".join(one["source"])).body
            assert isinstance(last, ast.Expr), grading(one)["grade_id"]
            exec(compile(ast.Module(before, []), name, "exec"), names)
            given = eval(compile(ast.Expression(last.value), name, "eval"), names)
            assert given == grading(one)["points"], grading(one)["grade_id"]
            asked += 1
    assert asked


def test_teachers_version_has_full_marks(deep: bool) -> None:
    """Nbgrader executes it and gives every point that is not given by hand.

    In the short form both of one game; all ten with ``--deep``.
    """
    for name in NAMES if deep else IN_SHORT:
        assert made(name)
        shutil.copyfile(source(name).path, course().make_submission_path(source(name), "teacher"))
        marks = course().autograde(source(name), "teacher")
        auto = [mark for mark in marks if not mark.pending]
        assert auto and all(mark.points == mark.out_of for mark in auto), marks
        waiting = {mark.grade_id for mark in marks if mark.pending}
        assert waiting == {one.grade_id for one in source(name).answer_cells if one.by_hand}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("student", ["ada", "bo", "cy"])
@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("decide")])
def test_the_teachers_policy_wins_for_other_students_too(name: str, student: str) -> None:
    """Its matches are drawn for each student; it must not be luck."""
    sheet = open_sheet(name, student)
    names: dict[str, Any] = {"sheet": sheet}
    exec("".join(cell(source(name).book, "answer-policy")["source"]), names)
    assert sheet.check("policy", names["policy"]).right
    default = sheet.check("policy", lambda view, decision: decision.default)
    assert not default.right and default.share == 0, "doing nothing earns nothing"


def test_no_path_of_a_machine(tmp_path: Path) -> None:
    assert all("/root" not in path.read_text(encoding="utf-8") for path in PATHS)


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_in_a_students_text_shows_its_clause(name: str) -> None:
    """Written into the notebook, so it works without a network and before any cell is run."""
    rulebook = find(name.split("-")[0]).rulebook
    for one in students_version(name)["cells"]:
        if one["cell_type"] == "markdown":
            text = "".join(one["source"])
            assert mark_clauses(remove_hovers(text), rulebook) == text, one["id"]


@pytest.mark.parametrize("has_hovers", [True, False])
def test_a_sheet_handed_out_with_or_without_hovers_has_no_text_of_the_students(
    has_hovers: bool,
) -> None:
    name = "poleconomy-1-read"
    book = students_version(name)
    for one in book["cells"]:
        text = "".join(one["source"])
        one["source"] = text if has_hovers else remove_hovers(text)
        one["metadata"] = {}
        del one["id"]
    read = [read_cell(one) for one in book["cells"]]
    layout = CellLayout(read, source(name))
    stub = [one for one in read if one["source"].strip() == TEXT_STUB]
    texts = [one for one in read if one["type"] == "markdown" and one not in stub]
    assert texts and all(map(layout.is_unchanged, texts))
    assert has_hovers == any("<abbr" in one["source"] for one in texts)
