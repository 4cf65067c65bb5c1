"""Predictions of a class on a chart: lines, a shaded middle half, and what was drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence

from .chart_style import INK, PAPER, escape
from .chart_types import ChartPlanData, Given, GuessData, PredictionData
from .number_parser import parse_number
from .series import is_line_chart

MAX_GUESS_LINES = 5
"""Maximum number of predictions with a line each; of more the median and the middle half."""


def parse_guesses(guesses: Sequence[GuessData]) -> list[float]:
    """Return the predictions that are numbers, in rising order."""
    found = [parse_number(guess["value"]) for guess in guesses]
    return sorted(number for number in found if number is not None)


def build_guess_lines(guesses: Sequence[GuessData]) -> list[tuple[float, str]]:
    """Return (value, label) of the line of each prediction; of many, of their median."""
    numbers = parse_guesses(guesses)
    if len(numbers) > MAX_GUESS_LINES:
        from statistics import (
            median,
        )  # a quarter MiB of each kernel, and needed by predictions alone

        middle = median(numbers)
        return [(middle, f"Middle of {len(numbers)} answers: {round(middle, 4):,.15g}")]
    return [
        (number, f"{guess['who'] or 'The class'}: {guess['value']}")
        for guess in guesses
        if (number := parse_number(guess["value"])) is not None
    ]


def middle_half(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the lowest and the highest of the middle half of some numbers, or a little more.

    >>> middle_half([1, 4, 5, 6, 9]), middle_half([-3, 9, 10, 12, 15, 20])
    ((4.0, 6.0), (9.0, 15.0))
    """
    ordered, beyond = sorted(numbers), (len(numbers) - 1) // 4
    return float(ordered[beyond]), float(ordered[-1 - beyond])


def draw_guesses(plan: ChartPlanData, predicted: PredictionData) -> tuple[list[Given], list[Given]]:
    """Return the shapes and the annotations of the predictions.

    On a chart of lines they reach from the turn of the question to the turn that it asks about.
    """
    guesses, since, at = predicted["guesses"], predicted["turn"], predicted["at"]
    lines = [draw_level(value, label) for value, label in build_guess_lines(guesses)]
    shapes, notes = [shape for shape, _ in lines], [note for _, note in lines]
    numbers = parse_guesses(guesses)
    if len(numbers) > MAX_GUESS_LINES:
        low, high = middle_half(numbers)
        shapes.append({"type": "rect", "layer": "below", "xref": "paper", "x0": 0, "x1": 1,
                       "y0": high, "y1": low, "fillcolor": INK, "opacity": 0.1,
                       "line": {"width": 0}})  # fmt: skip
    if is_line_chart(plan) and predicted["unit"] == plan["per"] and at > since:
        shapes = [{**shape, "xref": "x", "x0": since, "x1": at} for shape in shapes]
        notes = [{**note, "xref": "x", "x": at} for note in notes]
    return [*shapes, *(draw_by_hand(one["line"]) for one in guesses if "line" in one)], notes


def draw_level(value: float, label: str) -> tuple[Given, Given]:
    """Return a line across a chart at a value, and its text."""
    shape = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": value, "y1": value,
             "line": {"color": INK, "width": 1.5, "dash": "dashdot"}}  # fmt: skip
    note = {"xref": "paper", "x": 1, "y": value, "xanchor": "right", "yanchor": "bottom",
            "showarrow": False, "text": escape(label), "bgcolor": f"{PAPER} 80%"}  # fmt: skip
    return shape, note


def draw_by_hand(line: Sequence[tuple[float, float]]) -> Given:
    """Return a line that somebody drew on the chart; ``y0`` and ``y1`` extend the axis."""
    path = "L".join(f"{x:g},{y:.15g}" for x, y in line)
    return {
        "type": "path", "path": f"M{path}", "y0": max(y for _, y in line),
        "y1": min(y for _, y in line), "xref": "x", "yref": "y",
        "line": {"color": INK, "width": 2, "dash": "dot"},
    }  # fmt: skip
