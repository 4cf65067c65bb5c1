"""Class charts: quantile bands of a metric over the tables, in one color for each group.

A chart is plotly data and layout with colors of the page's theme
(:mod:`classkit.charts.chart_style`). The page resolves them and passes the chart to plotly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from classkit.charts.chart_style import (
    METRIC_STYLES,
    LineStyle,
    escape,
    format_money_ticks,
    is_money,
    translucent,
)
from classkit.charts.chart_types import Given, LegendEntryData, NumbersTableData, PlotlyChartData
from classkit.charts.forecast_bands import HALF, WIDE
from classkit.charts.number_format import NO_VALUE, format_legend, format_value
from classkit.charts.render import LINE
from classkit.engine.rulebook_text import format_count
from classkit.study.rollouts.quantiles import compute_quantiles

from .class_metrics import ClassMetric, TableSeries, count_common_places
from .conclusions import build_conclusion
from .paired_difference import Contrast, compute_contrasts, pair_tables
from .room import TableSetup

BANDS = ((0, 4, WIDE), (1, 3, HALF))
"""The two quantiles that bound each band, widest band first, and its opacity."""
MAX_TICKS = 9
"""Maximum number of turns or rounds on an axis that has a tick for each of them."""
MEDIAN_INDEX = 2
"""The index of the median among the five quantiles."""
CHART_EXPLANATION = (
    "Line: the median of the tables; dark band: the middle half; light band: eight in ten."
)

Quantiles = tuple[float | None, ...]


class ClassChart(TypedDict):
    """A class chart, and the differences between groups in words and numbers.

    ``unread`` is the number of tables that are not included yet.
    """

    figure: str
    title: str
    unit: str
    x_title: str
    picture: PlotlyChartData
    difference: PlotlyChartData | None
    difference_title: str
    legend: list[LegendEntryData]
    said: list[str]
    about: str
    numbers: NumbersTableData
    unread: int


class GroupBands(TypedDict):
    """A group of tables: its name, its number of tables, and their quantiles at each point."""

    name: str
    tables: int
    look: LineStyle
    places: list[Quantiles]


def build_class_chart(
    metric: ClassMetric,
    groups: Sequence[str],
    tables: Sequence[TableSetup],
    series: Mapping[int, TableSeries],
    unattended: Collection[int] = (),
) -> ClassChart:
    """Build a class chart of a metric: one set of bands per group.

    The bands of a group end at the last point that half of its tables have reached. Tables that are
    ``unattended`` have no student.
    """
    names = list(groups) or [""]
    bands = [
        build_group_bands(name, at, [series[one.place] for one in tables if one.group == name])
        for at, name in enumerate(names)
    ]
    pairs = {other: pair_tables(tables, series, names[0], other) for other in names[1:]}
    compared = [(other, compute_contrasts(some)) for other, some in pairs.items()]
    longest = max(len(one["places"]) for one in bands)
    below = build_difference_chart(metric, compared, [one["look"] for one in bands[1:]], longest)
    picture: PlotlyChartData = {
        "data": [trace for one in bands for trace in build_band_traces(one)],
        "layout": build_layout(metric, longest),
    }
    if below:
        picture["layout"]["xaxis"]["title"] = {"text": ""}  # the lower chart has the same axis
    return {
        "figure": metric.key,
        "title": metric.label,
        "unit": metric.unit,
        "x_title": metric.axis.capitalize(),
        "picture": picture,
        "difference": below,
        "difference_title": format_difference_title(names[0], below),
        "legend": [] if len(bands) == 1 else [build_legend_entry(metric, one) for one in bands],
        "said": [
            *(
                build_conclusion(metric, names[0], other, some, unattended).sentence
                for other, some in pairs.items()
            ),
            describe_reach(metric, bands, series),
        ],
        "about": CHART_EXPLANATION,
        "numbers": build_numbers_table(metric, bands),
        "unread": 0,
    }


def build_group_bands(name: str, at: int, series: Sequence[TableSeries]) -> GroupBands:
    """Compute the quantiles of a group, up to the point that half of its tables have reached."""
    places = [
        compute_quantiles(
            value
            for one in series
            if one.has_reached(place) and (value := one.get_value(place)) is not None
        )
        for place in range(count_common_places(series))
    ]
    look = METRIC_STYLES[at % len(METRIC_STYLES)]
    return {"name": name, "tables": len(series), "look": look, "places": places}


def build_band_traces(group: GroupBands) -> list[Given]:
    """Build the plotly traces of a group: two bands, and the median in front."""
    look, places = group["look"], group["places"]
    known = [place for place, values in enumerate(places) if values[MEDIAN_INDEX] is not None]
    base: Given = {"type": "scatter", "mode": "lines", "x": known, "hoverinfo": "skip"}
    made = [
        {**base, "y": [places[place][end] for place in known], "line": {"width": 0}, **filled}
        for low, high, depth in BANDS
        for end, filled in (
            (low, {}),
            (high, {"fill": "tonexty", "fillcolor": translucent(look.colour, depth)}),
        )
    ]
    median = {
        **base,
        "y": [places[place][MEDIAN_INDEX] for place in known],
        "name": escape(group["name"]),
        "line": {"color": look.colour, "dash": look.dash, "width": LINE},
        "hoverinfo": "all",
        "hovertemplate": f"%{{y}}<extra>{escape(group['name'] or 'median')}</extra>",
    }
    return [*made, median]


def build_layout(metric: ClassMetric, places: int) -> Given:
    """Build the axes around the bands, labeled with the unit and the period.

    The axis of the period has ``places`` points, so that charts with the same number align.
    """
    ticks: Given = {"ticksuffix": "%"} if metric.unit == "%" else {}
    return {
        "hovermode": "x unified", "margin": {"t": 8, "r": 12, "b": 4},
        "xaxis": {"automargin": True, "range": [0, max(places - 1, 1)],
                  "title": {"text": metric.axis.capitalize(), "standoff": 4},
                  **({"dtick": 1} if places <= MAX_TICKS else {"nticks": MAX_TICKS})},
        "yaxis": {"automargin": True, "nticks": 6,
                  **(format_money_ticks(metric.unit, "~s") if is_money(metric.unit) else ticks)},
    }  # fmt: skip


def build_difference_chart(
    metric: ClassMetric,
    compared: Sequence[tuple[str, Sequence[Contrast | None]]],
    looks: Sequence[LineStyle],
    places: int,
) -> PlotlyChartData | None:
    """Build the chart of each group's difference from the first group and its interval.

    Its axis has as many ``places`` as that of the chart above it. Return None until pairs have
    reached two points, because a line needs two points.
    """
    data: list[Given] = []
    for (other, found), look in zip(compared, looks, strict=True):
        known = [(place, one) for place, one in enumerate(found) if one is not None]
        ends = [(place, one) for place, one in known if one.low is not None]
        base: Given = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
        x = [place for place, _ in ends]
        band = {"fill": "tonexty", "fillcolor": translucent(look.colour, HALF)}
        data += [
            {**base, "x": x, "y": [one.low for _, one in ends], "line": {"width": 0}},
            {**base, "x": x, "y": [one.high for _, one in ends], "line": {"width": 0}, **band},
            {**base, "x": [place for place, _ in known], "y": [one.mean for _, one in known],
             "line": {"color": look.colour, "dash": look.dash, "width": LINE},
             "hoverinfo": "all", "hovertemplate": f"%{{y}}<extra>{escape(other)}</extra>"},
        ]  # fmt: skip
    if not any(len(trace["x"]) > 1 for trace in data):
        return None
    made = build_layout(metric, places)
    made["yaxis"] |= {"nticks": 4, "zerolinewidth": 2, "rangemode": "tozero"}
    return {"data": data, "layout": made}


def format_difference_title(first: str, chart: PlotlyChartData | None) -> str:
    """Format the title of a chart of differences. It names the intervals only if some are drawn.

    >>> format_difference_title("A", None)
    'Difference from “A”'
    """
    drawn = any("fill" in trace and len(trace["x"]) > 1 for trace in chart["data"]) if chart else 0
    return f"Difference from “{first}”" + (", with its 95 % interval" if drawn else "")


def build_legend_entry(metric: ClassMetric, group: GroupBands) -> LegendEntryData:
    """Build the legend entry of a group: its tables, and the latest value of its median."""
    latest = next(
        (
            values[MEDIAN_INDEX]
            for values in reversed(group["places"])
            if values[MEDIAN_INDEX] is not None
        ),
        None,
    )
    stands = f": {format_legend(latest, metric.unit)}" if latest is not None else ""
    name = f"{group['name']} ({format_count(group['tables'], 'table')}){stands}"
    look = group["look"]
    return {"name": name, "colour": look.colour, "dash": look.dash}


def describe_reach(
    metric: ClassMetric, bands: Sequence[GroupBands], series: Mapping[int, TableSeries]
) -> str:
    """Describe how far the chart extends, and how many tables have reached that point.

    >>> worth = ClassMetric("worth", "Net worth", "$", "round")
    >>> describe_reach(worth, [build_group_bands("", 0, [])], {})
    'No table has finished a round yet.'
    >>> courses = [TableSeries([1.0, 2.0, 3.0]), TableSeries([1.0, 2.0]), TableSeries([1.0])]
    >>> describe_reach(worth, [build_group_bands("", 0, courses)], dict(enumerate(courses)))
    'Up to round 1, which 2 of 3 tables have reached. A table that is over keeps its last value.'
    """
    ends = [len(one["places"]) - 1 for one in bands]
    far = max(ends, default=0)
    if far < 1:
        return f"No table has finished a {metric.axis} yet."
    if len({*ends}) > 1:
        each = ", ".join(
            f"“{one['name']}” {max(end, 0)}" for one, end in zip(bands, ends, strict=True)
        )
        upto = f"Each line ends where half of its tables are ({metric.axis}: {each})."
    else:
        number = sum(one.has_reached(far) for one in series.values())
        of = f"{number} of {format_count(len(series), 'table')} {'has' if number == 1 else 'have'}"
        which = "all tables have" if number == len(series) else of
        upto = f"Up to {metric.axis} {far}, which {which} reached."
        if len(series) == 1:
            upto = f"Up to {metric.axis} {far}."
    return f"{upto} A table that is over keeps its last value."


def build_numbers_table(metric: ClassMetric, bands: Sequence[GroupBands]) -> NumbersTableData:
    """Build a table of the medians and the middle halves: one row per point of the axis."""
    longest = max((len(one["places"]) for one in bands), default=0)
    columns = [metric.axis.capitalize()]
    for one in bands:
        group = f" ({one['name']})" if one["name"] else ""
        columns += [f"Median{group}", f"Middle half{group}"]
    rows = []
    for place in range(longest):
        row = [str(place)]
        for one in bands:
            values = one["places"][place] if place < len(one["places"]) else (None,) * 5
            half = (
                f"{format_value(values[1], metric.unit)} to {format_value(values[3], metric.unit)}"
            )
            known = values[MEDIAN_INDEX] is not None
            row += (
                [format_value(values[MEDIAN_INDEX], metric.unit), half]
                if known
                else [NO_VALUE, NO_VALUE]
            )
        if any(cell != NO_VALUE for cell in row[1:]):
            rows.append(row)
    return {"caption": metric.label, "columns": columns, "rows": rows}
