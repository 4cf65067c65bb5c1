"""Figures whose course over the turns may not be seen: their charts show the present, and say why.

Which figures these are, the game says (:meth:`classkit.engine.secrecy.Secrecy.now_only`).
"""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match

from .shapes import ChartPlan

WHY = "Its course would tell what lies hidden, so only its present is shown."
LEFT = "It is not shown after going back, since its course would tell what lies hidden."

PRESENT_KINDS = {"line": "bar", "step": "bar", "stacked_area": "stacked_bar"}
"""Kind of a chart that runs over the turns -> its kind where only the present may be seen."""


def hidden_course(match: Match, viewer: str | None) -> tuple[str, ...]:
    """Return the figures of which this viewer may see the present alone."""
    return () if viewer == INSTRUCTOR else tuple(match.game.secrecy.now_only(match.table))


def hidden_present(match: Match, viewer: str | None) -> tuple[str, ...]:
    """Return the figures that this viewer may not see at all now.

    After going back these are those with a hidden course: somebody could go through it turn by
    turn.
    """
    return hidden_course(match, viewer) if match.can_redo else ()


def shows_present(match: Match, chart: ChartPlan) -> bool:
    """Return whether a chart shows only the present to everybody, so that nothing is missing."""
    scopes = {metric.key: metric.scope for metric in match.game.metrics_of(match.table)}
    scope = scopes.get(chart["metrics"][0])
    if chart.get("now") or chart["kind"] == "heat_map":
        return True
    return (chart["kind"] == "bar" and scope == "seat") or (
        chart["kind"] in ("bar", "stacked_bar") and scope == "seat_parts"
    )


def plans_seen(match: Match, plans: Sequence[ChartPlan], viewer: str | None) -> list[ChartPlan]:
    """Return the plans of the charts, those with a hidden course as charts of the present."""
    hidden = set(hidden_course(match, viewer))
    return [plan_seen(match, plan) if hidden & {*plan["metrics"]} else plan for plan in plans]


def plan_seen(match: Match, plan: ChartPlan) -> ChartPlan:
    """Return the plan of a chart with a hidden course: of the present, or with a note."""
    if not shows_present(match, plan):
        return present_alone(plan)
    return {**plan, "note": f"{plan['note']} {LEFT}".strip()}


def present_alone(plan: ChartPlan) -> ChartPlan:
    """Return a chart of the present in place of one over the turns, with the reason.

    >>> plan = {"key": "hhi", "kind": "line", "note": "By sector.", "metrics": ["hhi"]}
    >>> shown = present_alone(plan)
    >>> shown["kind"], shown["now"], shown["note"].startswith("By sector. Its course would tell")
    ('bar', True, True)
    """
    return {
        **plan,
        "kind": PRESENT_KINDS.get(plan["kind"], plan["kind"]),
        "now": True,
        "note": f"{plan['note']} {WHY}".strip(),
    }
