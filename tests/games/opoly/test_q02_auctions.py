"""Auctions: four formats, pledges, trustees (Q2)."""

from __future__ import annotations

import pytest

from classkit import study
from classkit.testing.viewer_observations import get_view_texts
from tests.widgets.pages import Page

from .tables import RAILS, asked, cash, last, moves, on, owner, payments, refused, skip_to, told

FIVE = ["baltic_avenue", "oriental_avenue", "vermont_avenue", "reading_railroad", "short_line"]
SEALED = ["first_price", "second_price", "third_price"]


@pytest.mark.parametrize("form", ["english", *SEALED])
def test_q2_1_one_format_for_everything(form):
    """Q2.1: properties and cards are sold the same way."""
    options = {"auction_format": form}
    name = "bid_english" if form == "english" else "bid_sealed"
    assert on("boardwalk", options=options).requests()[0].name == name
    m = on("community_chest_internal", (1, 1), luck=["land_bank"], options=options)
    assert m.requests()[0].name == name
    assert last(m, "lot_opened").facts == {"lot": "land_bank", "format": form, "minimum": 1}


def test_q2_2_never_above_cash_and_passing_is_final():
    """Q2.2: bids of whole dollars up to cash; who cannot afford the next bid passes unasked."""
    m = on("boardwalk", A={"cash": 300}, B={"cash": 201})
    refused(m, "bid", "300", amount=301)
    refused(m, "bid", "whole", amount=250.5)
    m.answer("bid", amount=200)
    assert asked(m)[0] == "C", "B has 201 and would need 205"
    m.answer("bid", amount=205).answer("pass").answer("pass")
    assert owner(m, "boardwalk") == "C" and cash(m, "C") == 1295
    assert {f["seat"] for f in told(m, "bid_passed")} == {"A", "B", "D"}


def test_q2_2_the_standing_bidder_is_not_asked():
    """Q2.2: A bids, all others pass, and A wins without another decision."""
    m = on("boardwalk", options={"bid_increment": 50})
    m.answer("bid", amount=200)
    refused(m, "bid", "250", amount=249)
    for _ in range(3):
        m.answer("pass")
    assert owner(m, "boardwalk") == "A"


def test_q2_3_sealed_bids():
    """Q2.3: a bid is 0, or from the minimum to cash; all bid simultaneously."""
    m = on("boardwalk", options={"auction_format": "first_price"})
    assert {d.seat for d in m.requests()} == set("ABCD")
    refused(m, "bid", "200", seat="A", amount=199)
    refused(m, "bid", "1,500", seat="A", amount=1501)
    for seat, bid in zip("ABCD", (0, 250, 300, 299), strict=True):
        m.answer("bid", amount=bid, seat=seat)
    assert owner(m, "boardwalk") == "C" and cash(m, "C") == 1200


@pytest.mark.parametrize(("form", "price"), [*zip(SEALED, (300, 299, 250), strict=True)])
def test_q2_3_what_the_winner_pays(form, price):
    """Q2.3: its bid, the second, or the third."""
    m = on("boardwalk", options={"auction_format": form})
    for seat, bid in zip("ABCD", (0, 250, 300, 299), strict=True):
        m.answer("bid", amount=bid, seat=seat)
    assert last(m, "lot_sold").facts["price"] == price
    assert last(m, "lot_sold").facts["second_bid"] == 299


@pytest.mark.parametrize("drawn", ["A", "C"])
def test_q2_4_ties_by_lot(drawn):
    """Q2.4: with the option one of the tied seats is drawn."""
    options = {"auction_format": "first_price", "tie_break": "random"}
    m = on("boardwalk", options=options, luck=[drawn])
    for seat, bid in zip("ABCD", (300, 250, 300, 0), strict=True):
        m.answer("bid", amount=bid, seat=seat)
    assert owner(m, "boardwalk") == drawn


def test_q2_5_the_last_dollar():
    """Q2.5: a bid may use it; $0 is not bankruptcy; the price is the cost basis."""
    m = on("boardwalk", A={"cash": 220})
    m.answer("bid", amount=220)
    for _ in range(3):
        m.answer("pass")
    view = m.view("A")
    assert view.cash("A") == 0 and view.status("A") == "active"
    assert view.basis("boardwalk") == 220


def test_q2_6_a_slot_is_needed_for_property_only():
    """Q2.6: a full seat that does not pledge is not asked; cards need no slot."""
    full = {"D": {"properties": FIVE}}
    m = on("boardwalk", **full)
    assert asked(m) == ("D", "pledge_property")
    m.answer("pass")
    for _ in range(3):
        assert asked(m)[0] != "D"
        m.answer("pass")
    m = on("community_chest_internal", (1, 1), luck=["land_bank"], **full)
    m.answer("pass").answer("pass").answer("pass")
    assert asked(m)[0] == "D"


