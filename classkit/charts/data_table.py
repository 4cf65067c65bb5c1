"""Tables with the numbers of a chart, which serve as its text alternative."""

from __future__ import annotations

from typing import Any

from .axes import describe_axes, has_bands
from .chart_context import ChartContext, get_path_value, select_rows
from .chart_types import AxesData, ChartPlanData, MetricRefData, NumbersTableData
from .forecast_bands import MAX_ROWS, build_fan_tables
from .number_format import format_decimal, format_value
from .series import build_index_parts, build_series, get_text_label
from .trace_metrics import get_metric_ref


def build_tables(plan: ChartPlanData, context: ChartContext) -> list[NumbersTableData]:
    """Return a table with the numbers of a chart, and a table of its futures if it has any."""
    axes = describe_axes(plan, context)
    word = "turn" if axes["rounds"] else axes["word"]
    return [build_table(plan, context, axes), *build_fan_tables(plan, context, word)]


def build_table(plan: ChartPlanData, context: ChartContext, axes: AxesData) -> NumbersTableData:
    """Return the numbers of a chart: current values, or the history with the newest row first."""
    known, scope = context.get_metric_keys(plan), context.get_scope(plan)
    seats = context.seats
    rows: list[tuple[str, list[Any]]]
    if plan["kind"] == "heat_map":
        key = next(iter(known), "")
        parts = context.get_part_labels(key) if key else {}
        rows = [(seat.name, [(key, seat.id, part) for part in parts]) for seat in seats]
        return build_present(plan, context, ["Seat", *parts.values()], rows)
    if plan["now"] and known and scope == "seat":
        rows = [(seat.name, [(key, seat.id) for key in known]) for seat in seats]
        labels = [context.metrics[key]["label"] for key in known]
        return build_present(plan, context, ["Seat", *labels], rows)
    if plan["now"] and scope != "seat_parts":
        lines = [(one.name, [one.path]) for one in build_series(plan, context)]
        return build_present(plan, context, [plan["title"], "Now"], lines)
    if any(context.metrics[key]["scope"] == "seat_parts" for key in known):
        rows = [
            (label, [(key, seat.id, part) for seat in seats])
            for key in known
            for part, label in context.get_part_labels(key).items()
        ]
        columns = ["Part", *(seat.name for seat in seats)]
        return build_present(plan, context, columns, rows, otherwise=0)
    return build_series_table(plan, context, axes)


def build_present(
    plan: ChartPlanData,
    context: ChartContext,
    columns: list[str],
    rows: list[tuple[str, list[Any]]],
    otherwise: Any = None,
) -> NumbersTableData:
    """Return a table of the latest row: one value for each path of each named row."""
    made: NumbersTableData = {"caption": plan["title"], "columns": columns, "rows": []}
    asks: list[list[MetricRefData]] = []
    for name, paths in rows:
        cells = [name]
        for path in paths:
            value = get_path_value(context.rows[-1], path) if context.rows else None
            value = otherwise if value is None and context.rows else value
            cells.append(format_value(value, context.get_unit(path[0])))
        made["rows"].append(cells)
        asks.append([get_metric_ref(path, context) for path in paths])
    if all(one["figure"] in context.split for row in asks for one in row):
        made["asks"] = asks
    return made


def build_series_table(
    plan: ChartPlanData, context: ChartContext, axes: AxesData
) -> NumbersTableData:
    """Return the values of all series over time, and the texts of marks and bands."""
    shown = select_rows(plan["per"], context.rows)[-MAX_ROWS:][::-1]
    texts = [plan["marks"]] if plan["marks"] else []
    texts += [plan["bands"]] if has_bands(plan, context) else []
    series = [*build_series(plan, context), *build_index_parts(plan, context)]
    plane = plan["kind"] == "scatter"
    word = "Turn" if axes["rounds"] or plane else axes["word"].capitalize()
    made: NumbersTableData = {
        "caption": plan["title"],
        "columns": [
            *(["Round"] if axes["rounds"] else []),
            word,
            *(one.name for one in series),
            *(context.get_label(key, "Mark") for key in texts),
        ],
        "rows": [],
    }
    places = [get_path_value(row, (plan["per"],)) for row in shown]
    for row, place in zip(shown, places, strict=True):
        values = [
            format_value(
                get_text_label(context, one.key, one.get_value(row)), context.get_unit(one.key)
            )
            for one in series
        ]
        words = [format_value(row["values"].get(key), None) for key in texts]
        number = [format_decimal(row.get("round") or 0)] if axes["rounds"] else []
        made["rows"].append([*number, format_value(place, None), *values, *words])
    if not plane:
        empty = ["", ""] if axes["rounds"] else [""]
        made["of"] = [*empty, *(one.id for one in series), *("" for _ in texts)]
        made["at"] = places
    return made
