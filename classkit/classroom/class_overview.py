"""Overview of all tables of a room, for the teacher and the projector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.registry import find
from classkit.widgets.chart_redaction import build_redaction
from classkit.widgets.state_snapshot import build_standings

from .covered_charts import list_covered_charts
from .treatments import find_compared_label

if TYPE_CHECKING:
    from .room_runtime import RoomRuntime, TableRuntime

Data = dict[str, Any]

MAX_LEADERS = 2
"""Maximum number of leading seats named for a table."""


def build_overview(live: RoomRuntime) -> Data:
    """Build the overview of all tables, sorted by longest wait, and of the people of the room."""
    room, now = live.room, live.clock()
    tables = [build_table_overview(live.get_table(number), now) for number in room.tables]
    tables.sort(key=lambda one: (one["over"], not one["waits"], -one["since"], one["place"]))
    shown = not room.names_hidden
    return {
        "code": room.code,
        "paused": room.paused,
        "closed": room.closed,
        "groups": len(room.groups),
        "compared": find_compared_label(find(room.game), room.groups),
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
                "invented": person.is_simulated,
            }
            for person in room.present.values()
        ],
        "waiting": room.waiting,
        "tables": tables,
    }


def build_table_overview(table: TableRuntime, now: float) -> Data:
    """Build the overview of one table: progress, whom it waits for and since when, and the leaders.

    It contains only what everybody at that table may see, and nothing from covered charts.
    """
    match, say, room = table.place.match, table.controller.say, table.room_runtime.room
    setup = room.tables[table.place.place]
    is_covered = build_redaction(match, list_covered_charts(room, table.place.place)).score
    ahead = [] if is_covered else build_standings(match, say, None)
    asked = [] if room.closed else table.list_asked_seats()
    return {
        "place": table.place.place,
        "group": setup.group,
        "turn": match.turn,
        "round": match.round,
        "over": table.place.is_done,
        "paused": room.is_table_paused(table.place.place),
        "absent": room.get_absence_timeout(table.place.place),
        "ends": table.place.end_round,
        "waits": [say.seat(seat) for seat in asked],
        "since": round(table.get_wait_seconds(now)) if asked else 0,
        "measure": "" if is_covered else match.game.score_title(match.table),
        "ahead": [
            {"name": say.seat(line["seat"]), "text": line["text"]} for line in ahead[:MAX_LEADERS]
        ],
        "course": {} if is_covered else table.sparkline,
        "seats": [
            {
                "seat": seat,
                "name": say.seat(seat),
                "person": holder,
                "invented": room.is_simulated(holder),
                "team": len(setup.teams.get(seat, ())),
            }
            for seat, holder in setup.holders.items()
        ],
    }
