"""Lesson 12: what its cells compute is what its text says."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

import classkit

from .books import cell, lesson, says

DEFINITIONS = ("position", "owner", "live", "equity")
"""The cells that define what the lesson plays with."""


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("12")


@pytest.fixture(scope="module")
def space(book: Any) -> dict[str, Any]:
    """The names that these cells define."""
    names: dict[str, Any] = {}
    for cell_id in DEFINITIONS:
        exec(cell(book, cell_id).source, names)
    return names


def begin(space: dict[str, Any], luck: str = "bad") -> Any:
    position = {**space["start"], "luck": space[luck]}
    return classkit.new("opoly", position=position, **space["settings"])


def play(space: dict[str, Any], match: Any, owner: str, turn: int) -> Any:
    """Play into the window of a turn, after its events."""
    return match.play(until=lambda m: m.turn == turn, bots={**space["bots"], "A": space[owner]})


def test_the_position_and_the_loan(book: Any, space: dict[str, Any]) -> None:
    """Q6.2, Q6.3, Q6.4: the balance sheet, half of the prices, a tenth on top, half of a house."""
    match = begin(space)
    view = match.view("A")
    spaces = view.edition.spaces
    prices = [sum(spaces[one].price for one in space[some]) for some in ("lots", "others")]
    assert (view.cash("A"), *prices) == (600, 560, 920)
    assert space["equity"](match) == view.asset("A") == 2_080 == 600 + 560 + 920
    borrowed = sum(spaces[one].mortgage for one in space["others"])
    owed = play(space, match, "with_debt", 11).view("A")
    owed = sum(owed.lift_cost(one) for one in owed.mortgages("A"))
    assert (borrowed, owed, owed - borrowed) == (460, 506, 46)
    assert round(100 * 46 / 2_080, 1) == 2.2 and round(100 * 506 / 920, 2) == 55
    cost = view.level_cost("A", "new_york_avenue")
    assert (3 * cost / 2, 9 * cost / 2, 6 * cost / 2 + 46) == (150, 450, 346)
    assert (600 - 3 * cost, 600 + borrowed - 9 * cost) == (300, 160)
    rents = [[spaces[one].rent[houses] for one in space["lots"]] for houses in (1, 3)]
    assert rents == [[70, 70, 80], [550, 550, 600]]
    says(book, "part-1", "keeps 300 in cash", "for 460", "keeps 160", "rent of 70 to 80",
         "550 to 600", "A house on an orange lot costs 100")  # fmt: skip


def test_bad_times_turn_by_turn(space: dict[str, Any]) -> None:
    """Kentucky Avenue, then two bills of 75 or of 105 (Q4.5), which only cash pays (Q5.1)."""
    for owner, courses in (("without", [300, 318, 318, 318, 243, 168]),
                           ("with_debt", [160, 160, 160, 160, 55, 0])):  # fmt: skip
        match = begin(space)
        cash = [play(space, match, owner, turn).view("A").cash("A") for turn in range(11, 16)]
        assert cash == courses[1:], owner
    assert match.view("A").status("A") == "bankrupt" and match.view("A").payment("A") == 105
    (bill,) = [one.facts for one in match.events if "bankrupt" in one.name]
    assert (bill["owed"], bill["paid"], bill["reason"]) == (105, 55, "recession")


def test_how_sure_66_of_100_is() -> None:
    """Wilson's interval for a share."""
    share, number, z = 0.66, 100, 1.96
    middle = (share + z**2 / (2 * number)) / (1 + z**2 / number)
    half = z / (1 + z**2 / number) * sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    assert (round(100 * (middle - half)), round(100 * (middle + half))) == (56, 75)


def test_answer_1_asset_and_equity(space: dict[str, Any]) -> None:
    """Q11.1: a mortgaged property counts as nothing; the difference is what it is worth."""
    match = begin(space)
    match.answer("manage", seat="A", acts=space["with_debt"].loans)
    assert match.view("A").asset("A") == 1_620 and space["equity"](match) == 2_034


def test_answer_3_the_card(space: dict[str, Any]) -> None:
    """Q8.13: 20 for each of three mortgaged properties."""
    match = play(space, begin(space), "with_debt", 11)
    charge = match.view("A").edition.cards["rate_rise"]["amount"]
    assert charge * len(match.view("A").mortgages("A")) == 60


def test_answer_5_the_formula(book: Any) -> None:
    debt, own, rate = 460, 2_080, 10
    returns = [round(assets + debt / own * (assets - rate), 1) for assets in (15, -5)]
    assert returns == [16.1, -8.3] and round(debt / own, 2) == 0.22
    says(book, "further", "*D* = 460, *E* = 2,080, and *r* = 10%")
