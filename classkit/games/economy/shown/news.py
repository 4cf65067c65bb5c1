"""The sentences of the news: the content of each event, as far as it may be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.log import HIDDEN, Event
from classkit.engine.words import NOTABLE, ROUTINE, TURNING_POINT, Say, Weight, how_many

from ..state import ENGINE

Facts = Mapping[str, Any]
Row = Mapping[str, Any]
FACE_DOWN = "the card that lies face-down there now"
ENDINGS = {
    "target": "The target is reached",
    "turn_limit": "The last turn has been played",
    "host": "Time is up",
}


def tell_points(say: Say, facts: Facts) -> str:
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


def sector_of(card: str) -> str:
    """Return the key of a card's sector among the words of a match."""
    return f"sector:{card}"


def points_of(card: str) -> str:
    """Return the key of a card's points among the words of a match."""
    return f"points:{card}"


def tell_placed(say: Say, facts: Facts) -> str:
    """Tell of `location_placed`: who lays which card where, and what it pays (E1.3, E4.1)."""
    card, space = facts["card"], facts["space"]
    what = say.space(card)
    if card != HIDDEN:
        sector, points = say.space(say.spaces.get(sector_of(card))), points_in(say, card)
        what += f" ({sector}, {points})"
    if facts["seat"] == ENGINE:
        return f"On {space} lies {what}."
    return f"{say.seat(facts['seat'])} places {what} on {space}."


def points_in(say: Say, card: str) -> str:
    """Return what a card pays its owner at a landing in its sector (E4.1)."""
    return how_many(int(say.spaces.get(points_of(card), 0)), "point")


# --- what a step comes to ---------------------------------------------


def sum_up(say: Say, events: Sequence[Event], before: Row, now: Row) -> str | None:
    """Tell what a turn or a round has changed for whom: shares of sectors, and points (E4.1)."""
    if events[0].turn == now["turn"] or not events[0].turn:
        return None
    if events[0].turn == max(event.turn for event in events if event.name != "die_rolled"):
        told = [tell_stakes(say, event, now["values"]) for event in events]
        told += [tell_scoring(say, events, now["values"])]
    else:
        told = [tell_round(say, events, now["values"])]
    return " ".join(filter(None, told)) or None


def tell_stakes(say: Say, event: Event, values: Row) -> str:
    """Tell who took which card, with the shares of its sector now, or how it may be taken over."""
    facts = event.facts
    if event.name in ("property_taken", "property_taken_over"):
        told, sector = say.event(event) or "", say.spaces.get(sector_of(facts["card"]), "")
        if sector and event.name == "property_taken":
            told = f"{told[:-1]} ({points_in(say, facts['card'])} a landing)."
        shares = shares_of(say, sector, values)
        return f"{told[:-1]}: {shares}." if shares else told
    if event.name == "location_turned_down":
        known = facts["card"] != HIDDEN
        card = say.space(facts["card"]) if known else "its card"
        when = " in part 2" if event.rule == "E3.3" else ""
        return f"{facts['space']} lies face-down now: whoever lands there{when} takes {card} over."
    if event.name == "piece_put_out":
        return say.event(event) or ""
    return ""


def shares_of(say: Say, sector: str, values: Row) -> str:
    """Return in words who owns how much of a sector now; "" where that may not be known.

    >>> held = {"sector_share": {"A": {"motor": 60.0}, "B": {"motor": 40.0}, "C": {}}}
    >>> shares_of(Say(), "motor", held)
    "motor is 60% A's and 40% B's now"
    >>> shares_of(Say(), "motor", {"sector_share": {"B": {"motor": 100.0}}, "cards_free": 3})
    "motor is B's alone so far"
    """
    shares = {seat: share.get(sector) for seat, share in values.get("sector_share", {}).items()}
    held = sorted(((share, seat) for seat, share in shares.items() if share), reverse=True)
    if not held:
        return ""
    if len(held) == 1:
        so_far = " so far" if values["cards_free"] else " now"
        return f"{say.space(sector)} is {say.seat(held[0][1])}'s alone{so_far}"
    owners = [f"{share:.0f}% {say.seat(seat)}'s" for share, seat in held]
    return f"{say.space(sector)} is {say.listing(owners)} now"


def tell_scoring(say: Say, events: Sequence[Event], values: Row) -> str:
    """Tell what a landing pays to whom, and who leads; empty without one (E4.1)."""
    paid = [event.facts for event in events if event.name == "points_scored"]
    scored = [event.facts for event in events if event.name == "sector_scored"]
    if not paid or not scored:
        return ""
    sector = scored[-1]["sector"]
    where = f"on {scored[-1]['space']}" if sector == HIDDEN else f"in {say.space(sector)}"
    earners = [f"{say.seat(one['payee'].partition(':')[2])} {one['amount']}" for one in paid]
    landing = f"{say.seat(scored[-1]['mover'])}'s landing {where}"
    return f"{landing} pays {say.listing(earners)}. {leaders(say, values)}"


def tell_round(say: Say, events: Sequence[Event], values: Row) -> str:
    """Tell what several turns have brought: cards taken and taken over, and points by seat."""
    taken, over, points = Counter[str](), Counter[str](), Counter[str]()
    for event in events:
        if event.name == "property_taken":
            taken[event.facts["to"].partition(":")[2]] += 1
        elif event.name == "property_taken_over":
            over[event.facts["to"].partition(":")[2]] += 1
        elif event.name == "points_scored":
            points[event.facts["payee"].partition(":")[2]] += event.facts["amount"]
    told = []
    if taken:
        left = how_many(values["cards_free"], "card")
        told.append(f"Cards taken: {each(say, taken)}; {left} still free.")
    if over:
        told.append(f"Taken over from others: {each(say, over)}.")
    if points:
        told.append(f"Points earned: {each(say, points)}. {leaders(say, values)}")
    return " ".join(told)


def each(say: Say, counts: Counter[str]) -> str:
    """Return numbers by seat, the largest first."""
    return say.listing([f"{say.seat(seat)} {count}" for seat, count in counts.most_common()])


def leaders(say: Say, values: Row) -> str:
    """Return who leads with how many points."""
    points = values["points"]
    most = max(points.values())
    first = [say.seat(seat) for seat, count in points.items() if count == most]
    return f"{say.listing(first)} {'leads' if len(first) == 1 else 'lead'} with {most}."


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
    "game_set_up": NOTABLE,
    **dict.fromkeys(("part_started", "game_ended"), TURNING_POINT),
}
