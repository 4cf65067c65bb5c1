"""Text colours of the cells of a heat map: black or white, the one with the higher contrast.

The colours of the cells depend on the theme, light or dark, so the text colours do too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chart_types import Given


def cell_text_colors(cells: Given) -> Given:
    """Return the inks on a heat map's cells, for a light and for a dark theme."""
    scales = cells["colorscale"]["paint"]
    low, high = cells["zmin"], cells["zmax"]
    shares = [
        None if value is None else (value - low) / (high - low)
        for line in cells["z"]
        for value in line
    ]
    return {"paint": {theme: choose_text_colors(scale, shares) for theme, scale in scales.items()}}


def choose_text_colors(
    scale: Sequence[tuple[float, str]], shares: Sequence[float | None]
) -> list[Any]:
    """Return the ink at each share of a scale; that of the page where a cell is empty."""
    colours = [colour for _, colour in scale]
    return [
        {"paint": "ink"} if share is None else choose_text_color(interpolate_color(colours, share))
        for share in shares
    ]


def interpolate_color(scale: Sequence[str], share: float) -> list[int]:
    """Return the red, green and blue of a place on a scale of three colours.

    >>> interpolate_color(["#000000", "#808080", "#ffffff"], 0.75)
    [192, 192, 192]
    """
    place = min(1.0, max(0.0, share)) * 2
    colours = scale[:2] if place < 1 else scale[1:]
    part = place if place < 1 else place - 1
    low, high = ([int(colour[n : n + 2], 16) for n in (1, 3, 5)] for colour in colours)
    return [int(one + (two - one) * part + 0.5) for one, two in zip(low, high, strict=True)]


def choose_text_color(colour: Sequence[int]) -> str:
    """Return black or white: one of the two always reaches 4.5 to 1 (WCAG 2.1).

    >>> choose_text_color([255, 255, 200]), choose_text_color([0, 0, 90])
    ('#000000', '#ffffff')
    """
    shares = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in shares
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    return "#000000" if light / 0.05 >= 1.05 / light else "#ffffff"
