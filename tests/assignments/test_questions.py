"""Every generated question, for many students: what it holds for right is right."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import classkit
from classkit.assignments import decision_questions
from classkit.assignments.answer_types import SetAnswer
from classkit.assignments.feedback import MessageError, NotRight, Unanswered
from classkit.assignments.homework import open_homework
from classkit.assignments.homework.homework_sheet import pack_match
from classkit.assignments.key import AnswerKey, open_key
from classkit.assignments.policy_answer import PolicyAnswer
from classkit.assignments.question_sheet import list_sheets, open_sheet
from classkit.assignments.random_draw import _draw_cached
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.registry import find

from .reckoned import CLAUSES, DECISIONS, RECKONED

STUDENTS = ["", *(f"student {number}" for number in range(1, 20))]
FEW = 6
"""How many of the students the short form asks."""
FREE = ("choose", "policy")
CITED = re.compile(r"\b[PQNE]\d+\.\d+\b")
"""The clauses named in what a question says and answers."""
QUESTIONS = [(name, key) for name in list_sheets() for key in open_sheet(name).questions]
DRAWN = [(name, key) for name, key in QUESTIONS if key not in (*FREE, *DECISIONS, *CLAUSES)]


def given(right: Any) -> set[Any]:
    """All that is right, as a set."""
    return set(right) if isinstance(right, (tuple, set)) else {right}


def agrees(right: Any, reckoned: Any, tolerance: float) -> bool:
    """Whether engine and reckoning hold the same for right."""
    if isinstance(reckoned, (float, int)) and not isinstance(right, tuple):
        return abs(float(right) - float(reckoned)) <= tolerance + 1e-6
    return given(right) == given(reckoned)


def key_of(name: str, student: str = "") -> AnswerKey:
    """The answers to a student's sheet."""
    return open_key(open_sheet(name, student))


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
        sheet = open_sheet(name, student)
        question = key_of(name, student).ask(key)
        reckoned = reckon(question)
        tolerance = getattr(question.kind, "tolerance", 0)
        assert agrees(question.right, reckoned, tolerance), (student, question.right, reckoned)
        asked.add((question.text, question.match.seed if question.match else 0))
        assert sheet.check(key, open_key(sheet).answer(key)).right
        said = f"{question.text} {question.kind!r} {question.worked}"
        assert set(CITED.findall(said)) <= find(name.split("-")[0]).rulebook.clauses.keys(), said
    assert len(asked) > len(students) / 2, "same question, other numbers"


@pytest.mark.parametrize("name", [name for name in list_sheets() if name.endswith("decide")])
@pytest.mark.usefixtures("few_futures")
def test_many_decisions(name: str, students: list[str]) -> None:
    """The figures of a decision, reckoned from its futures."""
    for student in students:
        sheet = open_sheet(name, student)
        asked = open_key(sheet)
        assert asked.ask("favourite").right in DECISIONS["favourite"](asked.ask("favourite"))
        assert asked.ask("better").right == DECISIONS["better"](asked.ask("better"))
        options = asked.ask("choose").right
        assert all(sheet.check("choose", option).right for option in options)
        outcomes = [tuple(one) for one in sheet.facts("favourite")["outcomes"].values()]
        if name == "economicon-decide":
            assert len(set(outcomes)) == len(outcomes), "no two options are the same in disguise"


ADAS_DECISIONS = {
    "poleconomy-1-decide": ("reverse", 0),
    "poleconomy-2-decide": ("no", 0),
    "opoly-decide": ("pass", 2),
    "economicon-decide": ("keep", 1),
    "economy-decide": ("go c7", 6),
}
"""Sheet -> the best option and the count of better futures, as drawn since the first version."""


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", ADAS_DECISIONS)
def test_numbers_of_a_student_stay_the_same(name: str) -> None:
    """A notebook that was handed out is marked with the numbers that its student has seen."""
    key = key_of(name, "ada")
    assert (key.answer("favourite"), key.answer("better")) == ADAS_DECISIONS[name]


