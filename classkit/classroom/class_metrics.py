"""Class metrics: one public number from each table per turn or round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, NamedTuple

from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.engine.rulebook_text import TextFormatter, lower_label

CHART_KINDS = ("line", "step", "bar")
"""Kinds of charts that show metrics over turns."""
RESET_WINDOWS = ("this turn", "this round")
"""The windows of metrics that restart each turn or round."""
MIN_TABLE_SHARE = 0.5
"""A point of the axis is drawn once this share of the tables has reached it."""

Axis = Literal["turn", "round"]


class ClassMetric(NamedTuple):
    """A metric by which the tables of a class are compared, over turns or rounds.

    A metric of seats is averaged over the seats of a table. A metric that restarts each turn or
    round is replaced by its average ``so_far``, because single turns mostly show chance.

    Args:
        key: Key of the metric.
        label: Name of the metric.
        unit: Unit of the metric.
        axis: "turn" or "round".
        so_far: True if each value is the average of all turns or rounds so far.

    Example:
        >>> import classkit
        >>> list_class_metrics(classkit.new("poleconomy", 3, seed=1))[0].label
        'Inflation Number'
    """

    key: str
    label: str
    unit: str
    axis: Axis
    so_far: bool = False


def list_class_metrics(match: Match) -> list[ClassMetric]:
    """List the metrics of a match by which a class can be compared, displayed ones first.

    Metrics whose history would reveal hidden information are left out.

    >>> import classkit
    >>> [one.label for one in list_class_metrics(classkit.new("poleconomy", 3, seed=1))][:2]
    ['Inflation Number', 'Treasury']
    """
    game, table = match.game, match.table
    metrics = {metric.key: metric for metric in game.active_metrics(table)}
    hidden = set(game.secrecy.metrics_without_history(table))
    first, present = game.first_charts(table), match.present_row()
    charts = [
        chart for chart in game.active_charts(table) if chart.kind in CHART_KINDS and not chart.now
    ]
    charts.sort(key=lambda chart: [*first, chart.key].index(chart.key))
    found = dict[str, ClassMetric]()
    for chart in charts:
        for key in chart.metrics:
            if key in metrics and key not in hidden and is_numeric(metrics[key], present[key]):
                found.setdefault(key, build_class_metric(metrics[key], chart, match.say()))
    return list(found.values())


def build_class_metric(metric: Metric, chart: Chart, say: TextFormatter) -> ClassMetric:
    """Build the class metric for a metric of a chart.

    If its chart has several metrics, the label includes the title of the chart.
    """
    label = f"Mean {lower_label(metric.label)}" if metric.scope == "seat" else metric.label
    several = len(chart.metrics) > 1 and label != chart.title
    label = f"{label} ({chart.title})" if several else label
    so_far = metric.window in RESET_WINDOWS
    label = f"{label}, average so far" if so_far else label
    axis: Axis = "round" if "round" in (chart.per, chart.ticks) else "turn"
    return ClassMetric(metric.key, label, say.read_unit(metric.unit), axis, so_far)


def is_numeric(metric: Metric, value: Any) -> bool:
    """Return True if a value is one number for the table or for each seat, or is not known yet."""
    if metric.scope not in ("table", "seat"):
        return False
    values = value.values() if metric.scope == "seat" else [value]
    return not any(isinstance(one, str) for one in values)


def compute_value(value: Any) -> float | None:
    """Reduce a metric to one number: the mean over seats, or None if there is none.

    >>> compute_value({"A": 2, "B": 4, "C": None}), compute_value(7), compute_value(None)
    (3.0, 7.0, None)
    """
    if isinstance(value, Mapping):
        known = [float(one) for one in value.values() if one is not None]
        return fmean(known) if known else None
    return None if value is None else float(value)


class TableSeries(NamedTuple):
    """The values of a metric at one table, for each point of the axis from 0 to the last known one.

    A match that is over keeps its last value.

    Args:
        values: The values.
        is_over: True if the match is over.

    Example:
        >>> TableSeries([1.0, 2.0], is_over=True).get_value(9)
        2.0
    """

    values: Sequence[float | None]
    is_over: bool = False

    @property
    def length(self) -> int:
        """The number of known points."""
        return len(self.values)

    def has_reached(self, place: int) -> bool:
        """Return True if the table has reached this point, or its match is over.

        Args:
            place: The point of the axis.

        Returns:
            Whether :meth:`get_value` has a value for the point.
        """
        return place < self.length or (self.is_over and self.length > 0)

    def get_value(self, place: int) -> float | None:
        """Return the value at a point that the table has reached.

        Args:
            place: The point of the axis.

        Returns:
            The value, or None if it is unknown.

        Example:
            >>> TableSeries([1.0, None]).get_value(1) is None
            True
        """
        return self.values[min(place, self.length - 1)]


def build_series(match: Match, metric: ClassMetric) -> TableSeries:
    """Return the values of a match's metric after each completed turn or round.

    A turn without a row repeats the previous value.
    """
    now = match.turn if metric.axis == "turn" else match.round
    last = dict[int, float | None]()
    for row in match.history:
        if metric.key in row and (match.is_over or row[metric.axis] < now):
            last[row[metric.axis]] = compute_value(row[metric.key])
    values: list[float | None] = []
    known: list[float] = []
    for place in range(max(last, default=-1) + 1):
        value = last.get(place)
        if metric.so_far:
            known += [] if value is None else [value]
            value = fmean(known) if known else None
        elif place not in last and values:
            value = values[-1]
        values.append(value)
    return TableSeries(values, match.is_over)


def count_common_places(series: Sequence[TableSeries]) -> int:
    """Return the number of points of the axis that at least half of the tables have reached.

    >>> (count_common_places([TableSeries([1, 2, 3]), TableSeries([1, 2]), TableSeries([1])]),
    ...  count_common_places([]))
    (2, 0)
    """
    longest = max((course.length for course in series), default=0)
    return next(
        (
            place
            for place in range(longest)
            if sum(course.has_reached(place) for course in series) < MIN_TABLE_SHARE * len(series)
        ),
        longest,
    )
