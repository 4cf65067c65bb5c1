"""The action window: management, deals, limits, building (Q6)."""

from __future__ import annotations

import pytest

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    act,
    asked,
    cash,
    deal,
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

A = {"properties": ["boardwalk", "baltic_avenue"]}
BOTH = {"A": {"properties": ["park_place"]}, "B": {"properties": ["boardwalk"]}}
PACT = [{"group": "dark_blue"}]


def test_q6_1_order_of_the_window():
    """Q6.1: management, proposals, building; each active seat once in lead order."""
    m = on("free_parking", turn=2, A={"properties": ORANGE}, B={"properties": BLUES[:1]})
    seen = []
    while m.turn == 2 and m.requests():
        for decision in m.requests():
            seen.append((decision.name, decision.seat))
            m.answer(decision.default.move, seat=decision.seat)
    assert seen == [
        ("manage", "B"), ("manage", "A"),
        *(("propose", seat) for seat in "BCDA"), ("build_order", "A"),
    ]  # fmt: skip


def test_q6_1_one_illegal_act_makes_the_list_illegal():
    """Q6.1: and acts are done in the order listed."""
    m = on("free_parking", A={**A, "cash": 0})
    refused(m, "manage", "Q6.4", acts=[act("lift", space="boardwalk")])
    refused(m, "manage", "Q6.4", acts=[
        act("mortgage", space="boardwalk"), act("lift", space="boardwalk")
    ])  # fmt: skip
    do(m, act("mortgage", space="boardwalk"), act("mortgage", space="baltic_avenue"),
       act("lift", space="baltic_avenue"))  # fmt: skip
    assert cash(m, "A") == 200 + 30 - 33


def test_q6_1_a_list_does_nothing_before_it_is_answered():
    """Q6.1: judging a list of several acts leaves the table as it was."""
    m = on("free_parking", A=A)
    before = m.digest()
    acts = [act("mortgage", space="boardwalk"), act("abandon", space="baltic_avenue")]
    assert m.legal_moves()[1].refusal({"acts": acts}) is None
    assert m.digest() == before


@pytest.mark.parametrize("count", [0, 2])
def test_q6_1_proposals_per_window(count):
    """Q6.1: as many offers as the option says, each answered before the next."""
    m = on("free_parking", options={"proposals_per_window": count}, luck=[(4, 6)])
    if not count:
        assert m.turn > 1 or not any(d.name == "propose" for d in m.requests())
        return
    for _ in range(count):
        assert asked(m) == ("A", "propose")
        m.answer("deal", **deal("B", give_cash=10))
        assert asked(m) == ("B", "answer_deal")
        m.answer("refuse")
    assert asked(m) == ("B", "propose")


def test_q6_2_a_hotel_is_five_levels():
    """Q6.2: half the listed cost for each level; broken down only to houses in stock."""
    built = {"boardwalk": 5, "park_place": 5}
    m = on("free_parking", A={"properties": BLUES, "cash": 0}, buildings=built)
    do(m, act("sell_building", space="boardwalk", levels=5),
       act("sell_building", space="park_place", levels=5))  # fmt: skip
    assert cash(m, "A") == 1000 and m.view(None).left("hotel") == 12
    few = {"extends": "classic_us", "edition": {"houses": 2}}
    m = on("free_parking", A={"properties": BLUES}, buildings=built, options={"edition": few})
    refused(m, "manage", "2 or fewer", acts=[act("sell_building", space="boardwalk", levels=1)])
    sales = [act("sell_building", space=space, levels=4) for space in BLUES]
    do(m, *sales)
    assert [level(m, space) for space in BLUES] == [1, 1] and m.view(None).left("house") == 0


def test_q6_2_consecutive_sales_count_as_one():
    """Q6.2: evenness is checked after the last of them."""
    m = on("free_parking", A={"properties": [*ORANGE, "boardwalk"]},
           buildings=dict.fromkeys(ORANGE, 2))  # fmt: skip
    down = [act("sell_building", space=space, levels=2) for space in ORANGE]
    refused(m, "manage", "even", acts=down[:1])
    refused(m, "manage", "even", acts=[
        down[0], act("mortgage", space="boardwalk"), *down[1:]
    ])  # fmt: skip
    do(m, *down)
    assert [level(m, space) for space in ORANGE] == [0, 0, 0]
    assert payments(m, "building_sale") == [("bank", "A", 100, "building_sale")] * 3


