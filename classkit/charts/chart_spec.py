"""Chart specs: plotly data and layout with references to columns of the match's rows.

:mod:`.data_binding` fills in the same spec for pages, notebooks and exports. It has

- ``title``: that of the chart;
- ``data`` and ``layout``, as plotly takes them, with columns, and with the colours and sizes of the
  page's theme, where these stand;
- ``per``: what a point stands for: a turn, a round, or a value of a figure that counts;
- ``latest``: how many of the latest rows a page draws, where older ones would hide the newer;
- ``axes``: what a page may do for the axes, see :func:`axes`;
- ``x_title`` and ``y_title``, ``legend`` and ``numbers``, which the page writes itself;
- ``courses``: the traces whose points show figures, and which (:mod:`.trace_metrics`);
- ``fan``: the lines that have futures behind them;
- ``absent``: why there is nothing to see, where its figures are hidden from whoever looks.
"""

from __future__ import annotations

from typing import Any

from .chart_layout import axes, axis_titles, layout
from .chart_snapshot import heat_map, present_bars, texture
from .chart_style import BAND_COLOUR, BRANCH_DASHES, MARK_COLOURS, MARK_SYMBOLS, escape
from .chart_types import ChartPlanData, ChartSpecData, Given, PredictionData
from .data_table import build_table
from .forecast_bands import fan_legend, fan_lines, fan_traces
from .series import (
    ChartContext,
    ChartSeries,
    build_drawn_series,
    build_series,
    declared_colours,
    get_seat_styles,
    is_line_chart,
    is_seat_timeline,
    label_text,
    shows_latest,
    text_colours,
)
from .trace_metrics import get_trace_metrics

PALE_OPACITY = 0.4
"""The opacity of the bars of seats that a chart does not put forward."""

MAX_MARKERS = 6
"""The most markers on a line: enough to tell lines apart, since each one moves with every turn."""

MAX_NAME_LETTERS = 16
"""The most letters of a branch's name at the end of its line."""

MAX_TRAIL_POINTS = 80
"""The most points of a trail, the latest: older ones would hide the newer."""

MAX_TRAIL_MARKERS = 24
"""The most markers on a trail; between them it is a line."""


def build_spec(
    plan: ChartPlanData, figures: ChartContext, predicted: PredictionData | None = None
) -> ChartSpecData:
    """Return the description of a chart; ``predicted`` is what the class expects of it."""
    x_title, y_title = axis_titles(plan, figures)
    made: ChartSpecData = {
        "title": plan["title"],
        "per": plan["per"],
        "data": traces(plan, figures),
        "layout": layout(plan, figures, predicted),
        "axes": axes(plan, figures),
        "x_title": x_title,
        "y_title": y_title,
        "legend": legend(plan, figures),
        "numbers": build_table(plan, figures),
        "courses": get_trace_metrics(plan, figures),
        "fan": fan_lines(plan, figures),
    }
    if plan["kind"] == "scatter":
        made["latest"] = MAX_TRAIL_POINTS
    if "absent" in plan:
        made["absent"] = plan["absent"]
    return made


