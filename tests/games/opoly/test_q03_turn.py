"""The pawn's turn (Q3)."""

from __future__ import annotations

import pytest

import classkit

from .tables import (
    ORANGE,
    RAILS,
    asked,
    at_turn,
    cash,
    end_turn,
    events_over,
    landing,
    last,
    on,
    owner,
    payments,
    skip_to,
    told,
)


def test_q3_1_the_pawn_moves_the_total():
    """Q3.1: forward the total of two dice."""
    m = at_turn([(4, 6)])
    assert told(m, "dice_rolled") == [{"purpose": "move", "faces": [4, 6]}]
    assert m.view(None).pawn == "soft_landing_recession"


def test_q3_2_order_on_a_roll():
    """Q3.2: loss of the campaign, then the busted check, then the end of time."""
    m = at_turn(
        [(1, 1), (1, 1), 2], turn=80, actors=["A"], B={"cards": ["awesome_ad_campaign"]},
        A={"properties": ["boardwalk"]},
    )  # fmt: skip
    names = [e.name for e in m.events]
    assert names.index("card_moved") < names.index("busted") < names.index("game_ended")
    assert m.ending == "time" and m.view(None).pawn == "go"


@pytest.mark.parametrize("third", [True, False])
def test_q3_3_third_doubles(third):
    """Q3.3: the third doubles in a row lead to Recession; doubles give no extra roll."""
    m = at_turn([(2, 2)], doubles=2, pawn="mediterranean_avenue",
                options={"three_doubles_recession": third})  # fmt: skip
    assert (m.view(None).recession == "recession") is third
    assert (told(m, "pawn_moved")[0]["to"] == "soft_landing_recession") is third


def test_q3_3_the_count():
    """Q3.3: another roll, or a recession, resets it."""
    m = at_turn([(1, 3), (2, 2)], doubles=2)
    end_turn(m)
    assert m.table.doubles == 1 and not m.view(None).recession
    m = at_turn([(5, 5)], recession="recession")
    assert m.table.doubles == 0 and m.view(None).recession == ""


def test_q3_3_doubles_that_lead_nowhere_are_not_counted():
    """Q3.3: without the option a position after many doubles can be given back and opened."""
    options = {"three_doubles_recession": False}
    m = at_turn([(1, 1), (1, 1), (5, 5)], pawn="soft_landing_recession", options=options,
                A={"properties": ["electric_company", "virginia_avenue"]})  # fmt: skip
    while m.turn < 4:
        end_turn(m)
    assert m.view(None).recession == ""
    again = classkit.new("opoly", seats=4, position=m.position(), options=options)
    assert again.view(None).pawn == m.view(None).pawn


@pytest.mark.parametrize("roll", [(2, 4), (2, 2)])
def test_q3_4_go_pay(roll):
    """Q3.4: at or past Go every active seat collects once; bankrupt seats collect nothing."""
    m = at_turn([roll], pawn="chance_external_3", C={"status": "bankrupt"})
    assert [p[1:3] for p in payments(m, "go")] == [("A", 200), ("B", 200), ("D", 200)]


def test_q3_4_never_backward_nor_to_recession():
    """Q3.4: moving to Recession or backward never pays."""
    m = on("recession")
    assert payments(m, "go") == [] and m.view(None).recession == "recession"
    m = on("chance_external", (3, 4), luck=["demand_slump"])
    assert m.view(None).pawn == "income_tax" and payments(m, "go") == []


def test_q3_5_rent_is_the_banks():
    """Q3.5: the bank pays the owner; mortgaged property brings nothing."""
    m = on("boardwalk", A={"properties": ["boardwalk"]})
    assert payments(m) == [("bank", "A", 50, "rent")]
    m = on("boardwalk", A={"properties": ["boardwalk"], "mortgaged": ["boardwalk"]})
    assert payments(m) == []


STREETS = ["park_place", "boardwalk"]


@pytest.mark.parametrize(
    ("built", "rent"),
    [({}, 100), (dict.fromkeys(STREETS, 1), 200), ({"boardwalk": 4, "park_place": 4}, 1700),
     ({"boardwalk": 5, "park_place": 4}, 2000), ({"boardwalk": 0, "park_place": 1}, 100)],
)  # fmt: skip
def test_q3_6_street_rent(built, rent):
    """Q3.6: as printed; doubled on an unimproved lot of a whole group."""
    m = on("boardwalk", A={"properties": STREETS}, buildings=built)
    assert payments(m, "rent")[0][2] == rent


