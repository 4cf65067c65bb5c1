"""Twins: two matches that differ only in what lies face-down, with the same visible past.

Where two cards of one hand, of whatever category, are exchanged in all answers that place them, and
the same seat comes to hold both while nothing has scored, both pasts look the same as long as
both locations lie face-down: nobody may be able to tell the matches apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import classkit
from classkit.engine.log import Entry
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply, random_policy
from classkit.engine.requests import Decision
from classkit.games.economy.shown.view import EconomyView

OPTIONS = {"spacing": "none", "first_player": "seat_a"}
"""Without spacing, so that two cards may always be exchanged."""


def swappable(m: Match) -> Iterator[tuple[str, str]]:
    """Pairs of face-down cards that nobody can tell apart by what has been seen."""
    t = m.table
    placed_by = {e.facts["card"]: e.seat for e in m.events if e.name == "location_placed"}
    cards = [t.cards[space] for space in sorted(t.face_down)]
    for place, one in enumerate(cards):
        for other in cards[place + 1 :]:
            if t.holder(one) == t.holder(other) and placed_by[one] == placed_by[other]:
                yield one, other


def twin_of(m: Match, one: str, other: str) -> Match:
    """The match played again, with these two cards exchanged wherever they are placed."""
    twin = classkit.new(m.game, seats=len(m.seats), seed=m.seed, **dict(m.options))
    for entry in m.answers:
        twin.answer(entry.name, seat=entry.seat, **exchanged(entry, one, other))
    assert twin.turn == m.turn and repr(twin.request) == repr(m.request)
    return twin


def exchanged(entry: Entry, one: str, other: str) -> dict[str, Any]:
    """The fields of an answer with the two cards exchanged."""
    fields = dict(entry.value)
    swap = {one: other, other: one}
    if "card" in fields:
        fields["card"] = swap.get(fields["card"], fields["card"])
    return fields


def hunter(view: EconomyView, decision: Decision) -> Reply:
    """Puts pieces out wherever it can, so that much is turned down; else moves by chance."""
    if decision.name == "choose_destination":
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        aims = [s for s in options if view.piece_on(s) and s in view.shown]
        return Answer("go", {"space": view.chance.choice(aims or options)})
    return random_policy(view, decision)


def pairs(seed: int, seats: int = 3, turns: int = 240) -> Iterator[tuple[Match, Match]]:
    """A match of part 1 by chance, at moments when it has twins, with each of them."""
    m = classkit.new("economy", seats=seats, seed=seed, **OPTIONS)
    known: set[tuple[str, str]] = set()
    while not m.is_over and m.table.part < 2 and m.turn < turns:
        m.play(until="decision", bots=hunter)
        for one, other in swappable(m):
            if (one, other) not in known:
                known.add((one, other))
                yield twin_of(m, one, one), twin_of(m, one, other)