def test_imports_of_notebooks_that_were_handed_out_stay() -> None:
    """These lines are in notebooks that students and teachers have, and in code they copied."""
    code = (
        "from classkit.assignments import open_sheet\n"
        "from classkit.assignments.homework import open_homework\n"
        "from classkit.assignments.homework.differences import what_moved\n"
        "from classkit.assignments.key import open_key\n"
        "from classkit.study import compare_moves\n"
    )
    names: dict[str, Any] = {}
    exec(code, names)
    key = names["open_key"](names["open_sheet"]("opoly-read"))
    assert {"answer", "mark", "worked"} <= {*dir(key)}


def test_two_hundred_futures_are_those_of_the_study() -> None:
    """What a sheet says is what compare_moves says, and the same at every asking."""
    from classkit.study import compare_moves

    sheet = open_sheet("poleconomy-1-decide")
    outcomes = sheet.facts("favourite")["outcomes"]
    assert {len(numbers) for numbers in outcomes.values()} == {200}
    match = sheet.match("choose")
    again = decision_questions.simulate_answers(
        match, "net_worth", bots="tycoon", seed=3, horizon=4, n=6
    )
    study = compare_moves(match, 6, "tycoon", "net_worth", horizon=4, seed=3, processes=1)
    assert {row["move"]: row["mean"] for row in study.rows()} == {
        move: again.get_mean(move) for move in again.outcomes
    }
    _draw_cached.cache_clear()
    assert open_sheet("poleconomy-1-decide").facts("favourite")["outcomes"] == outcomes


@pytest.mark.parametrize(("name", "key"), [one for one in QUESTIONS if one[1] in CLAUSES])
def test_clauses(name: str, key: str) -> None:
    """No clause is the same for all sixty, and each is the one of its case."""
    asked: dict[str, str] = {}
    for student in [f"student {number}" for number in range(60)]:
        sheet = open_sheet(name, student)
        text = sheet.ask(key).text
        (right,) = [clause for words, clause in CLAUSES[key].items() if words in text]
        asked[student] = right
        assert sheet.check(key, right.lower()).right, text
        known = open_key(sheet).ask(key).kind.rules  # type: ignore[attr-defined]  # a RuleAnswer
        other = next(iter(known))
        said = sheet.check(key, other)
        assert not said.right and said.words.startswith(f"{other} says:")
        assert right not in said.words
    given = list(asked.values())
    assert set(given) == set(CLAUSES[key].values())
    assert max(map(given.count, given)) < 30, "no clause is half of the class's"


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize(("name", "key"), QUESTIONS)
def test_feedback_does_not_give_the_answer_away(name: str, key: str) -> None:
    """No answer, a wrong type or a wrong figure: words, and never the right one."""
    sheet = open_sheet(name, "ada")
    question = open_key(sheet).ask(key)
    for nothing in (None, ..., "", "  "):
        with pytest.raises(Unanswered, match=r"No answer yet\. Replace None"):
            sheet.check(key, nothing)
    odd: list[Any] = [True, object(), print, {"a": 1}, [], float("nan"), b"x", "no such answer"]
    if isinstance(question.kind, PolicyAnswer):
        odd = [5, "tycoon", {"a": 1}, [], [[]] * 8, lambda view: "x", lambda view, decision: "jump"]
    for value in odd:
        feedback = sheet.check(key, value)
        assert not feedback.right and feedback.words.endswith((".", ")")), (value, feedback)
        with pytest.raises(NotRight):
            open_key(sheet).mark(key, value, points=2)
    secret = question.right
    if isinstance(secret, (int, float)) and not isinstance(question.kind, PolicyAnswer):
        away = getattr(question.kind, "tolerance", 0) + 7
        for value in (secret + away, secret - away, secret * 1000 + 3 * away):
            said = sheet.check(key, value)
            assert not said.right and f"{secret:,} " not in said.words.replace(f"{value:,}", "")
    assert repr(secret) not in repr(question).rpartition("Answer with")[0] or len(repr(secret)) < 6


