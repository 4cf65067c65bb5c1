"""Colours of the property groups, and patterns that distinguish them without colour."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.board import BarPattern

GROUP_COLOURS = {
    "brown": "#955436", "light_blue": "#aae0fa", "pink": "#d93a96", "orange": "#f7941d",
    "red": "#ed1b24", "yellow": "#fef200", "green": "#1fb25a", "dark_blue": "#0072bb",
    "railroad": "#b0b0b0", "utility": "#d9d9d9",
}  # fmt: skip
"""Colours of the classic groups. Other groups have none."""
GROUP_PATTERNS: Mapping[str, BarPattern] = {
    "brown": "diagonal", "pink": "dots", "red": "diagonal", "green": "dots",
    "railroad": "sleepers", "utility": "cross",
}  # fmt: skip
"""Patterns of every second group, so that the two groups on an edge differ."""
