"""Lesson 13: what its cells compute is what its text says, by the definitions of both indices."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

import classkit

from .books import cell, lesson

DEFINITIONS = ("opening", "shapley", "elections", "motion", "later")


@pytest.fixture(scope="module")
def space() -> dict[str, Any]:
    """The names that these cells define; 200 elections take half a second."""
    names: dict[str, Any] = {}
    for cell_id in DEFINITIONS:
        exec(cell(lesson("13"), cell_id).source, names)
    return names


def pivots(votes: list[int], quota: int) -> list[int]:
    """In how many orders each completes the quota (Shapley and Shubik 1954)."""
    found = [0] * len(votes)
    for order in permutations(range(len(votes))):
        total = 0
        for one in order:
            if total < quota <= total + votes[one]:
                found[one] += 1
            total += votes[one]
    return found


def decided(votes: list[int], quota: int) -> list[int]:
    """How many of all votes each decides (Banzhaf 1965)."""
    found = [0] * len(votes)
    for ayes in product((0, 1), repeat=len(votes)):
        others = [sum(vote for at, vote in enumerate(votes) if ayes[at] and at != one)
                  for one in range(len(votes))]  # fmt: skip
        for one, rest in enumerate(others):
            found[one] += rest < quota <= rest + votes[one]
    return found


def shares(found: list[int]) -> list[int]:
    return [round(100 * one / sum(found)) for one in found]


@pytest.mark.parametrize(
    ("votes", "quota", "index"),
    [
        ([4, 3, 2, 1], 6, ["5/12", "1/4", "1/4", "1/12"]),
        ([50, 49, 1], 51, ["2/3", "1/6", "1/6"]),
        ([2, 1, 1], 3, ["2/3", "1/6", "1/6"]),
        ([1, 1, 1], 2, ["1/3", "1/3", "1/3"]),
    ],
)
def test_the_definitions_give_what_textbooks_give(
    votes: list[int], quota: int, index: list[str], space: dict[str, Any]
) -> None:
    found = pivots(votes, quota)
    assert [Fraction(one, sum(found)) for one in found] == [Fraction(one) for one in index]
    if 2 * quota > sum(votes) >= 2 * (quota - 1):  # a majority, as in the lesson
        mine = space["shapley"](dict(enumerate(votes)))
        assert [*mine.values()] == pytest.approx([float(Fraction(one)) for one in index])


def test_the_four_of_part_1(space: dict[str, Any]) -> None:
    votes = space["votes"]
    assert [*votes.values()] == [12, 9, 8, 3] and sum(votes.values()) == 32
    match = classkit.new("poleconomy", position=space["start"] | {"mover": "A"}, **space["rules"])
    assert match.table.votes == votes
    assert min(12 + 9, 12 + 8, 9 + 8) >= 17 > max(12, 9 + 3, 12 + 3) and 12 + 3 == 15
    assert shares(pivots([12, 9, 8, 3], 17)) == [33, 33, 33, 0]
    assert decided([12, 9, 8, 3], 17) == [8, 8, 8, 0]


def test_what_each_owns_now(space: dict[str, Any]) -> None:
    worths = space["motion"](1).metrics()["net_worth"].values()
    assert (min(worths), max(worths)) == (500_000, 740_000)


def test_seven_lists_of_indices(space: dict[str, Any]) -> None:
    elections = space["elections"]
    assert len(elections) == 200 and len({tuple(one) for one in elections}) > 160
    found = {tuple(shares(pivots(one, sum(one) // 2 + 1))) for one in elections}
    assert len(found) == 7


@pytest.mark.parametrize("supporter", ["B", "C", "D", None])
def test_who_moves_after_the_motion(supporter: str | None, space: dict[str, Any]) -> None:
    """P20.2, P20.3, P3.9."""
    movers = []
    for seed in range(1, 21):
        match = space["motion"](seed)
        for seat in "BCD":
            match.answer("yes" if seat == supporter else "no", seat=seat)
        match.play(until=lambda one: one.turn == 6, bots="politician")
        movers.append(match.table.mover)
        if supporter in ("B", "C"):
            assert match.table.government == ("A", supporter)
        else:
            assert match.table.mover == match.table.prime_minister
    if supporter in ("B", "C"):
        assert set(movers) == {"A"}
    else:
        assert movers.count("A") < 10, "the winner of an election is usually somebody else"


def test_the_council_of_1958() -> None:
    votes = [4, 4, 4, 2, 2, 1]
    assert sum(votes) == 17 and shares(pivots(votes, 12)) == [23, 23, 23, 15, 15, 0]


def test_answers_by_hand() -> None:
    assert pivots([12, 9, 8], 15) == [2, 2, 2]
    assert [one for one in range(3, 6) if pivots([12, 9, 8, one], (29 + one) // 2 + 1)[3]] == [5]
    assert (12 + 9 + 8 + 5, 9 + 8 < 18) == (34, True)
    assert shares(pivots([12, 9, 8, 5], 18)) == [42, 25, 25, 8]
    assert shares(pivots([3, 2, 1], 4)) == [67, 17, 17]
    assert decided([3, 2, 1], 4) == [6, 2, 2]
    assert shares(decided([3, 2, 1], 4)) == [60, 20, 20]
    assert shares(pivots([17, 12, 3], 17)) == [100, 0, 0]
