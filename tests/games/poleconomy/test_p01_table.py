"""P1: the table."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import IllegalMove

from .tables import asked, at_turn, cash, last, moves, refused, told


def test_money_is_in_exactly_one_account():
    """P1.1: the accounts together always hold the Bank's starting cash."""
    m = classkit.new("poleconomy", seats=5, seed=4, options={"game": 1, "bank_cash": 10_000_000})
    while not m.is_over:
        m.play(until="turn", bots="random")
        assert m.ledger.totals()["dollars"] == 10_000_000
        assert min(m.ledger.balances["dollars"].values()) >= 0
        assert set(m.ledger.balances["dollars"]) == {"bank", *"ABCDE"}


def test_board():
    """P1.2: 32 inner and 44 outer squares, four corners beside income squares, an index of 14."""
    rules = classkit.new("poleconomy", seats=2, options={"game": 1}).edition.rules
    assert (len(rules.inner), len(rules.outer), len(rules.corners)) == (32, 44, 4)
    assert len(rules.index) == 14
    for corner in rules.corners.values():
        assert rules.squares[corner.inner].kind == rules.squares[corner.outer].kind == "income"


def test_beavers_wrap_round_and_passing_start_does_nothing():
    """P1.3: clockwise in list order; only the square where a move stops counts."""
    m = at_turn([(2, 4)], A={"at": "I27", "cash": 0})
    m.answer("throw")
    assert last(m, "beaver_moved").facts == {"seat": "A", "from": "I27", "to": "I01", "by": "throw"}
    assert cash(m, "A") == 0


def test_things_have_one_holder_and_squares_many_beavers():
    """P1.4: all beavers start on one square; every card is the Bank's."""
    m = classkit.new("poleconomy", seats=6, options={"game": 1})
    assert {player.at for player in m.table.players.values()} == {"I00"}
    assert set(m.ledger.titles.values()) == {"bank"} and len(m.ledger.titles) == 45
    totals = m.ledger.totals()
    assert [totals[unit] for unit in ("savings", "bond", "life", "business")] == [20, 30, 6, 6]


def test_banker_throws_first():
    """P1.5: rolls by several players are made by the Banker first, then clockwise."""
    m = classkit.new("poleconomy", seats=4, seed=3, options={"game": 1, "banker_seat": "C"})
    throwers = [event.seat for event in m.events if event.name == "dice_thrown"]
    assert throwers[:8] == ["C", "D", "A", "B"] * 2
    assert m.ledger.balance("bank") + sum(cash(m, *"ABCD")) == 59_800_000


def test_dice_are_used_in_the_order_of_the_clauses():
    """P1.6: two dice, a double gives no second roll, and outcomes are used up in order."""
    m = at_turn([(2, 2), (1, 2)], A={"at": "I28"})
    m.answer("throw")
    assert asked(m) == ("A", "end_turn")
    m.answer("done").answer("throw")
    thrown = [(e.seat, e.facts["d1"], e.facts["d2"]) for e in m.events if e.name == "dice_thrown"]
    assert thrown[:2] == [("A", 2, 2), ("B", 1, 2)]


def test_nobody_is_eliminated():
    """P1.7: a player with nothing plays on."""
    m = at_turn([(3, 4)], marker=7, A={"cash": 0}, B={"squares": ["I07"]})
    m.answer("throw").answer("done")
    m.play(until="round", bots="passive")
    assert [e.seat for e in m.events if e.name == "turn_started"].count("A") == 2


def test_a_decision_is_asked_even_with_one_legal_answer():
    """P1.8: and an illegal answer changes nothing."""
    m = at_turn([(3, 4)], A={"cash": 0})
    m.answer("throw")
    assert asked(m) == ("A", "buy_square") and moves(m) == ["no"]
    refused(m, "yes", "A has $0, but the square costs $100,000 (P6.1)")
    with pytest.raises(IllegalMove, match="not an answer to buy_square"):
        m.answer("maybe")
    m.answer("no")
    assert told(m, "auction_held") == []
