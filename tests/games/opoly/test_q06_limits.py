"""Tests of limits, and of shedding above the limit (Q6.9, Q6.10)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    act,
    asked,
    cash,
    deal,
    do,
    level,
    on,
    owner,
    payments,
    refused,
    skip_to,
)  # fmt: skip


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


SEALED_BIDS = {"auction_format": "first_price"}


def limits_told(m, since=0):
    """List the changes of limits after the first events: seat, old, new, cause and clause."""
    return [
        (e.seat, e.facts["old"], e.facts["new"], e.facts["cause"], e.rule)
        for e in m.events[since:]
        if e.name == "limit_changed"
    ]


def test_q6_9_winning_a_limit_card_is_logged():
    """Q6.9: whenever a seat's limit changes; here a card bought at auction."""
    m = on("community_chest_internal", (1, 1), luck=["land_bank"], options=SEALED_BIDS)
    for seat, amount in zip("ABCD", (0, 30, 0, 0), strict=True):
        m.answer("bid", amount=amount, seat=seat)
    assert limits_told(m) == [("B", 5, 6, "land_bank", "Q2.5")]


def test_q6_9_a_poached_limit_card_is_logged_for_both():
    """Q6.9: one loses, one wins."""
    m = on("go", A={"cards": ["outstanding_human_resources"]}, B={"cards": ["land_bank"]})
    skip_to(m, "manage", "A")
    do(m, act("poach", seat="B", card="land_bank"))
    assert limits_told(m) == [("A", 5, 6, "land_bank", "Q8.3"), ("B", 6, 5, "land_bank", "Q8.3")]


def test_q6_9_a_traded_limit_card_is_logged_for_both():
    """Q6.9: of both sides."""
    m = on("go", A={"cards": ["land_bank"]})
    skip_to(m, "propose", "A").answer("deal", **deal("C", give_cards=["land_bank"], get_cash=40))
    m.answer("accept")
    assert limits_told(m) == [("A", 6, 5, "land_bank", "Q6.6"), ("C", 5, 6, "land_bank", "Q6.6")]


def test_q6_9_gaining_and_losing_a_copied_limit_is_logged():
    """Q6.9: a copy raises the limit, and losing the Second Mover lowers it."""
    m = on("go", A={"cards": ["second_mover_advantage"]}, C={"cards": ["land_bank"]},
           B={"cards": ["outstanding_human_resources"]})  # fmt: skip
    skip_to(m, "manage", "A")
    do(m, act("name_copy", seat="C", card="land_bank"))
    assert limits_told(m) == [("A", 5, 6, "land_bank", "Q8.5")]
    skip_to(m, "manage", "B")
    do(m, act("poach", seat="A", card="second_mover_advantage"))
    assert limits_told(m)[1:] == [("A", 6, 5, "land_bank", "Q8.3")]


def test_q6_9_an_unchanged_limit_is_not_logged():
    """Q6.9: it never falls below 0."""
    m = on("chance_external", (3, 4), luck=["antitrust_action"],
           **{seat: {"limit": 0} for seat in "ABCD"})  # fmt: skip
    assert limits_told(m) == []


@pytest.mark.parametrize("seed", range(2))
def test_q6_9_every_change_is_logged(seed):
    """Q6.9: the events of random matches add up to every limit."""
    m = classkit.new("opoly", seats=5, seed=seed, options={"mergers": True})
    limits = dict.fromkeys(m.seats, 4)
    for turn in range(60):
        before = len(m.events)
        m.play(until="turn", bots="random" if turn % 2 else "empire_builder")
        for seat, old, new, _, _ in limits_told(m, since=before):
            assert old == limits[seat] != new
            limits[seat] = new
        assert limits == m.metrics()["limit"]


def antitrust(answer=None, **facts):
    """Play Antitrust Action against A with five properties, then its answer."""
    a = {"properties": [*ORANGE, *BLUES]}
    m = on("chance_external", (3, 4), luck=["antitrust_action"], **{"A": a, **facts})
    assert asked(m) == ("A", "shed_property")
    if answer:
        m.answer("shed", **answer)
    return m


def test_q6_10_shedding_to_the_bank():
    """Q6.10: shedding is immediate; buildings of the group are sold first at half price."""
    m = antitrust({"space": "new_york_avenue", "to": "bank", "price": 0},
                  buildings=dict.fromkeys(ORANGE, 1))  # fmt: skip
    assert owner(m, "new_york_avenue") == "bank" and level(m, "st_james_place") == 0
    assert payments(m, "building_sale") == [("bank", "A", 50, "building_sale")] * 3
    m = antitrust()
    default = m.requests("A")[0].default
    assert default.fields == {"space": "st_james_place", "to": "bank", "price": 0}


