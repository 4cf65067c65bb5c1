"""Cache of columns of a match's rows, extended as the match goes on.

A step adds a row or changes the last one. The values of earlier rows stay cached, so a step reads
no more values for a chart of 500 turns than for one of five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .chart_types import MetricRowData


class ColumnCache:
    """The values of rows by the path at which they stand, as far as somebody has asked for them.

    >>> columns, rows = ColumnCache(), [{"turn": 1, "round": 1, "values": {"gold": {"A": 5}}}]
    >>> columns.get_column(rows, ["gold", "A"]), columns.get_column(rows, ["turn"])
    ([5], [1])
    >>> columns.get_column([*rows, {"turn": 2, "round": 1, "values": {}}], ["gold", "A"])
    [5, None]
    """

    def __init__(self) -> None:
        self.rows: Sequence[MetricRowData] = ()
        self.finished: dict[tuple[str, ...], list[Any]] = {}

    def get_column(self, rows: Sequence[MetricRowData], path: Sequence[str]) -> list[Any]:
        """Return the value at a path in each row, the last of which may still change."""
        if not rows:
            return []
        if rows is not self.rows:
            if not is_continuation(self.rows, rows):
                self.finished.clear()
            self.rows = rows
        known = self.finished.setdefault(tuple(path), [])
        known += [get_path_value(row, path) for row in rows[len(known) : -1]]
        return [*known, get_path_value(rows[-1], path)]


def is_continuation(before: Sequence[MetricRowData], rows: Sequence[MetricRowData]) -> bool:
    """Return whether ``rows`` continue ``before``, of which only the last may have changed.

    Rows are compared by identity: finished rows stay the same objects until somebody goes back.
    """
    if not 1 < len(before) <= len(rows):
        return False
    last = len(before) - 2
    return rows[0] is before[0] and rows[last] is before[last]


def get_path_value(row: MetricRowData, path: Sequence[str]) -> Any:
    """Return the value at a path in a row; None where there is none.

    With "*" in place of a seat: whether any seat has something there.
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


def round_starts(rows: Sequence[MetricRowData]) -> list[tuple[int, int]]:
    """Return each round and the turn with which it begins; what is before the first is its opening.

    >>> round_starts([{"turn": turn, "round": turn // 2, "values": {}} for turn in range(4)])
    [(1, 2)]
    """
    begins: dict[int, int] = {}
    for row in rows:
        number = row.get("round")
        if number:
            begins.setdefault(number, row["turn"])
    return list(begins.items())
