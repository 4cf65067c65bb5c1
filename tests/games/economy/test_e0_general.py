"""E0: seats, cards, accounts, worth, and what is open to all."""

from __future__ import annotations

import pytest

import classkit

from .tables import DEMO, asked, at_turn, go, owned, points, told, with_facts


def test_turns_pass_to_the_left():
    """E0.1: A, B, C, D, A."""
    m = at_turn([1, 1, 1, 1])
    order = []
    for corner in ("a1", "a8", "h1", "h8"):
        order.append(asked(m)[0])
        go(m, corner)
    assert order == ["A", "B", "C", "D"] and asked(m) == ("A", "roll")


def test_default_answers_play_for_an_empty_seat():
    """E0.1, section 5: a seat that does not answer keeps its cards, points and turns."""
    m = at_turn([3, 1], A={"properties": ["motor-3"], "points": 5})
    m.play(until="decision").play(until="decision")
    assert m.table.piece("A") == "a3" and m.turn == 2
    assert m.table.properties("A") == ["motor-3", "food-3"] and m.table.points("A") == 5


def test_each_card_exists_twice():
    """E0.2: 36 location cards on different spaces, 36 property cards paired with them."""
    m = at_turn()
    assert m.table.cards == DEMO and len(set(DEMO.values())) == 36
    for space, card in DEMO.items():
        assert m.ledger.holder(card) == f"space:{space}"
    assert {"motor-1a", "motor-1b"} <= set(DEMO.values())


def test_twelve_sectors_of_three():
    """E0.2, E0.4: with one shop each; a sector is worth 6 then, else 7."""
    m = classkit.new(
        "economy", seats=3, seed=1, options={"cards_per_sector": 3, "placement": "random"}
    )
    deck = m.table.deck
    assert len(deck.sectors) == 12 and len(deck.ids) == 36
    assert deck.of_sector["finance"] == ("finance-3", "finance-2", "finance-1a")
    assert set(deck.worth.values()) == {6}
    assert set(at_turn().table.deck.worth.values()) == {7}


def test_accounts():
    """E0.3: cards on spaces and with players, pieces outside and on spaces, points of the bank."""
    m = at_turn([3], B={"points": 7})
    assert m.ledger.holder("piece:A") == "outside"
    go(m, "a3")
    assert m.ledger.holder("piece:A") == "space:a3"
    assert m.ledger.holder("food-3") == "player:A"
    assert m.ledger.balance("points:B", "points") == 7
    assert m.ledger.balance("bank", "points") == -7
    assert m.ledger.totals()["points"] == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_bank_is_minus_the_points_given_out(seed):
    """E0.3: at any time, and points never move afterwards; no property leaves the game."""
    m = classkit.new("economy", seats=3, seed=seed, options={"placement": "random"})
    while not m.is_over:
        m.play(until="turn", bots={"A": "raider", "B": "insider", "C": "random"})
        t = m.table
        assert m.ledger.balance("bank", "points") == -sum(points(m, "ABC"))
        places = [m.ledger.holder(card) for card in t.deck.ids]
        assert all(place.startswith(("space:", "player:")) for place in places)
    assert all(row.source == "bank" for row in m.transfers if row.unit == "points")


def test_property_and_points_are_open_to_all():
    """E0.5: everybody sees who holds what and how many points he has."""
    m = at_turn(**with_facts(owned(A="motor-3", rest="B"), A={"points": 9}))
    for seat in (None, "A", "C"):
        view = m.view(seat)
        assert view.properties("A") == ["motor-3"] and view.points("A") == 9
        assert view.holder("motor-2") == "B" and view.worth("A") == 3
        assert view.card_at("f3") == "motor-2" and not view.is_face_down("f3")


def test_every_event_says_its_part():
    """Section 6: common fields."""
    m = classkit.new("economy", seats=3, seed=2, options={"placement": "demo"}).play(bots="insider")
    parts = [event.facts["part"] for event in m.events]
    assert set(parts) == {0, 1, 2} and parts == sorted(parts)
    assert [f["part"] for f in told(m, "location_placed")] == [0] * 36
