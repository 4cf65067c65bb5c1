"""A fault of classkit's own never marks a student down."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import grader
from classkit.assignments.decision_questions import AnswerOutcomes
from classkit.assignments.feedback import Fault
from classkit.assignments.graded_results import GradedResult, explain_loss
from classkit.assignments.grader import grade_folder
from classkit.assignments.key import AnswerKey
from classkit.assignments.nbgrader_folder import CellGrade
from classkit.assignments.question_bank import DrawnQuestions, draw_questions, load_plan
from classkit.assignments.question_server import QuestionServer
from classkit.assignments.question_sheet import list_sheets
from classkit.assignments.random_draw import _draw_cached
from classkit.assignments.sheet_plan import SheetPlan
from classkit.assignments.sheet_question import SheetQuestion
from classkit.assignments.student_handout import Handout

from .papers import course, filled, hand_in, right_answers, source

NAMES = 500
"""The names for which every sheet is drawn with ``--deep``."""
CLASS = 24
"""The names whose decisions are weighed by all their futures with ``--deep``."""


def broken(draw: Any) -> SheetQuestion:
    raise ValueError("not enough values to unpack")


def test_a_question_that_cannot_be_drawn_is_a_fault() -> None:
    plan = SheetPlan("sums", "Sums", {"sum": broken})
    with pytest.raises(Fault, match=r"an error in classkit: the points .* remain open"):
        DrawnQuestions(plan, "ada").get_question("sum")
    with pytest.raises(Fault):
        AnswerKey(DrawnQuestions(plan, "ada")).mark("sum", 5, points=2)


def test_the_other_questions_are_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {**load_plan("economy-read").makers, "reach": broken}
    monkeypatch.setattr(
        "classkit.assignments.question_bank.load_plan",
        lambda *_: SheetPlan("economy-read", "", makers),
    )
    handed = QuestionServer("economy-read").build_handout(
        {"sheet": "economy-read", "student": "", "word": None}
    )
    handout = Handout(handed)
    assert handout.keys == tuple(makers) and handout.pose_question("landing").question_text.text
    with pytest.raises(Fault):
        handout.pose_question("reach")


def test_points_stay_open_and_the_teacher_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nbgrader's process fails on a text that makes the judge itself fail: no zero for it."""
    answers = right_answers("economy-read", "ada")
    hand_in(tmp_path / "in", "ada", "economy-read", filled("economy-read", "ada", answers))
    monkeypatch.setattr(grader, "NbgraderFolder", lambda folder: nullcontext(course()))
    own = source("economy-read")
    text = own.text.replace(
        'open_key(sheet).mark(\\"reach\\"', 'open_key(sheet)._drawer.plan.makers[\\"reach\\"] = 5;'
        ' open_key(sheet)._drawer.questions.clear(); open_key(sheet).mark(\\"reach\\"',
    )  # fmt: skip
    assert text != own.text
    changed = type(own).read(write(tmp_path / "economy-read.ipynb", text))
    (tmp_path / "marks").mkdir()
    (ada,) = grade_folder(tmp_path / "in", changed, tmp_path / "marks")
    row = ada.build_row()
    assert row["test-reach"] == "" and "test-reach" in row["to_read"] and not ada.is_final
    assert "an error in classkit" in row["remarks"] and "by hand" in row["remarks"]
    assert row["test-landing"] > 0


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_reader_sees_that_it_is_open() -> None:
    mark = CellGrade("test-tax", 0.0, 2.0, True, "classkit could not draw it.")
    assert (
        explain_loss(GradedResult("ada", [mark]), mark) == "Left open: classkit could not draw it."
    )


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", [one for one in list_sheets() if one.endswith("read")])
def test_every_name_has_its_questions(name: str, deep: bool) -> None:
    """One name in fifty could not do a sheet."""
    for number in range(NAMES if deep else 20):
        drawer = draw_questions(name, f"zz{number}")
        for key in drawer.keys:
            assert drawer.get_question(key).text
    _draw_cached.cache_clear()


DECIDE = [one for one in list_sheets() if one.endswith("decide")]


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", DECIDE)
def test_every_name_has_a_decision(name: str, deep: bool) -> None:
    """Whose answers are several. By few futures: so many names are not weighed by two hundred."""
    for number in range(NAMES if deep else 2):
        drawer = draw_questions(name, f"zz{number}")
        for key in drawer.keys:
            assert drawer.get_question(key).text
        assert len(drawer.get_question("favourite").facts["outcomes"]) > 1


@pytest.mark.parametrize("name", DECIDE)
def test_the_best_answer_differs_from_name_to_name(name: str, deep: bool) -> None:
    """And so does its place in the list."""
    if not deep:
        pytest.skip("two hundred futures of each answer, for every name, take minutes")
    best, places = [], []
    for number in range(CLASS):
        question = draw_questions(name, f"zz{number}").get_question("favourite")
        best.append(question.right)
        places.append(list(question.facts["outcomes"]).index(question.right))
    _draw_cached.cache_clear()
    for found in (best, places):
        assert max(map(found.count, found)) <= 0.85 * CLASS, found


def test_a_position_with_a_single_answer_is_drawn_again() -> None:
    """As the one of zz109 was, who could not do economy-decide."""
    assert not AnswerOutcomes({"go a3": (1.0, 2.0)}).is_significant(0.0)
    assert AnswerOutcomes({"go a3": (1.0, 2.0), "go b4": (0.0, 0.5)}).is_significant(2.0)
