"""P2: set-up, quick start and the first election."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import classkit
from classkit.engine.errors import ClasskitError, OptionError, RecordError
from classkit.engine.registry import loads
from classkit.games.poleconomy import GAME

from .tables import asked, cash, payments, told

RECORDS = Path(__file__).parents[2] / "records"
QUICK = [(1, 1), (2, 2), (3, 3)]


def test_marker_and_beavers():
    """P2.1: marker on position 0, arrow clockwise, no election by this; beavers on Start."""
    m = classkit.new("poleconomy", seats=3, seed=5, options={"game": 1})
    assert (m.table.marker, m.table.arrow, m.table.number) == (0, "clockwise", 1)
    assert told(m, "marker_moved") == []
    assert [f["cause"] for f in told(m, "election_started")] == ["start"]
    start = told(m, "game_started")[0]
    assert start["game"] == 1 and start["seats"] == ["A", "B", "C"]


def test_there_are_two_games():
    """P2.1: Game 2 by default, with its own set-up (P16); Game 1 begins with the dice."""
    first = classkit.new("poleconomy", seats=3, seed=1, options={"game": 1})
    assert first.options.game == 1 and first.request.name == "set_arrow"
    m = classkit.new("poleconomy", seats=3, seed=1)
    assert m.options.game == 2
    assert asked(m) == ("A", "choose_party") and m.turn == 0
    with pytest.raises(OptionError, match="option game: must be one of 1, 2, not 3"):
        classkit.new("poleconomy", seats=3, options={"game": 3})


def test_an_old_record_that_does_not_state_its_game_is_of_game_1():
    """P2.1: Game 1 was the default when this match was saved, and it opens as it was played."""
    text = (RECORDS / "poleconomy-four-bots.json").read_text(encoding="utf-8")
    record = json.loads(text)
    assert record["rules"] < GAME.rules_version and record["options"].pop("game") == 1
    opened = loads(json.dumps(record))
    assert opened.options.game == 1 and opened.is_over
    assert opened.digest() == loads(text).digest()
    record["rules"] = GAME.rules_version
    with pytest.raises(RecordError):
        loads(json.dumps(record))


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_players(seats):
    """P2.1: other numbers are refused."""
    with pytest.raises(ClasskitError):
        classkit.new("poleconomy", seats=seats, options={"game": 1})


def test_banker_seat():
    """P2.2: the Banker is seat A, or the one named."""
    assert classkit.new("poleconomy", seats=2, options={"game": 1}).table.banker == "A"
    assert (
        classkit.new("poleconomy", seats=2, options={"game": 1, "banker_seat": "B"}).table.banker
        == "B"
    )
    with pytest.raises(OptionError, match="banker_seat"):
        classkit.new("poleconomy", seats=2, options={"game": 1, "banker_seat": "C"})


def test_basic_income_and_capital():
    """P2.3, P2.4: Banker first; 300,000 plus four times Basic Income each."""
    m = classkit.new(
        "poleconomy", seats=2, options={"game": 1, "banker_seat": "B"},
        luck=[(1, 2), (6, 5), (1, 2), (6, 6)],
    )  # fmt: skip
    assert [(f["amount"], f["old"]) for f in told(m, "basic_income_set")] == [
        (30_000, None), (110_000, None),
    ]  # fmt: skip
    assert payments(m) == [("bank", "B", 420_000, "start"), ("bank", "A", 740_000, "start")]
    assert m.table.prime_minister == "A"


def test_quick_start_deals_the_top_three_of_each():
    """P2.5: companies are shuffled first; seat order from the Banker; free of charge."""
    rules = classkit.new("poleconomy", seats=2, options={"game": 1}).edition.rules
    companies, adverts = list(rules.companies), list(reversed(rules.adverts))
    throws = [(1, 1), (2, 2)]
    m = classkit.new(
        "poleconomy", seats=2, options={"game": 1, "banker_seat": "B", "quick_start": True},
        luck=[*throws, companies, adverts, (1, 2), (6, 5)],
    )  # fmt: skip
    assert m.table.squares_of("B") == sorted([*companies[:3], *adverts[:3]])
    assert m.table.squares_of("A") == sorted([*companies[3:6], *adverts[3:6]])
    assert cash(m, "B", "A") == [380_000, 460_000]
    assert {f["reason"] for f in told(m, "asset_moved")} == {"quick_start"}


def test_quick_start_for_six():
    """P2.5: 18 of 20 companies and 18 of 25 adverts are dealt."""
    m = classkit.new("poleconomy", seats=6, seed=8, options={"game": 1, "quick_start": True})
    for seat in "ABCDEF":
        assert len(m.table.list_companies(seat)) == len(m.table.list_adverts(seat)) == 3


def test_ties_in_the_election_throw_again_in_the_same_order():
    """P2.6: until one is highest; a double 6 is no disaster."""
    incomes = [(1, 2)] * 4
    election = [(6, 6), (1, 1), (6, 6), (5, 6), (2, 2), (2, 2), (3, 1), (1, 2)]
    m = classkit.new(
        "poleconomy", seats=4, options={"game": 1, "banker_seat": "B"}, luck=[*incomes, *election]
    )
    thrown = [e.seat for e in m.events if e.name == "dice_thrown"][4:]
    assert thrown == ["B", "C", "D", "A", "B", "D", "B", "D"]
    assert m.table.prime_minister == "B"
    assert told(m, "disaster") == []


def test_prime_minister_moves_first():
    """P2.7: no turn before a PM is in office; he takes the first, then clockwise."""
    m = classkit.new(
        "poleconomy", seats=3, luck=[*QUICK, (1, 1), (2, 2), (6, 6)], options={"game": 1}
    )
    assert asked(m) == ("C", "set_arrow") and m.turn == 1
    assert told(m, "pm_elected") == [{"seat": "C", "game": 1, "how": "dice"}]
    m.answer("keep").answer("C1").answer("no").answer("done")
    assert asked(m) == ("A", "choose_move")


def test_bank_cash():
    """P1.1, P2.4: at least 800,000 for each player, in steps of 10,000."""
    m = classkit.new("poleconomy", seats=2, seed=1, options={"game": 1, "bank_cash": 1_600_000})
    assert m.ledger.totals()["dollars"] == 1_600_000
    with pytest.raises(OptionError, match="must be at least 2,400,000 for 3 players"):
        classkit.new("poleconomy", seats=3, options={"game": 1, "bank_cash": 1_600_000})
    with pytest.raises(OptionError, match="in steps of 10,000"):
        classkit.new("poleconomy", seats=2, options={"game": 1, "bank_cash": 1_605_000})
