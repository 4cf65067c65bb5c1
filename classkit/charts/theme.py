"""Themes: the colours and sizes of a chart, filled in where it is displayed.

A chart has these references in place of a colour or a size:

- ``{"paint": name}``: a colour or a size of the theme; with ``times``, ``plus`` and ``least``. With
  a table in place of a name, what it has for a light or a dark theme.
- ``{"room": side, "names": [...]}``: the room that names need beside or below an axis.

A page paints in its own theme (``page/charts/paint.js``), also when that changes, without asking.
"""

from __future__ import annotations

from typing import Any

from .chart_types import Given, PlotlyChartData

PAPER: Given = {
    "ink": "#1f2933", "faint": "#e3e8ee", "paper": "#ffffff", "size": 12, "wide": 2.5,
    "foot": 37.2, "ticks": 6, "theme": "light",
}  # fmt: skip
"""The paint of a notebook: dark ink on white paper."""

NAME_ROOM = 40
"""The room for names, in pixels, to start from: plotly widens it where names need more."""


def paint_picture(picture: PlotlyChartData) -> PlotlyChartData:
    """Return a picture painted for a notebook."""
    return {
        "data": [paint_part(trace) for trace in picture["data"]],
        "layout": paint_part(picture["layout"]),
    }


def paint_part(given: Any) -> Any:
    """Return a part of a picture with its colours and sizes.

    >>> paint_part({"width": {"paint": "wide", "plus": -2, "least": 1.5}, "x": [1, 2]})
    {'width': 1.5, 'x': [1, 2]}
    """
    if isinstance(given, list):
        return [paint_part(one) for one in given]
    if not isinstance(given, dict):
        return given
    if "room" in given:
        return NAME_ROOM
    if "paint" not in given:
        return {key: paint_part(one) for key, one in given.items()}
    name = given["paint"]
    if isinstance(name, dict):
        return paint_part(name[PAPER["theme"]])
    if not given.keys() & {"times", "plus", "least"}:
        return PAPER[name]
    size = PAPER[name] * given.get("times", 1) + given.get("plus", 0)
    return max(size, given.get("least", size))
