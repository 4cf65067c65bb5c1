"""Every card of both decks (Q8)."""

from __future__ import annotations

import pytest

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    act,
    asked,
    at_turn,
    cash,
    do,
    last,
    level,
    moves,
    on,
    order,
    owner,
    payments,
    refused,
    skip_to,
    told,
)

FIVE = ["baltic_avenue", "oriental_avenue", "vermont_avenue", "reading_railroad", "short_line"]


def chance(card, *luck, options=None, **facts):
    """The pawn lands on the first Chance space and this card is drawn."""
    return on("chance_external", (3, 4), luck=[card, *luck], options=options, **facts)


def ad(luck, seat="A", card="awesome_ad_campaign", **facts):
    """A seat holds the campaign; the pawn stands on Go."""
    facts[seat] = {"cards": [card], **facts.get(seat, {})}
    return at_turn(luck, **facts)


def test_q8_1_one_shift_per_roll():
    """Q8.1: holders in lead order; -2 to +2; one forward move, one shift per roll."""
    m = ad([(4, 6)], B={"cards": ["second_mover_advantage"]},
           copies={"second_mover_advantage": "awesome_ad_campaign"})  # fmt: skip
    assert asked(m) == ("A", "shift_pawn")
    refused(m, "shift", "Q8.1", spaces=3)
    refused(m, "shift", "Q8.1", spaces=0)
    m.answer("pass")
    assert asked(m) == ("B", "shift_pawn")
    m.answer("shift", spaces=-2)
    assert m.view(None).pawn == "vermont_avenue"
    assert last(m, "pawn_moved").facts["cause"] == "shift"


@pytest.mark.parametrize(
    ("roll", "used", "lost"),
    [((1, 1), False, True), ((2, 5), True, True), ((2, 5), False, False), ((3, 5), True, False)],
)
def test_q8_1_when_it_is_lost(roll, used, lost):
    """Q8.1: on any 2; on a 7 right after a use; checked before that roll's own shift."""
    facts = {"campaigned": ["awesome_ad_campaign"]} if used else {}
    m = ad([roll], **facts)
    assert (owner(m, "awesome_ad_campaign") == "removed") is lost
    assert (m.requests()[0].name == "shift_pawn") is not lost


def test_q8_1_recession_rolls_count():
    """Q8.1: a recession roll of 2 loses it; doubles that end a recession may be shifted."""
    m = ad([(1, 1)], recession="recession")
    assert owner(m, "awesome_ad_campaign") == "removed"
    m = ad([(3, 3)], recession="recession")
    assert asked(m) == ("A", "shift_pawn")
    m = ad([(1, 2)], recession="recession")
    assert all(d.name != "shift_pawn" for d in m.requests())


def test_q8_1_lost_to_the_deck():
    """Q8.1: with the option it returns to the deck."""
    m = ad([(1, 1)], options={"ads_lost_to": "deck"})
    assert m.table.decks["internal"].under == ["awesome_ad_campaign"]


FIRST = {"cards": ["first_mover_advantage_1"]}


def test_q8_2_first_mover():
    """Q8.2: half of appraised value without auction; the card leaves play."""
    m = on("boardwalk", B=FIRST, C={"cards": ["first_mover_advantage_2"]})
    assert asked(m) == ("B", "use_first_mover")
    m.answer("buy")
    assert owner(m, "boardwalk") == "B" and cash(m, "B") == 1300
    assert owner(m, "first_mover_advantage_1") == "removed"
    assert owner(m, "first_mover_advantage_2") == "C", "later holders keep theirs"
    assert m.view(None).basis("boardwalk") == 200


def test_q8_2_use_or_lose():
    """Q8.2: declining, being unable or bankrupt returns it; the next holder is asked."""
    m = on("boardwalk", A={**FIRST, "cash": 199}, B={"cards": ["first_mover_advantage_2"]})
    assert owner(m, "first_mover_advantage_1") == "deck" and asked(m) == ("B", "use_first_mover")
    m.answer("decline")
    assert owner(m, "first_mover_advantage_2") == "deck" and asked(m)[1] == "bid_english"
    m = on("boardwalk", A={**FIRST, "status": "bankrupt", "cash": 500})
    assert owner(m, "first_mover_advantage_1") == "deck"


def test_q8_2_with_a_pledge():
    """Q8.2: without a slot a property is given up under Q2.7."""
    m = on("boardwalk", A={**FIRST, "properties": FIVE})
    assert sorted(moves(m)) == sorted([*FIVE, "decline"])
    m.answer("baltic_avenue")
    assert owner(m, "baltic_avenue") == "bank" and cash(m, "A") == 1500 - 10 - 200


