"""Fans: quantiles of many futures by turn, as lists and as a plotly figure.

Quantiles are computed without numpy, which needs too much memory in the kernel of a live table.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.charts.chart_context import ChartContext, Seat
from classkit.charts.chart_types import FanData, FanLinesData, MetricPlanData, MetricRowData
from classkit.charts.export import export_chart
from classkit.charts.instruments import Role
from classkit.charts.render import render_chart
from classkit.charts.rows import chart_plan, plain_row
from classkit.engine.metrics import Chart

from .single_future import FutureOutcome, SeriesKey

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


QUANTILE_LEVELS = (0.10, 0.25, 0.50, 0.75, 0.90)
"""Quantiles of a fan. Its inner band contains half of the futures, its outer band 80 %."""
QUANTILE_NAMES = ("p10", "p25", "p50", "p75", "p90")
MIN_PLAYING_SHARE = 0.1
"""Minimum share of unfinished futures. Below it, the fan is not drawn."""


class Fan(NamedTuple):
    """The distribution of one series over many futures.

    Args:
        column: Metric key, seat and part of the series. Seat and part may be empty.
        quantiles: Lists of the 10 %, 25 %, 50 %, 75 % and 90 % quantiles. Each list has the length
            of the axis, with None for positions without a value.

    Example:
        >>> Fan(("worth", "A", ""), ([1.0], [2.0], [3.0], [4.0], [5.0])).quantiles[2]
        [3.0]
    """

    column: SeriesKey
    quantiles: tuple[list[float | None], ...]


class Fans(NamedTuple):
    """Fans of several series on a common axis of turns or rounds.

    A future that has ended keeps its last value, so that quantiles always describe all futures.

    Args:
        unit: "turn" or "round".
        axis: The numbers of the turns or rounds.
        playing: Share of futures still running at each position of the axis.
        fans: The distribution of each series.

    Example:
        >>> import classkit
        >>> m = classkit.new("economy", seats=3, seed=1)
        >>> found = classkit.study.futures(m, 4, processes=1).fans("round")
        >>> found.unit, len(found.axis) == len(found.playing)
        ('round', True)
    """

    unit: str
    axis: list[int]
    playing: list[float]
    fans: list[Fan]

    @property
    def drawn_length(self) -> int:
        """Number of positions on the axis with at least MIN_PLAYING_SHARE unfinished futures."""
        return max(
            (at + 1 for at, share in enumerate(self.playing) if share >= MIN_PLAYING_SHARE),
            default=0,
        )

    def group_by_metric(self) -> dict[str, dict[str, list[list[float | None]]]]:
        """Return the drawn part of the quantiles, by metric and then by seat or part.

        A metric of the table has an empty seat. Each part of a metric by seat is listed as a
        separate metric named "metric.part".

        Returns:
            A dict from metric to a dict from seat or part to its five lists of quantiles.
        """
        drawn, found = self.drawn_length, dict[str, dict[str, list[list[float | None]]]]()
        for (key, seat, part), lines in self.fans:
            figure, whose = (f"{key}.{part}", seat) if seat and part else (key, seat or part)
            found.setdefault(figure, {})[whose] = [line[:drawn] for line in lines]
        return found


def interpolate_quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile of sorted values by linear interpolation.

    >>> interpolate_quantile([1, 2, 3, 4, 5], 0.25), interpolate_quantile([1, 2], 0.5)
    (2.0, 1.5)
    >>> interpolate_quantile([7], 0.9)
    7.0
    """
    place = share * (len(ordered) - 1)
    below = floor(place)
    left = ordered[below]
    right = ordered[min(below + 1, len(ordered) - 1)]
    return left + (right - left) * (place - below)


def compute_quantiles(values: Iterable[float]) -> tuple[float | None, ...]:
    """Return the five quantiles, ignoring NaN.

    >>> compute_quantiles([4.0, 1.0, float("nan"), 2.0, 5.0, 3.0])
    (1.4, 2.0, 3.0, 4.0, 4.6)
    """
    ordered = sorted(value for value in values if value == value)
    if not ordered:
        return (None,) * len(QUANTILE_LEVELS)
    return tuple(round(interpolate_quantile(ordered, share), 9) for share in QUANTILE_LEVELS)


