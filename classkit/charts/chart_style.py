"""Styles that distinguish seats, parts, metrics and marks in a chart, never by colour alone.

The page draws its board in the same styles (``page/basics/seatlook.js``).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from classkit.engine.board import SEAT_COLOURS


class LineStyle(NamedTuple):
    """The colour, dash and marker of a line."""

    colour: str
    dash: str
    symbol: str


DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "8px,3px", "2px,6px")
SYMBOLS = ("circle", "square", "diamond", "cross", "triangle-up", "star", "hexagon", "x")
SEAT_STYLES = tuple(LineStyle(*look) for look in zip(SEAT_COLOURS, DASHES, SYMBOLS, strict=True))

METRIC_STYLES = tuple(SEAT_STYLES[at] for at in (0, 4, 2, 3, 1, 5))
"""The looks of figures of the table, ordered so that neighbours differ in lightness."""
METRIC_DASHES = ("solid", "dash", "dot", "dashdot")

PART_COLOURS = (
    "#56B4E9", "#0072B2", "#009E73", "#E69F00", "#D55E00", "#CC79A7",
    "#F0E442", "#8C8C8C", "#004D73", "#7A4B00", "#00573F", "#8A3D66",
)  # fmt: skip
PART_SHAPES = ("", "/", ".", "x", "-", "\\", "|", "+")
"""Patterns of bars and areas, so that parts differ without colour too."""
NOBODY_COLOUR = "#B4BCC5"
"""Beside seats in their colours, what is nobody's is grey."""

MARK_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "star", "cross", "hexagon", "x")
MARK_COLOURS = (
    "#0072B2", "#D55E00", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
BAND_COLOUR = "#8592A6"
BRANCH_DASHES = (
    "12px,3px,2px,3px",
    "7px,3px",
    "2px,2px,7px,2px,2px,2px",
    "16px,3px,2px,3px,2px,3px",
)
"""Other branches: unlike any seat's dash, and unlike the median of a fan."""

SEQUENTIAL_SCALE = {
    "light": ("#f2f6fa", "#79aed4", "#08458a"),
    "dark": ("#222c37", "#3f7fb0", "#a9dcff"),
}
DIVERGING_SCALE = {
    "light": ("#a3520a", "#f4f4f2", "#1b5fa6"),
    "dark": ("#f0a35e", "#2a333d", "#7fc0f5"),
}
"""Scales of heat maps; the second, from brown over neutral to blue, for figures below 0."""


def get_seat_style(at: int) -> LineStyle:
    return SEAT_STYLES[at % len(SEAT_STYLES)]


def read_color(text: Any) -> str:
    """Return a colour that a game names; an empty text where it is none.

    >>> read_color("#C0392B"), read_color("url(x)"), read_color(None)
    ('#c0392b', '', '')
    """
    known = isinstance(text, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", text)
    return text.lower() if known else ""


def translucent(colour: str, depth: float) -> str:
    """Return a translucent form of a colour.

    >>> translucent("#0072B2", 0.2)
    'rgba(0, 114, 178, 0.2)'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {depth})"


def escape(text: Any) -> str:
    """Return a text that plotly shows as it stands: it reads a little HTML, and people type names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return str(text).replace("&", "&amp;").replace("<", "&lt;")


def is_money(unit: str | None) -> bool:
    return unit in ("$", "dollars", "money", "$ per round")
