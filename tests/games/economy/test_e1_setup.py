"""E1: who starts, dealing, placing, spacing, and the layouts without hands."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import OptionError
from classkit.games.economy.rules.setup import get_legal_spaces

from .tables import DEMO, asked, last, refused, told
from .test_examples import start_with


def test_roll_for_the_start():
    """E1.1: highest first; those tied for highest roll again, the others no more."""
    luck = [[5], [2], [5], [5], [3], [6], [6], [1], [4], DECK]
    m = classkit.new("economy", seats=4, luck=[*luck, *HOMES], options={"placement": "random"})
    rolls = [(f["seat"], f["value"]) for f in told(m, "start_rolled")]
    assert rolls == [
        ("A", 5), ("B", 2), ("C", 5), ("D", 5), ("A", 3), ("C", 6), ("D", 6), ("C", 1), ("D", 4),
    ]  # fmt: skip
    assert asked(m) == ("D", "roll")


DECK = list(classkit.new("economy", seats=3, seed=1).table.deck.ids)
HOMES = [[next(space for space, lies in DEMO.items() if lies == card)] for card in DECK]


def test_seat_a_may_start():
    """E1.1: option first_player."""
    m = classkit.new(
        "economy", seats=4, seed=1, options={"first_player": "seat_a", "placement": "demo"}
    )
    assert asked(m) == ("A", "roll") and told(m, "start_rolled") == []


@pytest.mark.parametrize(("seats", "sizes"), [(3, [12] * 3), (4, [9] * 4), (6, [6] * 6)])
def test_dealing(seats, sizes):
    """E1.2: as evenly as it goes, every card once."""
    m = classkit.new("economy", seats=seats, seed=5)
    hands = [m.table.hands[seat] for seat in m.seats]
    assert [len(hand) for hand in hands] == sizes
    assert sorted(card for hand in hands for card in hand) == sorted(DECK)


def test_hands_are_seen_by_their_owner_only():
    """E1.3: in views, events, requests and scenes."""
    m = classkit.new("economy", seats=3, luck=start_with(3, "A"))
    assert m.view("A").hand == m.table.hands["A"] and m.view("A").hand_of("B") is None
    assert m.view("instructor").hand_of("B") == m.table.hands["B"]
    dealt = [event for event in m.view("B").events if event.name == "hand_dealt"]
    assert [event.seat for event in dealt] == ["B"]
    assert [e for e in m.view(None).events if e.name == "hand_dealt"] == []
    assert m.view("B").requests == [] and m.request.private
    assert len(m.view("A").requests) == 1


def test_placing_in_turn():
    """E1.3: one card each, face-up, on a free space."""
    m = classkit.new("economy", seats=3, luck=start_with(3, "A"))
    refused(m, "place", "must be one of a1, a2", card="textile-1b", space="h9")
    refused(m, "place", "not in the hand of A (E1.3)", card="health-3", space="a1")
    m.answer("place", card="motor-3", space="a1")
    assert asked(m) == ("B", "place_location")
    assert last(m, "location_placed").facts == {
        "seat": "A", "space": "a1", "card": "motor-3", "part": 0,
    }  # fmt: skip
    refused(m, "place", "a1 already has a card (E1.3)", card=m.table.hands["B"][0], space="a1")
    assert m.view("C").card_at("a1") == "motor-3" and m.turn == 0


def test_the_default_placing():
    """Section 5: the first card in hand by id, on a legal space; the same each time asked."""
    m = classkit.new("economy", seats=3, seed=9)
    default = m.request.default
    assert default.fields["card"] == min(m.table.hands[m.request.seat])
    assert m.request.default == default
    seen = set()
    for seed in range(40):
        other = classkit.new("economy", seats=3, seed=seed)
        seen.add(other.request.default.fields["space"])
    assert len(seen) > 20  # drawn over the whole board


def test_spacing_gives_way():
    """E1.4: where no free space is without such a neighbour, any free space will do."""
    data = {
        "based_on": "economy-classic",
        "board": {"columns": 2, "rows": 2, "corners": ["a1", "a2", "b1", "b2"]},
        "deck": {"slots": ["3", "2", "1a", "1b"], "sectors": 1},
    }
    luck = [["motor-3", "motor-2", "motor-1a", "motor-1b"]]
    m = classkit.new(
        "economy", seats=3, luck=luck, edition=data, options={"first_player": "seat_a"}
    )
    m.answer("place", card="motor-3", space="a1")
    refused(m, "place", "is next to a card of the sector Motor", card="motor-2", space="a2")
    refused(m, "place", "(E1.4)", card="motor-2", space="b1")
    m.answer("place", card="motor-2", space="b2")
    assert get_legal_spaces(m.table, "motor-1a") == ("a2", "b1")
    m.answer("place", card="motor-1a", space="b1").answer("place", card="motor-1b", space="a2")
    assert m.table.part == 1 and asked(m) == ("A", "roll")


def test_more_players_than_cards():
    """E1.3: a player without cards is skipped, and the starting player begins part 1."""
    data = {
        "based_on": "economy-classic",
        "board": {"columns": 2, "rows": 2, "corners": ["a1", "a2", "b1", "b2"]},
        "deck": {"slots": ["3", "2", "1a", "1b"], "sectors": 1},
    }
    rolls = [[1], [1], [1], [6], [1], [1]]
    luck = [*rolls, ["motor-3", "motor-2", "motor-1a", "motor-1b"]]
    m = classkit.new("economy", seats=6, luck=luck, edition=data, options={"spacing": "none"})
    placed = []
    while m.table.part == 0:
        placed.append(m.request.seat)
        m.play(until="decision")
    assert placed == ["D", "E", "F", "A"] and asked(m) == ("D", "roll")


@pytest.mark.parametrize("spacing", ["orthogonal", "king", "none"])
@pytest.mark.parametrize("seed", range(4))
def test_random_layout(spacing, seed):
    """E1.4, E1.5: drawn by the engine among the legal spaces; nobody holds a hand."""
    m = classkit.new(
        "economy", seats=3, seed=seed, options={"placement": "random", "spacing": spacing}
    )
    t = m.table
    assert t.hands == {} and told(m, "hand_dealt") == [] and len(t.cards) == 36
    assert {f["seat"] for f in told(m, "location_placed")} == {"engine"}
    grid = t.edition.grid
    around = {"orthogonal": grid.neighbours, "king": grid.king_neighbours}.get(spacing)
    if around:  # on the plain board legal spaces never run out
        for space, card in t.cards.items():
            sector = t.deck.cards[card].sector
            beside = [t.cards[o] for o in around[space] if o in t.cards]
            assert sector not in [t.deck.cards[other].sector for other in beside]


def test_demo_layout():
    """E1.5: the fixed layout; no two cards of a sector touch, the corners are free."""
    m = classkit.new("economy", seats=4, seed=1, options={"placement": "demo"})
    t = m.table
    assert t.cards == DEMO and told(m, "hand_dealt") == []
    for space, card in DEMO.items():
        touching = [DEMO[o] for o in t.edition.grid.king_neighbours[space] if o in DEMO]
        assert card.partition("-")[0] not in [other.partition("-")[0] for other in touching]
    assert not set(t.edition.grid.corners) & set(DEMO)
    with pytest.raises(OptionError, match="demo needs cards_per_sector = 4"):
        classkit.new("economy", seats=4, options={"placement": "demo", "cards_per_sector": 3})


def test_after_set_up():
    """E1.6: property on its location, all pieces outside and tied to no corner, points 0."""
    m = classkit.new("economy", seats=4, seed=3)
    while m.table.part == 0:
        m.play(until="decision")
    t = m.table
    assert all(m.ledger.holder(card) == f"space:{space}" for space, card in t.cards.items())
    assert [t.get_piece_place(seat) for seat in t.seats] == ["outside"] * 4
    assert [t.points(seat) for seat in t.seats] == [0] * 4
    assert (t.part, t.turn) == (1, 1)
    first = m.answers[0].seat
    assert asked(m) == (first, "roll")
    facts = told(m, "game_set_up")[0]
    assert facts["seats"] == list("ABCD") and facts["target"] == 36


def test_the_first_chart_grows_with_each_placement():
    """E1.3: until somebody owns something, what is placed is what can be told."""
    m = classkit.new("economy", seats=4, seed=7)
    placed = []
    while m.turn == 0:
        assert m.game.first_charts(m.table)[0] == "on_board"
        placed.append(sum(m.metrics()["on_board"].values()))
        m.play(until="decision")
    assert placed == sorted(placed) and placed[-1] >= len(m.table.deck.ids) - 1
    m.play(until="round")
    assert m.game.first_charts(m.table)[0] == "sector_worth"
    owned = sum(len(m.table.properties(seat)) for seat in m.seats)
    assert sum(m.metrics()["on_board"].values()) == len(m.table.deck.ids) - owned
