"""Differences between two groups of tables, measured on pairs of tables with the same random seed.

The interval is Student's interval for the mean of paired differences, so few pairs make it wide.
The quantile comes from scipy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from threading import Thread
from typing import NamedTuple

from classkit.charts.number_format import format_decimal
from classkit.engine.rulebook_text import format_count
from classkit.widgets.branch_diff import format_signed

from .class_metrics import MIN_TABLE_SHARE, ClassMetric, TableSeries, count_common_places
from .room import TableSetup

CONFIDENCE = 0.95
MIN_PAIRS = 3
"""Minimum number of pairs for an interval. With fewer it would be too wide to say anything."""
MIN_WHOLE_PERCENT = 10
"""Percentages from this value on are formatted without decimals."""
POINT_UNITS = {"%": "percentage points", "": ""}
"""Units in which a difference is given in points instead of as a percentage."""


class TablePair(NamedTuple):
    """Two tables with the same seed: one of the first group, and one of another group."""

    first: TableSeries
    other: TableSeries

    def has_values(self, place: int) -> bool:
        """Return True if both tables have a value at this point of the axis."""
        return all(one.has_reached(place) and one.get_value(place) is not None for one in self)


class Contrast(NamedTuple):
    """The mean difference of pairs at one point, its interval if there is one, and both means."""

    pairs: int
    mean: float
    low: float | None
    high: float | None
    first: float
    other: float

    @property
    def may_be_random(self) -> bool:
        """Return True if the interval includes zero, or if there is no interval."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


def pair_tables(
    tables: Sequence[TableSetup], series: Mapping[int, TableSeries], first: str, other: str
) -> list[TablePair]:
    """Pair the tables of two groups that have the same seed."""
    by_luck: dict[int, dict[str, TableSeries]] = {}
    for table in tables:
        by_luck.setdefault(table.seed, {})[table.group] = series[table.place]
    return [
        TablePair(one[first], one[other]) for one in by_luck.values() if {first, other} <= {*one}
    ]


def compute_contrast(pairs: Sequence[TablePair], place: int) -> Contrast | None:
    """Compute the difference at a point of the axis; None if no pair has reached it.

    >>> alike = [TablePair(TableSeries([10.0 + luck]), TableSeries([12.0 + luck]))
    ...          for luck in range(3)]
    >>> compute_contrast(alike, 0)
    Contrast(pairs=3, mean=2.0, low=2.0, high=2.0, first=11.0, other=13.0)
    """
    there = [
        (one.first.get_value(place), one.other.get_value(place))
        for one in pairs
        if one.has_values(place)
    ]
    both = [(one, other) for one, other in there if one is not None and other is not None]
    if not both:
        return None
    differences = [other - one for one, other in both]
    low, high = compute_interval(differences) if len(both) >= MIN_PAIRS else (None, None)
    first, other = fmean(one for one, _ in both), fmean(other for _, other in both)
    return Contrast(len(both), fmean(differences), low, high, first, other)


def preload_scipy() -> None:
    """Import scipy in the background, so that the first difference does not wait for it."""
    Thread(target=import_module, args=("scipy.special",), daemon=True).start()


def compute_interval(differences: Sequence[float]) -> tuple[float, float]:
    """Compute Student's interval of the mean of paired differences.

    >>> low, high = compute_interval([1.0, 2.0, 3.0])
    >>> round(low, 3), round(high, 3)
    (-0.484, 4.484)
    """
    from scipy.special import stdtrit

    n = len(differences)
    reach = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * stdev(differences) / sqrt(n)
    middle = fmean(differences)
    return middle - reach, middle + reach


def compute_contrasts(pairs: Sequence[TablePair]) -> list[Contrast | None]:
    """Compute the differences at each point that half of the pairs have reached.

    Points at which fewer than half of the pairs have a value have none.
    """
    places = min(
        count_common_places([one.first for one in pairs]),
        count_common_places([one.other for one in pairs]),
    )
    found = [compute_contrast(pairs, place) for place in range(places)]
    least = MIN_TABLE_SHARE * len(pairs)
    return [one if one is not None and one.pairs >= least else None for one in found]


def describe_contrast(
    metric: ClassMetric, first: str, other: str, found: Contrast, place: int
) -> str:
    """Describe how two groups differ, whether that may be chance, and on how many tables it rests.

    >>> worth = ClassMetric("worth", "Net worth", "$", "turn")
    >>> print(describe_contrast(worth, "sealed", "open", Contrast(9, 60, 15, 105, 500, 560), 14))
    Net worth after turn 14: 12 % higher with “open” than with “sealed” (+$60). The 95 %
    interval goes from +$15 to +$105, so it is hardly luck. Over 9 pairs of tables with the same
    luck.
    """
    about = f"{metric.label} after {metric.axis} {place}:"
    by = f"Over {format_count(found.pairs, 'pair')} of tables with the same luck."
    if not found.mean:
        return f"{about} the same with “{other}” as with “{first}”. {by}"
    way = "higher" if found.mean > 0 else "lower"
    size, told = f"{format_decimal(abs(found.mean))} {POINT_UNITS.get(metric.unit, '')}".strip(), ""
    if found.first > 0 and metric.unit not in POINT_UNITS:
        share = abs(100 * found.mean / found.first)
        size = f"{format_decimal(share, 0 if share >= MIN_WHOLE_PERCENT else 1)} %"
        told = f" ({format_difference(found.mean, metric)})"
    words = f"{about} {size} {way} with “{other}” than with “{first}”{told}"
    if found.low is None or found.high is None:
        return f"{words}. An interval needs {MIN_PAIRS} pairs. {by}"
    ends = f"from {format_difference(found.low, metric)} to {format_difference(found.high, metric)}"
    if found.may_be_random:
        return f"{words}. That may be luck: the 95 % interval goes {ends}. {by}"
    return f"{words}. The 95 % interval goes {ends}, so it is hardly luck. {by}"


def format_difference(value: float, metric: ClassMetric) -> str:
    """Format the difference of a metric with its sign and its unit.

    >>> format_difference(-1.5, ClassMetric("tax", "Tax", "%", "turn"))
    '−1.5 percentage points'
    """
    return format_signed(value, POINT_UNITS.get(metric.unit, metric.unit))
