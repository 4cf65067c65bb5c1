"""Twins: two matches that differ only in which cards lie face-down, with the same visible past.

Any two cards whose locations lie face-down are exchanged in all that was dealt, drawn and placed,
whatever their categories, whoever placed and whoever took them. The match played again so is a
twin for every seat that is left with the same knowledge (:func:`classkit.testing.twins.twins`).
"""

from __future__ import annotations

from collections.abc import Iterator

import classkit
from classkit.engine.luck import Stream
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply, random_policy
from classkit.engine.requests import Decision
from classkit.games.economy.shown.view import EconomyView
from classkit.testing.twins import leave_alike, twins

OPTIONS = {"spacing": "none", "first_player": "seat_a"}
"""Without spacing, so that two cards may always be exchanged."""


def hunter(view: EconomyView, decision: Decision) -> Reply:
    """Puts pieces out wherever it can, so that much is turned down; else moves by chance."""
    if decision.name == "choose_destination":
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        aims = [s for s in options if view.piece_on(s) and s in view.shown]
        return Answer("go", {"space": view.chance.choice(aims or options)})
    return random_policy(view, decision)


def pairs(
    seed: int, seats: int = 3, part: int = 1, **options: str
) -> Iterator[tuple[Match, Match]]:
    """A match, at moments of a part when it has twins for everybody, with each of them."""
    m = hunted(seed, seats, **options)
    chance, known = Stream(f"pairs {seed}"), set[str]()
    while not m.is_over and m.table.part <= part:
        before = set(m.table.face_down)
        m.play(until="turn", bots=hunter)
        if m.table.part < part or set(m.table.face_down) == before:
            continue
        for one, twin in twins(m, None, chance):
            if twin.digest() not in known:
                known.add(twin.digest())
                yield one, twin


def cannot_tell(one: Match, twin: Match) -> list[str | None]:
    """Everybody, and the seats that are left with the same knowledge: not who was dealt either
    card, where only one of them was."""
    return [seat for seat in (None, *one.seats) if leave_alike(one, twin, seat)]


def categories(one: Match, twin: Match) -> set[str]:
    """The categories of the cards that lie elsewhere in the twin."""
    cards = one.table.cards
    return {card.split("-")[1][0] for at, card in cards.items() if twin.table.cards[at] != card}


def hunted(seed: int, seats: int = 3, **options: str) -> Match:
    """A match that begins, for hunters."""
    return classkit.new("economy", seats=seats, seed=seed, options={**OPTIONS, **options})
