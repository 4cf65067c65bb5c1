"""Helpers that create matches of Economy in given positions."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.games.economy.edition.edition_loader import EDITIONS
from tests.games.asking import asked as asked
from tests.games.asking import last as last
from tests.games.asking import refused as refused
from tests.games.asking import told as told

DEMO = EDITIONS.read().rules.demo
WHERE = {card: space for space, card in DEMO.items()}
"""Card -> its space in the layout for demonstrations."""


def at_turn(
    luck: list[Any] | None = None,
    *,
    mover: str = "A",
    seats: int = 4,
    options: dict[str, Any] | None = None,
    **facts: Any,
) -> Match:
    """Create a match on the demo layout at the beginning of ``mover``'s turn, with given rolls."""
    chosen: dict[str, Any] = {"placement": "demo", "first_player": "seat_a", **(options or {})}
    rolls = [roll if isinstance(roll, (list, tuple)) else [roll] for roll in luck or []]
    position = {"mover": mover, **facts, "luck": rolls}
    return classkit.new("economy", seats=seats, seed=1, position=position, options=chosen)


def owned(**holders: str) -> dict[str, Any]:
    """Build facts that give every card to a seat: those named, the others to ``rest``.

    >>> facts = owned(A="textile-3 motor-2", rest="D")
    >>> facts["A"]["properties"], len(facts["D"]["properties"])
    (['textile-3', 'motor-2'], 34)
    """
    rest = holders.pop("rest", "D")
    named = {seat: cards.split() for seat, cards in holders.items()}
    taken = [card for cards in named.values() for card in cards]
    named.setdefault(rest, [])
    named[rest] = [*named[rest], *(card for card in DEMO.values() if card not in taken)]
    return {seat: {"properties": cards} for seat, cards in named.items()}


def with_facts(facts: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    """Merge more facts into the facts of seats."""
    merged = {
        key: dict(value) if isinstance(value, dict) else value for key, value in facts.items()
    }
    for seat, stated in more.items():
        merged[seat] = {**merged.get(seat, {}), **stated}
    return merged


def go(m: Match, space: str, corner: str | None = None) -> Match:
    """Roll, move to a space and, if a piece is there, send it to a corner."""
    m.answer("roll").answer(space)
    if corner is not None:
        m.answer(corner)
    return m


def reach(m: Match) -> list[str]:
    """Return the spaces that the mover may choose now."""
    assert isinstance(m.request, Decision) and m.request.name == "choose_destination"
    return list(m.request.moves[0].fields["space"].options)  # type: ignore[attr-defined]  # a OneOf


def names(m: Match, turn: int | None = None) -> list[str]:
    """Return the names of the events of a turn, in order; by default of the last turn."""
    turn = m.events[-1].turn if turn is None else turn
    return [event.name for event in m.events if event.turn == turn]


def points(m: Match, seats: str = "ABCD") -> list[int]:
    """Return the points of these seats."""
    return [m.table.points(seat) for seat in seats]
