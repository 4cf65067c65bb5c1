"""Rows for charts: the values of a match's metrics after each turn."""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_
from typing import Any

from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, failed_metrics, metric_error
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.untrusted_input import FrozenDict

from .chart_style import find_sent_currency
from .chart_types import ChartPlanData, MetricPlanData, MetricRowData
from .instruments import Role, choose_instruments, get_role
from .redaction import get_fully_hidden, get_history_hidden

MetricValues = dict[str, Any]
"""The metrics after a turn, by key, as stored in a match."""

PLAIN_TYPES = frozenset({int, str, bool, type(None)})
DECIMAL_PLACES = 4
"""Number of decimal places to preserve, which is more than a chart can show."""


def plain_value(value: Any) -> Any:
    """Convert the value of a metric to JSON: a number, a text, or a dict of values."""
    if isinstance(value, dict):
        if type(value) is FrozenDict and PLAIN_TYPES.issuperset(map(type, value.values())):
            return value  # shared with the history: copies take a megabyte in 200 turns
        return {str(key): plain_value(item) for key, item in value.items()}
    if value is None or isinstance(value, (int, str)):
        return value
    number = round(float(value), DECIMAL_PLACES)
    return int(number) if number == int(number) else number


def plain_row(row: MetricValues, keys: Iterable[str]) -> MetricRowData:
    """Convert a row of a match's history to a chart row with the given metrics."""
    values = {key: plain_value(row[key]) for key in keys}
    return {"turn": row["turn"], "round": row["round"], "values": values}


def get_charted_keys(match: Match) -> list[str]:
    """Return the keys of the metrics that any chart shows."""
    charts = match.game.active_charts(match.table)
    shown = {
        key
        for chart in charts
        for key in (*chart.drawn, chart.marks, chart.shade, chart.bands, chart.per)
    }
    return [metric.key for metric in match.game.active_metrics(match.table) if metric.key in shown]


def get_current_rows(match: Match) -> list[MetricValues]:
    """Return the rows of a match's history, and a row for the unfinished turn.

    >>> import classkit
    >>> match = classkit.new("poleconomy", seats=3, seed=7).play(until="turn", bots="tycoon")
    >>> match.play(until="decision", bots="tycoon").turn == get_current_rows(match)[-1]["turn"]
    True
    """
    rows, present = match.history, match.present_row()
    before = rows[:-1] if rows and rows[-1]["turn"] == present["turn"] else rows
    return rows if len(before) < len(rows) and rows[-1] == present else [*before, present]


class RowCache:
    """Cache of the rows of matches, each converted once."""

    def __init__(self) -> None:
        self.made: dict[int, tuple[MetricValues, MetricRowData]] = {}
        self.latest: tuple[list[MetricValues], list[MetricRowData]] = [], []
        """The latest history, and its rows for charts."""
        self.keys: list[str] = []
        self.broken: dict[str, str] = {}
        """The metrics that failed in the latest rows, each with its message."""

    def get_plain_row(self, row: MetricValues) -> MetricRowData:
        """Convert a row for charts. The same row always returns the identical object."""
        known = self.made.get(id(row))
        if known is None or known[0] is not row:
            known = self.made[id(row)] = (row, plain_row(row, self.keys))
        return known[1]

    def get_finished_rows(self, match: Match, keys: list[str]) -> list[MetricRowData]:
        """Return the given metrics, one row per finished turn."""
        history = match.history
        self.broken = failed_metrics(history)
        if self.keys != keys:
            self.keys = keys
            self.made.clear()
            self.latest = [], []
        before, rows = self.latest
        if len(before) <= len(history) and all(map(is_, before, history)):
            plain = [*rows, *map(self.get_plain_row, history[len(before) :])]
        else:
            plain = [*map(self.get_plain_row, history)]
        self.latest = history, plain
        if len(self.made) > 2 * len(history) + 100:  # remove undone turns and other matches
            self.made = {id(row): self.made[id(row)] for row in history}
        return plain

    def get_current_rows(
        self, match: Match, viewer: str | None = INSTRUCTOR
    ) -> list[MetricRowData]:
        """Return one row for each finished turn, and one for the current turn (section 7).

        If the viewer may not see the history of a metric, only the last row contains its value; at
        an earlier step, no row does.
        """
        gone = get_fully_hidden(match, viewer)
        keys = [key for key in get_charted_keys(match) if key not in gone]
        hidden = get_history_hidden(match, viewer)
        rows = self.get_finished_rows(match, [key for key in keys if key not in hidden])
        figures = match.present_row()
        self.broken |= failed_metrics([figures])
        present = plain_row(figures, keys)
        if not rows or rows[-1]["turn"] != present["turn"]:
            return [*rows, present]
        # The identical object, because caches are keyed on identity.
        return rows if rows[-1] == present else [*rows[:-1], present]


def line_metrics(match: Match) -> set[str]:
    """Return the keys of the metrics drawn as lines, which are also drawn for other branches."""
    charts = [
        chart for chart in match.game.active_charts(match.table) if chart.kind in ("line", "step")
    ]
    return {key for chart in charts for key in chart.metrics}


def filter_rows(rows: Iterable[MetricRowData], keys: set[str]) -> list[MetricRowData]:
    """Return rows with only the metrics of these keys."""
    return [
        {**row, "values": {key: value for key, value in row["values"].items() if key in keys}}
        for row in rows
    ]


def chart_plans(match: Match) -> list[ChartPlanData]:
    """Return the plans of all charts of a match."""
    instruments = choose_instruments(match)
    return [
        chart_plan(chart, get_role(chart.key, instruments))
        for chart in match.game.active_charts(match.table)
    ]


def chart_plan(chart: Chart, role: Role = "") -> ChartPlanData:
    """Convert a declared chart and its role on a page to plain data."""
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
        "names": list(chart.names),
        "zero": chart.zero,
        "behind": list(chart.behind),
        "top": chart.most or 0,
        "role": role,
    }


def metric_plans(
    match: Match, say: TextFormatter, keys: Iterable[str] | None = None
) -> dict[str, MetricPlanData]:
    """Return the label, unit, scope, meaning and names of parts of each metric, by key.

    ``keys`` selects the metrics; by default, all metrics that any chart shows.
    """
    present = match.present_row()
    plans = {}
    shown = set(get_charted_keys(match) if keys is None else keys)
    for metric in match.game.active_metrics(match.table):
        if metric.key not in shown:
            continue
        plan: MetricPlanData = {
            "label": say.metric_label(metric.key, metric.label),
            "unit": say.read_unit(metric.unit),
            "scope": metric.scope,
            "definition": metric.definition,
            "window": metric.window,
            "relative_to": metric.relative_to,
            "clause": metric.clause,
        }
        if (currency := find_sent_currency(plan["unit"])) is not None:
            plan["currency"] = currency
        if metric.scope in ("parts", "seat_parts"):
            found = present[metric.key]
            tables = found.values() if metric.scope == "seat_parts" else [found]
            names = dict.fromkeys(name for table in tables for name in table)
            plan["parts"] = [(name, say.part_label(name)) for name in names]
        if metric.colours is not None:
            try:
                plan["colours"] = dict(metric.colours(match.table))
            except Exception as error:
                raise metric_error(metric.key, metric.colours, error, "coloured") from error
            if metric.scope == "seat":
                plan["texts"] = {text: say.unit(text) for text in plan["colours"]}
        plans[metric.key] = plan
    return plans
