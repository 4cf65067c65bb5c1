"""Lesson 14: what its cells compute is what its text says."""

from __future__ import annotations

from itertools import combinations, product
from math import sqrt
from statistics import mean
from typing import Any

import pytest

import classkit

from .books import cell, lesson

SEED = 15


@pytest.fixture(scope="module")
def space() -> dict[str, Any]:
    """The names that the cells of the lesson define before anything is asked."""
    names: dict[str, Any] = {}
    exec(cell(lesson("14"), "opening").source, names)
    return names


def begin(space: dict[str, Any], income: int | None = None) -> Any:
    position = space["opening"](SEED, income)
    return classkit.new("poleconomy", seed=SEED, position=position, **space["rules"])


def gini(worths: list[int]) -> float:
    """Half of the mean distance of two players, relative to the mean worth."""
    distances = sum(abs(one - other) for one, other in combinations(worths, 2))
    return distances / (len(worths) * sum(worths))


def test_the_opening_follows_from_the_basic_income(space: dict[str, Any]) -> None:
    """P2.3, P2.4: two dice times 10,000; 300,000 and four times the Basic Income."""
    thrown = begin(space).table.players
    assert [thrown[seat].basic_income for seat in "ABCD"] == [50_000, 120_000, 100_000, 60_000]
    first = classkit.new("poleconomy", seed=SEED, **space["rules"])
    assert [first.table.players[seat].basic_income for seat in "ABCD"] == [
        thrown[seat].basic_income for seat in "ABCD"
    ]
    for income in (None, 20_000, 70_000, 120_000):
        match = begin(space, income)
        for seat, player in match.table.players.items():
            assert player.basic_income == (income or thrown[seat].basic_income)
            assert match.table.cash(seat) == 300_000 + 4 * player.basic_income
        assert match.request.seats == first.request.seats, "the same player moves first"
    throws = [10_000 * sum(dice) for dice in product(range(1, 7), repeat=2)]
    assert (min(throws), mean(throws), max(throws)) == (20_000, 70_000, 120_000)
    assert mean(one.basic_income for one in thrown.values()) == 82_500


def test_the_same_dice_fall_in_both_matches(space: dict[str, Any]) -> None:
    """Where both throw for the same purpose in the same turn, as the lesson says."""
    thrown, equal = (
        {
            (turn, entry.seat, entry.name): entry.value
            for turn, entries in begin(space, income).play(bots="tycoon").entries
            for entry in entries
            if entry.kind == "roll"
        }
        for income in (None, 70_000)
    )
    both = thrown.keys() & equal.keys()
    assert len(both) > 20 and all(thrown[one] == equal[one] for one in both)


def test_the_jump_of_the_first_round_is_the_life_policies(space: dict[str, Any]) -> None:
    """P15.3: one is bought in each turn, for a tenth of what it counts."""
    for income, last in ((None, 0.04), (70_000, 0.0)):
        match = begin(space, income).play(until=lambda m: m.turn == 5, bots="tycoon")
        rows = match.history[:5]
        lives = [sum(one["life"] for one in row["worth_split"].values()) for row in rows]
        assert lives == [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]
        buys = [one for one in match.transfers if one.reason == "buy_life"]
        bought = [one.amount for one in buys if one.unit == "dollars"]
        assert bought == [100_000] * 4
        worths = [[*row["net_worth"].values()] for row in (rows[0], rows[4])]
        assert worths[1] == [one + 900_000 for one in worths[0]], "nothing else happened"
        course = [row["worth_gini"] for row in rows]
        assert min(course[1:3]) > 0.2 and round(course[4], 2) == last


def test_how_sure_71_of_158_is() -> None:
    """Wilson's interval for a share."""
    share, number, z = 71 / 158, 158, 1.96
    middle = (share + z**2 / (2 * number)) / (1 + z**2 / number)
    half = z / (1 + z**2 / number) * sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    assert (round(100 * (middle - half)), round(100 * (middle + half))) == (37, 53)


def test_answers_1_and_2_the_coefficient_by_hand(space: dict[str, Any]) -> None:
    match = begin(space)
    worths = [match.table.cash(seat) for seat in "ABCD"]
    assert worths == [500_000, 780_000, 700_000, 540_000] and sum(worths) == 2_520_000
    assert sum(abs(one - other) for one, other in combinations(worths, 2)) == 1_000_000
    assert round(gini(worths), 2) == 0.1 == round(match.metrics()["worth_gini"], 2)
    assert [gini([0] * (number - 1) + [1]) for number in (4, 100)] == [0.75, 0.99]


def test_answer_3_an_income_square(space: dict[str, Any]) -> None:
    """P5.1: Basic Income times the square's number."""
    for income, paid in ((None, 180_000), (70_000, 210_000)):
        position = {**space["opening"](SEED, income), "mover": "D", "turn": 9, "D.at": "I00"}
        match = classkit.new("poleconomy", position=position, luck=[[1, 3]], **space["rules"])
        before = match.table.cash("D")
        assert match.table.edition.squares["I04"].number == 3
        match.answer("throw")
        assert match.table.players["D"].at == "I04" and match.table.cash("D") - before == paid


@pytest.mark.parametrize("income", [None, 70_000])
def test_answer_4_what_became_of_dee(income: int | None, space: dict[str, Any]) -> None:
    match = begin(space, income).play(bots="tycoon")
    assert not [one for one in match.transfers if one.target == "D" and one.unit == "dollars"]
    (lost,) = [one.turn for one in match.transfers if one.reason == "disaster"
               and (one.source, one.unit) == ("D", "dollars")]  # fmt: skip
    end = {key: one for key, one in match.metrics()["worth_split"]["D"].items() if one}
    assert (lost, end) == (32, {"life": 1_000_000})


def test_answer_5_what_scaling_and_adding_do() -> None:
    worths = [500_000, 780_000, 700_000, 540_000]
    assert gini([2 * one for one in worths]) == pytest.approx(gini(worths))
    assert gini([one + 100_000 for one in worths]) < gini(worths)
    assert gini([5, 5, 5, 5]) == gini([9, 9, 9, 9]) == 0
