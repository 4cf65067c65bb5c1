"""The sentences of the news: the content of each event, as far as it may be known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.log import HIDDEN
from classkit.engine.words import NOTABLE, ROUTINE, TURNING_POINT, Say, Weight

Facts = Mapping[str, Any]
FACE_DOWN = "the card that lies face-down there now"
ENDINGS = {
    "target": "The target is reached",
    "turn_limit": "The last turn has been played",
    "host": "Time is up",
}


def sector(say: Say, name: str) -> str:
    """Return the name of a sector, unless it is hidden (E6.2)."""
    return "a sector that is hidden now" if name == HIDDEN else say.space(name)


def tell_set_up(say: Say, facts: Facts) -> str:
    """Tell of `game_set_up`."""
    return f"{len(facts['seats'])} players play to {facts['target']} points."


def tell_placed(say: Say, facts: Facts) -> str:
    """Tell of `location_placed`."""
    if facts["seat"] == "engine":
        return f"On {facts['space']} lies {say.space(facts['card'])}."
    return f"{say.seat(facts['seat'])} places {say.space(facts['card'])} on {facts['space']}."


def tell_turned_down(say: Say, facts: Facts) -> str:
    """Tell of `location_turned_down`."""
    if facts["card"] == HIDDEN:
        return f"The card on {facts['space']} is turned face-down."
    return f"{say.space(facts['card'])} on {facts['space']} is turned face-down."


def tell_turned_up(say: Say, facts: Facts) -> str:
    """Tell of `location_turned_up`."""
    if facts["card"] == HIDDEN:
        return f"The card on {facts['space']} is turned face-up."
    return f"The card on {facts['space']} is turned face-up: {say.space(facts['card'])}."


def tell_part(say: Say, facts: Facts) -> str:
    """Tell of `part_started`."""
    why = {"all_taken": "All property is taken", "turn_limit": "The limit of part 1 is reached"}
    return f"{why[facts['reason']]}: from turn {facts['first_turn']} on landings earn points."


def tell_sector(say: Say, facts: Facts) -> str:
    """Tell of `sector_scored`."""
    name = sector(say, facts["sector"])
    points = "1 point" if facts["total"] == 1 else f"{facts['total']} points"
    return f"{say.seat(facts['mover'])}'s landing on {facts['space']} pays {points} for {name}."


def tell_points(say: Say, facts: Facts) -> str:
    """Tell of `points_scored`."""
    owner = say.seat(facts["payee"].partition(":")[2])
    return f"{owner} scores {facts['amount']} and has {facts['total']}."


def tell_nothing(say: Say, facts: Facts) -> str:
    """Tell of `nothing_happened`."""
    why = {
        "empty": "the space is empty",
        "owned": "its property is owned already",
        "face_down_part1": "the card stays face-down in part 1",
    }
    return f"{say.seat(facts['seat'])} lands on {facts['space']}: {why[facts['why']]}."


def tell_taken_over(say: Say, facts: Facts) -> str:
    """Tell of `property_taken_over`."""
    card = facts["card"]
    what = f"the card of {facts['space']}" if card == HIDDEN else say.space(card)
    return f"{say.account(facts['to'])} takes {what} over from {say.account(facts['from'])}."


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
