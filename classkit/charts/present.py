"""Charts of current values: bars for each seat, part or metric, and heat maps of seats by parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chart_context import ChartContext, get_path_value
from .chart_style import DIVERGING_SCALE, INK, MARK_COLOURS, PAPER, SEQUENTIAL_SCALE, escape
from .chart_types import ChartPlanData, Given
from .number_format import format_cell
from .series import Series


def make_pattern(shape: Any) -> Given:
    """Return the pattern of a bar, for people who cannot distinguish the colours."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": PAPER, "fgopacity": 0.65,
            "solidity": 0.18, "size": 8}  # fmt: skip


def draw_present_bars(
    plan: ChartPlanData, context: ChartContext, series: Sequence[Series]
) -> list[Given]:
    """Return a bar, or a group or stack of bars, for each seat, part or metric."""
    known, scope = context.get_metric_keys(plan), context.get_scope(plan)
    names = [escape(seat.name) for seat in context.seats]
    row = context.rows[-1] if context.rows else None

    def value(path: tuple[str, ...], otherwise: Any = None) -> Any:
        found = get_path_value(row, path) if row is not None else None
        return otherwise if found is None and row is not None else found

    if scope == "seat":
        own = series[: len(context.seats)]
        single = len(plan["metrics"]) == 1
        return [
            {
                "type": "bar", "name": escape(context.metrics[key]["label"]), "x": names,
                "meta": key, "y": [value((key, seat.id)) for seat in context.seats],
                "marker": {
                    "color": [one.fill for one in own] if single
                    else MARK_COLOURS[at % len(MARK_COLOURS)],
                    "pattern": make_pattern([one.shape for one in own] if single
                                            else "/" if at else ""),
                },
            }
            for at, key in enumerate(known)
        ]  # fmt: skip
    if scope == "seat_parts":
        return [
            {
                "type": "bar", "name": escape(one.name), "x": names, "meta": one.id,
                "y": [value((one.key, seat.id, one.path[-1]), 0) for seat in context.seats],
                "marker": {"color": one.fill, "pattern": make_pattern(one.shape)},
            }
            for one in series
        ]  # fmt: skip
    return [
        {
            "type": "bar", "name": escape(plan["title"]), "meta": "present",
            "x": [escape(one.name) for one in series], "y": [value(one.path) for one in series],
            "marker": {"color": [one.fill for one in series],
                       "pattern": make_pattern([one.shape for one in series])},
        }
    ]  # fmt: skip


def draw_heat_map(plan: ChartPlanData, context: ChartContext) -> list[Given]:
    """Return a heat map of a metric's current values. Rows are seats, and columns are parts.

    All rows of a match share one scale, so that a colour always has the same meaning.
    """
    key = next(iter(context.get_metric_keys(plan)), "")
    parts = context.get_part_labels(key) if key else {}
    x = [escape(label) for label in parts.values()]
    y = [escape(seat.name) for seat in context.seats]
    facts, unit = context.get_facts(key), context.get_unit(key)
    high = max(100 if unit == "%" else 0, facts.high)
    far = max(high, -facts.low) or 1
    scale = DIVERGING_SCALE if facts.low < 0 else SEQUENTIAL_SCALE
    row = context.rows[-1] if context.rows else None
    cells = [
        [get_path_value(row, (key, seat.id, part)) if row is not None else None for part in parts]
        for seat in context.seats
    ]
    texts = [[format_cell(value, unit) for value in line] for line in cells]
    return [
        {
            "type": "heatmap", "name": escape(context.get_label(key)), "meta": key,
            "x": x, "y": y, "z": cells, "text": texts, "zmin": -far if facts.low < 0 else 0,
            "zmax": far, "colorscale": [[at / 2, colour] for at, colour in enumerate(scale)],
            "showscale": False, "xgap": 2, "ygap": 2, "hoverongaps": False,
            "hovertemplate": "%{y}, %{x}: %{text}<extra></extra>",
        },
        # plotly's own cell texts are grey on medium shades
        {
            "type": "scatter", "mode": "text", "showlegend": False, "meta": f"text.{key}",
            "x": x * len(y), "y": [name for name in y for _ in x],
            "text": [text for line in texts for text in line],
            "textfont": {"size": 12, "color": [INK if value is None else "#000000"
                                               for line in cells for value in line]},
            "hoverinfo": "skip", "cliponaxis": False,
        },
    ]  # fmt: skip
