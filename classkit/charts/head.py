"""Head of a chart: a remark next to its title, and the value of its metric."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.rulebook_text import join_list

from .axes import has_bands, name_count
from .chart_context import ChartContext
from .chart_style import is_money
from .chart_types import ChartHeadData, ChartPlanData
from .forecast_bands import find_fans
from .labels import find_other_branches, has_head_value, rank
from .number_format import format_legend, singular_text
from .series import Series, build_series, has_lines

COVERED_VALUE = "?"


def build_head(plan: ChartPlanData, context: ChartContext) -> ChartHeadData:
    """Return a chart's head: a remark, and the value of one of the table's metrics."""
    series = build_series(plan, context)
    if plan.get("covered"):
        colour = series[0].line if has_head_value(plan, series) else ""
        return {"remark": "", "figure": COVERED_VALUE, "colour": colour}
    made: ChartHeadData = {
        "remark": build_remark(plan, context, series), "figure": "", "colour": "",
    }  # fmt: skip
    if has_lines(plan) and has_head_value(plan, series) and context.rows:
        value = series[0].get_value(context.rows[-1])
        made["figure"] = format_legend(value, context.get_unit(series[0].key))
        made["colour"] = series[0].line
    return made


def build_remark(plan: ChartPlanData, context: ChartContext, series: Sequence[Series]) -> str:
    """Return the remark in the head of a chart that helps most to read its current state.

    The remark names the futures or other branches in the chart. Otherwise, it names the leader, the
    previous value of the metric, or the unit.
    """
    if plan["kind"] == "scatter":
        return f"right: {name_count(plan, context)}; up: {context.get_label(plan['metrics'][1])}"
    fans, others = find_fans(plan, context), find_other_branches(context)
    if fans and context.fan:
        shaded = "; shaded: the middle half; dotted: the median" if len(fans) > 1 else ""
        return f"{context.fan['n']} futures{shaded}"
    if has_lines(plan) and series and series[0].seat and others:
        return f"thin: {', '.join(one['title'] for one in others)}"
    if plan["role"] == "scores" and series and series[0].seat:
        return describe_lead(context, series)
    if has_lines(plan) and len(series) == 1 and plan["zero"] and plan["role"] != "purse":
        was = find_last_value(series[0], context) if has_head_value(plan, series) else ""
        if was:
            return f"was {was}"
    return "; ".join(
        [*list_extra_metrics(plan, context), *name_unit(plan), *name_bands(plan, context)]
    )


def list_extra_metrics(plan: ChartPlanData, context: ChartContext) -> list[str]:
    """Return the additional metrics that the head reports, and their values."""
    return [
        f"{context.get_label(key)} "
        f"{format_legend(context.rows[-1]['values'].get(key), context.get_unit(key))}"
        for key in plan["told"]
        if key in context.metrics and context.rows
    ]


def name_unit(plan: ChartPlanData) -> list[str]:
    """Return the unit of the value axis.

    Return an empty list if the title or the ticks already show it.
    """
    unit = plan["y_title"]
    said = is_money(unit) or unit == "%" or unit.lower() in plan["title"].lower()
    return [] if said or not unit else [unit]


def name_bands(plan: ChartPlanData, context: ChartContext) -> list[str]:
    """Return the meaning of the bands behind the lines, or an empty list if there are none yet."""
    key = plan["bands"]
    drawn = has_bands(plan, context) and any(row["values"].get(key) for row in context.rows)
    return [f"shaded: {context.get_label(key).lower()}"] if drawn else []


def find_last_value(one: Series, context: ChartContext) -> str:
    """Return the previous, different value of a metric as text, or "" if it never changed."""
    unit = context.get_unit(one.key)
    now = format_legend(one.get_value(context.rows[-1]), unit) if context.rows else ""
    for row in reversed(context.rows):
        written = format_legend(one.get_value(row), unit)
        if written and written != now:
            return written
    return ""


def describe_lead(context: ChartContext, series: Sequence[Series]) -> str:
    """Return a text about the leader of a race, the margin, or a change of the lead."""
    now = rank(series, context.rows[-1] if context.rows else None)
    if len(now) < 2:
        return ""
    (best, first), (second, _) = now[0], now[1]
    if best == second:
        tied = [one.name for value, one in now if value == best]
        return "All are equal" if len(tied) == len(now) else f"{join_list(tied)} lead"
    before = rank(series, context.before)
    if before and before[0][1].id != first.id and before[0][0] != before[1][0]:
        return f"{first.name} takes the lead"
    unit = context.get_unit(first.key)
    counted = singular_text(unit) if best - second == 1 else unit
    plain = "" if is_money(unit) or unit in ("", "%") else f" {counted}"
    return f"{first.name} leads by {format_legend(best - second, unit)}{plain}"
