"""Every generated question, for many students: what it holds for right is right."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.assignments import deciding, decisions
from classkit.assignments.drawing import _drawn
from classkit.assignments.feedback import NotRight, Spoken, Unanswered
from classkit.assignments.policies import Policies
from classkit.assignments.sheet import SHEETS, list_sheets, open_sheet
from classkit.engine.errors import ClasskitError, UnknownName

from .reckoned import CLAUSES, DECISIONS, RECKONED

STUDENTS = ["", *(f"student {number}" for number in range(1, 20))]
FEW = 6
"""How many of the students the short form asks."""
FREE = ("choose", "policy")
QUESTIONS = [(name, key) for name in list_sheets() for key in open_sheet(name).plan.makers]
DRAWN = [(name, key) for name, key in QUESTIONS if key not in (*FREE, *DECISIONS, *CLAUSES)]


def given(right: Any) -> set[Any]:
    """All that is right, as a set."""
    return set(right) if isinstance(right, (tuple, set)) else {right}


def agrees(right: Any, reckoned: Any, tolerance: float) -> bool:
    """Whether engine and reckoning hold the same for right."""
    if isinstance(reckoned, (float, int)) and not isinstance(right, tuple):
        return abs(float(right) - float(reckoned)) <= tolerance + 1e-6
    return given(right) == given(reckoned)


def test_every_question_is_reckoned_somewhere() -> None:
    for name, key in DRAWN:
        assert key in RECKONED[name.split("-")[0]], (name, key)


@pytest.fixture
def students(deep: bool) -> list[str]:
    """Twenty students, or some of them."""
    return STUDENTS if deep else STUDENTS[:FEW]


@pytest.mark.parametrize(("name", "key"), DRAWN)
def test_many_students(name: str, key: str, students: list[str]) -> None:
    """The engine's figure is what the rules' words give; other students have other numbers."""
    reckon = RECKONED[name.split("-")[0]][key]
    asked = set()
    for student in students:
        question = open_sheet(name, student).ask(key)
        reckoned = reckon(question)
        tolerance = getattr(question.kind, "tolerance", 0)
        assert agrees(question.right, reckoned, tolerance), (student, question.right, reckoned)
        asked.add((question.text, question.match.seed if question.match else 0))
        assert question.check(open_sheet(name, student).answer(key)).right
        known = open_sheet(name).ask(key).match
        clauses = known.game.rulebook.clauses if known else {}
        assert not clauses or all(clause in clauses for clause in question.clauses)
    assert len(asked) > len(students) / 2, "same question, other numbers"


@pytest.mark.parametrize("name", [name for name in list_sheets() if name.endswith("decide")])
def test_many_decisions(name: str, students: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of a decision, reckoned from its futures (few here, so that it is quick)."""
    monkeypatch.setattr(decisions, "FUTURES", 8)
    module = __import__(SHEETS[name], fromlist=["PLANS"])
    for place in (module, deciding, __import__(module.DECIDE.makers["choose"].__module__)):
        if hasattr(place, "LEAD_MIN"):
            monkeypatch.setattr(place, "LEAD_MIN", 0.01)
    if name.startswith("poleconomy"):
        inner = __import__(f"{SHEETS[name]}_decide", fromlist=["LEAD_MIN"])
        monkeypatch.setattr(inner, "LEAD_MIN", 0.01)
    _drawn.cache_clear()
    for student in students:
        sheet = open_sheet(name, student)
        assert sheet.ask("favourite").right in DECISIONS["favourite"](sheet.ask("favourite"))
        assert sheet.ask("better").right == DECISIONS["better"](sheet.ask("better"))
        options = sheet.ask("choose").right
        assert all(sheet.check("choose", option).right for option in options)
        outcomes = [tuple(one) for one in sheet.facts("favourite")["outcomes"].values()]
        if name == "economicon-decide":
            assert len(set(outcomes)) == len(outcomes), "no two options are the same in disguise"
    _drawn.cache_clear()


