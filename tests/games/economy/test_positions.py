"""Tests of positions: facts stated and returned, and errors with reasons."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import PositionError

from .tables import DEMO, asked, at_turn

FACTS = {
    "part": 2, "turn": 60, "mover": "B",
    "cards": dict(sorted(DEMO.items())),
    "face_down": ["c5", "f3"],
    "turned_down": {"f3": "C"},
    "A": {
        "at": "d4", "corner": "a8", "properties": ["motor-3", "textile-2"], "points": 20,
    },
    "B": {
        "at": "outside", "corner": "h8",
        "properties": [card for card in DEMO.values() if card.endswith("a")],
        "points": 0,
    },
    "C": {"at": "outside", "corner": "", "properties": [], "points": 3},
}  # fmt: skip


def at(**facts):
    """A match of three on the demo layout from these facts."""
    return classkit.new("economy", seats=3, seed=1, options={"placement": "demo"}, position=facts)


def test_a_position_is_given_back():
    """Every stated fact is returned."""
    m = at(**FACTS)
    again = m.position()
    deck = list(m.table.deck.ids)
    for seat in "ABC":
        stated = dict(FACTS[seat])
        stated["properties"] = sorted(stated["properties"], key=deck.index)
        assert again[seat] == stated
    assert {key: again[key] for key in FACTS if key not in "ABC"} == {
        key: value for key, value in FACTS.items() if key not in "ABC"
    }
    assert asked(m) == ("B", "roll") and (m.turn, m.round) == (60, 20)
    assert m.ledger.balance("bank", "points") == -23


def test_present_of_a_match_as_a_position():
    """A match continues from its position by the rules, without its past."""
    m = classkit.new("economy", seats=4, seed=11, options={"placement": "random"})
    for _ in range(12):
        m.play(until="round", bots="raider")
    other = classkit.new(
        "economy", seats=4, seed=11, options={"placement": "random"}, position=m.position()
    )
    assert other.position() == m.position() and other.standings() == m.standings()
    put_out, none = (match.metrics()["put_outs"].values() for match in (m, other))
    assert any(one["done"] for one in put_out) and not any(one["done"] for one in none)


def test_what_is_left_out_is_as_after_set_up():
    """Part 1, all outside, no points; part 2 where no card is free."""
    m = at()
    assert (m.table.part, m.turn, m.table.points("A")) == (1, 1, 0)
    assert m.table.cards == DEMO and m.table.get_piece_place("B") == "outside"
    assert at(A={"properties": list(DEMO.values())}).table.part == 2


@pytest.mark.parametrize(("turn", "part"), [(9, 1), (10, 2), (50, 2)])
def test_a_turn_beyond_the_limit_of_part_1_is_in_part_2(turn, part):
    """E3.8: after nine turns part 2 has started, though cards are free; what is stated holds."""
    options = {"placement": "demo", "part1_turn_limit": 9}
    m = classkit.new("economy", 3, seed=1, position={"turn": turn}, options=options)
    assert (m.turn, m.table.part) == (turn, part)
    m = classkit.new("economy", 3, seed=1, position={"turn": turn, "part": 1}, options=options)
    assert m.table.part == 1


def test_a_card_makes_room():
    """A displaced card takes the old space of the other."""
    m = at(cards={"b1": "textile-3"})
    assert m.table.cards["b1"] == "textile-3" and m.table.cards["d1"] == "chemicals-1b"
    assert m.ledger.holder("chemicals-1b") == "space:d1"
    m = at(cards={"a1": "textile-3"})
    assert m.table.cards["a1"] == "textile-3" and "d1" not in m.table.cards


def test_position_in_set_up():
    """During placement there is no position, and the error says so."""
    with pytest.raises(PositionError, match="still being set up, and a position begins at a turn"):
        classkit.new("economy", seats=3, seed=1).position()


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"A": {"at": "c5"}, "B": {"at": "c5"}}, "B.at: A's piece is already on c5 (E2.7)"),
        ({"A": {"at": "i1"}}, "A.at: must be one of outside, a1, a2"),
        ({"A": {"at": ["a1"]}}, "A.at: must be one of outside, a1, a2"),
        ({"A": {"corner": "b2"}}, "A.corner: must be one of a1, a8, h1, h8, '', not 'b2'"),
        (
            {"A": {"properties": ["motor-3"]}, "B": {"properties": ["motor-3"]}},
            "B.properties: motor-3 already belongs to A",
        ),
        ({"A": {"properties": ["motor-3", "motor-3"]}}, "motor-3 already belongs to A"),
        ({"A": {"properties": ["toys-3"]}}, "'toys-3' is not in a sector in use: motor, textile"),
        ({"A": {"properties": ["finance-3"]}}, "'finance-3' is not in a sector in use"),
        (
            {"A": {"properties": ["motor-1c"]}},
            "'motor-1c' is not a card; motor has motor-3",
        ),
        (
            {"A": {"properties": [["motor-3"]]}},
            "A.properties[0]: must be one card such as motor-3",
        ),
        ({"A": {"properties": "motor-3"}}, "A.properties: must be a list, not 'motor-3'"),
        ({"A": {"points": -1}}, "A.points: must be a whole number from 0 to 10,000, not -1"),
        ({"A": {"points": True}}, "A.points: must be"),
        ({"A": {"gold": 1}}, "A.gold: is not a fact of a seat"),
        ({"A": 5}, "A: must be a table of facts, not 5"),
        ({"D": {}}, "D: is not a fact of this table"),
        ({"wind": 1}, "wind: is not a fact of this table"),
        ({"part": 3}, "part: must be a whole number from 1 to 2, not 3"),
        ({"mover": "D"}, "mover: must be one of A, B, C"),
        ({"turn": 0}, "turn: must be a whole number from 1 to"),
        ({"cards": {"b1": "motor-3", "c1": "motor-3"}}, "cards.c1: motor-3 is already on b1"),
        ({"cards": {"b1": "toys-3"}}, "cards.b1: 'toys-3' is not in a sector in use"),
        (
            {"cards": {"b1": ["motor-3", "food-3"]}},
            "cards.b1: must be one card such as motor-3",
        ),
        ({"cards": {"z9": "motor-3"}}, "cards.z9: must be one of a1, a2"),
        ({"cards": ["motor-3"]}, "cards: must be a table"),
        ({"face_down": ["a1"]}, "face_down[0]: a1 has no location card"),
        ({"face_down": ["c5", "c5"]}, "face_down[1]: 'c5' is listed twice"),
        ({"face_down": "c5"}, "face_down: must be a list"),
        ({"turned_down": {"c5": "A"}}, "turned_down.c5: is not face-down"),
        ({"face_down": ["c5"], "turned_down": {"c5": "Z"}}, "must be one of A, B, C"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(facts, reason):
    """PositionError names the fact and the reason."""
    with pytest.raises(PositionError) as error:
        at(**facts)
    assert reason in str(error.value), str(error.value)


def test_helper_states_what_it_says():
    """The tables of these tests are as announced."""
    m = at_turn()
    assert asked(m) == ("A", "roll") and m.turn == 1 and len(m.seats) == 4
