"""Charts as ordinary plotly figures, from the same specs that the page draws.

plotly is imported only when a figure is made.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from classkit.engine.errors import require_known
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import EMPTY_REMARK
from classkit.engine.views import read_viewer

from .chart_style import escape
from .chart_types import (
    BranchRowsData,
    ChartSpecData,
    FanData,
    Given,
    MetricRowData,
    PredictionData,
)
from .column_cache import round_starts
from .data_binding import ChartSource, assign_styles, fill, select_changed_rows
from .redaction import HIDDEN_TEXT, PRESENT_ONLY_TEXT, get_fully_hidden, redact_plans
from .rows import RowCache, chart_plans
from .spec_cache import SpecCache
from .theme import paint_picture

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_UNIT_TICKS = 8
"""The longest axis on which each whole number has a tick."""


class Backdrop(NamedTuple):
    """What a table draws behind a match: its other branches, its futures, what a class predicted.

    ``faded`` says that the match has gone on since the futures were played.
    """

    branches: Sequence[BranchRowsData] = ()
    branch: str = ""
    fan: FanData | None = None
    faded: bool = False
    predictions: Mapping[str, PredictionData] = {}


def make_figure(
    match: Match, key: str, seen_as: str = INSTRUCTOR, behind: Backdrop | None = None
) -> Figure:
    """Return the chart of that key up to this very moment; UnknownName if there is none.

    ``seen_as`` is "instructor", "everybody" or the letter of a seat. Of a figure whose course would
    tell them what lies hidden, only the latest value is drawn, and the title says why; after going
    back not even that. Where a figure cannot be computed nothing is drawn, and a warning says why.
    """
    import plotly.graph_objects as go

    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    chart = charts[require_known("chart", key, charts)]
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    if {*chart.metrics} & {*get_fully_hidden(match, viewer)}:
        return go.Figure().update_layout(
            title=escape(f"{chart.title}. {HIDDEN_TEXT}"), template="plotly_white"
        )
    made, behind = RowCache(), behind or Backdrop()
    rows = made.get_current_rows(match, viewer)
    for figure in chart.metrics:
        if figure in made.broken:
            warnings.warn(f"{made.broken[figure]} {EMPTY_REMARK}", stacklevel=2)
    description = SpecCache().get_specs(
        match, match.say(), viewer, rows,
        branches=behind.branches, branch=behind.branch, fan=behind.fan,
        predictions={**behind.predictions},
    )[key]  # fmt: skip
    source = ChartSource(rows, behind.branches, behind.fan, behind.faded)
    plans = {plan["key"]: plan for plan in redact_plans(match, chart_plans(match), viewer)}
    title = (
        f"{chart.title}. {PRESENT_ONLY_TEXT}"
        if PRESENT_ONLY_TEXT in plans[key]["note"]
        else chart.title
    )
    return draw(description, source, title)


def draw(description: ChartSpecData, source: ChartSource, title: str) -> Figure:
    """Return a description as a figure that stands alone."""
    import plotly.graph_objects as go

    picture = paint_picture(fill(description, source))
    name_fans(picture["data"])
    axes = description["axes"]
    if axes["rounds"]:
        picture["layout"]["xaxis"] |= round_ticks(source.rows)
    elif axes["counts"]:
        picture["layout"]["xaxis"] |= whole_ticks(picture["data"])
    figure = go.Figure([*picture["data"], *named_marks(description, source.rows)])
    return figure.update_layout(get_standalone_layout(description, picture["layout"], title))


def name_fans(data: list[Given]) -> None:
    """Name the bands and medians of futures in the legend, each kind once: it hides them all."""
    listed = set()
    for trace in data:
        if str(trace.get("meta", "")).startswith("fan.") and trace["name"]:
            trace |= {"legendgroup": trace["name"], "showlegend": trace["name"] not in listed}
            listed.add(trace["name"])


def round_ticks(rows: Sequence[MetricRowData]) -> Given:
    """Return the ticks of an axis of turns: the number of each round where it begins."""
    begins = [(number, max(0, turn - 1)) for number, turn in round_starts(rows)]
    texts = [str(number) for number, _ in begins]
    return {"tickmode": "array", "tickvals": [place for _, place in begins], "ticktext": texts}


def whole_ticks(data: Sequence[Given]) -> Given:
    """Return the ticks of an axis of whole numbers: where it is short, plotly would mark halves."""
    places = [place for trace in data for place in trace["x"]]
    return {"dtick": 1} if places and max(places) - min(places) <= MAX_UNIT_TICKS else {}


def get_standalone_layout(description: ChartSpecData, layout: Given, title: str) -> Given:
    """Return the layout of a figure that stands alone: what the page writes, plotly writes here."""
    page_only = ("margin", "showlegend", "dragmode", "paper_bgcolor", "plot_bgcolor")
    kept = {name: value for name, value in layout.items() if name not in page_only}
    axes = {
        name: {**layout[name], "fixedrange": False, "title": {"text": escape(words)}}
        for name, words in (("xaxis", description["x_title"]), ("yaxis", description["y_title"]))
    }
    menus = {"updatemenus": [log_menu(layout)]} if description["axes"]["log"] else {}
    return {**kept, **axes, **menus, "title": {"text": escape(title)}, "template": "plotly_white"}


def log_menu(layout: Given) -> Given:
    """Return a menu of two buttons, for linear and for logarithmic axes.

    The logarithmic one includes no reference lines: plotly would end the axis at such a line.
    """
    axes = ("yaxis", "xaxis") if layout["xaxis"].get("type") == "linear" else ("yaxis",)
    lines = layout["yaxis"].get("autorangeoptions", {}).get("include", [])
    buttons = [
        {"label": label, "method": "relayout", "args": [
            {f"{axis}.type": kind for axis in axes}
            | ({"yaxis.autorangeoptions.include": included} if lines else {})
        ]}
        for label, kind, included in (("Linear", "linear", lines), ("Logarithmic", "log", []))
    ]  # fmt: skip
    place = {"x": 1, "xanchor": "right", "y": 1.12, "yanchor": "bottom"}
    return {"type": "buttons", "direction": "right", "buttons": buttons, **place}


def named_marks(description: ChartSpecData, rows: Sequence[MetricRowData]) -> list[Given]:
    """Return a trace without points for each text that is marked, to stand in the legend."""
    made = []
    for entry in description["legend"]:
        if "each" not in entry:
            continue
        key, declared = entry["each"], entry["declared"]
        texts = list(
            dict.fromkeys(str(row["values"][key]) for row in select_changed_rows(rows, key))
        )
        colours = assign_styles(texts, entry["colours"], declared["colours"])
        symbols = assign_styles(texts, entry["symbols"], declared["symbols"])
        made += [
            {"type": "scatter", "mode": "markers", "name": escape(text), "x": [None], "y": [None],
             "marker": {"symbol": symbol, "color": colour, "size": 10}}
            for text, colour, symbol in zip(texts, colours, symbols, strict=True)
        ]  # fmt: skip
    return made
