"""Charts as standalone plotly figures, made from the same data as the charts on a page.

plotly is imported only when a figure is created.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.errors import require_known
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import EMPTY_REMARK
from classkit.engine.views import read_viewer

from .axes import name_level
from .chart_cache import ChartCache
from .chart_context import ChartRows, find_round_starts
from .chart_style import escape, format_money_ticks, isolate_direction, print_colour
from .chart_types import BranchRowsData, ChartData, FanData, Given, PredictionData
from .guesses import GUESS_PREFIX
from .redaction import HIDDEN_TEXT, PRESENT_ONLY_TEXT, get_fully_hidden
from .rows import RowCache

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_UNIT_TICKS = 8
"""Maximum length of an axis with a tick for each whole number."""


class Backdrop(NamedTuple):
    """Background of a table's charts: other branches, futures and predictions.

    ``faded`` is True if the match has continued since the futures were simulated.
    """

    branches: Sequence[BranchRowsData] = ()
    branch: str = ""
    fan: FanData | None = None
    faded: bool = False
    predictions: Mapping[str, PredictionData] = {}


def make_figure(
    match: Match, key: str, seen_as: str = INSTRUCTOR, behind: Backdrop | None = None
) -> Figure:
    """Return a chart of the match so far as a plotly figure.

    If a metric's history would reveal hidden information, the chart shows only the latest value,
    and the title explains why. At an earlier step, the chart shows no value. If a metric cannot be
    computed, the chart omits it and issues a warning with the reason.

    Args:
        match: The match.
        key: The key of the chart.
        seen_as: "instructor", "everybody" or the letter of a seat.
        behind: Branches, futures and predictions to draw as well.

    Raises:
        UnknownName: The game does not have this chart.
    """
    import plotly.graph_objects as go

    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    chart = charts[require_known("chart", key, charts)]
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    if {*chart.drawn} & {*get_fully_hidden(match, viewer)}:
        return go.Figure().update_layout(
            title=escape(f"{chart.title}. {HIDDEN_TEXT}"), template="plotly_white"
        )
    made, behind, cache = RowCache(), behind or Backdrop(), ChartCache()
    rows = made.get_current_rows(match, viewer)
    for figure in chart.metrics:
        if figure in made.broken:
            warnings.warn(f"{made.broken[figure]} {EMPTY_REMARK}", stacklevel=2)
    plans, _ = cache.get_plans(match, match.say(), viewer)
    plan = next(one for one in plans if one["key"] == key)
    context = cache.build_context(
        match, match.say(), viewer, rows, branch=behind.branch, fan=behind.fan,
        branches=[one for one in behind.branches if one["name"] != behind.branch],
        faded=behind.faded,
    )  # fmt: skip
    shown = cache.get_charts([plan], context, behind.predictions)[key]
    present = f". {PRESENT_ONLY_TEXT}" if PRESENT_ONLY_TEXT in plan["note"] else ""
    return export_chart(shown, rows, f"{chart.title}{present}", plan["y_title"])


def export_chart(chart: ChartData, rows: ChartRows, title: str, y_title: str = "") -> Figure:
    """Return a rendered chart as a standalone figure that has a legend and axis titles."""
    import plotly.graph_objects as go

    axes = chart["axes"]
    data = [print_colours(chart["traces"][name]) for name in chart["order"]]
    guesses = [one for key, one in chart["labels"].items() if key.startswith(GUESS_PREFIX)]
    name_fans(data)
    words = [
        name_level(one["at"] or 0, f"{isolate_direction(one['name'])}: {one['value']}")
        for one in guesses
    ]
    layout = print_colours(chart["layout"])
    layout["annotations"] += print_colours(words)
    word = axes["word"]
    if axes["rounds"]:
        layout["xaxis"] |= label_rounds(rows)
    elif axes["across"] == "counts":
        layout["xaxis"] |= label_whole_numbers(data)
    if axes["up"] == "values":
        include = [shape["y0"] for shape in layout["shapes"]]
        layout["yaxis"] |= {
            "rangemode": "tozero" if axes["zero"] else "normal",
            "ticksuffix": "%" if axes["unit"] == "%" else "",
            **format_money_ticks(axes["unit"], "~s"),
            **({"autorangeoptions": {"include": include}} if include else {}),
        }
    if axes["across"] == "values":
        layout["xaxis"] |= {"rangemode": "tozero", **format_money_ticks(axes["x_unit"], "~s")}
    layout["xaxis"] |= {"title": {"text": escape(word[:1].upper() + word[1:])}}
    layout["yaxis"] |= {"title": {"text": escape(y_title)}}
    if axes["log"]:
        layout["updatemenus"] = [make_log_menu(layout, axes["across"] == "values")]
    figure = go.Figure(data)
    return figure.update_layout({**layout, "title": {"text": escape(title)}, "bargap": 0.18,
                                 "template": "plotly_white"})  # fmt: skip


def print_colours(given: Any) -> Any:
    """Convert the colours of a trace or a layout to the print theme.

    >>> print_colours({"line": {"color": "var(--ck-ink, #10202B)"}, "x": [1]})
    {'line': {'color': '#10202B'}, 'x': [1]}
    """
    if isinstance(given, str):
        return print_colour(given)
    if isinstance(given, list):
        return [print_colours(one) for one in given]
    return (
        {key: print_colours(one) for key, one in given.items()}
        if isinstance(given, dict)
        else given
    )


def name_fans(data: list[Given]) -> None:
    """Name the bands and medians of futures in the legend, one entry for each kind."""
    listed = set()
    for trace in data:
        if trace["meta"].startswith("fan.") and trace["name"]:
            trace |= {"legendgroup": trace["name"], "showlegend": trace["name"] not in listed}
            listed.add(trace["name"])


def label_rounds(rows: ChartRows) -> Given:
    """Return the ticks of a turn axis. Each round's first turn shows the number of the round."""
    begins = [(number, max(0, turn - 1)) for number, turn in find_round_starts(rows)]
    texts = [str(number) for number, _ in begins]
    return {"tickmode": "array", "tickvals": [place for _, place in begins], "ticktext": texts}


def label_whole_numbers(data: Sequence[Given]) -> Given:
    """Return ticks at whole numbers for a short axis, where plotly would also mark halves."""
    places = [place for trace in data for place in trace["x"]]
    return {"dtick": 1} if places and max(places) - min(places) <= MAX_UNIT_TICKS else {}


def make_log_menu(layout: Given, plane: bool) -> Given:
    """Return a menu with two buttons, for linear and logarithmic axes.

    The logarithmic view omits reference lines, because plotly would end the axis at such a line.
    """
    lines = layout["yaxis"].get("autorangeoptions", {}).get("include", [])
    buttons = [
        {"label": label, "method": "relayout", "args": [
            {f"{axis}.type": kind for axis in (("yaxis", "xaxis") if plane else ("yaxis",))}
            | ({"yaxis.autorangeoptions.include": included} if lines else {})
        ]}
        for label, kind, included in (("Linear", "linear", lines), ("Logarithmic", "log", []))
    ]  # fmt: skip
    place = {"x": 1, "xanchor": "right", "y": 1.12, "yanchor": "bottom"}
    return {"type": "buttons", "direction": "right", "buttons": buttons, **place}