@pytest.mark.parametrize("reply", ["accept", "refuse"])
def test_q6_10_shedding_to_a_seat(reply):
    """Q6.10: offered to one active seat with a slot and the cash, which may refuse."""
    m = antitrust(C={"cash": 90}, D={"properties": [*RAILS, "water_works"]},
                  options={"shed_offers": "one"})  # fmt: skip
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
    deck = {"based_on": "classic_us", "external": {"cards": [
        {"id": "regulation", "name": "Regulation", "count": 1, "effect": "limit_all",
         "amount": -1, "after": "removed"}]}}  # fmt: skip
    a = {"status": "bankrupt", "properties": [*RAILS, "oriental_avenue"]}
    m = on("chance_external", (3, 4), luck=["regulation"], A=a, edition=deck)
    assert owner(m, "oriental_avenue") == "bank" and m.view(None).limit("A") == 4


@pytest.mark.parametrize("seed", range(12))
def test_q6_9_logged_limits_equal_actual_limits(seed):
    """Q6.9: every change of a limit is an event, whatever the cause."""
    cards = ["economies_of_scope_1", "land_bank", "second_mover_advantage"]
    position = {
        "pawn": "free_parking", "A": {"cards": cards[:1]}, "B": {"cards": cards[1:]},
        "C": {"cards": ["outstanding_human_resources"]},
    }  # fmt: skip
    m = classkit.new(
        "opoly", seats=4, seed=seed, options={"mergers": seed % 2 == 0}, position=position
    )
    limits = {seat: m.view(None).limit(seat) for seat in m.seats}
    bots = dict(zip("ABCD", ("random", "random", "random", "appraiser"), strict=True))
    heard = len(m.events)
    while not m.is_over and m.turn < 25:
        m.play(until="turn", bots=bots)
        for seat, old, new, _, _ in limits_told(m, heard):
            assert limits[seat] == old, (m.turn, seat)
            limits[seat] = new
        heard = len(m.events)
        here = {seat: m.view(None).limit(seat) for seat in m.seats}
        assert here == limits, m.turn


def test_q6_10_refused_it_may_be_offered_to_another_seat():
    """Q6.10: a refused property is offered to each other seat once, or returned."""
    m = antitrust({"space": "boardwalk", "to": "C", "price": 200})
    m.answer("refuse")
    assert asked(m) == ("A", "shed_property")
    assert m.request.about["refused"] == ["C"]
    again = {"space": "boardwalk", "price": 200}
    refused(m, "shed", "C has already refused it (Q6.10)", **again, to="C")
    refused(m, "shed", "space", space="park_place", to="D", price=1)  # the one that was named
    m.answer("shed", **again, to="D").answer("accept")
    assert owner(m, "boardwalk") == "D" and cash(m, "A", "D") == [1700, 1300]


def test_q6_10_refused_by_all_it_is_returned():
    """Q6.10: each seat is asked once; a seat without a slot cannot be asked."""
    m = antitrust({"space": "boardwalk", "to": "C", "price": 0},
                  D={"properties": [*RAILS, "water_works"]})  # fmt: skip
    m.answer("refuse").answer("shed", space="boardwalk", to="B", price=0).answer("refuse")
    assert owner(m, "boardwalk") == "bank" and asked(m)[1] != "shed_property"


def test_q6_10_or_returned():
    """Q6.10: after a refusal, too, it may be returned to the bank, as without an answer."""
    m = antitrust({"space": "boardwalk", "to": "C", "price": 10})
    m.answer("refuse")
    assert m.request.default.fields == {"space": "boardwalk", "to": "bank", "price": 0}
    m.answer("shed", space="boardwalk", to="bank", price=0)
    assert owner(m, "boardwalk") == "bank"


def test_q6_10_an_older_record_is_opened_as_it_was():
    """Q6.10: up to rules 3, a refused property was returned immediately."""
    m = antitrust({"space": "boardwalk", "to": "C", "price": 10}, options={"shed_offers": "one"})
    m.answer("refuse")
    assert owner(m, "boardwalk") == "bank"
    record = m.to_record() | {"rules": "3"}
    del record["options"]["shed_offers"]
    again = loads(format_record(record))
    assert again.digest() == m.digest() and again.options.shed_offers == "one"
