"""What else on a page reveals the values of each metric, for charts that have to hide them."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

BOARD = GivesAway(spaces=("",))
PRICED = GivesAway(
    spaces=("",),
    amounts=("gold",),
    figures=(
        "price_grain", "price_oil", "price_tech", "price_index", "inflation", "exchange_rate",
        "market",
    ),
)  # fmt: skip
"""Prices and exchange rates are shown in gold in offers and payments.

They are ratios of stocks in the market, and determine the index and inflation (N2.2).
"""

RELATED_METRICS = (
    ("produced", "produced_in_all"),
    ("consumed", "consumed_in_all"),
    ("short", "short_in_all"),
    ("goal_met", "goals_met_share"),
    ("gold_stock", "treasury_gold", "market"),
    ("currency_afloat", "own_issue"),
)
"""Groups of metrics from which one can be computed from the rest."""

WORTH = GivesAway(spaces=("",), figures=("worth", "worth_parts"))
"""The parts add up to the worth of the reserves (N16.1)."""

GIVES_AWAY = {
    **{metric.key: BOARD for metric in METRICS},
    **{metric.key: PRICED for metric in METRICS if metric.key.startswith("price_")},
    **{key: BOARD._replace(figures=group) for group in RELATED_METRICS for key in group},
    **dict.fromkeys(PRICED.figures, PRICED),
    **dict.fromkeys(WORTH.figures, WORTH),
}
