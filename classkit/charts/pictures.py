"""The descriptions of all charts of a match as one page may see it, each made anew when it must be.

A step leaves nearly all of them as they are: the very same objects, so that nothing is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from classkit.engine.match import Match
from classkit.engine.words import Say

from .along import along_turns
from .describe import describe
from .facts import Seen
from .hidden_figures import LEFT, hidden_course, hidden_present, plans_seen
from .rows import chart_plans, metric_plans
from .series import Facts, Figures, Seat
from .shapes import BranchRows, ChartPlan, Description, FanNow, MetricPlan, Prediction, Row

COUNTED = ("parts", "seat_parts")


class Pictures:
    """The descriptions last made, and what each was made from."""

    def __init__(self) -> None:
        self.seen = Seen()
        self.made: dict[str, tuple[Any, Description]] = {}
        self.planned: tuple[Any, ...] = ()

    def of(
        self,
        match: Match,
        say: Say,
        viewer: str | None,
        rows: Sequence[Row],
        *,
        branches: Sequence[BranchRows] = (),
        branch: str = "",
        title: str = "",
        fan: FanNow | None = None,
        predictions: Mapping[str, Prediction] | None = None,
        keys: Collection[str] | None = None,
    ) -> dict[str, Description]:
        """Return the description of each chart by key, of these charts alone if any are named."""
        plans, metrics = self.plans(match, say, viewer)
        figures = Figures(
            metrics=metrics,
            seats=[Seat(seat, say.seat(seat)) for seat in match.seats],
            facts=self.seen.of(rows, scopes_asked(plans, metrics)),
            branches=[one for one in branches if one["name"] != branch and one["rows"]],
            branch=title or branch,
            fan=fan,
        )
        named = [(one["name"], one["title"]) for one in figures.branches]
        shared = (metrics, figures.seats, figures.branch, named, drawn(fan))
        wanted = [plan for plan in plans if keys is None or plan["key"] in keys]
        predicted = {
            plan["key"]: along_turns(asked, rows) if plan["per"] == "turn" else asked
            for plan in wanted
            if (asked := (predictions or {}).get(plan["key"])) is not None
        }
        self.made |= {
            plan["key"]: self.known_or_made(plan, figures, shared, predicted) for plan in wanted
        }
        return {plan["key"]: self.made[plan["key"]][1] for plan in wanted}

    def plans(
        self, match: Match, say: Say, viewer: str | None
    ) -> tuple[list[ChartPlan], dict[str, MetricPlan]]:
        """Return the plans of all charts and figures; they are the same from step to step."""
        hidden, gone = hidden_course(match, viewer), hidden_present(match, viewer)
        key = (match, dict(match.names), say.seats, viewer, hidden, gone)
        if not self.planned or self.planned[0] != key:
            plans = [
                absent_plan(plan) if {*gone} & {*plan["metrics"]} else plan
                for plan in plans_seen(match, chart_plans(match), viewer)
            ]
            self.planned = (key, plans, metric_plans(match, say))
        return self.planned[1], self.planned[2]

    def known_or_made(
        self,
        plan: ChartPlan,
        figures: Figures,
        shared: Any,
        predictions: Mapping[str, Prediction],
    ) -> tuple[Any, Description]:
        """Return a description and what it was made from."""
        predicted = predictions.get(plan["key"])
        facts = [facts_of(plan, figures.seen(key)) for key in plan["metrics"]]
        made_from = (plan, shared, facts, predicted)
        known = self.made.get(plan["key"])
        if known is not None and known[0] == made_from:
            return known
        return made_from, describe(plan, figures, predicted)


def absent_plan(plan: ChartPlan) -> ChartPlan:
    """Return the plan of a chart that can only say why it is empty."""
    return {**plan, "absent": LEFT}


def scopes_asked(plans: Sequence[ChartPlan], metrics: Mapping[str, MetricPlan]) -> dict[str, str]:
    """Return the scopes of the figures of which a description asks what the rows have held."""
    return {
        key: metrics[key]["scope"]
        for plan in plans
        for key in plan["metrics"]
        if key in metrics
        and (plan["kind"] in ("timeline", "heat_map") or metrics[key]["scope"] in COUNTED)
    }


def facts_of(plan: ChartPlan, facts: Facts) -> Facts:
    """Return the facts that a chart depends on: the furthest values count only in heat maps."""
    return facts if plan["kind"] == "heat_map" else facts._replace(low=0, high=0)


def drawn(fan: FanNow | None) -> Any:
    """Return a key for the lines of a fan, the same however many of its futures have come."""
    if fan is None:
        return None
    lines = {
        unit: {key: [*who] for key, who in by["figures"].items()} for unit, by in fan["by"].items()
    }
    return fan["run"], fan["turn"], lines
