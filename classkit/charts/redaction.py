"""Redaction of charts with a hidden history: they show current values, and the reason.

The game declares these metrics
(:meth:`classkit.engine.visibility.Secrecy.metrics_without_history`).
"""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match

from .chart_types import ChartPlanData

PRESENT_ONLY_TEXT = (
    "Its history would reveal hidden information, so only the latest value is shown."
)
HIDDEN_TEXT = (
    "It is not shown at earlier steps, because its history would reveal hidden information."
)

PRESENT_KINDS = {"line": "bar", "step": "bar", "stacked_area": "stacked_bar"}
"""Maps each kind of chart over turns to the kind that replaces it if only current values are
visible.
"""


def get_history_hidden(match: Match, viewer: str | None) -> tuple[str, ...]:
    """Return the metrics of which this viewer may see only the current values."""
    return (
        ()
        if viewer == INSTRUCTOR
        else tuple(match.game.secrecy.metrics_without_history(match.table))
    )


def get_fully_hidden(match: Match, viewer: str | None) -> tuple[str, ...]:
    """Return the metrics that this viewer may not see at all now.

    At an earlier step, these are the metrics with a hidden history, because stepping through the
    turns would reveal it.
    """
    return get_history_hidden(match, viewer) if match.can_redo else ()


def shows_present(match: Match, chart: ChartPlanData) -> bool:
    """Return whether a chart shows only current values to everybody and needs no redaction."""
    scopes = {metric.key: metric.scope for metric in match.game.active_metrics(match.table)}
    scope = scopes.get(chart["metrics"][0])
    if chart.get("now") or chart["kind"] == "heat_map":
        return True
    return (chart["kind"] == "bar" and scope == "seat") or (
        chart["kind"] in ("bar", "stacked_bar") and scope == "seat_parts"
    )


def redact_plans(
    match: Match, plans: Sequence[ChartPlanData], viewer: str | None
) -> list[ChartPlanData]:
    """Return the plans of charts. Charts with a hidden history show only current values."""
    hidden = set(get_history_hidden(match, viewer))
    return [redact_plan(match, plan) if hidden & list_drawn(plan) else plan for plan in plans]


def list_drawn(plan: ChartPlanData) -> set[str]:
    """Return the keys of the metrics whose values a chart shows."""
    return {*plan["metrics"], *plan["behind"], *plan["told"]}


def redact_plan(match: Match, plan: ChartPlanData) -> ChartPlanData:
    """Return the plan of a chart with a hidden history, limited to current values or to a note."""
    if not shows_present(match, plan):
        return show_present_only(plan)
    return {**plan, "note": f"{plan['note']} {HIDDEN_TEXT}".strip()}


def show_present_only(plan: ChartPlanData) -> ChartPlanData:
    """Convert a chart over turns to a chart of current values, and add the reason as a note.

    >>> plan = {"key": "hhi", "kind": "line", "note": "By sector.", "metrics": ["hhi"]}
    >>> shown = show_present_only(plan)
    >>> shown["kind"], shown["now"], shown["note"].startswith("By sector. Its history would")
    ('bar', True, True)
    """
    return {
        **plan,
        "kind": PRESENT_KINDS.get(plan["kind"], plan["kind"]),
        "now": True,
        "note": f"{plan['note']} {PRESENT_ONLY_TEXT}".strip(),
    }
