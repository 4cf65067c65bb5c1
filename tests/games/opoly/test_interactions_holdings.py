"""Tests of pairs of cards about holdings: limits, poached cards, thefts, mergers."""

from __future__ import annotations

import pytest

from .tables import BLUES, ORANGE, RAILS, act, asked, at_turn, chance, do, on, owner

SECOND = "second_mover_advantage"


def test_poach_and_campaign_used():
    """Q8.3, Q8.1: a campaign just used is lost on a 7 in its new hand too."""
    m = at_turn([(4, 6), (2, 5)], A={"cards": ["outstanding_human_resources"]},
                B={"cards": ["awesome_ad_campaign"]}, pawn="states_avenue")  # fmt: skip
    m.answer("shift", spaces=-2)
    assert m.view(None).pawn == "kentucky_avenue"
    m.answer("bid", amount=110).answer("pass").answer("pass").answer("pass")
    do(m, act("poach", seat="B", card="awesome_ad_campaign"))
    assert owner(m, "awesome_ad_campaign") == "A" and m.table.campaigned
    m.play(until="turn", bots="passive")
    assert owner(m, "awesome_ad_campaign") == "removed"


def test_poach_and_second_mover():
    """Q8.3, Q8.5: the new holder of a poached Second Mover names a new card."""
    m = on("free_parking", A={"cards": ["outstanding_human_resources"]},
           B={"cards": [SECOND]}, C={"cards": ["land_bank"]},
           copies={SECOND: "marketing_genius"})  # fmt: skip
    do(m, act("poach", seat="B", card=SECOND))
    assert asked(m) == ("A", "copy_target") and m.table.copies == {}
    m.answer("copy", card="land_bank")
    assert m.view(None).limit("A") == 6


def test_poach_and_its_copy():
    """Q8.3, Q8.5: as a copy of Human Resources, Second Mover is used up and removed."""
    m = on("free_parking", A={"cards": [SECOND]}, B={"cards": ["land_bank"]},
           copies={SECOND: "outstanding_human_resources"})  # fmt: skip
    do(m, act("poach", seat="B", card="land_bank"))
    assert owner(m, SECOND) == "removed" and owner(m, "land_bank") == "A"


def test_poach_and_flagship():
    """Q8.3, Q8.6: a taken Flagship leaves its hotel and attaches to the taker's own."""
    m = on(
        "free_parking",
        A={"cards": ["outstanding_human_resources"], "properties": ORANGE},
        B={"cards": ["flagship_property"], "properties": BLUES},
        buildings={**dict.fromkeys(BLUES, 5), **dict.fromkeys(ORANGE, 4), "new_york_avenue": 5},
        flagships={"flagship_property": "boardwalk"},
    )  # fmt: skip
    do(m, act("poach", seat="B", card="flagship_property"))
    assert m.table.flagships == {"flagship_property": "new_york_avenue"}
    assert m.view(None).rent("boardwalk") == 2000


def test_flagship_and_its_copy():
    """Q8.6, Q8.5: both attach, each to a hotel of its own; lost, each goes to the deck."""
    m = on(
        "free_parking", A={"cards": ["flagship_property", SECOND], "properties": BLUES},
        copies={SECOND: "flagship_property"}, buildings=dict.fromkeys(BLUES, 4),
    )  # fmt: skip
    while not any(d.name == "build_order" for d in m.requests()):
        m.answer(m.requests()[0].default.move)
    m.answer("order", seat="A", orders=[{"space": s, "levels": 1} for s in BLUES])
    assert sorted(m.table.flagships.values()) == sorted(BLUES)
    assert [m.view(None).rent(s) for s in BLUES] == [2250, 3000]


