"""Figures of the world as intervals: what a claim computed from rounded values may come to.

A published figure is rounded, so it stands for an interval. A comparison of intervals is true only
if it is true for all values in them. So a claim fails as soon as its sentence could flip within the
rounding. (A figure that is used twice counts as two; that makes an interval too wide, never too
narrow.)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from itertools import product
from math import floor
from typing import Any, NamedTuple

from classkit.lessons import bounds
from classkit.lessons.real_datasets import load_sources

EDGE = 1e-9
"""Share by which an interval is open at its ends, where a figure would be rounded otherwise."""


class Interval(NamedTuple):
    """All values from ``low`` to ``high``.

    >>> half = Interval(0.45, 0.55)
    >>> half + 1, 1 - half, half * half, 1 / half
    (1.45 to 1.55, 0.45 to 0.55, 0.2025 to 0.3025, 1.81818 to 2.22222)
    >>> half < 0.6, half > 0.5, half < 0.5
    (True, False, False)
    """

    low: float
    high: float

    def __add__(self, other: Any) -> Interval:
        return self.corners(other, operator.add)

    def __radd__(self, other: Any) -> Interval:
        return self + other

    def __sub__(self, other: Any) -> Interval:
        return self.corners(other, operator.sub)

    def __rsub__(self, other: Any) -> Interval:
        return as_interval(other) - self

    def __mul__(self, other: Any) -> Interval:
        return self.corners(other, operator.mul)

    def __rmul__(self, other: Any) -> Interval:
        return self * other

    def __truediv__(self, other: Any) -> Interval:
        divisor = as_interval(other)
        assert not divisor.low <= 0 <= divisor.high, "the divisor may be nought"
        return self.corners(divisor, operator.truediv)

    def __rtruediv__(self, other: Any) -> Interval:
        return as_interval(other) / self

    def __pow__(self, power: int) -> Interval:
        assert self.low >= 0
        return Interval(pow(self.low, power), pow(self.high, power))

    def __lt__(self, other: Any) -> bool:
        return self.high < as_interval(other).low

    def __gt__(self, other: Any) -> bool:
        return self.low > as_interval(other).high

    def __le__(self, other: Any) -> bool:
        return self.high <= as_interval(other).low

    def __ge__(self, other: Any) -> bool:
        return self.low >= as_interval(other).high

    def corners(self, other: Any, compute: Callable[[float, float], float]) -> Interval:
        """The smallest and the largest result at the four corners."""
        found = [compute(*pair) for pair in product(self, as_interval(other))]
        return Interval(min(found), max(found))

    def __repr__(self) -> str:
        return f"{self.low:g} to {self.high:g}"


def as_interval(value: Any) -> Interval:
    """A number as an interval of one value."""
    return value if isinstance(value, Interval) else Interval(value, value)


def rounds(value: Interval, step: float = 1) -> float | None:
    """The multiple of a step to which all values of an interval are rounded, or None.

    >>> rounds(Interval(84.5, 85.5)), rounds(Interval(288, 304), 100), rounds(Interval(1.4, 1.6))
    (85, 300, None)
    """
    inner = value.low + EDGE * abs(value.low), value.high - EDGE * abs(value.high)
    low, high = (floor(end / step + 0.5) for end in inner)
    return round(low * step, 9) if low == high else None


def largest(values: Mapping[Any, Interval]) -> Interval:
    """The interval of the largest of several values."""
    return Interval(max(one.low for one in values.values()), max(o.high for o in values.values()))


class Series:
    """A real series as intervals, by column and time or place.

    >>> Series("concentration")["four_largest", 2012]
    84.5 to 85.5
    >>> Series("pegs")["worth", "baht", 6], Series("spectrum")["bidders", "Switzerland"]
    (47.5 to 48.5, 4 to 4)
    >>> largest(Series("debt")["interest"])
    3.15 to 3.25
    """

    def __init__(self, name: str) -> None:
        low, high = bounds(name)
        values = low.attrs["values"]
        index = ["currency", "months"] if name == "pegs" else [low.columns[0]]
        self.low, self.high = (one.set_index(index)[list(values)] for one in (low, high))

    def __getitem__(self, wanted: Any) -> Any:
        if isinstance(wanted, str):
            pairs = zip(self.low[wanted].items(), self.high[wanted], strict=True)
            return {place: Interval(low, high) for (place, low), high in pairs}
        column, *place = wanted
        at = place[0] if len(place) == 1 else tuple(place)
        return Interval(float(self.low[column][at]), float(self.high[column][at]))


def world(published: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The names that a claim on the world may use: the series, and the figures of its lesson.

    Each figure gives its value, the step to which it is rounded (0 if exact), unit and source.
    """
    found: dict[str, Any] = {name: Series(name) for name in load_sources()}
    for name, about in published.items():
        assert set(about) == {"value", "step", "unit", "source"} and len(about["source"]) > 15, name
        half = about["step"] / 2
        found[name] = Interval(about["value"] - half, about["value"] + half)
    return found | {"rounds": rounds, "largest": largest}


def holds_throughout(
    expression: str, published: Mapping[str, Mapping[str, Any]], played: Mapping[str, Any] = {}
) -> Any:
    """What an expression comes to, with each figure of the world as an interval."""
    return eval(expression, world(published) | {"max": max, "min": min, **played})
