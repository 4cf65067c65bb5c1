"""Fans as an ordinary plotly figure: a chart as the page draws it, with the futures behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from classkit.charts.describe import describe
from classkit.charts.facts import Seen
from classkit.charts.figure import draw
from classkit.charts.fill import Source
from classkit.charts.pictures import scopes_asked
from classkit.charts.rows import chart_plan, plain_row
from classkit.charts.series import Figures, Seat
from classkit.engine.metrics import Chart

from .fan import Fans

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Data = dict[str, Any]


def draw_fans(
    chart: Chart,
    metrics: Data,
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
    drawn = {"x": fans.axis[: fans.drawn], "figures": fans.by_figure()}
    fan = {"turn": turn, "by": {fans.unit: drawn}}
    held = Seen().of(rows, scopes_asked([plan], metrics))
    figures = Figures(metrics, seats, held, fan=fan, all_bands=True)
    return draw(describe(plan, figures), Source(rows, fan=fan), chart.title)


def split_by_part(chart: Chart, metrics: Data, rows: list[Data]) -> tuple[Chart, Data, list[Data]]:
    """Take a figure of seats by parts as one figure of seats for each part.

    So each line is of one seat and one part, and :meth:`Fans.by_figure` names it in the same way.
    """
    key = chart.metrics[0]
    metric = metrics[key]
    parts = {f"{key}.{part}": (part, label) for part, label in metric["parts"]}
    split = {one: {**metric, "scope": "seat", "label": label} for one, (_, label) in parts.items()}
    values = [
        {one: {seat: held.get(part, 0) for seat, held in row["values"][key].items()}
         for one, (part, _) in parts.items()}
        for row in rows
    ]  # fmt: skip
    split_rows = [
        {**row, "values": {**row["values"], **more}} for row, more in zip(rows, values, strict=True)
    ]
    return replace(chart, metrics=tuple(parts)), {**metrics, **split}, split_rows
