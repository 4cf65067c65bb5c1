"""The page of a tournament: self-contained, to be projected or printed.

It loads nothing from elsewhere; names and reasons are shown as text, whatever they contain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classkit.templates import fill_in

from .limits import NOT_PROTECTED

WIDTH = 240
"""Width of the drawing of a rating, in its own units."""


def table_html(rows: Sequence[dict[str, Any]]) -> str:
    """Return the table of ratings alone, with its style sheet."""
    return fill_in(__package__, "ranks.html.j2", **drawing(rows))


def page(
    title: str,
    rows: Sequence[dict[str, Any]],
    forfeits: Sequence[dict[str, Any]],
    about: Sequence[str],
) -> str:
    """Return the whole page: the table, the forfeits, and notes on how it was played."""
    return fill_in(
        __package__, "tournament.html.j2", title=title, forfeits=forfeits, about=about,
        not_protected=" ".join(NOT_PROTECTED.split()), **drawing(rows),
    )  # fmt: skip


def drawing(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the rows of ratings, and by what rule a rating is drawn in ``WIDTH``."""
    bounds: list[float] = [
        row[key] for row in rows for key in ("rating", "rating_low", "rating_high")
        if row[key] is not None
    ]  # fmt: skip
    least, most = min(bounds), max(bounds)

    def x(value: float) -> float:
        return round(8 + (WIDTH - 16) * (value - least) / (most - least or 1), 1)

    return {"rows": rows, "x": x, "width": WIDTH}
