"""Worked examples of section 11 with their exact figures: set-up and auctions."""

from __future__ import annotations

import pytest

import classkit

from .tables import (
    ORANGE,
    asked,
    cash,
    last,
    level,
    on,
    order,
    owner,
    payments,
    refused,
    skip_to,
    told,
)

FIVE_CARDS = ["patent_portfolio", "land_bank", "risk_management", "logistics_network",
              "lean_construction"]  # fmt: skip


def first_lots(*deeds, **options):
    """Create a match whose set-up begins with these deeds."""
    edition = classkit.new("opoly", seats=3, seed=1).view(None).edition
    dear = [s for s in reversed(edition.properties) if s not in deeds]
    drawn = [*deeds, *dear][:10]
    return classkit.new("opoly", seats=4, seed=1, luck=[drawn, FIVE_CARDS], options=options)


def test_01_order_of_set_up_lots():
    """Q1.4: in rising appraised value, equal values in board order."""
    drawn = ["boardwalk", "baltic_avenue", "water_works", "electric_company", "reading_railroad",
             "new_york_avenue", "oriental_avenue", "mediterranean_avenue", "kentucky_avenue",
             "virginia_avenue"]  # fmt: skip
    m = classkit.new("opoly", seats=4, seed=1, luck=[drawn, FIVE_CARDS])
    assert [told(m, "lot_opened")[0]["lot"], *m.table.lots][:10] == [
        "mediterranean_avenue", "baltic_avenue", "oriental_avenue", "electric_company",
        "water_works", "virginia_avenue", "reading_railroad", "new_york_avenue",
        "kentucky_avenue", "boardwalk",
    ]  # fmt: skip


def test_02_english_auction():
    """Q2.2: turns, increment, who is left pays its bid."""
    m = first_lots("mediterranean_avenue", "oriental_avenue")
    for _ in range(4):
        m.answer("pass")
    assert asked(m) == ("B", "bid_english") and m.request.about["lot"] == "oriental_avenue"
    m.answer("bid", amount=40).answer("bid", amount=45).answer("pass").answer("bid", amount=80)
    m.answer("pass")
    refused(m, "bid", "85", amount=84)
    m.answer("bid", amount=85).answer("pass")
    assert owner(m, "oriental_avenue") == "C" and cash(m, "C") == 1415
    assert m.view("C").basis("oriental_avenue") == 85
    assert m.metrics()["surplus_paid"]["C"] == 15


@pytest.mark.parametrize(
    ("form", "price", "alone"),
    [("first_price", 130, 130), ("second_price", 130, 1), ("third_price", 90, 1)],
)
def test_03_sealed_ties(form, price, alone):
    """Q2.3, Q2.4: tied bids count one by one; a missing bid counts as the minimum."""
    for bids, paid in (({"A": 130, "B": 130, "C": 90, "D": 0}, price), ({"A": 130}, alone)):
        m = first_lots("mediterranean_avenue", "baltic_avenue", auction_format=form)
        for _ in range(2):
            for seat in "ABCD":
                m.answer("bid", amount=0, seat=seat)
        assert m.view(None).lead == "C"
        for seat in "ABCD":
            m.answer("bid", amount=bids.get(seat, 0), seat=seat)
        sold = last(m, "lot_sold").facts
        assert (sold["winner"], sold["price"]) == ("A", paid)
        assert cash(m, "A") == 1500 - paid


FIVE = ["baltic_avenue", "oriental_avenue", "vermont_avenue", "reading_railroad", "short_line"]


@pytest.mark.parametrize("wins", [True, False])
def test_04_pledge(wins):
    """Q2.7: $10 are gone either way; the deed goes only if the lot is won."""
    m = on("kentucky_avenue", D={"properties": FIVE, "cash": 400})
    skip_to(m, "pledge_property", "D")
    m.answer("baltic_avenue")
    assert cash(m, "D") == 390
    m.answer("pass").answer("pass").answer("bid" if not wins else "pass",
                                           **({} if wins else {"amount": 150}))  # fmt: skip
    m.answer("bid", amount=150) if wins else m.answer("pass")
    if wins:
        assert cash(m, "D") == 240 and owner(m, "baltic_avenue") == "bank"
        assert owner(m, "kentucky_avenue") == "D" and len(m.view("D").properties_of("D")) == 5
    else:
        assert cash(m, "D") == 390 and owner(m, "baltic_avenue") == "D"
        assert not m.view("D").mortgaged("baltic_avenue")


def test_05_landing_minimum():
    """Q2.9, Q3.10: half of appraised value; without a buyer the next turn begins at once."""
    m = on("illinois_avenue", A={"cash": 119})
    assert last(m, "lot_opened").facts["minimum"] == 120
    assert asked(m)[0] == "B"
    for _ in range(3):
        m.answer("pass")
    assert owner(m, "illinois_avenue") == "bank"
    assert m.turn == 2 and {f["seat"] for f in told(m, "bid_passed")} == {"B", "C", "D"}


def test_17_house_shortage():
    """Q6.14: single auctions at the dearest cost; unfilled orders lapse."""
    streets = ["st_charles_place", "states_avenue", "virginia_avenue"]
    m = on(
        "free_parking", seats=3,
        A={"properties": ["mediterranean_avenue", "baltic_avenue"]},
        B={"properties": ["mediterranean_avenue"][:0] + streets + ORANGE},
        C={"properties": ["kentucky_avenue", "indiana_avenue", "illinois_avenue"]},
        buildings={**dict.fromkeys(streets, 4), **dict.fromkeys(ORANGE, 4),
                   "kentucky_avenue": 1, "indiana_avenue": 1, "illinois_avenue": 0,
                   "mediterranean_avenue": 1, "baltic_avenue": 0},
        edition={"based_on": "classic_us", "edition": {"houses": 30}},
    )  # fmt: skip
    skip_to(m, "build_order")
    assert m.view(None).left("house") == 3
    refused(m, "order", "even", seat="C", orders=[{"space": "illinois_avenue", "levels": 3}])
    order(m, "A", baltic_avenue=2)
    order(m, "C", illinois_avenue=2)
    if m.requests("B"):
        m.answer("pass", seat="B")
    auctions = 0
    while m.requests() and m.request.name == "bid_english":
        seat, _ = asked(m)
        auctions += 1
        assert m.request.about["minimum"] == 150
        m.answer("bid", amount=150) if seat == "C" else m.answer("pass")
    assert len(told(m, "scarce_unit_auction")) == 3
    assert payments(m, "build") == [("C", "bank", 150, "build")] * 2
    assert level(m, "illinois_avenue") == 2 and level(m, "baltic_avenue") == 0
    assert m.view(None).left("house") == 1
