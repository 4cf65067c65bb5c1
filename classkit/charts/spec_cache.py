"""Cache of the chart specs of a match for one page; a spec is rebuilt only if its input changes.

Most specs do not change in a step. They stay identical objects, so that nothing is sent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

from .chart_spec import build_spec
from .chart_types import (
    BranchRowsData,
    ChartPlanData,
    ChartSpecData,
    FanData,
    MetricPlanData,
    MetricRowData,
    PredictionData,
)
from .observed_values import ObservedValues
from .redaction import HIDDEN_TEXT, get_fully_hidden, get_history_hidden, redact_plans
from .round_axis import rounds_to_turns
from .rows import chart_plans, metric_plans
from .series import ChartContext, MetricFacts, Seat

PART_SCOPES = ("parts", "seat_parts")


class SpecCache:
    """The descriptions last made, and what each was made from."""

    def __init__(self) -> None:
        self.seen = ObservedValues()
        self.made: dict[str, tuple[Any, ChartSpecData]] = {}
        self.planned: tuple[Any, ...] = ()

    def get_specs(
        self,
        match: Match,
        say: TextFormatter,
        viewer: str | None,
        rows: Sequence[MetricRowData],
        *,
        branches: Sequence[BranchRowsData] = (),
        branch: str = "",
        title: str = "",
        fan: FanData | None = None,
        predictions: Mapping[str, PredictionData] | None = None,
        keys: Collection[str] | None = None,
    ) -> dict[str, ChartSpecData]:
        """Return the description of each chart by key, of these charts alone if any are named."""
        plans, metrics = self.get_plans(match, say, viewer)
        figures = ChartContext(
            metrics=metrics,
            seats=[Seat(seat, say.seat(seat)) for seat in match.seats],
            facts=self.seen.get_facts(rows, get_scopes(plans, metrics)),
            branches=[one for one in branches if one["name"] != branch and one["rows"]],
            branch=title or branch,
            fan=fan,
        )
        named = [(one["name"], one["title"]) for one in figures.branches]
        shared = (metrics, figures.seats, figures.branch, named, get_fan_key(fan))
        wanted = [plan for plan in plans if keys is None or plan["key"] in keys]
        predicted = {
            plan["key"]: rounds_to_turns(asked, rows) if plan["per"] == "turn" else asked
            for plan in wanted
            if (asked := (predictions or {}).get(plan["key"])) is not None
        }
        self.made |= {
            plan["key"]: self.get_or_build(plan, figures, shared, predicted) for plan in wanted
        }
        return {plan["key"]: self.made[plan["key"]][1] for plan in wanted}

    def get_plans(
        self, match: Match, say: TextFormatter, viewer: str | None
    ) -> tuple[list[ChartPlanData], dict[str, MetricPlanData]]:
        """Return the plans of all charts and figures; they are the same from step to step."""
        hidden, gone = get_history_hidden(match, viewer), get_fully_hidden(match, viewer)
        key = (match, dict(match.names), say.seats, viewer, hidden, gone)
        if not self.planned or self.planned[0] != key:
            plans = [
                absent_plan(plan) if {*gone} & {*plan["metrics"]} else plan
                for plan in redact_plans(match, chart_plans(match), viewer)
            ]
            self.planned = (key, plans, metric_plans(match, say))
        return self.planned[1], self.planned[2]

    def get_or_build(
        self,
        plan: ChartPlanData,
        figures: ChartContext,
        shared: Any,
        predictions: Mapping[str, PredictionData],
    ) -> tuple[Any, ChartSpecData]:
        """Return a description and what it was made from."""
        predicted = predictions.get(plan["key"])
        facts = [get_relevant_facts(plan, figures.get_facts(key)) for key in plan["metrics"]]
        made_from = (plan, shared, facts, predicted)
        known = self.made.get(plan["key"])
        if known is not None and known[0] == made_from:
            return known
        return made_from, build_spec(plan, figures, predicted)


def absent_plan(plan: ChartPlanData) -> ChartPlanData:
    """Return the plan of a chart that can only say why it is empty."""
    return {**plan, "absent": HIDDEN_TEXT}


def get_scopes(
    plans: Sequence[ChartPlanData], metrics: Mapping[str, MetricPlanData]
) -> dict[str, str]:
    """Return the scopes of the figures of which a description asks what the rows have held."""
    return {
        key: metrics[key]["scope"]
        for plan in plans
        for key in plan["metrics"]
        if key in metrics
        and (plan["kind"] in ("timeline", "heat_map") or metrics[key]["scope"] in PART_SCOPES)
    }


def get_relevant_facts(plan: ChartPlanData, facts: MetricFacts) -> MetricFacts:
    """Return the facts that a chart depends on: the furthest values count only in heat maps."""
    return facts if plan["kind"] == "heat_map" else facts._replace(low=0, high=0)


def get_fan_key(fan: FanData | None) -> Any:
    """Return a key for the lines of a fan, the same however many of its futures have come."""
    if fan is None:
        return None
    lines = {
        unit: {key: [*who] for key, who in by["figures"].items()} for unit, by in fan["by"].items()
    }
    return fan["run"], fan["turn"], lines
