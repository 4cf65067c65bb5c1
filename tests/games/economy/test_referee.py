"""Whole matches checked by an independent implementation of the rules (E2 to E5)."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream
from classkit.games.economy.grid_paths import get_grid

from .referee import Referee
from .tables import DEMO
from .twins import hunter

SMALL: dict[str, Any] = {"deck": {"sectors": 2}, "deck_three": {"sectors": 2}}


def board(columns: int, rows: int, **more: Any) -> dict[str, Any]:
    """The classic edition on a board of another size."""
    last = "abcdefghijklmnopqrstuvwxyz"[columns - 1]
    corners = ["a1", f"a{rows}", f"{last}1", f"{last}{rows}"]
    size = {"columns": columns, "rows": rows, "corners": corners}
    return {"based_on": "economy-classic", "board": size, **SMALL, **more}


KINDS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (5, {"entry_corner": "any", "target_points": 60}),
    (6, {"cards_per_sector": 3, "spacing": "king", "tie_break": "play_on"}),
    (2, {"allow_two_players": True, "turn_limit": 150}),
    (4, {"placement": "demo", "part1_turn_limit": 9, "tie_break": "play_on", "turn_limit": 300}),
    (4, {"placement": "random", "part1_turn_limit": 1, "tie_break": "shared", "turn_limit": 60}),
    (6, {"edition": board(2, 4), "turn_limit": 120}),
    (3, {"edition": board(2, 9), "spacing": "none", "tie_break": "shared"}),
    (4, {"edition": board(26, 2), "part1_turn_limit": 20, "turn_limit": 120}),
    (6, {"edition": board(3, 3, die={"sides": 4}), "entry_corner": "any", "turn_limit": 200}),
    (5, {"edition": board(4, 2), "cards_per_sector": 3, "turn_limit": 200}),
]


@pytest.mark.sweep(6)
@pytest.mark.parametrize("bot", ["random", "hunter", "insider"])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_second_reading_agrees(kind: int, bot: str) -> None:
    """E2 to E5, section 6: every reachable space, every event with its facts, in this order."""
    seats, options = KINDS[kind]
    chosen = dict(options)
    edition = chosen.pop("edition", None)
    m = classkit.new("economy", seats=seats, seed=100 + kind, edition=edition, options=chosen)
    while m.table.phase != "play":
        m.play("decision", bots="random")
    follow(m, bot)


@pytest.mark.sweep(5)
@pytest.mark.parametrize("seed", range(24))
def test_a_second_reading_agrees_from_edited_positions(seed: int) -> None:
    """E3.6, E3.8, E4: free cards face-down and under pieces, in either part, with ties to come."""
    chance = RandomStream(f"edited|{seed}")
    spaces = chance.permutation(get_grid(8, 8).spaces)
    facts: dict[str, Any] = {
        "part": 1 + seed % 2,
        "turn": 1 + chance.below(9),
        "face_down": sorted(chance.permutation(DEMO)[:14]),
    }
    cards = chance.permutation(DEMO.values())[: 36 - chance.below(9)]
    for place, seat in enumerate("ABCD"):
        facts[seat] = {"properties": cards[place::4], "points": 8 * chance.below(3)}
        if chance.below(4):
            facts[seat]["at"] = spaces.pop()
        if chance.below(2):
            facts[seat]["corner"] = chance.choice(("a1", "a8", "h1", "h8"))
    options: dict[str, Any] = {
        "tie_break": chance.choice(("property", "shared", "play_on")),
        "entry_corner": chance.choice(("sent_to", "any")),
        "target_points": 24,
        "turn_limit": 150,
    }
    m = classkit.new(
        "economy", seats=4, seed=seed, options={"placement": "demo", **options}, position=facts
    )
    follow(m, "hunter" if seed % 3 else "random")


def follow(m: Match, bot: str) -> None:
    """Play to the end; every turn must have the events of the independent model."""
    bots: Any = hunter if bot == "hunter" else bot
    referee = Referee(m)
    while not m.is_over:
        before, mover = len(m.events), m.table.mover
        assert mover == referee.mover
        space = corner = None
        m.play("decision", bots=bots)
        value = next(e for e in m.events[before:] if e.name == "die_rolled").facts["value"]
        asked: Any = m.request
        if isinstance(asked, Decision) and asked.name == "choose_destination":
            ways = referee.paths(mover, value)
            field: Any = asked.moves[0].fields["space"]
            assert list(field.options) == sorted(ways)
            assert {end: list(path) for end, path in field.ways().items()} == ways
            assert asked.default.fields == {"space": referee.default_of(sorted(ways))}
            m.play("decision", bots=bots)
            space = m.answers[-1].value["space"]
        asked = m.request
        if isinstance(asked, Decision) and asked.name == "choose_corner":
            field = asked.moves[0].fields["corner"]
            assert list(field.options) == sorted(referee.corners)
            assert asked.seat == mover and asked.default.fields == {"corner": "a1"}
            m.play("decision", bots=bots)
            corner = m.answers[-1].value["corner"]
        expected = referee.play(value, space, corner)
        assert [(event.name, event.facts) for event in m.events[before:]] == expected
        assert {event.turn for event in m.events[before:]} == {referee.turn}
        assert set(m.table.face_down) == referee.down
    assert referee.over
    assert list(m.winners) == m.events[-1].facts["winners"]
