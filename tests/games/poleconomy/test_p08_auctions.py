"""P8: auctions."""

from __future__ import annotations

from .tables import asked, at_turn, cash, payments, refused, refused_aside, told

LAND = [(3, 4)]


def lot(m):
    """A lands on I07 and does not buy."""
    return m.answer("throw").answer("no")


def test_sealed_bids_of_all_but_the_landing_player():
    """P8.1: 0, or 10,000 up to his cash; the Number plays no part."""
    m = lot(at_turn(LAND, marker=7, B={"cash": 55_0000}))
    assert [d.seat for d in m.requests()] == ["B", "C"]
    assert m.request.decisions["B"].default == ("bid", {"amount": 0})
    refused(m, "bid", "B has $550,000 and cannot bid $560,000 (P8.1)", seat="B", amount=560_000)
    refused(
        m,
        "bid",
        "in steps of $10,000, or $0, not $15,000 (P8.1).",
        seat="B",
        amount=15_000,
    )
    refused(m, "bid", "A has nothing to decide right now", seat="A", amount=10_000)
    m.answer("bid", seat="B", amount=550_000)
    m.answer("bid", seat="C", amount=560_000)
    assert payments(m) == [("C", "bank", 560_000, "auction")]
    assert told(m, "auction_held") == [
        {"square": "I07", "bids": {"B": 550_000, "C": 560_000}, "winner": "C", "price": 560_000}
    ]


def test_sealed_bids_may_be_withdrawn():
    """P8.1: until the last is in, and nobody sees them."""
    m = lot(at_turn(LAND))
    m.answer("bid", seat="B", amount=10_000)
    before = m.digest()
    m.withdraw("B")
    assert m.digest() == before
    m.answer("bid", seat="B", amount=20_000).answer("bid", seat="C", amount=0)
    assert m.ledger.holder("I07") == "B" and cash(m, "B") == 560_000


def test_ties_go_clockwise_from_the_landing_player():
    """P8.2: to the first of the tied bidders."""
    m = at_turn([(3, 4)], mover="B", pm="A", seats=4)
    lot(m)
    for seat in "ACD":
        m.answer("bid", seat=seat, amount=50_000 if seat != "C" else 0)
    assert m.ledger.holder("I07") == "D"


def test_without_a_bid_it_stays_in_the_bank():
    """P8.2."""
    m = lot(at_turn(LAND))
    m.answer("bid", seat="B", amount=0).answer("bid", seat="C", amount=0)
    assert m.ledger.holder("I07") == "bank" and payments(m) == []
    assert told(m, "auction_held")[0]["winner"] is None


def test_open_auction_goes_round():
    """P8.3: from the left, each at least 10,000 above the last bid, or out for good."""
    m = lot(at_turn(LAND, mover="B", pm="A", seats=4, options={"auction_style": "open"}))
    assert asked(m) == ("C", "bid")
    m.answer("bid", amount=0)
    assert asked(m) == ("D", "bid")
    refused(m, "bid", "D has $580,000 and cannot bid $590,000 (P8.3)", amount=590_000)
    m.answer("bid", amount=30_000)
    assert asked(m) == ("A", "bid")
    refused(
        m, "bid", "The last bid is $30,000; the next must be at least $40,000 (P8.3)", amount=30_000
    )
    m.answer("bid", amount=40_000)
    assert asked(m) == ("D", "bid")  # C is out for good
    m.answer("bid", amount=60_000)
    m.answer("bid", amount=0)
    assert m.ledger.holder("I07") == "D" and cash(m, "D") == 520_000
    assert told(m, "auction_held")[0]["bids"] == {"C": 0, "D": 60_000, "A": 40_000}


def test_open_auction_asks_the_last_who_has_not_bid():
    """P8.3: even if he is the last; his bid ends it."""
    m = lot(at_turn(LAND, options={"auction_style": "open"}))
    m.answer("bid", amount=0)
    assert asked(m) == ("C", "bid")
    m.answer("bid", amount=10_000)
    assert m.ledger.holder("I07") == "C"


def test_open_auction_without_a_bid():
    """P8.3: the card goes to nobody."""
    m = lot(at_turn(LAND, options={"auction_style": "open"}))
    m.answer("bid", amount=0).answer("bid", amount=0)
    assert m.ledger.holder("I07") == "bank" and asked(m) == ("A", "end_turn")


def test_open_auction_asks_who_cannot_raise():
    """P8.3, P1.8: he can only drop out, and is asked all the same."""
    m = lot(at_turn(LAND, C={"cash": 10_000}, options={"auction_style": "open"}))
    m.answer("bid", amount=50_000)
    assert asked(m) == ("C", "bid")
    refused(m, "bid", "C has $10,000 and cannot bid $60,000 (P8.3)", amount=60_000)
    m.answer("bid", amount=0)
    assert m.ledger.holder("I07") == "B"


def test_bidders_cannot_cash_in():
    """P8.4: it is not their turn."""
    for style in ("sealed", "open"):
        m = lot(at_turn(LAND, B={"cash": 0, "savings": 2}, options={"auction_style": style}))
        assert m.asides() == []
        refused_aside(
            m,
            "cash_in",
            "It is A's turn; B has side actions only in B's own turn (P3.8)",
            seat="B",
            savings=1,
            bonds=0,
            life=0,
        )
        refused(m, "bid", "B has $0 and cannot bid $10,000 (P8.", seat="B", amount=10_000)


def test_two_players():
    """P8.1: the only bidder wins with the least bid."""
    m = at_turn(LAND, seats=2, pm="B")
    lot(m).answer("bid", seat="B", amount=10_000)
    assert m.ledger.holder("I07") == "B" and cash(m, "B") == 570_000