SEARCHABLE = [(n, k) for n, k in QUESTIONS if k not in FREE]


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize(("name", "key"), SEARCHABLE)
def test_nobody_finds_an_answer_by_trying(name: str, key: str) -> None:
    """Neither halves nor a list of all that can be leads to the answer."""
    student = "searcher"
    kind = open_key(open_sheet(name, student)).ask(key).kind
    names = getattr(kind, "options", None) or getattr(kind, "rules", None)
    if isinstance(kind, SetAnswer):
        tried: list[Any] = [[one] for one in kind.options] + [list(kind.options)]
        tried += [[one, two] for one in kind.options for two in kind.options if one < two]
    else:
        tried = list(names) if names else list(range(1, 60))
    right = open_key(open_sheet(name, student)).ask(key)
    tried = [value for value in tried if not right.check(value).right]
    sheets = [open_sheet(name, student) for _ in range(2)]
    told = [sheets[at % 2].check(key, value).words for at, value in enumerate(tried)]
    judged = [words for words in told if not words.startswith("Noted, and not judged")]
    two = names is not None and len(names) == 2
    assert len(judged) <= (0 if two else 3) and len(told) > len(judged)
    assert all("not right either" in words for words in judged[1:])
    assert not any("too low" in words or "too high" in words for words in judged[1:])
    sheet = open_sheet(name, student)
    late = sheet.check(key, open_key(sheet).answer(key))
    assert not late.right and late.words.startswith("Noted, and not judged"), "not even the right"
    assert sheet.check(key, tried[0]).words == told[0], "what was said is said again"


@pytest.mark.usefixtures("few_futures")
@pytest.mark.parametrize("name", list_sheets())
def test_no_way_leads_from_a_students_sheet_to_an_answer(name: str) -> None:
    """Neither a method nor an attribute nor what is printed has it."""
    sheet = open_sheet(name, "ada")
    public = {word for word in dir(sheet) if not word.startswith("_")}
    about = {"name", "questions", "student", "title", "word"}
    assert public == {"ask", "check", "facts", "match", "rule", "rules", "why_wrong", *about}
    for value in vars(sheet).values():  # and nothing that would open a position
        assert value is None or isinstance(value, (str, tuple)), value
    for key in sheet.questions:
        asking = sheet.ask(key)
        assert {word for word in dir(asking) if not word.startswith("_")} == {
            "text", "form", "code",
        }  # fmt: skip
        facts = sheet.facts(key)
        assert not {"right", "worked", "answer", "best"} & facts.keys()


@pytest.mark.usefixtures("few_futures")
def test_the_pair_compared_does_not_tell_the_favourite() -> None:
    """The better of two options stands second as often as first."""
    first = []
    for number in range(8):
        key = key_of("poleconomy-1-decide", f"student {number}")
        first.append(key.ask("better").facts["first"] == key.answer("favourite"))
    assert len(set(first)) == 2


def test_a_renamed_sheet_judges_no_more_answers() -> None:
    """A student may write anything to a sheet; its tries are those of the student it draws for."""
    sheet = open_sheet("poleconomy-1-read", "renamer")
    right = open_key(sheet).answer("landing")
    told = []
    for number in range(1, 9):
        sheet.student, sheet.name = f"somebody {number}", f"sheet {number}"
        told.append(sheet.check("landing", right + number * 10_000).words)
    assert sum("too high" in words for words in told) == 1
    assert told[-1].startswith("Noted, and not judged")


