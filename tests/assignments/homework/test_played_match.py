"""What happened in a match, as far as homework asks about it."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.assignments.homework.homework_notebook import describe_bot_turns
from classkit.assignments.homework.market_exchanges import has_cornered_market
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.price_questions import list_row_pairs
from classkit.assignments.homework.student_decision import filter_distinct
from classkit.engine.metrics import Components, Holding


def test_nothing_is_asked_of_prices_once_somebody_has_cornered_a_market() -> None:
    """Who becomes ten times as rich in a turn has bought it empty: its prices tell nothing."""
    past = PlayedMatch(classkit.new("economicon", seats=3, seed=5).play("round").play("round"))
    assert past.calm_rows == past.rows
    at = len(past.rows) - 3
    past.rows = [
        {**row, "worth": {**row["worth"], "B": row["worth"]["B"] * (20 if n >= at else 1)}}
        for n, row in enumerate(past.rows)
    ]
    del past.calm_rows
    assert past.calm_rows == past.rows[:at]
    assert max(last["turn"] for _, last in list_row_pairs(past)) < past.rows[at]["turn"]


@pytest.mark.parametrize(
    ("exchanged", "gold", "found"),
    [(("buying",), 201, True), ((), 201, False), (("buying",), 200, False)],
)
def test_a_corner_is_a_wealth_at_the_price_of_a_market(
    exchanged: tuple[str, ...], gold: int, found: bool
) -> None:
    made = Components(("A",), [Holding("gold", gold)], exchanged=exchanged)
    assert has_cornered_market(made, 20) is found


def test_one_number_is_not_right_for_two_decisions() -> None:
    """A class of thirty would have it from one student."""

    class Apart:
        def __init__(self, difference: float) -> None:
            self.difference = difference

    some: Any = [Apart(by) for by in (-19.83, -19.84, 20, -2_000, -1_995, 7)]
    assert [one.difference for one in filter_distinct(some)] == [-19.83, 20, -2_000, 7]


def test_a_homework_says_from_when_on_bots_played_for_everybody() -> None:
    match = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1})
    assert describe_bot_turns(match.fork().play("round").play("round")) == ""
    match.answer("keep").play("round").play("round")
    assert describe_bot_turns(match) == "From turn 2 on, bots played for everybody. "
