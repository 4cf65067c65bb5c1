"""Tests of pairs of interacting cards, with their outcomes."""

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

SECOND = "second_mover_advantage"


def rent(m):
    """Return the last rent, summed over all shares."""
    return sum(p[2] for p in payments(m, "rent", "rent_share"))


RENTS = [
    ("rail surge + logistics", ["logistics_network"], {}, 150),
    ("rail surge + genius", ["marketing_genius"], {}, 125),
    ("rail surge + logistics + genius", ["logistics_network", "marketing_genius"], {}, 187),
    ("rail surge + logistics + its copy", ["logistics_network", SECOND],
     {SECOND: "logistics_network"}, 225),
    ("rail surge + genius + its copy", ["marketing_genius", SECOND],
     {SECOND: "marketing_genius"}, 156),
]  # fmt: skip


@pytest.mark.parametrize(("pair", "cards", "copies", "expected"), RENTS)
def test_rent_cards(pair, cards, copies, expected):
    """Q3.9: cards multiply the rent of one of two railroads, rounded down once at the end."""
    a = {"properties": RAILS[:2], "cards": cards}
    assert rent(chance("rail_surge_1", A=a, copies=copies)) == expected, pair


CHARGES = [
    ("recession + risk management", "recession", ["risk_management"], {}, 30),
    ("depression + risk management", "depression", ["risk_management"], {}, 60),
    ("recession + risk management + its copy", "recession", ["risk_management", SECOND],
     {SECOND: "risk_management"}, 15),
]  # fmt: skip


@pytest.mark.parametrize(("pair", "kind", "cards", "copies", "expected"), CHARGES)
def test_recession_cards(pair, kind, cards, copies, expected):
    """Q4.5, Q8.5: each halves, rounded up: a property and its hotel are $60."""
    m = at_turn([(1, 2)], recession=kind, A={"cards": cards, "properties": BLUES[1:]},
                B={"properties": BLUES[:1]}, alliances=[{"group": "dark_blue"}],
                buildings={"boardwalk": 5}, copies=copies)  # fmt: skip
    assert payments(m, kind)[0][2] == expected, pair


def test_put_and_stimulus():
    """Q4.2, Q4.3: a put played leaves no vote; a put not played does."""
    facts = {"recession": "recession", "on_table": ["fiscal_stimulus_1"],
             "A": {"cards": ["bernanke_put"]}}  # fmt: skip
    m = at_turn([(4, 6)], **facts)
    m.answer("bernanke_put")
    assert told(m, "vote_counted") == [] and owner(m, "fiscal_stimulus_1") == "table"
    m = at_turn([(4, 6)], **facts)
    m.answer("pass")
    assert {d.name for d in m.requests()} == {"stimulus_vote"}


def test_put_copied_and_original():
    """Q4.2, Q8.5: the copy may be played; the original stays."""
    m = at_turn([(1, 3)], recession="recession", A={"cards": [SECOND]},
                B={"cards": ["greenspan_put"]}, copies={SECOND: "greenspan_put"})  # fmt: skip
    m.answer(SECOND)
    assert owner(m, SECOND) == "deck" and owner(m, "greenspan_put") == "B"


def test_stimulus_and_depression_reshuffle():
    """Q4.3, Q4.7: the stimulus used goes under the deck first, and is shuffled in with it."""
    m = at_turn([(4, 6)], recession="depression", on_table=["fiscal_stimulus_1"])
    for seat in "ABCD":
        m.answer("yes", seat=seat)
    deck = m.table.decks["external"]
    assert "fiscal_stimulus_1" in deck.shuffled and deck.under == []


def test_depression_card_and_depression_closing():
    """Q4.6, Q4.7: in a depression the closing card stays out of the reshuffle."""
    m = at_turn([(1, 2), "consumer_boom"], recession="depression", payments=2)
    assert m.view(None).pawn == "go" and len(payments(m, "go")) == 4
    assert m.table.decks["external"].under == ["consumer_boom"]


def test_campaign_and_first_mover():
    """Q8.1, Q8.2: shifted onto unowned property, the First Mover is asked."""
    m = at_turn([(4, 6)], A={"cards": ["awesome_ad_campaign", "first_mover_advantage_1"]})
    m.answer("shift", spaces=1)
    assert asked(m) == ("A", "use_first_mover") and m.request.about["price"] == 70


def test_campaign_and_two_first_movers_of_one_holder():
    """Q8.2: use it or lose it, each card; the first bought leaves the second."""
    m = on("boardwalk", A={"cards": ["first_mover_advantage_1", "first_mover_advantage_2"]})
    m.answer("decline")
    assert owner(m, "first_mover_advantage_1") == "deck"
    m.answer("buy")
    assert owner(m, "boardwalk") == "A"


def test_first_mover_and_its_copy():
    """Q8.2, Q8.5: lost as a copy, Second Mover goes to the deck."""
    m = on("boardwalk", A={"cards": [SECOND]}, copies={SECOND: "first_mover_advantage"})
    m.answer("decline")
    assert owner(m, SECOND) == "deck" and m.table.copies == {}