HR = {"cards": ["outstanding_human_resources"]}


def test_q8_3_taking_a_card():
    """Q8.3: $100 to the other seat, no refusal, and the card is removed."""
    m = on("free_parking", A=HR, B={"cards": ["patent_portfolio"], "status": "bankrupt"})
    do(m, act("poach", seat="B", card="patent_portfolio"))
    assert owner(m, "patent_portfolio") == "A" and cash(m, "A", "B") == [1400, 100]
    assert owner(m, "outstanding_human_resources") == "removed"
    m = on("free_parking", A={**HR, "cash": 99}, B={"cards": ["patent_portfolio"]})
    assert all(d.seat != "A" or d.name != "manage" for d in m.requests())


def test_q8_3_the_victim_over_its_limit():
    """Q8.3: Q6.10 applies at once; choices are made anew."""
    b = {"cards": ["land_bank"], "properties": [*FIVE, "boardwalk"]}
    m = on("free_parking", A=HR, B=b)
    do(m, act("poach", seat="B", card="land_bank"))
    assert asked(m) == ("B", "shed_property")
    b = {"cards": ["diversification_1"], "properties": [*FIVE, "boardwalk"]}
    m = on("free_parking", A=HR, B=b, lines={"diversification_1": "rail"})
    do(m, act("poach", seat="B", card="diversification_1"))
    assert asked(m) == ("A", "diversify_line")
    m.answer("line", line="prestige")
    assert asked(m) == ("B", "shed_property")


def theft(space, *actors, luck=(), options=None, **facts):
    """Everybody answers an Ethical Opportunity; the actors act on the same space."""
    m = chance("ethical_opportunity", *luck, options=options, **facts)
    for seat in "ABCD":
        if m.requests(seat):
            if seat in actors:
                m.answer("act", seat=seat, space=space)
            else:
                m.answer("decline", seat=seat)
    return m


def test_q8_4_nobody_acts():
    """Q8.4: the card goes back to the deck."""
    m = theft("boardwalk", A={"properties": ["boardwalk"]})
    assert owner(m, "ethical_opportunity") == "deck" and told(m, "theft") == []


def test_q8_4_several_act():
    """Q8.4: each rolls a die, ties re-roll, the highest acts; sealed until then."""
    m = theft("boardwalk", "B", "C", luck=[(4,), (4,), (2,), (5,)], A={"properties": ["boardwalk"]})
    assert owner(m, "boardwalk") == "C" and m.table.actors == ["C"]
    assert owner(m, "ethical_opportunity") == "removed"
    assert [f["faces"] for f in told(m, "dice_rolled")][1:] == [[4], [4], [2], [5]]


def test_q8_4_what_passes():
    """Q8.4: with its mortgage; the flagship goes with its hotel; basis "soul"."""
    m = theft("boardwalk", "B", A={"properties": ["boardwalk"], "mortgaged": ["boardwalk"]})
    assert m.view(None).mortgaged("boardwalk") and m.view(None).basis("boardwalk") == "soul"
    m = theft(
        "boardwalk", "B", A={"properties": BLUES, "cards": ["flagship_property"]},
        buildings=dict.fromkeys(BLUES, 5), flagships={"flagship_property": "boardwalk"},
    )  # fmt: skip
    assert owner(m, "flagship_property") == "B"
    assert m.table.flagships == {"flagship_property": "boardwalk"}


@pytest.mark.parametrize("method", ["abandon", "auction"])
def test_q8_4_an_actor_over_its_limit(method):
    """Q8.4: abandons one, or auctions it to the others; its group's buildings go first."""
    a = {"properties": [*ORANGE, *RAILS[:2]]}
    m = theft("boardwalk", "A", A=a, B={"properties": ["boardwalk"]},
              buildings=dict.fromkeys(ORANGE, 1))  # fmt: skip
    assert asked(m) == ("A", "ethics_shed")
    m.answer("shed", space="new_york_avenue", method=method)
    assert cash(m, "A") == 1650 and level(m, "st_james_place") == 0
    if method == "auction":
        assert asked(m)[0] == "B"
        m.answer("bid", amount=30).answer("pass").answer("pass")
        assert owner(m, "new_york_avenue") == "B" and cash(m, "A") == 1680
    else:
        assert owner(m, "new_york_avenue") == "bank"


