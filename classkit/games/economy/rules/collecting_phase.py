"""Part 1: landings that collect property cards (E3)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..state import EconomyState, Landing
from .board_changes import hide_location, take_free_card


def resolve_collecting_landing(
    t: EconomyState, mover: Seat, way: tuple[str, ...], victim: Seat | None
) -> None:
    """Resolve a landing in part 1 (E3.1, E3.3).

    Turn the location down if a piece was put out there. Otherwise, take a free property card.
    """
    space = way[-1]
    location = space in t.cards
    was_down = space in t.face_down
    what = ""
    if victim is not None:
        what = "put_out"
        if location and not was_down:  # in part 1 a face-down location remains face-down (E3.4)
            hide_location(t, mover, space, "E3.3")
            what = "turned_down"
    # Only a position can have a free card on a face-down location or under a piece (E3.5, E3.6).
    odd = was_down or victim is not None
    if location and take_free_card(t, mover, space, "E3.6" if odd else "E3.1"):
        what = "taken"
    if not what:
        what, rule = explain_no_effect(location, was_down)
        t.tell("nothing_happened", rule, mover, space=space, why=what)
    t.landing = Landing(mover, way, what, victim or "")


def explain_no_effect(location: bool, was_down: bool) -> tuple[str, str]:
    """Return why a landing in part 1 had no effect, and the clause (E3.2, E3.4)."""
    if not location:
        return "empty", "E3.2"
    return ("face_down_part1", "E3.4") if was_down else ("owned", "E3.2")


def check_part1_end(t: EconomyState) -> None:
    """Begin part 2 with the next turn if no property card is free or a limit is reached.

    The landing that takes the last card does not score. Pieces, corners and face-down cards do not
    change (E3.7, E3.8).
    """
    limit = t.options.part1_turn_limit
    if not t.free_cards():
        reason, rule = "all_taken", "E3.7"
    elif limit and t.turn >= limit:
        reason, rule = "turn_limit", "E3.8"
    else:
        return
    t.part = 2
    t.tell("part_started", rule, first_turn=t.turn + 1, reason=reason)
