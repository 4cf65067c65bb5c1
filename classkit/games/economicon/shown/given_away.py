"""What tells a figure besides its chart: stocks, prices and reserves all stand on the board."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .charts import METRICS

BOARD = GivesAway(spaces=("",))
PRICED = GivesAway(
    spaces=("",),
    amounts=("gold",),
    figures=(
        "price_grain", "price_oil", "price_tech", "price_index", "inflation", "exchange_rate",
        "market",
    ),
)  # fmt: skip
"""Prices and rates of exchange are told in gold, wherever something is offered or paid.

They are quotients of what lies in the market, and the index and inflation follow from them (N2.2).
"""

TOGETHER = (
    ("produced", "produced_in_all"),
    ("consumed", "consumed_in_all"),
    ("short", "short_in_all"),
    ("goal_met", "goals_met_share"),
    ("gold_stock", "treasury_gold", "market"),
    ("currency_afloat", "own_issue"),
)
"""Figures of which some add up to others."""

WORTH = GivesAway(spaces=("",), figures=("worth", "worth_parts"))
"""The parts add up to the worth of the reserves (N16.1)."""

GIVES_AWAY = {
    **{metric.key: BOARD for metric in METRICS},
    **{metric.key: PRICED for metric in METRICS if metric.key.startswith("price_")},
    **{key: BOARD._replace(figures=group) for group in TOGETHER for key in group},
    **dict.fromkeys(PRICED.figures, PRICED),
    **dict.fromkeys(WORTH.figures, WORTH),
}
