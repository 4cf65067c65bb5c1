"""The wall: all tables of a room at a glance, for the teacher and the projector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.registry import find
from classkit.widgets.covers import covers_of
from classkit.widgets.present import standings

from .covering import covered_at
from .treatments import compared_words

if TYPE_CHECKING:
    from .live import LivePlace, LiveRoom

Data = dict[str, Any]

LEADERS = 2
"""The most seats named as being ahead at a table."""


def wall(live: LiveRoom) -> Data:
    """Return all tables, whoever waits longest first, and the people of the room."""
    room, now = live.room, live.clock()
    tables = [table_on_wall(live.place(number), now) for number in room.tables]
    tables.sort(key=lambda one: (one["over"], not one["waits"], -one["since"], one["place"]))
    shown = not room.names_hidden
    return {
        "code": room.code,
        "paused": room.paused,
        "closed": room.closed,
        "groups": len(room.groups),
        "compared": compared_words(find(room.game), room.groups),
        "absent": room.absent,
        "pace": room.pace,
        "ends": room.ends,
        "claims": [
            {"device": device, "name": name if shown else ""}
            for device, name in room.claims.items()
        ],
        "names_hidden": room.names_hidden,
        "people": [
            {
                "id": person.id,
                "name": person.name if shown else "",
                "invented": person.invented,
            }
            for person in room.present.values()
        ],
        "waiting": room.waiting,
        "tables": tables,
    }


def table_on_wall(live: LivePlace, now: float) -> Data:
    """Return one table: where it stands, whom it waits for and since when, and who is ahead.

    Nothing here is more than everybody at that table may see, nor tells of what is covered.
    """
    match, say, room = live.place.match, live.desk.say, live.live.room
    setup = room.tables[live.place.place]
    is_covered = covers_of(match, covered_at(room, live.place.place)).score
    ahead = [] if is_covered else standings(match, say, None)
    return {
        "place": live.place.place,
        "group": setup.group,
        "turn": match.turn,
        "round": match.round,
        "over": live.place.is_done,
        "paused": room.paused_at(live.place.place),
        "absent": room.absent_at(live.place.place),
        "ends": live.place.ends,
        "waits": [say.seat(seat) for seat in live.asked()],
        "since": round(live.waited(now)),
        "ahead": [
            {"name": say.seat(line["seat"]), "text": line.get("instead", line["text"])}
            for line in ahead[:LEADERS]
        ],
        "course": {} if is_covered else live.course,
        "seats": [
            {
                "seat": seat,
                "name": say.seat(seat),
                "person": holder,
                "invented": room.is_invented(holder),
                "team": len(setup.teams.get(seat, ())),
            }
            for seat, holder in setup.holders.items()
        ],
    }
