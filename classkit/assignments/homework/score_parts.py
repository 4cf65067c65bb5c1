"""Scores that are sums of parts, such as points by sector, where the parts are the causes.

The ledger may contain only the space on which points were scored, because a sector can be hidden.
The space does not explain a change, but the part for which it pays does.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.match import Match
from classkit.engine.metrics import Metric

SINCE_BEGINNING_TEXT = "since the match began"
"""Window of a cumulative metric, whose change is the amount gained over a stretch."""


def find_parts_metric(match: Match, score: Metric | None) -> Metric | None:
    """Return the metric whose parts sum to a score, or None.

    >>> import classkit
    >>> m = classkit.new("economy", seats=3, seed=7)
    >>> score = next(one for one in m.game.active_metrics(m.table) if one.key == "points")
    >>> find_parts_metric(m, score).key
    'points_by_sector'
    """
    if score is None:
        return None
    for figure in match.game.active_metrics(match.table):
        counts = figure.scope == "seat_parts" and figure.window == SINCE_BEGINNING_TEXT
        if counts and figure.unit == score.unit and has_matching_sum(figure, score, match):
            return figure
    return None


def has_matching_sum(metric: Metric, score: Metric, match: Match) -> bool:
    """Return True if the parts of a metric sum to the score for every seat."""
    return all(
        sum(compute_seat_parts(metric, match, seat).values()) == score.compute(match.table, seat)
        for seat in match.seats
    )


def compute_seat_parts(metric: Metric, match: Match, seat: str) -> dict[str, Fraction]:
    """Return a seat's current amounts by part."""
    return {part: Fraction(value) for part, value in metric.compute(match.table, seat).items()}


def diff_parts(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the changes by part, omitting unchanged parts.

    >>> diff_parts({"media": 2, "food": 1}, {"media": 5, "food": 1})
    {'media': Fraction(3, 1)}
    """
    return {
        part: Fraction(value) - Fraction(before.get(part, 0))
        for part, value in after.items()
        if value != before.get(part, 0)
    }
