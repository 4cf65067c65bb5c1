"""What the rows of a match have held so far: parts and texts that turned up, and furthest values.

Descriptions of charts need them, and a step must not look at all rows anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .series import Facts
from .shapes import Row


class Seen:
    """The facts of the finished rows, to which each call adds those of the present row.

    Rows are compared by identity: finished rows stay the same objects until somebody goes back.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.facts: dict[str, Facts] = {}
        self.scopes: Mapping[str, str] = {}

    def of(self, rows: Sequence[Row], scopes: Mapping[str, str]) -> dict[str, Facts]:
        """Return what each figure has held, by key; ``scopes`` are those that charts ask about."""
        done, last = rows[:-1], rows[-1:]
        count = len(self.rows)
        longer = count <= len(done) and (not count or self.rows[-1] is done[count - 1])
        if not longer or scopes != self.scopes or (count and self.rows[0] is not done[0]):
            self.rows, self.facts, self.scopes, count = [], {}, dict(scopes), 0
        for row in done[count:]:
            self.facts = with_row(self.facts, row, scopes)
            self.rows.append(row)
        return with_row(self.facts, last[0], scopes) if last else self.facts


def with_row(facts: dict[str, Facts], row: Row, scopes: Mapping[str, str]) -> dict[str, Facts]:
    """Return the facts and those of one more row."""
    more = {
        key: with_value(facts.get(key, Facts()), row["values"].get(key), scope)
        for key, scope in scopes.items()
    }
    return facts if more == facts else more


def with_value(facts: Facts, value: Any, scope: str) -> Facts:
    """Return the facts of a figure and those of its value in one more row.

    >>> with_value(Facts(), {"A": {"steel": 3}, "B": {"food": -1}}, "seat_parts")
    Facts(parts=('steel', 'food'), texts=(), low=-1, high=3)
    >>> with_value(Facts(texts=("gold",)), {"A": "oil", "B": "gold", "C": None}, "seat").texts
    ('gold', 'oil')
    """
    tables = list((value or {}).values()) if scope == "seat_parts" else [value]
    if scope in ("parts", "seat_parts"):
        late = [part for table in tables for part in table or {} if part not in facts.parts]
        if late:
            facts = facts._replace(parts=tuple(dict.fromkeys((*facts.parts, *late))))
    held = list(leaves(value))
    texts = [one for one in held if isinstance(one, str) and one and one not in facts.texts]
    if texts:
        facts = facts._replace(texts=tuple(dict.fromkeys((*facts.texts, *texts))))
    numbers = [one for one in held if isinstance(one, (int, float))]
    low, high = min(facts.low, *numbers, 0), max(facts.high, *numbers, 0)
    if (low, high) != (facts.low, facts.high):
        facts = facts._replace(low=low, high=high)
    return facts


def leaves(value: Any) -> Iterator[Any]:
    """Give the numbers and texts of a figure, however deep they stand."""
    if isinstance(value, dict):
        for one in value.values():
            yield from leaves(one)
    else:
        yield value
