"""Styles that distinguish seats, parts, metrics and marks in a chart, not only by colour.

A colour is ``#rrggbb`` or ``var(--token, #rrggbb)``. Pages replace the token with a value from
their theme; notebooks and files use the colour. An opacity may follow: ``#rrggbb 20%``.

The page draws its board in the same styles (``page/basics/seatlook.js``).
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from unicodedata import bidirectional

from classkit.engine.board import SEAT_COLOURS
from classkit.engine.currency import Currency, find_currency

from .chart_types import CurrencyData


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
"""Colours of the seats' lines on a white background, with a contrast of at least 3:1, unlike some
of the badges' colours.
"""


def make_theme_colour(token: str, colour: str) -> str:
    """Return a colour that pages replace with a token of their theme. In print it is ``colour``.

    >>> make_theme_colour("ck-ink", "#10202B")
    'var(--ck-ink, #10202B)'
    """
    return f"var(--{token}, {colour})"


def translucent(colour: str, depth: float) -> str:
    """Return a colour with the given opacity, preserving any theme token.

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
"""Styles of the table's metrics, ordered so that adjacent colours differ in lightness."""
METRIC_DASHES = ("solid", "dash", "dot", "dashdot")

PART_COLOURS = (
    "#56B4E9", "#0072B2", "#009E73", "#E69F00", "#D55E00", "#CC79A7",
    "#F0E442", "#8C8C8C", "#004D73", "#7A4B00", "#00573F", "#8A3D66",
)  # fmt: skip
PART_SHAPES = ("", "/", ".", "x", "-", "\\", "|", "+")
"""Patterns of bars and areas, so that parts can be distinguished without colour."""
SEAT_SHAPES = ("", "/", ".", "|", "x", "-", "\\", "+")
"""Patterns of the bars of seats, which are the same on the board."""
NOBODY_COLOUR = "#B4BCC5"
"""Grey for values that do not belong to any seat, next to values in the colours of seats."""

MARK_COLOURS = (
    "#0072B2", "#D55E00", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
BRANCH_DASHES = (
    "12px,3px,2px,3px",
    "7px,3px",
    "2px,2px,7px,2px,2px,2px",
    "16px,3px,2px,3px,2px,3px",
)
"""Dashes for other branches, distinct from the dashes for seats and for a fan's median."""

SEQUENTIAL_SCALE = ("#f2f6fa", "#b5d2e8", "#79aed4")
DIVERGING_SCALE = ("#e8a264", "#f4f4f2", "#79aed4")
"""Colour scales of heat maps. The diverging scale, from brown through neutral to blue, is for
metrics with negative values. Black text has a contrast of at least 7:1 on all colours in every
theme.
"""


def get_seat_style(at: int) -> LineStyle:
    return SEAT_STYLES[at % len(SEAT_STYLES)]


def get_seat_colour(at: int) -> str:
    """Return the colour of a seat's badge, bars and areas."""
    at %= len(SEAT_STYLES)
    return make_theme_colour(f"seat-{'abcdefgh'[at]}", SEAT_COLOURS[at])


def get_seat_line_colour(at: int) -> str:
    """Return the colour of a seat's line, which is readable on the background of every theme."""
    at %= len(SEAT_STYLES)
    return make_theme_colour(f"seat-{'abcdefgh'[at]}-line", SEAT_LINE_COLOURS[at])


def read_color(text: Any) -> str:
    """Validate a colour that a game declares. Return "" if it is not a colour.

    >>> read_color("#C0392B"), read_color("url(x)"), read_color(None)
    ('#c0392b', '', '')
    """
    known = isinstance(text, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", text)
    return text.lower() if known else ""


COLOUR_PATTERN = re.compile(r"(?:var\(--[\w-]+, )?(#[0-9a-fA-F]{6})\)?(?: ([\d.]+)%)?")


def print_colour(colour: str) -> str:
    """Convert a colour to the print theme for plotly. Return any other text unchanged.

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
    """Escape text for plotly, which interprets some HTML, because users enter names.

    >>> escape("<a href=x>Ada</a> & Bo")
    '&lt;a href=x>Ada&lt;/a> &amp; Bo'
    """
    return str(text).replace("&", "&amp;").replace("<", "&lt;")


def get_currency(unit: str | None) -> Currency | None:
    """Return the currency of amounts in a unit, such as "$" or "$ per round", or None.

    >>> get_currency("$ per round"), get_currency("gold per unit"), get_currency(None)
    ('$', None, None)
    """
    return find_currency(unit) or find_currency((unit or "").partition(" per ")[0])


def is_money(unit: str | None) -> bool:
    """Return whether a unit is money."""
    return get_currency(unit) is not None


D3_CURRENCY = "$"
"""The sign in number formats of plotly (d3) for the currency of its locale, which is the dollar."""


def format_money_ticks(unit: str, digits: str) -> dict[str, Any]:
    """Return plotly's tick format for an axis of money.

    >>> format_money_ticks("$", "~s"), format_money_ticks("€", "~s")
    ({'tickformat': '$~s'}, {'tickformat': '~s', 'tickprefix': '€'})
    """
    currency = get_currency(unit)
    if currency is None or (currency == D3_CURRENCY and currency.is_plain):
        return {"tickformat": f"{D3_CURRENCY}{digits}" if currency else ""}
    before, after = currency.attach("0").split("0")
    side = {"ticksuffix": after} if currency.after else {"tickprefix": before}
    return {"tickformat": digits, **side}


def describe_currency(unit: str) -> CurrencyData | None:
    """Return the currency of a unit for a page, or None if the unit is not money.

    >>> describe_currency("$")
    {'sign': '$', 'many': 'dollars', 'after': False, 'thousands': ','}
    """
    currency = get_currency(unit)
    return None if currency is None else {
        "sign": str(currency), "many": currency.many, "after": currency.after,
        "thousands": currency.thousands,
    }  # fmt: skip


def find_sent_currency(unit: str) -> CurrencyData | None:
    """Return the currency to send beside a unit; None for other units and for plain signs.

    >>> from classkit.engine.currency import Currency
    >>> find_sent_currency("$"), find_sent_currency(Currency("kr"))["sign"]
    (None, 'kr')
    """
    currency = get_currency(unit)
    return None if currency is None or currency.is_plain else describe_currency(unit)


def isolate_direction(name: str) -> str:
    """Isolate the writing direction of a right-to-left name.

    Otherwise, the name would change the order of words in the sentence around it.

    >>> isolate_direction("Ada"), isolate_direction("דנה")
    ('Ada', '⁨דנה⁩')
    """
    is_turned = any(bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"\u2068{name}\u2069" if is_turned else name