def test_luxury_boom_and_first_mover():
    """Q8.12, Q8.2: a card that moves the pawn to unowned property triggers it."""
    m = chance("luxury_boom", B={"cards": ["first_mover_advantage_1"]})
    assert asked(m) == ("B", "use_first_mover")


def test_campaign_and_its_copy():
    """Q8.1, Q8.5: one shift per roll; both are lost on a 2, only the one used on a 7."""
    facts = {"A": {"cards": ["awesome_ad_campaign", SECOND]},
             "copies": {SECOND: "awesome_ad_campaign"}}  # fmt: skip
    m = at_turn([(4, 6)], **facts)
    m.answer("pass").answer("shift", spaces=1)
    assert m.table.campaigned == [SECOND]
    m = at_turn([(2, 5)], **facts, campaigned=[SECOND], pawn="luxury_tax")
    assert owner(m, SECOND) == "removed" and owner(m, "awesome_ad_campaign") == "A"
    m = at_turn([(1, 1)], **facts, pawn="income_tax")
    assert owner(m, SECOND) == owner(m, "awesome_ad_campaign") == "removed"


def test_materials_shortage_twice():
    """Q8.15: a second one cannot shorten the first."""
    m = chance("materials_shortage", no_building_until=20)
    assert m.table.no_building_until == 20


def test_government_relations_and_its_copy():
    """Q8.16, Q8.5: a quarter, each time rounded up."""
    a = {"cards": ["government_relations", SECOND]}
    m = on("luxury_tax", A=a, copies={SECOND: "government_relations"})
    assert payments(m)[0][2] == 19


def test_lean_construction_and_its_copy():
    """Q6.11, Q8.5: 80% of 80%."""
    a = {"cards": ["lean_construction", SECOND], "properties": ORANGE}
    m = on("free_parking", A=a, copies={SECOND: "lean_construction"})
    assert m.view("A").level_cost("A", ORANGE[0]) == 64


def test_power_demand_and_logistics():
    """Q3.9, Q8.12: Logistics Network is for railroads alone."""
    a = {"properties": ["electric_company"], "cards": ["logistics_network"]}
    assert rent(chance("power_demand", (1, 2), A=a)) == 30


def test_go_bonus_and_consumer_boom():
    """Q8.12, Q8.16: Go pay brings the bonus."""
    m = chance("consumer_boom", A={"cards": ["treasury_desk", SECOND]},
               copies={SECOND: "patent_portfolio"})  # fmt: skip
    assert [p[2] for p in payments(m, "go_bonus")] == [20, 15] or [
        p[2] for p in payments(m, "go_bonus")
    ] == [15, 20]


def test_tech_boom_and_copies():
    """Q8.14: a copy is one card."""
    m = chance("tech_boom", A={"cards": [SECOND, "land_bank"]}, copies={SECOND: "land_bank"})
    assert payments(m, "card_grant") == [("bank", "A", 50, "card_grant")]


def test_levy_and_bankruptcy():
    """Q8.9, Q5.2: a levy that cannot be paid bankrupts."""
    m = chance("environmental_opportunity_1", A={"cash": 5, "properties": RAILS[:1]})
    for seat in "ABCD":
        m.answer("support", seat=seat)
    assert m.view(None).status("A") == "bankrupt" and cash(m, "A") == 0
    assert last(m, "seat_bankrupt").facts["reason"] == "card_charge"


def test_patent_portfolio_and_treasury_desk():
    """Q8.16: both bonuses are paid with the same Go pay, and also that of a copy."""
    both = {"cards": ["patent_portfolio", "treasury_desk"], "cash": 100}
    m = at_turn([(1, 2)], pawn="boardwalk", A=both, B={"cards": [SECOND]},
                copies={SECOND: "treasury_desk"})  # fmt: skip
    assert sum(p[2] for p in payments(m, "go", "go_bonus") if p[1] == "A") == 235
    assert sum(p[2] for p in payments(m, "go", "go_bonus") if p[1] == "B") == 220


def test_lean_construction_and_materials_shortage():
    """Q6.11, Q8.15: reduced costs do not lift the ban on building."""
    builder = {"properties": BLUES, "cards": ["lean_construction"]}
    for until, ordered in ((0, True), (3, False)):
        m = on("free_parking", A=builder, no_building_until=until)
        m.play("turn", bots={"A": "empire_builder", "B": "passive", "C": "passive", "D": "passive"})
        assert bool(payments(m, "build")) is ordered
        assert m.view(None).level_cost("A", "boardwalk") == 160


def test_demand_slump_and_a_further_card():
    """Q3.16, Q8.12: three back may be a Community Chest, whose card is auctioned in the turn."""
    m = on("chance_external_3", (1, 2), luck=["demand_slump", "land_bank"])
    assert [event["card"] for event in told(m, "card_drawn")] == ["demand_slump", "land_bank"]
    assert m.requests()[0].about["lot"] == "land_bank"
