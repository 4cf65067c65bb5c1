"""Forecast bands behind the lines of a chart: quantiles and medians of simulated futures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .chart_context import ChartContext, get_path_value, is_number
from .chart_style import escape
from .chart_types import ChartPlanData, Given, NumbersTableData
from .number_format import format_decimal, format_value
from .series import Series, build_series, has_lines

WIDE, HALF = 0.13, 0.24
"""Opacity of the band with 80% of the futures, and of the band with the middle 50% above it."""
FADED = 0.5
"""Factor applied to these opacities after the match has continued."""
MAX_WIDE_BANDS = 2
"""Maximum number of lines with wide bands. More bands would hide each other."""
EIGHT_TENTHS, MIDDLE_HALF = "8 of 10 futures", "the middle half of futures"
MEDIAN = "median of futures"
QUANTILES = ("10% are below", "25% are below", "Median", "25% are above", "10% are above")
MAX_ROWS = 400
"""Maximum number of rows in a table of numbers."""


class SeriesFan(NamedTuple):
    """The futures of a series: its positions on the axis, and five quantiles at each position."""

    series: Series
    x: Sequence[int]
    quantiles: Sequence[Sequence[float | None]]


def find_fans(plan: ChartPlanData, context: ChartContext) -> list[SeriesFan]:
    """Return the futures for a chart's lines, in order."""
    by = context.fan["by"].get(plan["per"]) if context.fan else None
    if by is None or not has_lines(plan):
        return []
    found = by["figures"]
    return [
        SeriesFan(one, by["x"], found[one.key][one.owner])
        for one in build_series(plan, context)
        if found.get(one.key, {}).get(one.owner)
    ]


def draw_fans(plan: ChartPlanData, context: ChartContext) -> list[Given]:
    """Return the bands and medians of a chart's futures, behind everything else.

    They start at the last row before the futures. For each band, the trace of the lower edge
    precedes the trace of the upper edge.
    """
    fans = find_fans(plan, context)
    edge = {"width": 0, "shape": "hv" if plan["kind"] == "step" else "linear", "simplify": False}
    few = len(fans) <= MAX_WIDE_BANDS or context.all_bands
    fade = FADED if context.faded else 1
    made: list[Given] = []
    for one, across, five in fans:
        x, start = find_start(plan, context, one, across)
        lines = [[*start, *line] for line in five]
        base = {"type": "scatter", "mode": "lines", "x": [*x, *across], "zorder": -1,
                "hoverinfo": "skip", "name": "", "showlegend": False}  # fmt: skip
        bands = [(0, 4, WIDE, "wide", EIGHT_TENTHS), (1, 3, HALF, "half", MIDDLE_HALF)]
        for low, high, depth, name, words in bands if few else bands[1:]:
            fill = {"fill": "tonexty", "fillcolor": f"{one.line} {100 * depth * fade:g}%"}
            made += [
                {**base, "meta": f"fan.{one.id}.{name}.below", "y": lines[low], "line": edge},
                {**base, "meta": f"fan.{one.id}.{name}", "y": lines[high], "line": edge, **fill,
                 "name": words},
            ]  # fmt: skip
        made.append({
            **base, "meta": f"fan.{one.id}.median", "y": lines[2], "name": MEDIAN,
            "opacity": 0.55 if context.faded else 0.9, "hoverinfo": "all",
            "line": {**edge, "color": one.line, "dash": "3px,4px", "width": 1.8},
            "hovertemplate": f"%{{y}}<extra>{escape(one.name)}: median of futures</extra>",
        })  # fmt: skip
    return made


def find_start(
    plan: ChartPlanData, context: ChartContext, one: Series, across: Sequence[int]
) -> tuple[list[int], list[float]]:
    """Return the position and the value of the last row before the futures, as two lists."""
    place = (plan["per"],)
    before = [row for row in context.rows if across and get_path_value(row, place) < across[0]]
    known = [row for row in before[-1:] if is_number(one.get_value(row))]
    return [get_path_value(row, place) for row in known], one.get_values(known)


def build_fan_tables(
    plan: ChartPlanData, context: ChartContext, word: str
) -> list[NumbersTableData]:
    """Return a table of the five quantiles of each line by position.

    Return an empty list if there are no futures.
    """
    fans = find_fans(plan, context)
    if not fans or context.fan is None:
        return []
    return [{
        "caption": f"{plan['title']}: {context.fan['n']} futures from turn {context.fan['turn']}",
        "columns": [word.capitalize(), "Line", *QUANTILES],
        "rows": [
            [format_decimal(place), one.name,
             *(format_value(line[at], context.get_unit(one.key)) for line in five)]
            for at, place in enumerate(fans[0].x)
            for one, _, five in fans
        ][:MAX_ROWS],
    }]  # fmt: skip


def describe_fans(plan: ChartPlanData, context: ChartContext, word: str) -> str:
    """Return a sentence about the futures as a text alternative, or "" if there are no futures."""
    fans = find_fans(plan, context)
    if not fans or context.fan is None:
        return ""
    ends = []
    for one, _, five in fans:
        unit = context.get_unit(one.key)
        low, middle, high = (format_value(five[at][-1], unit) for at in (0, 2, 4))
        ends.append(f"{one.name} {middle}, eight in ten between {low} and {high}")
    where = f"{context.fan['n']} futures from turn {context.fan['turn']}, medians at {word}"
    gone = " The match has continued since." if context.faded else ""
    return f"{where} {fans[0].x[-1]}: {'; '.join(ends)}.{gone}"
