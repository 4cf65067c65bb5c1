"""Mechanics that lessons mention occur in default matches with the game's own bots.

Each mechanic in the notebooks of ``lessons/`` has an event that shows it and occurs in at least
half of the matches. Mechanics that depend on a card occur as often as the card is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import pytest

import classkit
from classkit.engine.events import Event

SEATS = 4
Seen = Callable[[Event], bool]


def told(name: str, **facts: object) -> Seen:
    """Return a test for events with this name and these facts."""
    return lambda event: (
        event.name == name and all(event.facts.get(f) == v for f, v in facts.items())
    )


def paid(reason: str) -> Seen:
    """Return a test for payments with this reason."""
    return told("money_moved", reason=reason)


MECHANICS: Mapping[str, Mapping[str, Seen]] = {
    "opoly": {
        "lesson 5: a lot falls to the highest bidder": told("lot_sold"),
        "lesson 5, question 2: a pledge for a slot": told("property_pledged"),
        "lesson 6: an alliance": told("alliance_signed"),
        "lesson 6: each its own rents": told("alliance_signed", split={}),
        "lesson 6: a partner builds": told("buildings_changed", cause="built"),
        "lesson 6: notice": told("alliance_notice"),
        "lesson 6: another split is demanded": lambda event: (
            event.name == "deal_offered"
            and event.facts["form"] == "alliance"
            and bool(event.facts["split"])
        ),
        "lesson 6, question 1: level building": told("alliance_signed", building="level"),
        "lesson 6: one company buys the other's lot": paid("deal"),
    },
    "economy": {
        "lesson 4: all owners of a sector score": told("sector_scored"),
        "lesson 4: a rival is put out": told("piece_put_out"),
        "lesson 4: a card is turned down": told("location_turned_down"),
        "lesson 4: a take-over": told("property_taken_over"),
    },
}
"""Game -> mechanic -> the events that show it."""


@cache
def counted(game: str, matches: int) -> Counter[str]:
    """Return the number of default matches in which each mechanic occurs."""
    seen: Counter[str] = Counter()
    for seed in range(matches):
        m = classkit.new(game, SEATS, seed=seed, keep=classkit.Keep(copies=False, history=False))
        events = m.play().events
        for mechanic, shows in MECHANICS[game].items():
            seen[mechanic] += any(map(shows, events))
    return seen


@pytest.mark.parametrize(
    ("game", "mechanic"),
    [(game, mechanic) for game, listed in MECHANICS.items() for mechanic in listed],
)
def test_a_mechanic_of_a_lesson_is_seen_in_every_second_match(game: str, mechanic: str) -> None:
    """Count sixty matches."""
    assert 2 * counted(game, 60)[mechanic] >= 60


def test_whoever_draws_an_ethical_opportunity_may_see_a_theft() -> None:
    """Lesson 6, question 3: as often as the deck brings the card (Q8.4)."""
    drawn = stolen = 0
    for seed in range(30):
        m = classkit.new("opoly", SEATS, seed=seed, keep=classkit.Keep(copies=False))
        events = m.play().events
        drawn += any(told("card_drawn", card="ethical_opportunity")(event) for event in events)
        stolen += any(told("theft")(event) for event in events)
    assert stolen >= 3 and 2 * stolen >= drawn
