"""Matches that a homework is made of, played once for all tests, and notebooks that are run."""

from __future__ import annotations

from functools import cache
from typing import Any

import nbformat

import classkit
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.engine.match import Match
from classkit.engine.registry import find

GAMES = {
    "poleconomy": {"game": 1},
    "poleconomy 2": {"game": 2},
    "opoly": {},
    "economicon": {},
    "economy": {},
}


def played(game: str, seed: int = 5, seats: Any = 4) -> Match:
    """A match that bots have played, one for each seat; played once for all tests."""
    return kept(game, seed, seats if isinstance(seats, int) else tuple(seats)).fork()


@cache
def kept(game: str, seed: int, seats: int | tuple[str, ...]) -> Match:
    name = game.split()[0]
    match = classkit.new(name, seats=seats, seed=seed, options=GAMES[game])  # type: ignore[arg-type]
    bots = list(find(name).policies)
    return match.play("end", {seat: bots[n % len(bots)] for n, seat in enumerate(match.seats)})


@cache
def past_of(game: str, seed: int = 5, seats: int = 4) -> PlayedMatch:
    """The past of such a match, read once for all tests, with the futures that they play."""
    return PlayedMatch(played(game, seed, seats))


def run(text: str) -> list[str]:
    """Run the code cells of a notebook here; what the checks say."""
    space: dict[str, Any] = {}
    said = []
    for cell in nbformat.reads(text, as_version=4).cells:
        if cell.cell_type == "code":
            first, _, rest = cell.source.partition("\n")
            if first.startswith("work.check"):
                said.append(repr(eval(first, space)))
                exec(rest, space)
            else:
                exec(cell.source, space)
    return said
