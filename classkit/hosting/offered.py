"""The tables that people are offered, on a site and for a class, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.registry import usable_games


@dataclass(frozen=True)
class Live:
    """One table: its name in addresses, its game, and the settings with which it begins."""

    name: str
    game: str
    title: str
    settings: Mapping[str, Any] = field(default_factory=dict)


FIRST = (
    Live("poleconomy", "poleconomy", "Poleconomy", {"game": 2}),
    Live("poleconomy-1", "poleconomy", "Poleconomy, Game 1"),
    Live(
        "poleconomy-quick-start",
        "poleconomy",
        "Poleconomy, quick start",
        {"game": 2, "quick_start": True},
    ),
)
"""The tables that come first, called as the dashboards are; all others begin as a game does."""


def live_tables() -> Iterator[Live]:
    """Yield all tables that are offered: those of ``FIRST``, then one for each other game."""
    games = {game.name: game for game in usable_games()}
    yield from (live for live in FIRST if live.game in games)
    told = {live.game for live in FIRST}
    yield from (Live(name, name, game.title) for name, game in games.items() if name not in told)
