"""What studies come to in words, and whether that may be luck: recomputed another way."""

from __future__ import annotations

import re

import pytest
from scipy import stats

import classkit
from classkit import study
from classkit.engine.rulebook_text import lower_label
from classkit.study.rollouts.move_comparison import format_answer
from classkit.study.rollouts.significance import compute_p_value, describe_significance


@pytest.mark.parametrize(("more", "less"), [(0, 0), (5, 5), (8, 0), (14, 3), (60, 41), (200, 250)])
def test_the_test_is_that_of_mcnemar(more: int, less: int) -> None:
    expected = stats.binomtest(more, more + less, 0.5).pvalue if more + less else 1
    assert compute_p_value(more, less) == pytest.approx(expected)


def test_moves_that_differ_in_nothing_are_called_luck_and_clear_ones_are_not() -> None:
    assert describe_significance(0, 0) == describe_significance(3, 2) == "may be luck"
    assert describe_significance(20, 2) == "is too large to be luck (95% confidence)"


def test_the_sentence_of_compared_moves_counts_the_wins_of_its_pairs() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("turn").play("turn")
    while len(m.requests()[0].legal) != 2:
        m.play("decision")
    made = study.compare_moves(m, n=20, outcome="win", horizon=20, processes=1)
    said = made.sentence()
    words = r"By how often (\w+) leads, “(.+)” is the better of 2 answers: (\d+) of 20 futures "
    found = re.fullmatch(rf"{words}against (\d+) for “(.+)”; that difference (.+)\.", said)
    assert found, said
    best, other = made.rank_answers()[:2]
    assert (int(found[3]), int(found[4])) == (round(20 * best.wins), round(20 * other.wins))
    assert (found[2], found[5]) == tuple(
        made.format_short_answer(one.answer) for one in (best, other)
    )
    pairs = zip(*(won(made, answer) for answer in (best.answer, other.answer)), strict=True)
    unlike = [one for one in pairs if one[0] != one[1]]
    first = sum(one for one, _ in unlike)
    sure = bool(unlike) and stats.binomtest(first, len(unlike)).pvalue < 0.05
    assert ("too large to be luck" in said) == sure


@pytest.mark.parametrize("outcome", ["score", "win"])
def test_the_short_sentence_names_the_best_by_its_measure_and_by_wins(outcome: str) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("decision")
    table = study.compare_moves(m, n=12, outcome=outcome, horizon=6, processes=1)
    ranked, said = table.rank_answers(), table.short_sentence()
    assert said.startswith(f"By {table.measure}, ") and said.count(". ") == 0
    assert "$" not in said, "the figures are in the table"
    means = [one.mean for one in ranked]
    top = [one for one in ranked if one.mean == max(means)]
    if len(top) == 1:
        assert f"“{table.format_short_answer(top[0].answer)}” is the best of" in said
    most = max(one.wins for one in ranked)
    elsewhere = outcome == "score" and all(one.wins < most for one in top)
    assert ("most often with" in said) == elsewhere


def test_the_short_sentence_of_futures_names_those_with_the_most_wins() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1, "round_limit": 3})
    futures = study.futures(m, n=12, processes=1)
    wins = sorted(futures.wins(), key=lambda one: -one.times)
    first, second = (futures.say.seat(one.name) for one in wins[:2])
    expected = f"The lead of {first} over {second} "
    if wins[0].times == wins[1].times:
        expected = f"{first} and {second} are level."
    assert futures.short_sentence().startswith(expected)
    assert futures.short_sentence() in futures.sentence()


