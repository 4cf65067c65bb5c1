"""Management in the action window: acts, mortgages, abandoning (Q6.1 to Q6.5)."""

from __future__ import annotations

from collections import Counter

import pytest

import classkit
from classkit.engine.fields import validate_fields

from .tables import BLUES, ORANGE, act, asked, cash, deal, do, level, on, owner, payments, refused

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
    """Q6.1: validating a list of several acts does not change the table."""
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
    few = {"based_on": "classic_us", "edition": {"houses": 2}}
    m = on("free_parking", A={"properties": BLUES}, buildings=built, edition=few)
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


@pytest.mark.parametrize("seed", range(4))
def test_q6_1_what_the_law_allows_fits_into_the_form(seed):
    """Q6.1, Q6.11: validation without the form is never more lenient than with it."""
    m = classkit.new("opoly", seats=4, seed=seed)
    seen = Counter()
    bots = dict.fromkeys("ABCD", "empire_builder")
    while m.requests() and m.turn < 60:
        for decision in m.requests():
            for move in decision.legal:
                if move.name in ("manage", "order"):
                    for values in trials(m, decision.seat, move.name):
                        fits = move.refusal(values) is None
                        seen[move.name, fits] += 1
                        assert not fits or validate_fields(move.fields, values) is None, values
        m.play("decision", bots=bots)
    assert min(seen[name, fits] for name in ("manage", "order") for fits in (True, False)) > 9


def trials(m, seat, name):
    """Yield legal and illegal answers to one of the two forms."""
    view = m.view(None)
    spaces = [*view.properties_of(seat), "go", "boardwalk", 7]
    if name == "order":
        levels = (0, 1, 5, "1", True)
        found = [[{"space": space, "levels": n}] for space in spaces for n in levels]
        found += [[], [{"space": spaces[0]}], found[1] * 2, "all", [7]]
        return [{"orders": one} for one in found] + [{}, {"orders": found[1], "more": 1}]
    kinds = ("mortgage", "lift", "abandon", "sell_building", ["lift"])
    found = [[{"act": kind, "space": space}] for kind in kinds for space in spaces]
    found += [[], [{"act": "lift"}], [*found[0], *found[1]], "all", [7]]
    return [{"acts": one} for one in found] + [{}, {"acts": found[0], "more": 1}]
