"""The questions that are found on a match: right, distinct, and none without thought."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from typing import Any

import pytest

import classkit
from classkit.assignments.answer_types import NumberAnswer
from classkit.assignments.homework import Homework
from classkit.assignments.homework.counterfactual import WHAT_IF_KEY
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.question_finders import (
    LESSON_IDEAS,
    MIN_VARIANTS,
    QUESTION_COUNT,
    build_question_makers,
    filter_distinct_answers,
)
from classkit.assignments.key import open_key
from classkit.assignments.random_draw import QuestionRandom
from classkit.engine.match import Match
from classkit.engine.registry import list_games

from .matches import GAMES, past_of, played
from .referees import CHECKS, Asked, Sat, primary_balance, turns_in

SEEDS = (5, *range(5), *range(6, 20))
"""The matches of the long form; the first is that of the other tests, whose futures are there."""


LENGTHS = (0.1, 0.35, 0.6, 1.0)
"""How much of a match has been played."""


ON_A_DECISION = ("what-if", "reason")
"""The questions whose futures take their time."""


def cut_short(game: str, number: int) -> Match:
    """One of the matches of an examiner: of three to five seats, and of any length."""
    seats = (4, 3, 5)[number % 3] if game != "economicon" else (4, 3)[number % 2]
    match = played(game, 100 + number, seats)
    if (part := LENGTHS[3 - number % 4]) < 1:
        match = match.goto(turn=max(3, int(match.turn * part))).fork()
    return match


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_homework_for_matches_of_all_lengths(game: str, deep: bool) -> None:
    """Distinct and not trivial for thirty names.

    That no answer is right for half of a class is held over more names, lest luck decide.
    """
    for number in (0, 3):
        match = cut_short(game, number)
        makers = build_question_makers(PlayedMatch(match))
        for key, make in makers.items():
            names = range(1 if {*ON_A_DECISION} & {key} and WHAT_IF_KEY in makers else 120)
            asked = [make(QuestionRandom(f"{name}|{key}")) for name in names]
            hold_for_a_class(key, asked, len(names) > MIN_VARIANTS)


def hold_for_a_class(key: str, asked: list[Any], many: bool) -> None:
    """What holds of one question for all students of a class."""
    rights = [one.right for one in asked]
    assert not {0, 100, -100} & set(rights), (key, rights)
    assert all("(Lesson " in one.text for one in asked)
    if many:
        assert len(set(rights[:30])) >= MIN_VARIANTS, (key, rights)
        assert max(map(rights.count, rights)) <= len(rights) / 2, (key, rights)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_an_examiner_reads_the_homework_of_a_class(game: str, number: int, deep: bool) -> None:
    """Forty matches for thirty names each: distinct, right when reckoned again, none trivial."""
    if not deep:
        pytest.skip("the short form holds a part of it: test_homework_for_matches_of_all_lengths")
    match = cut_short(game, number)
    frames, past = Asked(match), PlayedMatch(match)
    makers = build_question_makers(past)
    print(f"\n{game} {number}: {len(match.seats)} seats, turn {match.turn}, {[*makers]}")
    if match.is_over:
        assert len(makers) == QUESTION_COUNT, "it has five good questions"
    sheets: dict[str, dict[str, Any]] = {f"name {student}": {} for student in range(30)}
    for key, make in makers.items():
        for student, sheet in sheets.items():
            sheet[key] = make(QuestionRandom(f"{student}|{key}|0"))
        asked = [sheet[key] for sheet in sheets.values()]
        others = [make(QuestionRandom(f"other {number}|{key}|0")) for number in range(90)]
        hold_for_a_class(key, [*asked, *others], True)  # of many, lest luck decide
        print(f"  {key}: {len({one.text for one in asked})} questions, "
              f"{len({one.right for one in asked})} answers")  # fmt: skip
        reckoned: set[str] = set()
        for sheet in sheets.values():
            question = sheet[key]
            about = question.text.partition("\n\n")[0]  # the same causes in another order are one
            if about not in reckoned:
                reckoned.add(about)
                CHECKS[key](Sat(frames, sheet), question.text, question.right)  # type: ignore[arg-type]
    if len(makers) == QUESTION_COUNT:
        same = Counter(tuple(one.text for one in sheet.values()) for sheet in sheets.values())
        assert max(same.values()) <= 3, "hardly any two sheets are the same"


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_figures_agree_with_the_exported_frames(game: str, deep: bool) -> None:
    """Every figure once more, by other means; and none is the same in every match."""
    given: dict[str, list[Any]] = {}
    for seed in SEEDS if deep else SEEDS[:1]:
        work = Homework(played(game, seed), f"student {seed}" if deep else "")
        key_of = open_key(work)
        for key in work.questions:
            right = key_of.answer(key)
            CHECKS[key](work, work.ask(key).text, right)
            assert work.check(key, right).right
            assert key_of.worked(key)
            given.setdefault(key, []).append(right)
    assert given


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_variant_is_right(game: str, deep: bool) -> None:
    """Not only those that a student happens to get, and no value answers two of them."""
    for seed in SEEDS if deep else SEEDS[:1]:
        past, opened = past_of(game, seed), Asked(played(game, seed))
        for key, idea in LESSON_IDEAS.items():
            asked = filter_distinct_answers(idea.find(past))
            for one, other in combinations(asked, 2):
                if isinstance(one.kind, NumberAnswer):
                    apart = abs(one.right - other.right)
                    assert apart > one.kind.tolerance + other.kind.tolerance, (seed, key)
            for question in asked:
                assert not any(question.check(easy).right for easy in (0, 100, -100)), key
                sat = Sat(opened, {key: question})
                CHECKS[key](sat, question.text, question.right)  # type: ignore[arg-type]


def test_what_is_paid_back_is_no_spending() -> None:
    """The primary balance leaves out repayments, which were once counted as spending."""
    match, past = played("poleconomy 2", 100, 3), past_of("poleconomy 2", 100, 3)
    repaid = [t.turn for t in past.money_transfers if t.reason == "bond_redemption"]
    opened, asked = Asked(match), list(LESSON_IDEAS["balance"].find(past))
    about = [one for one in asked if turns_in(one.text)[-1] >= repaid[0]]
    assert repaid and about
    for question in about:
        sat = Sat(opened, {"balance": question})
        primary_balance(sat, question.text, question.right)  # type: ignore[arg-type]


def test_a_plan_is_made_once_for_a_class_and_kept_when_the_match_goes_on() -> None:
    """A class is marked by futures that are played once."""
    match = played("economy")
    first, second = (open_key(Homework(match, name)).plan for name in ("ada", "bo"))
    assert first is second
    before = open_key(Homework(match, "ada")).ask("what-if").text
    match.goto(step=0)
    assert open_key(Homework(played("economy"), "ada")).ask("what-if").text == before


@pytest.mark.parametrize("game", list_games())
def test_nothing_is_asked_of_a_match_that_has_not_begun(game: str) -> None:
    past = PlayedMatch(classkit.new(game, seats=4, seed=1))
    assert [key for key, idea in LESSON_IDEAS.items() if list(idea.find(past))] == []


def test_what_lessons_deny_is_not_taught() -> None:
    """Nobody "bears" what it paid, a chain is no market, a card's charge is no tax."""
    for game in GAMES:
        past = past_of(game)
        for idea in LESSON_IDEAS.values():
            assert 1 <= idea.lesson <= 9
            for question in islice(idea.find(past), 3):
                said = f"{question.text} {question.worked}"
                assert "Who bears" not in said and "index of the sector" not in said


def test_each_finder_asks_for_an_idea_of_its_own() -> None:
    """Ten that ask one good thing each are better than fourteen."""
    assert 10 <= len(LESSON_IDEAS) <= 12
    assert len({idea.idea for idea in LESSON_IDEAS.values()}) == len(LESSON_IDEAS)
    assert {idea.lesson for idea in LESSON_IDEAS.values()} == set(range(1, 9))
