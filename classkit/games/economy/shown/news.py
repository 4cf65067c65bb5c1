"""The sentences of the news: the content of each event, as far as it may be known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.log import HIDDEN, Event
from classkit.engine.words import NOTABLE, ROUTINE, TURNING_POINT, Say, Weight

Facts = Mapping[str, Any]
FACE_DOWN = "the card that lies face-down there now"
ENDINGS = {
    "target": "The target is reached",
    "turn_limit": "The last turn has been played",
    "host": "Time is up",
}


def tell_points(say: Say, facts: Facts) -> str:
    """Tell of `points_scored`."""
    owner = say.seat(facts["payee"].partition(":")[2])
    return f"{owner} scores {facts['amount']} and has {facts['total']}."


def tell_earned(say: Say, reason: str, events: Sequence[Event]) -> str | None:
    """Tell which sector paid, by the space of the landing; None for another reason (E4.1)."""
    for event in events:
        if event.name == "sector_scored" and event.facts["space"] == reason:
            landing = f"{say.seat(event.facts['mover'])}'s landing on {reason}"
            sector = event.facts["sector"]
            if sector == HIDDEN:
                return landing
            return f"{say.space(sector)}, by {landing}"
    return None


def tell_ending(say: Say, facts: Facts) -> str:
    """Tell of `game_ended`."""
    winners = [say.seat(seat) for seat in facts["winners"]]
    verb = "wins" if len(winners) == 1 else "share the win"
    most = max(facts["points"].values())
    broken = facts["tie_break"] == "property" and len(winners) == 1
    tie = ", the greater worth of property deciding" if broken else ""
    return f"{ENDINGS[facts['reason']]}. {say.listing(winners)} {verb} with {most} points{tie}."


WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("location_placed", "location_turned_down", "location_turned_up"), ROUTINE),
    **dict.fromkeys(("die_rolled", "piece_moved", "nothing_happened"), ROUTINE),
    **dict.fromkeys(("game_set_up", "property_taken_over"), NOTABLE),
    **dict.fromkeys(("part_started", "game_ended"), TURNING_POINT),
}
