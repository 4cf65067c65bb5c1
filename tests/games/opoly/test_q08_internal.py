"""Internal cards, one by one (Q8.1 to Q8.3, Q8.5 to Q8.8)."""

from __future__ import annotations

import pytest

from .tables import (
    BLUES,
    RAILS,
    act,
    asked,
    at_turn,
    cash,
    do,
    last,
    moves,
    on,
    order,
    owner,
    payments,
    refused,
    skip_to,
)

FIVE = ["baltic_avenue", "oriental_avenue", "vermont_avenue", "reading_railroad", "short_line"]


def ad(luck, seat="A", card="awesome_ad_campaign", **facts):
    """Create a match in which a seat holds the campaign and the pawn is on Go."""
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
    """Q8.3: Q6.10 applies immediately; choices are made again."""
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
