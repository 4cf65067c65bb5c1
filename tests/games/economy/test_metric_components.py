"""Cached ownership metrics agree with the cards after every turn."""

from __future__ import annotations

import pytest

import classkit
from classkit.games.economy.grid_paths import get_grid
from classkit.games.economy.presentation.metric_components import (
    CARDS_FREE,
    CARDS_HELD,
    SECTOR_HHI,
    SECTOR_SHARE,
    SWING,
)
from classkit.games.economy.rules.setup import get_legal_spaces, refuse_neighbour


def test_cached_metrics_follow_the_cards():
    """After every turn of a match with take-overs: worth, shares, swings and free cards."""
    m = classkit.new("economy", seats=3, seed=4, options={"placement": "random", "turn_limit": 120})
    while not m.is_over:
        m.play(until="turn", bots="raider")
        t, view = m.table, m.view("B")
        worth = {sector: t.get_sector_worth(sector) for sector in t.deck.sectors}
        for sector, stakes in view.stakes.items():
            assert list(stakes.worth.items()) == list(worth[sector].items())
            for seat in t.seats:
                rivals = [paid for other, paid in worth[sector].items() if other != seat]
                assert stakes.best_rival(seat) == max(rivals, default=0)
                own = worth[sector].get(seat, 0)
                margin = m.view(seat).margins(0.25)[sector]
                assert margin == own - 0.25 * max(rivals, default=0)
                assert m.view(seat).owns_in(sector) == (seat in worth[sector])
                assert SWING.value(t, seat)[sector] == own - max(rivals, default=0)
        assert m.metrics()["property_worth"] == {seat: t.worth(seat) for seat in t.seats}
        assert CARDS_FREE.value(t) == len(t.free_cards())
        assert t.free_cards() == lying_free(t) == view.free
        assert view.free_among(t.edition.grid.spaces) == t.free_cards()
        there = view.locations_among(t.edition.grid.spaces)
        assert {space: card for space, card in there.items() if card} == view.shown
        assert tuple(space for space in there if there[space] is None) == view.face_down
        some = list(t.edition.grid.spaces[t.turn % 50 :][:9])
        assert view.nearest_to_free(some) == t.edition.grid.find_nearest(tuple(some), [*view.free])
        assert sorted(view.pieces_among(some)) == [space for space in some if space in view.pieces]
        assert view.pieces == {t.piece(seat): seat for seat in t.seats if t.piece(seat)}
    assert sum(done for done, _ in m.table.take_overs.values())


def lying_free(t):
    """Return space -> property card from the ledger alone."""
    at = t.ledger.titles
    return {space: card for space, card in t.cards.items() if not at[card].startswith("player:")}


def test_free_cards_follow_set_up_and_time():
    """The cache of free cards is correct during placement, after undo, in forks and positions."""
    m = classkit.new("economy", seats=3, seed=5)
    while m.step < 130:
        m.play(until="decision", bots="raider")
        assert m.view("A").free == m.table.free_cards() == lying_free(m.table)
    assert len(m.table.free_cards()) < 15
    m.view("A").free.clear()  # what is handed out is one's own
    for step in (60, 20, 100, 130):
        twin = m.fork().goto(step=step)
        assert twin.table.free_cards() == lying_free(twin.table)
        twin.play(until="round", bots="insider")
        assert twin.table.free_cards() == lying_free(twin.table)
        assert m.table.free_cards() == lying_free(m.table)
    there = classkit.new("economy", seats=3, seed=5, position=m.position())
    assert there.table.free_cards() == lying_free(there.table) == m.table.free_cards()


def test_rows_of_metrics_are_frozen():
    """Rows of metrics share frozen data, which callers cannot change."""
    t = classkit.new("economy", seats=3, seed=1, options={"placement": "demo"}).table
    of_seat = [SWING, SECTOR_SHARE, CARDS_HELD]
    for figure in [SECTOR_HHI(t), *(figure(t, "A") for figure in of_seat)]:
        with pytest.raises(TypeError, match="read-only"):
            figure.clear()


def test_legal_spaces_are_those_not_too_close():
    """E1.4: a space that is legal has no reason against it, and any other free one has."""
    m = classkit.new("economy", seats=4, seed=2).play(until="decision", bots="random")
    for _ in range(30):
        t = m.table
        card = t.hands[t.mover][0]
        grid, legal = t.edition.grid, get_legal_spaces(t, card)
        open_to = [s for s in grid.spaces if s not in t.cards and not refuse_neighbour(t, card, s)]
        assert list(legal) == open_to
        m.play(until="decision", bots="random")


def test_nearest_of_spaces():
    """The first space with the fewest steps to an aim; None without aims."""
    grid = get_grid(8, 8)
    aims = ["a1", "h8", "d6"]
    for start, steps in (("b2", 3), ("g5", 6), ("h1", 2)):
        options = grid.get_reach(start, steps).options
        far = [min(grid.distances(space)[aim] for aim in aims) for space in options]
        assert grid.find_nearest(options, aims) == options[far.index(min(far))]
    assert grid.find_nearest(grid.spaces, []) is None
