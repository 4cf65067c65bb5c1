"""Markers of the turning points of a match, on the lines of a chart."""

from __future__ import annotations

from .chart_types import ChartSpecData, Given
from .column_cache import get_path_value
from .data_binding import ChartSource

TRACE_NAME = "turned"
"""The name of the trace of these marks."""


def turning_marks(description: ChartSpecData, source: ChartSource) -> list[Given]:
    """Return a trace of the turning points on a chart's lines; no trace where there are none.

    ``ids`` are the numbers of the points, which count from 1 over all charts together.
    """
    lines = [
        (one["figures"][0]["figure"], one["figures"][0]["seat"])
        for one in description["courses"].values()
        if one["by"] == "line"
    ]
    places = {row["turn"]: get_path_value(row, [description["per"]]) for row in source.rows}
    found = [
        (str(number), places[one["turn"]], one["score"])
        for number, one in enumerate(source.turned, 1)
        if (one["figure"], one["seat"]) in lines and one["turn"] in places
    ]
    if not found:
        return []
    numbers, across, up = (list(column) for column in zip(*found, strict=True))
    ink, size = {"paint": "ink"}, {"paint": "size", "times": 1.5}
    return [
        {
            "type": "scatter", "mode": "markers+text", "meta": TRACE_NAME, "cliponaxis": False,
            "showlegend": False, "hoverinfo": "skip", "x": across, "y": up, "ids": numbers,
            "text": [f"<b>{number}</b>" for number in numbers], "textposition": "middle center",
            "textfont": {"color": ink, "size": {"paint": "size"}},
            "marker": {"symbol": "circle", "size": size, "color": {"paint": "paper"}, "opacity": 1,
                       "line": {"color": ink, "width": 2}},
        }
    ]  # fmt: skip
