"""Other places that disclose the metrics of a chart, such as the middle of the board."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

MIDDLE_DISCLOSURE = GivesAway(signs=("company.", "bank", "stock", "state", "payments", "recession"))
METRIC_GROUPS = (
    ("cash", "bank_balance", "money_in_hands"),
    ("price_index", "lot_price", "surplus_paid", "money_left_on_table"),
    ("recession_cost", "recession_turns", "charge_exposure"),
    ("ownership", "ownership_hhi", "properties", "unowned"),
)
"""Groups of metrics from which one can be computed from the rest."""

GIVES_AWAY = {metric.key: MIDDLE_DISCLOSURE for metric in METRICS} | {
    key: MIDDLE_DISCLOSURE._replace(figures=group) for group in METRIC_GROUPS for key in group
}
