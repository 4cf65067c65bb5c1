"""Named tuples made without their constructor."""

from __future__ import annotations

from classkit.engine.events import Event
from classkit.engine.tuples import new_tuple


def test_it_makes_what_the_constructor_makes():
    """The same value of the same type, with all its names."""
    event = new_tuple(Event, ("dice_thrown", {"d1": 3}, "P1.6", 2, "A", ("*",)))
    assert event == Event("dice_thrown", {"d1": 3}, "P1.6", 2, "A")
    assert type(event) is Event and event.facts == {"d1": 3} and event.seen_by == ("*",)
