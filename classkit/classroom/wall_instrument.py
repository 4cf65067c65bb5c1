"""The first instrument of a match on the wall: its value, and a heat from 0 to 4."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from statistics import fmean
from typing import Any, TypedDict

from classkit.charts.chart_style import get_currency
from classkit.charts.instruments import choose_instruments
from classkit.charts.number_format import format_cell, format_legend
from classkit.engine.currency import MINUS
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.widgets.chart_redaction import Redaction

from .sparkline import Sparkline

HEAT_BOUNDS = (0.8, 0.95, 1.05, 1.25)
"""Bounds between the five degrees of heat, as shares of the value at the beginning of the match."""
BOUND_LABELS = ("\u221220%", "", "start", "", "+25%")
MAX_LEVELS = 12
"""Maximum number of levels that the legend lists one by one."""
MAX_HEAT = 4
COVERED = "?"


class InstrumentNow(TypedDict):
    """An abbreviated value, and its heat from 0 to 4, or None if the match has no scale for it."""

    label: str
    text: str
    heat: int | None


class TableInstruments(TypedDict):
    """The first instrument of a table, its leader and its sparkline, computed from the match.

    ``leader`` is a seat with its score in full and abbreviated. If the score is covered, there is
    no leader and no sparkline.
    """

    instrument: InstrumentNow | None
    measure: str
    leader: tuple[str, str, str] | None
    course: Sparkline


class HeatScale(TypedDict):
    """The legend of the wall: the name of the value, and the text of each level with its heat."""

    label: str
    levels: list[tuple[str, int]]


def build_instrument(match: Match, redaction: Redaction) -> InstrumentNow | None:
    """Return the current first instrument of a match; "?" while its chart is covered.

    None for a match without charts.

    >>> import classkit
    >>> from classkit.widgets.chart_redaction import NO_REDACTION
    >>> build_instrument(classkit.new("poleconomy", 3, seed=1), NO_REDACTION)
    {'label': 'Inflation Number', 'text': '1', 'heat': 0}
    """
    found = find_instrument(match)
    if found is None:
        return None
    chart, metric = found
    if redaction.hides_chart(chart.key) or metric.key in redaction.figures:
        return {"label": chart.title, "text": COVERED, "heat": None}
    value = reduce_value(metric, match.present_row()[metric.key])
    text = format_short(value, metric.unit) if isinstance(value, float) else str(value or "")
    return {"label": chart.title, "text": text, "heat": measure_heat(match, chart, metric, value)}


def build_scale(match: Match) -> HeatScale | None:
    """Return the legend of the first instrument, without levels if it has no heat.

    >>> import classkit
    >>> build_scale(classkit.new("economicon", 3, seed=1))["levels"]
    [('−20%', 0), ('', 1), ('start', 2), ('', 3), ('+25%', 4)]
    """
    found = find_instrument(match)
    if found is None:
        return None
    chart, metric = found
    most = chart.most
    if most is not None and most == int(most) and 1 < most <= MAX_LEVELS:
        levels = [(f"{level}", share_heat(level, most)) for level in range(1, int(most) + 1)]
    elif most is not None:
        levels = [
            ("1" if at == 0 else f"{most:g}" if at == MAX_HEAT else "", at) for at in range(5)
        ]
    else:
        first = get_first_value(match, metric)
        levels = [(text, at) for at, text in enumerate(BOUND_LABELS)] if first else []
    return {"label": chart.title, "levels": levels}


def find_instrument(match: Match) -> tuple[Chart, Metric] | None:
    """Return the chart of the first instrument and its metric."""
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    chart = charts.get(next(iter(choose_instruments(match)), ""))
    metrics = {metric.key: metric for metric in match.game.active_metrics(match.table)}
    metric = metrics.get(chart.metrics[0]) if chart else None
    return (chart, metric) if chart and metric else None


def reduce_value(metric: Metric, value: Any) -> float | str | None:
    """Reduce a value to one number: the total of parts or the mean of seats. Keep text."""
    if isinstance(value, Mapping):
        parts = [
            reduce_value(metric, one) if isinstance(one, Mapping) else one for one in value.values()
        ]
        known = [float(one) for one in parts if isinstance(one, (int, float))]
        if not known:
            return None
        return sum(known) if metric.scope == "parts" else fmean(known)
    return float(value) if isinstance(value, (int, float)) else value


def measure_heat(
    match: Match, chart: Chart, metric: Metric, value: float | str | None
) -> int | None:
    """Return the heat of a value, relative to the chart's range or to its first value."""
    if not isinstance(value, float):
        return None
    if chart.most is not None:
        return share_heat(value, chart.most)
    first = get_first_value(match, metric)
    return bisect_right(HEAT_BOUNDS, value / first) if first else None


def share_heat(value: float, most: float) -> int:
    """Return the heat of a value from 1 to ``most``: each degree is a fifth of the range.

    >>> [share_heat(level, 8) for level in range(1, 9)]
    [0, 0, 1, 2, 2, 3, 4, 4]
    """
    return max(0, min(MAX_HEAT, int((MAX_HEAT + 1) * (value - 1) / (most - 1))))


def get_first_value(match: Match, metric: Metric) -> float | None:
    """Return the value at the beginning, or None if it is hidden, unknown or not above 0."""
    if metric.key in match.game.secrecy.metrics_without_history(match.table) or not match.history:
        return None
    first = reduce_value(metric, match.history[0].get(metric.key))
    return first if isinstance(first, float) and first > 0 else None


def format_short(value: float, unit: str) -> str:
    """Abbreviate a value for a cell of the wall.

    >>> format_short(3_212_000, "$"), format_short(112.04, "%"), format_short(35.25, "gold")
    ('$3.2M', '112', '35')
    >>> format_short(3.0, "")
    '3'
    """
    if (currency := get_currency(unit)) is not None:
        if abs(value) < 999_500:
            return format_legend(value, unit)
        return currency.attach(f"{abs(value) / 1_000_000:.1f}M", MINUS if value < 0 else "")
    return format_cell(value, unit).removesuffix("%")
