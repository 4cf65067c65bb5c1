"""The table: what it tells of what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from classkit.engine.events import Journal
from classkit.engine.ledger import Ledger
from classkit.engine.options import Options
from classkit.engine.table import Table


@dataclass(slots=True, kw_only=True, eq=False)
class Telling(Table):
    """A table some of whose events name their seat among the facts."""

    told_with_seat: ClassVar[frozenset[str]] = frozenset({"moved"})


@pytest.mark.parametrize(
    ("table", "name", "facts"),
    [
        (Table, "moved", {"to": "I07"}),
        (Telling, "moved", {"to": "I07", "seat": "B"}),
        (Telling, "paid", {"to": "I07"}),
    ],
)
def test_an_event_names_its_seat_where_the_game_says_so(
    table: type[Table], name: str, facts: dict[str, str]
) -> None:
    """Section 6 of a rules file lists the seat among the facts of some events."""
    t = table(seats=("A", "B"), options=Options({}), ledger=Ledger())
    t.tell(name, "X1", "B", to="I07")  # nobody listens
    t.journal = Journal(events=True, transfers=False)
    t.tell(name, "X1", "B", to="I07")
    assert t.journal.events is not None
    (event,) = t.journal.events
    assert (event.name, event.rule, event.seat, event.facts) == (name, "X1", "B", facts)
