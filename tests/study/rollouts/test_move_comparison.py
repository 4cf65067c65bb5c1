"""Compare moves: what each answer leads to, with the very same seeds."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

import classkit
from classkit import study
from classkit.engine.decisions import Sealed
from classkit.engine.errors import ClasskitError, IllegalMove, NothingToDo
from classkit.engine.game import Game
from classkit.engine.moves import Answer
from classkit.study.rollouts.candidate_moves import pick_answers
from classkit.study.rollouts.move_comparison import compare_answers
from tests.every_game import for_every_game


def buying() -> classkit.Match:
    """A stands on a company that it may buy, and has the money."""
    m = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=11, options={"game": 1})
    while not (m.request and getattr(m.request, "name", "") == "buy_square"):
        m.play("decision", "tycoon")
    return m


@for_every_game
def test_every_game_has_moves_to_compare(game: Game[Any]) -> None:
    seats = 3 if 3 in game.seat_numbers else 4
    m = classkit.new(game, seats=seats, seed=3).play("round", "passive")
    for _ in range(6):
        if m.is_over:
            break
        decision = m.requests()[0]
        before = m.digest()
        table = study.compare_moves(
            m, n=3, horizon=2, seat=decision.seat, most=5, processes=1, made=None
        )
        rows = table.rows()
        assert 1 <= len(rows) <= 5
        assert rows[0]["difference"] == 0 == rows[0]["difference_error"]
        assert [row["mean"] for row in rows] == sorted((r["mean"] for r in rows), reverse=True)
        assert all(row["n"] == 3 and 0 <= row["wins"] <= 1 for row in rows)
        for answer in table.answers:
            decision.read(answer.move, answer.fields)  # each is legal
        assert table.describe_loss() == ""
        assert m.digest() == before
        m.play("decision", "passive")


def test_the_lucks_are_the_same_for_all_and_the_difference_is_of_pairs() -> None:
    m = buying()
    table = study.compare_moves(m, n=12, processes=1).wait()
    values = table.values
    by_answer = {
        answer.move: [values[at, number][0] for number in range(12)]
        for at, answer in enumerate(table.answers)
    }
    assert set(by_answer) == {"yes", "no"}
    best, other = table.rank_answers()
    pairs = list(zip(by_answer[best.answer.move], by_answer[other.answer.move], strict=True))
    assert best.mean == pytest.approx(fmean(one for one, _ in pairs))
    assert other.difference == pytest.approx(fmean(b - a for a, b in pairs))
    assert other.difference_error == pytest.approx(stdev(b - a for a, b in pairs) / sqrt(12))
    assert other.standard_error == pytest.approx(stdev(b for _, b in pairs) / sqrt(12))
    own = [
        study.futures(twin, n=12, processes=1).wait().outcomes
        for twin in (m.fork().answer(best.answer.move), m.fork().answer(other.answer.move))
    ]
    assert [one.scores[m.seats.index(table.seat)] for one in own[0]] == [a for a, _ in pairs]
    assert [one.scores[m.seats.index(table.seat)] for one in own[1]] == [b for _, b in pairs]


def test_what_was_made_is_found_ahead_and_what_it_gave_up_is_said() -> None:
    m = buying()
    seat = m.request.seat
    m.answer("no").undo()
    table = study.compare_moves(m, n=30, processes=1)
    made = [row for row in table.rows() if row["made"]]
    assert [row["move"] for row in made] == ["no"]
    said = table.describe_loss()
    name, no = m.names[seat], m.say().move_label("buy_square", "no")
    if made[0]["difference"] < 0:
        assert said.startswith(f"By net worth on average, {name}'s “") and "” gave up $" in said
        assert "± $" in said
        error = made[0]["difference_error"]
        assert said.endswith("luck.") == (-made[0]["difference"] <= 2 * error)
    else:
        none = "By net worth on average, no other answer does better than"
        assert said == f"{none} {name}'s “{no}” in 30 futures."
    other = study.compare_moves(m, n=3, made="yes", processes=1)
    assert [row["move"] for row in other.rows() if row["made"]] == ["yes"]


def test_it_does_not_depend_on_the_number_of_processes() -> None:
    m = buying()
    one, two = (study.compare_moves(m, n=9, processes=number) for number in (1, 2))
    assert one.frame().equals(two.frame())


def test_where_several_are_asked_in_secret_one_of_them_is_compared() -> None:
    m = classkit.new("opoly", seats=3, seed=7)
    while not (isinstance(m.request, Sealed) and len(m.requests()) == 3):
        m.play("decision", "appraiser")
    with pytest.raises(IllegalMove, match="Several seats must decide"):
        study.compare_moves(m)
    first = m.requests()[0]
    m.answer(first.default.move, seat="A", **first.default.fields)
    with pytest.raises(IllegalMove, match="A has already answered"):
        study.compare_moves(m, seat="A")
    table = study.compare_moves(m, n=2, horizon=1, seat="B", processes=1)
    assert table.rows()[0]["n"] == 2


def test_as_it_comes_only_whole_pairs_count_and_it_can_be_cancelled() -> None:
    table = study.compare_moves(buying(), n=10, processes=1)
    for so_far in table:
        if so_far.done == 5:
            break
    assert {row["n"] for row in table.rows(wait=False)} == {2}, "of five futures two pairs"
    table.cancel()
    assert {row["n"] for row in table.rows()} == {2}


@pytest.mark.parametrize("outcome", ["win", "net_worth", "bank_cash", "company_profit"])
def test_other_outcomes_than_the_score(outcome: str) -> None:
    m = buying()
    table = study.compare_moves(m, n=4, outcome=outcome, processes=1)
    rows = table.rows()
    if outcome == "win":
        assert all(row["mean"] == row["wins"] for row in rows)
    if outcome == "net_worth":
        assert rows == study.compare_moves(m, n=4, processes=1).rows()
    said = " ".join(
        [
            table.sentence(),
            table.short_sentence(),
            table.describe_lead(table.rank_answers()),
            table.describe_loss(),
        ]
    )
    words = said.replace("“", " ").split()
    aim = {"best", "better", "good", "gave"} & {*words}
    assert not (aim and outcome in ("bank_cash", "company_profit")), "higher is no better"
    if any(row["difference"] for row in rows):
        assert {"best", "highest"} & {*words}


def test_an_answer_without_a_figure_is_never_the_best() -> None:
    yes, no, other = Answer("yes"), Answer("no"), Answer("other")
    values = {(0, 0): (float("nan"), 0.0), (1, 0): (1.0, 0.0), (2, 0): (2.0, 1.0)}
    found = compare_answers([yes, no, other], None, 1, values)
    assert [one.answer.move for one in found] == ["other", "no", "yes"]
    assert [one.difference for one in found[:2]] == [0.0, -1.0]


def test_many_answers_are_sampled_with_the_default_and_the_one_made() -> None:
    m = classkit.new("opoly", seats=3, seed=7).play("round", "appraiser")
    decision = m.requests()[0]
    found = pick_answers(decision, None, 12, 0)
    assert len({repr(one) for one in found}) == len(found) <= 12
    assert decision.default.move in {one.move for one in found}
    assert found == pick_answers(decision, None, 12, 0)
    assert found != pick_answers(decision, None, 12, 1)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"n": 0}, "n must be a whole number from 1"),
        ({"outcome": "skore"}, "Did you mean 'score'"),
        ({"outcome": ["score"]}, "outcome must be the name of an outcome"),
        ({"outcome": "prime_minister"}, "is text, so it"),
        ({"outcome": "worth_split"}, "has parts"),
        ({"bots": "tycon"}, "Did you mean 'tycoon'"),
        ({"horizon": 0}, "horizon must be a whole number from 1"),
        ({"seat": "Z"}, "There is no seat 'Z'"),
        ({"made": "maybe"}, "'maybe' is not an answer to buy_square"),
        ({"among": 5}, "among must be a list of answers, not 5"),
        ({"among": None}, "among must be a list of answers, not None"),
        ({"sealed": "x"}, "sealed must be true or false, not 'x'"),
        ({"most": 1}, "most must be a whole number from 2 to 100, not 1"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(ClasskitError, match=reason):
        study.compare_moves(buying(), **asked)


def test_a_match_that_is_over_or_waits_for_dice_has_no_moves() -> None:
    m = classkit.new("poleconomy", seats=2, seed=1, options={"game": 1, "round_limit": 2}).play(
        "end", "passive"
    )
    with pytest.raises(NothingToDo, match="over"):
        study.compare_moves(m)
    m = classkit.new("poleconomy", seats=2, seed=1, luck="by_hand", options={"game": 1}).play(
        "end", "passive"
    )
    with pytest.raises(IllegalMove, match="waits for a roll or a draw"):
        study.compare_moves(m)


@for_every_game
def test_the_frame_says_what_its_columns_mean_and_in_which_unit(game: Game[Any]) -> None:
    """No column of numbers without a unit where it has one."""
    m = classkit.new(game, seed=3).play(until="turn")
    score, seat = m.standings()[0].unit, m.requests()[0].seat
    for outcome, unit in (("score", score), ("win", "share of wins")):
        made = study.compare_moves(m, n=2, horizon=1, outcome=outcome, seat=seat, processes=1)
        frame = made.frame()
        assert list(frame.attrs["columns"]) == list(frame.columns)
        for name in ("mean", "standard_error", "difference", "difference_error"):
            assert frame.attrs["columns"][name]["unit"] == unit
        assert all(column["about"] for column in frame.attrs["columns"].values())


def test_answers_that_come_to_the_same_are_no_lead() -> None:
    """Seen: "$2,602,500 and $2,602,500. The lead of the best over each of the others ..."."""
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("decision")
    table = study.compare_moves(m, n=4, horizon=2, processes=1)
    best, *others = table.rank_answers()
    level = [one._replace(difference=0.0) for one in others]
    assert table.describe_lead([best, *level]) == "All of them come to the same."
    told = table.describe_lead([best, *others[:1], *level[1:]])
    assert told.startswith("The lead of the best in Net worth over ")
    assert told.endswith(f" {len(others) - 1} more answers are as good.")


def test_a_long_law_is_told_by_its_beginning_and_in_plain_words() -> None:
    m = (
        classkit.new("poleconomy", seats=4, seed=5401, options={"game": 2})
        .play("round")
        .play("round")
    )
    while not m.is_over and (m.request is None or getattr(m.request, "name", "") != "pm_action"):
        m.play("decision")
    table = study.compare_moves(m, n=1, horizon=1, processes=1)
    laws = [one for one in table.answers if len(repr(one.fields)) > 150]
    assert laws
    for law in laws:
        said = table.format_condition(law)
        assert len(said) < 130 and "_" not in said and said.endswith(" …)”")
