"""Votes, trades, and rolling for first place."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Flow, Sealed
from classkit.engine.errors import LedgerError, RuleError
from classkit.engine.match import Match
from classkit.mechanics.roll_off import roll_off_winner
from classkit.mechanics.sealed_votes import VoteResult, sealed_vote
from classkit.mechanics.trade_offers import TradeSide, exchange_goods, offer_trade
from tests.engine.tiny import TinyTable, ask, match

# --- votes --------------------------------------------------------------------------------------


def vote(**more: Any) -> Match:
    def flow(t: TinyTable) -> Flow[None]:
        t.notes.append(tuple((yield from sealed_vote(t, t.seats, "poll", rule="X1", **more))))

    return match(flow)


def test_votes_are_sealed_and_counted_together() -> None:
    m = vote()
    assert isinstance(m.request, Sealed)
    m.answer("yes", seat="C").answer("no", seat="A")
    assert m.table.notes == []
    m.answer("yes", seat="B")
    assert m.table.notes == [(2, 1, {"A": False, "B": True, "C": True})]


def test_votes_may_have_weights_and_defaults_of_their_own() -> None:
    m = vote(weights={"A": 3, "B": 1, "C": 1}, default={"A": "yes", "B": "no", "C": "no"})
    assert m.play(bots="passive").table.notes == [(3, 2, {"A": True, "B": False, "C": False})]
    assert vote().play(bots="passive").table.notes[0][:2] == (0, 3)


@pytest.mark.parametrize(
    ("yes", "no", "of", "passed"),
    [(2, 1, None, True), (2, 2, None, False), (2, 0, 4, False), (3, 0, 5, True)],
)  # fmt: skip
def test_more_than_half_is_more_than_half(yes: int, no: int, of: int | None, passed: bool) -> None:
    assert VoteResult(yes, no, {}).has_majority(of) is passed


def test_unanimous_is_nobody_against() -> None:
    assert VoteResult(2, 0, {"A": True, "B": True}).is_unanimous
    assert not VoteResult(2, 1, {"A": True, "B": False}).is_unanimous


# --- trades -------------------------------------------------------------------------------------


def trade(gives: TradeSide, gets: TradeSide) -> Match:
    def flow(t: TinyTable) -> Flow[None]:
        t.ledger.titles.update({"I07": "A", "I08": "B"})
        if (yield from offer_trade(t, "B", "answer_trade", rule="X1", about={"from": "A"})):
            t.notes.append([gives.missing_goods(t, "A"), gets.missing_goods(t, "B")])
            exchange_goods(t, "A", "B", gives, gets, "trade", "X1")

    return match(flow, ask("C"))


def test_an_offer_is_accepted_or_refused_and_refused_by_default() -> None:
    goods = TradeSide({"dollars": 4}, ["I07"]), TradeSide({"dollars": 1}, ["I08"])
    m = trade(*goods)
    assert m.request.about == {"from": "A"} and m.request.default.move == "refuse"
    m.answer("accept")
    ledger = m.ledger
    assert (ledger.balance("A"), ledger.balance("B")) == (7, 13)
    assert (ledger.holder("I07"), ledger.holder("I08")) == ("B", "A")
    assert {row.reason for row in m.transfers} == {"trade"}
    m = trade(*goods)
    m.answer("refuse")
    assert m.ledger.balance("A") == 10 and m.transfers == []


def test_what_a_side_does_not_hold_is_named() -> None:
    m = match(ask("A"))
    m.table.ledger.titles["I07"] = "B"
    assert (
        TradeSide({"dollars": 11}).missing_goods(m.table, "A")
        == "A has 10 dollars and cannot give 11."
    )
    assert TradeSide({}, ["I07"]).missing_goods(m.table, "A") == "I07 does not belong to A."
    assert TradeSide({"dollars": 10}, ["I07"]).missing_goods(m.table, "B") is None


def test_an_exchange_that_cannot_be_leaves_no_trace() -> None:
    m = trade(TradeSide({"dollars": 4}), TradeSide({"dollars": 999}))
    with pytest.raises(RuleError) as error:
        m.answer("accept")
    assert isinstance(error.value.__cause__, LedgerError)
    assert m.ledger.balance("A") == 10 and m.request.name == "answer_trade"


# --- who is first -------------------------------------------------------------------------------


def first(luck: Any, seats: int = 3) -> Match:
    def flow(t: TinyTable) -> Flow[None]:
        told: list[Any] = []
        winner = yield from roll_off_winner(
            t, t.seats, dice=2, purpose="first", rule="X1",
            tell=lambda seat, faces: told.append((seat, faces)),
        )  # fmt: skip
        t.notes += [winner, told]

    return match(flow, luck=luck, seats=seats)


def test_the_highest_throw_is_first() -> None:
    assert first([(1, 2), (6, 5), (3, 3)]).table.notes[0] == "B"


def test_the_tied_throw_again_among_themselves_in_order() -> None:
    m = first([(6, 5), (1, 1), (5, 6), (2, 2), (1, 3), (6, 6), (1, 1)])
    winner, told = m.table.notes
    assert winner == "A" and [seat for seat, _ in told] == ["A", "B", "C", "A", "C", "A", "C"]


def test_one_alone_throws_once() -> None:
    assert first([(1, 1)], seats=1).table.notes == ["A", [("A", (1, 1))]]
