"""What tells a figure besides its chart: stocks, prices and reserves all stand on the board."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .charts import METRICS

BOARD = GivesAway(spaces=("",))

GIVES_AWAY = {metric.key: BOARD for metric in METRICS}
