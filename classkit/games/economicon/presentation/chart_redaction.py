"""Items on the board and in the news that reveal a metric's values, besides other charts."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

BOARD = GivesAway(spaces=("",))
PRICED = GivesAway(spaces=("",), amounts=("gold",))
"""Offers and payments show prices and exchange rates in gold."""
PRICED_METRICS = ("price_index", "inflation", "exchange_rate", "market")
GIVES_AWAY = {
    metric.key: PRICED if metric.key.startswith("price_") or metric.key in PRICED_METRICS else BOARD
    for metric in METRICS
}
