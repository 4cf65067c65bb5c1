"""Views and masks: who sees what, decided when it is read."""

from __future__ import annotations

import classkit
from classkit.engine.decisions import Flow
from classkit.engine.events import ALL_SEATS, Event, Transfer, is_seen
from classkit.engine.visibility import Secrecy
from tests.toy import GAME

from .tiny import Tiny, TinyTable, ask


def whisper(t: TinyTable) -> Flow[None]:
    t.tell("whispered", "X1", "A", seen_by=("A", "B"), secret=1)
    t.move("dollars", 1, "bank", "A", "gift", "X1", seen_by=("A",))
    t.tell("shouted", "X1", "A")
    yield from ask("A")(t)


def test_events_and_ledger_are_shown_to_those_who_saw_them() -> None:
    m = classkit.new(Tiny(whisper), seats=3, seed=1)
    names = {seat: [event.name for event in m.view(seat).events] for seat in (None, *m.seats)}
    assert names == {
        None: ["shouted"],
        "A": ["whispered", "shouted"],
        "B": ["whispered", "shouted"],
        "C": ["shouted"],
    }
    assert [len(m.view(seat).ledger) for seat in (None, "A", "B")] == [0, 1, 0]


def test_what_may_be_known_is_decided_when_it_is_read() -> None:
    """A game may show later what was hidden, and hide again what was seen."""

    class Opened(Secrecy[TinyTable]):
        def redact_event(self, event: Event, table: TinyTable, seat: str | None) -> Event | None:
            if "A yes" in table.notes:
                return event
            return super().redact_event(event, table, seat)

    class Revealing(Tiny):
        secrecy = Opened()

    m = classkit.new(Revealing(whisper, ask("B")), seats=3, seed=1)
    assert len(m.view("C").events) == 1
    m.answer("yes")
    assert len(m.view("C").events) == 3
    m.undo()
    assert len(m.view("C").events) == 1


def test_the_seed_is_masked_until_the_end() -> None:
    def telling(t: TinyTable) -> Flow[None]:
        t.tell("began", "X1", seed=12345, other=1)
        yield from ask("A")(t)

    m = classkit.new(Tiny(telling), seats=2, seed=12345)
    assert m.view("A").events[0].facts == {"other": 1}
    assert m.events[0].facts["seed"] == 12345
    m.answer("yes")
    assert m.view("A").events[0].facts["seed"] == 12345


def test_seen_by_all_is_seen_by_everybody() -> None:
    for seen_by in (ALL_SEATS, ("*",)):
        event = Event("x", {}, "X1", 1, None, seen_by)
        assert is_seen(event, "A") and is_seen(event, "")
    row = Transfer("dollars", 1, "A", "B", "gift", "X1", 1, ("A",))
    assert is_seen(row, "A") and not is_seen(row, "B") and not is_seen(row, "")


def test_a_view_is_a_window_and_not_a_copy() -> None:
    m = classkit.new(GAME, seats=3, seed=2)
    view = m.view("B")
    assert (view.turn, view.round, view.seats, view.is_over) == (1, 1, ("A", "B", "C"), False)
    assert view.others == ("C", "A") and view.options.rounds == 4
    assert [decision.name for decision in view.requests] == ["order"]
    m.answer("sell", seat="B", grain=0, oil=0, spice=0)
    assert view.requests == []
    m.play(until="turn")
    assert view.turn == m.turn == 2
    assert repr(view) == "<HarbourView of seat B, turn 2>"
