"""Labels of a chart: at the ends of its lines, and in its head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from classkit.engine.currency import MINUS

from .chart_context import ChartContext, ChartRows, get_path_value, is_number
from .chart_style import MARK_COLOURS, SOFT, get_currency
from .chart_types import (
    BranchRowsData,
    ChartLabelData,
    ChartPlanData,
    MetricRowData,
    PredictionData,
)
from .forecast_bands import find_fans
from .guesses import label_guesses, make_label
from .number_format import format_legend
from .series import (
    Series,
    build_index_parts,
    build_series,
    capitalize_first,
    get_distinct_names,
    get_text_colours,
    get_text_label,
    has_lines,
    is_seat_timeline,
    shows_latest,
)


def build_labels(
    plan: ChartPlanData, context: ChartContext, predicted: PredictionData | None = None
) -> dict[str, ChartLabelData]:
    """Return the labels next to a chart by trace, followed by the labels of predictions.

    On a hidden chart, they mark the ends of its lines, without values.
    """
    made = label_series(plan, context)
    if plan.get("covered"):
        last = get_path_value(context.rows[-1], (plan["per"],)) if context.rows else 0
        for label in made.values():
            label |= {"value": "", "change": "", "name": label["name"] if label["seat"] else ""}
            if has_lines(plan):
                label["x"] = last
    return made | label_guesses(plan, predicted, context.units)


def label_series(plan: ChartPlanData, context: ChartContext) -> dict[str, ChartLabelData]:
    """Return the labels of a chart's series, by trace name."""
    series = build_series(plan, context)
    if plan["kind"] == "heat_map":
        return {}
    if plan["kind"] == "scatter":
        return label_points(plan, context)
    if plan["kind"] == "timeline":
        return label_texts(plan, context)
    if shows_latest(plan, context):
        return label_bars(plan, context, series)
    if has_lines(plan):
        return label_lines(plan, context, series)
    if plan["kind"] in ("stacked_area", "stacked_bar"):
        return label_stack(context, series)
    if len(series) == 1:
        return {}
    return {one.id: make_label(one.name, one.fill) for one in series}


