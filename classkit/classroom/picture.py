"""The class as charts: quantile bands of a figure over its tables, a colour for each group.

A chart is plotly data and layout, in which colours and sizes of the page's theme still stand
(:mod:`classkit.charts.paint`); the page paints it and hands it to plotly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from classkit.charts.fans import HALF, WIDE
from classkit.charts.layout import unit_ticks
from classkit.charts.looks import FIGURE_LOOKS, Look, escape, translucent
from classkit.charts.shapes import Given, LegendEntry, NumbersTable, Picture
from classkit.charts.written import NONE, concise, written
from classkit.engine.words import how_many
from classkit.study.ahead.fan import quantiles

from .contrast import Contrast, contrast_words, contrasts, pairs_of
from .figures import ClassFigure, Course, drawn
from .room import TableSetup

BANDS = ((0, 4, WIDE), (1, 3, HALF))
"""The quantiles between which a band lies, the wide one first, and how dark it is."""
MOST_TICKS = 9
"""Up to so many turns or rounds each has its tick."""
MIDDLE = 2
"""Which of the five quantiles is the median."""
WORDS = "Line: the median of the tables; dark band: the middle half; light band: eight in ten."

Quantiles = tuple[float | None, ...]


class ClassChart(TypedDict):
    """The class as a chart, what the groups differ by, and both in words and numbers.

    ``unread`` is how many tables are not in it yet.
    """

    figure: str
    title: str
    unit: str
    x_title: str
    picture: Picture
    difference: Picture | None
    difference_title: str
    legend: list[LegendEntry]
    said: list[str]
    about: str
    numbers: NumbersTable
    unread: int


class GroupBands(TypedDict):
    """A group of tables: its name, how many tables it has, and their quantiles place by place."""

    name: str
    tables: int
    look: Look
    places: list[Quantiles]


def class_chart(
    figure: ClassFigure,
    groups: Sequence[str],
    tables: Sequence[TableSetup],
    courses: Mapping[int, Course],
) -> ClassChart:
    """Return a figure of a class as a chart, by group where there are several.

    It goes as far as half of the tables have come, and says so.
    """
    names = list(groups) or [""]
    bands = [
        bands_of(name, at, [courses[one.place] for one in tables if one.group == name])
        for at, name in enumerate(names)
    ]
    compared = [
        (other, contrasts(pairs_of(tables, courses, names[0], other))) for other in names[1:]
    ]
    below = difference(figure, compared, [one["look"] for one in bands[1:]])
    picture: Picture = {
        "data": [trace for one in bands for trace in band_traces(one)],
        "layout": layout(figure, max(len(one["places"]) for one in bands)),
    }
    if below:
        picture["layout"]["xaxis"]["title"] = {"text": ""}  # it stands below the other
    return {
        "figure": figure.key,
        "title": figure.label,
        "unit": figure.unit,
        "x_title": figure.axis.capitalize(),
        "picture": picture,
        "difference": below,
        "difference_title": f"Difference from “{names[0]}”, with its 95 % interval",
        "legend": [] if len(bands) == 1 else [legend_entry(figure, one) for one in bands],
        "said": [
            *(contrast_said(figure, names[0], other, found) for other, found in compared),
            reached(figure, bands, courses),
        ],
        "about": WORDS,
        "numbers": numbers(figure, bands),
        "unread": 0,
    }


def bands_of(name: str, at: int, courses: Sequence[Course]) -> GroupBands:
    """Return the quantiles of a group, as far as half of its tables have come."""
    places = [
        quantiles(
            value for one in courses if one.reaches(place) and (value := one.at(place)) is not None
        )
        for place in range(drawn(courses))
    ]
    look = FIGURE_LOOKS[at % len(FIGURE_LOOKS)]
    return {"name": name, "tables": len(courses), "look": look, "places": places}


def band_traces(group: GroupBands) -> list[Given]:
    """Return what plotly draws of a group: two bands, and the median in front."""
    look, places = group["look"], group["places"]
    known = [place for place, values in enumerate(places) if values[MIDDLE] is not None]
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
        "y": [places[place][MIDDLE] for place in known],
        "name": escape(group["name"]),
        "line": {"color": look.colour, "dash": look.dash, "width": {"paint": "wide"}},
        "hoverinfo": "all",
        "hovertemplate": f"%{{y}}<extra>{escape(group['name'] or 'median')}</extra>",
    }
    return [*made, median]


def layout(figure: ClassFigure, places: int) -> Given:
    """Return quiet axes around the bands, with the unit and what is counted across."""
    ink, size = {"paint": "ink"}, {"paint": "size"}
    axis = {
        "gridcolor": {"paint": "faint"}, "linecolor": {"paint": "faint"}, "zerolinecolor": ink,
        "zerolinewidth": 1, "tickfont": {"size": size, "color": ink}, "fixedrange": True,
        "automargin": True,
    }  # fmt: skip
    return {
        "showlegend": False, "hovermode": "x unified", "dragmode": False,
        "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": "system-ui, sans-serif", "size": size, "color": ink},
        "margin": {"l": {"paint": "size", "times": 4}, "r": {"paint": "size", "times": 1},
                   "t": {"paint": "size", "times": 0.7}, "b": {"paint": "size", "times": 2.6}},
        "xaxis": {**axis, "showgrid": False, "zeroline": False,
                  **({"dtick": 1} if places <= MOST_TICKS else {"nticks": MOST_TICKS}),
                  "title": {"text": figure.axis.capitalize(), "standoff": 4}},
        "yaxis": {**axis, "nticks": 6, **unit_ticks(figure.unit)},
    }  # fmt: skip


def difference(
    figure: ClassFigure,
    compared: Sequence[tuple[str, Sequence[Contrast | None]]],
    looks: Sequence[Look],
) -> Picture | None:
    """Return the difference of each group from the first with its interval.

    None before pairs have come to two places: one point is no course.
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
             "line": {"color": look.colour, "dash": look.dash, "width": {"paint": "wide"}},
             "hoverinfo": "all", "hovertemplate": f"%{{y}}<extra>{escape(other)}</extra>"},
        ]  # fmt: skip
    if not any(len(trace["x"]) > 1 for trace in data):
        return None
    made = layout(figure, max(len(found) for _, found in compared))
    made["yaxis"] |= {"nticks": 4, "zerolinewidth": 2}
    return {"data": data, "layout": made}


