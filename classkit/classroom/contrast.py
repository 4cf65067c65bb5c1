"""How two groups of tables differ, measured on pairs of tables with the same luck.

The interval is that of Student for the mean of paired differences: few pairs make it wide, as they
should. The quantile is scipy's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from threading import Thread
from typing import NamedTuple

from classkit.charts.beside import signed
from classkit.charts.written import decimal
from classkit.engine.words import how_many

from .figures import FEWEST, ClassFigure, Course, drawn
from .room import TableSetup

CONFIDENCE = 0.95
FEWEST_PAIRS = 3
"""Of fewer pairs no interval is told: it would be too wide to say anything."""
WHOLE = 10
"""From so many per cent on a difference is told without decimals."""
POINTS = {"%": "percentage points", "": ""}
"""The difference of figures in these units is told in points, and not in per cent of itself."""


class Pair(NamedTuple):
    """Two tables with the same luck: one of the first group, and one of another."""

    first: Course
    other: Course

    def reaches(self, place: int) -> bool:
        """Return whether both tables have a value at this place of the axis."""
        return all(one.reaches(place) and one.at(place) is not None for one in self)


class Contrast(NamedTuple):
    """The mean difference of pairs at one place, its interval if there is one, and both means."""

    pairs: int
    mean: float
    low: float | None
    high: float | None
    first: float
    other: float

    @property
    def may_be_luck(self) -> bool:
        """Whether no difference at all lies within the interval, or no interval is known."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


def pairs_of(
    tables: Sequence[TableSetup], courses: Mapping[int, Course], first: str, other: str
) -> list[Pair]:
    """Return the tables of two groups that have the same luck, pair by pair."""
    by_luck: dict[int, dict[str, Course]] = {}
    for table in tables:
        by_luck.setdefault(table.seed, {})[table.group] = courses[table.place]
    return [Pair(one[first], one[other]) for one in by_luck.values() if {first, other} <= {*one}]


def contrast_at(pairs: Sequence[Pair], place: int) -> Contrast | None:
    """Return the difference at a place of the axis; None where no pair has come so far.

    >>> alike = [Pair(Course([10.0 + luck]), Course([12.0 + luck])) for luck in range(3)]
    >>> contrast_at(alike, 0)
    Contrast(pairs=3, mean=2.0, low=2.0, high=2.0, first=11.0, other=13.0)
    """
    there = [(one.first.at(place), one.other.at(place)) for one in pairs if one.reaches(place)]
    both = [(one, other) for one, other in there if one is not None and other is not None]
    if not both:
        return None
    differences = [other - one for one, other in both]
    low, high = interval(differences) if len(both) >= FEWEST_PAIRS else (None, None)
    first, other = fmean(one for one, _ in both), fmean(other for _, other in both)
    return Contrast(len(both), fmean(differences), low, high, first, other)


def load_soon() -> None:
    """Import scipy in the background, so that the first difference need not wait for it."""
    Thread(target=import_module, args=("scipy.special",), daemon=True).start()


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """Return the interval of the mean of paired differences, by Student's distribution.

    >>> low, high = interval([1.0, 2.0, 3.0])
    >>> round(low, 3), round(high, 3)
    (-0.484, 4.484)
    """
    from scipy.special import stdtrit

    n = len(differences)
    reach = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * stdev(differences) / sqrt(n)
    middle = fmean(differences)
    return middle - reach, middle + reach


def contrasts(pairs: Sequence[Pair]) -> list[Contrast | None]:
    """Return the differences along the axis, as far as at least half of the pairs have come.

    A place at which fewer than half of the pairs have a value has none.
    """
    places = min(drawn([one.first for one in pairs]), drawn([one.other for one in pairs]))
    found = [contrast_at(pairs, place) for place in range(places)]
    least = FEWEST * len(pairs)
    return [one if one is not None and one.pairs >= least else None for one in found]


def contrast_words(figure: ClassFigure, first: str, other: str, found: Contrast, place: int) -> str:
    """Say how two groups differ, whether that may be luck, and by how many tables.

    >>> worth = ClassFigure("worth", "Net worth", "$", "turn")
    >>> print(contrast_words(worth, "sealed", "open", Contrast(9, 60, 15, 105, 500, 560), 14))
    Net worth after turn 14: 12 % higher with “open” than with “sealed” (+$60). The 95 % interval \
goes from +$15 to +$105, so it is hardly luck. Over 9 pairs of tables with the same luck.
    """
    about = f"{figure.label} after {figure.axis} {place}:"
    by = f"Over {how_many(found.pairs, 'pair')} of tables with the same luck."
    if not found.mean:
        return f"{about} the same with “{other}” as with “{first}”. {by}"
    way = "higher" if found.mean > 0 else "lower"
    size, told = f"{decimal(abs(found.mean))} {POINTS.get(figure.unit, '')}".strip(), ""
    if found.first > 0 and figure.unit not in POINTS:
        share = abs(100 * found.mean / found.first)
        size = f"{decimal(share, 0 if share >= WHOLE else 1)} %"
        told = f" ({amount(found.mean, figure)})"
    words = f"{about} {size} {way} with “{other}” than with “{first}”{told}"
    if found.low is None or found.high is None:
        return f"{words}. An interval needs {FEWEST_PAIRS} pairs. {by}"
    ends = f"from {amount(found.low, figure)} to {amount(found.high, figure)}"
    if found.may_be_luck:
        return f"{words}. That may be luck: the 95 % interval goes {ends}. {by}"
    return f"{words}. The 95 % interval goes {ends}, so it is hardly luck. {by}"


def amount(value: float, figure: ClassFigure) -> str:
    """Return a difference of a figure with its sign and its unit.

    >>> amount(-1.5, ClassFigure("tax", "Tax", "%", "turn"))
    '\u22121.5 percentage points'
    """
    return signed(value, POINTS.get(figure.unit, figure.unit))
