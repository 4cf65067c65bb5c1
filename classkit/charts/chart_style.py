"""Styles that distinguish seats, parts, metrics and marks in a chart, never by colour alone.

A colour is ``#rrggbb``, or ``var(--token, #rrggbb)``: a page takes the value of the token from its
theme, a notebook and a file take the colour. A share of opacity can follow: ``#rrggbb 20%``.

The page draws its board in the same styles (``page/basics/seatlook.js``).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from unicodedata import bidirectional

from classkit.engine.board import SEAT_COLOURS


class LineStyle(NamedTuple):
    """The colour, dash and marker of a line."""

    colour: str
    dash: str
    symbol: str


DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "4px,2px", "2px,6px")
SYMBOLS = ("circle", "square", "diamond", "cross", "triangle-up", "star", "hexagon", "x")
SEAT_STYLES = tuple(LineStyle(*look) for look in zip(SEAT_COLOURS, DASHES, SYMBOLS, strict=True))
SEAT_LINE_COLOURS = (
    "#0072B2", "#B87A00", "#009E73", "#C0659A", "#D55E00", "#2F93CC", "#8F8500", "#6F6F6F",
)  # fmt: skip
"""Colours of the seats' lines on white paper: at least 3:1, unlike some of the badges' colours."""


def make_theme_colour(token: str, colour: str) -> str:
    """Return a colour that a page takes from its theme, and that is ``colour`` on paper.

    >>> make_theme_colour("ck-ink", "#10202B")
    'var(--ck-ink, #10202B)'
    """
    return f"var(--{token}, {colour})"


def translucent(colour: str, depth: float) -> str:
    """Return a translucent form of a colour, with its theme.

    >>> translucent("#0072B2", 0.2), translucent(make_theme_colour("ck-ink", "#10202B"), 0.125)
    ('#0072B2 20%', 'var(--ck-ink, #10202B) 12.5%')
    """
    return f"{colour} {100 * depth:g}%"


INK, SOFT = make_theme_colour("ck-ink", "#10202B"), make_theme_colour("ck-soft", "#4A5963")
PAPER = make_theme_colour("ck-panel", "#FFFFFF")
PRICES, PURSE = (
    make_theme_colour("ck-inflation", "#A8123E"),
    make_theme_colour("ck-treasury", "#5A3FA6"),
)
WARN = make_theme_colour("ck-warn", "#8A3200")

METRIC_STYLES = tuple(SEAT_STYLES[at] for at in (0, 4, 2, 3, 1, 5))
"""The looks of figures of the table, ordered so that neighbours differ in lightness."""
METRIC_DASHES = ("solid", "dash", "dot", "dashdot")

PART_COLOURS = (
    "#56B4E9", "#0072B2", "#009E73", "#E69F00", "#D55E00", "#CC79A7",
    "#F0E442", "#8C8C8C", "#004D73", "#7A4B00", "#00573F", "#8A3D66",
)  # fmt: skip
PART_SHAPES = ("", "/", ".", "x", "-", "\\", "|", "+")
"""Patterns of bars and areas, so that parts differ without colour too."""
SEAT_SHAPES = ("", "/", ".", "|", "x", "-", "\\", "+")
"""Patterns of the bars of seats, as on the board."""
NOBODY_COLOUR = "#B4BCC5"
"""Beside seats in their colours, what is nobody's is grey."""

MARK_COLOURS = (
    "#0072B2", "#D55E00", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
BRANCH_DASHES = (
    "12px,3px,2px,3px",
    "7px,3px",
    "2px,2px,7px,2px,2px,2px",
    "16px,3px,2px,3px,2px,3px",
)
"""Other branches: unlike any seat's dash, and unlike the median of a fan."""

SEQUENTIAL_SCALE = ("#f2f6fa", "#b5d2e8", "#79aed4")
DIVERGING_SCALE = ("#e8a264", "#f4f4f2", "#79aed4")
"""Scales of heat maps; the second, from brown over neutral to blue, is for values below 0. Black
text has at least 7:1 on all of their colours, in every theme."""


def get_seat_style(at: int) -> LineStyle:
    return SEAT_STYLES[at % len(SEAT_STYLES)]


def get_seat_colour(at: int) -> str:
    """Return the colour of a seat's badge, bars and areas."""
    at %= len(SEAT_STYLES)
    return make_theme_colour(f"seat-{'abcdefgh'[at]}", SEAT_COLOURS[at])


def get_seat_line_colour(at: int) -> str:
    """Return the colour of a seat's line, which is readable on the ground of every theme."""
    at %= len(SEAT_STYLES)
    return make_theme_colour(f"seat-{'abcdefgh'[at]}-line", SEAT_LINE_COLOURS[at])


def read_color(text: Any) -> str:
    """Return a colour that a game names; an empty text where it is none.

    >>> read_color("#C0392B"), read_color("url(x)"), read_color(None)
    ('#c0392b', '', '')
    """
    known = isinstance(text, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", text)
    return text.lower() if known else ""


COLOUR_PATTERN = re.compile(r"(?:var\(--[\w-]+, )?(#[0-9a-fA-F]{6})\)?(?: ([\d.]+)%)?")


def print_colour(colour: str) -> str:
    """Return a colour of the print theme for plotly; any other text unchanged.

    >>> print_colour("var(--ck-ink, #10202B)"), print_colour("#0072B2 20%"), print_colour("x y")
    ('#10202B', 'rgba(0, 114, 178, 0.2)', 'x y')
    """
    found = COLOUR_PATTERN.fullmatch(colour)
    if found is None:
        return colour
    plain, depth = found.groups()
    if depth is None:
        return plain
    red, green, blue = (int(plain[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {float(depth) / 100:g})"


def escape(text: Any) -> str:
    """Return a text that plotly shows literally: plotly reads some HTML, and people type names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return str(text).replace("&", "&amp;").replace("<", "&lt;")


def is_money(unit: str | None) -> bool:
    return unit in ("$", "dollars", "money", "$ per round")


def isolate_direction(name: str) -> str:
    """Isolate the writing direction of a right-to-left name.

    Otherwise it would reorder the sentence around it.

    >>> isolate_direction("Ada"), isolate_direction("דנה")
    ('Ada', '⁨דנה⁩')
    """
    is_turned = any(bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"\u2068{name}\u2069" if is_turned else name
