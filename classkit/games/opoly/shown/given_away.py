"""What tells a figure besides its chart: the middle of the board lists what companies hold."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

MIDDLE = GivesAway(signs=("company.", "bank", "stock", "state", "payments", "recession"))

GIVES_AWAY = {metric.key: MIDDLE for metric in METRICS}
