"""Absence of evidence is no zero: whatever happens to a notebook, right answers keep their points.

For each mutation that leaves the answers readable the mark is full, or open with a reason; a wrong
answer is never full.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import grader
from classkit.assignments.feedback import NotRight, Unanswered
from classkit.assignments.graded_results import GradedResult, explain_loss
from classkit.assignments.grader import build_grading_notebook, get_graded_answer, grade_folder
from classkit.assignments.key import open_key
from classkit.assignments.notebook_file import MAX_FILE_BYTES, read_submission, strip_outputs
from classkit.assignments.question_sheet import list_sheets, open_sheet
from classkit.assignments.run_supervisor import SubmissionLimits
from classkit.assignments.submission import run_submission
from classkit.assignments.submission_contents import SubmissionContents
from classkit.assignments.submission_finder import run_student_submission

from . import papers
from .mutations import KEPT, OPEN, Mutation
from .papers import cell, course, filled, right_answers, source, students_version

LIMITS = SubmissionLimits(cell_seconds=2, seconds=20, megabytes=1_500)
READ = [name for name in list_sheets() if name.endswith("-read")]
ALL = list_sheets()
OTHER = -1
"""No right answer to any question."""


def run(book: dict[str, Any], name: str, folder: Path) -> SubmissionContents:
    """Hand a notebook in, and run it."""
    return run_submission(
        read_submission(papers.hand_in(folder, "ada", name, book)), source(name), LIMITS
    )


def shares(handed: SubmissionContents, name: str) -> dict[str, float | None]:
    """The share of the points of each question that was answered, None if it is open."""
    assert not handed.problem and not handed.absent, handed.problem
    own = source(name)
    key = open_key(open_sheet(own.sheet, str(get_graded_answer(handed, "student", own))))
    answers = {one.grade_id: one for one in own.answer_cells}
    found: dict[str, float | None] = {}
    for check in own.checks:
        one = answers[check.answer_id]
        if one.contest:
            continue
        try:
            share = key.mark(check.key, handed.answers.get(one.answers[0]), points=1)
        except (NotRight, Unanswered):
            share = 0.0
        found[check.grade_id] = None if share < 1 and check.grade_id in handed.doubts else share
    return found


def answered(name: str, *, right: bool) -> dict[str, Any]:
    """A notebook with an answer to every question."""
    answers = right_answers(name, "ada")
    if not right:
        answers = {key: f"{code.split(' = ')[0]} = {OTHER}" for key, code in answers.items()}
    return filled(name, "ada", answers)


def sheets_for(number: int, deep: bool) -> list[str]:
    """The sheets on which a mutation is tried: all of them, or one in turn."""
    return ALL if deep else [READ[number % len(READ)]]


@pytest.mark.sweep(14)
@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", KEPT)
def test_a_right_answer_keeps_its_points(name: str, tmp_path: Path, deep: bool) -> None:
    for sheet in sheets_for([*KEPT].index(name), deep):
        book = answered(sheet, right=True)
        KEPT[name](book)
        handed = run(book, sheet, tmp_path / sheet)
        assert set(shares(handed, sheet).values()) == {1.0}, (sheet, handed.doubts, handed.remarks)


@pytest.mark.sweep(9)
@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", OPEN)
def test_what_nobody_knows_is_open_with_the_reason(name: str, tmp_path: Path, deep: bool) -> None:
    """And every other question is marked."""
    mutate, reason = OPEN[name]
    for sheet in sheets_for([*OPEN].index(name), deep):
        book = answered(sheet, right=True)
        mutate(book)
        handed = run(book, sheet, tmp_path / sheet)
        first, *others = shares(handed, sheet).values()
        assert (first, {*others}) == (None, {1.0}), (sheet, handed.doubts, handed.remarks)
        (said,) = handed.doubts.values()
        assert reason in said


MUTATIONS: dict[str, Mutation] = {**KEPT, **{name: mutate for name, (mutate, _) in OPEN.items()}}


@pytest.mark.sweep(8)
@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_answer_is_never_full(name: str, tmp_path: Path, deep: bool) -> None:
    for sheet in sheets_for([*MUTATIONS].index(name), deep):
        book = answered(sheet, right=False)
        MUTATIONS[name](book)
        found = shares(run(book, sheet, tmp_path / sheet), sheet)
        assert not {1.0} & {*found.values()}, found


NAME = "economy-read"


@pytest.mark.parametrize(
    "code",
    ["ends = undefined", "assert False", "ends = = 3", "1 / 0", "misspelt = 3", "ends = None",
     "from classkit.assignments.key import open_key\nends = open_key(sheet).answer('reach')"],
)  # fmt: skip
def test_the_students_own_error_is_marked(code: str, tmp_path: Path) -> None:
    """Also beside a cell that lacks something which the answer does not use."""
    book = answered(NAME, right=True)
    cell(book, "answer-reach")["source"] = code
    KEPT["an unrelated import"](book)
    handed = run(book, NAME, tmp_path)
    first, *others = shares(handed, NAME).values()
    assert (first, {*others}) == (0.0, {1.0}) and not handed.doubts


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "code",
    ["ends = -1\nimport no_such_module", "ends = ['a1']\nimport no_such_module as np\nnp.plot(3)",
     "ends = -1\nraise ImportError('matplotlib')", "ends = -1\nopen('data.csv')",
     "ends = -1\nwhile True:\n    pass", "raise ModuleNotFoundError('No module named numpy')",
     "raise MemoryError", "ends = float('nan')"],
)  # fmt: skip
def test_a_lack_hides_no_wrong_answer(code: str, tmp_path: Path) -> None:
    """Neither one that comes after the answer nor one that the cell itself makes up."""
    book = answered(NAME, right=True)
    cell(book, "answer-reach")["source"] = code
    handed = run(book, NAME, tmp_path)
    first, *others = shares(handed, NAME).values()
    assert (first, {*others}) == (0.0, {1.0}) and not handed.doubts


def test_an_answer_that_does_without_a_module_is_marked(tmp_path: Path) -> None:
    book = answered(NAME, right=True)
    cell(book, "answer-reach")["source"] = (
        "try:\n    import no_such_module as np\nexcept ImportError:\n    np = None\n"
        "ends = -1\nif np:\n    np.plot(ends)"
    )
    handed = run(book, NAME, tmp_path)
    assert shares(handed, NAME)["test-reach"] == 0.0 and not handed.doubts


def test_a_value_that_no_longer_depends_on_the_lack_is_marked(tmp_path: Path) -> None:
    """The student gave it up and typed a number: wrong is wrong."""
    book = answered(NAME, right=True)
    cell(book, "answer-reach")["source"] = "import no_such_module as np\nends = np.sum([3])"
    at = book["cells"].index(cell(book, "answer-reach"))
    book["cells"].insert(at + 1, {"cell_type": "code", "metadata": {}, "source": f"ends = {OTHER}"})
    handed = run(book, NAME, tmp_path)
    assert shares(handed, NAME)["test-reach"] == 0.0 and not handed.doubts


def test_cells_that_were_never_run_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of the whole submission is over before the second question."""
    monkeypatch.setattr(SubmissionLimits, "cell_timeout", 30)
    monkeypatch.setattr(SubmissionLimits, "timeout", 4)
    book = answered(NAME, right=True)
    at = book["cells"].index(cell(book, "answer-landing"))
    wait = {"cell_type": "code", "metadata": {}, "source": "import time\ntime.sleep(600)"}
    book["cells"].insert(at, wait)
    handed = run(book, NAME, tmp_path)
    first, *others = shares(handed, NAME).values()
    assert (first, {*others}) == (1.0, {None})
    assert all("seconds in total" in said for said in handed.doubts.values())