def test_q6_3_mortgage():
    """Q6.3: half the price; not with a building in the group; worth nothing in ASSET."""
    m = on("free_parking", A={"properties": [*ORANGE, "boardwalk"], "cards": ["land_bank"]},
           buildings={"st_james_place": 1})  # fmt: skip
    refused(m, "manage", "Q6.3", acts=[act("mortgage", space="new_york_avenue")])
    before = m.view(None).asset("A")
    do(m, act("mortgage", space="boardwalk"))
    assert payments(m, "mortgage") == [("bank", "A", 200, "mortgage")]
    assert m.view(None).asset("A") == before + 200 - 400
    assert len(m.view(None).properties_of("A")) == 4


def test_q6_4_lifting():
    """Q6.4: mortgage value plus 10%, rounded up: $75 -> $83."""
    a = {"properties": ["water_works"], "mortgaged": ["water_works"], "cash": 100}
    m = on("free_parking", A=a)
    do(m, act("lift", space="water_works"))
    assert cash(m, "A") == 17 and not m.view(None).mortgaged("water_works")


def test_q6_5_abandon():
    """Q6.5: free of charge, mortgaged or not; not with buildings or under an alliance."""
    m = on("free_parking", A={**A, "mortgaged": ["boardwalk"]})
    do(m, act("abandon", space="boardwalk"))
    assert owner(m, "boardwalk") == "bank" and not m.view(None).mortgaged("boardwalk")
    assert payments(m) == []
    m = on("free_parking", **BOTH, alliances=PACT)
    refused(m, "manage", "Q6.5", acts=[act("abandon", space="park_place")])


def offer(m, partner, **terms):
    """A makes an offer, and the partner is asked."""
    skip_to(m, "propose", "A")
    return m.answer("deal", **deal(partner, **terms))


def test_q6_6_deals():
    """Q6.6: cash, properties, cards with an appraised value; nothing else."""
    m = on("free_parking", A={**A, "cards": ["land_bank", "risk_management"]},
           B={"properties": ["short_line"]})  # fmt: skip
    skip_to(m, "propose", "A")
    refused(m, "deal", "give_cards", **deal("B", give_cards=["risk_management"]))
    refused(m, "deal", "Q6.6", **deal("C", get_spaces=["short_line"]))
    refused(m, "deal", "empty", **deal("B"))
    offer(m, "B", give_cash=100, give_cards=["land_bank"], get_spaces=["short_line"])
    m.answer("accept")
    assert owner(m, "short_line") == "A" and owner(m, "land_bank") == "B"
    assert cash(m, "A", "B") == [1400, 1600] and m.view(None).basis("short_line") == 100
    assert m.view(None).limit("B") == 6


def test_q6_6_limits_afterwards():
    """Q6.6: both sides' resulting limits must be legal; a swap may be."""
    a = {"properties": [*ORANGE, *BLUES], "cards": ["land_bank"]}
    m = on("free_parking", A=a, B={"properties": [*RAILS, "water_works"]})
    skip_to(m, "propose", "A")
    refused(m, "deal", "limit", **deal("B", give_spaces=["boardwalk"]))
    refused(m, "deal", "limit", **deal("C", give_cards=["land_bank"], get_cash=0) | {
        "partner": "B", "get_spaces": RAILS[:1], "give_cards": ["land_bank"]})  # fmt: skip
    offer(m, "B", give_spaces=["boardwalk"], get_spaces=["short_line"])
    m.answer("accept")
    assert owner(m, "boardwalk") == "B" and owner(m, "short_line") == "A"


def test_q6_7_buildings_alliances_and_bases():
    """Q6.7: no building in the group; under an alliance only to a party; bases entered."""
    m = on("free_parking", **BOTH, alliances=PACT, buildings={"boardwalk": 1})
    skip_to(m, "propose", "A")
    refused(m, "deal", "buildings", **deal("B", give_spaces=["park_place"]))
    m = on("free_parking", **BOTH, alliances=PACT)
    skip_to(m, "propose", "A")
    refused(m, "deal", "no party", **deal("C", give_spaces=["park_place"]))
    offer(m, "B", give_spaces=["park_place"], get_cash=10,
          bases=[{"space": "park_place", "amount": 77}])  # fmt: skip
    m.answer("accept")
    assert m.view(None).basis("park_place") == 77
    assert not m.view(None).is_allied("dark_blue"), "one owner needs no contract (Q7.7)"