def test_two_hundred_futures_are_those_of_the_study() -> None:
    """What a sheet says is what compare_moves says, and the same at every asking."""
    from classkit.study import compare_moves

    sheet = open_sheet("poleconomy-1-decide")
    outcomes = sheet.facts("favourite")["outcomes"]
    assert {len(numbers) for numbers in outcomes.values()} == {200}
    match = sheet.match("choose")
    again = decisions.weigh(match, "net_worth", bots="tycoon", seed=3, horizon=4, n=6)
    study = compare_moves(match, 6, "tycoon", "net_worth", horizon=4, seed=3, processes=1)
    assert {row["move"]: row["mean"] for row in study.rows()} == {
        move: again.mean(move) for move in again.outcomes
    }
    _drawn.cache_clear()
    assert open_sheet("poleconomy-1-decide").facts("favourite")["outcomes"] == outcomes


@pytest.mark.parametrize(("name", "key"), [one for one in QUESTIONS if one[1] in CLAUSES])
def test_clauses(name: str, key: str) -> None:
    sheet = open_sheet(name)
    assert sheet.check(key, CLAUSES[key].lower()).right
    other = next(iter(sheet.ask(key).kind.clauses))  # type: ignore[attr-defined]  # a Clause
    said = sheet.check(key, other)
    assert not said.right and said.words.startswith(f"{other} says:")
    assert CLAUSES[key] not in said.words


@pytest.mark.parametrize(("name", "key"), QUESTIONS)
def test_feedback_does_not_give_the_answer_away(name: str, key: str) -> None:
    """No answer, a wrong type or a wrong figure: words, and never the right one."""
    sheet = open_sheet(name, "ada")
    question = sheet.ask(key)
    for nothing in (None, ..., "", "  "):
        with pytest.raises(Unanswered, match="No answer yet: put"):
            sheet.check(key, nothing)
    odd: list[Any] = [True, object(), print, {"a": 1}, [], float("nan"), b"x", "no such answer"]
    if isinstance(question.kind, Policies):
        odd = [5, "tycoon", {"a": 1}, [], [[]] * 8, lambda view: "x", lambda view, decision: "jump"]
    for value in odd:
        feedback = sheet.check(key, value)
        assert not feedback.right and feedback.words.endswith((".", ")")), (value, feedback)
        with pytest.raises(NotRight):
            sheet.mark(key, value, points=2)
    secret = question.right
    if isinstance(secret, (int, float)) and not isinstance(question.kind, Policies):
        away = getattr(question.kind, "tolerance", 0) + 7
        for value in (secret + away, secret - away, secret * 1000 + 3 * away):
            said = sheet.check(key, value)
            assert not said.right and f"{secret:,} " not in said.words.replace(f"{value:,}", "")
    assert repr(secret) not in repr(question).rpartition("Answer with")[0] or len(repr(secret)) < 6


def test_a_position_is_played_after_it_is_answered() -> None:
    sheet = open_sheet("poleconomy-1-read", "ada")
    with pytest.raises(ClasskitError, match="Answer landing first"):
        sheet.match("landing")
    sheet.check("landing", sheet.answer("landing"))
    assert sheet.match("landing").turn >= 1
    assert sheet.match("illusion").is_over, "a record is there to be read"


def test_part_of_a_set_earns_part_of_the_points() -> None:
    sheet = open_sheet("poleconomy-1-read", "ada")
    for number in range(20):
        sheet = open_sheet("poleconomy-1-read", f"student {number}")
        if len(right := sheet.answer("tax")) == 2:
            assert sheet.mark("tax", right[:1], points=2) == 1
            return
    raise AssertionError("no student has two")


def test_names_that_are_none() -> None:
    with pytest.raises(UnknownName, match="sheet"):
        open_sheet("poleconomy-1-reed")
    with pytest.raises(UnknownName, match="question"):
        open_sheet("poleconomy-1-read").ask("landings")
    for nobody in (5.5, None, True, ["ada"]):
        with pytest.raises(Spoken, match="text in quotes"):
            open_sheet("poleconomy-1-read", nobody)  # type: ignore[arg-type]  # as students write
    with pytest.raises(Spoken, match="too long"):
        open_sheet("poleconomy-1-read", "x" * 100)
    number: Any = 4711
    assert open_sheet("economy-read", number).student == open_sheet("economy-read", "4711").student
    assert (
        open_sheet("economy-read", " Zoë  B ").student
        == open_sheet("economy-read", "ZOË b").student
    )
