"""Twins: two matches that differ only in which cards lie face-down, with the same visible past.

Any two cards whose locations lie face-down are exchanged in all that was dealt, drawn and placed,
whatever their categories, whoever placed and whoever took them. The match played again so is a
twin for every seat that is left with the same knowledge
(:func:`classkit.testing.noninterference_laws.iter_twins`).
"""

from __future__ import annotations

from collections.abc import Iterator

import classkit
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply, random_policy
from classkit.engine.randomness import RandomStream
from classkit.games.economy.presentation.view import EconomyView
from classkit.testing.noninterference_laws import has_same_knowledge, iter_twins

OPTIONS = {"spacing": "none", "first_player": "seat_a"}
"""No spacing, so that any two cards may be exchanged."""


def hunter(view: EconomyView, decision: Decision) -> Reply:
    """Put pieces out if possible, to turn cards down; otherwise move at random."""
    if decision.name == "choose_destination":
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        aims = [s for s in options if view.piece_on(s) and s in view.shown]
        return Answer("go", {"space": view.chance.choice(aims or options)})
    return random_policy(view, decision)


def pairs(
    seed: int, seats: int = 3, part: int = 1, **options: str
) -> Iterator[tuple[Match, Match]]:
    """Yield pairs of a match and its twin, at moments of a part of the game."""
    m = hunted(seed, seats, **options)
    chance, known = RandomStream(f"pairs {seed}"), set[str]()
    while not m.is_over and m.table.part <= part:
        before = set(m.table.face_down)
        m.play(until="turn", bots=hunter)
        if m.table.part < part or set(m.table.face_down) == before:
            continue
        for one, twin in iter_twins(m, None, chance):
            if twin.digest() not in known:
                known.add(twin.digest())
                yield one, twin


def cannot_tell(one: Match, twin: Match) -> list[str | None]:
    """Return None for everybody, and the seats that cannot tell the twins apart.

    A seat can tell them apart if it was dealt only one of the cards.
    """
    return [seat for seat in (None, *one.seats) if has_same_knowledge(one, twin, seat)]


def categories(one: Match, twin: Match) -> set[str]:
    """Return the categories of the cards that are elsewhere in the twin."""
    cards = one.table.cards
    return {card.split("-")[1][0] for at, card in cards.items() if twin.table.cards[at] != card}


def hunted(seed: int, seats: int = 3, **options: str) -> Match:
    """Create a match for hunters."""
    return classkit.new("economy", seats=seats, seed=seed, options={**OPTIONS, **options})
