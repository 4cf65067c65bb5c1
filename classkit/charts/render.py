"""Rendering of a chart: the traces, and the labels and tables that a page shows around them.

:func:`render_chart` renders a chart in one pass from the rows of a match. Each kind of chart has
its own function; for example, :func:`draw_lines` draws line charts such as the chart of inflation.
"""

from __future__ import annotations

from collections.abc import Sequence

from .axes import build_layout, describe_axes, has_bands
from .chart_context import ChartContext, ChartRows, get_path_value, get_places, select_rows
from .chart_style import (
    BRANCH_DASHES,
    INK,
    PAPER,
    escape,
)
from .chart_types import ChartData, ChartPlanData, Given, PredictionData
from .data_table import build_tables
from .forecast_bands import describe_fans, draw_fans
from .guesses import reaches_ahead
from .head import build_head
from .labels import (
    build_labels,
    find_other_branches,
    find_present_points,
    get_plane_path,
    scale_to_index,
)
from .number_format import format_value
from .present import draw_heat_map, draw_present_bars, make_pattern
from .series import (
    Series,
    build_index_parts,
    build_series,
    capitalize_first,
    get_text_colours,
    get_text_label,
    has_lines,
    is_seat_timeline,
    shows_latest,
)
from .trace_metrics import find_trace_metrics

LINE, THIN = 2.6, 1.6
"""Line widths for a font size of 15 pixels. A page scales them with its font size."""
PALE_OPACITY = 0.4
"""Opacity of the bars of seats that a chart does not emphasize."""
AREA_DEPTH = 0.12
"""Opacity of the area below a single line that starts at 0."""
MAX_TRAIL_POINTS = 80
"""Maximum number of points in a trail. Only the latest points are drawn, because older ones would
hide them.
"""
BAND_FILL = "#8592A6 28%"


def render_chart(
    plan: ChartPlanData,
    context: ChartContext,
    predicted: PredictionData | None = None,
    numbers: bool = False,
) -> ChartData:
    """Render the current state of a chart.

    Args:
        plan: The chart as declared by the game.
        context: The rows, seats and branches of the match.
        predicted: The question to the class about this chart, with the predictions.
        numbers: Include the tables of numbers.
    """
    series, axes = build_series(plan, context), describe_axes(plan, context)
    if predicted is not None and reaches_ahead(plan, predicted, context.units):
        axes["ahead"] = predicted["at"]
    traces = draw_traces(plan, context, series)
    shown = find_trace_metrics(plan, context)
    made: ChartData = {
        "order": [trace["meta"] for trace in traces],
        "traces": {trace["meta"]: trace for trace in traces},
        "layout": build_layout(plan, context, predicted),
        "axes": axes,
        "head": build_head(plan, context),
        "labels": build_labels(plan, context, predicted),
        "splits": {}
        if plan.get("covered")
        else {
            name: one
            for name, one in shown.items()
            if all(metric["figure"] in context.split for metric in one["figures"])
        },
        "per": plan["per"],
        "fan_words": describe_fans(plan, context, "turn" if axes["rounds"] else axes["word"]),
    }
    if numbers:
        made["numbers"] = build_tables(plan, context)
    if "absent" in plan:
        made["absent"] = plan["absent"]
    return made


def draw_traces(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> list[Given]:
    """Return the traces for plotly. The lines of the match itself are first, in a stable order."""
    rows = select_rows(plan["per"], context.rows)
    if plan["kind"] == "heat_map":
        return draw_heat_map(plan, context)
    if plan["kind"] == "scatter":
        return draw_trails(plan, context, rows)
    if shows_latest(plan, context):
        return draw_present_bars(plan, context, series)
    if plan["kind"] == "timeline":
        own = draw_timeline(plan, context, series, rows)
    elif plan["kind"] == "stacked_area":
        own = draw_areas(plan, series, rows)
    elif "bar" in plan["kind"]:
        own = draw_bars(plan, series, rows)
    else:
        own = draw_lines(plan, series, rows)
    return [
        *own,
        *draw_index_parts(plan, context, series, rows),
        *draw_marks(plan, context, series),
        *draw_bands(plan, context, rows),
        *draw_branches(plan, context, series, rows),
        *draw_fans(plan, context),
        *draw_turning_points(plan, context, series),
    ]


def start_trace(plan: ChartPlanData, one: Series, rows: ChartRows) -> Given:
    """Return a trace with the name, positions and values of a series."""
    return {
        "meta": one.id, "name": escape(one.name), "type": "scatter",
        "x": get_places(plan["per"], rows), "y": one.get_values(rows),
    }  # fmt: skip


def get_line_shape(plan: ChartPlanData) -> str:
    """Return plotly's line shape: steps or straight lines."""
    return "hv" if plan["kind"] == "step" else "linear"


def draw_lines(plan: ChartPlanData, series: Sequence[Series], rows: ChartRows) -> list[Given]:
    """Return the lines of a chart, such as the chart of inflation or of net worth.

    In the instruments of prices and public finances, the area below the table's first metric is
    filled.
    """
    made = []
    for one in series:
        trace = start_trace(plan, one, rows) | {
            "mode": "lines", "cliponaxis": False, "connectgaps": False,
            "line": {"color": one.line, "dash": one.dash, "width": LINE,
                     "shape": get_line_shape(plan), "simplify": False},
        }  # fmt: skip
        if one is series[0] and len(one.path) == 1 and plan["role"] and plan["zero"]:
            trace |= {"fill": "tozeroy", "fillcolor": f"{one.line} {100 * AREA_DEPTH:g}%"}
        made.append(trace)
    return made


def draw_index_parts(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series], rows: ChartRows
) -> list[Given]:
    """Return thin lines for the components of an index, scaled to its first value."""
    return [
        start_trace(plan, one, rows) | {
            "y": scale_to_index(one, series[0], rows), "mode": "lines", "opacity": 0.7,
            "zorder": -1, "text": [format_value(value, None) for value in one.get_values(rows)],
            "hovertemplate": f"%{{text}} {escape(context.get_unit(one.key))}",
            "line": {"color": one.line, "dash": one.dash, "width": THIN,
                     "shape": get_line_shape(plan), "simplify": False},
        }
        for one in build_index_parts(plan, context)
    ]  # fmt: skip


