"""Metrics that the points of a chart show, so that the page can explain each point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from .chart_types import ChartPlanData, MetricRefData, TraceMetricsData
from .series import (
    ChartContext,
    build_drawn_series,
    build_series,
    get_part_labels,
    get_seat_styles,
    shows_latest,
)

UNSTACKED_KINDS = ("line", "step", "timeline")
"""The kinds of charts over turns whose traces are not stacked on one another."""


def get_metric_ref(path: list[str], figures: ChartContext) -> MetricRefData:
    """Return the figure at a path of a row, with its seat and part; "" for one that it lacks."""
    key, *whose = path
    scope = figures.metrics[key]["scope"]
    seat = whose.pop(0) if scope.startswith("seat") and whose else ""
    return {"figure": key, "seat": seat, "part": whose[0] if whose else ""}


def get_trace_metrics(plan: ChartPlanData, figures: ChartContext) -> dict[str, TraceMetricsData]:
    """Return the course of each trace, and of each column of the table of numbers, by its name."""
    if plan["kind"] == "heat_map":
        return cell_metrics(plan, figures)
    if plan["kind"] == "scatter":
        return trail_metrics(plan, figures)
    if shows_latest(plan, figures):
        return bar_metrics(plan, figures)
    by: Literal["line", "stack"] = "line" if plan["kind"] in UNSTACKED_KINDS else "stack"
    return {
        one.id: {"by": by, "figures": [get_metric_ref(one.path, figures)]}
        for one in (*build_series(plan, figures), *build_drawn_series(plan, figures))
    }


def latest_metrics(paths: Iterable[list[str]], figures: ChartContext) -> TraceMetricsData:
    """Return points of the present, each of a figure of its own."""
    return {"by": "present", "figures": [get_metric_ref(path, figures) for path in paths]}


def bar_metrics(plan: ChartPlanData, figures: ChartContext) -> dict[str, TraceMetricsData]:
    """Return what bars of the present show: one for each seat, or one for each series."""
    seats, scope = [seat.id for seat in figures.seats], figures.get_scope(plan)
    if scope == "seat":
        return {
            key: latest_metrics(([key, seat] for seat in seats), figures)
            for key in figures.get_metric_keys(plan)
        }
    series = build_series(plan, figures)
    if scope == "seat_parts":
        return {
            one.id: latest_metrics(([one.path[0], seat, one.part or ""] for seat in seats), figures)
            for one in series
        }
    return {"present": latest_metrics((one.path for one in series), figures)}


def cell_metrics(plan: ChartPlanData, figures: ChartContext) -> dict[str, TraceMetricsData]:
    """Return what the cells of a heat map show, row by row."""
    return {
        key: latest_metrics(
            (
                [key, seat.id, part]
                for seat in figures.seats
                for part in get_part_labels(figures.metrics[key], figures.get_facts(key))
            ),
            figures,
        )
        for key in figures.get_metric_keys(plan)[:1]
    }


def trail_metrics(plan: ChartPlanData, figures: ChartContext) -> dict[str, TraceMetricsData]:
    """Return the course of each seat's trail and of its present point: two figures for a point."""
    known = figures.get_metric_keys(plan)[:2]

    def both(seat: str) -> TraceMetricsData:
        paths = ([key, seat] if figures.metrics[key]["scope"] == "seat" else [key] for key in known)
        return {"by": "plane", "figures": [get_metric_ref(path, figures) for path in paths]}

    return {f"{name}.{seat.id}": both(seat.id) for name in ("trail", "now")
            for seat, _ in get_seat_styles(figures)}  # fmt: skip
