"""Parts of the board's middle that would reveal a hidden chart and are hidden with it."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

MIDDLE_DISCLOSURE = GivesAway(signs=("company.", "bank", "state", "payments", "recession"))
GIVES_AWAY = {metric.key: MIDDLE_DISCLOSURE for metric in METRICS}
