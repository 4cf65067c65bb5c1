"""Sentences for events, limited to what a viewer may know, and summaries of steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.events import HIDDEN, Event, Transfer
from classkit.engine.rulebook_text import (
    NOTABLE,
    ROUTINE,
    TURNING_POINT,
    StepSummary,
    TextFormatter,
    Weight,
    format_count,
)

from ..state import ENGINE, SCORE_ACCOUNTS

Facts = Mapping[str, Any]
Row = Mapping[str, Any]
FACE_DOWN_TEXT = "the card that is now face-down there"
ENDINGS = {
    "target": "The target is reached",
    "turn_limit": "The last turn has been played",
    "host": "Time is up",
}


def tell_points(say: TextFormatter, facts: Facts) -> str:
    owner = say.seat(facts["payee"].partition(":")[2])
    scored = format_count(facts["amount"], "point")
    return f"{owner} scores {scored} and now has {facts['total']}."


def tell_points_source(
    say: TextFormatter, transfer: Transfer, events: Sequence[Event]
) -> str | None:
    """Return the sector and landing that paid as text, or None for other transfers (E4.1)."""
    for event in events:
        if event.name == "sector_scored":
            mover, sector = event.facts["mover"], event.facts["sector"]
            is_own = transfer.target == SCORE_ACCOUNTS[mover]
            landing = "landing" if is_own else f"{say.seat(mover)}'s landing"
            paid = "" if sector == HIDDEN else f" ({say.space(sector)})"
            return f"{landing} on {event.facts['space']}{paid}"
    return None


def get_sector_key(card: str) -> str:
    """Return the key of a card's sector in the titles of a match."""
    return f"sector:{card}"


def get_points_key(card: str) -> str:
    """Return the key of a card's points in the titles of a match."""
    return f"points:{card}"


def tell_placement(say: TextFormatter, facts: Facts) -> str:
    """Return the sentence for `location_placed`. It states sector and points (E1.3, E4.1)."""
    card, space = facts["card"], facts["space"]
    is_dealt, who = facts["seat"] == ENGINE, say.seat(facts["seat"])
    if card == HIDDEN:
        placed = f"A card is placed on {space}" if is_dealt else f"{who} places a card on {space}"
        return f"{placed}; it is now face-down."
    sector = say.space(say.spaces.get(get_sector_key(card)))
    what = f"{say.space(card)} ({sector}, {format_card_points(say, card)})"
    return f"{what} is placed on {space}." if is_dealt else f"{who} places {what} on {space}."


def format_card_points(say: TextFormatter, card: str) -> str:
    """Return the points of a card for a landing in its sector, as text (E4.1)."""
    return format_count(int(say.spaces.get(get_points_key(card), 0)), "point")


# --- summaries of a turn or round -------------------------------------


def summarize_step(
    say: TextFormatter, events: Sequence[Event], before: Row, now: Row
) -> list[StepSummary]:
    """Summarize the changes of a turn or round: shares of sectors, and points (E4.1).

    Return [] within a turn.
    """
    if events[0].turn == now["turn"] or not events[0].turn:
        return []
    if events[0].turn < max(event.turn for event in events if event.name != "die_rolled"):
        return tell_round(say, events, now["values"])
    told = [(tell_share_change(say, event, now["values"]), [event]) for event in events]
    told.append((tell_scoring(say, events, now["values"]), select_events(events, *SCORING_EVENTS)))
    return [StepSummary(text, reported) for text, reported in told if text]


SCORING_EVENTS = ("sector_scored", "points_scored")


def select_events(events: Sequence[Event], *names: str) -> list[Event]:
    return [event for event in events if event.name in names]


def tell_share_change(say: TextFormatter, event: Event, values: Row) -> str:
    """Describe a card that was taken or turned down, and its sector's current shares."""
    facts = event.facts
    if event.name in ("property_taken", "property_taken_over"):
        sentence, sector = (
            say.event_sentence(event) or "",
            say.spaces.get(get_sector_key(facts["card"]), ""),
        )
        if sector and event.name == "property_taken":
            sentence = f"{sentence[:-1]} ({format_card_points(say, facts['card'])} a landing)."
        shares = format_shares(say, sector, values)
        return f"{sentence[:-1]}: {shares}." if shares else sentence
    if event.name == "location_turned_down":
        known = facts["card"] != HIDDEN
        card = say.space(facts["card"]) if known else "its card"
        when = " in part 2" if event.rule == "E3.3" else ""
        return f"{facts['space']} is now face-down: whoever lands there{when} takes over {card}."
    if event.name == "piece_put_out":
        return say.event_sentence(event) or ""
    return ""