def test_q6_7_default_bases():
    """Q6.7: the cash paid, split by appraised value, the remainder to the last."""
    m = on("free_parking", A={"properties": ["baltic_avenue", "oriental_avenue", "boardwalk"]})
    offer(m, "B", give_spaces=["baltic_avenue", "oriental_avenue", "boardwalk"], get_cash=100)
    m.answer("accept")
    view = m.view(None)
    assert [view.basis(s) for s in view.properties_of("B")] == [10, 17, 73]


@pytest.mark.parametrize(("lifted", "due"), [([], 8), (["water_works"], 83)])
def test_q6_8_mortgaged_property(lifted, due):
    """Q6.8: the receiver pays 10% of the mortgage value, or lifts it; it must be able to."""
    a = {"properties": ["water_works"], "mortgaged": ["water_works"]}
    m = on("free_parking", A=a, B={"cash": due - 1})
    skip_to(m, "propose", "A")
    refused(m, "deal", "Q6.8", **deal("B", give_spaces=["water_works"], lift_now=lifted))
    m = on("free_parking", A=a, B={"cash": due})
    offer(m, "B", give_spaces=["water_works"], lift_now=lifted)
    m.answer("accept")
    assert cash(m, "B") == 0 and m.view(None).mortgaged("water_works") is not bool(lifted)


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


def ordering(seat="A", **facts):
    """At the build orders of a window."""
    return skip_to(on("free_parking", **facts), "build_order", seat)


def refused_order(m, reason, seat="A", **lots):
    """A build order is refused with this reason."""
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
    refused_order(m, "four when", **dict.fromkeys(BLUES, 2))
    m = ordering(A={"properties": BLUES, "cash": 5000}, buildings=dict.fromkeys(BLUES, 4))
    order(m, "A", boardwalk=1, park_place=1)
    assert level(m, "boardwalk") == 5
    m = ordering("B", **BOTH, alliances=PACT)
    order(m, "B", boardwalk=4)
    m.answer("pass", seat="A")
    assert level(m, "boardwalk") == 4 and level(m, "park_place") == 0


def test_q6_13_hotels_first_return_houses():
    """Q6.13: each hotel returns four houses, which then are there for others."""
    four = {"extends": "classic_us", "edition": {"houses": 8}}
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE},
                 buildings=dict.fromkeys(BLUES, 4), options={"edition": four})  # fmt: skip
    assert m.view(None).left("house") == 0
    order(m, "A", boardwalk=1)
    order(m, "B", **dict.fromkeys(ORANGE, 1))
    assert level(m, "boardwalk") == 5 and m.view(None).left("house") == 1


def test_q6_13_one_seat_gets_what_there_is():
    """Q6.13: at normal cost, unit by unit on the lowest ordered lot, ties as listed."""
    two = {"extends": "classic_us", "edition": {"houses": 4}}
    m = ordering(A={"properties": ORANGE}, options={"edition": two})
    order(m, "A", new_york_avenue=2, st_james_place=2, tennessee_avenue=2)
    assert [level(m, space) for space in ORANGE] == [1, 1, 2]
    assert len(payments(m, "build")) == 4


def test_q6_14_the_winner_pays_its_bid_and_places_the_unit():
    """Q6.14: one hotel for two seats; the bid instead of the cost; the unit on its own order."""
    one = {"extends": "classic_us", "edition": {"hotels": 1}}
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE},
                 buildings={**dict.fromkeys(BLUES, 4), **dict.fromkeys(ORANGE, 4)},
                 options={"edition": one})  # fmt: skip
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
    few = {"extends": "classic_us", "edition": {"houses": 15}}
    brown = ["mediterranean_avenue", "baltic_avenue"]
    m = ordering(A={"properties": BLUES}, B={"properties": ORANGE}, C={"properties": brown},
                 buildings={**dict.fromkeys(BLUES, 4), **dict.fromkeys(ORANGE, 2)},
                 options={"edition": few})  # fmt: skip
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
