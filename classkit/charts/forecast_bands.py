"""Forecast bands behind the lines of a chart: quantiles and medians of simulated futures."""

from __future__ import annotations

from .chart_style import BAND_COLOUR, escape, translucent
from .chart_types import ChartPlanData, FanLineData, Given
from .series import ChartContext, ChartSeries, build_series

WIDE, HALF = 0.13, 0.2
"""The opacity of the band of eight futures in ten, and of the band of the middle half above it."""
FADED = 0.5
"""The factor for these opacities once the match has gone on."""
MAX_WIDE_BANDS = 2
"""The most lines with wide bands. With more only the middle halves are drawn, since wide bands
would hide each other."""
EIGHT_TENTHS, MIDDLE_HALF = "8 of 10 futures", "the middle half of futures"
MEDIAN = "median of futures"
"""The names of a fan's traces, as the legend of a figure lists them."""


def fan_series(plan: ChartPlanData, figures: ChartContext) -> list[ChartSeries]:
    """Return the series of a chart that have futures; none where it has no lines over turns."""
    by = figures.fan["by"].get(plan["per"]) if figures.fan else None
    if not by or plan["now"] or plan["kind"] not in ("line", "step"):
        return []
    drawn = by["figures"]
    return [
        one
        for one in build_series(plan, figures)
        if get_series_owner(one) in drawn.get(one.path[0], {})
    ]


def get_series_owner(one: ChartSeries) -> str:
    """Return the id of the seat or the name of the part of a series; "" for one of the table."""
    return one.path[1] if len(one.path) > 1 else ""


def fan_lines(plan: ChartPlanData, figures: ChartContext) -> list[FanLineData]:
    """Return the lines that have futures, for their numbers and for words."""
    return [
        {"name": one.name, "of": [one.path[0], get_series_owner(one)],
         "unit": figures.metrics[one.path[0]]["unit"]}
        for one in fan_series(plan, figures)
    ]  # fmt: skip


def fan_traces(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return the bands and medians of a chart's futures, drawn behind everything else.

    Of the two values of ``faded`` the first holds until the match has gone on.
    """
    lines = fan_series(plan, figures)
    shape = "hv" if plan["kind"] == "step" else "linear"
    edge = {"width": 0, "shape": shape, "simplify": False}
    made: list[Given] = []
    for one in lines:
        of = [one.path[0], get_series_owner(one)]
        base = {"type": "scatter", "mode": "lines", "x": {"fan": of, "line": "x"}, "zorder": -1,
                "hoverinfo": "skip", "name": "", "showlegend": False}  # fmt: skip
        bands = [(0, 4, WIDE, "wide", EIGHT_TENTHS), (1, 3, HALF, "half", MIDDLE_HALF)]
        few = len(lines) <= MAX_WIDE_BANDS or figures.all_bands
        for low, high, depth, name, words in bands if few else bands[1:]:
            fills = [translucent(one.colour, depth), translucent(one.colour, depth * FADED)]
            made += [
                {**base, "meta": f"fan.{one.id}.{name}.below", "y": {"fan": of, "line": low},
                 "line": edge},
                {**base, "meta": f"fan.{one.id}.{name}", "y": {"fan": of, "line": high},
                 "line": edge, "fill": "tonexty", "fillcolor": {"faded": fills}, "name": words},
            ]  # fmt: skip
        width = {"paint": "wide", "plus": -1, "least": 1.4}
        made.append(
            {**base, "meta": f"fan.{one.id}.median", "y": {"fan": of, "line": 2},
             "name": MEDIAN,
             "opacity": {"faded": [0.9, 0.55]}, "hoverinfo": "all",
             "line": {**edge, "color": one.colour, "dash": "3px,4px", "width": width},
             "hovertemplate": f"%{{y}}<extra>{escape(one.name)}: median of futures</extra>"}
        )  # fmt: skip
    return made


def fan_legend(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return one entry of the legend: what the bands stand for."""
    lines = fan_series(plan, figures)
    if not lines or figures.fan is None:
        return []
    few = len(lines) <= MAX_WIDE_BANDS
    half = "band: the middle half of the futures;"
    about = f"Dark {half} light band: eight in ten; dashed: their median"
    if not few:
        about = f"{half.capitalize()} dashed: their median"
    names = ["futures", f"futures of turn {figures.fan['turn']}" if few else "futures"]
    colour = lines[0].colour if len(lines) == 1 else BAND_COLOUR
    return [{"name": {"faded": names}, "about": about, "colour": colour, "dash": "", "symbol": "",
             "filled": False, "mark": False, "fan": True}]  # fmt: skip
