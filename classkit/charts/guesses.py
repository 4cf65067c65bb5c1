"""Predictions of a class on a chart: lines, a shaded middle half, and lines drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from classkit.charts.number_parser import parse_number

from .chart_style import INK
from .chart_types import (
    ChartLabelData,
    ChartPlanData,
    Given,
    GuessData,
    PredictionData,
)
from .series import is_line_chart

GUESS_PREFIX = "guess."
"""Prefix of the label names of predictions."""
TICK = 0.95
"""Start of a prediction's tick, as a share of a hidden chart's width."""
MAX_GUESS_LINES = 5
"""Maximum number of predictions drawn as separate lines. For more predictions, the chart shows the
median and the middle half.
"""


def make_label(name: str, colour: str, **more: Any) -> ChartLabelData:
    """Return a label without a value, unless ``more`` contains one."""
    made: ChartLabelData = {
        "name": name, "seat": "", "colour": colour, "symbol": "square", "value": "", "change": "",
    }  # fmt: skip
    made.update(more)  # type: ignore[typeddict-item]  # the fields of a label
    return made


def parse_guesses(guesses: Sequence[GuessData], units: frozenset[str] = frozenset()) -> list[float]:
    """Return the predictions that are numbers, in ascending order."""
    found = [parse_number(guess["value"], units) for guess in guesses]
    return sorted(number for number in found if number is not None)


class GuessLine(NamedTuple):
    """The line of a prediction: its value, its author, and the value as it was typed."""

    value: float
    name: str
    text: str


def build_guess_lines(guesses: Sequence[GuessData], units: frozenset[str]) -> list[GuessLine]:
    """Return a line for each prediction that is a number, or for the median of many."""
    numbers = parse_guesses(guesses, units)
    if len(numbers) > MAX_GUESS_LINES:
        from statistics import (
            median,
        )  # takes a quarter MiB in each kernel, and is needed only for predictions

        middle = median(numbers)
        text = f"{round(middle, 4):,.15g}"
        return [GuessLine(middle, f"Middle of {len(numbers)} answers", text)]
    return [
        GuessLine(number, guess["who"] or "The class", guess["value"])
        for guess in guesses
        if (number := parse_number(guess["value"], units)) is not None
    ]


def middle_half(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the bounds of a range that contains at least the middle half of some numbers.

    >>> middle_half([1, 4, 5, 6, 9]), middle_half([-3, 9, 10, 12, 15, 20])
    ((4.0, 6.0), (9.0, 15.0))
    """
    ordered, beyond = sorted(numbers), (len(numbers) - 1) // 4
    return float(ordered[beyond]), float(ordered[-1 - beyond])


def draw_guesses(
    plan: ChartPlanData, predicted: PredictionData, units: frozenset[str]
) -> list[Given]:
    """Return the shapes of the predictions. :func:`label_guesses` adds the names.

    On a line chart, they extend from the turn of the question to the turn that it is about. On a
    hidden chart, each prediction is a tick at the right edge.
    """
    guesses = predicted["guesses"]
    if plan.get("covered"):
        return [draw_level(number, since=TICK) for number in parse_guesses(guesses, units)]
    shapes = [draw_level(one.value) for one in build_guess_lines(guesses, units)]
    numbers = parse_guesses(guesses, units)
    if len(numbers) > MAX_GUESS_LINES:
        low, high = middle_half(numbers)
        shapes.append({"type": "rect", "layer": "below", "xref": "paper", "x0": 0, "x1": 1,
                       "y0": high, "y1": low, "fillcolor": INK, "opacity": 0.1,
                       "line": {"width": 0}})  # fmt: skip
    if asks_ahead(plan, predicted):
        since, at = predicted["turn"], predicted["at"]
        shapes = [{**shape, "xref": "x", "x0": since, "x1": at} for shape in shapes]
    return [*shapes, *(draw_by_hand(one["line"]) for one in guesses if "line" in one)]


def asks_ahead(plan: ChartPlanData, predicted: PredictionData) -> bool:
    """Return whether a prediction is about a later turn on the axis of a line chart."""
    ahead = predicted["at"] > predicted["turn"]
    return ahead and is_line_chart(plan) and predicted["unit"] == plan["per"]


def reaches_ahead(plan: ChartPlanData, predicted: PredictionData, units: frozenset[str]) -> bool:
    """Return whether the axis extends to the turn that a prediction is about."""
    shown = plan.get("covered") or bool(parse_guesses(predicted["guesses"], units))
    return bool(shown) and asks_ahead(plan, predicted)


def label_guesses(
    plan: ChartPlanData, predicted: PredictionData | None, units: frozenset[str]
) -> dict[str, ChartLabelData]:
    """Return a label for the end of each prediction's line."""
    if predicted is None:
        return {}
    ahead = asks_ahead(plan, predicted) and not plan.get("covered")
    place: Given = {"x": predicted["at"]} if ahead else {}
    lines = build_guess_lines(predicted["guesses"], units)
    return {
        f"{GUESS_PREFIX}{at}": make_label(
            one.name, INK, symbol="", at=one.value, value=one.text, **place
        )
        for at, one in enumerate(lines)
    }


def draw_level(value: float, since: float = 0) -> Given:
    """Return a line across a chart at a value, or a tick from ``since`` to the right edge."""
    line: Given = {"width": 3} if since else {"width": 1.5, "dash": "dashdot"}
    return {"type": "line", "xref": "paper", "x0": since, "x1": 1, "y0": value, "y1": value,
            "line": {"color": INK, **line}}  # fmt: skip


def draw_by_hand(line: Sequence[tuple[float, float]]) -> Given:
    """Return the shape of a line drawn by hand. ``y0`` and ``y1`` extend the axis."""
    path = "L".join(f"{x:g},{y:.15g}" for x, y in line)
    return {
        "type": "path", "path": f"M{path}", "y0": max(y for _, y in line),
        "y1": min(y for _, y in line), "xref": "x", "yref": "y",
        "line": {"color": INK, "width": 2, "dash": "dot"},
    }  # fmt: skip
