"""HTML page of a tournament, to project or print.

The page is self-contained. Names and reasons are escaped, because they are untrusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from classkit.engine.rulebook_text import TextFormatter
from classkit.jinja_templates import render_template

from ..race_results import OVERALL_TITLE, RaceResult
from .limits import NOT_PROTECTED

Rows: TypeAlias = Sequence[Mapping[str, Any]]
DRAWING_WIDTH = 240
"""Width of the rating chart, in SVG user units."""


def render_tables(tables: Mapping[str, Rows], races: Sequence[RaceResult]) -> str:
    """Render only the tables of ratings by race, and their style sheet."""
    return render_template(__package__, "ranks.html.j2", tables=build_tables(tables, races))


def render_page(
    title: str,
    tables: Mapping[str, Rows],
    races: Sequence[RaceResult],
    forfeits: Rows,
    about: Sequence[str],
) -> str:
    """Render the complete page: the tables by race, the forfeits, and notes on the tournament."""
    return render_template(
        __package__, "tournament.html.j2", title=title, tables=build_tables(tables, races),
        forfeits=forfeits, about=about, not_protected=" ".join(NOT_PROTECTED.split()),
    )  # fmt: skip


def build_tables(tables: Mapping[str, Rows], races: Sequence[RaceResult]) -> list[dict[str, Any]]:
    """Return the template data of each table: title, basis of its ratings, rows and scale."""
    deciding = TextFormatter().format_list([f"“{race.title}”" for race in races if race.decides])
    return [
        {
            "title": title if len(tables) > 1 else "",
            "by": f"mean place in {deciding}" if title == OVERALL_TITLE else f"place in “{title}”",
            **build_drawing(rows),
        }
        for title, rows in tables.items()
    ]


def build_drawing(rows: Rows) -> dict[str, Any]:
    """Return the chart data: rows, width, and ``x``, which maps a rating to a coordinate."""
    bounds: list[float] = [
        row[key] for row in rows for key in ("rating", "rating_low", "rating_high")
        if row[key] is not None
    ]  # fmt: skip
    least, most = min(bounds), max(bounds)

    def x(value: float) -> float:
        return round(8 + (DRAWING_WIDTH - 16) * (value - least) / (most - least or 1), 1)

    return {"rows": rows, "x": x, "width": DRAWING_WIDTH}
