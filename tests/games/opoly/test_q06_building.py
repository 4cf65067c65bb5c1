"""Build orders, even building, and scarce houses and hotels (Q6.11 to Q6.15)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.randomness import RandomStream
from classkit.games.opoly.rules import building
from classkit.games.opoly.rules.building import refuse_order

from .tables import (
    BLUES,
    ORANGE,
    act,
    asked,
    cash,
    do,
    last,
    level,
    moves,
    on,
    order,
    payments,
    refused,
    skip_to,
    told,
)

BOTH = {"A": {"properties": ["park_place"]}, "B": {"properties": ["boardwalk"]}}
PACT = [{"group": "dark_blue"}]


def ordering(seat="A", **facts):
    """Create a match at the build orders of a window."""
    return skip_to(on("free_parking", **facts), "build_order", seat)


def refused_order(m, reason, seat="A", **lots):
    """Assert that a build order is refused with this reason."""
    listed = [{"space": space, "levels": levels} for space, levels in lots.items()]
    refused(m, "order", reason, seat=seat, orders=listed)


def test_q6_11_who_may_build():
    """Q6.11: a whole or allied group without mortgage, within cash; the sum counts."""
    m = ordering(A={"properties": ORANGE, "cash": 250})
    refused_order(m, "costs $300", **dict.fromkeys(ORANGE, 1))
    order(m, "A", st_james_place=1, tennessee_avenue=1)
    assert cash(m, "A") == 50
    m = on("free_parking", A={"properties": ORANGE, "mortgaged": ORANGE[:1]})
    skip_to(m, "propose", "D").answer("pass")
    assert told(m, "turn_started")[-1]["turn"] == 2, "nobody is asked to build"
    m = ordering("B", **BOTH, alliances=PACT)
    order(m, "A", park_place=1)
    order(m, "B", boardwalk=2)
    assert (level(m, "park_place"), level(m, "boardwalk")) == (1, 2)


def test_q6_11_every_seat_that_may_build_is_asked(monkeypatch):
    """Q6.11, Q6.12, Q7.3: the lots offered are exactly those where a level is legal."""
    listed = building.list_buildable_lots
    found = []

    def compared(t, seat, groups, opened):
        lots = listed(t, seat, groups, opened)
        own = [space for group in t.edition.house_cost for space in t.edition.groups[group]
               if t.owner(space) == seat]  # fmt: skip
        assert lots == [s for s in own if refuse_order(t, seat, {s: 1}, opened) is None]
        found.append(len(lots))
        return lots

    monkeypatch.setattr(building, "list_buildable_lots", compared)
    for seed in (1, 2):
        classkit.new("opoly", seats=4, seed=seed).play(until="end")
    assert sum(map(bool, found)) > 100 and not all(found)


def test_q6_11_lean_construction():
    """Q6.11: 80% of the listed cost, rounded up."""
    m = ordering(A={"properties": ORANGE, "cards": ["lean_construction"]})
    order(m, "A", st_james_place=1)
    assert payments(m, "build") == [("A", "bank", 80, "build")]


def test_q6_12_even_building():
    """Q6.12: one's own lots differ by at most one level; partners' levels do not matter."""
    m = ordering(A={"properties": ORANGE})
    refused_order(m, "even", st_james_place=2)
    m = ordering(A={"properties": BLUES, "cash": 5000}, buildings=dict.fromkeys(BLUES, 3))
    refused_order(m, "four houses when", **dict.fromkeys(BLUES, 2))
    m = ordering(A={"properties": BLUES, "cash": 5000}, buildings=dict.fromkeys(BLUES, 4))
    order(m, "A", boardwalk=1, park_place=1)
    assert level(m, "boardwalk") == 5
    m = ordering("B", **BOTH, alliances=PACT)
    order(m, "B", boardwalk=4)
    m.answer("pass", seat="A")
    assert level(m, "boardwalk") == 4 and level(m, "park_place") == 0


def test_q6_12_a_hotel_sold_in_the_window():
    """Q6.12: the lot had no four houses when the window opened, and gets no new hotel in it."""
    m = on("free_parking", A={"properties": BLUES, "cash": 5000}, buildings=dict.fromkeys(BLUES, 5))
    skip_to(m, "manage", "A")
    do(m, act("sell_building", space="boardwalk", levels=1))
    skip_to(m, "propose", "D").answer("pass")
    assert told(m, "turn_started")[-1]["turn"] == 2, "there is nothing that could be ordered"
    m = on("free_parking", A={"properties": BLUES, "cash": 5000},
           buildings={"boardwalk": 4, "park_place": 5})  # fmt: skip
    skip_to(m, "manage", "A")
    do(m, act("sell_building", space="park_place", levels=1))
    skip_to(m, "build_order", "A")
    refused_order(m, "sold its hotel in this window", park_place=1)
    order(m, "A", boardwalk=1)
    assert (level(m, "park_place"), level(m, "boardwalk")) == (4, 5)


def test_q7_3_level_building_as_the_window_opened():
    """Q7.3: the lowest lot is that of the opening; what a partner sells meanwhile binds nobody."""
    m = on("free_parking", **BOTH, alliances=[{"group": "dark_blue", "building": "level"}],
           buildings=dict.fromkeys(BLUES, 1))  # fmt: skip
    skip_to(m, "manage", "B")
    do(m, act("sell_building", space="boardwalk", levels=1))
    skip_to(m, "build_order", "A")
    refused_order(m, "may reach level 2", park_place=2)
    order(m, "A", park_place=1)
    m.answer("pass", seat="B")
    assert (level(m, "park_place"), level(m, "boardwalk")) == (2, 0)
    skip_to(m, "build_order", "B")
    order(m, "B", boardwalk=1)
    assert m.view(None).builds_level("dark_blue")


def test_q6_13_hotels_first_return_houses():
    """Q6.13: each hotel returns four houses, which others may build."""
    four = {"based_on": "classic_us", "edition": {"houses": 8}}
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE},
                 buildings=dict.fromkeys(BLUES, 4), edition=four)  # fmt: skip
    assert m.view(None).left("house") == 0
    order(m, "A", boardwalk=1)
    order(m, "B", **dict.fromkeys(ORANGE, 1))
    assert level(m, "boardwalk") == 5 and m.view(None).left("house") == 1


def test_q6_13_one_seat_gets_what_there_is():
    """Q6.13: at normal cost, unit by unit on the lowest ordered lot, ties as listed."""
    two = {"based_on": "classic_us", "edition": {"houses": 4}}
    m = ordering(A={"properties": ORANGE}, edition=two)
    order(m, "A", new_york_avenue=2, st_james_place=2, tennessee_avenue=2)
    assert [level(m, space) for space in ORANGE] == [1, 1, 2]
    assert len(payments(m, "build")) == 4


FOUR_FOUR_THREE = {"st_james_place": 4, "tennessee_avenue": 3, "new_york_avenue": 4}
A_HOTEL_AND_A_HOUSE = {"new_york_avenue": 1, "tennessee_avenue": 1}


def in_a_shortage(houses_left, levels_of_b):
    """A orders a hotel and a house on the next lot; B orders levels on two lots."""
    stock = {"based_on": "classic_us", "edition": {"houses": 11 + houses_left}}
    m = ordering(A={"properties": ORANGE}, B={"properties": BLUES}, buildings=FOUR_FOUR_THREE,
                 edition=stock)  # fmt: skip
    assert m.view(None).left("house") == houses_left
    order(m, "A", **A_HOTEL_AND_A_HOUSE)
    return order(m, "B", **dict.fromkeys(BLUES, levels_of_b))


@pytest.mark.parametrize(("winner", "levels"), [("A", [4, 4, 5]), ("B", [4, 3, 4])])
def test_q6_13_a_hotel_lapses_with_the_house_that_keeps_its_group_even(winner, levels):
    """Q6.13: a hotel next to a lot two levels lower is neither built nor charged."""
    m = in_a_shortage(1, 3)  # 7 houses are ordered; 1 and the 4 of the hotel are too few
    before = cash(m, "A")
    assert last(m, "scarce_unit_auction").facts["units_left"] == 1
    m.answer("bid", amount=200)
    if winner == "A":
        m.answer("pass")
    else:
        m.answer("bid", amount=205).answer("pass").answer("boardwalk")
    assert [level(m, space) for space in ORANGE] == levels
    assert before - cash(m, "A") == (300 if winner == "A" else 0)
    assert m.view(None).left("house") == (4 if winner == "A" else 0)


def test_q6_13_with_enough_houses_the_hotel_returns_some_first():
    """Q6.13: one house in stock and the four of the hotel are five: enough for all."""
    m = in_a_shortage(1, 2)
    assert told(m, "scarce_unit_auction") == []
    assert [level(m, space) for space in ORANGE] == [4, 4, 5]
    assert [level(m, space) for space in BLUES] == [2, 2]


def test_q6_13_a_single_seat_in_a_shortage():
    """Q6.13: one seat that asks for more than there is; its hotel lapses with the house."""
    stock = {"based_on": "classic_us", "edition": {"houses": 12}}
    m = ordering(A={"properties": [*ORANGE, *BLUES], "limit": 5}, buildings=FOUR_FOUR_THREE,
                 edition=stock)  # fmt: skip
    order(m, "A", **A_HOTEL_AND_A_HOUSE, boardwalk=3, park_place=3)
    assert [level(m, space) for space in ORANGE] == [4, 3, 4]
    assert sorted(level(m, space) for space in BLUES) == [0, 1]


@pytest.mark.parametrize("bids", range(6))
@pytest.mark.parametrize("houses_left", [0, 1, 2])
@pytest.mark.parametrize("levels_of_b", [2, 3])
def test_q6_13_whatever_is_filled_the_lots_of_each_seat_are_even(houses_left, levels_of_b, bids):
    """Q6.13, Q6.12: lots stay even for any shortage of houses, whoever buys them."""
    m = in_a_shortage(houses_left, levels_of_b)
    chance = RandomStream(f"bids {bids}")
    while m.requests()[0].name in ("bid_english", "place_unit"):
        drawn = chance.choice(m.legal_moves()).draw(chance)
        assert drawn is not None
        m.answer(drawn.move, **drawn.fields)
    for lots in (ORANGE, BLUES):
        after = [level(m, lot) for lot in lots]
        assert max(after) - min(after) <= 1, after


def test_q6_14_the_winner_pays_its_bid_and_places_the_unit():
    """Q6.14: one hotel for two seats; the bid instead of the cost; the unit on its own order."""
    one = {"based_on": "classic_us", "edition": {"hotels": 1}}
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE},
                 buildings={**dict.fromkeys(BLUES, 4), **dict.fromkeys(ORANGE, 4)},
                 edition=one)  # fmt: skip
    order(m, "A", boardwalk=1, park_place=1)
    order(m, "B", new_york_avenue=1)
    assert last(m, "scarce_unit_auction").facts == {
        "kind": "hotel",
        "units_left": 1,
        "minimum": 200,
    }
    m.answer("bid", amount=300).answer("pass")
    assert asked(m) == ("A", "place_unit") and sorted(moves(m)) == sorted(BLUES)
    assert m.request.default.move == "park_place"
    m.answer("boardwalk")
    assert level(m, "boardwalk") == 5 and level(m, "park_place") == 4
    assert payments(m, "build") == [("A", "bank", 300, "build")]
    assert level(m, "new_york_avenue") == 4


def test_q6_14_the_minimum_is_that_of_the_orders_concerned():
    """Q6.14: the dearest property among the orders for that kind, the same for all of them."""
    few = {"based_on": "classic_us", "edition": {"houses": 15}}
    brown = ["mediterranean_avenue", "baltic_avenue"]
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE}, C={"properties": brown},
                 buildings={**dict.fromkeys(BLUES, 4), **dict.fromkeys(ORANGE, 2)},
                 edition=few)  # fmt: skip
    order(m, "A", boardwalk=1)
    order(m, "B", **dict.fromkeys(ORANGE, 1))
    order(m, "C", mediterranean_avenue=2, baltic_avenue=1)
    assert level(m, "boardwalk") == 5, "the hotel returns four houses: five are left for six"
    assert last(m, "scarce_unit_auction").facts == {
        "kind": "house",
        "units_left": 5,
        "minimum": 100,
    }


def test_q6_15_unsupported_buildings_are_sold():
    """Q6.15: when the alliance ends all buildings of the group go at half cost."""
    pact = [{"group": "dark_blue", "ends": 1}]
    m = on("free_parking", **BOTH, alliances=pact, buildings={"boardwalk": 3, "park_place": 1})
    assert level(m, "boardwalk") == 0
    assert payments(m, "building_sale") == [
        ("bank", "A", 100, "building_sale"), ("bank", "B", 300, "building_sale")
    ]  # fmt: skip
