"""What tells a figure besides its chart: the points of the sectors add up to those of a player."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

POINTS = GivesAway(figures=("points", "points_by_sector", "income_per_landing"))

GIVES_AWAY = dict.fromkeys(POINTS.figures, POINTS)
