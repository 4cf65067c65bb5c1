"""Paired differences between two groups of tables. Each pair has the same random seed.

The interval is Student's interval for the mean of paired differences, so it is wide if there are
few pairs. The quantile comes from scipy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from threading import Thread
from typing import NamedTuple

from .class_metrics import MIN_TABLE_SHARE, TableSeries, count_common_places
from .room import TableSetup

CONFIDENCE = 0.95
MIN_PAIRS = 3
"""Minimum number of pairs for an interval. With fewer pairs it would be too wide to be useful."""

MIN_REACH_SHARE = 0.1
"""A table has hardly begun until it has this share of the turns or rounds of the furthest one."""


class TablePair(NamedTuple):
    """Two tables with the same seed: one of the first group, and one of another group.

    ``places`` are their numbers.
    """

    first: TableSeries
    other: TableSeries
    places: tuple[int, int] = (0, 0)

    @property
    def tables(self) -> tuple[TableSeries, TableSeries]:
        """The values of both tables, in the order of ``places``."""
        return self.first, self.other

    @property
    def reach(self) -> int:
        """The point that both tables have reached. A table that is over reaches every point."""
        running = [one for one in self.tables if not one.is_over]
        return min(one.length for one in running or self.tables) - 1

    def has_values(self, place: int) -> bool:
        """Return True if both tables have a value at this point of the axis."""
        return all(
            one.has_reached(place) and one.get_value(place) is not None
            for one in (self.first, self.other)
        )


class PairSelection(NamedTuple):
    """The pairs that are compared, and the tables for which the other pairs are left out."""

    compared: list[TablePair]
    left_out: tuple[int, ...]


class Contrast(NamedTuple):
    """The mean difference of pairs at one point, its interval if there is one, and both means.

    ``higher`` and ``lower`` count the pairs by the sign of their difference.
    """

    pairs: int
    mean: float
    low: float | None
    high: float | None
    first: float
    other: float
    higher: int
    lower: int

    @property
    def may_be_random(self) -> bool:
        """Return True if the interval includes zero, or if there is no interval."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


def pair_tables(
    tables: Sequence[TableSetup], series: Mapping[int, TableSeries], first: str, other: str
) -> list[TablePair]:
    """Pair the tables of two groups that have the same seed."""
    by_luck: dict[int, dict[str, int]] = {}
    for table in tables:
        by_luck.setdefault(table.seed, {})[table.group] = table.place
    paired = [(one[first], one[other]) for one in by_luck.values() if {first, other} <= {*one}]
    return [TablePair(series[one], series[other], (one, other)) for one, other in paired]


def select_begun_pairs(pairs: Sequence[TablePair]) -> PairSelection:
    """Leave out pairs in which a table has hardly begun, because it would hold back all others.

    Such a table has finished no turn, or less than a tenth of those of the furthest table.

    >>> far, near = TableSeries([1.0] * 30), TableSeries([1.0])
    >>> select_begun_pairs([TablePair(far, far, (1, 2)), TablePair(far, near, (3, 4))]).left_out
    (4,)
    """
    furthest = max((table.length - 1 for pair in pairs for table in pair.tables), default=0)
    least = max(1, MIN_REACH_SHARE * furthest)
    compared, left_out = [], set[int]()
    for pair in pairs:
        late = {
            place
            for table, place in zip(pair.tables, pair.places, strict=True)
            if not table.is_over and table.length - 1 < least
        }
        left_out |= late
        if not late:
            compared.append(pair)
    return PairSelection(compared, tuple(sorted(left_out)))


def compute_contrast(pairs: Sequence[TablePair], place: int) -> Contrast | None:
    """Compute the difference at a point of the axis, or None if no pair has reached it.

    >>> alike = [TablePair(TableSeries([10.0 + luck]), TableSeries([12.0 + luck]))
    ...          for luck in range(3)]
    >>> compute_contrast(alike, 0)
    Contrast(pairs=3, mean=2.0, low=2.0, high=2.0, first=11.0, other=13.0, higher=3, lower=0)
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
    higher, lower = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
    return Contrast(len(both), fmean(differences), low, high, first, other, higher, lower)


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
    """Compute the difference at each point of the axis that half of the pairs have reached.

    The entry is None for a point at which fewer than half of the pairs have a value. Pairs in which
    a table has hardly begun are left out.
    """
    pairs = select_begun_pairs(pairs).compared
    places = min(
        count_common_places([one.first for one in pairs]),
        count_common_places([one.other for one in pairs]),
    )
    found = [compute_contrast(pairs, place) for place in range(places)]
    least = MIN_TABLE_SHARE * len(pairs)
    return [one if one is not None and one.pairs >= least else None for one in found]