def draw_areas(plan: ChartPlanData, series: Sequence[Series], rows: ChartRows) -> list[Given]:
    """Return stacked areas with patterns."""
    return [
        start_trace(plan, one, rows) | {
            "mode": "lines", "stackgroup": "all", "fillcolor": one.fill,
            "line": {"color": one.fill, "width": 1.5, "shape": "hv"},
            "fillpattern": {"shape": one.shape, "fgcolor": PAPER, "bgcolor": one.fill,
                            "solidity": 0.14, "size": 9},
        }
        for one in series
    ]  # fmt: skip


def draw_bars(plan: ChartPlanData, series: Sequence[Series], rows: ChartRows) -> list[Given]:
    """Return bars over time. Bars of seats that the chart does not emphasize are paler."""
    made = []
    for one in series:
        marker: Given = {"color": one.fill, "pattern": make_pattern(one.shape),
                         "line": {"color": PAPER, "width": 1}}  # fmt: skip
        if plan["shade"] and one.seat:
            flags = [get_path_value(row, (plan["shade"], one.seat)) for row in rows]
            marker["opacity"] = [1 if flag else PALE_OPACITY for flag in flags]
        made.append(start_trace(plan, one, rows) | {"type": "bar", "marker": marker})
    return made


def draw_timeline(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series], rows: ChartRows
) -> list[Given]:
    """Return squares that show the value of a text metric over time, by seat or by text."""
    squares: Given = {"mode": "markers", "cliponaxis": False}
    if not is_seat_timeline(plan, context):
        return [
            start_trace(plan, one, rows)
            | squares
            | {
                "y": [text and escape(text) for text in one.get_values(rows)],
                "marker": {"symbol": "square", "size": 12, "color": one.fill},
            }
            for one in series
        ]
    return [
        start_trace(plan, one, rows)
        | squares
        | {
            "meta": f"{one.id}.{text}",
            "name": escape(get_text_label(context, one.key, text)),
            "y": [escape(one.name) if one.get_value(row) == text else None for row in rows],
            "marker": {"symbol": "square", "size": 12, "color": colour},
        }
        for one in series
        for text, colour in get_text_colours(plan, context).items()
    ]


def draw_marks(plan: ChartPlanData, context: ChartContext, series: Sequence[Series]) -> list[Given]:
    """Return the marks of a text metric on the first line, as a single trace.

    A metric that is reset each turn is marked in every turn with a text. Any other metric is marked
    where it changes.
    """
    key = plan["marks"]
    if not key or not series:
        return []
    texts = [row["values"].get(key) for row in context.rows]
    changed = [text != old for text, old in zip(texts, [None, *texts], strict=False)]
    lasts = context.is_lasting(key)
    pairs = zip(context.rows, texts, changed, strict=True)
    marked = [row for row, text, new in pairs if text and (new or not lasts)]
    words = [escape(capitalize_first(str(row["values"][key]))) for row in marked]
    return [
        start_trace(plan, series[0], marked) | {
            "meta": "marks", "name": "", "mode": "markers", "cliponaxis": False,
            "showlegend": False,
            "text": words, "hovertemplate": "%{text}<extra></extra>",
            "marker": {"symbol": "circle", "size": 7, "color": PAPER,
                       "line": {"color": series[0].line, "width": 2}},
        }
    ]  # fmt: skip


