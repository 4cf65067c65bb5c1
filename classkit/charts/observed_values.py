"""Observed values of each metric in the rows of a match: its parts, its texts and its extremes.

Chart specs need them. They are updated row by row, so that a step does not read all rows again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .chart_types import MetricRowData
from .series import MetricFacts


class ObservedValues:
    """The facts of the finished rows, to which each call adds those of the present row.

    Rows are compared by identity: finished rows stay the same objects until somebody goes back.
    """

    def __init__(self) -> None:
        self.rows: list[MetricRowData] = []
        self.facts: dict[str, MetricFacts] = {}
        self.scopes: Mapping[str, str] = {}

    def get_facts(
        self, rows: Sequence[MetricRowData], scopes: Mapping[str, str]
    ) -> dict[str, MetricFacts]:
        """Return what each figure has held, by key; ``scopes`` are those that charts ask about."""
        done, last = rows[:-1], rows[-1:]
        count = len(self.rows)
        longer = count <= len(done) and (not count or self.rows[-1] is done[count - 1])
        if not longer or scopes != self.scopes or (count and self.rows[0] is not done[0]):
            self.rows, self.facts, self.scopes, count = [], {}, dict(scopes), 0
        for row in done[count:]:
            self.facts = add_row(self.facts, row, scopes)
            self.rows.append(row)
        return add_row(self.facts, last[0], scopes) if last else self.facts


def add_row(
    facts: dict[str, MetricFacts], row: MetricRowData, scopes: Mapping[str, str]
) -> dict[str, MetricFacts]:
    """Return the facts and those of one more row."""
    more = {
        key: add_value(facts.get(key, MetricFacts()), row["values"].get(key), scope)
        for key, scope in scopes.items()
    }
    return facts if more == facts else more


def add_value(facts: MetricFacts, value: Any, scope: str) -> MetricFacts:
    """Return the facts of a figure and those of its value in one more row.

    >>> add_value(MetricFacts(), {"A": {"steel": 3}, "B": {"food": -1}}, "seat_parts")
    MetricFacts(parts=('steel', 'food'), texts=(), low=-1, high=3)
    >>> add_value(MetricFacts(texts=("gold",)), {"A": "oil", "B": "gold", "C": None}, "seat").texts
    ('gold', 'oil')
    """
    tables = list((value or {}).values()) if scope == "seat_parts" else [value]
    if scope in ("parts", "seat_parts"):
        late = [part for table in tables for part in table or {} if part not in facts.parts]
        if late:
            facts = facts._replace(parts=tuple(dict.fromkeys((*facts.parts, *late))))
    held = list(iter_values(value))
    texts = [one for one in held if isinstance(one, str) and one and one not in facts.texts]
    if texts:
        facts = facts._replace(texts=tuple(dict.fromkeys((*facts.texts, *texts))))
    numbers = [one for one in held if isinstance(one, (int, float))]
    low, high = min(facts.low, *numbers, 0), max(facts.high, *numbers, 0)
    if (low, high) != (facts.low, facts.high):
        facts = facts._replace(low=low, high=high)
    return facts


def iter_values(value: Any) -> Iterator[Any]:
    """Give the numbers and texts of a figure, however deep they stand."""
    if isinstance(value, dict):
        for one in value.values():
            yield from iter_values(one)
    else:
        yield value
