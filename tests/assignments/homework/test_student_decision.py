"""The decision of each student: another way to go, what it brings, and for which reason."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import chain, islice
from statistics import fmean, stdev
from typing import Any

import pytest

import classkit
from classkit.assignments.homework import open_homework
from classkit.assignments.homework.decision_alternatives import (
    MAX_CHOICES,
    TRIAL_FUTURES,
    find_decisions,
    get_horizon,
    list_bot_answers,
    list_other_choices,
)
from classkit.assignments.homework.decision_futures import (
    FUTURE_COUNT,
    MAX_COUNTED_ANSWERS,
    STOPPING_LEADS,
    DecisionFutures,
)
from classkit.assignments.homework.differences import find_difference_cause, is_cause_named
from classkit.assignments.homework.homework_sheet import pack_match
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.question_finders import (
    build_question_makers,
    continue_match,
)
from classkit.assignments.homework.reason_questions import (
    AGAINST_SELECTOR,
    FOR_SELECTOR,
    NEXT_SELECTOR,
    ask_reasons,
    find_changes,
    format_cause,
)
from classkit.assignments.homework.student_decision import (
    MAX_ANSWERS,
    MAX_EXPLAINED_DECISIONS,
    StudentDecision,
    balance_causes,
    count_answers,
    count_causes,
    find_explained_decisions,
)
from classkit.assignments.key import open_key
from classkit.assignments.random_draw import QuestionRandom
from classkit.engine.decisions import Decision
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.study.match_random import find_generators, play_seeded
from classkit.study.rollouts.move_comparison import compare_moves
from classkit.study.rollouts.single_future import derive_seed

from .matches import past_of, played


def test_a_decision_is_given_up_if_it_hardly_matters() -> None:
    """A few futures are enough to see that nothing depends on it; no student is asked about it."""
    past = past_of("economy")
    find_explained_decisions(past)
    given_up = [one for one in past.decision_futures if len(one.futures[0]) < FUTURE_COUNT]
    assert given_up and not any(one.is_clear for one in given_up)
    alike = next(one for one in past.decision_futures if not one.difference)
    assert [len(futures) for futures in alike.futures] == [min(STOPPING_LEADS), min(STOPPING_LEADS)]
    assert count_answers(past) <= MAX_ANSWERS + MAX_COUNTED_ANSWERS * (
        2 * FUTURE_COUNT + TRIAL_FUTURES * MAX_CHOICES
    )


def test_the_reason_of_a_counterfactual_is_the_split_of_its_difference() -> None:
    """Choose among causes, one of them the true split of the change."""
    past = past_of("poleconomy", 6)
    makers = build_question_makers(past)
    assert [*makers][-2:] == ["what-if", "reason"]
    asked = [makers["reason"](QuestionRandom(f"{name}|reason|0")) for name in range(6)]
    about = [one for one in asked if one.text.startswith("Why is that so? After")]
    assert len(about) >= 4, "it is had for most decisions"
    assert len({one.right for one in about}) > 1
    for name, one in enumerate(asked):
        what = makers["what-if"](QuestionRandom(f"{name}|what-if|0"))
        if one in about:
            turn = re.search(r"In turn (\d+), ", what.text)
            assert turn and f"(turn {turn[1]})" in one.text, "of the same decision"
    for looked in past.decision_futures:
        assert float(sum(looked.causes.values())) == pytest.approx(looked.difference, abs=0.01)


@pytest.mark.parametrize("game", ["poleconomy", "economy"])
def test_what_luck_may_explain_is_not_asked(game: str) -> None:
    """Both answers, and what the reason names, are two standard errors apart, future by future."""
    past = past_of(game)
    makers = build_question_makers(past)
    asked = [makers["what-if"](QuestionRandom(f"{name}|what-if|0")) for name in range(8)]
    found = [
        one for one in past.decision_futures if any(one.difference == what.right for what in asked)
    ]
    assert len(found) > 1
    for looked in found:
        made, other = looked.futures
        apart = [two.score - one.score for one, two in zip(made, other, strict=True)]
        assert abs(fmean(apart)) >= 2 * stdev(apart) / len(apart) ** 0.5
    for own in find_explained_decisions(past):
        assert own.way is not None
        cause = find_difference_cause(past, own.found, own.way)
        assert cause is not None and cause.words == own.cause
        keys = [key for key, by in own.found.causes.items() if float(by) == cause.amount]
        assert any(own.found.is_cause_clear(key) for key in keys)


@pytest.mark.parametrize("game", ["economy", "poleconomy", "economicon", "opoly"])
def test_a_class_of_thirty_gets_many_what_ifs(
    game: str, deep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight at least, none for more than a quarter, and each with its own reason."""
    if game != "economy" and not deep:
        pytest.skip("the short form looks at the game whose futures are played soonest")
    monkeypatch.setattr("classkit.assignments.homework.student_decision.MAX_ANSWERS", MAX_ANSWERS)
    monkeypatch.setattr(
        "classkit.assignments.homework.student_decision.MAX_EXPLAINED_DECISIONS",
        MAX_EXPLAINED_DECISIONS,
    )
    past = PlayedMatch(played(game))
    makers = build_question_makers(past)
    texts = Counter(
        makers["what-if"](QuestionRandom(f"{name}|what-if|0")).text for name in range(30)
    )
    assert len(texts) >= 8 and max(texts.values()) <= 30 / 4
    whys = [makers["reason"](QuestionRandom(f"{name}|reason|0")) for name in range(30)]
    assert all(why.text.startswith("Why is that so? After") for why in whys)