def test_q2_7_pledges_are_asked_in_lead_order_before_bidding():
    """Q2.7: B pledges before D; the fee is paid immediately."""
    other = [*RAILS[1:3], "electric_company", "water_works", "park_place"]
    m = on("boardwalk", B={"properties": other}, D={"properties": FIVE})
    assert asked(m) == ("B", "pledge_property")
    m.answer("park_place")
    assert payments(m, "pledge_fee") == [("B", "bank", 10, "pledge_fee")]
    assert asked(m) == ("D", "pledge_property")
    m.answer("pass")
    for _ in range(3):
        m.answer("pass")
    assert owner(m, "park_place") == "B" and len(told(m, "pledge_released")) == 1


def test_q2_7_a_mortgaged_property_goes_free_of_its_mortgage():
    """Q2.7, Q2.8: a mortgaged property may be pledged, and the bank has it unmortgaged."""
    m = on("boardwalk", D={"properties": FIVE, "mortgaged": ["short_line"]})
    m.answer("short_line")
    m.answer("pass").answer("pass").answer("pass").answer("bid", amount=200)
    assert owner(m, "short_line") == "bank" and not m.view(None).mortgaged("short_line")
    assert owner(m, "boardwalk") == "D"


def test_q2_8_what_may_not_be_pledged():
    """Q2.8: nothing with a building in its group, nothing in an active alliance."""
    m = on(
        "boardwalk",
        D={"properties": ["mediterranean_avenue", "baltic_avenue", *RAILS[:2], "water_works"]},
        A={"properties": ["electric_company"]},
        alliances=[{"group": "utility"}],
        buildings={"baltic_avenue": 1},
    )
    assert moves(m) == ["pass", *RAILS[:2]]


def test_q2_9_minimum_bids():
    """Q2.9: half of appraised value where the pawn lands; $1 for internal cards."""
    assert on("baltic_avenue", (1, 1)).request.about["minimum"] == 30
    m = on("community_chest_internal", (1, 1), luck=["land_bank"])
    assert m.request.about["minimum"] == 1


@pytest.mark.parametrize(("choice", "least"), [("one", 1), ("half", 200)])
def test_q2_9_forced_lots(choice, least):
    """Q2.9: forced property from $1, or with the option from half."""
    m = on(
        "chance_external", (3, 4), luck=["ethical_opportunity"],
        A={"properties": FIVE}, B={"properties": ["boardwalk"]},
        options={"forced_auction_min": choice},
    )  # fmt: skip
    m.answer("act", seat="A", space="boardwalk")
    for seat in "BCD":
        m.answer("decline", seat=seat)
    m.answer("shed", space="boardwalk", method="auction")
    assert m.request.about["minimum"] == least


TRUSTEE = {"B": {"status": "bankrupt", "cash": 500}}


def test_q2_10_trustees_join_an_open_auction():
    """Q2.10: trustees are asked once at most one other bids, until two bid."""
    m = on("boardwalk", **TRUSTEE)
    m.answer("bid", amount=200).answer("pass").answer("pass")
    assert asked(m) == ("B", "trustee_bid")
    m.answer("bid", amount=205)
    assert asked(m) == ("A", "bid_english")
    m.answer("bid", amount=210)
    assert asked(m) == ("B", "trustee_bid")
    m.answer("pass")
    assert owner(m, "boardwalk") == "A"


def test_q2_10_trustees_alone():
    """Q2.10: where no active seat bids, the trustee may have it."""
    m = on("boardwalk", **TRUSTEE)
    m.answer("pass").answer("pass").answer("pass").answer("bid", amount=200)
    assert owner(m, "boardwalk") == "B" and cash(m, "B") == 300


@pytest.mark.parametrize(("active", "is_asked"), [(1, True), (2, False)])
def test_q2_10_trustees_join_sealed_bids(active, is_asked):
    """Q2.10: asked where at most one active seat has bid."""
    m = on("boardwalk", **TRUSTEE, options={"auction_format": "second_price"})
    for at, seat in enumerate("ACD"):
        m.answer("bid", amount=210 + at if at < active else 0, seat=seat)
    assert (m.requests()[0].name == "trustee_bid") is is_asked
    if is_asked:
        m.answer("bid", amount=300)
        assert owner(m, "boardwalk") == "B" and cash(m, "B") == 500 - 210


@pytest.mark.parametrize("form", SEALED)
def test_q2_10_trustees_do_not_see_each_others_bids(form):
    """Q2.10: trustees' sealed bids are hidden like those of active seats, until all are opened."""
    broke = {seat: {"status": "bankrupt", "cash": 500} for seat in "BC"}
    m = on("boardwalk", **broke, options={"auction_format": form})
    m.answer("bid", amount=210, seat="A").answer("bid", amount=0, seat="D")
    assert [(d.seat, d.name) for d in m.requests()] == [("B", "trustee_bid"), ("C", "trustee_bid")]
    before = {seat: get_view_texts(m, seat) for seat in (None, "A", "C", "D")}
    for amount in (0, 200, 300):
        other = m.fork().answer("bid", amount=amount, seat="B")
        assert {seat: get_view_texts(other, seat) for seat in before} == before
        assert [d.seat for d in other.requests()] == ["C"], "asked whatever B has bid"
    m.answer("bid", amount=450, seat="C").answer("bid", amount=300, seat="B")
    assert owner(m, "boardwalk") == "B", "B comes first in lead order: A and B are two"
    assert {bid["amount"] for bid in told(m, "bid_made")} == {210, 300}
    assert last(m, "lot_sold").facts["bids"] == {"A": 210, "B": 300}


