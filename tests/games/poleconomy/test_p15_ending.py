"""P15: end and winner."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import NothingToDo, OptionError, UnknownName

from .tables import asked, at_turn, moves, refused, told


@pytest.mark.parametrize(("seats", "turns"), [(2, 24), (3, 36), (4, 48), (5, 50), (6, 48)])
def test_length_by_number_of_players(seats, turns):
    """P15.1: rounds = auto."""
    m = classkit.new("poleconomy", seats=seats, seed=3, options={"game": 1}).play(bots="passive")
    assert (m.ending, m.turn) == ("rounds", turns)


def test_round_limit():
    """P15.1: after the last turn of that round; 0 for none."""
    m = classkit.new("poleconomy", seats=3, seed=3, options={"game": 1, "round_limit": 2}).play(
        bots="passive"
    )
    assert (m.ending, m.turn, m.round) == ("rounds", 6, 2)
    assert told(m, "game_ended")[0]["cause"] == "rounds"
    m = classkit.new("poleconomy", seats=2, seed=3, options={"game": 1, "round_limit": 0})
    m.play(bots="saver")
    assert m.ending == "bank" and m.turn > 24
    for wrong in (201, -1, "long"):
        with pytest.raises(OptionError, match="round_limit"):
            classkit.new("poleconomy", seats=2, options={"game": 1, "round_limit": wrong})


def test_host_calls_time_between_turns():
    """P15.1: the game ends immediately if the turn has not begun."""
    m = at_turn()
    m.signal("time_up")
    assert m.is_over and m.ending == "host"
    assert told(m, "game_ended")[0]["cause"] == "host"
    m.undo()
    assert not m.is_over
    with pytest.raises(UnknownName):
        m.signal("tea")


def test_host_calls_time_in_a_turn():
    """P15.1: the turn is finished first."""
    m = at_turn([(3, 4)])
    m.answer("throw").signal("time_up")
    assert asked(m) == ("A", "buy_square")
    m.answer("yes").answer("done")
    assert m.ending == "host" and m.turn == 1
    with pytest.raises(NothingToDo):
        m.signal("time_up")


def test_host_calls_time_in_set_up():
    """P15.1: while the room rolls for Basic Incomes: no turn is played."""
    m = classkit.new("poleconomy", seats=2, luck="by_hand", options={"game": 1})
    m.signal("time_up")
    for dice in ((1, 2), (3, 4), (1, 1), (2, 2)):
        m.answer("roll", dice=list(dice))
    assert m.ending == "host" and m.turn == 0 and m.winners == ("B",)


def test_ending_by_agreement():
    """P15.1, P15.2: every other player must say yes."""
    m = at_turn()
    m.answer("C1").answer("no").answer("propose_end")
    assert [(d.seat, d.name) for d in m.requests()] == [("B", "agree_end"), ("C", "agree_end")]
    m.answer("yes", seat="C").answer("yes", seat="B")
    assert m.ending == "agreed" and m.is_over


def test_proposed_once_in_a_turn():
    """P15.2: then only done, until the next own turn."""
    m = at_turn()
    m.answer("C1").answer("no").answer("propose_end").answer("yes", seat="C").answer("no", seat="B")
    assert moves(m) == ["done"]
    refused(m, "propose_end", "already been proposed in this turn (P15.2)")
    m.answer("done").answer("C1").answer("no")
    assert moves(m) == ["done", "propose_end"]


def test_net_worth_of_every_asset():
    """P15.3: see also example 17; a debt to the Bank counts against."""
    m = at_turn(marker=2, A={"cash": 0, "squares": ["I01"], "debts": {"bank": 100_000}})
    assert m.metrics()["net_worth"]["A"] == 60_000 - 100_000
    assert m.metrics()["worth_split"]["A"] == {
        "cash": 0, "companies": 0, "adverts": 60_000, "savings": 0, "bonds": 0, "life": 0,
        "loans": -100_000,
    }  # fmt: skip


def test_equal_largest_net_worths_share_the_win():
    """P15.4."""
    m = at_turn(A={"cash": 500_000}, B={"cash": 400_000, "bonds": 1}, C={"cash": 490_000})
    m.signal("time_up")
    assert m.winners == ("A", "B")
    assert told(m, "game_ended") == [
        {
            "cause": "host", "winners": ["A", "B"],
            "net_worth": {"A": 500_000, "B": 500_000, "C": 490_000},
        }
    ]  # fmt: skip
    assert [(line.seat, line.place) for line in m.standings()] == [("A", 1), ("B", 1), ("C", 3)]


def test_bankruptcy_belongs_to_game_2():
    """P15.5: in Game 1 no Treasury could go bankrupt, so somebody always wins; see P17.5."""
    for seed in range(5):
        m = classkit.new("poleconomy", seats=3, seed=seed, options={"game": 1}).play(bots="random")
        assert m.winners and "treasury" not in m.ledger.balances["dollars"]
