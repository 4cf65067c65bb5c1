"""What tells a figure besides its chart: the middle of the board lists what companies hold."""

from __future__ import annotations

from classkit.engine.metrics import GivesAway

from .metrics import METRICS

MIDDLE = GivesAway(signs=("company.", "bank", "stock", "state", "payments", "recession"))
TOGETHER = (
    ("cash", "bank_balance", "money_in_hands"),
    ("price_index", "lot_price", "surplus_paid", "money_left_on_table"),
    ("recession_cost", "recession_turns", "charge_exposure"),
    ("ownership", "ownership_hhi", "properties", "unowned"),
)
"""Figures of which some follow from others: all money is in hands or in the bank."""

GIVES_AWAY = {metric.key: MIDDLE for metric in METRICS} | {
    key: MIDDLE._replace(figures=group) for group in TOGETHER for key in group
}
