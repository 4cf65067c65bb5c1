"""The page of a tournament: self-contained, to be projected or printed.

It loads nothing from elsewhere; names and reasons are shown as text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from classkit.engine.words import Say
from classkit.templates import fill_in

from ..races import OVERALL, Race
from .limits import NOT_PROTECTED

Rows: TypeAlias = Sequence[Mapping[str, Any]]
WIDTH = 240
"""Width of the drawing of a rating, in its own units."""


def tables_html(tables: Mapping[str, Rows], races: Sequence[Race]) -> str:
    """Return the tables of ratings alone, race by race, with their style sheet."""
    return fill_in(__package__, "ranks.html.j2", tables=drawn(tables, races))


def page(
    title: str,
    tables: Mapping[str, Rows],
    races: Sequence[Race],
    forfeits: Rows,
    about: Sequence[str],
) -> str:
    """Return the whole page: the tables by race, the forfeits, and notes on how it was played."""
    return fill_in(
        __package__, "tournament.html.j2", title=title, tables=drawn(tables, races),
        forfeits=forfeits, about=about, not_protected=" ".join(NOT_PROTECTED.split()),
    )  # fmt: skip


def drawn(tables: Mapping[str, Rows], races: Sequence[Race]) -> list[dict[str, Any]]:
    """Return the data of each table: its title, what its ratings rest on, its rows and scale."""
    deciding = Say().listing([f"“{race.title}”" for race in races if race.decides])
    return [
        {
            "title": title if len(tables) > 1 else "",
            "by": f"mean place in {deciding}" if title == OVERALL else f"place in “{title}”",
            **drawing(rows),
        }
        for title, rows in tables.items()
    ]


def drawing(rows: Rows) -> dict[str, Any]:
    """Return the rows of ratings and the function ``x``, which places a rating within ``WIDTH``."""
    bounds: list[float] = [
        row[key] for row in rows for key in ("rating", "rating_low", "rating_high")
        if row[key] is not None
    ]  # fmt: skip
    least, most = min(bounds), max(bounds)

    def x(value: float) -> float:
        return round(8 + (WIDTH - 16) * (value - least) / (most - least or 1), 1)

    return {"rows": rows, "x": x, "width": WIDTH}