def legend_entry(figure: ClassFigure, group: GroupBands) -> LegendEntry:
    """Return an entry of the legend: a group, its tables, and where its median stands now."""
    latest = next(
        (values[MIDDLE] for values in reversed(group["places"]) if values[MIDDLE] is not None), None
    )
    stands = f": {concise(latest, figure.unit)}" if latest is not None else ""
    name = f"{group['name']} ({how_many(group['tables'], 'table')}){stands}"
    look = group["look"]
    return {"name": name, "colour": look.colour, "dash": look.dash, "symbol": "", "filled": False}


def contrast_said(
    figure: ClassFigure, first: str, other: str, found: Sequence[Contrast | None]
) -> str:
    """Say what a group differs by at the last place that half of the pairs have reached."""
    for place, one in reversed([*enumerate(found)]):
        if one is not None:
            return contrast_words(figure, first, other, one, place)
    return f"No pair of tables with “{first}” and “{other}” has come far enough to compare."


def reached(figure: ClassFigure, bands: Sequence[GroupBands], courses: Mapping[int, Course]) -> str:
    """Say how far the chart goes, and how many tables have come so far.

    >>> worth = ClassFigure("worth", "Net worth", "$", "round")
    >>> reached(worth, [bands_of("", 0, [])], {})
    'No table has finished a round yet.'
    >>> courses = [Course([1.0, 2.0, 3.0]), Course([1.0, 2.0]), Course([1.0])]
    >>> reached(worth, [bands_of("", 0, courses)], dict(enumerate(courses)))
    'Up to round 1, which 2 of 3 tables have reached. A table that is over keeps its last value.'
    """
    ends = [len(one["places"]) - 1 for one in bands]
    far = max(ends, default=0)
    if far < 1:
        return f"No table has finished a {figure.axis} yet."
    if len({*ends}) > 1:
        each = ", ".join(
            f"“{one['name']}” {max(end, 0)}" for one, end in zip(bands, ends, strict=True)
        )
        upto = f"Each line goes as far as half of its tables have come ({figure.axis}: {each})."
    else:
        number = sum(one.reaches(far) for one in courses.values())
        of = how_many(len(courses), "table")
        upto = f"Up to {figure.axis} {far}, which {number} of {of} have reached."
    return f"{upto} A table that is over keeps its last value."


def numbers(figure: ClassFigure, bands: Sequence[GroupBands]) -> NumbersTable:
    """Return the medians and the middle halves as a table, a row for each place."""
    longest = max((len(one["places"]) for one in bands), default=0)
    columns = [figure.axis.capitalize()]
    for one in bands:
        group = f" ({one['name']})" if one["name"] else ""
        columns += [f"Median{group}", f"Middle half{group}"]
    rows = []
    for place in range(longest):
        row = [str(place)]
        for one in bands:
            values = one["places"][place] if place < len(one["places"]) else (None,) * 5
            half = f"{written(values[1], figure.unit)} to {written(values[3], figure.unit)}"
            known = values[MIDDLE] is not None
            row += [written(values[MIDDLE], figure.unit), half] if known else [NONE, NONE]
        if any(cell != NONE for cell in row[1:]):
            rows.append(row)
    return {"caption": figure.label, "columns": columns, "rows": rows}
