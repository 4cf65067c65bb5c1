"""Axes of a chart: descriptions, reference lines, and names along the axes.

The range and ticks of an axis depend on the size of the chart. On a page, ``page/charts/axes.js``
computes them; in a notebook, plotly does.
"""

from __future__ import annotations

from .chart_context import ChartContext
from .chart_style import (
    PAPER,
    escape,
    find_sent_currency,
    format_money_ticks,
    get_currency,
    is_money,
)
from .chart_types import AxesData, ChartPlanData, Given, PredictionData
from .guesses import draw_guesses, draw_level
from .series import build_series, is_seat_timeline, runs_over_turns, shows_latest

BANDLESS_KINDS = ("heat_map", "scatter", "timeline")
MAX_LABEL_LETTERS = 42
"""Maximum total length of the names below an axis for which they are drawn side by side."""


def describe_axes(plan: ChartPlanData, context: ChartContext) -> AxesData:
    """Describe a chart's axes."""
    latest, unit = shows_latest(plan, context), context.get_chart_unit(plan)
    plane = plan["kind"] == "scatter"
    rounds = (plan["ticks"], plan["per"]) == ("round", "turn") and not plane and not latest
    up = context.get_unit(plan["metrics"][1]) if plane and len(plan["metrics"]) > 1 else unit
    made: AxesData = {
        "across": "values" if plane else "names" if latest else "counts",
        "up": "names" if plan["kind"] in ("heat_map", "timeline") else "values",
        "word": "" if latest else "round" if rounds else name_count(plan, context),
        "unit": get_currency(up) or ("%" if up == "%" else ""),
        "x_unit": (get_currency(unit) or "") if plane else "",
        "zero": plan["zero"],
        "top": plan["top"],
        "counted": not is_money(unit) and unit != "%",
        "steady": runs_over_turns(plan),
        "rounds": rounds,
        "log": plan["log"] and plan["kind"] not in ("heat_map", "timeline"),
    }
    if (currency := find_sent_currency(up) or find_sent_currency(unit)) is not None:
        made["currency"] = currency
    if unit == "%":
        made["most"] = 100
    return made


def name_count(plan: ChartPlanData, context: ChartContext) -> str:
    """Return the quantity on the x-axis: turns, rounds, values of a metric, or a metric itself."""
    if plan["kind"] == "scatter":
        unit = context.get_chart_unit(plan)
        label = context.get_label(plan["metrics"][0])
        return ", ".join(filter(None, (label, "" if is_money(unit) else unit)))
    return context.get_label(plan["per"], plan["per"]).lower()


def has_bands(plan: ChartPlanData, context: ChartContext) -> bool:
    """Return whether a chart has bands behind its lines, such as recessions."""
    return (
        plan["bands"] in context.metrics and not plan["now"] and plan["kind"] not in BANDLESS_KINDS
    )


def build_layout(
    plan: ChartPlanData, context: ChartContext, predicted: PredictionData | None
) -> Given:
    """Return the layout of a chart: reference lines, predictions, and names on axes."""
    axes = describe_axes(plan, context)
    guesses = draw_guesses(plan, predicted, context.units) if predicted is not None else []
    made: Given = {
        "shapes": [*(draw_level(value) for value, _ in plan["lines"]), *guesses],
        "annotations": [name_level(value, label) for value, label in plan["lines"]],
        "barmode": "relative" if plan["kind"] == "stacked_bar" else "group",
        "hovermode": "x unified" if axes["across"] == "counts" else "closest",
        "xaxis": {"type": "category"} if shows_latest(plan, context) else {},
        "yaxis": format_hover(axes["unit"]),
    }  # fmt: skip
    if axes["across"] == "counts":
        word = "turn" if axes["rounds"] else axes["word"]
        made["xaxis"]["unifiedhovertitle"] = {"text": f"{word.capitalize()} %{{x}}"}
    if plan["kind"] == "heat_map":
        key = next(iter(context.get_metric_keys(plan)), "")
        parts = [*context.get_part_labels(key).values()] if key else []
        made |= {"shapes": [], "annotations": []}
        made["xaxis"] |= {"range": [-0.5, len(parts) - 0.5]}
        made["yaxis"] = {"type": "category", "range": [len(context.seats) - 0.5, -0.5]}
    elif plan["kind"] == "timeline":
        made["yaxis"] = {"type": "category"}
        if is_seat_timeline(plan, context):
            made["yaxis"] |= {"dtick": 1}
    elif shows_latest(plan, context):
        made["xaxis"] |= name_bars(plan, context)
    if has_bands(plan, context):
        made["yaxis"] |= {"overlaying": "y2"}
        made["yaxis2"] = {"range": [0, 1], "visible": False, "fixedrange": True, "side": "right"}
    return made


def format_hover(unit: str) -> Given:
    """Return the format of money values in hover labels, or {} for other units."""
    if get_currency(unit) is None:
        return {}
    made = format_money_ticks(unit, ",.0f")
    return {"hoverformat": made.pop("tickformat"), **made}


def name_level(value: float, label: str) -> Given:
    """Return the label of a reference line, placed above its right end."""
    return {"xref": "paper", "x": 1, "y": value, "xanchor": "right", "yanchor": "bottom",
            "showarrow": False, "text": escape(label), "bgcolor": f"{PAPER} 80%"}  # fmt: skip


def name_bars(plan: ChartPlanData, context: ChartContext) -> Given:
    """Return the ticks for bars with long names, as letters of seats or names on two lines."""
    if context.get_scope(plan).startswith("seat"):
        names = [seat.name for seat in context.seats]
        texts = [seat.id for seat in context.seats]
        if not any(len(name) * len(names) > MAX_LABEL_LETTERS for name in names):
            return {}
    else:
        names = [one.name for one in build_series(plan, context)]
        texts = ["<br>".join(map(escape, split_name(name))) for name in names]
        if sum(len(name) + 2 for name in names) <= MAX_LABEL_LETTERS:
            return {}
    return {"tickmode": "array", "tickvals": [*range(len(names))], "ticktext": texts}


def split_name(name: str) -> list[str]:
    """Split a name into two lines of similar length.

    >>> split_name("Mean of the sectors (HHI)"), split_name("Inflation")
    (['Mean of the', 'sectors (HHI)'], ['Inflation'])
    """
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    if not spaces:
        return [name]
    middle = min(spaces, key=lambda at: abs(len(name) - 1 - 2 * at))
    return [name[:middle], name[middle + 1 :]]