@pytest.mark.parametrize("outcome", ["score", "win"])
def test_the_best_is_told_against_each_of_the_others_as_in_the_table(outcome: str) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("decision")
    table = study.compare_moves(m, n=60, outcome=outcome, horizon=9, processes=1)
    best, *others = table.rank_answers()
    among, certain = len(others), []
    for one in others:
        if outcome == "win":
            pairs = zip(*(won(table, each.answer) for each in (best, one)), strict=True)
            unlike = [first for first, second in pairs if first != second]
            chance = stats.binomtest(sum(unlike), len(unlike)).pvalue if unlike else 1.0
        else:
            chance = 2 * stats.norm.sf(abs(one.difference) / one.difference_error)
        if chance * among < 0.05:
            certain.append(one)
    assert [one for one in others if not table.is_insignificant(one)] == certain
    said = table.describe_lead([best, *others])
    assert ("is too large to be luck" in said) == bool(certain) and "over " in said
    by_luck = [one for one in others if one not in certain]
    fewer = min(certain, by_luck, key=len)
    for one in fewer if len(fewer) <= 3 else []:
        assert f"“{format_answer(table.say, table.decision, one.answer)}”" in said
    assert ("is too large to be luck" in table.sentence()) == (others[0] in certain)


@pytest.mark.parametrize(("game", "seed"), [("poleconomy", 7), ("economicon", 3), ("opoly", 3)])
def test_the_best_answer_is_called_best_by_its_measure_whatever_it_wins(
    game: str, seed: int
) -> None:
    """Seen: the answer called best won 5 of 100 futures, and another 11."""
    m, compared = classkit.new(game, seats=3, seed=seed).play("round"), 0
    while compared < 6:
        assert not m.is_over, "too few decisions with several moves"
        if len(m.requests()) != 1 or len(m.requests()[0].legal) < 2:
            m.play("decision")
            continue
        compared += 1
        table = study.compare_moves(m, n=8, horizon=6, most=4, processes=1)
        best, *others = table.rank_answers()
        said, seat = table.sentence(), table.say.seat(table.seat)
        label = lower_label(table.label)
        assert said.startswith(f"By {label} on average, ")
        if any(one.difference for one in others) and others[0].difference:
            assert best.mean == max(one.mean for one in (best, *others))
            name, next_ = (table.format_short_answer(one.answer) for one in (best, others[0]))
            rank = f"is the {'best' if others[1:] else 'better'} of {len(others) + 1} answers: "
            amounts = f"{table.format_amount(best.mean)} against "
            assert f"“{name}” {rank}{amounts}{table.format_amount(others[0].mean)}" in said
            wins = [round(8 * one.wins) for one in (best, others[0])]
            told = (
                f"With “{name}” {seat} {table.win_verb} in {wins[0]} of 8 futures, with “{next_}” "
            )
            assert said.endswith(f"{told}in {wins[1]}.")
        else:
            assert "come to the same: " in said or "are level" in said
        m.play("decision")


def won(made: study.Comparison, answer: object) -> list[bool]:
    """Whether the deciding seat leads, future by future, after an answer."""
    at = made.answers.index(answer)
    return [made.values[at, number][1] > 0 for number in range(made.n)]


def test_the_sentence_of_futures_counts_each_seat_and_says_whether_the_lead_is_luck() -> None:
    m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play("round")
    futures = study.futures(m, n=30, horizon=20, processes=1)
    said = futures.sentence()
    for one in futures.wins():
        assert re.search(rf"\b{futures.say.seat(one.name)} (leads )?{one.times}\b", said)
    assert said.count("futures") == 1 and ("luck" in said or "level" in said)


def test_futures_that_run_past_the_agreed_length_say_why() -> None:
    m = classkit.new("opoly", seats=3, seed=7, options={"play_rolls": 10}).play("turn")
    futures = study.futures(m, n=12, processes=1)
    late = sum(one.last_turn > 10 for one in futures.wait().outcomes)
    said = futures.sentence()
    why = "past turn 10: the first doubles after turn 10 end the game (Q10.3)."
    assert late and f"{late} of 12 futures run {why}" in said
    short = study.futures(m, n=4, horizon=1, processes=1)
    assert "past turn" not in short.sentence()
