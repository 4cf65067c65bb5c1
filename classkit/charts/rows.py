"""The figures of a match as rows for charts: a row holds all figures after a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, broken_in, figure_error
from classkit.engine.words import Say

from .hidden_figures import hidden_course, hidden_present
from .shapes import ChartPlan, MetricPlan, Row

Figures = dict[str, Any]
"""The figures after a turn, as a match has them."""

PLACES = 4
"""The decimal places kept of a fraction: more than a chart can show."""


def plain_value(value: Any) -> Any:
    """Return a figure as JSON: numbers, text, or a table of them."""
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if value is None or isinstance(value, (int, str)):
        return value
    number = round(float(value), PLACES)
    return int(number) if number == int(number) else number


def plain_row(row: Figures, keys: Iterable[str]) -> Row:
    """Return a row of a match's history as a row for charts, with the figures of these keys."""
    values = {key: plain_value(row[key]) for key in keys}
    return {"turn": row["turn"], "round": row["round"], "values": values}


def charted(match: Match) -> list[str]:
    """Return the keys of the figures that some chart shows."""
    charts = match.game.charts_of(match.table)
    shown = {
        key
        for chart in charts
        for key in (*chart.metrics, *chart.told, chart.marks, chart.shade, chart.bands, chart.per)
    }
    return [metric.key for metric in match.game.metrics_of(match.table) if metric.key in shown]


def until_now(match: Match) -> list[Figures]:
    """Return the rows of a match's history and one for the present turn, however little it did.

    >>> import classkit
    >>> match = classkit.new("poleconomy", seats=3, seed=7).play(until="turn", bots="tycoon")
    >>> match.play(until="decision", bots="tycoon").turn == until_now(match)[-1]["turn"]
    True
    """
    rows, present = match.history, match.present_row()
    before = rows[:-1] if rows and rows[-1]["turn"] == present["turn"] else rows
    return rows if len(before) < len(rows) and rows[-1] == present else [*before, present]


class Rows:
    """The rows of matches, each made plain once."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[Figures, Row]] = {}
        self.keys: list[str] = []
        self.broken: dict[str, str] = {}
        """The figures that broke in the rows last made, and what is told of each."""

    def plain(self, row: Figures) -> Row:
        """Return a row for charts: the very same object for the very same row."""
        known = self.made.get(id(row))
        if known is None or known[0] is not row:
            known = self.made[id(row)] = (row, plain_row(row, self.keys))
        return known[1]

    def finished(self, match: Match, keys: list[str]) -> list[Row]:
        """Return one row for each turn that is over, with the figures of these keys."""
        history = match.history
        self.broken = broken_in(history)
        if self.keys != keys:
            self.keys = keys
            self.made.clear()
        plain = [self.plain(row) for row in history]
        if len(self.made) > 2 * len(history) + 100:  # undone turns and other matches left some
            self.made = {id(row): self.made[id(row)] for row in history}
        return plain

    def upto_now(self, match: Match, viewer: str | None = INSTRUCTOR) -> list[Row]:
        """Return one row for each turn that is over, and one for the present turn (section 7).

        Of figures whose course the viewer may not see only the last row has a value, and after
        going back none.
        """
        gone = hidden_present(match, viewer)
        keys = [key for key in charted(match) if key not in gone]
        hidden = hidden_course(match, viewer)
        rows = self.finished(match, [key for key in keys if key not in hidden])
        figures = match.present_row()
        self.broken |= broken_in([figures])
        present = plain_row(figures, keys)
        if not rows or rows[-1]["turn"] != present["turn"]:
            return [*rows, present]
        # The very same object, by which what was made from it is known again.
        return rows if rows[-1] == present else [*rows[:-1], present]


def line_metrics(match: Match) -> set[str]:
    """Return the keys of the figures drawn as lines, with which other branches are shown."""
    charts = [
        chart for chart in match.game.charts_of(match.table) if chart.kind in ("line", "step")
    ]
    return {key for chart in charts for key in chart.metrics}


def only(rows: Iterable[Row], keys: set[str]) -> list[Row]:
    """Return rows with only the figures of these keys."""
    return [
        {**row, "values": {key: value for key, value in row["values"].items() if key in keys}}
        for row in rows
    ]


def chart_plans(match: Match) -> list[ChartPlan]:
    """Return the charts of a match, as they are described."""
    return [chart_plan(chart) for chart in match.game.charts_of(match.table)]


def chart_plan(chart: Chart) -> ChartPlan:
    """Return a chart that a game declares as plain data."""
    return {
        "key": chart.key,
        "title": chart.title,
        "kind": chart.kind,
        "metrics": list(chart.metrics),
        "y_title": chart.y_title,
        "note": chart.note,
        "marks": chart.marks,
        "lines": [(value, label) for value, label in chart.lines],
        "per": chart.per,
        "shade": chart.shade,
        "bands": chart.bands,
        "told": list(chart.told),
        "log": chart.log,
        "now": chart.now,
        "ticks": chart.ticks,
    }


def metric_plans(
    match: Match, say: Say, keys: Iterable[str] | None = None
) -> dict[str, MetricPlan]:
    """Return the label, unit, scope, meaning and names of parts of each figure, by key.

    ``keys`` are the figures wanted, by default those that some chart shows.
    """
    present = match.present_row()
    plans = {}
    shown = set(charted(match) if keys is None else keys)
    for metric in match.game.metrics_of(match.table):
        if metric.key not in shown:
            continue
        plan: MetricPlan = {
            "label": metric.label,
            "unit": metric.unit,
            "scope": metric.scope,
            "definition": metric.definition,
            "window": metric.window,
            "relative_to": metric.relative_to,
            "clause": metric.clause,
        }
        if metric.scope in ("parts", "seat_parts"):
            found = present[metric.key]
            tables = found.values() if metric.scope == "seat_parts" else [found]
            names = dict.fromkeys(name for table in tables for name in table)
            plan["parts"] = [(name, say.part(name)) for name in names]
        if metric.colours is not None:
            try:
                plan["colours"] = dict(metric.colours(match.table))
            except Exception as error:
                raise figure_error(metric.key, metric.colours, error, "coloured") from error
        plans[metric.key] = plan
    return plans