def format_shares(say: TextFormatter, sector: str, values: Row) -> str:
    """Return the current shares of a sector as text, or "" if they are hidden.

    >>> held = {"sector_share": {"A": {"motor": 60.0}, "B": {"motor": 40.0}, "C": {}}}
    >>> format_shares(TextFormatter(), "motor", held)
    'in motor, A now owns 60% and B 40%'
    >>> held = {"sector_share": {"B": {"motor": 100.0}}, "cards_free": 3}
    >>> format_shares(TextFormatter(), "motor", held)
    'B is the only owner in motor so far'
    """
    shares = {seat: share.get(sector) for seat, share in values.get("sector_share", {}).items()}
    held = sorted(((share, seat) for seat, share in shares.items() if share), reverse=True)
    if not held:
        return ""
    if len(held) == 1:
        so_far = " so far" if values["cards_free"] else " now"
        return f"{say.seat(held[0][1])} is the only owner in {say.space(sector)}{so_far}"
    (most, first), *others = held
    owners = [f"{say.seat(first)} now owns {most:.0f}%"]
    owners += [f"{say.seat(seat)} {share:.0f}%" for share, seat in others]
    return f"in {say.space(sector)}, {say.format_list(owners)}"


def tell_scoring(say: TextFormatter, events: Sequence[Event], values: Row) -> str:
    """Describe the payment of a landing and the leaders, or return "" without one (E4.1)."""
    paid = [event.facts for event in events if event.name == "points_scored"]
    scored = [event.facts for event in events if event.name == "sector_scored"]
    if not paid or not scored:
        return ""
    sector = scored[-1]["sector"]
    where = f"on {scored[-1]['space']}" if sector == HIDDEN else f"in {say.space(sector)}"
    first, *others = [(say.seat(one["payee"].partition(":")[2]), one["amount"]) for one in paid]
    earners = [f"{first[0]} {format_count(first[1], 'point')}"]
    earners += [f"{seat} {amount}" for seat, amount in others]
    landing = f"{say.seat(scored[-1]['mover'])}'s landing {where}"
    return f"{landing} pays {say.format_list(earners)}; {format_leaders(say, values)}"


def tell_round(say: TextFormatter, events: Sequence[Event], values: Row) -> list[StepSummary]:
    """Summarize several turns: cards taken or taken over, and points by seat."""
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
        free = values["cards_free"]
        listed = format_counts(say, taken)
        if free:
            one = f"{say.seat(next(iter(taken)))} takes a card"
            text = one if taken.total() == 1 else f"Cards taken: {listed}"
            text = f"{text}; {free} {'is' if free == 1 else 'are'} left."
        elif taken.total() == 1:
            text = f"{say.seat(next(iter(taken)))} takes the last card."
        else:
            text = f"The last cards are taken: {listed}."
        told.append(StepSummary(text, select_events(events, "property_taken")))
    if over:
        text = f"Cards taken over from others: {format_counts(say, over)}."
        told.append(StepSummary(text, select_events(events, "property_taken_over")))
    if points:
        text = f"Points earned: {format_counts(say, points)}; {format_leaders(say, values)}"
        told.append(StepSummary(text, select_events(events, *SCORING_EVENTS)))
    return told


def format_counts(say: TextFormatter, counts: Counter[str]) -> str:
    """Return counts by seat as text, largest first."""
    return ", ".join(f"{say.seat(seat)} {count}" for seat, count in counts.most_common())


def format_leaders(say: TextFormatter, values: Row) -> str:
    """Return the leaders and their points as a sentence."""
    points = values["points"]
    most = max(points.values())
    first = [say.seat(seat) for seat, count in points.items() if count == most]
    return f"{say.format_list(first)} {'leads' if len(first) == 1 else 'lead'} with {most}."


def tell_ending(say: TextFormatter, facts: Facts) -> str:
    winners = [say.seat(seat) for seat in facts["winners"]]
    verb = "wins" if len(winners) == 1 else "share the win"
    most = max(facts["points"].values())
    broken = facts["tie_break"] == "property" and len(winners) == 1
    tie = ", decided by the higher worth of property" if broken else ""
    return f"{ENDINGS[facts['reason']]}. {say.format_list(winners)} {verb} with {most} points{tie}."


WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(("location_placed", "location_turned_down", "location_turned_up"), ROUTINE),
    **dict.fromkeys(("die_rolled", "piece_moved", "nothing_happened"), ROUTINE),
    "game_set_up": NOTABLE,
    **dict.fromkeys(("part_started", "game_ended"), TURNING_POINT),
}
