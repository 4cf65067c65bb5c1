"""External cards, one by one (Q8.9 to Q8.16)."""

from __future__ import annotations

import pytest

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    asked,
    at_turn,
    cash,
    chance,
    last,
    on,
    owner,
    payments,
    told,
)

FIRST = {"cards": ["first_mover_advantage_1"]}


def levy(*support, luck=(), options=None, **facts):
    """Play the environmental vote with these supporters."""
    m = chance("environmental_opportunity_1", *luck, options=options, **facts)
    for decision in m.requests():
        m.answer("support" if decision.seat in support else "oppose", seat=decision.seat)
    return m


def test_q8_9_the_levy():
    """Q8.9: all support: no die; opposers double, bankrupt seats single."""
    c = {"C": {"properties": RAILS[:1], "status": "bankrupt", "cash": 100}}
    m = levy("A", "B", "D", A={"properties": RAILS[1:2]}, **c)
    assert [p[2] for p in payments(m, "card_charge")] == [10, 10]
    assert last(m, "vote_counted").facts["die"] is None
    m = levy(luck=[1], A={"properties": RAILS[1:2]}, **c)
    assert [p[2] for p in payments(m, "card_charge")] == [20, 10]
    m = levy(luck=[2], A={"properties": RAILS[1:2]})
    assert payments(m, "card_charge") == []


@pytest.mark.parametrize(("choice", "change"), [("pays", -50), ("receives", 25)])
def test_q8_9_the_electric_owner(choice, change):
    """Q8.9: pays like the rest, or is paid undoubled."""
    m = levy("B", "C", "D", luck=[1], A={"properties": ["electric_company"]},
             options={"electric_owner": choice})  # fmt: skip
    assert cash(m, "A") == 1500 + change


def test_q8_10_cards_without_more():
    """Q8.10: Merger Fever does nothing without the option; a stimulus stays on the table."""
    m = chance("merger_fever")
    assert len(told(m, "card_drawn")) == 1 and owner(m, "merger_fever") == "deck"
    m = chance("fiscal_stimulus_2")
    assert m.view(None).on_table() == ["fiscal_stimulus_2"]


def test_q8_11_limits():
    """Q8.11: +1 for every seat; -1 for the largest, ties by value, then lead order."""
    m = chance("deregulation_1", C={"status": "bankrupt"})
    assert {m.view(None).limit(seat) for seat in "ABCD"} == {6}
    assert owner(m, "deregulation_1") == "removed"
    m = chance("antitrust_action", B={"properties": ["boardwalk"]}, C={"properties": ORANGE[:1]})
    assert [m.view(None).limit(seat) for seat in "ABCD"] == [5, 4, 5, 5]
    m = chance("antitrust_action")
    assert [m.view(None).limit(seat) for seat in "ABCD"] == [4, 5, 5, 5]


def test_q8_12_consumer_and_luxury_boom():
    """Q8.12: to Go with Go pay; forward to Boardwalk."""
    m = chance("consumer_boom")
    assert m.view(None).pawn == "go" and len(payments(m, "go")) == 4
    m = chance("luxury_boom", A={"properties": ["boardwalk"]})
    assert payments(m) == [("bank", "A", 50, "rent")]


def test_q8_12_rail_surge_and_power_demand():
    """Q8.12: rent x 2; 10 x two dice, no alliance doubling, split and genius apply."""
    m = chance("rail_surge_1", A={"properties": ["pennsylvania_railroad"]})
    assert payments(m, "rent")[0][2] == 50
    both = {"A": {"properties": ["electric_company"], "cards": ["marketing_genius"]},
            "B": {"properties": ["water_works"]}}  # fmt: skip
    m = chance("power_demand", (3, 4), **both, alliances=[{"group": "utility"}])
    assert payments(m, "rent")[0][2] == 87
    m = chance("power_demand", (3, 4), **both,
               alliances=[{"group": "utility", "split": {"A": 50, "B": 50}}])  # fmt: skip
    assert [p[2] for p in payments(m, "rent_share")] == [35, 35]
    m = chance("power_demand")
    assert last(m, "lot_opened").facts == {
        "lot": "electric_company",
        "format": "english",
        "minimum": 75,
    }
    m = chance("power_demand", A={"properties": ["electric_company"],
                                  "mortgaged": ["electric_company"]})  # fmt: skip
    assert len(told(m, "dice_rolled")) == 1


def test_q8_12_demand_slump():
    """Q8.12: back three spaces."""
    m = chance("demand_slump", options={"income_tax": "flat"})
    assert m.view(None).pawn == "income_tax" and len(payments(m, "income_tax")) == 4


OWNED = {"A": {"properties": [*BLUES, "baltic_avenue"], "mortgaged": ["baltic_avenue"]}}


@pytest.mark.parametrize(
    ("card", "owed"),
    [("storm_damage", 100 + 4 * 25), ("wage_pressure", 45), ("rate_rise", 20),
     ("market_crash", 150)],
)  # fmt: skip
def test_q8_13_charges(card, owed):
    """Q8.13: per house and hotel, per property, per mortgaged property, of cash."""
    m = chance(card, **OWNED, buildings={"boardwalk": 5, "park_place": 4})
    assert payments(m, "card_charge")[0] == ("A", "bank", owed, "card_charge")


@pytest.mark.parametrize(
    ("card", "amount"), [("housing_boom", 40 + 4 * 10), ("tax_rebate", 50), ("tech_boom", 50)]
)
def test_q8_14_grants(card, amount):
    """Q8.14: from the bank to active seats."""
    a = {**OWNED["A"], "cards": ["land_bank", "treasury_desk"]}
    m = chance(card, A=a, buildings={"boardwalk": 5, "park_place": 4})
    assert payments(m, "card_grant")[0] == ("bank", "A", amount, "card_grant")


def test_q8_15_materials_shortage():
    """Q8.15: no building in this window and those of the next five turns."""
    m = chance("materials_shortage", turn=3, A={"properties": BLUES})
    assert m.table.no_building_until == 8
    for turn, builds in ((8, False), (9, True)):
        m = on("free_parking", turn=turn, no_building_until=8, A={"properties": BLUES},
               options={"proposals_per_window": 0})  # fmt: skip
        m.answer("pass")
        assert any(d.name == "build_order" and m.turn == turn for d in m.requests()) is builds


def test_q8_15_foreign_entry():
    """Q8.15: the dearest unowned property from half; unsold, the window is not skipped."""
    m = chance("foreign_entry", A={"properties": ["boardwalk"]}, B=FIRST)
    assert last(m, "lot_opened").facts["lot"] == "park_place"
    assert asked(m)[1] == "bid_english", "First Mover is not triggered (Q8.2)"
    for _ in range(4):
        m.answer("pass")
    assert m.turn == 1 and asked(m)[1] == "manage"


def test_q8_16_go_bonuses_and_relations():
    """Q8.16: bonuses with Go pay; taxes halved; only for active seats."""
    a = {"cards": ["patent_portfolio", "treasury_desk", "government_relations"]}
    m = at_turn([(1, 3)], pawn="boardwalk", A=a)
    assert [p[2] for p in payments(m, "go_bonus")] == [15, 20]
    assert payments(on("luxury_tax", A=a))[0][2] == 38