def test_another_name_brings_no_more_answers(deep: bool) -> None:
    """Many names draw the same few questions of a homework; each question is judged as one.

    A hundred names, with ``--deep`` two hundred.
    """
    text = pack_match(
        classkit.new("poleconomy", 4, seed=31, options={"game": 1, "round_limit": 6}).play(
            until="end"
        )
    )
    first = open_homework(text, "first")
    key = first.questions[0]
    right, asked, told = open_key(first).answer(key), first.ask(key).text, []
    for number in range(200 if deep else 100):
        other = open_homework(text, f"name {number}")
        if other.ask(key).text == asked:
            told.append(other.check(key, right + 50 + number).words)
    assert len(told) > 4, "the names meet the question again"
    assert sum("too high" in words for words in told) == 1
    assert told[-1].startswith("Noted, and not judged")


@pytest.mark.parametrize("key", ["inflation", "paper"])
def test_no_turn_of_a_record_is_right_for_most(key: str) -> None:
    """A figure that is the same for all sixty would be passed on."""
    right = [key_of("economicon-read", student).ask(key).right for student in STUDENTS[:12]]
    assert max(sum(turn in turns for turns in right) for turn in set().union(*right)) <= 5


TURNS = [
    ("poleconomy-1-read", "illusion"),
    ("poleconomy-2-read", "illusion"),
    ("opoly-read", "trade_off"),
]


@pytest.mark.parametrize(("name", "key"), TURNS)
def test_three_turns_do_not_cover_a_class(name: str, key: str, deep: bool) -> None:
    """Whoever knows nothing and writes a common turn is seldom right.

    A class of thirty, with ``--deep`` of forty-eight.
    """
    number = 48 if deep else 30
    rights = [key_of(name, f"fresh {student}").ask(key).right for student in range(number)]
    common = Counter(rights).most_common(3)
    assert 3 * sum(count for _, count in common) < number, common
    sheet = open_sheet(name, "fresh 0")
    after, right = sheet.facts(key)["after"], rights[0]
    assert f"the first turn after turn **{after}**" in sheet.ask(key).text and 0 < after < right
    assert sheet.check(key, right).right and not sheet.check(key, after).right


def test_a_position_is_played_after_it_is_answered() -> None:
    sheet = open_sheet("poleconomy-1-read", "ada")
    with pytest.raises(ClasskitError, match="Answer landing first"):
        sheet.match("landing")
    sheet.check("landing", open_key(sheet).answer("landing"))
    assert sheet.match("landing").turn >= 1
    assert sheet.match("illusion").is_over, "a record is there to be read"


def test_no_index_is_asked_of_a_chain() -> None:
    """Lesson 4: a sector is a chain; its inventions and factories compete with no shop."""
    sheet = open_sheet("economy-read", "ada")
    question = open_key(sheet).ask("herfindahl")
    assert "market for shops" in question.text and "of the sector" not in question.text
    cards = question.facts["owned"].values()
    merged = [question.facts["buyer"] if one == question.facts["bought"] else one for one in cards]
    of_all = sum((100 * merged.count(one) / len(merged)) ** 2 for one in set(merged))
    assert not sheet.check("herfindahl", of_all).right
    given = [key_of("economy-read", student).ask("herfindahl").right for student in STUDENTS]
    assert len(set(given)) > len(given) / 3 and max(map(given.count, given)) <= len(given) / 4
    assert {10_000.0, 0.0}.isdisjoint(given)


def test_part_of_a_set_earns_part_of_the_points() -> None:
    for number in range(20):
        sheet = key_of("poleconomy-1-read", f"student {number}")
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
        with pytest.raises(MessageError, match="name in quotes"):
            open_sheet("poleconomy-1-read", nobody)  # type: ignore[arg-type]  # as students write
    with pytest.raises(MessageError, match="at most 60 characters"):
        open_sheet("poleconomy-1-read", "x" * 100)
    number: Any = 4711
    assert open_sheet("economy-read", number).student == open_sheet("economy-read", "4711").student
    assert (
        open_sheet("economy-read", " Zoë  B ").student
        == open_sheet("economy-read", "ZOË b").student
    )