def with_a_bid(amount):
    """A has made a sealed bid, D has not; the trustee B is asked, and no bid is opened."""
    m = on("boardwalk", **TRUSTEE, options={"auction_format": "first_price"})
    for seat, bid in (("A", amount), ("C", 0), ("D", 0)):
        m.answer("bid", amount=bid, seat=seat)
    assert [(d.seat, d.name) for d in m.requests()] == [("B", "trustee_bid")]
    return m


def test_q2_10_a_sealed_bid_stays_sealed_while_trustees_are_asked():
    """Q0.5, Q2.10: no view lists it, and no futures that others may see start from it."""
    low, high = with_a_bid(210), with_a_bid(900)
    for seat in (None, "B", "C"):
        assert get_view_texts(low, seat) == get_view_texts(high, seat)
        assert all(entry.name != "hidden" for entry in low.view(seat).answers)
    assert low.view("A").answers[-1].value == {"amount": 210}
    fans = [study.futures(m, 4, "passive", 1, sealed=False, processes=1) for m in (low, high)]
    assert fans[0].rows() == fans[1].rows()
    whole = [study.futures(m, 4, "passive", 1, processes=1) for m in (low, high)]
    assert whole[0].rows() != whole[1].rows()


def test_q2_10_what_may_come_of_a_sealed_bid_is_for_the_instructor():
    """Q0.5, Q2.10: what futures made of it show, nor what the trustee's bids would lead to."""
    page = Page.of(with_a_bid(210))
    assert page.do("moves", n=2, horizon=1)["kind"] == "refused"
    page.do("seen_as", seen_as="B")
    assert "sealed" in page.do("moves", n=2, horizon=1)["reason"]
    page.do("seen_as", seen_as="instructor")
    assert page.do("futures", n=2, horizon=1)["kind"] == "step" and page.fan
    page.do("seen_as", seen_as="everybody")
    assert page.fan is None


def test_q2_10_trustees_alone_sealed():
    """Q2.10: where no active seat bids, the first two who bid are in."""
    broke = {seat: {"status": "bankrupt", "cash": 500} for seat in "CDE"}
    m = on("boardwalk", seats=5, **broke, options={"auction_format": "second_price"})
    m.answer("bid", amount=0, seat="A").answer("bid", amount=0, seat="B")
    for seat, amount in (("E", 500), ("C", 0), ("D", 250)):
        m.answer("bid", amount=amount, seat=seat)
    assert owner(m, "boardwalk") == "E" and cash(m, "E") == 250


def test_q2_10_not_for_cards():
    """Q2.10, Q5.4: no trustee bids on internal cards."""
    m = on("community_chest_internal", (1, 1), luck=["land_bank"], **TRUSTEE)
    m.answer("pass").answer("pass").answer("pass")
    assert not any(d.name == "trustee_bid" for d in m.requests())


def test_q2_11_nobody_bids():
    """Q2.11: a property stays with the bank, a card goes under its deck."""
    m = on("community_chest_internal", (1, 1), luck=["land_bank"])
    for _ in range(4):
        m.answer("pass")
    assert m.table.decks["internal"].under == ["land_bank"]
    skip_to(m, "propose")


def test_q2_2_bids_worth_offering():
    """Q2.2: the least bid, the appraised value, half and all of the cash, if possible."""
    m = on("boardwalk", A={"cash": 900}, B={"cash": 500}, C={"cash": 390})
    assert m.legal_moves()[0].fields["amount"].sensible_amounts() == [
        ("Minimum", 200), ("Appraised", 400), ("Half my cash", 450), ("All my cash", 900)
    ]  # fmt: skip
    m.answer("bid", amount=300)
    assert m.legal_moves()[0].fields["amount"].sensible_amounts() == [
        ("Minimum", 305), ("Appraised", 400), ("All my cash", 500)
    ]  # fmt: skip
    m.answer("pass")
    assert m.legal_moves()[0].fields["amount"].suggest() == [305, 390]


def test_q2_3_sealed_bids_worth_offering():
    """Q2.3: no bid comes first, since nobody has to bid."""
    m = on("boardwalk", options={"auction_format": "second_price"})
    amount = m.requests("A")[0].moves[0].fields["amount"]
    assert amount.suggest() == [0, 200, 400, 750, 1500]