def build_fans(outcomes: Sequence[FutureOutcome], unit: str = "turn") -> Fans:
    """Return the fans of all series by turn or by round.

    >>> from array import array
    >>> worth = ("worth", "A", "")
    >>> def future(*values):
    ...     turns = array("l", range(3, 3 + len(values)))
    ...     return FutureOutcome("end", (), turns, turns, {worth: array("d", values)})
    >>> fans = build_fans([future(1, 2), future(5), future(9, 10)])
    >>> fans.axis, [round(share, 2) for share in fans.playing], fans.fans[0].quantiles[2]
    ([3, 4], [1.0, 0.67], [5.0, 5.0])
    """
    columns = dict.fromkeys(column for one in outcomes for column in one.columns)
    places = [one.rounds if unit == "round" else one.turns for one in outcomes]
    ends = [(own[0], own[-1]) for own in places if own]
    if not ends:
        return Fans(unit, [], [], [])
    axis = list(range(min(first for first, _ in ends), max(last for _, last in ends) + 1))
    rows = [align_rows(own, axis) for own in places]
    count = len(outcomes)
    playing = [sum(own[-1] >= at for own in places if own) / count for at in axis]
    fans = []
    for column in columns:
        lines = [
            [line[at] for at in row] if line and row else []
            for line, row in zip((one.columns.get(column) for one in outcomes), rows, strict=True)
        ]
        whole = [line for line in lines if line]
        by_place = [compute_quantiles(values) for values in zip(*whole, strict=True)]
        fans.append(Fan(column, tuple(map(list, zip(*by_place, strict=True)))))
    return Fans(unit, axis, playing, fans)


def align_rows(own: array[int], axis: Sequence[int]) -> list[int]:
    """For each position of the axis, return the index of the last row at or before it.

    >>> align_rows(array("l", [3, 3, 5]), [3, 4, 5, 6])
    [1, 1, 2, 2]
    """
    rows, row = [], 0
    for at in axis:
        while row + 1 < len(own) and own[row + 1] <= at:
            row += 1
        rows.append(row)
    return rows if own else []


Data = dict[str, Any]


def draw_fans(
    chart: Chart,
    metrics: dict[str, MetricPlanData],
    seats: Sequence[Seat],
    past: Sequence[Data],
    fans: Fans,
    turn: int,
    role: Role = "",
) -> Figure:
    """Return the figure of a chart: its history, then fans from the given turn on."""
    rows = [plain_row(row, metrics) for row in past]
    if metrics[chart.metrics[0]]["scope"] == "seat_parts":
        chart, metrics, rows = split_by_part(chart, metrics, rows)
    plan = chart_plan(chart, role)
    drawn: FanLinesData = {"x": fans.axis[: fans.drawn_length], "figures": fans.group_by_metric()}
    fan: FanData = {"run": 0, "n": 0, "turn": turn, "by": {fans.unit: drawn}}
    context = ChartContext(metrics, seats, rows, fan=fan, all_bands=True)
    return export_chart(render_chart(plan, context), rows, chart.title, plan["y_title"])


def split_by_part(
    chart: Chart, metrics: dict[str, MetricPlanData], rows: list[MetricRowData]
) -> tuple[Chart, dict[str, MetricPlanData], list[MetricRowData]]:
    """Split a metric by seats and parts into one metric by seats for each part.

    Each line of the chart then has one seat and one part. Names are the same as in
    :meth:`Fans.group_by_metric`.
    """
    key = chart.metrics[0]
    metric = metrics[key]
    parts = {f"{key}.{part}": (part, label) for part, label in metric["parts"]}
    split: dict[str, MetricPlanData] = {
        one: {**metric, "scope": "seat", "label": label} for one, (_, label) in parts.items()
    }
    values = [
        {one: {seat: held.get(part, 0) for seat, held in row["values"][key].items()}
         for one, (part, _) in parts.items()}
        for row in rows
    ]  # fmt: skip
    split_rows: list[MetricRowData] = [
        {**row, "values": {**row["values"], **more}} for row, more in zip(rows, values, strict=True)
    ]
    return replace(chart, metrics=tuple(parts)), {**metrics, **split}, split_rows
