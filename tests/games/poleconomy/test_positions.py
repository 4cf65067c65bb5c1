"""Positions of Game 1: placing, reading back and refused facts."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import PositionError

from .tables import asked, at_turn, cash, told

FACTS: dict[str, Any] = {
    "turn": 8, "mover": "B", "prime_minister": "B", "banker": "C", "marker": 5,
    "arrow": "anticlockwise",
    "A": {
        "at": "C2", "cash": 400_000, "basic_income": 30_000, "squares": ["I07", "O02"],
        "savings": 3, "bonds": 4, "life": 1, "business": 2, "debts": {"B": 50_000, "bank": 10_000},
    },
    "B": {
        "at": "I07", "cash": 0, "basic_income": 120_000, "squares": [], "savings": 0, "bonds": 0,
        "life": 0, "business": 0, "debts": {},
    },
    "C": {
        "at": "O11", "cash": 1_000_000, "basic_income": 20_000, "squares": ["O05"], "savings": 17,
        "bonds": 26, "life": 5, "business": 4, "debts": {},
    },
}  # fmt: skip


def test_a_position_is_given_back():
    """Every fact that is stated is there again."""
    m = classkit.new("poleconomy", seats=3, seed=1, position=FACTS, options={"game": 1})
    assert m.position() == FACTS
    assert asked(m) == ("B", "set_arrow") and (m.turn, m.round) == (8, 3)
    assert m.ledger.balance("bank", "bond") == 0
    assert m.ledger.totals()["dollars"] == 59_800_000


def test_present_of_a_match_as_a_position():
    """A match goes on from its position as it would have."""
    m = classkit.new("poleconomy", seats=4, seed=11, options={"game": 1, "quick_start": True})
    m.play(until="round", bots="tycoon").play(until="turn", bots="tycoon")
    other = classkit.new(
        "poleconomy",
        seats=4,
        seed=11,
        options={"game": 1, "quick_start": True},
        position=m.position(),
    )
    assert other.position() == m.position()
    assert other.metrics()["net_worth"] == m.metrics()["net_worth"]


def test_what_is_left_out_is_as_after_set_up():
    """A stated Basic Income brings its starting capital (P2.4); the mover is the PM (P2.7)."""
    m = classkit.new(
        "poleconomy", seats=2, seed=1,
        position={"A.basic_income": 20_000, "B.basic_income": 100_000, "prime_minister": "B"},
        options={"game": 1},
    )  # fmt: skip
    assert cash(m, "A", "B") == [380_000, 700_000]
    assert asked(m) == ("B", "set_arrow") and m.turn == 1
    assert m.table.marker == 0 and m.table.players["A"].at == "I00"


def test_quick_start_keeps_what_is_not_mentioned():
    """A square named for one seat is taken from the player who was dealt it."""
    plain = classkit.new(
        "poleconomy", seats=2, seed=1, options={"game": 1, "quick_start": True}, position={}
    )
    dealt = plain.table.squares_of("B")
    m = classkit.new(
        "poleconomy",
        seats=2,
        seed=1,
        options={"game": 1, "quick_start": True},
        position={"A": {"squares": dealt[:1]}},
    )
    assert m.table.squares_of("A") == dealt[:1] and m.table.squares_of("B") == dealt[1:]


def test_round_in_place_of_turn():
    """P3.10: a round names its first turn."""
    m = classkit.new("poleconomy", seats=3, seed=1, position={"round": 4}, options={"game": 1})
    assert (m.turn, m.round) == (10, 4)
    m = classkit.new(
        "poleconomy", seats=3, seed=1, position={"round": 4, "turn": 12}, options={"game": 1}
    )
    assert (m.turn, m.round) == (12, 4)
    m.play(bots="passive")
    assert m.turn == 36


def test_answers_that_lead_into_it():
    """``then`` and ``luck``."""
    position = {"mover": "A", "prime_minister": "B", "then": ["throw", "yes"], "luck": [[3, 4]]}
    m = classkit.new("poleconomy", seats=2, seed=1, position=position, options={"game": 1})
    assert m.ledger.holder("I07") == "A" and asked(m) == ("A", "end_turn")


def test_position_before_set_up_is_done():
    """While Basic Incomes are rolled there is none to state, and it says so."""
    m = classkit.new("poleconomy", seats=2, luck="by_hand", options={"game": 1})
    with pytest.raises(PositionError, match="still being set up, and a position begins at a turn"):
        m.position()


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"marker": 14}, "marker: must be a whole number from 0 to 13, not 14"),
        ({"marker": "two"}, "marker: must be a whole number from 0 to 13"),
        ({"arrow": "left"}, "must be one of clockwise, anticlockwise"),
        ({"mover": "D"}, "mover: must be one of A, B, C"),
        ({"prime_minister": 3}, "prime_minister: must be one of A, B, C"),
        ({"banker": "bank"}, "banker: must be one of"),
        ({"turn": 0}, "turn: must be a whole number from 1 to"),
        ({"turn": 9, "round": 2}, "turn 9 is not in round 2"),
        ({"wind": 3}, "wind: is not a fact of this table"),
        ({"D": {"cash": 0}}, "D: is not a fact of this table"),
        ({"A": 5}, "A: must be a table of facts, not 5"),
        ({"A": {"gold": 1}}, "A.gold: is not a fact of a seat"),
        ({"A": {"at": "I99"}}, "A.at: must be one of I00, I01"),
        ({"A": {"at": ["I00"]}}, "A.at: must be one of I00, I01"),
        ({"A": {"cash": -10_000}}, "A.cash: must be a whole number from 0 to"),
        ({"A": {"cash": 15_000}}, "in steps of 10,000, not 15,000"),
        ({"A": {"cash": 59_810_000}}, "A.cash: there are 59,800,000 in total"),
        ({"A": {"cash": 1.5}}, "A.cash: must be"),
        (
            {"A": {"basic_income": 10_000}},
            "must be 20,000 to 120,000 in steps of 10,000",
        ),
        ({"A": {"basic_income": 125_000}}, "steps of 10,000"),
        ({"A": {"squares": ["I00"]}}, "A.squares[0]: must be one of I01, I02"),
        ({"A": {"squares": "I07"}}, "A.squares: must be a list"),
        (
            {"A": {"squares": ["I07"]}, "B": {"squares": ["I07"]}},
            "B.squares: I07 already belongs",
        ),
        ({"A": {"squares": ["I07", "I07"]}}, "I07 already belongs to A"),
        (
            {"A": {"bonds": 20}, "B": {"bonds": 11}},
            "B.bonds: there are 30 in total; 10 are left for B",
        ),
        ({"A": {"savings": 21}}, "A.savings: there are 20 in total"),
        ({"A": {"life": 7}}, "A.life: there are 6 in total"),
        ({"A": {"business": -1}}, "A.business: must be a whole number from 0 to"),
        ({"A": {"debts": {"A": 10_000}}}, "A.debts.A: the creditor must be another seat or bank"),
        ({"A": {"debts": {"B": 5}}}, "steps of 10,000"),
        ({"A": {"debts": [1]}}, "A.debts: must be a table"),
        (
            {"A": {"debts": {"B": 10_000}}, "B": {"debts": {"A": 10_000}}},
            "B.debts.A: A also owes B: net the two debts",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(facts, reason):
    """PositionError names the fact and the reason."""
    with pytest.raises(PositionError) as error:
        classkit.new("poleconomy", seats=3, seed=1, position=facts, options={"game": 1})
    assert reason in str(error.value), str(error.value)


def test_helper_states_what_it_says():
    """The tables of these tests are as announced."""
    m = at_turn()
    assert asked(m) == ("A", "choose_move") and cash(m, "A", "B", "C") == [580_000] * 3
    assert told(m, "game_started") == []
