"""Overview of all tables of a room, for the teacher and the projector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.engine.registry import find
from classkit.widgets.chart_redaction import Redaction, build_redaction
from classkit.widgets.state_snapshot import build_standings

from .covered_charts import list_covered_charts
from .room_commands import count_tables_left, list_claimed_people
from .sparkline import Sparkline, build_present_heights, build_sparkline
from .treatments import find_compared_label
from .wall_instrument import TableInstruments, build_instrument, build_scale, format_short

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.widgets.wire_types import StandingData

    from .room_runtime import RoomRuntime, TableRuntime

Data = dict[str, Any]


def build_overview(live: RoomRuntime, *, with_names: bool = False) -> Data:
    """Build the overview of all tables, by number, and of the people in the room.

    With ``with_names`` it includes people's names even if they are hidden. It changes only with
    events, not with time, because pages count how long a table has waited.
    """
    room = live.room
    tables = [build_table_overview(live.get_table(number)) for number in sorted(room.tables)]
    shown = with_names or not room.names_hidden
    first = live.get_table(min(room.tables)).place.match if room.tables else None
    return {
        "code": room.code,
        "paused": room.paused,
        "closed": room.closed,
        "groups": len(room.groups),
        "groups_revealed": room.groups_revealed,
        "compared": find_compared_label(find(room.game), room.groups)
        if room.groups_revealed
        else "",
        "absent": room.absent,
        "pace": room.pace,
        "ends": room.ends,
        "claims": [
            {
                "device": device,
                "code": claim.code,
                "name": claim.name if shown else "",
                "people": list_claimed_people(room, claim.name),
            }
            for device, claim in room.claims.items()
        ],
        "names_hidden": room.names_hidden,
        "usual_shown": room.usual_shown,
        "people": [
            {
                "id": person.id,
                "name": person.label if shown else "",
                "number": person.number,
                "invented": person.is_simulated,
            }
            for person in room.present.values()
        ],
        "waiting": room.waiting,
        "tables_left": count_tables_left(room),
        "seats": room.seats,
        "reserved": [
            [place, seat, name if shown else ""] for (place, seat), name in room.reserved.items()
        ],
        "scale": build_scale(first) if first else None,
        "tables": tables,
    }


def build_table_overview(table: TableRuntime) -> Data:
    """Build the overview of one table: progress, whom it waits for and since when, and the leader.

    It contains only what everybody at that table may see, and nothing from covered charts.
    ``hands`` lists the seats where somebody has raised a hand. ``away`` lists the seats for which a
    bot answers because their people have let their time run out.
    """
    match, say, room = table.place.match, table.controller.say, table.room_runtime.room
    setup = room.tables[table.place.place]
    figures = get_instruments(table)
    asked = [] if room.closed else table.list_asked_seats()
    away = table.list_away_seats()
    return {
        "place": table.place.place,
        "group": room.get_group_label(setup.group),
        "turn": match.turn,
        "round": match.round,
        "over": table.place.is_done,
        "paused": room.is_table_paused(table.place.place),
        "absent": room.get_absence_timeout(table.place.place),
        "ends": table.place.end_round,
        "waits": [say.seat(seat) for seat in asked],
        "asked_at": round(table.asked_at) if asked else 0,
        "hands": [say.seat(seat) for seat in table.list_raised_hands()],
        "away": [say.seat(seat) for seat in away],
        "instrument": figures["instrument"],
        "measure": figures["measure"],
        "ahead": [
            {"seat": seat, "name": say.seat(seat), "text": text, "short": short}
            for seat, text, short in [figures["leader"]]
        ]
        if figures["leader"]
        else [],
        "course": figures["course"],
        "seats": [
            {
                "seat": seat,
                "name": say.seat(seat),
                "person": holder,
                "invented": room.is_simulated(holder),
                "team": len(setup.teams.get(seat, ())),
                "people": setup.list_people(seat),
                "away": seat in away,
            }
            for seat, holder in setup.holders.items()
        ],
    }


def get_instruments(table: TableRuntime) -> TableInstruments:
    """Return the instruments of a table, computed once for each step."""
    covered = list_covered_charts(table.room_runtime.room, table.place.place)
    stand = table.place.row_number, table.place.match.step, covered
    if table.instruments_cache is None or table.instruments_cache[0] != stand:
        table.instruments_cache = stand, build_instruments(table, covered)
    return table.instruments_cache[1]


def build_instruments(table: TableRuntime, covered: list[str]) -> TableInstruments:
    """Compute the instruments of a table, leaving out covered charts.

    While all seats are equal, no seat leads.
    """
    match = table.place.match
    redaction = build_redaction(match, covered)
    instrument = build_instrument(match, redaction)
    if redaction.score:
        return {"instrument": instrument, "measure": "", "leader": None, "course": {}}
    line, *others = build_standings(match.as_seen_by(None).races, table.controller.say)
    leads = any(other["place"] > line["place"] for other in others)
    short = shorten_score(line, match.standings()[0].unit)
    return {
        "instrument": instrument,
        "measure": match.game.score_title(match.table),
        "leader": (line["seat"], line["text"], short) if leads else None,
        "course": build_shown_sparkline(match, redaction),
    }


def build_shown_sparkline(match: Match, redaction: Redaction) -> Sparkline:
    """Return the seats' lines, or their current heights if the lines show nothing."""
    course = build_sparkline(match)
    is_flat = not any(height for heights in course.values() for height in heights)
    present = build_present_heights(match, redaction) if is_flat and len(match.history) > 1 else {}
    return present or course


def shorten_score(line: StandingData, unit: str) -> str:
    """Return an abbreviated score."""
    score = line["score"]
    return format_short(score, unit) if isinstance(score, (int, float)) else line["text"]