def draw_bands(plan: ChartPlanData, context: ChartContext, rows: ChartRows) -> list[Given]:
    """Return the bands behind the lines, such as recessions, on a separate axis."""
    if not has_bands(plan, context):
        return []
    key = plan["bands"]
    return [
        {
            "type": "scatter", "mode": "lines", "meta": f"band.{key}",
            "name": escape(context.get_label(key)),
            "x": get_places(plan["per"], rows),
            "y": [1 if row["values"].get(key) else 0 for row in rows],
            "yaxis": "y2", "fill": "tozeroy", "fillcolor": BAND_FILL,
            "line": {"width": 0, "shape": "hvh"}, "hoverinfo": "skip",
        }
    ]  # fmt: skip


def draw_branches(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series], rows: ChartRows
) -> list[Given]:
    """Return the other branches as thin, dashed lines that begin where each branch diverged."""
    if not has_lines(plan):
        return []
    made = []
    for at, branch in enumerate(find_other_branches(context)):
        own = select_rows(plan["per"], branch["rows"])
        joint = [row for row in rows if row["turn"] < own[0]["turn"]][-1:]
        for one in series:
            made.append(start_trace(plan, one, [*joint, *own]) | {
                "name": escape(f"{one.name} ({branch['title']})"),
                "meta": f"{branch['name']}/{one.id}", "mode": "lines", "opacity": 0.75,
                "cliponaxis": False,
                "line": {"color": one.line, "dash": BRANCH_DASHES[at % len(BRANCH_DASHES)],
                         "width": THIN, "shape": get_line_shape(plan), "simplify": False},
            })  # fmt: skip
    return made


def draw_turning_points(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> list[Given]:
    """Return the turning points of a match on the lines of a chart, as a single trace.

    ``ids`` contains the numbers of the points, counted from 1 across all charts.
    """
    if not context.turned or plan["kind"] not in ("line", "step", "timeline"):
        return []
    lines = {(one.key, one.owner) for one in series}
    places = {row["turn"]: get_path_value(row, (plan["per"],)) for row in context.rows}
    found = [
        (str(number), places[one["turn"]], one["score"])
        for number, one in enumerate(context.turned, 1)
        if (one["figure"], one["seat"]) in lines and one["turn"] in places
    ]
    if not found:
        return []
    numbers, across, up = (list(column) for column in zip(*found, strict=True))
    return [
        {
            "type": "scatter", "mode": "markers+text", "meta": "turned", "cliponaxis": False,
            "showlegend": False, "hoverinfo": "skip", "x": across, "y": up, "ids": numbers,
            "text": [f"<b>{number}</b>" for number in numbers], "textposition": "middle center",
            "textfont": {"color": PAPER, "size": 12},
            "marker": {"symbol": "circle", "size": 18, "color": INK, "opacity": 1,
                       "line": {"color": INK, "width": 2}},
        }
    ]  # fmt: skip


def draw_trails(plan: ChartPlanData, context: ChartContext, rows: ChartRows) -> list[Given]:
    """Return two metrics of the seats plotted against each other, as trails and current points."""
    across, up = plan["metrics"][:2]
    labels = [escape(context.get_label(key, key)) for key in (across, up)]
    looks = {one.seat: one for one in build_series(plan, context) if one.seat}
    trails, present = [], []
    points = find_present_points(plan, context)
    for seat in context.seats:
        name, look = escape(seat.name), looks.get(seat.id)
        if look is None:
            continue
        paths = [get_plane_path(context, key, seat.id) for key in (across, up)]
        hover = (f"Turn %{{text}}<br>{labels[0]}: %{{x}}<br>{labels[1]}: %{{y}}"
                 f"<extra>{name}</extra>")  # fmt: skip
        base: Given = {"type": "scatter", "name": name, "hovertemplate": hover}
        latest = rows[-MAX_TRAIL_POINTS:]
        trails.append(base | {
            "meta": f"trail.{seat.id}", "mode": "lines", "connectgaps": False, "opacity": 0.75,
            "x": [get_path_value(row, paths[0]) for row in latest],
            "y": [get_path_value(row, paths[1]) for row in latest],
            "text": [str(row["turn"]) for row in latest],
            "line": {"color": look.line, "dash": look.dash, "width": THIN},
        })  # fmt: skip
        x, y = points.get(seat.id, (None, None))
        present.append(base | {
            "meta": f"now.{seat.id}", "mode": "markers", "cliponaxis": False, "showlegend": False,
            "x": [x] if points else [], "y": [y] if points else [],
            "text": [str(row["turn"]) for row in rows[-1:]],
            "marker": {"symbol": look.symbol, "size": 13, "color": look.fill,
                       "line": {"color": INK, "width": 1.6}},
        })  # fmt: skip
    return [*trails, *present]
