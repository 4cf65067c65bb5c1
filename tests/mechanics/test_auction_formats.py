"""Auctions, by examples and against a second implementation of the rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Flow, Sealed
from classkit.engine.errors import IllegalMove
from classkit.engine.match import Match
from classkit.mechanics.auction_formats import Lot, Sale, open_auction, sealed_auction, settle_bids
from tests.engine.tiny import TinyTable, asides_of, match


def auction(
    kind: str, lot: Lot, *, seats: int = 3, increment: int = 1, seed: int = 1, **more: Any
) -> Match:
    """A match that is one auction; the sale is noted."""
    aside = more.pop("asides", None)

    def flow(t: TinyTable) -> Flow[None]:
        if kind == "open":
            sale = yield from open_auction(t, t.seats, lot, increment, **more)
        else:
            sale = yield from sealed_auction(t, t.seats, lot, kind)  # type: ignore[arg-type]  # a price
        t.notes.append(tuple(sale))

    return match(flow, seats=seats, seed=seed, **({"asides": aside} if aside else {}))


def bids_given(m: Match, **bids: int) -> Sale:
    for seat, amount in bids.items():
        m.answer("bid", seat=seat, amount=amount)
    return Sale(*m.table.notes[-1])


LOT = Lot(2, rule="X1", about={"what": "card"})


@pytest.mark.parametrize(
    ("kind", "bids", "winner", "price"),
    [
        ("first", {"A": 5, "B": 7, "C": 3}, "B", 7),
        ("second", {"A": 5, "B": 7, "C": 3}, "B", 5),
        ("third", {"A": 5, "B": 7, "C": 3}, "B", 3),
        ("first", {"A": 0, "B": 0, "C": 0}, None, 0),
        ("second", {"A": 6, "B": 0, "C": 0}, "A", 2),
        ("third", {"A": 6, "B": 4, "C": 0}, "A", 2),
        ("first", {"A": 6, "B": 6, "C": 6}, "A", 6),
        ("second", {"A": 0, "B": 6, "C": 6}, "B", 6),
        ("third", {"A": 0, "B": 6, "C": 6}, "B", 2),
    ],
)
def test_a_sealed_auction(kind: str, bids: dict[str, int], winner: str, price: int) -> None:
    sale = bids_given(auction(kind, LOT), **bids)
    assert (sale.winner, sale.price, sale.bids) == (winner, price, bids)


def test_sealed_bids_are_in_secret_and_may_be_withdrawn() -> None:
    m = auction("first", LOT)
    assert isinstance(m.request, Sealed)
    m.answer("bid", seat="B", amount=9)
    assert m.view("A").events == [] and m.table.notes == []
    m.withdraw("B").answer("bid", seat="B", amount=4)
    assert bids_given(m, A=3, C=2).price == 4


def test_ties_go_to_who_stands_first_whoever_answers_first() -> None:
    assert bids_given(auction("first", LOT), C=6, B=6, A=0).winner == "B"


def test_a_bid_is_at_least_the_minimum_and_at_most_the_cash() -> None:
    m = auction("first", Lot(4, step=2, rule="X1"))
    for wrong, words in (
        (2, r"The minimum bid for this lot is 4 \(X1\)"),
        (5, "amount: must be a whole number from 4 to 10 in steps of 2, or 0, not 5"),
        (12, r"A has 10 and cannot bid 12 \(X1\)"),
    ):
        with pytest.raises(IllegalMove, match=words):
            m.answer("bid", seat="A", amount=wrong)
    m = auction("first", Lot(4, rule="X1", limit=lambda seat: {"A": 20}.get(seat, 0)))
    m.answer("bid", seat="A", amount=20)
    with pytest.raises(IllegalMove, match=r"B may bid at most 0, not 4 .X1"):
        m.answer("bid", seat="B", amount=4)


def test_who_cannot_bid_bids_nothing_by_default() -> None:
    m = auction("first", Lot(50, rule="X1"))
    assert m.play(bots="passive").table.notes == [(None, 0, {"A": 0, "B": 0, "C": 0})]


@given(
    st.dictionaries(st.sampled_from("ABCDEF"), st.just(0) | st.integers(10, 30), max_size=6),
    st.sampled_from(["first", "second", "third"]),
)
def test_the_price_is_the_place_it_says(bids: dict[str, int], price: Any) -> None:
    """Against the definition: sort the bids, the first of the highest wins, pay the n-th."""
    sale = settle_bids(bids, 10, price)
    made = sorted((bid for bid in bids.values() if bid), reverse=True)
    if not made:
        assert sale == Sale(None, 0, bids)
        return
    assert sale.winner is not None and bids[sale.winner] == made[0]
    earlier = list(bids)[: list(bids).index(sale.winner)]
    assert all(bids[seat] < made[0] for seat in earlier)
    number = ["first", "second", "third"].index(price)
    assert sale.price == (made + [10] * 3)[number]
    assert 10 <= sale.price <= bids[sale.winner]


# --- open ---------------------------------------------------------------------------------------


def in_turn(m: Match, *bids: tuple[str, int]) -> Sale:
    """Bids in the order in which the seats are asked."""
    for seat, amount in bids:
        assert m.request is not None and m.request.seat == seat
        m.answer("bid", amount=amount)
    assert m.is_over, f"{m.request} is still asked"
    return Sale(*m.table.notes[-1])


def test_an_open_auction_goes_round_until_one_is_left() -> None:
    sale = in_turn(auction("open", LOT), ("A", 2), ("B", 3), ("C", 0), ("A", 4), ("B", 7), ("A", 0))
    assert sale == Sale("B", 7, {"A": 4, "B": 7, "C": 0})


def test_nobody_bids() -> None:
    assert in_turn(auction("open", LOT), ("A", 0), ("B", 0), ("C", 0)).winner is None


def test_the_last_who_has_not_bid_is_still_asked() -> None:
    assert in_turn(auction("open", LOT), ("A", 0), ("B", 0), ("C", 2)) == Sale(
        "C", 2, {"A": 0, "B": 0, "C": 2}
    )


def test_who_drops_out_stays_out() -> None:
    sale = in_turn(auction("open", LOT), ("A", 0), ("B", 2), ("C", 3), ("B", 0))
    assert sale.winner == "C"


def test_each_bid_is_an_increment_above_the_last() -> None:
    m = auction("open", Lot(2, step=2, rule="X1"), increment=4)
    m.answer("bid", amount=2)
    with pytest.raises(IllegalMove, match=r"The last bid is 2; the next must be at least 6 .X1"):
        m.answer("bid", amount=4)
    assert m.request.about["standing"] == 2 and m.request.about["holder"] == "A"
    m.answer("bid", amount=6)
    assert m.request.seat == "C"


def test_who_cannot_afford_the_next_bid_is_asked_or_passed_over() -> None:
    rich = Lot(2, rule="X1", limit=lambda seat: 100 if seat == "A" else 3)
    sale = in_turn(auction("open", rich), ("A", 50), ("B", 0), ("C", 0))
    assert sale.winner == "A"
    assert in_turn(auction("open", rich, ask_unable=False), ("A", 50)).winner == "A"


def test_cash_that_an_aside_brings_in_can_be_bid() -> None:
    """The most that can be bid is computed again after the aside."""

    def cash_in(t: TinyTable) -> Flow[None]:
        t.pay("bank", "A", 30, "gift", "X4")
        yield from ()

    m = auction("open", LOT, asides=asides_of(("A", "cash_in", cash_in)))
    with pytest.raises(IllegalMove, match=r"A has 10 and cannot bid 40 .X1"):
        m.answer("bid", amount=40)
    assert m.aside("cash_in").answer("bid", amount=40).request.seat == "B"


def test_one_bidder_alone_is_asked_once() -> None:
    assert in_turn(auction("open", LOT, seats=1), ("A", 2)).winner == "A"


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 4))
def test_an_open_auction_always_ends_with_the_highest_bid(
    seed: int, seats: int, increment: int
) -> None:
    m = auction("open", LOT, seats=seats, increment=increment, seed=seed)
    asked: list[int] = []
    while not m.is_over:
        m.play(until="decision", bots="random")
        asked.append(m.answers[-1].value["amount"])
        assert len(asked) < 200
    sale = Sale(*m.table.notes[-1])
    made = [amount for amount in asked if amount]
    assert sale.price == max(made, default=0)
    assert (sale.winner is None) == (not made)
    assert all(later - earlier >= increment for earlier, later in pairwise(made))
