"""What is measured: each game with its own bots, one of each in turn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Any

import classkit
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.registry import find, list_games
from classkit.engine.seats import SEAT_LETTERS

SEATS = 4
LEAN = Keep(copies=False, history=False)
"""Events and ledger alone."""

Case = tuple[str, dict[str, Any]]
CASES: tuple[Case, ...] = (
    ("poleconomy", {"game": 1}),
    ("poleconomy", {"game": 2}),
    *((name, {}) for name in list_games() if name != "poleconomy"),
)
"""A game, and its options."""


def id_of(case: Case) -> str:
    """Return the name of a case in the ids of rows.

    >>> id_of(("poleconomy", {"game": 2}))
    'poleconomy-2'
    """
    game, options = case
    return "-".join([game, *map(str, options.values())])


def title_of(case: Case) -> str:
    """Return the short name of a game, and the options that it is measured with.

    >>> title_of(("poleconomy", {"game": 2}))
    'Poleconomy, game 2'
    """
    game, options = case
    named = [f"{name.replace('_', ' ')} {value}" for name, value in options.items()]
    return ", ".join([find(game).title.partition(":")[0], *named])


def one_of_each(game: str) -> dict[str, str]:
    """Return the game's own bots in turn."""
    return dict(zip(SEAT_LETTERS[:SEATS], cycle(sorted(find(game).policies)), strict=False))


def played(case: Case, seed: int, keep: Keep, bots: Mapping[str, str] | None = None) -> Match:
    """Return a whole match, by one bot of each kind unless others are named."""
    game, options = case
    match = classkit.new(game, seats=SEATS, seed=seed, keep=keep, options=options)
    return match.play("end", bots or one_of_each(game))
