"""Tests of Ethical Opportunity: actors, thefts and busts (Q8.4)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import classkit.games.opoly

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    asked,
    at_turn,
    cash,
    chance,
    end_turn,
    level,
    on,
    owner,
    payments,
    told,
)

FOLDER = Path(classkit.games.opoly.__file__).parent / "edition" / "shipped" / "classic_us"


def theft(space, *actors, luck=(), options=None, **facts):
    """Play an Ethical Opportunity in which the actors choose the same space."""
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


def test_q8_4_what_a_soul_has_paid_for():
    """Q8.4, Q1.6: buildings and a flagship on a stolen property have no cost basis."""
    m = theft("boardwalk", "A", B={"properties": BLUES, "cards": ["flagship_property"]},
              buildings={"boardwalk": 5, "park_place": 4},
              flagships={"flagship_property": "boardwalk"})  # fmt: skip
    assets = {row["asset"]: row for row in m.view(None).sheet("A").assets}
    assert assets["boardwalk"]["cost_basis"] == "soul" and assets["boardwalk"]["level"] == 5
    assert assets["boardwalk"]["building_cost"] == 0
    assert assets["flagship_property"]["cost_basis"] == "soul"


def test_q8_4_an_actor_twice_is_checked_once():
    """Q8.4: a pawn roll of 2 makes an actor roll two dice, however often it has acted."""
    cards = tomllib.loads((FOLDER / "cards.toml").read_text(encoding="utf-8"))
    for card in cards["external"]["cards"]:
        if card["effect"] == "ethics":
            card["after"] = "bottom"
    edition = {"based_on": "classic_us", "external": cards["external"]}
    m = theft("boardwalk", "A", luck=[(1, 1), (1, 3)], edition=edition, actors=["A"],
              B={"properties": ["boardwalk"]})  # fmt: skip
    end_turn(m)
    assert [f["faces"] for f in told(m, "dice_rolled") if f["purpose"] == "busted_check"] == [
        [1, 3]
    ]


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
    """Play a turn that disgraces A, with an allied hotel on Boardwalk and a card."""
    return at_turn(
        [(1, 1), (1, 1), 2], actors=["A"], pawn="soft_landing_recession",
        A={"cards": ["patent_portfolio"], "properties": ["boardwalk", *ORANGE], "cash": 900},
        B={"properties": ["park_place"]}, alliances=[{"group": "dark_blue"}],
        buildings={"boardwalk": 5, "park_place": 1, **dict.fromkeys(ORANGE, 1)},
        options={"disgraced_assets": choice}, **facts,
    )  # fmt: skip


def test_q8_4_disgraced():
    """Q8.4: cash goes to the bank, the score is frozen, then all assets are returned unpaid."""
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


def test_q8_4_cards_of_a_frozen_seat_have_no_effect():
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
