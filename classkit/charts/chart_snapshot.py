"""Charts of the present: bars for each seat, part or metric, and heat maps of seats by parts."""

from __future__ import annotations

from typing import Any

from .chart_style import DIVERGING_SCALE, MARK_COLOURS, SEQUENTIAL_SCALE, escape
from .chart_types import ChartPlanData, Given
from .series import ChartContext, ChartSeries, get_part_labels, get_seat_styles

MAX_LABEL_LETTERS = 42
"""The most letters that names below an axis may have together and still stand side by side."""


def texture(shape: Any) -> Given:
    """Return a pattern over the colour of a bar, for those who do not tell the colours apart."""
    return {"shape": shape, "fillmode": "overlay", "fgcolor": {"paint": "paper"},
            "fgopacity": 0.65, "solidity": 0.18, "size": 8}  # fmt: skip


def is_slanted(names: list[str]) -> bool:
    """Return whether names below an axis are too long to stand beside each other."""
    return sum(len(name) + 2 for name in names) > MAX_LABEL_LETTERS


def is_lettered(names: list[str]) -> bool:
    """Return whether a seat's name is too long to stand below its own bars: letters do instead."""
    return any(len(name) * len(names) > MAX_LABEL_LETTERS for name in names)


def present_bars(
    plan: ChartPlanData, figures: ChartContext, series: list[ChartSeries]
) -> list[Given]:
    """Return one bar, or one group or stack of bars, for each seat, part or figure."""
    known, scope = figures.get_metric_keys(plan), figures.get_scope(plan)
    seats = [escape(seat.name) for seat in figures.seats]
    if scope == "seat":
        return [
            {
                "type": "bar", "name": escape(figures.metrics[key]["label"]), "x": seats,
                "meta": key, "y": [{"now": [key, seat.id]} for seat in figures.seats],
                "marker": {
                    "color": [look.colour for _, look in get_seat_styles(figures)]
                    if len(plan["metrics"]) == 1 else MARK_COLOURS[at % len(MARK_COLOURS)],
                    "pattern": texture("/" if at else ""),
                },
            }
            for at, key in enumerate(known)
        ]  # fmt: skip
    if scope == "seat_parts":
        return [
            {
                "type": "bar", "name": escape(one.name), "x": seats, "meta": one.id,
                "y": [{"now": [one.path[0], seat.id, one.part], "else": 0}
                      for seat in figures.seats],
                "marker": {"color": one.colour, "pattern": texture(one.shape)},
            }
            for one in series
        ]  # fmt: skip
    return [
        {
            "type": "bar", "name": escape(plan["title"]), "meta": "present",
            "x": [escape(one.name) for one in series],
            "y": [{"now": one.path} for one in series],
            "marker": {"color": [one.colour for one in series],
                       "pattern": texture([one.shape for one in series])},
        }
    ]  # fmt: skip


# --- heat maps ---------------------------------------------


def get_color_range(plan: ChartPlanData, figures: ChartContext) -> tuple[float, float]:
    """Return the ends of the colours: one scale for all rows, so that a colour has one meaning."""
    key = next(iter(figures.get_metric_keys(plan)), "")
    facts = figures.get_facts(key)
    high = max(100 if figures.get_unit(key) == "%" else 0, facts.high)
    far = max(high, -facts.low) or 1
    return (-far, far) if facts.low < 0 else (0, far)


def heat_map(plan: ChartPlanData, figures: ChartContext) -> list[Given]:
    """Return a figure of seats and parts as it is now: seats by parts, its value in each cell."""
    key = next(iter(figures.get_metric_keys(plan)), "")
    metric = figures.metrics.get(key)
    parts = get_part_labels(metric, figures.get_facts(key)) if metric else {}
    x = [escape(label) for label in parts.values()]
    y = [escape(seat.name) for seat in figures.seats]
    low, high = get_color_range(plan, figures)
    scales = DIVERGING_SCALE if low < 0 else SEQUENTIAL_SCALE
    cells = [[[key, seat.id, part] for part in parts] for seat in figures.seats]
    unit = figures.get_unit(key)
    texts = [[{"now": cell, "short": unit} for cell in line] for line in cells]
    return [
        {
            "type": "heatmap", "name": escape(figures.get_label(key)), "meta": key,
            "x": x, "y": y, "z": [[{"now": cell} for cell in line] for line in cells],
            "text": texts, "zmin": low, "zmax": high,
            "colorscale": {"paint": {
                name: [[at / 2, colour] for at, colour in enumerate(scale)]
                for name, scale in scales.items()
            }},
            "showscale": False, "xgap": 2, "ygap": 2, "hoverongaps": False,
            "hovertemplate": "%{y}, %{x}: %{text}<extra></extra>",
        },
        # plotly's own texts in cells are grey on middle shades
        {
            "type": "scatter", "mode": "text", "showlegend": False, "meta": f"text.{key}",
            "x": x * len(y), "y": [name for name in y for _ in x],
            "text": [text for line in texts for text in line],
            "textfont": {"size": {"paint": "size"}, "color": {"inks_on": 0}},
            "hoverinfo": "skip", "cliponaxis": False,
        },
    ]  # fmt: skip