@pytest.mark.parametrize(("check", "die", "outcome"), [((1, 2), None, ""), ((1, 1), 4, "disgraced"),
                                                      ((1, 1), 1, "destroyed")])  # fmt: skip
def test_q8_4_busted(check, die, outcome):
    """Q8.4: a pawn roll of 2, then another 2, then a die."""
    luck = [(1, 1), check] + ([die] if die else [])
    m = at_turn(luck, actors=["A"], A={"cards": ["patent_portfolio"], "properties": ["boardwalk"]})
    assert m.view(None).status("A") == (outcome or "active")


def disgraced(choice="bank", **facts):
    """A is disgraced; it holds Boardwalk in an alliance, with a hotel, and a card."""
    return at_turn(
        [(1, 1), (1, 1), 2], actors=["A"], pawn="soft_landing_recession",
        A={"cards": ["patent_portfolio"], "properties": ["boardwalk", *ORANGE], "cash": 900},
        B={"properties": ["park_place"]}, alliances=[{"group": "dark_blue"}],
        buildings={"boardwalk": 5, "park_place": 1, **dict.fromkeys(ORANGE, 1)},
        options={"disgraced_assets": choice}, **facts,
    )  # fmt: skip


def test_q8_4_disgraced():
    """Q8.4: cash to the bank, score frozen, then everything back unpaid."""
    m = disgraced()
    view = m.view(None)
    assert payments(m, "liquidation") == [("A", "bank", 900, "liquidation")]
    assert payments(m, "building_sale") == [("bank", "B", 100, "building_sale")]
    assert view.properties_of("A") == [] and view.left("hotel") == 12
    assert owner(m, "patent_portfolio") == "deck"
    asset, rent, adjusted, count = m.table.companies["A"].frozen
    assert (asset, count) == (400 + 560 + 500 + 150 + 150, 4)
    assert rent == adjusted == 2000 + 70 + 70 + 80
    assert m.metrics()["asset_score"]["A"] == asset


def test_q8_4_disgraced_and_frozen():
    """Q8.4: with the option its assets lie idle: no rent, no auction."""
    m = disgraced("frozen")
    assert set(m.view(None).properties_of("A")) == {"boardwalk", *ORANGE}
    assert level(m, "boardwalk") == 0 and level(m, "new_york_avenue") == 1
    m = on("new_york_avenue", A={"status": "disgraced", "frozen": [1, 2, 3, 4], "cash": 0,
                                 "properties": ORANGE})  # fmt: skip
    assert payments(m) == [] and told(m, "lot_opened") == []


def test_q8_4_cards_of_a_frozen_seat_lie_idle():
    """Q8.4, Q8.2: they are neither used nor lost."""
    frozen = {"status": "disgraced", "frozen": [1, 2, 3, 4], "cash": 0}
    m = on("boardwalk", A={**frozen, "cards": ["first_mover_advantage_1"]})
    assert owner(m, "first_mover_advantage_1") == "A" and asked(m)[1] == "bid_english"
    m = at_turn([(1, 1)], A={**frozen, "cards": ["awesome_ad_campaign"]}, pawn="states_avenue")
    assert owner(m, "awesome_ad_campaign") == "A"


def test_q8_4_destroyed_cards():
    """Q8.4: properties by rising value, then cards alphabetically, to the others."""
    m = at_turn(
        [(1, 1), (1, 1), 1], actors=["A"],
        A={"cards": ["treasury_desk", "land_bank"], "properties": ["boardwalk", "water_works"],
           "mortgaged": ["water_works"]},
    )  # fmt: skip
    for _ in range(4):
        for _ in range(3):
            m.answer("pass")
    lots = [f["lot"] for f in told(m, "lot_opened")][:4]
    assert lots == ["water_works", "boardwalk", "land_bank", "treasury_desk"]
    assert {m.view(None).limit(seat) for seat in "BCD"} == {6}
    assert owner(m, "land_bank") == "deck"


SECOND = "second_mover_advantage"


def test_q8_5_copying():
    """Q8.5: the effect and not the value, whatever later happens to the original."""
    m = on("community_chest_internal", (1, 1), luck=[SECOND], B={"cards": ["land_bank"]})
    m.answer("bid", amount=1).answer("pass").answer("pass").answer("pass")
    assert asked(m) == ("A", "copy_target")
    m.answer("copy", card="land_bank")
    view = m.view(None)
    assert view.limit("A") == 6 and view.asset("A") == 1499
    assert m.table.copies == {SECOND: "land_bank"}


