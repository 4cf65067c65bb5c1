"""The sentences of the news: what each event tells, as far as it may be known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.events import HIDDEN
from classkit.engine.words import Say

Facts = Mapping[str, Any]
FACE_DOWN = "the card that lies face-down there now"
ENDINGS = {
    "target": "The target is reached",
    "turn_limit": "The last turn has been played",
    "host": "Time is up",
}


def card(say: Say, facts: Facts) -> str:
    """The title of a card, unless it is hidden (E6.2)."""
    return FACE_DOWN if facts["card"] == HIDDEN else say.space(facts["card"])


def sector(say: Say, name: str) -> str:
    """The name of a sector, unless it is hidden (E6.2)."""
    return "a sector that is hidden now" if name == HIDDEN else say.space(name)


def tell_set_up(say: Say, facts: Facts) -> str:
    """What `game_set_up` tells."""
    return f"{len(facts['seats'])} players play to {facts['target']} points."


def tell_start_roll(say: Say, facts: Facts) -> str:
    """What `start_rolled` tells."""
    return f"{say.seat(facts['seat'])} rolls {facts['value']} for the start."


def tell_hand(say: Say, facts: Facts) -> str:
    """What `hand_dealt` tells its owner."""
    hand = [say.space(name) for name in facts["cards"]]
    return f"{say.seat(facts['seat'])} is dealt {say.listing(hand)}."


def tell_placed(say: Say, facts: Facts) -> str:
    """What `location_placed` tells."""
    if facts["seat"] == "engine":
        return f"On {facts['space']} lies {card(say, facts)}."
    return f"{say.seat(facts['seat'])} places {card(say, facts)} on {facts['space']}."


def tell_roll(say: Say, facts: Facts) -> str:
    """What `die_rolled` tells."""
    return f"{say.seat(facts['seat'])} rolls {facts['value']}."


def tell_moved(say: Say, facts: Facts) -> str:
    """What `piece_moved` tells."""
    source = "outside" if facts["from"] == "outside" else facts["from"]
    return f"{say.seat(facts['seat'])} moves from {source} to {facts['to']}."


def tell_no_move(say: Say, facts: Facts) -> str:
    """What `no_move` tells."""
    return f"{say.seat(facts['seat'])} cannot move {facts['value']} and stays."


def tell_put_out(say: Say, facts: Facts) -> str:
    """What `piece_put_out` tells."""
    victim, by = say.seat(facts["seat"]), say.seat(facts["by"])
    return f"{by} puts {victim} out from {facts['from']}, to enter again at {facts['to']}."


def tell_turned_down(say: Say, facts: Facts) -> str:
    """What `location_turned_down` tells."""
    if facts["card"] == HIDDEN:
        return f"The card on {facts['space']} is turned face-down."
    return f"{say.space(facts['card'])} on {facts['space']} is turned face-down."


def tell_turned_up(say: Say, facts: Facts) -> str:
    """What `location_turned_up` tells."""
    if facts["card"] == HIDDEN:
        return f"The card on {facts['space']} is turned face-up."
    return f"The card on {facts['space']} is turned face-up: {say.space(facts['card'])}."


def tell_taken(say: Say, facts: Facts) -> str:
    """What `property_taken` tells."""
    return f"{say.account(facts['to'])} takes {card(say, facts)}."


def tell_taken_over(say: Say, facts: Facts) -> str:
    """What `property_taken_over` tells."""
    source, target = say.account(facts["from"]), say.account(facts["to"])
    return f"{target} takes {card(say, facts)} over from {source}."


def tell_secured(say: Say, facts: Facts) -> str:
    """What `property_secured` tells."""
    return f"{say.seat(facts['seat'])} keeps {card(say, facts)}, which is safe again."


def tell_part(say: Say, facts: Facts) -> str:
    """What `part_started` tells."""
    why = {"all_taken": "All property is taken", "turn_limit": "The limit of part 1 is reached"}
    return f"{why[facts['reason']]}: from turn {facts['first_turn']} on landings earn points."


def tell_sector(say: Say, facts: Facts) -> str:
    """What `sector_scored` tells."""
    name = sector(say, facts["sector"])
    points = "1 point" if facts["total"] == 1 else f"{facts['total']} points"
    return f"{say.seat(facts['mover'])}'s landing on {facts['space']} pays {points} for {name}."


def tell_points(say: Say, facts: Facts) -> str:
    """What `points_scored` tells."""
    owner = say.seat(facts["payee"].partition(":")[2])
    return f"{owner} scores {facts['amount']} and has {facts['total']}."


def tell_nothing(say: Say, facts: Facts) -> str:
    """What `nothing_happened` tells."""
    why = {
        "empty": "the space is empty",
        "owned": "its property is owned already",
        "face_down_part1": "the card stays face-down in part 1",
    }
    return f"{say.seat(facts['seat'])} lands on {facts['space']}: {why[facts['why']]}."


def tell_ending(say: Say, facts: Facts) -> str:
    """What `game_ended` tells."""
    winners = [say.seat(seat) for seat in facts["winners"]]
    verb = "wins" if len(winners) == 1 else "share the win"
    most = max(facts["points"].values())
    broken = facts["tie_break"] == "property" and len(winners) == 1
    tie = ", the greater worth of property deciding" if broken else ""
    return f"{ENDINGS[facts['reason']]}. {say.listing(winners)} {verb} with {most} points{tie}."
