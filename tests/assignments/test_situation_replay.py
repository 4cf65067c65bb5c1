"""A situation to replay after a wrong answer: it shows the rule, and leaks no solution."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from classkit.assignments import open_sheet
from classkit.assignments.attempts import clear_attempts
from classkit.assignments.feedback import MessageError
from classkit.assignments.homework import Homework
from classkit.assignments.question_bank import (
    DrawnQuestions,
    ReplayRefused,
    draw_questions,
    load_plan,
)
from classkit.assignments.question_server import QuestionServer
from classkit.assignments.question_sheet import get_provider
from classkit.assignments.situation_replay import SituationReplay, copy_from_start
from classkit.assignments.student_handout import Handout
from classkit.assignments.student_names import SHEET_NAMES
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.widgets.pages import Page

READ = [name for name in SHEET_NAMES if name.endswith("-read")]
MOVES = 6
"""Steps that a student makes on the table in these tests."""


@pytest.fixture(autouse=True)
def no_attempts() -> None:
    clear_attempts()


def missed(name: str, student: str, word: str | None = None) -> DrawnQuestions:
    """A student's questions, each answered wrong."""
    questions = draw_questions(name, student, word)
    questions.missed_keys.update(questions.keys)
    return questions


def hidden(name: str, student: str) -> list[str]:
    """The questions whose match would reveal the answer."""
    questions = draw_questions(name, student)
    drawn = {key: questions.get_question(key) for key in questions.keys}
    return [key for key, one in drawn.items() if one.match is not None and not one.open]


def told(match: Match) -> str:
    """All that the table's page has received after some steps, as text."""
    hub = Hub(MatchController(copy_from_start(match)))
    page = Page(hub, PageView(hub.controller, "everybody"))
    page.do("snapshot")
    for _ in range(MOVES):
        page.do("step")
    return json.dumps(page.messages)


@pytest.mark.parametrize("name", READ)
def test_what_is_replayed_does_not_depend_on_the_student(name: str) -> None:
    """The law: the record is the same for all, so it cannot contain anybody's solution."""
    keys = hidden(name, "ada")
    assert keys
    for key in keys:
        found = missed(name, "ada").find_replay(key)
        other = missed(name, "bo", "lantern").find_replay(key)
        assert found.match is not None and other.match is not None
        assert found.match.record_text() == other.match.record_text()
        assert found.question is not None and other.question is not None
        assert found.question.text == other.question.text


@pytest.mark.parametrize("name", READ)
def test_what_is_replayed_does_not_depend_on_the_right_answer(name: str) -> None:
    """Noninterference: with another right answer, the same situation is shown."""
    for key in hidden(name, "ada"):
        changed = missed(name, "ada")
        before = changed.find_replay(key)
        changed.questions[key] = replace(changed.get_question(key), right=object(), worked="x")
        after = changed.find_replay(key)
        assert before.match is not None and after.match is not None
        assert before.match.record_text() == after.match.record_text()


@pytest.mark.parametrize("name", READ)
def test_it_is_never_the_situation_of_the_student(name: str) -> None:
    """Not even of one whose numbers are those of the first draw."""
    for key in hidden(name, "ada"):
        questions = missed(name, "ada")
        found = questions.find_replay(key)
        assert found.question is not None and found.match is not None
        own = questions.get_question(key)
        assert found.question.text != own.text
        assert own.match is not None and found.match.record_text() != own.match.record_text()
        unlucky = missed(name, "ada")
        unlucky.questions[key] = replace(own, text=found.question.text)
        again = unlucky.find_replay(key)
        assert again.question is not None and again.question.text != found.question.text


def test_the_page_of_the_table_is_the_same_for_all() -> None:
    """With all that it receives while the student steps through the situation."""
    pages = []
    for student in ("ada", "bo"):
        sheet = open_sheet("poleconomy-1-read", student)
        assert not sheet.check("landing", 0).right
        pages.append(told(get_match(sheet.why_wrong("landing"))))
    own = draw_questions("poleconomy-1-read", "ada").get_question("landing").match
    assert without_ids(pages[0]) == without_ids(pages[1])
    assert own is not None and without_ids(told(own)) != without_ids(pages[0])
    assert "profit_due" in pages[0] or "P6.2" in pages[0], "what happens is shown"