def test_q8_5_later_and_choices_of_its_own():
    """Q8.5: after a pass it may be named in a later management step."""
    m = on("free_parking", A={"cards": [SECOND]}, B={"cards": ["diversification_1"]},
           lines={"diversification_1": "rail"})  # fmt: skip
    do(m, act("name_copy", seat="B", card="diversification_1"))
    assert asked(m) == ("A", "diversify_line")
    m.answer("line", line="utilities")
    assert m.table.lines_chosen == {"diversification_1": "rail", SECOND: "utilities"}


def test_q8_5_a_copy_that_is_used_up():
    """Q8.5: it takes Second Mover to the same place."""
    m = at_turn([(1, 3)], recession="recession", A={"cards": [SECOND]},
                copies={SECOND: "greenspan_put"})  # fmt: skip
    m.answer(SECOND)
    assert m.table.decks["internal"].under == [SECOND] and m.table.copies == {}
    m = on("boardwalk", A={"cards": [SECOND]}, copies={SECOND: "first_mover_advantage"})
    m.answer("buy")
    assert owner(m, SECOND) == "removed"


def test_q8_5_taking_what_was_copied():
    """Q8.3, Q8.5: it may take a card it earlier copied; copies add to the original."""
    a = {"cards": [SECOND, "outstanding_human_resources"], "properties": ["boardwalk"]}
    m = on("free_parking", A=a, B={"cards": ["marketing_genius"]},
           copies={SECOND: "marketing_genius"})  # fmt: skip
    assert m.view(None).rent("boardwalk") == 62
    do(m, act("poach", seat="B", card="marketing_genius"))
    assert m.view(None).rent("boardwalk") == 78


def test_q8_6_the_first_hotel_built():
    """Q8.6: of several in one order the first listed; lost with the hotel."""
    m = on("free_parking", A={"properties": BLUES, "cards": ["flagship_property"]},
           buildings=dict.fromkeys(BLUES, 4), luck=[(1, 2)])  # fmt: skip
    skip_to(m, "build_order")
    order(m, "A", boardwalk=1, park_place=1)
    assert m.table.flagships == {"flagship_property": "boardwalk"}
    assert m.view(None).rent("boardwalk") == 3000
    skip_to(m, "manage", "A")
    do(m, act("sell_building", space="boardwalk", levels=1))
    assert owner(m, "flagship_property") == "deck" and m.table.flagships == {}


def test_q8_6_named_on_winning():
    """Q8.6: with hotels already, one is named."""
    m = on("community_chest_internal", (1, 1), luck=["flagship_property"],
           A={"properties": BLUES}, buildings=dict.fromkeys(BLUES, 5))  # fmt: skip
    m.answer("bid", amount=1).answer("pass").answer("pass").answer("pass")
    assert asked(m) == ("A", "flagship_choice") and m.request.default.move == "boardwalk"
    m.answer("park_place")
    assert m.view(None).rent("park_place") == 2250


@pytest.mark.parametrize(("void", "rent"), [("all", 50), ("alliance_only", 62)])
def test_q8_7_marketing_genius(void, rent):
    """Q8.7: no bonus while party to a percentage split, or only for that group."""
    a = {"properties": ["boardwalk", *RAILS[:2]], "cards": ["marketing_genius"]}
    m = on("boardwalk", A=a, B={"properties": RAILS[2:]},
           alliances=[{"group": "railroad", "split": {"A": 50, "B": 50}}],
           options={"marketing_genius_void": void})  # fmt: skip
    assert payments(m, "rent")[0][2] == rent
    assert m.view(None).rent(RAILS[0]) == 100
    own = on("boardwalk", A=a, B={"properties": RAILS[2:]}, alliances=[{"group": "railroad"}])
    assert payments(own, "rent")[0][2] == 62


def test_q8_8_diversification():
    """Q8.8: on winning a line is picked for good."""
    m = on("community_chest_internal", (1, 1), luck=["diversification_2"])
    m.answer("bid", amount=1).answer("pass").answer("pass").answer("pass")
    assert m.request.default.fields == {"line": "housing"}
    m.answer("line", line="rail")
    assert m.table.lines_chosen == {"diversification_2": "rail"}


def levy(*support, luck=(), options=None, **facts):
    """The environmental vote with these supporters."""
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
    """Q8.10: Merger Fever does nothing without the option; a stimulus lies on the table."""
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
    """Q8.15: no building in this window nor in those of the next five turns."""
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
