"""Lesson 1, Part 2: the turns named for the teacher are played again and looked at."""

from __future__ import annotations

from functools import cache
from typing import Any

import classkit

from .books import cell, lesson

SEATS = ["Ada", "Bo", "Cy", "Di"]


@cache
def played() -> Any:
    """The match of Part 2, as its cells state it: six rounds."""
    source = cell(lesson("01"), "live").source
    assert "seed=7" in source
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}
    assert all(f'"{seat}": "{bot}"' in source for seat, bot in bots.items())
    match = classkit.new("poleconomy", seats=SEATS, seed=7, options={"game": 1})
    while match.round <= 6:
        match.play(until="turn", bots=bots)
    return match


def changes(metric: str, turn: int) -> dict[str, float]:
    """What a turn changed for each seat."""
    rows = {row["turn"]: row[metric] for row in played().history}
    return {seat: round(rows[turn][seat] - rows[turn - 1][seat], 1) for seat in "ABCD"}


def told(turn: int, *names: str) -> list[dict[str, Any]]:
    """The facts of the events of a turn."""
    return [e.facts for e in played().events if e.turn == turn and e.name in names]


def test_the_largest_jumps_are_life_policies() -> None:
    """P11.1, P11.2."""
    jumps = {}
    for turn in range(1, 25):
        up = {seat: by for seat, by in changes("net_worth", turn).items() if by >= 900_000}
        if up:
            jumps[turn] = up
            (paid,) = told(turn, "payment")
            assert (paid["reason"], paid["amount"]) == ("buy_life", 100_000)
            assert up == {paid["payer"]: 900_000}
    assert list(jumps) == [1, 2, 3, 4, 9, 10]
    prices = played().table.edition.prices
    assert (prices.life, prices.life_at_end) == (100_000, 1_000_000)


def test_turn_15_moves_two_lines_and_nobody_pays() -> None:
    """P4.1, P4.2: the Number, and nothing else."""
    assert changes("net_worth", 15) == {"A": 240_000, "B": 0, "C": 0, "D": 120_000}
    rows = {row["turn"]: row for row in played().history}
    assert [rows[turn]["inflation_number"] for turn in (14, 15)] == [2, 8]
    assert told(15, "payment") == [] and rows[14]["bank_cash"] == rows[15]["bank_cash"]
    (throw,) = [facts for facts in told(15, "dice_thrown") if facts["purpose"] == "move"]
    assert (throw["seat"], throw["d1"], throw["d2"]) == ("B", 1, 6)
    assert told(15, "marker_moved")[0]["by"] == "B"
    assert changes("real_worth", 15)["A"] == -8.2 and changes("real_worth", 15)["B"] == -5.4
    assert all(by < 0 for by in changes("real_worth", 15).values())


def test_turn_20_is_a_loss_in_dollars_and_a_gain_in_companies() -> None:
    """P4.2, P15.3: most of what each holds is fixed in dollars, which buy more again."""
    rows = {row["turn"]: row for row in played().history}
    assert [rows[turn]["inflation_number"] for turn in (19, 20)] == [8, 3]
    lost = {"A": -300_000, "B": 0, "C": -500_000, "D": -600_000}
    assert changes("net_worth", 20) == lost
    assert rows[19]["worth_split"]["B"]["companies"] == rows[19]["worth_split"]["B"]["adverts"] == 0
    assert changes("real_worth", 20) == {"A": 4.4, "B": 3.0, "C": 2.9, "D": 4.5}
    for seat in "ABCD":
        split = rows[19]["worth_split"][seat]
        in_dollars = sum(split[kind] for kind in ("life", "bonds", "savings", "cash"))
        assert in_dollars > rows[19]["net_worth"][seat] / 2, seat


def test_the_branches_part_over_a_salary() -> None:
    """P4.1: the Numbers are alike on both sides of the ring, what they do to Di's purse is not."""
    turned = classkit.new("poleconomy", seats=SEATS, seed=7, options={"game": 1})
    turned.answer("reverse")
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}
    while turned.turn <= 13:
        turned.play(until="turn", bots=bots)
    numbers = turned.table.edition.index.numbers
    assert all(numbers[at] == numbers[-at] for at in range(1, len(numbers)))
    salaries = [e.turn for e in turned.events if e.facts.get("reason") == "salary"]
    assert salaries == [11, 12]
    assert not any(
        fact["reason"] == "salary" for turn in (11, 12) for fact in told(turn, "payment")
    )
    cash = [
        next(row["worth_split"]["D"]["cash"] for row in match.history if row["turn"] == 12)
        for match in (turned, played())
    ]
    assert cash[0] - cash[1] == 210_000
    in_13 = [(e.name, e.facts.get("reason")) for e in turned.events if e.turn == 13]
    assert ("payment", "buy_bonds") in in_13 and "dice_thrown" not in dict(in_13)
    assert [facts["by"] for facts in told(13, "marker_moved")] == ["D"]


def test_a_class_that_has_stepped_ahead_sees_the_same_six_rounds() -> None:
    """The plan lets the class call each step; the cell plays what is left of the six rounds."""
    stated: dict[str, Any] = {"classkit": classkit}
    exec(cell(lesson("01"), "live").source, stated)
    for _ in range(24):
        stated["live"].step(until="turn")
    exec(cell(lesson("01"), "rounds").source, stated)
    assert stated["live"].match.digest() == played().digest()


def test_most_of_what_each_holds_is_life_policies() -> None:
    """Before turn 15 more than half of what each of them has is policies (P15.3)."""
    row = next(row for row in played().history if row["turn"] == 14)
    for seat in "ABCD":
        assert row["worth_split"][seat]["life"] > row["net_worth"][seat] / 2, seat
