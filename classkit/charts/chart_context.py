"""Input data of charts: the rows, metrics, seats, branches and futures at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .chart_types import (
    BranchRowsData,
    ChartPlanData,
    FanData,
    MetricPlanData,
    MetricRowData,
    TurningMarkData,
)

ChartRows = Sequence[MetricRowData]


class Seat(NamedTuple):
    """A seat and its display name."""

    id: str
    name: str


class MetricFacts(NamedTuple):
    """Facts about the values of a metric so far: its parts, texts, minimum and maximum."""

    parts: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    low: float = 0
    high: float = 0


THIS_TURN = "this turn"
"""Window of a metric that is reset each turn."""


@dataclass(frozen=True)
class ChartContext:
    """All input data for the charts at one moment.

    Args:
        metrics: Metrics of the game by key (:func:`classkit.charts.rows.metric_plans`).
        seats: The seats with their names.
        rows: The values after each turn. The last row contains the current values.
        before: The row that the viewer saw before the last step, if any.
        branches: The other branches.
        branch: The title of the displayed branch.
        fan: The futures to draw.
        faded: True if the match has continued since the futures were simulated.
        all_bands: Draw wide bands even for many lines, as in a large figure.
        split: Metrics whose changes can be explained.
        turned: The turning points of a finished match.
        units: Words that may accompany a typed number (:func:`.number_parser.list_units`).
    """

    metrics: Mapping[str, MetricPlanData]
    seats: Sequence[Seat]
    rows: ChartRows = ()
    before: MetricRowData | None = None
    branches: Sequence[BranchRowsData] = ()
    branch: str = "Main"
    fan: FanData | None = None
    faded: bool = False
    all_bands: bool = False
    split: frozenset[str] = frozenset()
    turned: Sequence[TurningMarkData] = ()
    units: frozenset[str] = frozenset()
    facts: dict[str, MetricFacts] = field(default_factory=dict, compare=False)
    """Facts about the values of metrics, computed once for each metric that a chart needs."""

    def get_metric_keys(self, plan: ChartPlanData) -> list[str]:
        """Return the keys of a chart's metrics that exist in the game."""
        return [key for key in plan["metrics"] if key in self.metrics]

    def get_scope(self, plan: ChartPlanData) -> str:
        """Return the scope of a chart's first metric, or ""."""
        metric = self.metrics.get(plan["metrics"][0])
        return metric["scope"] if metric else ""

    def get_chart_unit(self, plan: ChartPlanData) -> str:
        """Return the unit of a chart's first metric."""
        return self.get_unit(plan["metrics"][0])

    def get_unit(self, key: str) -> str:
        """Return the unit of a metric, or ""."""
        metric = self.metrics.get(key)
        return metric["unit"] if metric else ""

    def get_label(self, key: str, otherwise: str = "") -> str:
        """Return the label of a metric, or ``otherwise`` if it is unknown."""
        metric = self.metrics.get(key)
        return metric["label"] if metric else otherwise

    def is_lasting(self, key: str) -> bool:
        """Return whether a value of the metric applies until it changes, not just for one turn."""
        metric = self.metrics.get(key)
        return metric is None or metric.get("window") != THIS_TURN

    def get_facts(self, key: str) -> MetricFacts:
        """Return facts about the values of a metric so far."""
        if key not in self.facts:
            self.facts[key] = observe(row["values"].get(key) for row in self.rows)
        return self.facts[key]

    def get_part_labels(self, key: str) -> dict[str, str]:
        """Return the label of each part, declared parts first, then other parts in the rows."""
        named = dict(self.metrics[key].get("parts", []))
        late = {part: part for part in self.get_facts(key).parts if part not in named}
        return {part: label.replace("_", " ") for part, label in {**named, **late}.items()}


def observe(values: Iterator[Any]) -> MetricFacts:
    """Collect the parts, texts, minimum and maximum of a metric's values.

    >>> observe(iter([{"A": {"steel": 3}, "B": {"food": -1}}]))
    MetricFacts(parts=('steel', 'food'), texts=(), low=-1, high=3)
    >>> observe(iter([{"A": "oil", "B": None}, {"A": "gold"}])).texts
    ('oil', 'gold')
    """
    parts, texts = dict[str, None](), dict[str, None]()
    low: float = 0
    high: float = 0

    def visit(value: Any, key: str) -> None:
        nonlocal low, high
        if isinstance(value, Mapping):
            for name, one in value.items():
                visit(one, name)
            return
        parts[key] = None
        if isinstance(value, str):
            if value:
                texts[value] = None
        elif isinstance(value, (int, float)):
            low, high = min(low, value), max(high, value)

    for value in values:
        visit(value, "")
    return MetricFacts(tuple(part for part in parts if part), tuple(texts), low, high)


def get_path_value(row: MetricRowData, path: Sequence[str]) -> Any:
    """Return the value at a path in a row, or None.

    If the path contains "*" instead of a seat, return whether any seat has a value there.
    """
    if path[0] == "turn":
        return row["turn"]
    if path[0] == "round":
        return row.get("round", row["turn"])
    value: Any = row["values"]
    if "*" in path:
        key, _, part = path
        return any((table or {}).get(part) for table in (value.get(key) or {}).values())
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def get_places(per: str, rows: ChartRows) -> list[Any]:
    """Return the positions of rows on an axis of turns, rounds or values of a metric."""
    return [row["turn"] for row in rows] if per == "turn" else [
        get_path_value(row, (per,)) for row in rows
    ]  # fmt: skip


def select_rows(per: str, rows: ChartRows) -> ChartRows:
    """Return the rows to draw: all rows, or the last row of each round or of each value."""
    if per == "turn":
        return rows
    return list({get_path_value(row, (per,)): row for row in rows}.values())


def find_round_starts(rows: ChartRows) -> list[tuple[int, int]]:
    """Return each round with its first turn. The opening, before the first round, is omitted.

    >>> find_round_starts([{"turn": turn, "round": turn // 2, "values": {}} for turn in range(4)])
    [(1, 2)]
    """
    begins: dict[int, int] = {}
    for row in rows:
        number = row.get("round")
        if number:
            begins.setdefault(number, row["turn"])
    return list(begins.items())


def is_number(value: Any) -> bool:
    """Return whether a value can be drawn on an axis."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