def without_ids(page: str) -> Any:
    """The messages without the random id of the table."""
    return [{**message, "kernel": ""} for message in json.loads(page)]


def get_match(replay: SituationReplay) -> Match:
    assert replay.match is not None
    return replay.match


def test_an_open_match_is_shown_itself() -> None:
    sheet = open_sheet("economy-read", "ada")
    sheet.check("free_ride", 10_000)
    replay = sheet.why_wrong("free_ride")
    assert replay.question is None
    assert get_match(replay).digest() == sheet.match("free_ride").digest()


def test_only_a_wrong_answer_opens_it_and_a_verdict_is_not_revealed() -> None:
    """Where the check gives no verdict, a right answer opens it as a wrong one does."""
    sheet = open_sheet("economy-read", "ada")
    right = draw_questions("economy-read", "ada").get_question("landing").right
    for value in ("many", right):  # unfit, and right
        sheet.check("landing", value)
        with pytest.raises(ReplayRefused, match="After a wrong answer"):
            sheet.why_wrong("landing")
    judged = open_sheet("economy-read", "ada")
    for wrong in range(100, 110):
        judged.check("landing", wrong)
    get_provider(judged).missed_keys.clear()  # type: ignore[attr-defined]  # of the question bank
    assert not judged.check("landing", right).right, "the limit is reached"
    assert get_match(judged.why_wrong("landing"))


def test_a_question_about_the_rules_names_them() -> None:
    """Also before the first answer: no replay is promised that will be refused."""
    sheet = open_sheet("economy-read", "ada")
    with pytest.raises(MessageError, match=r"sheet\.rules\(\)"):
        sheet.why_wrong("attack_clause")
    assert sheet.check("attack_clause", "E0.1").hint == ""
    with pytest.raises(MessageError, match=r"sheet\.rules\(\)"):
        sheet.why_wrong("attack_clause")


def test_the_check_names_the_replay_in_a_notebook_only() -> None:
    feedback = open_sheet("economy-read", "ada").check("landing", 0)
    assert "sheet.why_wrong(&#x27;landing&#x27;)" in feedback._repr_html_()
    assert "why_wrong" not in repr(feedback)


def test_a_homework_shows_no_other_question_of_the_match(played: Match) -> None:
    """Other draws of a homework are the questions of other students."""
    homework = Homework(played, "ada")
    key = homework.questions[0]
    with pytest.raises(ReplayRefused, match=r"homework\.history"):
        homework.why_wrong(key)
    get_provider(homework).missed_keys.add(key)  # type: ignore[attr-defined]  # of the question bank
    with pytest.raises(ReplayRefused):
        homework.why_wrong(key)


@pytest.fixture(scope="module")
def played() -> Match:
    import classkit

    return classkit.new("poleconomy", seats=3, seed=1).play(until="end")


def test_nothing_is_replayed_while_a_submission_is_marked() -> None:
    asked = {"sheet": "economy-read", "student": "ada", "word": None}
    handout = Handout(QuestionServer("economy-read").build_handout(asked))
    assert handout.find_replay("landing").match is None
    with pytest.raises(ClasskitError, match="while it is marked"):
        SituationReplay("A situation can be replayed only in your own notebook, not while it is "
                        "marked.").table()  # fmt: skip


def test_every_sheet_with_a_hidden_match_has_a_situation() -> None:
    """Also of the sheets on decisions; tables in a question are quoted line by line."""
    for name in SHEET_NAMES:
        plan = load_plan(name)
        questions = missed(name, "grace")
        for key in plan.makers:
            if key in ("choose", "favourite", "better", "policy"):
                continue  # open, or without a match; drawing them takes long
            if not questions.pose_question(key).has_replay or questions.get_question(key).open:
                continue
            found = questions.find_replay(key)
            assert found.match is not None and found.question is not None
            replay = SituationReplay("Look.", found.question, copy_from_start(found.match))
            lines = replay._repr_markdown_().split("\n")[2:]
            assert lines and all(line.startswith(">") for line in lines)
