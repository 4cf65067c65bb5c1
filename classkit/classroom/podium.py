"""The class podium: every seat at every table by its score, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from classkit.charts.chart_style import find_sent_currency
from classkit.charts.number_format import format_legend
from classkit.charts.rows import plain_value
from classkit.widgets.chart_redaction import build_redaction
from classkit.widgets.state_snapshot import build_standings

from .covered_charts import list_covered_charts

if TYPE_CHECKING:
    from .room_runtime import RoomRuntime, TableRuntime

Data = dict[str, Any]


def build_podium(live: RoomRuntime) -> Data:
    """Return all seats of the class and their scores in the first race, best first.

    Equal scores are ordered by the rank at the table, as in its standings. A seat cannot win if
    nobody won at its table, as after a bankruptcy, or if the rules exclude it. A table whose score
    is covered is left out. If names are hidden, seats have no names.
    """
    tables = [live.get_table(number) for number in live.room.tables]
    shown = [table for table in tables if not is_score_covered(table)]
    seats = [seat for table in shown for seat in list_seats(table, live.room.names_hidden)]
    sign = 1 if prefers_low_scores(shown) else -1
    seats.sort(key=lambda one: (sign * one["score"], one["rank"]))
    first = shown[0].place.match if shown else None
    unit = first.standings()[0].unit if first else ""
    currency = find_sent_currency(unit)
    return {
        "measure": first.game.score_title(first.table) if first else "",
        "unit": unit,
        **({"currency": currency} if currency else {}),
        "seats": seats,
        "tables": len(shown),
        "covered": len(tables) - len(shown),
        "without_winner": sum(lacks_winner(table) for table in shown),
        "over": live.room.closed or all(table.place.is_done for table in shown),
    }


def is_score_covered(table: TableRuntime) -> bool:
    """Return True if a covered chart of the table would reveal its scores."""
    covered = list_covered_charts(table.room_runtime.room, table.place.place)
    return build_redaction(table.place.match, covered).score


def lacks_winner(table: TableRuntime) -> bool:
    """Return True if the match of a table ended without a winner."""
    match = table.place.match
    return match.is_over and not match.winners


def list_seats(table: TableRuntime, anonymous: bool) -> list[Data]:
    """Return the seats of a table whose score is a number."""
    say, barred = table.controller.say, lacks_winner(table)
    races = table.place.match.as_seen_by(None).races
    ranked = next(iter(races.values()))
    standings = build_standings(races, say)
    held_back = {line["seat"] for line in standings if line.get("held_back")}
    return [
        {
            "place": table.place.place,
            "seat": line.seat,
            "rank": line.place,
            "name": "" if anonymous else say.seat(line.seat),
            "score": plain_value(line.score),
            "text": format_legend(plain_value(line.score), line.unit),
            "barred": barred or line.seat in held_back,
        }
        for line in ranked
        if isinstance(plain_value(line.score), (int, float))
    ]


def prefers_low_scores(tables: list[TableRuntime]) -> bool:
    """Return True if the best seats at most tables have the lowest scores, as with place sums."""
    balance = 0
    for table in tables:
        ranked = next(iter(table.place.match.as_seen_by(None).races.values()))
        first, last = ranked[0].score, ranked[-1].score
        balance += (first < last) - (first > last)
    return balance > 0
