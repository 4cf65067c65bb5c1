"""The colours of the groups of properties, and the strokes that tell them without colour."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.board import BarPattern

COLOURS = {
    "brown": "#955436", "light_blue": "#aae0fa", "pink": "#d93a96", "orange": "#f7941d",
    "red": "#ed1b24", "yellow": "#fef200", "green": "#1fb25a", "dark_blue": "#0072bb",
    "railroad": "#b0b0b0", "utility": "#d9d9d9",
}  # fmt: skip
"""The colours of the groups that every such board has; others are drawn without."""
PATTERNS: Mapping[str, BarPattern] = {
    "brown": "diagonal", "pink": "dots", "red": "diagonal", "green": "dots",
    "railroad": "sleepers", "utility": "cross",
}  # fmt: skip
"""The strokes of every second group: the two groups of an edge of the board are never alike."""
