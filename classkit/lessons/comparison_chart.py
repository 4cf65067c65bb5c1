"""Comparison chart: the class's match on the left, a real-world series on the right."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from classkit.charts.chart_style import SEAT_STYLES, LineStyle

from .real_datasets import load_sources

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go
    from plotly.basedatatypes import BaseTraceType

PLAYED_TITLE = "At the table"
BAR_INDEXES = {"country", "format"}
"""Index names whose values are unordered categories."""


def beside(
    played: pd.DataFrame,
    world: pd.DataFrame,
    *,
    of: str,
    units: tuple[str, str],
    logarithmic: bool = False,
    steps: bool = False,
) -> go.Figure:
    """Return a chart with data from a match on the left and real-world data on the right.

    Each column is drawn as a line over the index, whose name is the title of the axis. Over
    countries or formats, columns are drawn as bars. The two halves have separate scales, so compare
    their shapes.

    Args:
        played: Data from a match.
        world: Data of the real-world series.
        of: The name of the real-world series, which determines title and source.
        units: The titles of both vertical axes.
        logarithmic: True for a logarithmic scale on the right.
        steps: True to draw the match's data as steps.

    Returns:
        A plotly figure, which a notebook can display.

    Raises:
        KeyError: If the real-world series is unknown.

    Example:
        >>> import classkit
        >>> from classkit import lessons
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
        >>> played = m.history_frame(wide=True).set_index("turn")[["worth_gini"]]
        >>> figure = beside(
        ...     played, lessons.real("concentration").set_index("year"), of="concentration",
        ...     units=("Gini", "%"),
        ... )
        >>> len(figure.data)
        2
    """
    from plotly.subplots import make_subplots

    known = load_sources()[of]
    figure = make_subplots(
        1, 2, subplot_titles=(PLAYED_TITLE, known["title"]), horizontal_spacing=0.12
    )
    looks = cycle(SEAT_STYLES)
    for at, half in enumerate((played, world), 1):
        shape = "hv" if steps and half is played else "linear"
        for name in half:
            line = make_trace(half[name], next(looks), half.columns[0] == name, shape)
            figure.add_trace(line, row=1, col=at)
        figure.update_xaxes(
            title_text="" if half.index.name in BAR_INDEXES else half.index.name, col=at
        )
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


def make_trace(values: pd.Series[Any], look: LineStyle, first: bool, shape: str) -> BaseTraceType:
    """Return bars for categories, or a line otherwise. The first line is solid."""
    import plotly.graph_objects as go

    shown = {"x": list(values.index), "y": list(values), "name": str(values.name)}
    if values.index.name in BAR_INDEXES:
        return go.Bar(marker_color=look.colour, **shown)
    line = {"color": look.colour, "dash": "solid" if first else look.dash, "shape": shape}
    return go.Scatter(line=line, mode="lines", **shown)
