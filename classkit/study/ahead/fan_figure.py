"""Fans as an ordinary plotly figure: the line up to now, and behind it what may come.

plotly is imported here and nowhere else, when a figure is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.metrics import Chart

from .fan import Fan, Fans
from .future import Column

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from .futures import Futures

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#6F6F6F")
"""Okabe and Ito's, in an order in which neighbours differ in lightness too."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "hexagon")
PALE, DEEP = 0.13, 0.24
"""How much colour the wide band and the narrow one have."""


def escape(text: str) -> str:
    """A text that plotly shows as it stands: it reads a little HTML, and people type names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;")


def make_figure(futures: Futures, key: str | None) -> Figure:
    """The figure of a chart or a figure by its key; UnknownName if it was not asked for."""
    import plotly.graph_objects as go

    chart = chart_of(futures, key)
    keys = chart.metrics if chart else (key,)
    unit = chart.per if chart and chart.per == "round" else "turn"
    fans = futures.fans(unit)
    shown = [fan for fan in fans.fans if fan.column[0] in keys]
    figure = go.Figure()
    step = bool(chart and chart.kind == "step")
    for at, fan in enumerate(shown):
        colour = COLOURS[at % len(COLOURS)]
        name = escape(name_of(futures, fan.column, shown))
        past = past_of(futures, fan.column, unit)
        shape = "hv" if step else "linear"
        add_fan(figure, fans, fan, past[-1:], colour, name, shape, legend=at == 0)
        line = {"color": colour, "dash": DASHES[at % len(DASHES)], "shape": shape, "width": 2.5}
        figure.add_trace(
            go.Scatter(
                name=name,
                x=[place for place, _ in past],
                y=[value for _, value in past],
                mode="lines+markers",
                line=line,
                marker={"symbol": SYMBOLS[at % len(SYMBOLS)], "maxdisplayed": 6, "size": 6},
            )
        )
    metric = futures.metrics[keys[0] if keys[0] else shown[0].column[0]]
    title = chart.title if chart else metric.label
    figure.update_layout(
        template="plotly_white",
        title=escape(f"{title}: {futures.done} futures from turn {futures.turn}"),
        xaxis_title=unit.capitalize(),
        yaxis_title=escape(chart.y_title if chart else f"{metric.label} ({metric.unit})"),
    )
    return figure


def chart_of(futures: Futures, key: str | None) -> Chart | None:
    """The chart that is asked for; None where it is a figure. UnknownName if it is neither."""
    asked = dict.fromkeys(fan.column[0] for fan in futures.fans().fans)
    charts = {
        name: chart
        for name, chart in futures.charts.items()
        if chart.kind in ("line", "step") and asked.keys() & {*chart.metrics}
    }
    if not asked:
        why = "they keep no figures" if futures.done else "none has been played"
        raise ClasskitError(f"There is nothing to draw of these futures: {why}.")
    if key is None:
        key = next(iter(charts or asked))
    if key not in asked and key not in charts:
        raise UnknownName("figure or chart of these futures", key, {*asked, *charts})
    return charts.get(key)


def name_of(futures: Futures, column: Column, shown: list[Fan]) -> str:
    """What a line is called: its seat or part, with the figure where there are several."""
    key, seat, part = column
    say, label = futures.say, futures.metrics[key].label
    own = say.seat(seat) if seat else part.replace("_", " ")
    several = len({fan.column[0] for fan in shown}) > 1
    return f"{label}: {own}" if own and several else own or label


def past_of(futures: Futures, column: Column, unit: str) -> list[tuple[int, Any]]:
    """The line up to now: (turn or round, value)."""
    key, seat, part = column
    found: dict[int, Any] = {}
    for row in futures.past:
        value = row[key]
        if seat:
            value = value[seat]
        found[row[unit]] = value.get(part, 0) if part else value
    return list(found.items())


def add_fan(
    figure: Figure,
    fans: Fans,
    fan: Fan,
    start: list[tuple[int, Any]],
    colour: str,
    name: str,
    shape: str,
    legend: bool,
) -> None:
    """The two bands and the median of one line, from the last point of the past on."""
    import plotly.graph_objects as go

    drawn = fans.drawn
    place, value = start[0] if start else (None, None)
    joint = place is not None and bool(fans.axis) and place < fans.axis[0]
    x = ([place] if joint else []) + fans.axis[:drawn]
    low, lower, middle, upper, high = (
        ([value] if joint else []) + list(line[:drawn]) for line in fan.quantiles
    )
    for bottom, top, depth, words in (
        (low, high, PALE, "8 of 10 futures"),
        (lower, upper, DEEP, "the middle half of futures"),
    ):
        edge = {"width": 0, "shape": shape}
        about = {"x": x, "mode": "lines", "line": edge, "hoverinfo": "skip", "legendgroup": words}
        figure.add_trace(go.Scatter(y=bottom, showlegend=False, **about))
        figure.add_trace(
            go.Scatter(
                y=top,
                fill="tonexty",
                fillcolor=translucent(colour, depth),
                name=words,
                showlegend=legend,
                **about,
            )
        )
    figure.add_trace(
        go.Scatter(
            x=x,
            y=middle,
            mode="lines",
            name="median of futures" if legend else f"{name}: median",
            showlegend=legend,
            line={"color": colour, "dash": "3px,3px", "width": 1.5, "shape": shape},
        )
    )


def translucent(colour: str, depth: float) -> str:
    """A colour that lets through what lies behind it.

    >>> translucent("#0072B2", 0.2)
    'rgba(0, 114, 178, 0.2)'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth})"
