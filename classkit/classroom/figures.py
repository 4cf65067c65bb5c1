"""The figures of a class: one number a turn or a round from each table, as everybody may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, NamedTuple

from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.widgets.expected import in_sentence

KINDS = ("line", "step", "bar")
"""The kinds of charts whose figures run over turns."""
ANEW = ("this turn", "this round")
"""The windows of figures that begin anew."""
FEWEST = 0.5
"""A place along the axis is drawn once this share of the tables has reached it."""

Axis = Literal["turn", "round"]


class ClassFigure(NamedTuple):
    """A figure that the tables of a class are compared by, along its turns or rounds.

    Of a figure of seats it is the mean over the seats of a table. What is counted anew each turn or
    round is its average ``so_far``: single turns would tell of little but chance.
    """

    key: str
    label: str
    unit: str
    axis: Axis
    so_far: bool = False


def class_figures(match: Match) -> list[ClassFigure]:
    """Return the figures of a match that a class can be compared by, those shown first before.

    One whose course would tell what lies hidden is not among them.

    >>> import classkit
    >>> [one.label for one in class_figures(classkit.new("poleconomy", 3, seed=1))][:2]
    ['Inflation Number', 'Mean net worth']
    """
    game, table = match.game, match.table
    metrics = {metric.key: metric for metric in game.metrics_of(table)}
    hidden = set(game.secrecy.now_only(table))
    first, present = game.first_charts(table), match.present_row()
    charts = [chart for chart in game.charts_of(table) if chart.kind in KINDS and not chart.now]
    charts.sort(key=lambda chart: [*first, chart.key].index(chart.key))
    found = dict[str, ClassFigure]()
    for chart in charts:
        for key in chart.metrics:
            if key in metrics and key not in hidden and is_number(metrics[key], present[key]):
                found.setdefault(key, figure_of(metrics[key], chart))
    return list(found.values())


def figure_of(metric: Metric, chart: Chart) -> ClassFigure:
    """Return a figure of a chart as a class is compared by it.

    What is one of several in its chart is told by the title of that.
    """
    label = f"Mean {in_sentence(metric.label)}" if metric.scope == "seat" else metric.label
    label = f"{label} ({chart.title})" if len(chart.metrics) > 1 else label
    so_far = metric.window in ANEW
    label = f"{label}, average so far" if so_far else label
    axis: Axis = "round" if "round" in (chart.per, chart.ticks) else "turn"
    return ClassFigure(metric.key, label, metric.unit, axis, so_far)


def is_number(metric: Metric, value: Any) -> bool:
    """Return whether a figure is one number of the table or of each seat, or nothing as yet."""
    if metric.scope not in ("table", "seat"):
        return False
    values = value.values() if metric.scope == "seat" else [value]
    return not any(isinstance(one, str) for one in values)


def value_of(value: Any) -> float | None:
    """Return a figure as one number: of seats their mean; None where there is none.

    >>> value_of({"A": 2, "B": 4, "C": None}), value_of(7), value_of(None)
    (3.0, 7.0, None)
    """
    if isinstance(value, Mapping):
        known = [float(one) for one in value.values() if one is not None]
        return fmean(known) if known else None
    return None if value is None else float(value)


class Course(NamedTuple):
    """A figure of one table: its value at each place of the axis from 0 on, as far as it is known.

    What is over keeps its last value for ever.
    """

    values: Sequence[float | None]
    is_over: bool = False

    @property
    def length(self) -> int:
        """How many places are known."""
        return len(self.values)

    def reaches(self, place: int) -> bool:
        """Return whether the table has come so far, or is over."""
        return place < self.length or (self.is_over and self.length > 0)

    def at(self, place: int) -> float | None:
        """Return the value at a place that the table has reached.

        >>> Course([1.0, 2.0], is_over=True).at(9), Course([1.0, None]).at(1)
        (2.0, None)
        """
        return self.values[min(place, self.length - 1)]


def course_of(match: Match, figure: ClassFigure) -> Course:
    """Return a figure of a match after each turn or round that is over.

    A turn that has no row keeps the value before it.
    """
    now = match.turn if figure.axis == "turn" else match.round
    last = dict[int, float | None]()
    for row in match.history:
        if figure.key in row and (match.is_over or row[figure.axis] < now):
            last[row[figure.axis]] = value_of(row[figure.key])
    values: list[float | None] = []
    known: list[float] = []
    for place in range(max(last, default=-1) + 1):
        value = last.get(place)
        if figure.so_far:
            known += [] if value is None else [value]
            value = fmean(known) if known else None
        elif place not in last and values:
            value = values[-1]
        values.append(value)
    return Course(values, match.is_over)


def drawn(courses: Sequence[Course]) -> int:
    """Return how many places of the axis at least half of the tables have reached.

    >>> drawn([Course([1, 2, 3]), Course([1, 2]), Course([1])]), drawn([])
    (2, 0)
    """
    longest = max((course.length for course in courses), default=0)
    return next(
        (
            place
            for place in range(longest)
            if sum(course.reaches(place) for course in courses) < FEWEST * len(courses)
        ),
        longest,
    )
