"""Auctions with joiners, passes, and ties broken by lot."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Flow
from classkit.engine.match import Match
from classkit.mechanics.auction_formats import Lot, open_auction, sealed_auction
from tests.engine.tiny import TinyTable, match

TOLD: list[tuple[str, int]] = []


def told(seat: str, amount: int) -> None:
    TOLD.append((seat, amount))


def auction(form: str, bidders: str, joiners: str, **more: Any) -> Match:
    """A match that is one auction among these, the others waiting."""
    TOLD.clear()
    lot = Lot(2, rule="X1", passes=form == "open", on_bid=told)
    joining = lot._replace(decision="join")

    def flow(t: TinyTable) -> Flow[None]:
        if form == "open":
            sale = yield from open_auction(
                t, bidders, lot, 1, False, joiners=joiners, joining=joining
            )
        else:
            sale = yield from sealed_auction(
                t, bidders, lot, "second", joiners=joiners, joining=joining, **more
            )
        t.notes.append(tuple(sale))

    return match(flow, seats=4, seed=1)


def asked(m: Match) -> list[tuple[str, str]]:
    return [(decision.seat, decision.name) for decision in m.requests()]


def test_waiting_bidders_come_in_when_one_is_left() -> None:
    m = auction("open", "AB", "CD")
    m.answer("bid", amount=2).answer("pass")
    assert asked(m) == [("C", "join")]
    m.answer("bid", amount=3)
    assert asked(m) == [("A", "bid")], "two are in: D is not asked"
    m.answer("pass")
    assert m.table.notes[-1][:2] == ("C", 3)
    assert TOLD == [("A", 2), ("B", 0), ("C", 3), ("A", 0)]


def test_they_come_in_where_nobody_bids() -> None:
    m = auction("open", "AB", "CD")
    m.answer("pass").answer("pass").answer("bid", amount=2)
    assert asked(m) == [("D", "join")]
    m.answer("pass")
    assert m.table.notes[-1][:2] == ("C", 2)


@pytest.mark.parametrize(("bids", "joins"), [((5, 0), True), ((5, 4), False)])
def test_sealed_they_are_asked_where_at_most_one_bid(bids: tuple[int, int], joins: bool) -> None:
    m = auction("sealed", "AB", "CD")
    for seat, amount in zip("AB", bids, strict=True):
        m.answer("bid", amount=amount, seat=seat)
    assert (asked(m) == [("C", "join"), ("D", "join")]) is joins
    if joins:
        m.answer("bid", amount=9, seat="C").answer("bid", amount=0, seat="D")
        assert m.table.notes[-1][:2] == ("C", 5)


@pytest.mark.parametrize(
    ("bids", "sale"),
    [((5, 9, 9, 9), ("B", 5)), ((0, 9, 7, 8), ("B", 7)), ((0, 0, 7, 8), ("D", 7)),
     ((0, 0, 7, 0), ("C", 2)), ((5, 0, 0, 0), ("A", 2)), ((0, 0, 0, 0), (None, 0))],
)  # fmt: skip
def test_those_who_wait_bid_sealed_and_come_in_in_order_until_two_are_in(
    bids: tuple[int, ...], sale: tuple[str | None, int]
) -> None:
    m = auction("sealed", "A", "BCD")
    m.answer("bid", amount=bids[0], seat="A")
    for seat, amount in [*zip("BCD", bids[1:], strict=True)][::-1]:
        m.answer("bid", amount=amount, seat=seat)
        if seat != "B":
            assert not m.view("B").answers, "nothing that was bid before is opened meanwhile"
    assert m.table.notes[-1][:2] == sale
    counted = [seat for seat, amount in TOLD if amount]
    assert len(counted) <= 2 and (bids[0] == 0 or "D" not in counted)


def test_ties_by_an_order_and_by_lot() -> None:
    m = auction("sealed", "AB", "", order="BA")
    m.answer("bid", amount=5, seat="A").answer("bid", amount=5, seat="B")
    assert m.table.notes[-1][:2] == ("B", 5)
    winners = set()
    for _ in range(3):
        m = auction("sealed", "ABCD", "", drawn_ties=True)
        for seat in "ABCD":
            m.answer("bid", amount=5, seat=seat)
        winners.add(m.table.notes[-1][0])
    assert len(winners) == 1, "the lot falls the same with the same seed"
