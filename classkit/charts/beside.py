"""What two lines of play come to after a turn, in words: "D +$130,000, inflation the same"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .looks import is_money
from .series import Seat
from .shapes import ChartPlan, MetricPlan, Row
from .written import MINUS, concise, written

MOST_NAMED = 3
"""The most seats or parts named: those that differ most."""
LINES = ("line", "step")
SAME = " the same"


class Beside(NamedTuple):
    """Two lines of play by the rows of the same turn: the one on the screen, and another."""

    here: Row
    there: Row
    metrics: Mapping[str, MetricPlan]
    seats: Sequence[Seat]

    def words(self, plan: ChartPlan) -> str:
        """Return how a chart's figures differ; empty where it has no lines over time."""
        if plan["now"] or plan["kind"] not in LINES:
            return ""
        keys = [key for key in plan["metrics"] if key in self.metrics and self.has(key)]
        found = [words for words in map(self.figure, keys) if words]
        if len(found) > 1 and all(words.endswith(SAME) for words in found):
            return f"{plan['title']}{SAME}"
        return ", ".join(found)

    def has(self, key: str) -> bool:
        """Return whether both lines know a figure."""
        return key in self.here["values"] and key in self.there["values"]

    def figure(self, key: str) -> str:
        """Return how one figure differs; empty where it is no number."""
        metric = self.metrics[key]
        here, there = self.here["values"][key], self.there["values"][key]
        if metric["scope"] == "table":
            return self.of_table(metric, here, there)
        if metric["scope"] == "seat":
            names = {seat.id: seat.name for seat in self.seats}
        else:
            names = dict(metric.get("parts", ()))
        return apart(metric, here, there, names) if isinstance(here, Mapping) else ""

    def of_table(self, metric: MetricPlan, here: Any, there: Any) -> str:
        """Return how a figure of the whole table differs."""
        unit, are_numbers = metric["unit"], is_number(here) and is_number(there)
        if are_as_one(here, there, unit) if are_numbers else here == there:
            return f"{metric['label']}{SAME}"
        if not are_numbers:
            return ""
        return f"{metric['label']} {told(here, unit)} instead of {told(there, unit)}"


def apart(metric: MetricPlan, here: Mapping[str, Any], there: Any, names: Mapping[str, str]) -> str:
    """Return whose figures differ, those that differ most first.

    >>> worth = {"label": "Net worth", "unit": "$", "scope": "seat"}
    >>> here, there = {"A": 5_000, "B": 130_000}, {"A": 6_000, "B": 0}
    >>> apart(worth, here, there, {"A": "Ada", "B": "Bo"})
    'Bo +$130,000, Ada \u2212$1,000'
    >>> apart(worth, here, here, {"A": "Ada"})
    'Net worth the same'
    >>> rate = {"label": "Exchange rate", "unit": "gold per unit", "scope": "seat"}
    >>> apart(rate, {"A": 1.5, "B": 0.5003}, {"A": 1.25, "B": 0.5}, {"A": "Ada"})
    'Exchange rate: Ada +0.25 gold per unit'
    """
    unit = metric["unit"]
    more = {
        one: value - there[one]
        for one, value in here.items()
        if is_number(value)
        and is_number(there.get(one))
        and not are_as_one(value, there[one], unit)
    }
    if not more:
        return f"{metric['label']}{SAME}"
    first = sorted(more, key=lambda one: -abs(more[one]))
    changes = [f"{names.get(one, one)} {signed(more[one], unit)}" for one in first]
    rest = len(changes) - MOST_NAMED
    left = [f"{rest} more {'differs' if rest == 1 else 'differ'}"] if rest > 0 else []
    says_itself = is_money(unit) or unit == metric["label"].lower()
    what = "" if says_itself else f"{metric['label']}: "
    return what + ", ".join([*changes[:MOST_NAMED], *left])


def are_as_one(one: float, other: float, unit: str) -> bool:
    """Return whether two numbers, or their difference and 0, look the same as written.

    >>> are_as_one(0.6712, 0.6708, "gold"), are_as_one(0.67, 0.66, "gold"), are_as_one(1, 1.3, "$")
    (True, False, True)
    """
    return told(one, unit) == told(other, unit) or told(abs(one - other), unit) == told(0, unit)


def told(value: float, unit: str) -> str:
    """Return a figure in full; a small one is as exact as in the legend.

    >>> told(1_250_000, "$"), told(0.5541, "gold"), told(38.711, "gold")
    ('$1,250,000', '0.554', '38.71')
    """
    return written(value, unit) if is_money(unit) else concise(value, unit)


def signed(value: float, unit: str) -> str:
    """Return a difference with its sign and its unit.

    >>> signed(130_000, "$"), signed(-3, "points"), signed(-1, "properties"), signed(1.5, "%")
    ('+$130,000', '\u22123 points', '\u22121 property', '+1.5%')
    """
    number = told(value, unit)
    number = number if number.startswith(MINUS) else f"+{number}"
    if is_money(unit) or unit in ("", "%"):
        return number
    return f"{number} {of_one(unit) if abs(value) == 1 else unit}"


def of_one(unit: str) -> str:
    """Return the name of a unit as it is for a single one.

    >>> of_one("points"), of_one("properties"), of_one("gold")
    ('point', 'property', 'gold')
    """
    if unit.endswith("ies"):
        return f"{unit.removesuffix('ies')}y"
    return unit.removesuffix("s")


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