def traces(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return what plotly draws; the match's own lines come first and keep their places."""
    if plan["kind"] == "heat_map":
        return heat_map(plan, figures)
    if plan["kind"] == "scatter":
        return scatter(plan, figures)
    series = build_drawn_series(plan, figures)
    if shows_latest(plan, figures):
        return present_bars(plan, figures, series)
    return [
        *(over_time(plan, figures, one) for one in series),
        *marks(plan, figures),
        *bands(plan, figures),
        *branches(plan, figures, series),
        *fan_traces(plan, figures),
    ]


def over_time(plan: ChartPlanData, figures: ChartContext, one: ChartSeries) -> Given:
    """Return a series over the turns as its kind of chart draws it."""
    kind, shape = plan["kind"], "hv" if plan["kind"] == "step" else "linear"
    base: Given = {
        "name": escape(one.name),
        "x": {"column": [plan["per"]]},
        "y": one.column,
        "meta": one.id,
    }
    if kind == "timeline":
        y = one.column if "is" in one.column else {**one.column, "words": one.name}
        marker: Given = {"symbol": "square", "size": {"paint": "size"}, "color": one.colour}
        return {**base, "y": y, "type": "scatter", "mode": "markers", "marker": marker,
                "cliponaxis": False}  # fmt: skip
    if kind in ("bar", "stacked_bar"):
        return {**base, "type": "bar", "marker": {
            "color": one.colour, **shade(plan, one), "pattern": texture(one.shape),
            "line": {"color": {"paint": "paper"}, "width": 1},
        }}  # fmt: skip
    if kind == "stacked_area":
        pattern = {"shape": one.shape, "fgcolor": {"paint": "paper"}, "bgcolor": one.colour,
                   "solidity": 0.14, "size": 9}  # fmt: skip
        line = {"color": one.colour, "width": 1.5, "shape": "hv"}
        return {**base, "type": "scatter", "mode": "lines", "stackgroup": "all",
                "fillcolor": one.colour, "line": line, "fillpattern": pattern}  # fmt: skip
    line = {"color": one.colour, "dash": one.dash, "width": {"paint": "wide"},
            "simplify": False, "shape": shape}  # fmt: skip
    marker = {"symbol": one.symbol, "size": {"paint": "wide", "times": 2.2}, "color": one.colour,
              "maxdisplayed": MAX_MARKERS}  # fmt: skip
    plain: Given = {**base, "type": "scatter", "line": line}
    plain |= {"cliponaxis": False, "connectgaps": False}
    if plan["marks"]:
        return {**plain, "mode": "lines"}
    return {**plain, "mode": "lines+markers", "marker": marker}


def shade(plan: ChartPlanData, one: ChartSeries) -> Given:
    """Return the opacity of bars: those of seats outside the Government are paler, for example."""
    if not plan["shade"] or not one.seat:
        return {}
    return {"opacity": {"column": [plan["shade"], one.seat], "flag": [1, PALE_OPACITY]}}


def marks(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return the marks of a text figure as one trace.

    A figure that begins anew each turn is marked in every turn that has a text. One that lasts is
    marked where it changes. A text has the form and colour that the game declares for it, the same
    in every match. Any other text takes the next free one, so that a new text adds a point and no
    other point is redrawn.
    """
    series = build_series(plan, figures)
    if not plan["marks"] or not series:
        return []
    where = {"where": plan["marks"], "lasts": figures.is_lasting(plan["marks"])}
    text = {"column": [plan["marks"]], **where}
    marker = {
        "symbol": {**text, "each": list(MARK_SYMBOLS), "declared": mark_symbols(plan, figures)},
        "size": {"paint": "size", "times": 0.8},
        "color": {
            **text,
            "each": list(MARK_COLOURS),
            "declared": declared_colours(figures, plan["marks"]),
        },
        "line": {"color": {"paint": "paper"}, "width": 1.5},
    }
    return [
        {
            "type": "scatter", "mode": "markers", "meta": "marks", "cliponaxis": False,
            "showlegend": False,
            "x": {"column": [plan["per"]], **where}, "y": {**series[0].column, **where},
            "text": {**text, "capital": True}, "hovertemplate": "%{text}<extra></extra>",
            "marker": marker,
        }
    ]  # fmt: skip


def mark_symbols(plan: ChartPlanData, figures: ChartContext) -> dict[str, str]:
    """Return the form of each text that the game declares: the next one for each."""
    declared = declared_colours(figures, plan["marks"])
    return {text: MARK_SYMBOLS[at % len(MARK_SYMBOLS)] for at, text in enumerate(declared)}


def has_bands(plan: ChartPlanData, figures: ChartContext) -> bool:
    """Return whether a chart has bands behind its lines, which show when something was so."""
    no_course = plan["now"] or plan["kind"] in ("heat_map", "scatter", "timeline")
    return plan["bands"] in figures.metrics and not no_course


def bands(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return the bands as a trace on an axis of its own, so that they grow with the lines."""
    if not has_bands(plan, figures):
        return []
    label = escape(figures.metrics[plan["bands"]]["label"])
    return [
        {
            "type": "scatter", "mode": "lines", "name": label, "meta": f"band.{plan['bands']}",
            "x": {"column": [plan["per"]]}, "y": {"column": [plan["bands"]], "flag": [1, 0]},
            "yaxis": "y2", "fill": "tozeroy", "fillcolor": "rgba(133, 146, 166, 0.38)",
            "line": {"width": 0, "shape": "hvh"}, "hoverinfo": "skip",
        }
    ]  # fmt: skip


def branches(plan: ChartPlanData, figures: ChartContext, series: list[ChartSeries]) -> list[Given]:
    """Return the lines of the other branches, dashed and paler, each from where it left this one.

    A single branch has its name at the end of its first line, unless a fan is drawn there. The
    legend names all branches.
    """
    if not has_branches(plan):
        return []
    width = {"paint": "wide", "plus": -1, "least": 1.5}
    shape = "hv" if plan["kind"] == "step" else "linear"
    others = other_branches(figures)
    alone = len(others) == 1 and figures.fan is None
    return [
        {
            "type": "scatter", "mode": "lines", "name": escape(f"{one.name} ({title})"),
            "meta": f"{name}/{one.id}", "opacity": 0.75, "cliponaxis": False,
            "x": {"column": [plan["per"]], "branch": name},
            "y": {**one.column, "branch": name},
            "line": {"color": one.colour, "dash": dash, "width": width, "simplify": False,
                     "shape": shape},
            **(label_branch_end(name, title) if alone and one is series[0] else {}),
        }
        for name, title, dash in others
        for one in series
    ]  # fmt: skip


def has_branches(plan: ChartPlanData) -> bool:
    """Return whether a chart draws the other branches: where it has lines over time."""
    return plan["kind"] in ("line", "step") and not plan["now"]


def other_branches(figures: ChartContext) -> list[tuple[str, str, str]]:
    """Return the other branches that have anything to draw: name, title and dash of each."""
    drawn = [one for one in figures.branches if one["name"] != figures.branch and one["rows"]]
    return [
        (one["name"], one["title"], BRANCH_DASHES[at % len(BRANCH_DASHES)])
        for at, one in enumerate(drawn)
    ]


def label_branch_end(branch: str, title: str) -> Given:
    """Return what writes the title of a branch beside the last point of its line."""
    return {
        "mode": "lines+text", "textposition": "middle right",
        "text": {"column": ["turn"], "branch": branch, "at_the_end": f"\u2009{short_name(title)}"},
        "textfont": {"size": {"paint": "size"}, "color": {"paint": "ink"}},
    }  # fmt: skip


def short_name(branch: str) -> str:
    """Return a branch's name for the end of its line, cut where it is long; the legend has all.

    >>> short_name("Branch 1"), short_name("What if the arrow is turned?")
    ('Branch 1', 'What if the arr\u2026')
    """
    return (
        branch
        if len(branch) <= MAX_NAME_LETTERS
        else f"{branch[: MAX_NAME_LETTERS - 1].rstrip()}\u2026"
    )


def scatter(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return two figures of the seats against each other: trails, and the present in front."""
    across, up = plan["metrics"][:2]
    labels = [escape(figures.get_label(key, key)) for key in (across, up)]

    def column(key: str, seat: str) -> list[str]:
        """Return where a figure stands: one of the table is the same for every seat."""
        metric = figures.metrics.get(key)
        return [key, seat] if metric and metric["scope"] == "seat" else [key]

    def base(seat: Any, **more: Any) -> Given:
        """Return the points of a seat, those that ``more`` says."""
        name = escape(seat.name)
        points = (f"Turn %{{text}}<br>{labels[0]}: %{{x}}<br>{labels[1]}: %{{y}}"
                  f"<extra>{name}</extra>")  # fmt: skip
        return {
            "type": "scatter", "name": name,
            "x": {"column": column(across, seat.id), **more},
            "y": {"column": column(up, seat.id), **more},
            "text": {"column": ["turn"], "written": True, **more}, "hovertemplate": points,
        }  # fmt: skip

    trails = [
        {
            **base(seat), "meta": f"trail.{seat.id}", "mode": "lines+markers",
            "connectgaps": False, "opacity": 0.75,
            "line": {"color": look.colour, "dash": look.dash,
                     "width": {"paint": "wide", "plus": -1, "least": 1.5}},
            "marker": {"symbol": look.symbol, "size": {"paint": "wide", "times": 1.8},
                       "color": look.colour, "maxdisplayed": MAX_TRAIL_MARKERS},
        }
        for seat, look in get_seat_styles(figures)
    ]  # fmt: skip
    present = [
        {
            **base(seat, last=True), "meta": f"now.{seat.id}", "mode": "markers",
            "cliponaxis": False, "showlegend": False,
            "marker": {"symbol": look.symbol, "size": {"paint": "size", "times": 1.15},
                       "color": look.colour, "line": {"color": {"paint": "ink"}, "width": 1.6}},
        }
        for seat, look in get_seat_styles(figures)
    ]  # fmt: skip
    return [*trails, *present]


# --- the legend ---------------------------------------------


def entry(name: str, colour: Any, **more: Any) -> Given:
    """Return an entry of the legend: a filled square, unless ``more`` changes that."""
    return {"name": name, "colour": colour, "dash": "solid", "symbol": "square", "filled": True,
            "mark": False, **more}  # fmt: skip


def legend(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return the entries of the legend, which the page writes itself.

    The cells of a heat map say their values themselves.
    """
    if plan["kind"] == "heat_map":
        return []
    if plan["kind"] == "scatter":
        return [
            entry(seat.name, look.colour, dash=look.dash, symbol=look.symbol, filled=False)
            for seat, look in get_seat_styles(figures)
        ]
    if is_seat_timeline(plan, figures):
        colours, key = text_colours(plan, figures), plan["metrics"][0]
        labels = [(label_text(figures, key, text), colour) for text, colour in colours.items()]
        return [entry(label[:1].upper() + label[1:], colour) for label, colour in labels]
    by_seat = shows_latest(plan, figures) and figures.get_scope(plan) == "seat"
    known = figures.get_metric_keys(plan)
    if by_seat and len(plan["metrics"]) > 1:
        return [
            entry(figures.metrics[key]["label"], MARK_COLOURS[at % len(MARK_COLOURS)])
            for at, key in enumerate(known)
        ]
    return [
        *legend_of_series(plan, figures, by_seat),
        *build_metric_entries(plan, figures),
        *legend_of_marks(plan, figures),
        *(
            [entry(figures.metrics[plan["bands"]]["label"], BAND_COLOUR)]
            if has_bands(plan, figures)
            else []
        ),
        *legend_of_branches(plan, figures),
        *fan_legend(plan, figures),
    ]


def build_metric_entries(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return a legend entry for each figure told beside the lines, with where its value stands."""
    return [
        {"name": figures.metrics[key]["label"], "told": True, "now": [key],
         "unit": figures.metrics[key]["unit"]}
        for key in plan["told"]
        if key in figures.metrics
    ]  # fmt: skip


def legend_of_branches(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return an entry for each other branch, in grey, since its lines have the colours of seats."""
    others = other_branches(figures) if has_branches(plan) else []
    return [
        entry(title, BAND_COLOUR, dash=dash, symbol="", filled=False) for _, title, dash in others
    ]


def legend_of_series(plan: ChartPlanData, figures: ChartContext, by_seat: bool) -> list[Given]:
    """Return a legend entry for each series; none where names stand below the bars.

    A single series has an entry only as a line over turns. Lines over turns show their present
    value. A single line of the table is named after its branch, or "Now" where there is only one.
    """
    below = by_seat or (plan["now"] and figures.get_scope(plan) != "seat_parts")
    series = [] if below else build_series(plan, figures)
    course = is_line_chart(plan)
    alone = figures.branch if other_branches(figures) else "Now"
    if len(series) == 1 and not course:
        return []
    filled = "bar" in plan["kind"] or plan["kind"] in ("stacked_area", "timeline")
    names = [one.name for one in series]
    scopes = {figures.metrics[key]["scope"] for key in figures.get_metric_keys(plan)}
    if scopes == {"table"} and len(figures.get_metric_keys(plan)) == len(plan["metrics"]):
        names = [alone] if len(names) == 1 else get_distinct_names(names)
    return [
        entry(name, one.colour, dash=one.dash, symbol=one.symbol, filled=filled,
              **({"had": one.path} if one.part is not None else {}),
              **({"now": one.path, "unit": figures.metrics[one.path[0]]["unit"]} if course else {}))
        for name, one in zip(names, series, strict=True)
    ]  # fmt: skip


def legend_of_marks(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return what marks stand for: their figure, and an entry for each text, as it is drawn."""
    if not plan["marks"]:
        return []
    label = figures.get_label(plan["marks"], "Mark")
    return [
        {"heading": True, "name": label},
        {"each": plan["marks"], "colours": list(MARK_COLOURS), "symbols": list(MARK_SYMBOLS),
         "declared": {"colours": declared_colours(figures, plan["marks"]),
                      "symbols": mark_symbols(plan, figures)},
         "dash": "solid", "filled": False, "mark": True},
    ]  # fmt: skip


def get_distinct_names(names: list[str]) -> list[str]:
    """Return what tells names apart, since the title of their chart says the rest.

    >>> get_distinct_names(["Price of grain", "Price of oil"])
    ['Grain', 'Oil']
    >>> get_distinct_names(["Price", "Price of oil"])
    ['Price', 'Price of oil']
    """
    words = [name.split(" ") for name in names]
    same = 0
    while len(names) > 1 and all(
        len(own) > same + 1 and own[same] == words[0][same] for own in words
    ):
        same += 1
    rests = [" ".join(own[same:]) for own in words]
    return [rest[:1].upper() + rest[1:] for rest in rests]
