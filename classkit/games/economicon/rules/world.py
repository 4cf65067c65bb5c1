"""Phases 2 and 10: a global event occurs, and is resolved (N5, N14)."""

from __future__ import annotations

from classkit.engine.requests import Draw, Flow

from ..state import Economicon
from .effects import carry_out
from .measures import measured, met


def meet_event(t: Economicon) -> Flow[None]:
    """Turn up the next event; its immediate effects happen now (N5.1)."""
    if not t.events_left:
        t.events_left = list(t.edition.events)  # a longer game reshuffles the used ones
    drawn = yield Draw(tuple(t.events_left), 1, "event", "N5.1")
    t.event = drawn[0]
    t.events_left.remove(t.event)
    card = t.edition.events[t.event]
    t.tell("event_drawn", "N5.1", id=card.id, title=card.name, text=card.text)
    if card.immediate:
        carry_out(t, card.immediate, "N5.1")


def resolve_event(t: Economicon) -> None:
    """Judge the goal once, then success or failure; the event leaves play (N14.1, N14.2)."""
    if t.event is None:
        return
    card = t.edition.events[t.event]
    now, needed = measured(t, card.goal), card.goal.needed(len(t.seats))
    success = met(t, card.goal)
    t.tell(
        "event_resolved", "N14.1", id=card.id, title=card.name, met=success, measured=now,
        needed=needed, op=card.goal.operator,
    )  # fmt: skip
    carry_out(t, card.success if success else card.failure, "N14.1")
    t.event_met = int(success)
    t.goals = (t.goals[0] + t.event_met, t.goals[1] + 1)
    t.event = None
