"""Layout of a chart: axes, reference lines, and the predictions of the class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chart_snapshot import is_lettered, is_slanted
from .chart_style import escape, is_money
from .chart_types import AxesData, ChartPlanData, Given, GuessData, PredictionData
from .number_parser import parse_number
from .series import (
    ChartContext,
    build_series,
    get_part_labels,
    is_line_chart,
    is_seat_timeline,
    shows_latest,
)

SLANT = -28
"""The angle, in degrees, of names below an axis that are too long to stand side by side."""

FIXED_TICKS = {"ticklabeloverflow": "allow", "tickangle": 0}
"""Numbers on an axis fit the margins and lie flat; plotly would measure each of them to be sure."""

BANDLESS_KINDS = ("heat_map", "scatter", "timeline")


def axes(plan: ChartPlanData, figures: ChartContext) -> AxesData:
    """Return what a page may do for the axes, which change while a match goes on.

    ``plane``: both axes are of values.
    ``values``: it has an axis of values, from zero. ``counted``: these are things of which there
    are no halves, as long as all are whole numbers. ``most``: shares end at 100 per cent.
    ``steady``: the ends of the turns stay for many of them, so that lines grow and no axis is drawn
    anew. ``counts``: turns, rounds or elections stand on the axis; ``rounds``: rounds, each where
    it begins among the turns. ``log`` offers powers of ten.
    """
    latest, unit = shows_latest(plan, figures), figures.get_chart_unit(plan)
    made: AxesData = {
        "plane": plan["kind"] == "scatter",
        "values": plan["kind"] not in BANDLESS_KINDS,
        "counted": not is_money(unit) and unit != "%",
        "steady": is_line_chart(plan),
        "counts": not latest and plan["kind"] != "scatter",
        "rounds": counts_rounds(plan) and not latest,
        "log": plan["log"] and plan["kind"] not in ("heat_map", "timeline"),
    }
    if unit == "%":
        made["most"] = 100
    return made


def axis_titles(plan: ChartPlanData, figures: ChartContext) -> tuple[str, str]:
    """Return what the axes count; nothing below names, and no word for money.

    The page writes this itself: to place a title plotly measures all labels of the axis each time
    that axis is drawn, which takes as long as drawing the chart.
    """
    if plan["kind"] == "heat_map":
        return "", ""
    y_title = "" if is_money(plan["y_title"]) else plan["y_title"]
    if plan["kind"] == "scatter":
        across, unit = figures.get_label(plan["metrics"][0]), figures.get_chart_unit(plan)
        return ", ".join(filter(None, (across, "" if is_money(unit) else unit))), y_title
    if shows_latest(plan, figures):
        return "", y_title
    return "Round" if counts_rounds(plan) else axis_word(plan, figures), y_title


def counts_rounds(plan: ChartPlanData) -> bool:
    """Return whether the numbers along an axis of turns are those of their rounds."""
    return (plan["ticks"], plan["per"]) == ("round", "turn") and plan["kind"] != "scatter"


def axis_word(plan: ChartPlanData, figures: ChartContext) -> str:
    """Return what the x axis counts: turns, rounds, or the values of a figure, by its label."""
    return figures.get_label(plan["per"], plan["per"].capitalize())


def layout(plan: ChartPlanData, figures: ChartContext, predicted: PredictionData | None) -> Given:
    """Return the layout around the traces: quiet axes, reference lines, what the class predicts."""
    guesses = predicted["guesses"] if predicted else []
    made = plain_layout(plan, figures, [*plan["lines"], *build_guess_lines(guesses)])
    if predicted is not None and is_line_chart(plan):
        clip_to_prediction(plan, predicted, made)
    made["shapes"] += [*spread(guesses), *(draw_guess(one) for one in guesses if "line" in one)]
    if plan["kind"] == "heat_map":
        lay_heat_map(plan, figures, made)
    if plan["kind"] == "scatter":
        lay_scatter(figures.get_chart_unit(plan), made)
    if shows_latest(plan, figures):
        name_seats(plan, figures, made)
    if plan["now"]:
        lay_present(plan, figures, made)
    if plan["bands"] in figures.metrics and not plan["now"] and plan["kind"] not in BANDLESS_KINDS:
        made["yaxis"] |= {"overlaying": "y2", "tickmode": "auto"}  # else it takes those of y2
        made["yaxis2"] = {"range": [0, 1], "visible": False, "fixedrange": True, "side": "right"}
    return made


def clip_to_prediction(plan: ChartPlanData, predicted: PredictionData, made: Given) -> None:
    """Draw predictions only from the turn of the question to the turn that it asks about."""
    since, at = predicted["turn"], predicted["at"]
    if predicted["unit"] != plan["per"] or plan["per"] != "turn" or at <= since:
        return
    own = len(plan["lines"])
    for shape in made["shapes"][own:]:
        shape |= {"xref": "x", "x0": since, "x1": at}
    for words in made["annotations"][own:]:
        words |= {"xref": "x", "x": at}
    if made["shapes"][own:]:
        made["xaxis"] |= {"autorangeoptions": {"include": [at]}}


MAX_GUESS_LINES = 5
"""The most answers with a line each. Of more only the median and the middle half are drawn."""


def parse_guesses(guesses: Sequence[GuessData]) -> list[float]:
    """Return the predictions that are numbers, in rising order."""
    found = [parse_number(guess["value"]) for guess in guesses]
    return sorted(number for number in found if number is not None)


def build_guess_lines(guesses: Sequence[GuessData]) -> list[tuple[float, str]]:
    """Return a line for each number that is expected; of many only that of the middle one."""
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


def spread(guesses: Sequence[GuessData]) -> list[Given]:
    """Return a shaded field over the middle half of many answers; nothing for a few."""
    numbers = parse_guesses(guesses)
    if len(numbers) <= MAX_GUESS_LINES:
        return []
    low, high = middle_half(numbers)
    return [
        {"type": "rect", "layer": "below", "xref": "paper", "x0": 0, "x1": 1, "y0": high, "y1": low,
         "fillcolor": {"paint": "ink"}, "opacity": 0.1, "line": {"width": 0}}
    ]  # fmt: skip


def draw_guess(guess: GuessData) -> Given:
    """Return what was drawn on the chart as a line; its ends are for the axis of values."""
    line = guess["line"]
    path = "L".join(f"{x:g},{y:.15g}" for x, y in line)
    return {
        "type": "path", "path": f"M{path}", "y0": max(y for _, y in line),
        "y1": min(y for _, y in line), "xref": "x", "yref": "y",
        "line": {"color": {"paint": "ink"}, "width": 2, "dash": "dot"},
    }  # fmt: skip


def plain_layout(
    plan: ChartPlanData, figures: ChartContext, lines: list[tuple[float, str]]
) -> Given:
    """Return the layout of a chart over time."""
    latest, unit = shows_latest(plan, figures), figures.get_chart_unit(plan)
    ink, size, paper = {"paint": "ink"}, {"paint": "size"}, {"paint": "paper"}
    axis = {"gridcolor": {"paint": "faint"}, "linecolor": {"paint": "faint"}, "zerolinecolor": ink,
            "zerolinewidth": 1, "tickfont": {"size": size, "color": ink},
            "fixedrange": True}  # fmt: skip
    bars = "bar" in plan["kind"]
    from_zero = {} if bars else {"rangemode": "nonnegative"}
    point = {"unifiedhovertitle": {"text": f"{axis_word(plan, figures)} %{{x}}"}}
    across = {"type": "category"} if latest else {**from_zero, **FIXED_TICKS, **point}
    in_view = {"autorangeoptions": {"include": [value for value, _ in lines]}} if lines else {}
    foot = {"paint": "size", "times": 1.8} if latest else {"paint": "foot"}
    return {
        "showlegend": False, "hovermode": "closest" if latest else "x unified",
        "barmode": "relative" if plan["kind"] == "stacked_bar" else "group", "bargap": 0.18,
        "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)",
        "margin": {"l": {"paint": "size", "times": get_axis_letters(plan, unit)},
                   "r": {"paint": "size", "times": 1.1}, "t": {"paint": "size", "times": 0.7},
                   "b": foot},
        "font": {"family": "system-ui, sans-serif", "size": size, "color": ink}, "dragmode": False,
        "hoverlabel": {"bgcolor": paper, "font": {"color": ink, "size": size}},
        "xaxis": {**axis, "showgrid": False, "zeroline": False, "nticks": 8, **across},
        "yaxis": {**axis, "nticks": {"paint": "ticks"}, "ticklabelstandoff": 4,
                  **value_axis(plan, figures, unit),
                  **in_view},
        "shapes": [
            {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": value, "y1": value,
             "line": {"color": ink, "width": 1.5, "dash": "dashdot"}}
            for value, _ in lines
        ],
        "annotations": [
            {"xref": "paper", "x": 1, "y": value, "xanchor": "right", "yanchor": "bottom",
             "showarrow": False, "text": escape(label), "font": {"size": size, "color": ink},
             **({"bgcolor": paper, "opacity": 0.85} if bars else {})}
            for value, label in lines
        ],
    }  # fmt: skip


def get_axis_letters(plan: ChartPlanData, unit: str) -> float:
    """Return the room that numbers need beside their axis, in multiples of the type size.

    It is the same for all lines over turns, so that the turns of two charts, one above the other,
    are aligned.
    """
    if is_money(unit) or is_line_chart(plan):
        return 5
    return 3.8  # "12.5k", "100%"


def value_axis(plan: ChartPlanData, figures: ChartContext, unit: str) -> Given:
    """Return how the values of a chart stand on their axis, with their unit."""
    if plan["kind"] == "timeline":
        each = {"dtick": 1} if is_seat_timeline(plan, figures) else {}
        return {"type": "category", "zeroline": False, "automargin": True, **each}
    return {**unit_ticks(unit), "rangemode": "tozero", **FIXED_TICKS}


def unit_ticks(unit: str) -> Given:
    """Return the ticks of money and of percentages.

    Before there is any money the axis runs from 0 to 1: "m" would read as millions there.
    """
    if is_money(unit):
        return {"tickformat": "$~s",
                "tickformatstops": [{"dtickrange": [None, 0.99], "value": "$.2f"}]}  # fmt: skip
    return {"ticksuffix": "%"} if unit == "%" else {}


def name_seats(plan: ChartPlanData, figures: ChartContext, made: Given) -> None:
    """Give seats below their bars letters where a name is too long to stand there."""
    seats = [seat.name for seat in figures.seats]
    bars = "bar" in plan["kind"] and figures.get_scope(plan).startswith("seat")
    if bars and is_lettered(seats):
        made["xaxis"] |= {"tickmode": "array", "tickvals": list(range(len(seats))), "tickangle": 0,
                          "ticktext": [seat.id for seat in figures.seats]}  # fmt: skip


def lay_present(plan: ChartPlanData, figures: ChartContext, made: Given) -> None:
    """Name bars of parts and figures below the axis."""
    if figures.get_scope(plan) not in ("parts", "table"):
        return
    names = [one.name for one in build_series(plan, figures)]
    made["xaxis"] |= {"tickmode": "linear", "tick0": 0, "dtick": 1}
    halves = [split_name(name) for name in names]
    if is_slanted(names) and not is_slanted([max(lines, key=len) for lines in halves]):
        words = ["<br>".join(map(escape, lines)) for lines in halves]
        places = list(range(len(names)))
        made["xaxis"] |= {"tickmode": "array", "tickvals": places, "ticktext": words}
        made["xaxis"]["tickangle"] = 0
        made["margin"]["b"] = {"paint": "size", "times": 3.3}
    elif is_slanted(names):
        made["xaxis"] |= {"tickangle": SLANT, "ticklabeloverflow": "allow"}
        made["margin"]["b"] = {"room": "below", "names": names}


def split_name(name: str) -> list[str]:
    """Return a name on the two lines that are most alike in length.

    >>> split_name("Mean of the sectors (HHI)"), split_name("Inflation")
    (['Mean of the', 'sectors (HHI)'], ['Inflation'])
    """
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if not spaces:
        return [name]
    middle = min(spaces, key=lambda at: abs(len(name) - 1 - 2 * at))
    return [name[:middle], name[middle + 1 :]]


def lay_heat_map(plan: ChartPlanData, figures: ChartContext, made: Given) -> None:
    """Name the seats beside the cells and the parts below them."""
    key = next(iter(figures.get_metric_keys(plan)), "")
    parts = (
        list(get_part_labels(figures.metrics[key], figures.get_facts(key)).values()) if key else []
    )
    seats = [seat.name for seat in figures.seats]
    slanted = is_slanted(parts)
    plain: Given = {
        "tickfont": made["xaxis"]["tickfont"], "fixedrange": True, "showgrid": False,
        "zeroline": False, "ticks": "", "type": "category", "tickmode": "linear", "tick0": 0,
        "dtick": 1, "ticklabeloverflow": "allow",
    }  # fmt: skip
    below: Any = {"paint": "size", "times": 1.8}
    made |= {
        "hovermode": "closest", "shapes": [], "annotations": [],
        "margin": {"l": {"room": "beside", "names": seats}, "r": 8, "t": 2,
                   "b": {"room": "below", "names": parts} if slanted else below},
        "xaxis": {**plain, "tickangle": SLANT if slanted else 0, "range": [-0.5, len(parts) - 0.5]},
        "yaxis": {**plain, "range": [len(seats) - 0.5, -0.5]},
    }  # fmt: skip


def lay_scatter(unit: str, made: Given) -> None:
    """Give the x axis of a scatter chart the scale of its own figure."""
    faint, ink = {"paint": "faint"}, {"paint": "ink"}
    money = {"tickformat": "$~s"} if is_money(unit) else {}
    made["hovermode"] = "closest"
    made["xaxis"] = {
        "gridcolor": faint, "linecolor": faint, "zerolinecolor": ink, "zerolinewidth": 1,
        "tickfont": made["xaxis"]["tickfont"], "fixedrange": True, "nticks": 7, **money,
        "type": "linear", "rangemode": "tozero", "ticklabeloverflow": "allow",
    }  # fmt: skip
