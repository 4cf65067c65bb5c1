"""A chart as an ordinary plotly figure: the same data and colours as on the table.

plotly is imported here and nowhere else, when a figure is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.errors import known_name
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.engine.views import looker

from .figure_kinds import (
    COLOURS,
    add_bands,
    add_heat_map,
    add_present,
    add_scatter,
    add_timeline,
    escape,
)
from .hidden_figures import LEFT, WHY, hidden_course, hidden_present
from .labels import part_label
from .rows import until_now

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MARKS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "hexagon", "x")

Line = tuple[str, list[Any]]
PALE = 0.4
"""The opacity of the bars of seats that a chart does not put forward."""


def make_figure(match: Match, key: str, seen_as: str = INSTRUCTOR) -> Figure:
    """The chart of that key up to this very moment; UnknownName if there is none.

    ``seen_as`` is "instructor", "everybody" or the letter of a seat. Of a figure whose course would
    tell them what lies hidden, only the latest value is drawn, and the title says why;
    after going back not even that.
    """
    import plotly.graph_objects as go

    charts = {chart.key: chart for chart in match.game.charts_of(match.table)}
    chart = charts[known_name("chart", key, charts)]
    viewer = looker(seen_as, match.seats)
    over_time = not chart.now and chart.kind != "heat_map"
    no_course = bool({*chart.metrics} & {*hidden_course(match, viewer)})
    alone = over_time and no_course
    rows = rows_of(match, chart)[-1:] if alone else rows_of(match, chart)
    figure = go.Figure()
    if {*chart.metrics} & {*hidden_present(match, viewer)}:
        return figure.update_layout(title=escape(f"{chart.title}. {LEFT}"), template="plotly_white")
    if chart.kind == "heat_map":
        # the ends of its colours would tell how far the figure has gone before
        add_heat_map(figure, match, chart, [] if no_course else match.history)
    elif chart.now:
        add_present(figure, match, chart)
    elif chart.kind == "scatter":
        add_scatter(figure, match, chart, rows)
    elif chart.kind == "timeline" and not alone:
        add_timeline(figure, match, chart, rows)
    else:
        add_course(figure, match, chart, rows, alone)
    for value, label in chart.lines:
        figure.add_hline(y=value, line_dash="dashdot", annotation_text=escape(label))
    figure.update_layout(
        title=escape(f"{chart.title}. {WHY}" if alone else chart.title),
        template="plotly_white",
        xaxis_title=escape(axis_word(match, chart)),
        yaxis_title=escape("" if chart.kind == "heat_map" else chart.y_title),
    )
    if chart.log and chart.kind != "heat_map":
        offer_log(figure, chart)
    return figure


def add_course(
    figure: Figure, match: Match, chart: Chart, rows: list[dict[str, Any]], alone: bool
) -> None:
    """Lines or bars over the turns, with the marks on them and the bands behind.

    ``alone`` where there is one row only, because the course is not for everybody.
    """
    for at, (name, values) in enumerate(lines_of(match, chart, rows)):
        drawn = trace(
            "bar" if alone else chart.kind,
            at,
            escape(name),
            [row[chart.per] for row in rows],
            values,
        )
        if chart.shade and at < len(match.seats):
            seat = match.seats[at]
            drawn.marker.opacity = [1 if row[chart.shade][seat] else PALE for row in rows]
        figure.add_trace(drawn)
    if chart.marks:
        add_marks(figure, chart, rows)
    if chart.bands:
        labels = {metric.key: metric.label for metric in match.game.metrics_of(match.table)}
        add_bands(figure, chart, rows, labels[chart.bands])
    figure.update_layout(barmode="relative")


def offer_log(figure: Figure, chart: Chart) -> None:
    """Two buttons: an axis on which equal steps add, and one on which they multiply."""
    axes = ("yaxis", "xaxis") if chart.kind == "scatter" else ("yaxis",)
    buttons = [
        {
            "label": label,
            "method": "relayout",
            "args": [{f"{axis}.type": kind for axis in axes}],
        }
        for label, kind in (("Linear", "linear"), ("Logarithmic", "log"))
    ]
    place = {"x": 1, "xanchor": "right", "y": 1.12, "yanchor": "bottom"}
    figure.update_layout(
        updatemenus=[{"type": "buttons", "direction": "right", "buttons": buttons, **place}]
    )


def axis_word(match: Match, chart: Chart) -> str:
    """Return what the x axis counts: turns, rounds, or a figure by label; empty under names."""
    labels = {metric.key: metric.label for metric in match.game.metrics_of(match.table)}
    if chart.kind == "scatter":
        return labels[chart.metrics[0]]
    if chart.now or chart.kind == "heat_map":
        return ""
    return labels.get(chart.per, chart.per.capitalize())


def rows_of(match: Match, chart: Chart) -> list[dict[str, Any]]:
    """Return a row for each turn up to this moment, or the last of each round or of each value."""
    rows = until_now(match)
    if chart.per != "turn":
        rows = list({row[chart.per]: row for row in rows}.values())
    return rows


def lines_of(match: Match, chart: Chart, rows: list[dict[str, Any]]) -> list[Line]:
    """The series of a chart: a name, and a value for each row."""
    metrics = {metric.key: metric for metric in match.game.metrics_of(match.table)}
    return [
        line for key in chart.metrics for line in lines_of_metric(match, metrics[key], chart, rows)
    ]


def lines_of_metric(
    match: Match, metric: Metric, chart: Chart, rows: list[dict[str, Any]]
) -> list[Line]:
    """The series of one figure: itself, or one for each seat or part."""
    say, key = match.say(), metric.key
    prefix = f"{metric.label}: " if len(chart.metrics) > 1 else ""
    if metric.scope == "table":
        return [(metric.label, [row[key] for row in rows])]
    if metric.scope == "seat":
        return [(prefix + say.seat(seat), [row[key][seat] for row in rows]) for seat in match.seats]
    if metric.scope == "parts":
        parts = dict.fromkeys(part for row in rows for part in row[key])
        return [
            (prefix + part_label(say, part), [row[key].get(part, 0) for row in rows])
            for part in parts
        ]
    names = dict.fromkeys(part for row in rows for seat in match.seats for part in row[key][seat])
    return [
        (
            f"{say.seat(seat)}: {part_label(say, part)}",
            [row[key][seat].get(part, 0) for row in rows],
        )
        for seat in match.seats
        for part in names
    ]


def trace(kind: str, at: int, name: str, x: list[Any], y: list[Any]) -> Any:
    """One series, drawn as its kind of chart asks."""
    import plotly.graph_objects as go

    colour = COLOURS[at % len(COLOURS)]
    if kind in ("bar", "stacked_bar"):
        return go.Bar(name=name, x=x, y=y, marker_color=colour)
    line = {"color": colour, "dash": DASHES[at // len(COLOURS) % len(DASHES)]}
    if kind == "stacked_area":
        return go.Scatter(name=name, x=x, y=y, mode="lines", stackgroup="all", line=line)
    shape = "hv" if kind == "step" else "linear"
    line["dash"] = DASHES[at % len(DASHES)]
    return go.Scatter(name=name, x=x, y=y, mode="lines", line={**line, "shape": shape})


def add_marks(figure: Figure, chart: Chart, rows: list[dict[str, Any]]) -> None:
    """Markers where the text figure of a chart changes."""
    import plotly.graph_objects as go

    found: dict[str, list[dict[str, Any]]] = {}
    before = None
    for row in rows:
        text = row[chart.marks]
        if text and text != before:
            found.setdefault(str(text), []).append(row)
        before = text
    for at, (text, marked) in enumerate(found.items()):
        figure.add_trace(
            go.Scatter(
                name=escape(text),
                x=[row[chart.per] for row in marked],
                y=[row[chart.metrics[0]] for row in marked],
                mode="markers",
                marker={"symbol": MARKS[at % len(MARKS)], "size": 10},
            )
        )
