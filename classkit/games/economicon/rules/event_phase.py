"""Phases 2 and 10: drawing and resolving events (N5, N14)."""

from __future__ import annotations

from classkit.engine.decisions import Draw, Flow

from ..state import EconomiconState
from .instant_effects import apply_effects
from .measures import is_goal_met, measure_goal


def draw_event(t: EconomiconState) -> Flow[None]:
    """Draw the next event, and apply its immediate effects (N5.1)."""
    if not t.events_left:
        t.events_left = list(t.edition.events)  # longer matches reshuffle the used events
    drawn = yield Draw(tuple(t.events_left), 1, "event", "N5.1")
    t.event = drawn[0]
    t.events_left.remove(t.event)
    card = t.edition.events[t.event]
    t.tell("event_drawn", "N5.1", id=card.id, title=card.name, text=card.text)
    if card.immediate:
        with t.link_rows("event_drawn"):
            apply_effects(t, card.immediate, "N5.1")


def resolve_event(t: EconomiconState) -> None:
    """Check the goal, apply the outcome, and remove the event (N14.1, N14.2)."""
    if t.event is None:
        return
    card = t.edition.events[t.event]
    now, needed = measure_goal(t, card.goal), card.goal.get_target(len(t.seats))
    success = is_goal_met(t, card.goal)
    t.tell(
        "event_resolved", "N14.1", id=card.id, title=card.name, met=success, measured=now,
        needed=needed, op=card.goal.operator,
    )  # fmt: skip
    with t.link_rows("event_resolved"):
        apply_effects(t, card.success if success else card.failure, "N14.1")
    t.event_met = int(success)
    t.goals = (t.goals[0] + t.event_met, t.goals[1] + 1)
    t.event = None
