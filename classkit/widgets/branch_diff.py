"""Difference between two branches after a turn, such as "D +$130,000, inflation the same"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from classkit.charts.chart_context import Seat, is_number
from classkit.charts.chart_style import is_money
from classkit.charts.chart_types import ChartPlanData, MetricPlanData, MetricRowData
from classkit.charts.number_format import format_legend, format_value, singular_text
from classkit.engine.currency import MINUS

MAX_NAMES = 3
"""Maximum number of seats or parts named in a difference, largest differences first."""
LINE_KINDS = ("line", "step")
SAME_SUFFIX = " the same"


class BranchDiff(NamedTuple):
    """Two branches compared by their rows of the same turn: the active one and another."""

    here: MetricRowData
    there: MetricRowData
    metrics: Mapping[str, MetricPlanData]
    seats: Sequence[Seat]

    def format_chart(self, plan: ChartPlanData) -> str:
        """Return how the metrics of a chart differ; '' if the chart has no lines over time."""
        if plan["now"] or plan["kind"] not in LINE_KINDS:
            return ""
        keys = [key for key in plan["metrics"] if key in self.metrics and self.has_metric(key)]
        found = [words for words in map(self.metric_text, keys) if words]
        if len(found) > 1 and all(words.endswith(SAME_SUFFIX) for words in found):
            return f"{plan['title']}{SAME_SUFFIX}"
        return ", ".join(found)

    def has_metric(self, key: str) -> bool:
        """Return whether both branches have a metric."""
        return key in self.here["values"] and key in self.there["values"]

    def metric_text(self, key: str) -> str:
        """Return how one metric differs; '' if it is not a number."""
        metric = self.metrics[key]
        here, there = self.here["values"][key], self.there["values"][key]
        if metric["scope"] == "table":
            return self.format_table_metric(metric, here, there)
        if metric["scope"] == "seat":
            names = {seat.id: seat.name for seat in self.seats}
        else:
            names = dict(metric.get("parts", ()))
        return seat_differences(metric, here, there, names) if isinstance(here, Mapping) else ""

    def format_table_metric(self, metric: MetricPlanData, here: Any, there: Any) -> str:
        """Return how a metric that is measured for the whole table differs."""
        unit, are_numbers = metric["unit"], is_number(here) and is_number(there)
        if displays_equal(here, there, unit) if are_numbers else here == there:
            return f"{metric['label']}{SAME_SUFFIX}"
        if not are_numbers:
            return ""
        now, then = format_full_value(here, unit), format_full_value(there, unit)
        return f"{metric['label']} {now} instead of {then}"


def seat_differences(
    metric: MetricPlanData, here: Mapping[str, Any], there: Any, names: Mapping[str, str]
) -> str:
    """Return the seats whose values differ, largest difference first.

    >>> worth = {"label": "Net worth", "unit": "$", "scope": "seat"}
    >>> here, there = {"A": 5_000, "B": 130_000}, {"A": 6_000, "B": 0}
    >>> seat_differences(worth, here, there, {"A": "Ada", "B": "Bo"})
    'Bo +$130,000, Ada \u2212$1,000'
    >>> seat_differences(worth, here, here, {"A": "Ada"})
    'Net worth the same'
    >>> rate = {"label": "Exchange rate", "unit": "gold per unit", "scope": "seat"}
    >>> seat_differences(rate, {"A": 1.5, "B": 0.5003}, {"A": 1.25, "B": 0.5}, {"A": "Ada"})
    'Exchange rate: Ada +0.25 gold per unit'
    """
    unit = metric["unit"]
    more = {
        one: value - there[one]
        for one, value in here.items()
        if is_number(value)
        and is_number(there.get(one))
        and not displays_equal(value, there[one], unit)
    }
    if not more:
        return f"{metric['label']}{SAME_SUFFIX}"
    first = sorted(more, key=lambda one: -abs(more[one]))
    changes = [f"{names.get(one, one)} {format_signed(more[one], unit)}" for one in first]
    rest = len(changes) - MAX_NAMES
    left = [f"{rest} more {'differs' if rest == 1 else 'differ'}"] if rest > 0 else []
    says_itself = is_money(unit) or unit == metric["label"].lower()
    what = "" if says_itself else f"{metric['label']}: "
    return what + ", ".join([*changes[:MAX_NAMES], *left])


def displays_equal(one: float, other: float, unit: str) -> bool:
    """Return whether two numbers are formatted identically, or their difference is formatted as 0.

    >>> displays_equal(0.6712, 0.6708, "gold"), displays_equal(0.67, 0.66, "gold")
    (True, False)
    >>> displays_equal(1, 1.3, "$")
    True
    """
    return format_full_value(one, unit) == format_full_value(other, unit) or format_full_value(
        abs(one - other), unit
    ) == format_full_value(0, unit)


def format_full_value(value: float, unit: str) -> str:
    """Format money in full, and other values with the precision of the legend.

    >>> format_full_value(1_250_000, "$"), format_full_value(0.5541, "gold")
    ('$1,250,000', '0.554')
    >>> format_full_value(38.711, "gold")
    '38.71'
    """
    return format_value(value, unit) if is_money(unit) else format_legend(value, unit)


def format_signed(value: float, unit: str) -> str:
    """Return a difference with its sign and its unit.

    >>> format_signed(130_000, "$"), format_signed(-3, "points")
    ('+$130,000', '\u22123 points')
    >>> format_signed(-1, "properties"), format_signed(1.5, "%")
    ('\u22121 property', '+1.5%')
    """
    number = format_full_value(value, unit)
    number = number if number.startswith(MINUS) else f"+{number}"
    if is_money(unit) or unit in ("", "%"):
        return number
    return f"{number} {singular_text(unit) if abs(value) == 1 else unit}"
