"""Fans: quantiles of many futures, turn by turn, as plain lists and as a plotly figure.

The lists do without numpy, because the kernel of a live table has no room for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.charts.describe import describe
from classkit.charts.facts import Seen
from classkit.charts.figure import draw
from classkit.charts.fill import Source
from classkit.charts.pictures import scopes_asked
from classkit.charts.rows import chart_plan, plain_row
from classkit.charts.series import Figures, Seat
from classkit.charts.shapes import FanLines, FanNow, MetricPlan, Row
from classkit.engine.metrics import Chart

from .future import Column, Outcome

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


SHARES = (0.10, 0.25, 0.50, 0.75, 0.90)
"""The quantiles of a fan. Half of the futures lie between the second and the fourth, eight tenths
between the first and the last."""
NAMES = ("p10", "p25", "p50", "p75", "p90")
FEWEST = 0.1
"""The share of futures that must still go on for a fan to be drawn."""


class Fan(NamedTuple):
    """The distribution of one line of numbers.

    ``quantiles`` holds one list for each of ``SHARES``, as long as the axis of the fans, with None
    where no future has a value.
    """

    column: Column
    quantiles: tuple[list[float | None], ...]


class Fans(NamedTuple):
    """The fans of several columns on one axis of turns or rounds.

    ``playing`` is the share of futures that had not ended before. A match that is over keeps its
    last value, so every quantile is one of all futures, not only of those that last longest.
    """

    unit: str
    axis: list[int]
    playing: list[float]
    fans: list[Fan]

    @property
    def drawn(self) -> int:
        """The number of places on the axis to draw: as far as a tenth of the futures goes on."""
        return max((at + 1 for at, share in enumerate(self.playing) if share >= FEWEST), default=0)

    def by_figure(self) -> dict[str, dict[str, list[list[float | None]]]]:
        """Return the quantiles as far as they are drawn, by figure and by whose line it is.

        A line is a seat's or a part's, or, with an empty name, the table's. A part of a figure of
        seats is a figure of its own, "figure.part".
        """
        drawn, found = self.drawn, dict[str, dict[str, list[list[float | None]]]]()
        for (key, seat, part), lines in self.fans:
            figure, whose = (f"{key}.{part}", seat) if seat and part else (key, seat or part)
            found.setdefault(figure, {})[whose] = [line[:drawn] for line in lines]
        return found


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile of values in rising order, interpolating between two of them.

    >>> quantile([1, 2, 3, 4, 5], 0.25), quantile([1, 2], 0.5), quantile([7], 0.9)
    (2.0, 1.5, 7.0)
    """
    place = share * (len(ordered) - 1)
    below = floor(place)
    left = ordered[below]
    right = ordered[min(below + 1, len(ordered) - 1)]
    return left + (right - left) * (place - below)


def quantiles(values: Iterable[float]) -> tuple[float | None, ...]:
    """Return the five quantiles, leaving out nan.

    >>> quantiles([4.0, 1.0, float("nan"), 2.0, 5.0, 3.0])
    (1.4, 2.0, 3.0, 4.0, 4.6)
    """
    ordered = sorted(value for value in values if value == value)
    if not ordered:
        return (None,) * len(SHARES)
    return tuple(round(quantile(ordered, share), 9) for share in SHARES)


def fans_of(outcomes: Sequence[Outcome], unit: str = "turn") -> Fans:
    """Return the fans of all columns by turn, or by round.

    >>> from array import array
    >>> worth = ("worth", "A", "")
    >>> def future(*values):
    ...     turns = array("l", range(3, 3 + len(values)))
    ...     return Outcome("end", (), turns, turns, {worth: array("d", values)})
    >>> fans = fans_of([future(1, 2), future(5), future(9, 10)])
    >>> fans.axis, [round(share, 2) for share in fans.playing], fans.fans[0].quantiles[2]
    ([3, 4], [1.0, 0.67], [5.0, 5.0])
    """
    columns = dict.fromkeys(column for one in outcomes for column in one.columns)
    places = [one.rounds if unit == "round" else one.turns for one in outcomes]
    ends = [(own[0], own[-1]) for own in places if own]
    if not ends:
        return Fans(unit, [], [], [])
    axis = list(range(min(first for first, _ in ends), max(last for _, last in ends) + 1))
    rows = [rows_on(own, axis) for own in places]
    count = len(outcomes)
    playing = [sum(own[-1] >= at for own in places if own) / count for at in axis]
    fans = []
    for column in columns:
        lines = [
            [line[at] for at in row] if line and row else []
            for line, row in zip((one.columns.get(column) for one in outcomes), rows, strict=True)
        ]
        whole = [line for line in lines if line]
        by_place = [quantiles(values) for values in zip(*whole, strict=True)]
        fans.append(Fan(column, tuple(map(list, zip(*by_place, strict=True)))))
    return Fans(unit, axis, playing, fans)


def rows_on(own: array[int], axis: Sequence[int]) -> list[int]:
    """Return for each place of the axis the index of the last row at or before it.

    >>> rows_on(array("l", [3, 3, 5]), [3, 4, 5, 6])
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
    metrics: dict[str, MetricPlan],
    seats: Sequence[Seat],
    past: Sequence[Data],
    fans: Fans,
    turn: int,
) -> Figure:
    """Return the figure of a chart up to now, with the fans of its lines from that turn on."""
    rows = [plain_row(row, metrics) for row in past]
    if metrics[chart.metrics[0]]["scope"] == "seat_parts":
        chart, metrics, rows = split_by_part(chart, metrics, rows)
    plan = chart_plan(chart)
    drawn: FanLines = {"x": fans.axis[: fans.drawn], "figures": fans.by_figure()}
    fan: FanNow = {"run": 0, "n": 0, "turn": turn, "by": {fans.unit: drawn}}
    held = Seen().of(rows, scopes_asked([plan], metrics))
    figures = Figures(metrics, seats, held, fan=fan, all_bands=True)
    return draw(describe(plan, figures), Source(rows, fan=fan), chart.title)


def split_by_part(
    chart: Chart, metrics: dict[str, MetricPlan], rows: list[Row]
) -> tuple[Chart, dict[str, MetricPlan], list[Row]]:
    """Take a figure of seats by parts as one figure of seats for each part.

    So each line is of one seat and one part, and :meth:`Fans.by_figure` names it in the same way.
    """
    key = chart.metrics[0]
    metric = metrics[key]
    parts = {f"{key}.{part}": (part, label) for part, label in metric["parts"]}
    split: dict[str, MetricPlan] = {
        one: {**metric, "scope": "seat", "label": label} for one, (_, label) in parts.items()
    }
    values = [
        {one: {seat: held.get(part, 0) for seat, held in row["values"][key].items()}
         for one, (part, _) in parts.items()}
        for row in rows
    ]  # fmt: skip
    split_rows: list[Row] = [
        {**row, "values": {**row["values"], **more}} for row, more in zip(rows, values, strict=True)
    ]
    return replace(chart, metrics=tuple(parts)), {**metrics, **split}, split_rows
