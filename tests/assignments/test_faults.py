"""A fault of classkit's own never marks a student down."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from classkit.assignments import marking
from classkit.assignments.bank import Drawer, open_drawer, plan_of
from classkit.assignments.deciding import Weighed
from classkit.assignments.drawing import _drawn
from classkit.assignments.exam import Exam
from classkit.assignments.feedback import Fault
from classkit.assignments.grading import Mark
from classkit.assignments.handout import Handout
from classkit.assignments.key import AnswerKey
from classkit.assignments.marked import Marked, reason_of
from classkit.assignments.marking import grade
from classkit.assignments.plan import Plan
from classkit.assignments.question import Question
from classkit.assignments.sheet import list_sheets

from .papers import course, filled, hand_in, right_answers, source

NAMES = 500
"""The names for which every sheet is drawn with ``--deep``."""
CLASS = 24
"""The names whose decisions are weighed by all their futures with ``--deep``."""


def broken(draw: Any) -> Question:
    raise ValueError("not enough values to unpack")


def test_a_question_that_cannot_be_drawn_is_a_fault() -> None:
    plan = Plan("sums", "Sums", {"sum": broken})
    with pytest.raises(Fault, match=r"a fault of classkit's own: the points .* stay open"):
        Drawer(plan, "ada").question("sum")
    with pytest.raises(Fault):
        AnswerKey(Drawer(plan, "ada")).mark("sum", 5, points=2)


def test_the_other_questions_are_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {**plan_of("economy-read").makers, "reach": broken}
    monkeypatch.setattr(
        "classkit.assignments.bank.plan_of", lambda *_: Plan("economy-read", "", makers)
    )
    handed = Exam("economy-read").hand_out({"sheet": "economy-read", "student": "", "word": None})
    handout = Handout(handed)
    assert handout.keys == tuple(makers) and handout.pose("landing").asking.text
    with pytest.raises(Fault):
        handout.pose("reach")


def test_points_stay_open_and_the_teacher_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """nbgrader's process fails on a text that makes the judge itself fail: no zero for it."""
    answers = right_answers("economy-read", "ada")
    hand_in(tmp_path / "in", "ada", "economy-read", filled("economy-read", "ada", answers))
    monkeypatch.setattr(marking, "Course", lambda folder: nullcontext(course()))
    own = source("economy-read")
    text = own.text.replace(
        'open_key(sheet).mark(\\"reach\\"', 'open_key(sheet)._drawer.plan.makers[\\"reach\\"] = 5;'
        ' open_key(sheet)._drawer.drawn.clear(); open_key(sheet).mark(\\"reach\\"',
    )  # fmt: skip
    assert text != own.text
    changed = type(own).read(write(tmp_path / "economy-read.ipynb", text))
    (tmp_path / "marks").mkdir()
    (ada,) = grade(tmp_path / "in", changed, tmp_path / "marks")
    row = ada.row()
    assert row["test-reach"] == "" and "test-reach" in row["to_read"] and not ada.is_final
    assert "a fault of classkit's own" in row["remarks"] and "by hand" in row["remarks"]
    assert row["test-landing"] > 0


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_reader_sees_that_it_is_open() -> None:
    mark = Mark("test-tax", 0.0, 2.0, True, "classkit could not draw it.")
    assert reason_of(Marked("ada", [mark]), mark) == "Left open: classkit could not draw it."


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", [one for one in list_sheets() if one.endswith("read")])
def test_every_name_has_its_questions(name: str, deep: bool) -> None:
    """Issue 35: one name in fifty could not do a sheet."""
    for number in range(NAMES if deep else 20):
        drawer = open_drawer(name, f"zz{number}")
        for key in drawer.keys:
            assert drawer.question(key).text
    _drawn.cache_clear()


DECIDE = [one for one in list_sheets() if one.endswith("decide")]


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", DECIDE)
def test_every_name_has_a_decision(name: str, deep: bool) -> None:
    """Whose answers are several. By few futures: so many names are not weighed by two hundred."""
    for number in range(NAMES if deep else 2):
        drawer = open_drawer(name, f"zz{number}")
        for key in drawer.keys:
            assert drawer.question(key).text
        assert len(drawer.question("favourite").facts["outcomes"]) > 1


@pytest.mark.parametrize("name", DECIDE)
def test_the_best_answer_differs_from_name_to_name(name: str, deep: bool) -> None:
    """And so does its place in the list."""
    if not deep:
        pytest.skip("two hundred futures of each answer, for every name, take minutes")
    best, places = [], []
    for number in range(CLASS):
        question = open_drawer(name, f"zz{number}").question("favourite")
        best.append(question.right)
        places.append(list(question.facts["outcomes"]).index(question.right))
    _drawn.cache_clear()
    for found in (best, places):
        assert max(map(found.count, found)) <= 0.85 * CLASS, found


def test_a_position_with_a_single_answer_is_drawn_again() -> None:
    """As the one of zz109 was, who could not do economy-decide."""
    assert not Weighed({"go a3": (1.0, 2.0)}).is_settled(0.0)
    assert Weighed({"go a3": (1.0, 2.0), "go b4": (0.0, 0.5)}).is_settled(2.0)
