"""The tables that people are offered, on a site and for a class, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.registry import usable_games


@dataclass(frozen=True)
class Offered:
    """One table: its name in addresses, its game, and the options with which it begins."""

    name: str
    game: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)


FIRST = (
    Offered("poleconomy", "poleconomy", "Poleconomy", {"game": 2}),
    Offered("poleconomy-1", "poleconomy", "Poleconomy, Game 1"),
    Offered(
        "poleconomy-quick-start",
        "poleconomy",
        "Poleconomy, quick start",
        {"game": 2, "quick_start": True},
    ),
)
"""The tables that come first, called as the dashboards are; all others begin as a game does."""


def offered_tables() -> Iterator[Offered]:
    """Yield all tables that are offered: those of ``FIRST``, then one for each other game."""
    games = {game.name: game for game in usable_games()}
    yield from (one for one in FIRST if one.game in games)
    told = {one.game for one in FIRST}
    yield from (Offered(name, name, game.title) for name, game in games.items() if name not in told)
