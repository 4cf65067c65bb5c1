"""Figures whose course over the turns may not be seen: their charts show the present, and say why.

Which figures these are, the game says (:meth:`classkit.engine.game.Game.now_only`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match

Data = dict[str, Any]

WHY = "Its course would tell what lies hidden, so only its present is shown."

PRESENT_KINDS = {"line": "bar", "step": "bar", "stacked_area": "stacked_bar"}
"""How a chart that runs over the turns is drawn where only the present may be seen."""


def hidden_course(match: Match, viewer: str | None) -> tuple[str, ...]:
    """The figures of which this viewer may see the present alone."""
    return () if viewer == INSTRUCTOR else tuple(match.game.now_only(match.table))


def shows_present(match: Match, chart: Data) -> bool:
    """Whether a chart shows the present alone to everybody, so that nothing is missing from it."""
    scopes = {metric.key: metric.scope for metric in match.game.metrics_of(match.table)}
    scope = scopes.get(chart["metrics"][0])
    if chart.get("now") or chart["kind"] == "heat_map":
        return True
    return (chart["kind"] == "bar" and scope == "seat") or (
        chart["kind"] in ("bar", "stacked_bar") and scope == "seat_parts"
    )


def plans_seen(match: Match, plans: Sequence[Data], viewer: str | None) -> list[Data]:
    """The plans of the charts, those with a hidden course as charts of the present."""
    hidden = hidden_course(match, viewer)
    return [
        plan
        if not set(hidden) & set(plan["metrics"]) or shows_present(match, plan)
        else present_alone(plan)
        for plan in plans
    ]


def present_alone(plan: Data) -> Data:
    """A chart of the present in place of one over the turns, with the reason beside it.

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
