"""Seats look the same in notebooks, in files, and on a page."""

from __future__ import annotations

import re
from importlib.resources import files

from classkit.charts.chart_style import SEAT_LINE_COLOURS, SEAT_STYLES
from classkit.engine.board import SEAT_COLOURS

PAGE = files("classkit.widgets") / "page"
LOOKS = (PAGE / "basics" / "seatlook.js").read_text(encoding="utf-8")
TOKENS = (PAGE / "styles" / "tokens.css").read_text(encoding="utf-8")


def read_looks(key: str) -> list[str]:
    """Return a property of the looks of seats on the page."""
    listed = LOOKS.partition("SEAT_LOOKS = [")[2].partition("];")[0]
    return re.findall(rf"\b{key}: '([^']+)'", listed)


def read_tokens(suffix: str) -> list[str]:
    """Return the tokens of seats of the light theme, in the order of the seats."""
    found = re.findall(rf"--seat-([a-h]){suffix}: (#\w+);", TOKENS)
    return [value.upper() for _, value in found[: len(SEAT_COLOURS)]]


def test_the_page_and_the_kernel_draw_seats_alike() -> None:
    assert read_looks("colour") == [*SEAT_COLOURS] == read_tokens("")
    assert read_tokens("-line") == [*SEAT_LINE_COLOURS]
    assert read_looks("dash") == [style.dash for style in SEAT_STYLES]
    assert read_looks("symbol") == [style.symbol for style in SEAT_STYLES]


def test_seats_differ_in_colour_dash_and_marker() -> None:
    for looks in zip(*SEAT_STYLES, strict=True):
        assert len({*looks}) == len(SEAT_STYLES)
