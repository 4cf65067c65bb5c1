"""Painting a picture: its colours and sizes, which belong to whoever shows it.

What stands in a picture in place of a colour or a size:

- ``{"paint": name}``: a colour or a size of the theme; with ``times``, ``plus`` and ``least``. With
  a table in place of a name, what it has for a light or a dark theme.
- ``{"room": side, "names": [...]}``: the room that names need beside or below an axis.

A page paints in its own theme (``page/charts/paint.js``), also when that changes, without asking.
"""

from __future__ import annotations

from typing import Any

from .shapes import Given, Picture

PAPER: Given = {
    "ink": "#1f2933", "faint": "#e3e8ee", "paper": "#ffffff", "size": 12, "wide": 2.5,
    "foot": 37.2, "ticks": 6, "theme": "light",
}  # fmt: skip
"""The paint of a notebook: dark ink on white paper."""

ROOM = 40
"""The room for names, in pixels, to start from: plotly widens it where names need more."""


def on_paper(picture: Picture) -> Picture:
    """Return a picture painted for a notebook."""
    return {
        "data": [painted(trace) for trace in picture["data"]],
        "layout": painted(picture["layout"]),
    }


def painted(given: Any) -> Any:
    """Return a part of a picture with its colours and sizes.

    >>> painted({"width": {"paint": "wide", "plus": -2, "least": 1.5}, "x": [1, 2]})
    {'width': 1.5, 'x': [1, 2]}
    """
    if isinstance(given, list):
        return [painted(one) for one in given]
    if not isinstance(given, dict):
        return given
    if "room" in given:
        return ROOM
    if "paint" not in given:
        return {key: painted(one) for key, one in given.items()}
    name = given["paint"]
    if isinstance(name, dict):
        return painted(name[PAPER["theme"]])
    if not given.keys() & {"times", "plus", "least"}:
        return PAPER[name]
    size = PAPER[name] * given.get("times", 1) + given.get("plus", 0)
    return max(size, given.get("least", size))