def label_lines(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> dict[str, ChartLabelData]:
    """Return a label for the end of each line, and for the table's line in each other branch.

    The label omits a value that the head of the chart shows.
    """
    made = {}
    for one, name in zip(series, name_lines(plan, context, series), strict=True):
        now = one.get_value(context.rows[-1]) if context.rows else None
        in_head = one is series[0] and has_head_value(plan, series)
        made[one.id] = make_label(
            name, one.fill if one.seat else one.line,
            seat=one.seat, symbol=one.symbol if one.seat else "circle",
            at=now if is_number(now) else None,
            value="" if in_head else format_legend(now, context.get_unit(one.key)),
            change="" if in_head else format_change(one, context, now),
        )  # fmt: skip
    move_to_futures(plan, context, made)
    return made | label_branches(plan, context, series) | label_index_parts(plan, context, series)


def label_index_parts(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> dict[str, ChartLabelData]:
    """Return a label that shows the actual value of each line behind an index."""
    made = {}
    for one in build_index_parts(plan, context):
        scaled = scale_to_index(one, series[0], context.rows)
        if scaled and scaled[-1] is not None:
            value = format_legend(one.get_value(context.rows[-1]), context.get_unit(one.key))
            made[one.id] = make_label(
                one.name, one.line, symbol="circle", at=scaled[-1], value=value,
                x=get_path_value(context.rows[-1], (plan["per"],)),
            )  # fmt: skip
    return made


def scale_to_index(one: Series, index: Series, rows: ChartRows) -> list[float | None]:
    """Return the values of a series, scaled to the first value of an index."""
    values, first = one.get_values(rows), [index.get_value(row) for row in rows[:1]]
    if not values or not all(is_number(value) and value for value in (values[0], *first)):
        return []
    factor = first[0] / values[0]
    return [round(value * factor, 4) if is_number(value) else None for value in values]


def move_to_futures(
    plan: ChartPlanData, context: ChartContext, labels: dict[str, ChartLabelData]
) -> None:
    """Move the labels of lines with futures to the end of the median.

    In the chart of the scores, they also show how many futures each seat wins.
    """
    fans = {fan.series.id: fan for fan in find_fans(plan, context)}
    if not fans or context.fan is None:
        return
    wins = context.fan.get("wins", {}) if plan["role"] == "scores" else {}
    for key, label in labels.items():
        if key not in fans:
            label["x"] = get_path_value(context.rows[-1], (plan["per"],)) if context.rows else 0
            continue
        label["at"], label["change"] = fans[key].quantiles[2][-1], ""
        label["value"] = format_legend(label["at"], context.get_unit(fans[key].series.key))
        if label["seat"] in wins:
            label["value"] = f"wins {wins[label['seat']]}"
        if len(labels) == 1:
            label["name"] = "median"


def label_branches(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> dict[str, ChartLabelData]:
    """Return a label for the first line of the table in each other branch, but not for seats."""
    if not series or any(one.seat for one in series):
        return {}
    one, made = series[0], dict[str, ChartLabelData]()
    for branch in find_other_branches(context):
        last = branch["rows"][-1]
        at = one.get_value(last)
        made[f"{branch['name']}/{one.id}"] = make_label(
            branch["title"], SOFT, symbol="circle", at=at if is_number(at) else None,
            value=format_legend(at, context.get_unit(one.key)),
            x=get_path_value(last, (plan["per"],)),
        )  # fmt: skip
    return made


def name_lines(plan: ChartPlanData, context: ChartContext, series: Sequence[Series]) -> list[str]:
    """Return the names of lines: names of seats and parts, or short names of metrics.

    A single line is named only if there are other branches.
    """
    if any(len(one.path) > 1 for one in series):
        return [one.name for one in series]
    if len(series) == 1:
        return [context.branch if find_other_branches(context) else ""]
    if len(plan["names"]) == len(series):
        return list(plan["names"])
    return get_distinct_names([one.name for one in series])


def find_other_branches(context: ChartContext) -> list[BranchRowsData]:
    """Return the other branches that have separate rows."""
    return [one for one in context.branches if one["rows"]]


def format_change(one: Series, context: ChartContext, now: Any) -> str:
    """Return the change of a series in the last step, such as "+1.28M", or "" for no change."""
    before = one.get_value(context.before) if context.before else None
    if not (is_number(now) and is_number(before)) or now == before:
        return ""
    unit = context.get_unit(one.key)
    size = format_legend(abs(now - before), unit)
    if (currency := get_currency(unit)) is not None:
        size = size.replace(currency, "").strip()
    return f"{MINUS if now < before else '+'}{size}" if size.strip("0.%") else ""


def label_stack(context: ChartContext, series: Sequence[Series]) -> dict[str, ChartLabelData]:
    """Return a label in the middle of each part of the last bar, or at the end of each area."""
    made, up, down = {}, 0.0, 0.0
    for one in series:
        value = one.get_value(context.rows[-1]) if context.rows else None
        at = None
        if is_number(value) and value:
            at = (up if value > 0 else down) + value / 2
            up, down = up + max(value, 0), down + min(value, 0)
        written = format_legend(value, context.get_unit(one.key)) if at is not None else ""
        if at is not None or any(one.get_values(context.rows)):
            look = {"seat": one.seat, "symbol": one.symbol if one.seat else "square"}
            made[one.id] = make_label(one.name, one.fill, at=at, value=written, **look)
    return made


def label_points(plan: ChartPlanData, context: ChartContext) -> dict[str, ChartLabelData]:
    """Return a label for the current point of each seat in a plane."""
    made = {}
    for seat, (x, y) in find_present_points(plan, context).items():
        if is_number(x) and is_number(y):
            own = next(one for one in build_series(plan, context) if one.seat == seat)
            name = next(one.name for one in context.seats if one.id == seat)
            made[f"now.{seat}"] = make_label(
                name, own.fill, seat=seat, symbol=own.symbol, at=y, x=x
            )
    return made


def find_present_points(plan: ChartPlanData, context: ChartContext) -> dict[str, tuple[Any, Any]]:
    """Return the current point of each seat in a plane of two metrics."""
    row = context.rows[-1] if context.rows else None
    return {
        seat.id: (
            get_path_value(row, get_plane_path(context, plan["metrics"][0], seat.id)),
            get_path_value(row, get_plane_path(context, plan["metrics"][1], seat.id)),
        )
        for seat in context.seats
        if row is not None
    }


def get_plane_path(context: ChartContext, key: str, seat: str) -> tuple[str, ...]:
    """Return the path of a metric in a plane. A metric of the table is the same for every seat."""
    metric = context.metrics.get(key)
    return (key, seat) if metric and metric["scope"] == "seat" else (key,)


def label_texts(plan: ChartPlanData, context: ChartContext) -> dict[str, ChartLabelData]:
    """Return the colour of each text in a timeline of seats. Other timelines name their rows."""
    if not is_seat_timeline(plan, context):
        return {}
    key = plan["metrics"][0]
    names = {text: str(get_text_label(context, key, text)) for text in context.get_facts(key).texts}
    colours = get_text_colours(plan, context)
    return {text: make_label(capitalize_first(name), colours[text]) for text, name in names.items()}


def label_bars(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> dict[str, ChartLabelData]:
    """Return labels for the colours of bars of current values, unless names below explain them.

    In the chart of the scores, each seat has a label with its value, highest first, as at the ends
    of lines.
    """
    known, scope = context.get_metric_keys(plan), context.get_scope(plan)
    if scope == "seat_parts":
        held = [one for one in series if any(one.get_values(context.rows[-1:]))]
        return {one.id: make_label(one.name, one.fill) for one in held or series}
    if scope == "seat" and plan["role"] == "scores" and len(known) == 1:
        return {
            one.id: make_label(
                one.name, one.fill, seat=one.seat, symbol=one.symbol,
                value=format_legend(value, context.get_unit(one.key)),
                change=format_change(one, context, value),
            )
            for value, one in rank(series, context.rows[-1] if context.rows else None)
        }  # fmt: skip
    if scope == "seat" and len(known) > 1:
        return {
            key: make_label(context.metrics[key]["label"], MARK_COLOURS[at % len(MARK_COLOURS)])
            for at, key in enumerate(known)
        }
    return {}


def has_head_value(plan: ChartPlanData, series: Sequence[Series]) -> bool:
    """Return whether the head of a chart shows the value of its first metric."""
    return bool(series) and len(series[0].path) == 1 and (len(series) == 1 or bool(plan["role"]))


def rank(series: Sequence[Series], row: MetricRowData | None) -> list[tuple[Any, Series]]:
    """Return the values of series in a row, highest first."""
    found = [(one.get_value(row), one) for one in series] if row is not None else []
    return sorted((pair for pair in found if is_number(pair[0])), key=lambda pair: -pair[0])
