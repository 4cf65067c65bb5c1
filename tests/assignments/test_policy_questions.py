"""The questions answered by a policy: points for a policy that thinks, and none for any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import comb
from typing import Any

import pytest

import classkit
from classkit.assignments.contest import Contest
from classkit.assignments.key import open_key
from classkit.assignments.policy_answer import PolicyAnswer
from classkit.assignments.question_sheet import list_sheets, open_sheet
from classkit.engine.registry import find
from classkit.study.arena.policy_file import build_template

from .papers import cell, source

DECIDE = [name for name in list_sheets() if name.endswith("decide")]
FRESH = 900_000
"""The first seed of matches that no question has: seeds drawn for one are far longer numbers."""


def asked(name: str, student: str) -> tuple[PolicyAnswer, int]:
    """The policy question of a student, and the matches it asks for."""
    question = open_key(open_sheet(name, student)).ask("policy")
    assert isinstance(question.kind, PolicyAnswer)
    return question.kind, question.right


@cache
def template_of(game: str) -> Callable[..., Any]:
    """The policy of the file that `classkit policy new` writes, as it stands."""
    names: dict[str, Any] = {}
    exec(build_template(find(game)), names)
    policy: Callable[..., Any] = names["policy"]
    return policy


def model_answer(name: str, student: str) -> Callable[..., Any]:
    """The policy of the teacher's version, with this student's sheet before it."""
    names: dict[str, Any] = {"sheet": open_sheet(name, student)}
    exec("".join(cell(source(name).book, "answer-policy")["source"]), names)
    policy: Callable[..., Any] = names["policy"]
    return policy


def others(contest: Contest) -> dict[str, Any]:
    """The template and every bot of the game, `random` and `passive` among them."""
    bots = {bot: bot for bot in classkit.bots(contest.game)}
    return {"template": template_of(contest.game), **bots}


@pytest.fixture
def students(deep: bool) -> list[str]:
    """One student in the short form, twenty with ``--deep``: each has a question of his own."""
    return [f"student {number}" for number in range(20 if deep else 1)]


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", DECIDE)
def test_points_go_to_no_policy_that_was_not_thought_out(name: str, students: list[str]) -> None:
    """Issue 20, judged "by trying for an hour to get points without knowing anything"."""
    for student in students:
        kind, right = asked(name, student)
        for who, policy in others(kind.contest).items():
            reached = kind.contest.count_policy_successes(policy)
            most = right // 2 if who in ("template", "random", "passive") else right - 1
            assert reached <= most, (student, who, reached)
        verdict = kind.judge(template_of(kind.contest.game), right)
        assert not verdict.right and verdict.share == 0, (student, verdict.words)


@pytest.mark.parametrize("name", DECIDE)
def test_the_model_answer_gets_them(name: str, students: list[str]) -> None:
    for student in students:
        verdict = open_sheet(name, student).check("policy", model_answer(name, student))
        assert verdict.right, (student, verdict.words)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", DECIDE)
def test_the_aim_parts_them_in_other_matches_too(name: str, deep: bool) -> None:
    """In matches that no question has, the share asked for lies well between them.

    So well that luck seldom decides for any student: from the shares in many matches follows how
    often the few of a student's own fall on the wrong side. In the short form the bot that comes
    nearest in the students' own matches stands for the others.
    """
    number = 240 if deep else 30
    kind, right = asked(name, "somebody else")
    wanted = right / len(kind.contest.seeds)
    contest = replace(kind.contest, seeds=tuple(range(FRESH, FRESH + number)))
    share = contest.count_policy_successes(model_answer(name, "somebody else")) / number
    assert share >= wanted + 0.1, f"the model answer reaches the aim in {share:.0%}"
    own = len(kind.contest.seeds)
    if deep:
        assert chance(right, own, share) >= 0.97, f"with {share:.0%} it would fail too often"
    best = max(others(contest).values(), key=kind.contest.count_policy_successes)
    for who, policy in (others(contest) if deep else {"the best bot": best}).items():
        share = contest.count_policy_successes(policy) / number
        assert share <= wanted - 0.2, f"{who} reaches the aim in {share:.0%}, {wanted:.0%} wanted"
        if deep:
            assert chance(right, own, share) <= 0.03, f"{who} would pass too often by luck"


def chance(right: int, matches: int, share: float) -> float:
    """How likely it is to reach an aim in so many of a few matches, from its share in many.

    >>> round(chance(1, 2, 0.5), 2)
    0.75
    """
    return sum(
        comb(matches, number) * share**number * (1 - share) ** (matches - number)
        for number in range(right, matches + 1)
    )
