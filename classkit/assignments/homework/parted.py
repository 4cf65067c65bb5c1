"""A score that counts by parts, such as points by sector: where its causes are those parts.

The ledger may name no more than the square on which points were made, since a sector can lie
hidden. A square is no cause that anybody can think about; the part for which it pays is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.match import Match
from classkit.engine.metrics import Metric

SINCE_THE_BEGINNING = "since the match began"
"""The window of a figure that counts from the beginning, so that its change counts one stretch."""


def parts_figure(match: Match, score: Metric | None) -> Metric | None:
    """Return the figure by whose parts a score counts; None if there is none.

    >>> import classkit
    >>> m = classkit.new("economy", seats=3, seed=7)
    >>> score = next(one for one in m.game.metrics_of(m.table) if one.key == "points")
    >>> parts_figure(m, score).key
    'points_by_sector'
    """
    if score is None:
        return None
    for figure in match.game.metrics_of(match.table):
        counts = figure.scope == "seat_parts" and figure.window == SINCE_THE_BEGINNING
        if counts and figure.unit == score.unit and sums_to(figure, score, match):
            return figure
    return None


def sums_to(figure: Metric, score: Metric, match: Match) -> bool:
    """Return whether the parts of a figure sum to the score of every seat."""
    return all(
        sum(parts_of_seat(figure, match, seat).values()) == score.compute(match.table, seat)
        for seat in match.seats
    )


def parts_of_seat(figure: Metric, match: Match, seat: str) -> dict[str, Fraction]:
    """Return what a seat has by part at this moment."""
    return {part: Fraction(value) for part, value in figure.compute(match.table, seat).items()}


def gained(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return by how much each part changed from one moment to another, without unchanged ones.

    >>> gained({"media": 2, "food": 1}, {"media": 5, "food": 1})
    {'media': Fraction(3, 1)}
    """
    return {
        part: Fraction(value) - Fraction(before.get(part, 0))
        for part, value in after.items()
        if value != before.get(part, 0)
    }
