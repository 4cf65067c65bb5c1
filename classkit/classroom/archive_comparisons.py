"""Rows for the exported tables that compare groups of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .class_metrics import ClassMetric, TableSeries
from .conclusions import build_conclusion
from .paired_difference import TablePair, compute_contrasts, pair_tables
from .room import Room

Rows = list[dict[str, Any]]


class GroupComparison(NamedTuple):
    """A metric with the two groups to compare, and their pairs of tables."""

    metric: ClassMetric
    first: str
    other: str
    pairs: list[TablePair]


def list_comparisons(
    room: Room, series: Mapping[ClassMetric, Mapping[int, TableSeries]]
) -> list[GroupComparison]:
    """List all comparisons of a room: each metric, for the first group and each other group."""
    groups, tables = [name for name, _ in room.groups], [*room.tables.values()]
    return [
        GroupComparison(metric, groups[0], other, pair_tables(tables, values, groups[0], other))
        for metric, values in series.items()
        for other in groups[1:]
    ]


def build_contrast_rows(comparisons: list[GroupComparison]) -> Rows:
    """Build a row for each comparison and each point that half of its pairs have reached."""
    return [
        {
            **build_metric_columns(metric),
            "at": at,
            "first": first,
            "other": other,
            "pairs": one.pairs,
            "difference": one.mean,
            "low": one.low,
            "high": one.high,
        }
        for metric, first, other, pairs in comparisons
        for at, one in enumerate(compute_contrasts(pairs))
        if one is not None
    ]


def build_conclusion_rows(comparisons: list[GroupComparison], room: Room) -> Rows:
    """Build one row per comparison: its sentence and the figures in it."""
    unattended, rows = room.list_unattended_tables(), []
    for metric, first, other, pairs in comparisons:
        told = build_conclusion(metric, first, other, pairs, unattended)
        row: dict[str, Any] = {
            **build_metric_columns(metric),
            "at": told.at,
            "first": first,
            "other": other,
            "pairs": 0,
            "all_pairs": told.pairs,
            "left_out": " ".join(map(str, told.left_out)),
            "unattended": told.unattended,
            "sentence": told.sentence,
        }
        if told.contrast is not None:
            found = told.contrast
            row |= {
                "pairs": found.pairs,
                "higher": found.higher,
                "lower": found.lower,
                "first_mean": found.first,
                "other_mean": found.other,
                "difference": found.mean,
                "low": found.low,
                "high": found.high,
            }
        rows.append(row)
    return rows


def build_metric_columns(metric: ClassMetric) -> dict[str, str]:
    """Build the columns that identify a metric."""
    return {
        "figure": metric.key,
        "label": metric.label,
        "unit": metric.unit,
        "axis": metric.axis,
    }
