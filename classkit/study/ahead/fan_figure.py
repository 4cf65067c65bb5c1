"""Fans as an ordinary plotly figure: the line up to now, and the futures behind it.

Only this module imports plotly, when a figure is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.board import SEAT_COLOURS

from .fan import Fan, Fans

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "hexagon")
PALE, DEEP = 0.13, 0.24
"""The opacity of the wide band and of the narrow one."""


def escape(text: str) -> str:
    """Escape text for plotly, which interprets some HTML, because people type names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;")


class Line(NamedTuple):
    """A line of a figure: its name, its points up to now as (turn or round, value), its fan."""

    name: str
    past: list[tuple[int, Any]]
    fan: Fan


def make_figure(
    lines: Sequence[Line], fans: Fans, *, title: str, x_title: str, y_title: str, step: bool
) -> Figure:
    """Return a figure of some lines and their fans; ``step`` draws them as stairs."""
    import plotly.graph_objects as go

    figure = go.Figure()
    shape = "hv" if step else "linear"
    for at, (own, past, fan) in enumerate(lines):
        colour, name = SEAT_COLOURS[at % len(SEAT_COLOURS)], escape(own)
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
    figure.update_layout(
        template="plotly_white",
        title=escape(title),
        xaxis_title=escape(x_title),
        yaxis_title=escape(y_title),
    )
    return figure


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
    """Add the two bands and the median of one line, from the last point of the past on."""
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
    """Return a translucent form of a colour.

    >>> translucent("#0072B2", 0.2)
    'rgba(0, 114, 178, 0.2)'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth})"
