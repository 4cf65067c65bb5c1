"""What tells a figure besides its chart: stocks, prices and reserves all stand on the board."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .charts import METRICS

BOARD = GivesAway(spaces=("",))
PRICED = GivesAway(spaces=("",), amounts=("gold",))
"""Prices and rates of exchange are told in gold, wherever something is offered or paid."""

WORTH = GivesAway(spaces=("",), figures=("worth", "worth_parts"))
"""The parts add up to the worth of the reserves (N16.1)."""

GIVES_AWAY = {
    metric.key: PRICED
    if metric.key.startswith("price_") or metric.key in ("exchange_rate", "inflation")
    else BOARD
    for metric in METRICS
} | dict.fromkeys(WORTH.figures, WORTH)