def test_no_cause_is_the_right_one_for_most_decisions() -> None:
    """Who knows it would know the answers of the class; nor is one kept that the board shows."""
    looked: Any = None  # which is not asked for anything here
    causes = ["oil"] * 6 + ["tax", "rent", "fee", "Go", "income", "trade"]
    some = [[StudentDecision(looked, FOR_SELECTOR, cause)] for cause in causes]
    some.append(
        [
            StudentDecision(looked, NEXT_SELECTOR, "oil"),
            StudentDecision(looked, AGAINST_SELECTOR, "interest"),
        ]
    )
    kept = count_causes(
        balance_causes([*some, [StudentDecision(looked, FOR_SELECTOR, "wages", shows=True)]])
    )
    assert kept["oil"] == 4 and kept["interest"] == 1 and not kept["wages"]
    assert kept.total() == 11


def test_where_all_bots_agree_the_other_way_is_the_best_of_the_others() -> None:
    past = past_of("economy")
    one = next(one for one, *_ in find_decisions(past) if not one.by_bot and one.tried)
    then = past.match.fork().goto(step=one.step)
    others = [other for other in list_other_choices(then, then.request) if other != one.made]
    tried = compare_moves(
        then, TRIAL_FUTURES, horizon=get_horizon(then), seat=one.seat, seed=one.step, processes=1,
        among=[(other.move, dict(other.fields)) for other in others],
    )  # fmt: skip
    means = {(row["move"], row["fields"]): row["mean"] for row in tried.rows()}
    assert means[one.other.move, json.dumps(dict(one.other.fields))] == max(means.values())


def test_the_other_answer_is_one_that_a_bot_would_give() -> None:
    """No bid of 1,429 against 58, no orders in raw Python, nothing given away."""
    match = played("opoly")
    found = [*chain.from_iterable(islice(find_decisions(past_of("opoly")), 12))]
    assert found
    for one in found:
        then = match.fork().goto(step=one.step)
        request = then.request
        assert isinstance(request, Decision)
        assert one.by_bot == (one.other in list_bot_answers(then, request))
        assert one.by_bot or one.other in list_other_choices(then, request)
        assert one.other != one.made
        assert not any(isinstance(value, (dict, list)) for value in one.other.fields.values())


def test_a_cause_that_is_named_in_the_decision_is_not_asked_for() -> None:
    """Who declines First Mover Advantage goes without it: no thought is needed for that."""
    past = past_of("poleconomy", 6)
    some = find_explained_decisions(past)
    assert some
    for own in some:
        asked, answers = own.found.match.request, own.found.format_answers(past.say)
        assert isinstance(asked, Decision)
        question = past.say.decision_question(asked.name, asked.seat, asked.about)
        assert own.cause.casefold() not in " ".join((question, *answers)).casefold()
        assert not is_cause_named(past, own.found, own.cause)
        assert is_cause_named(past, own.found, question)