def test_q3_6_doubled_under_an_alliance():
    """Q3.6: or where the group is under an active alliance, even under notice (Q7.6)."""
    facts = {"A": {"properties": ["boardwalk"]}, "B": {"properties": ["park_place"]}}
    assert payments(on("boardwalk", **facts), "rent")[0][2] == 50
    for ends in (0, 1):
        pact = [{"group": "dark_blue", "ends": ends}]
        assert payments(on("boardwalk", **facts, alliances=pact), "rent")[0][2] == 100


@pytest.mark.parametrize(("count", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_q3_7_railroads(count, rent):
    """Q3.7: by the number owned, mortgaged ones too; a sole owner is not doubled."""
    a = {"properties": RAILS[:count], "mortgaged": RAILS[1:2] * (count > 1)}
    assert payments(on(RAILS[0], A=a), "rent")[0][2] == rent


@pytest.mark.parametrize(("reading", "rail", "utility"), [("every_group", 50, 40),
                                                          ("as_one_owner", 200, 50)])  # fmt: skip
def test_q3_8_the_other_reading(reading, rail, utility):
    """Q3.8: allied railroads and utilities: doubled, or as those of one owner."""
    options = {"alliance_double": reading}
    rails = {"A": {"properties": RAILS[:1]}, "B": {"properties": RAILS[1:2]},
             "C": {"properties": RAILS[2:3]}, "D": {"properties": RAILS[3:]}}  # fmt: skip
    m = on(RAILS[0], **rails, alliances=[{"group": "railroad"}], options=options)
    assert payments(m, "rent")[0][2] == rail
    both = {"A": {"properties": ["electric_company"]}, "B": {"properties": ["water_works"]}}
    m = on("electric_company", (1, 4), **both, alliances=[{"group": "utility"}], options=options)
    assert payments(m, "rent")[0][2] == utility


def test_q3_8_the_dice_not_the_shift():
    """Q3.8: utility rent is by the roll that moved the pawn, not by the shift."""
    m = at_turn(
        [(4, 6)], pawn=landing("electric_company", (4, 5)),
        A={"properties": ["electric_company"], "cards": ["awesome_ad_campaign"]},
    )  # fmt: skip
    m.answer("shift", spaces=-1)
    assert payments(m, "rent")[0][2] == 40


def test_q3_8_moved_by_a_card():
    """Q3.8: moved there by another card, the roll of that turn counts."""
    m = on("chance_external_2", (4, 5), luck=["rail_surge_1"], A={"properties": ["b_o_railroad"]})
    assert payments(m, "rent")[0][2] == 50
    assert m.view(None).pawn == "b_o_railroad"


def test_q3_9_order_and_rounding():
    """Q3.9: rounded down once at the end: 25 x 2 x 1.5 x 1.25 = 93."""
    a = {"properties": ["b_o_railroad"], "cards": ["logistics_network", "marketing_genius"]}
    m = on("chance_external_2", (4, 5), luck=["rail_surge_1"], A=a)
    assert payments(m, "rent")[0][2] == 93


@pytest.mark.parametrize(
    ("held", "others", "space"),
    [([], [], "boardwalk"), (["park_place"], [], "boardwalk"), ([], ["park_place"], "boardwalk"),
     (ORANGE[:1], [], ORANGE[2]), (ORANGE[:1], ORANGE[1:2], ORANGE[2]),
     (RAILS[:2], RAILS[2:3], RAILS[3]),
     ([], ["water_works"], "electric_company"), (["water_works"], [], "electric_company")],
)  # fmt: skip
def test_rent_in_reach_equals_the_rent_of_an_owner(held, others, space):
    """Q3.6 to Q3.8: bots bid by the rent in reach, with an alliance over sold streets."""
    before = at_turn(A={"properties": held}, B={"properties": others})
    lot = before.view(None).edition.spaces[space]
    allied = lot.kind == "street" and bool(others)
    after = at_turn(
        A={"properties": [*held, space]}, B={"properties": others},
        alliances=[{"group": lot.group}] if allied else [],
    )  # fmt: skip
    assert before.view(None).rent_in_reach("A", space) == after.view(None).rent(space)


@pytest.mark.parametrize("skips", [True, False])
def test_q3_10_no_buyer_no_window(skips):
    """Q3.10: without a buyer the next turn begins without a window, unless the option says so."""
    m = on("boardwalk", B={"properties": ["baltic_avenue"]}, luck=[(2, 1)],
           options={"roll_again_skips_window": skips})  # fmt: skip
    for _ in range(4):
        m.answer("pass")
    assert m.turn == (2 if skips else 1)
    assert owner(m, "boardwalk") == "bank"


def test_q3_10_a_buyer_opens_the_window():
    """Q3.10, Q6.1: after a sale the window follows."""
    m = on("boardwalk")
    m.answer("bid", amount=200).answer("pass").answer("pass").answer("pass")
    assert m.turn == 1 and events_over(m)


def test_q3_11_internal_card():
    """Q3.11: shown and auctioned; with an empty internal deck an external card is drawn."""
    m = on("community_chest_internal", (1, 1), luck=["treasury_desk"])
    assert m.request.about["lot"] == "treasury_desk"
    m.answer("bid", amount=30).answer("pass").answer("pass").answer("pass")
    assert owner(m, "treasury_desk") == "A" and cash(m, "A") == 1470
    internal = list(m.view(None).edition.internal)
    m = on("community_chest_internal", (1, 1), luck=["tax_rebate"], removed=internal)
    assert len(payments(m, "card_grant")) == 4


@pytest.mark.parametrize("way", ["bottom", "shuffle"])
def test_q3_12_where_cards_go(way):
    """Q3.12: under the deck, or shuffled into it; an empty deck does nothing."""
    m = on("chance_external", (3, 4), luck=["tax_rebate"], options={"returned_cards": way})
    deck = m.table.decks["external"]
    assert (deck.under == ["tax_rebate"]) is (way == "bottom")
    assert ("tax_rebate" in deck.shuffled) is (way == "shuffle")
    external = list(m.view(None).edition.external)
    m = on("chance_external", (3, 4), removed=external)
    assert told(m, "card_drawn") == [] and events_over(m)


def test_q3_12_the_bottom_comes_last():
    """Q3.12: cards under the deck are drawn in order after the rest."""
    rest = [c for c in on("free_parking").view(None).edition.external if c != "tax_rebate"]
    m = on("chance_external", (3, 4), removed=rest[:-1], under=[rest[-1], "tax_rebate"])
    assert told(m, "card_drawn") == [{"deck": "external", "card": rest[-1]}]


def test_q3_13_income_tax():
    """Q3.13: sealed, $200 or a tenth of worth; bankrupt seats pay the lesser."""
    m = on("income_tax", A={"cash": 3000}, D={"cash": 500, "status": "bankrupt"})
    assert {d.seat for d in m.requests()} == set("ABC")
    assert [d.default.move for d in m.requests()] == ["flat", "percent", "percent"]
    m.answer("percent", seat="A").answer("flat", seat="B").answer("percent", seat="C")
    assert [p[2] for p in payments(m, "income_tax")] == [300, 200, 150, 50]


def test_q3_13_flat():
    """Q3.13: with the option everybody pays the flat sum."""
    m = on("income_tax", options={"income_tax": "flat"})
    assert [p[2] for p in payments(m, "income_tax")] == [200] * 4


def test_q3_14_luxury_tax():
    """Q3.14: every seat pays $75."""
    assert [p[:3] for p in payments(on("luxury_tax"))] == [(s, "bank", 75) for s in "ABCD"]


@pytest.mark.parametrize("space", ["free_parking", "soft_landing_recession"])
def test_q3_15_nothing_happens(space):
    """Q3.15: no effect, and no money in the centre."""
    m = on(space)
    assert payments(m) == [] and events_over(m) and m.view(None).recession == ""


def test_q3_16_a_card_that_moves_the_pawn():
    """Q3.16: the space reached is resolved in the same turn, with Go pay and further cards."""
    m = on("chance_external_3", (3, 4), luck=["demand_slump", "patent_portfolio"])
    assert m.view(None).pawn == "community_chest_internal_3"
    assert asked(m)[1] == "bid_english" and m.request.about["lot"] == "patent_portfolio"
    m = on("chance_external_3", (3, 4), luck=["rail_surge_2"])
    assert m.view(None).pawn == "reading_railroad" and len(payments(m, "go")) == 4
    assert last(m, "lot_opened").facts["minimum"] == 100
    skip_to(m, "propose")
