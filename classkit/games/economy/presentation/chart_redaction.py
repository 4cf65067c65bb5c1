"""Metrics that disclose each other: points by sector add up to the points of a player."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

POINTS_DISCLOSURE = GivesAway(figures=("points", "points_by_sector", "income_per_landing"))

GIVES_AWAY = dict.fromkeys(POINTS_DISCLOSURE.figures, POINTS_DISCLOSURE)