def test_the_reasons_of_points_are_sectors_and_no_bare_squares() -> None:
    """Issue 35, item 2: "E2.1" is no cause that anybody can reason about."""
    past = past_of("economy")
    sectors = {past.say.part_label(sector) for sector in past.rows[-1]["points_by_sector"]["A"]}
    asked = [
        build_question_makers(past)["reason"](QuestionRandom(f"{name}|reason|0"))
        for name in range(4)
    ]
    for question in (*asked, *ask_reasons(past)):
        assert set(re.findall(r"\*\*\w\*\*: (.*)", question.text)) <= sectors
        assert "Points by sector" in question.text and "money and things" not in question.text


@pytest.mark.parametrize("game", ["poleconomy", "economicon"])
def test_the_name_of_a_cause_does_not_tell_the_answer(game: str) -> None:
    """What is right for one stands among the wrong ones for another.

    Nor does any amount stand beside it: "life insurance, worth $1,000,000, for $100,000".
    """
    past = past_of(game)
    asked = [
        build_question_makers(past)["reason"](QuestionRandom(f"{name}|reason|0"))
        for name in range(12)
    ]
    for some in (asked, [*ask_reasons(past)]):
        shown = [dict(re.findall(r"\*\*(\w)\*\*: (.*)", one.text)) for one in some]
        right = {of[one.right] for of, one in zip(shown, some, strict=True)}
        wrong = {
            words
            for of, one in zip(shown, some, strict=True)
            for letter, words in of.items()
            if letter != one.right
        }
        assert len(right) >= 3 and len(right & wrong) >= 2, (right, wrong)
        assert not any(re.search(r"\d", words) for words in right | wrong)
    assert find_changes(past)


def test_the_counterfactual_is_the_same_wherever_the_notebook_is_opened() -> None:
    """Also of a match that goes on, whose luck to come is drawn anew each time it is opened."""
    match = continue_match(
        classkit.new("poleconomy", seats=4, seed=5, options={"game": 1}).play(until="round")
    )
    text = pack_match(match)
    one, other = (open_key(open_homework(text, "ada")) for _ in range(2))
    assert one.plan.makers.keys() == other.plan.makers.keys() >= {"what-if"}
    for key in one.plan.makers:
        assert one.answer(key) == other.answer(key)


def test_no_what_if_lives_on_purchases_that_go_round() -> None:
    """A nation that buys its notes and pays with them in turn gains by the order alone (N9.3)."""
    past = past_of("economicon")
    asked = find_explained_decisions(past)
    assert asked and not any(own.found.has_round_trip for own in asked)
    words = {format_cause(past.say, *key) for own in asked for key in own.found.causes}
    assert not words & {"bought in the market", "in a direct deal"}
    round_trip = next(one for one in past.decision_futures if one.has_round_trip)
    assert not round_trip.is_clear and buys_and_sells(round_trip)
    assert not buys_and_sells(asked[0].found, 3)


def buys_and_sells(looked: DecisionFutures, most: int = FUTURE_COUNT) -> bool:
    """Whether the seat buys and sells one unit in a turn of the first futures, by the ledger."""
    one, then = looked.decision, looked.match
    among = [(answer.move, dict(answer.fields)) for answer in (one.made, one.other)]
    scenario = compare_moves(
        then, FUTURE_COUNT, horizon=get_horizon(then), seat=one.seat, among=among, seed=one.step,
        processes=1,
    ).plan  # fmt: skip
    for number in range(min(most, len(looked.futures[1]))):
        seed = derive_seed(scenario.study, number)
        for whose, move, fields in scenario.answers:

            def play(
                whose: str = whose, move: str = move, fields: dict = fields, seed: int = seed
            ) -> Match:
                match = Match.at(scenario.point, seed, Keep())
                match.answer(move, seat=whose, **fields)
                for _ in range(scenario.horizon.length):
                    if not match.is_over:
                        match.play("turn", scenario.bots)
                return match

            moved = [
                (t.turn, t.unit, t.target == f"reserve:{one.seat}")
                for t in play_seeded(seed, play, find_generators(scenario)).transfers
                if t.reason in ("payment", "purchase", "direct_payment", "direct_purchase")
                and f"reserve:{one.seat}" in (t.source, t.target)
                and t.unit != "gold"
            ]
            if any((turn, unit, not came) in moved for turn, unit, came in moved):
                return True
    return False