def test_ethics_and_diversification():
    """Q8.4, Q6.9: a stolen property of the exempt line does not exceed the limit."""
    five = [*ORANGE, *RAILS[:2]]
    facts = {"A": {"properties": five, "cards": ["diversification_1"]},
             "B": {"properties": RAILS[2:3]}}  # fmt: skip
    for line, name in (("rail", "manage"), ("utilities", "ethics_shed")):
        m = chance("ethical_opportunity", **facts, lines={"diversification_1": line})
        m.answer("act", seat="A", space=RAILS[2])
        for seat in "BCD":
            m.answer("decline", seat=seat)
        assert asked(m) == ("A", name)


def test_ethics_and_marketing_genius():
    """Q8.4, Q8.7, Q7.7: a split that theft turned into "own" no longer voids the bonus."""
    m = chance(
        "ethical_opportunity", A={"properties": ["boardwalk"], "cards": ["marketing_genius"]},
        B={"properties": ["park_place"]},
        alliances=[{"group": "dark_blue", "split": {"A": 50, "B": 50}}],
    )  # fmt: skip
    assert m.view(None).rent("boardwalk") == 100
    m.answer("act", seat="C", space="park_place")
    for seat in "ABD":
        m.answer("decline", seat=seat)
    assert m.view(None).rent("boardwalk") == 125


def test_antitrust_and_land_bank():
    """Q8.11, Q6.9: the card's slot offsets the lost one."""
    five = {"properties": [*ORANGE, *BLUES], "cards": ["land_bank"]}
    m = chance("antitrust_action", A=five)
    assert m.view(None).limit("A") == 5 and all(d.name != "shed_property" for d in m.requests())


def test_deregulation_and_antitrust():
    """Q8.11: both change limits permanently, and both are removed."""
    m = chance("antitrust_action", A={"properties": ORANGE, "limit": 6}, removed=["deregulation_1"])
    assert m.view(None).limit("A") == 5
    assert owner(m, "antitrust_action") == owner(m, "deregulation_1") == "removed"


def test_merger_and_ethics():
    """Q9.2, Q8.4: the survivor takes over what its partner has done."""
    m = chance("merger_fever", actors=["A"], options={"mergers": True})
    m.answer("merge", partner="B", survivor="B", share=50).answer("accept")
    assert m.table.actors == ["B"]


def test_merger_and_cards_without_value():
    """Q9.2: all internal cards move to the survivor, with their choices."""
    m = chance("merger_fever", A={"cards": ["diversification_1", SECOND]},
               lines={"diversification_1": "rail"}, copies={SECOND: "land_bank"},
               options={"mergers": True})  # fmt: skip
    m.answer("merge", partner="B", survivor="B", share=50).answer("accept")
    assert m.table.lines_chosen == {"diversification_1": "rail"}
    assert m.view(None).limit("B") == 5 + 5 - 1 + 1


HOLDINGS = [
    ("land bank + economies of scope", ["land_bank", "economies_of_scope_1"], {}, 7, 7),
    ("two economies of scope", ["economies_of_scope_1", "economies_of_scope_2"], {}, 7, 7),
    ("land bank + its copy", ["land_bank", SECOND], {SECOND: "land_bank"}, 7, 7),
    ("land bank + diversification", ["land_bank", "diversification_1"], {}, 6, 7),
    ("two diversifications", ["diversification_1", "diversification_2"], {}, 5, 7),
]  # fmt: skip


@pytest.mark.parametrize(("pair", "cards", "copies", "limit", "room"), HOLDINGS)
def test_limit_cards(pair, cards, copies, limit, room):
    """Q6.9, Q8.8: limits add up, and each Diversification spares one more of its own line."""
    lines = {"diversification_1": "rail", "diversification_2": "utilities"}
    held = [*RAILS[:2], "water_works", *ORANGE[:2]]
    m = on("free_parking", A={"properties": held, "cards": cards}, copies=copies,
           lines={card: line for card, line in lines.items() if card in cards})  # fmt: skip
    view = m.view(None)
    assert (view.limit("A"), view.slots("A")) == (limit, room - len(held)), pair
