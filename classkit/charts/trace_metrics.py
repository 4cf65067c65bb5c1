"""Metrics of the points in a chart, which a page needs to explain each point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from .chart_context import ChartContext
from .chart_types import ChartPlanData, MetricRefData, TraceMetricsData
from .series import (
    build_index_parts,
    build_series,
    get_text_colours,
    is_seat_timeline,
    shows_latest,
)

UNSTACKED_KINDS = ("line", "step", "timeline")
"""Kinds of charts over turns whose traces are not stacked on each other."""


def get_metric_ref(path: Sequence[str], context: ChartContext) -> MetricRefData:
    """Return the metric, seat and part at a path of a row. Seat and part may be empty."""
    key, *whose = path
    scope = context.metrics[key]["scope"]
    seat = whose.pop(0) if scope.startswith("seat") and whose else ""
    return {"figure": key, "seat": seat, "part": whose[0] if whose else ""}


def find_trace_metrics(plan: ChartPlanData, context: ChartContext) -> dict[str, TraceMetricsData]:
    """Return the metrics of each trace, and of each column in the table of numbers, by name."""
    seats, known = [seat.id for seat in context.seats], context.get_metric_keys(plan)
    if plan["kind"] == "heat_map":
        return {
            key: list_present(
                ((key, seat, part) for seat in seats for part in context.get_part_labels(key)),
                context,
            )
            for key in known[:1]
        }
    if plan["kind"] == "scatter":
        return {f"{name}.{seat}": find_plane(known[:2], seat, context)
                for name in ("trail", "now") for seat in seats}  # fmt: skip
    series = [*build_series(plan, context), *build_index_parts(plan, context)]
    if shows_latest(plan, context):
        scope = context.get_scope(plan)
        if scope == "seat":
            return {key: list_present(((key, seat) for seat in seats), context) for key in known}
        if scope == "seat_parts":
            return {one.id: list_present(((one.key, seat, one.path[-1]) for seat in seats), context)
                    for one in series}  # fmt: skip
        return {"present": list_present((one.path for one in series), context)}
    by: Literal["line", "stack"] = "line" if plan["kind"] in UNSTACKED_KINDS else "stack"
    found: dict[str, TraceMetricsData] = {
        one.id: {"by": by, "figures": [get_metric_ref(one.path, context)]} for one in series
    }
    if is_seat_timeline(plan, context):
        found |= {f"{one.id}.{text}": found[one.id] for one in series
                  for text in get_text_colours(plan, context)}  # fmt: skip
    return found


def list_present(paths: Iterable[Sequence[str]], context: ChartContext) -> TraceMetricsData:
    """Return points of current values. Each point belongs to a separate metric."""
    return {"by": "present", "figures": [get_metric_ref(path, context) for path in paths]}


def find_plane(keys: Sequence[str], seat: str, context: ChartContext) -> TraceMetricsData:
    """Return both metrics of a point in a plane. All seats share a table's metric."""
    paths = ((key, seat) if context.metrics[key]["scope"] == "seat" else (key,) for key in keys)
    return {"by": "plane", "figures": [get_metric_ref(path, context) for path in paths]}
