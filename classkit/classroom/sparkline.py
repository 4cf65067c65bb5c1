"""Sparkline of a table in the overview: the standings metric, as a line for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from classkit.attribution.metric_selection import race_metrics
from classkit.charts.instruments import choose_instruments
from classkit.engine.match import Match
from classkit.widgets.chart_redaction import Redaction

MAX_POINTS, MAX_HEIGHT = 24, 100
"""Maximum number of points of a line, and the height of the highest point. Heights start at 0."""

Sparkline = dict[str, list[int]]


def build_sparkline(match: Match) -> Sparkline:
    """Return the heights of each seat's line over the turns, on one scale.

    Before two turns, there are none.

    The lines show the standings metric. If its history would reveal hidden information, there are
    no lines. Using only a few whole numbers keeps the overview of twenty tables small.

    >>> import classkit
    >>> match = classkit.new("poleconomy", 3, seed=1, options={"game": 1}).play("turn").play("turn")
    >>> {seat: len(heights) for seat, heights in build_sparkline(match).items()}
    {'A': 4, 'B': 4, 'C': 4}
    """
    rows, figures = match.history, race_metrics(match, None)
    title = next(iter(match.as_seen_by(None).races), "")
    if title not in figures or len(rows) < 2:
        return {}
    key = figures[title].key
    present = match.present_row()  # makes the leader of the standings highest at the end
    known = [*rows, present] if isinstance(present.get(key), Mapping) else rows
    values = [row[key] for row in thin_rows(known)]
    seats = [seat for seat in match.seats if all(isinstance(one.get(seat), Real) for one in values)]
    heights = [float(one[seat]) for one in values for seat in seats]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    scale = MAX_HEIGHT / (high - low) if high > low else 0.0
    return {seat: [round((float(one[seat]) - low) * scale) for one in values] for seat in seats}


def build_present_heights(match: Match, redaction: Redaction) -> Sparkline:
    """Return one height for each seat from the current third instrument, or none if it is covered.

    The heights replace lines that are hidden or flat, as in a game that awards points late.

    >>> import classkit
    >>> from classkit.widgets.chart_redaction import NO_REDACTION
    >>> match = classkit.new("economy", 3, seed=1).play("round").play("round").play("round")
    >>> max(heights[0] for heights in build_present_heights(match, NO_REDACTION).values())
    100
    """
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    chart = charts.get(choose_instruments(match)[-1]) if charts else None
    if chart is None or redaction.hides_chart(chart.key) or chart.metrics[0] in redaction.figures:
        return {}
    values = match.present_row().get(chart.metrics[0])
    if not isinstance(values, Mapping) or not {*match.seats} <= {*values}:
        return {}
    known = [(seat, values[seat]) for seat in match.seats]
    sizes = {seat: max(0.0, float(one)) for seat, one in known if isinstance(one, Real)}
    high = max(sizes.values(), default=0.0)
    return {seat: [round(MAX_HEIGHT * one / high)] for seat, one in sizes.items()} if high else {}


def thin_rows(rows: list[Any]) -> list[Any]:
    """Return at most MAX_POINTS evenly spaced rows, including the first and the last.

    >>> thin_rows([1, 2, 3]), len(thin_rows([*range(1_000)])), thin_rows([*range(1_000)])[-1]
    ([1, 2, 3], 24, 999)
    """
    last = len(rows) - 1
    if last < MAX_POINTS:
        return rows
    return [rows[round(at * last / (MAX_POINTS - 1))] for at in range(MAX_POINTS)]
