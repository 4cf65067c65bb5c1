"""Catalog of the tables offered on a site and for a class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from classkit.engine.registry import usable_games


@dataclass(frozen=True)
class CatalogTable:
    """One table: its name in URLs, its game, its title, and its options."""

    name: str
    game: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)


FEATURED_TABLES = (
    CatalogTable("poleconomy", "poleconomy", "Poleconomy"),
    CatalogTable("poleconomy-1", "poleconomy", "Poleconomy, Game 1", {"game": 1}),
    CatalogTable(
        "poleconomy-quick-start",
        "poleconomy",
        "Poleconomy, quick start",
        {"quick_start": True},
    ),
)
"""The tables listed first, named like the dashboards. All others use their game's default setup."""


def list_catalog_tables() -> Iterator[CatalogTable]:
    """Yield all tables: the featured ones, then one for each other game."""
    games = {game.name: game for game in usable_games()}
    yield from (one for one in FEATURED_TABLES if one.game in games)
    told = {one.game for one in FEATURED_TABLES}
    yield from (
        CatalogTable(name, name, game.title, game.classroom_options)
        for name, game in games.items()
        if name not in told
    )
