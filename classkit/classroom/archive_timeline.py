"""Rows for the exported tables about who sat where, and what the teacher did in a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from .log_coverage import EXPORTED_KINDS
from .room import Room
from .room_events import StoredEvent
from .seat_history import SeatHistory, SeatOccupancy

Rows = list[dict[str, Any]]
PersonColumns = Callable[[str], Mapping[str, str]]
"""Returns the columns that identify a person."""
NUMBER_UNITS = ("seconds", "round", "step")
"""The keys of numbers in rows, which name their units."""


def build_seating_rows(room: Room, history: SeatHistory, identify: PersonColumns) -> Rows:
    """Build a row for each time that a person or a bot had a seat, by table, seat and time."""
    return [
        {
            "table": place,
            "group": room.tables[place].group,
            "seat": seat,
            **identify(person),
            "invented": room.is_simulated(person) if person else None,
            "by": "person" if person else "bot",
            "captain": (
                person == spell.holder if person and seat in room.tables[place].teams else None
            ),
            "since": round(spell.since - history.opened_at, 1),
            "until": round(after.since - history.opened_at, 1) if after else None,
            "cause": spell.cause,
        }
        for (place, seat), spells in sorted(history.occupancies.items())
        for spell, after in zip_longest(spells, spells[1:])
        for person in list_sitters(spell)
    ]


def list_sitters(spell: SeatOccupancy) -> Sequence[str]:
    """Return the people who had a seat together, or "" for a bot."""
    return spell.people or ("",)


def build_timeline_rows(
    room: Room,
    streams: Mapping[int, Iterable[StoredEvent]],
    opened_at: float,
    identify: PersonColumns,
) -> Rows:
    """Build the rows of the timeline, in order of time.

    Args:
        room: The room.
        streams: Rows of the log by place: 0 for the room, otherwise the number of a table.
        opened_at: When the room was opened.
        identify: Returns the columns that identify a person.
    """
    rows = [
        (row.at, place, row)
        for place, stream in streams.items()
        for row in stream
        if "timeline" in EXPORTED_KINDS.get(row.kind, ())
    ]
    return [
        build_timeline_row(room, place, row, person, opened_at, identify)
        for _, place, row in sorted(rows, key=lambda one: one[:2])
        for person in row.body.get("people", [""])
    ]


def build_timeline_row(
    room: Room,
    place: int,
    row: StoredEvent,
    person: str,
    opened_at: float,
    identify: PersonColumns,
) -> dict[str, Any]:
    """Build a timeline row from a log row, for one of its people or for nobody."""
    body, table = row.body, place or row.body.get("place") or None
    unit = next((one for one in NUMBER_UNITS if one in body), "")
    return {
        "at": round(row.at - opened_at, 1),
        "event": row.kind,
        "table": table,
        "group": room.tables[table].group if table else "",
        "seat": body.get("seat", ""),
        **identify(person),
        "on": body.get("on"),
        "number": body.get(unit),
        "unit": unit,
    }
