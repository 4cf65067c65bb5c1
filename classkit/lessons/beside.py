"""One figure with two halves: what a class has played, and a real series."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from classkit.charts.looks import SEAT_LOOKS, Look

from .real import sources

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go
    from plotly.basedatatypes import BaseTraceType

PLAYED = "At the table"
BARS = {"country", "format"}
"""The indices whose values are words without an order."""


def beside(
    played: pd.DataFrame,
    world: pd.DataFrame,
    *,
    of: str,
    units: tuple[str, str],
    logarithmic: bool = False,
    steps: bool = False,
) -> go.Figure:
    """Return a figure that draws what was ``played`` at the left, the real ``world`` at the right.

    Each column is a line over the frame's index, whose name is the title of the axis; over
    countries or formats it is bars. ``of`` names the real series, whose title and source stand
    in the figure. ``units`` are the titles of both upright axes, and ``logarithmic`` makes the
    right one so. With ``steps`` what was played stands still until it jumps, as on its chart. The
    halves have scales of their own: they are there to be compared in shape.
    """
    from plotly.subplots import make_subplots

    known = sources()[of]
    figure = make_subplots(1, 2, subplot_titles=(PLAYED, known["title"]), horizontal_spacing=0.12)
    looks = cycle(SEAT_LOOKS)
    for at, half in enumerate((played, world), 1):
        shape = "hv" if steps and half is played else "linear"
        for name in half:
            line = trace(half[name], next(looks), half.columns[0] == name, shape)
            figure.add_trace(line, row=1, col=at)
        figure.update_xaxes(title_text="" if half.index.name in BARS else half.index.name, col=at)
        figure.update_yaxes(title_text=units[at - 1], col=at)
    if logarithmic:
        figure.update_yaxes(type="log", exponentformat="power", col=2)
    source = f"Source: {known['cite']}."
    place = {"x": 1, "xanchor": "right", "xref": "paper", "y": 0, "yanchor": "top", "yref": "paper"}
    figure.add_annotation(text=source, showarrow=False, yshift=-88, **place)
    figure.update_annotations(font_size=13)
    return figure.update_layout(
        title_text="Played, and real",
        template="plotly_white",
        legend={"orientation": "h", "y": -0.3},
        margin={"t": 90, "b": 130},
        height=480,
    )


def trace(values: pd.Series[Any], look: Look, first: bool, shape: str) -> BaseTraceType:
    """Return a line over numbers or months, unbroken if it is the first; bars over other words."""
    import plotly.graph_objects as go

    shown = {"x": list(values.index), "y": list(values), "name": str(values.name)}
    if values.index.name in BARS:
        return go.Bar(marker_color=look.colour, **shown)
    line = {"color": look.colour, "dash": "solid" if first else look.dash, "shape": shape}
    return go.Scatter(line=line, mode="lines", **shown)
