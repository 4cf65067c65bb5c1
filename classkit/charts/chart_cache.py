"""Cache of a page's charts. It renders only visible charts that have changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any

from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

from .chart_context import ChartContext, ChartRows, Seat
from .chart_types import ChartData, ChartPlanData, MetricPlanData, PredictionData
from .instruments import choose_instruments
from .number_parser import list_units
from .redaction import (
    HIDDEN_TEXT,
    get_fully_hidden,
    get_history_hidden,
    list_drawn,
    redact_plans,
)
from .render import render_chart
from .round_axis import rounds_to_turns
from .rows import chart_plans, metric_plans


class ChartCache:
    """Caches the last rendered charts and the plans of a match."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[tuple[Any, ...], ChartData]] = {}
        self.planned: tuple[Any, ...] = ()

    def get_plans(
        self, match: Match, say: TextFormatter, viewer: str | None
    ) -> tuple[list[ChartPlanData], dict[str, MetricPlanData]]:
        """Return the plans of all charts and metrics, which stay the same from step to step."""
        hidden, gone = get_history_hidden(match, viewer), get_fully_hidden(match, viewer)
        instruments = choose_instruments(match)
        key = (match, dict(match.names), say.seats, viewer, hidden, gone, instruments)
        if not self.planned or self.planned[0] != key:
            plans = [
                make_absent(plan) if {*gone} & list_drawn(plan) else plan
                for plan in redact_plans(match, chart_plans(match), viewer)
            ]
            self.planned = (key, plans, metric_plans(match, say))
        return self.planned[1], self.planned[2]

    def build_context(
        self,
        match: Match,
        say: TextFormatter,
        viewer: str | None,
        rows: ChartRows,
        **more: Any,
    ) -> ChartContext:
        """Return the context for a match's charts. ``more`` contains additional fields."""
        _, metrics = self.get_plans(match, say, viewer)
        seats = [Seat(seat, say.seat(seat)) for seat in match.seats]
        return ChartContext(metrics, seats, rows, units=list_units(say), **more)

    def get_charts(
        self,
        plans: Sequence[ChartPlanData],
        context: ChartContext,
        predictions: Mapping[str, PredictionData],
        numbers: Collection[str] = (),
    ) -> dict[str, ChartData]:
        """Return the rendered charts, and tables of numbers for the charts in ``numbers``.

        If the inputs of a chart have not changed, the identical object is returned.
        """
        given = tuple(getattr(context, one.name) for one in fields(context) if one.compare)
        for plan in plans:
            key, asked = plan["key"], predictions.get(plan["key"])
            if asked is not None and plan["per"] == "turn":
                asked = rounds_to_turns(asked, context.rows)
            made_from = (plan, asked, key in numbers, *given)
            known = self.made.get(key)
            if known is None or known[0] != made_from:
                chart = render_chart(plan, context, asked, key in numbers)
                self.made[key] = (made_from, chart)
        return {plan["key"]: self.made[plan["key"]][1] for plan in plans}


def cover_plan(plan: ChartPlanData) -> ChartPlanData:
    """Return the plan of a chart that is hidden until the class has made its predictions."""
    return {**plan, "covered": True}


def make_absent(plan: ChartPlanData) -> ChartPlanData:
    """Return the plan of a chart that shows only why it is empty."""
    return {**plan, "absent": HIDDEN_TEXT}
