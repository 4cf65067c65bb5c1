"""What the middle of the board discloses: while a chart is covered, it is covered too."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

MIDDLE_DISCLOSURE = GivesAway(signs=("company.", "bank", "state", "payments", "recession"))
GIVES_AWAY = {metric.key: MIDDLE_DISCLOSURE for metric in METRICS}
