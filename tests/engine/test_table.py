"""The table: what it tells of what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from classkit.engine.errors import LedgerError
from classkit.engine.events import ALL, Event, Journal, Transfer, write_out
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
    write_out(t.journal.events, t.event_of)
    (event,) = t.journal.events
    assert type(event) is Event and event == Event(name, facts, "X1", 0, "B", ALL)


def test_notes_are_written_out_as_what_they_stand_for() -> None:
    """A table puts plain tuples down; what is an event or a transfer already stays as it is."""
    ledger = Ledger.open({"dollars": {"A": 5, "B": 0}})
    t = Table(seats=("A", "B"), options=Options({}), ledger=ledger, journal=Journal())
    t.tell("begun", "X1")
    t.pay("A", "B", 2, "gift", "X2")
    t.mint("dollars", 3, "A", "found", "X3")
    assert t.journal is not None and t.journal.events and t.journal.transfers
    assert type(t.journal.events[0]) is type(t.journal.transfers[0]) is tuple
    for _ in range(2):  # what is written out may be read again
        write_out(t.journal.events, t.event_of)
        write_out(t.journal.transfers, t.transfer_of)
        assert t.journal.events == [Event("begun", {}, "X1", 0)]
        assert t.journal.transfers == [
            Transfer("dollars", 2, "A", "B", "gift", "X2", 0, ALL, 1),
            Transfer("dollars", 3, "nowhere", "A", "found", "X3", 0, ALL, 1),
        ]
        assert {type(row) for row in t.journal.transfers} == {Transfer}


def test_a_title_is_handed_over_as_one_of_it_is_moved() -> None:
    """By its holder alone; it is entered alike, whether or not events are told."""
    for told in (True, False):
        rows = []
        for hand_over in (
            lambda t: t.hand_over("I07", "A", "B", "sold", "X1"),
            lambda t: t.move("I07", 1, "A", "B", "sold", "X1"),
        ):
            ledger = Ledger.open({"dollars": {"A": 5}}, titles={"I07": "A"})
            t = Table(seats=("A", "B"), options=Options({}), ledger=ledger)
            t.journal = Journal(events=told)
            t.tell("begun", "X1")
            hand_over(t)
            assert t.ledger.holder("I07") == "B"
            with pytest.raises(LedgerError, match="A does not hold I07, so 1 of it cannot move"):
                hand_over(t)
            assert t.journal.transfers is not None
            rows += [t.transfer_of(note) for note in t.journal.transfers]
        assert rows == 2 * [Transfer("I07", 1, "A", "B", "sold", "X1", 0, ALL, int(told))]
    with pytest.raises(LedgerError, match="A does not hold dollars"):
        t.hand_over("dollars", "A", "B", "sold", "X1")