def test_a_text_beside_its_cell_is_read(tmp_path: Path) -> None:
    """Typed below the cell for it, above it, or far away where its own is empty."""
    reason = {"cell_type": "markdown", "metadata": {}, "source": "Because they pay less."}
    for place in (0, 1, -20):
        book = answered(NAME, right=True)
        at = book["cells"].index(cell(book, "explain-free-ride"))
        book["cells"].insert(at + place, dict(reason))
        assert run(book, NAME, tmp_path).texts["explain-free-ride"] == "Because they pay less."
    book["cells"].remove(cell(book, "explain-free-ride"))
    handed = run(book, NAME, tmp_path)
    assert handed.texts["explain-free-ride"] == "Because they pay less." and not handed.doubts


def test_a_text_whose_cell_is_gone_is_open(tmp_path: Path) -> None:
    book = answered(NAME, right=True)
    book["cells"].remove(cell(book, "explain-free-ride"))
    assert "not in the notebook" in run(book, NAME, tmp_path).doubts["explain-free-ride"]


def written(folder: Path, content: bytes) -> Path:
    path = folder / "ada" / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


TEXT = papers.released(NAME)
UNREADABLE = {
    "UTF-16": (TEXT.encode("utf-16"), "saved as UTF-16"),
    "UTF-16 without a mark": (TEXT.encode("utf-16-le"), "saved as UTF-16"),
    "Latin-1": (TEXT.replace("Economy", "\u00c9conomie").encode("latin-1", "replace"), "UTF-8"),
    "merge marks": (
        TEXT.replace('   "outputs": [],', "<<<<<<< HEAD\n=======\n>>>>>>> x", 1).encode(),
        "marks of a merge conflict",
    ),
    "cut off": (TEXT[:5_000].encode(), "is truncated"),
    "damaged": (TEXT.replace('"cells": [', '"cells": [}', 1).encode(), "is damaged"),
    "no text": (b"", "not a notebook"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_file_is_named_with_the_remedy(name: str, tmp_path: Path) -> None:
    content, why = UNREADABLE[name]
    handed = run_student_submission(written(tmp_path, content).parent, source(NAME), LIMITS)
    assert why in handed.problem and not handed.absent


def test_a_stripped_notebook_of_another_assignment_is_said(tmp_path: Path) -> None:
    book = answered("opoly-decide", right=False)
    KEPT["stripped"](book)
    handed = run(book, "economy-decide", tmp_path)
    assert handed.problem == "it is the notebook of opoly-decide with this file name"


def test_a_stripped_notebook_under_another_name_is_found(tmp_path: Path) -> None:
    book = answered(NAME, right=True)
    KEPT["stripped"](book)
    path = papers.hand_in(tmp_path, "ada", "Untitled7", book)
    handed = run_student_submission(path.parent, source(NAME), LIMITS)
    assert not handed.problem and "Untitled7.ipynb was marked" in handed.remarks[-1]
    other = run_student_submission(path.parent, source("opoly-read"), LIMITS)
    assert "may not be opoly-read" in other.problem


def test_what_is_left_is_limited(tmp_path: Path) -> None:
    """Outputs do not count; what stands in cells does, and so do brackets without end."""
    book = students_version(NAME)
    book["cells"][0]["source"] = "x" * (MAX_FILE_BYTES + 1)
    path = written(tmp_path, json.dumps(book).encode())
    assert "larger than 5 MB even without its outputs" in read_submission(path).why
    for content in (
        b"[" * (MAX_FILE_BYTES + 1),
        b"[]" * MAX_FILE_BYTES,
        b'"' * (MAX_FILE_BYTES + 1),
        b'{"outputs":' + b"[" * MAX_FILE_BYTES,
        b"\\" * (MAX_FILE_BYTES + 2),
    ):
        assert read_submission(written(tmp_path, content)).why


def test_what_is_skipped_ends_where_it_ends() -> None:
    """Brackets and quotation marks in texts are no brackets; texts are no keys."""
    tricky = {"cells": [
        {"outputs": [{"text": 'a]}"\\', "data": [{"outputs": [1]}]}], "source": '"outputs": [1'},
        {"source": ["outputs", ": [", "\\"], "metadata": {"outputs": 5}, "attachments": {"a": {}}},
    ], "metadata": {"widgets": {"state": [[]]}, "outputs": [3]}}  # fmt: skip
    left = json.loads(strip_outputs(json.dumps(tricky).encode()))
    assert [one["source"] for one in left["cells"]] == [one["source"] for one in tricky["cells"]]
    assert left["cells"][0]["outputs"] is left["cells"][1]["attachments"] is None
    assert left["metadata"] == {"widgets": None, "outputs": [3]}


def test_open_points_are_no_zero_in_any_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From nbgrader's gradebook to the files for import; points given by hand stay."""
    from nbgrader.api import Gradebook

    monkeypatch.setattr(grader, "NbgraderFolder", lambda folder: nullcontext(course()))
    book = answered(NAME, right=True)
    cell(book, "answer-reach")["source"] = "import matplotlib_\nends = 3"
    cell(book, "explain-free-ride")["source"] = ""
    papers.hand_in(tmp_path / "in", "open", NAME, book)
    papers.hand_in(tmp_path / "in", "blank", NAME, filled(NAME, "blank", {}))
    (tmp_path / "in" / "nothing").mkdir()
    to = tmp_path / "marks"
    to.mkdir()
    blank, nothing, marked = grade_folder(tmp_path / "in", source(NAME), to, limits=LIMITS)
    row = marked.build_row()
    assert (row["test-reach"], row["total"]) == ("", "") and "test-reach" in row["to_read"]
    assert row["test-landing"] and marked.is_open and not marked.is_final
    mark = next(one for one in marked.marks if one.grade_id == "test-reach")
    assert explain_loss(marked, mark) == "Left open: this machine has no matplotlib_."
    assert (
        "test-reach: this machine has no matplotlib_. Assign its points by hand." in row["remarks"]
    )
    for one in (blank, nothing):
        points = {key for key, value in one.build_row().items() if value != ""}
        assert points == {"student", "out_of", "remarks"} and one.absent
    for system in ("moodle", "canvas", "blackboard"):
        text = (to / f"{NAME}-{system}.csv").read_text(encoding="utf-8")
        assert not any(student in text for student in ("open", "blank", "nothing"))
    shown = (to / f"{NAME}.html").read_text(encoding="utf-8")
    assert "this machine has no matplotlib_" in shown and "was not handed in" in shown
    assert "so far" in shown
    with Gradebook(f"sqlite:///{course().folder / 'gradebook.db'}") as gradebook:
        grades = gradebook.find_submission_notebook(NAME, NAME, "open").grades
        mine = next(one for one in grades if one.name == "test-reach")
        assert mine.needs_manual_grade, "the formgrader shows it"
        mine.manual_score, mine.needs_manual_grade = 2, False
        for one in grades:
            if one.needs_manual_grade:
                one.manual_score, one.needs_manual_grade = 0, False
        gradebook.db.commit()
    *_, again = grade_folder(tmp_path / "in", source(NAME), to, limits=LIMITS)
    assert (again.build_row()["test-reach"], again.is_open, again.is_final) == (2.0, False, True)


def test_code_typed_anew_is_shown_with_its_answer(tmp_path: Path) -> None:
    book = answered(NAME, right=True)
    KEPT["typed in two cells"](book)
    handed = run(book, NAME, tmp_path)
    paper = build_grading_notebook(students_version(NAME), source(NAME), handed)
    texts = [one["source"] for one in paper["cells"] if str(one.get("id")).endswith("-handed")]
    assert any("mine = " in text for text in texts)
    assert handed.remarks == [
        "answer-reach: its own cell is missing; the value that its check reads counts"
    ]


def test_a_row_without_marks_has_no_total() -> None:
    assert GradedResult("ada", absent="nothing was handed in").build_row()["total"] == ""


@pytest.mark.parametrize("text", ["*Write your answer here.*", ""])
def test_an_untouched_text_without_ids_is_blank_and_not_missing(text: str, tmp_path: Path) -> None:
    book = answered(NAME, right=True)
    cell(book, "explain-free-ride")["source"] = text
    KEPT["stripped"](book)
    handed = run(book, NAME, tmp_path)
    assert "explain-free-ride" not in handed.doubts
    assert handed.texts["explain-free-ride"] == text


def test_a_line_of_equal_signs_is_no_merge_conflict(tmp_path: Path) -> None:
    """A heading in a docstring is underlined like this."""
    book = answered(NAME, right=True)
    one = next(c for c in book["cells"] if c.get("id", "").startswith("answer-"))
    one["source"] = f'"""Price\n=======\n"""\n{"".join(one["source"])}'
    handed = run(book, NAME, tmp_path)
    assert not handed.doubts and not any("merge" in one for one in handed.remarks)
    assert not any("does not set" in one for one in handed.remarks)
