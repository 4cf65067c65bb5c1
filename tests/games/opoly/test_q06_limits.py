"""Limits, and what a company above its own gives up (Q6.9, Q6.10)."""

from __future__ import annotations

import pytest

from .tables import BLUES, ORANGE, RAILS, asked, cash, level, on, owner, payments, refused


def test_q6_9_limits():
    """Q6.9: slots and limit cards; Diversification spares one property of its line."""
    a = {"cards": ["land_bank", "economies_of_scope_1", "diversification_1", "diversification_2"]}
    m = on("boardwalk", A={**a, "properties": [*RAILS[:2], *ORANGE, "water_works",
                                               "electric_company", "baltic_avenue"]},
           lines={"diversification_1": "rail", "diversification_2": "rail"})  # fmt: skip
    assert m.view(None).limit("A") == 7 and m.view(None).slots("A") == 1
    assert asked(m) == ("A", "bid_english")
    m = on("boardwalk", A={"limit": -3, "cards": ["land_bank"]})
    assert m.view(None).limit("A") == 0


def antitrust(answer=None, **facts):
    """Antitrust Action on A with five properties, then its answer."""
    a = {"properties": [*ORANGE, *BLUES]}
    m = on("chance_external", (3, 4), luck=["antitrust_action"], **{"A": a, **facts})
    assert asked(m) == ("A", "shed_property")
    if answer:
        m.answer("shed", **answer)
    return m


def test_q6_10_shedding_to_the_bank():
    """Q6.10: at once; buildings on its group are sold first at half price."""
    m = antitrust({"space": "new_york_avenue", "to": "bank", "price": 0},
                  buildings=dict.fromkeys(ORANGE, 1))  # fmt: skip
    assert owner(m, "new_york_avenue") == "bank" and level(m, "st_james_place") == 0
    assert payments(m, "building_sale") == [("bank", "A", 50, "building_sale")] * 3
    m = antitrust()
    default = m.requests("A")[0].default
    assert default.fields == {"space": "st_james_place", "to": "bank", "price": 0}


@pytest.mark.parametrize("reply", ["accept", "refuse"])
def test_q6_10_shedding_to_a_seat(reply):
    """Q6.10: offered to one active seat with a slot and the cash; refused means returned."""
    m = antitrust(C={"cash": 90}, D={"properties": [*RAILS, "water_works"]})
    offer_it = {"space": "boardwalk", "price": 91}
    refused(m, "shed", "only $90", **offer_it, to="C")
    refused(m, "shed", "no slot", **offer_it, to="D")
    m.answer("shed", space="boardwalk", to="C", price=90)
    assert asked(m) == ("C", "answer_shed")
    m.answer(reply)
    taker = "C" if reply == "accept" else "bank"
    assert owner(m, "boardwalk") == taker and cash(m, "C") == (0 if reply == "accept" else 90)


def test_q6_10_a_bankrupt_seat_returns_its_cheapest():
    """Q6.10: its lowest-appraised property, ties to the lowest space."""
    deck = {"extends": "classic_us", "external": {"cards": [
        {"id": "regulation", "name": "Regulation", "count": 1, "effect": "limit_all",
         "amount": -1, "after": "removed"}]}}  # fmt: skip
    a = {"status": "bankrupt", "properties": [*RAILS, "oriental_avenue"]}
    m = on("chance_external", (3, 4), luck=["regulation"], A=a, options={"edition": deck})
    assert owner(m, "oriental_avenue") == "bank" and m.view(None).limit("A") == 4
