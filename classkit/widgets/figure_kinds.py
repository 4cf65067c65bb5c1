"""Charts that are no lines over time, as plotly figures: heat maps, scatter charts, the present.

And what stands behind lines: bands. plotly is imported when a figure is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric

from .labels import part_label

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C8C")
"""Okabe and Ito's colours: told apart with any kind of sight."""

RISING = ("#f2f6fa", "#79aed4", "#08458a")
BOTH_WAYS = ("#a3520a", "#f4f4f2", "#1b5fa6")
"""Scales of heat maps, told apart with any kind of sight; the second for figures below 0."""

BAND = "#8592A6"

Row = dict[str, Any]


def escape(text: str) -> str:
    """A text that plotly shows as it stands: it reads a little HTML, and people type names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;")


def shown_metrics(match: Match, chart: Chart) -> list[Metric]:
    """The figures of a chart, in its order."""
    metrics = {metric.key: metric for metric in match.game.metrics_of(match.table)}
    return [metrics[key] for key in chart.metrics]


def written(value: float, unit: str) -> str:
    """A figure in a cell.

    >>> written(0.25, "%"), written(1200, "$"), written(-3, "points")
    ('0.25%', '$1,200', '-3')
    """
    text = f"{round(value, 2):,}"
    return f"{text}%" if unit == "%" else f"${text}" if unit == "$" else text


# --- what lasted, seat by seat ---------------------------------------


def add_timeline(figure: Figure, match: Match, chart: Chart, rows: Sequence[Row]) -> None:
    """Add a row for each seat, in colours for texts or seats, that shows when each held.

    A figure of seats has texts, such as what a currency is pegged to; a figure of the table names
    a seat, such as who governs, or a text of its own.
    """
    import plotly.graph_objects as go

    say, found = match.say(), dict[str, tuple[list[Any], list[str]]]()
    for metric in shown_metrics(match, chart):
        for row in rows:
            value = row[metric.key]
            held = value.items() if metric.scope == "seat" else [(None, value)]
            for seat, text in held:
                if text:
                    name = say.seat(text) if text in match.seats else str(text)
                    x, y = found.setdefault(name, ([], []))
                    x.append(row[chart.per])
                    y.append(escape(say.seat(seat) if seat else name))
    for at, (name, (x, y)) in enumerate(found.items()):
        marker = {"symbol": "square", "size": 9, "color": COLOURS[at % len(COLOURS)]}
        figure.add_trace(go.Scatter(name=escape(name), x=x, y=y, mode="markers", marker=marker))


# --- seats by parts, now ---------------------------------------------


def add_heat_map(figure: Figure, match: Match, chart: Chart, past: Sequence[Row]) -> None:
    """A figure of seats and parts as it is now: seats by parts, its value in each cell.

    ``past`` are the rows before the present that the viewer may know.
    """
    import plotly.graph_objects as go

    metric = shown_metrics(match, chart)[0]
    say, now = match.say(), match.metrics()[metric.key]
    parts = list(dict.fromkeys(part for seat in match.seats for part in now[seat]))
    values = [[now[seat].get(part) for part in parts] for seat in match.seats]
    low, high = ends(metric, [*past, match.metrics()])
    scale = BOTH_WAYS if low < 0 else RISING
    figure.add_trace(
        go.Heatmap(
            name=escape(metric.label),
            x=[escape(part_label(say, part)) for part in parts],
            y=[escape(say.seat(seat)) for seat in match.seats],
            z=values,
            text=[["" if v is None else written(v, metric.unit) for v in line] for line in values],
            texttemplate="%{text}",
            zmin=low,
            zmax=high,
            colorscale=[[at / 2, colour] for at, colour in enumerate(scale)],
            colorbar={"title": escape(chart.y_title)},
            xgap=2,
            ygap=2,
        )
    )
    figure.update_layout(yaxis={"autorange": "reversed"})


def ends(metric: Metric, rows: Sequence[Row]) -> tuple[float, float]:
    """The ends of the colours, for all that is known alike, so that a colour has one meaning."""
    values = [
        value
        for row in rows
        for table in row[metric.key].values()
        for value in table.values()
        if value is not None
    ]
    low = min(0, 0, *values)
    high = max(100 if metric.unit == "%" else 0, 0, *values)
    far = max(high, -low) or 1
    return (-far if low < 0 else 0), far


# --- one figure against another ---------------------------------------------


def add_scatter(figure: Figure, match: Match, chart: Chart, rows: Sequence[Row]) -> None:
    """Two figures of the seats against each other: a trail of points for each seat."""
    import plotly.graph_objects as go

    across, up = shown_metrics(match, chart)[:2]
    for at, seat in enumerate(match.seats):
        x, y = ([value_of(row, metric, seat) for row in rows] for metric in (across, up))
        last = len(rows) - 1
        figure.add_trace(
            go.Scatter(
                name=escape(match.say().seat(seat)),
                x=x,
                y=y,
                text=[f"Turn {row['turn']}" for row in rows],
                mode="lines+markers",
                line={"color": COLOURS[at % len(COLOURS)], "width": 1.5},
                marker={"size": [14 if n == last else 5 for n in range(len(rows))]},
            )
        )


def value_of(row: Row, metric: Metric, seat: str) -> Any:
    """A figure of a seat; one of the table is the same for every seat."""
    return row[metric.key][seat] if metric.scope == "seat" else row[metric.key]


# --- bars of the present ---------------------------------------------


def add_present(figure: Figure, match: Match, chart: Chart) -> None:
    """One bar, or one group of bars, for each seat or part as it is now."""
    import plotly.graph_objects as go

    for at, (name, labels, values, colour) in enumerate(present_bars(match, chart)):
        bars = {"marker_color": colour or COLOURS[at % len(COLOURS)]}
        figure.add_trace(
            go.Bar(name=escape(name), x=[escape(one) for one in labels], y=values, **bars)
        )
    stacked = chart.kind == "stacked_bar"
    figure.update_layout(barmode="relative" if stacked else "group")


Bars = tuple[str, list[str], list[Any], str | list[str]]
"""A name, what stands below each bar, the values, the colours that the board gives them or ""."""


def present_bars(match: Match, chart: Chart) -> Iterator[Bars]:
    """Series of bars as it is now."""
    say, now = match.say(), match.metrics()
    names = [say.seat(seat) for seat in match.seats]
    metrics = shown_metrics(match, chart)
    if alone := [metric for metric in metrics if metric.scope == "table"]:
        yield chart.title, [one.label for one in alone], [now[one.key] for one in alone], ""
    for metric in metrics:
        value = now[metric.key]
        colours = metric.colours(match.table) if metric.colours else {}
        if metric.scope == "seat":
            yield metric.label, names, [value[seat] for seat in match.seats], ""
        elif metric.scope == "parts":
            parts = list(value)
            own = [colours[part] for part in parts] if all(p in colours for p in parts) else ""
            yield metric.label, [part_label(say, p) for p in parts], list(value.values()), own
        elif metric.scope == "seat_parts":
            for part in dict.fromkeys(part for seat in match.seats for part in value[seat]):
                bars = [value[seat].get(part, 0) for seat in match.seats]
                yield part_label(say, part), names, bars, colours.get(part, "")


# --- behind the lines ---------------------------------------------


def add_bands(figure: Figure, chart: Chart, rows: Sequence[Row], label: str) -> None:
    """Bands where a figure of the table is neither 0 nor None, named once."""
    for number, (first, last) in enumerate(spans(rows, chart.bands)):
        words = {} if number else {"annotation_text": escape(label), "annotation_position": "top"}
        figure.add_vrect(
            x0=rows[first][chart.per] - 0.5,
            x1=rows[last][chart.per] + 0.5,
            fillcolor=BAND,
            opacity=0.3,
            line_width=0,
            layer="below",
            **words,
        )


def spans(rows: Sequence[Row], key: str) -> list[tuple[int, int]]:
    """The first and last index of each run of rows in which a figure is neither 0 nor None.

    >>> spans([{"r": 0}, {"r": 1}, {"r": 2}, {"r": None}, {"r": 1}], "r")
    [(1, 2), (4, 4)]
    """
    found: list[tuple[int, int]] = []
    for at, row in enumerate(rows):
        if not row[key]:
            continue
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found
