"""The course of a table on the wall: a line for each seat, of the figure that is raced for."""

from __future__ import annotations

from numbers import Real
from typing import Any

from classkit.causes.figures import race_figures
from classkit.engine.match import Match

POINTS, HEIGHT = 24, 100
"""A line has so many points at most, from 0 up to this height."""

Course = dict[str, list[int]]


def course_of(match: Match) -> Course:
    """Return the heights of each seat's line along the turns, all on one scale; none before two.

    The figure is that of the standings. Where its course would tell what lies hidden, there is no
    line. So few whole numbers go to the wall for each table that twenty of them cost little.

    >>> import classkit
    >>> match = classkit.new("poleconomy", 3, seed=1).play("turn").play("turn")
    >>> {seat: len(heights) for seat, heights in course_of(match).items()}
    {'A': 3, 'B': 3, 'C': 3}
    """
    rows, figures = match.history, race_figures(match, None)
    title = next(iter(match.races_shown(None)), "")
    if title not in figures or len(rows) < 2:
        return {}
    key = figures[title].key
    values = [row[key] for row in thinned(rows)]
    seats = [seat for seat in match.seats if all(isinstance(one.get(seat), Real) for one in values)]
    heights = [float(one[seat]) for one in values for seat in seats]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    scale = HEIGHT / (high - low) if high > low else 0.0
    return {seat: [round((float(one[seat]) - low) * scale) for one in values] for seat in seats}


def thinned(rows: list[Any]) -> list[Any]:
    """Return at most POINTS of some rows, evenly spaced, with the first and the last.

    >>> thinned([1, 2, 3]), len(thinned([*range(1_000)])), thinned([*range(1_000)])[-1]
    ([1, 2, 3], 24, 999)
    """
    last = len(rows) - 1
    if last < POINTS:
        return rows
    return [rows[round(at * last / (POINTS - 1))] for at in range(POINTS)]
