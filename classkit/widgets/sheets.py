"""Record sheets: the further tables that a game keeps, on the page and as files to take along.

They are the tables of the exports, in words; of the ledger a sheet tells what the viewer may know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.match import Match
from classkit.engine.words import Say, plain_words

from .labels import value_label
from .shapes import NamedFile, Sheet, SheetName
from .sight import Sight

Data = dict[str, Any]
Tables = Mapping[str, list[Data]]

SIZE = 300
"""The most rows of a sheet sent to a page: the latest. The file holds all of them."""

ID = re.compile(r"[a-z][a-z0-9_]*")
VERBATIM = frozenset({"note", "rule"})
"""The columns that a person or the rulebook wrote, shown as they were written."""


def sheet_names(match: Match) -> list[SheetName]:
    """Return the sheets that the game keeps, by name and in words; empty where it keeps none."""
    names = match.game.sheets(match.table, ())
    return [{"name": name, "label": plain_words(name.replace("-", "_"))} for name in names]


def tables_of(match: Match, viewer: str | None) -> Tables:
    """Return all sheets as rows, as the viewer may know them."""
    return match.game.sheets(match.table_shown(viewer), match.view_shown(viewer).ledger)


def table_of(sight: Sight, name: str) -> tuple[str, list[Data]]:
    """Return a sheet by name, or the first; UnknownName where there is none of that name.

    ClasskitError while a chart is covered: sheets add up what the class is asked for.
    """
    tables = tables_of(sight.match, sight.viewer)
    if sight.covers.figures:
        raise ClasskitError("The record sheets are shown once the class has predicted.")
    if not tables:
        raise UnknownName("sheet", name, ())
    name = name or next(iter(tables))
    if name not in tables:
        raise UnknownName("sheet", name, list(tables))
    return name, tables[name]


def sheet(sight: Sight, name: str = "", seat: str = "") -> Sheet:
    """Return a sheet in words, of one seat or all: its columns and latest rows, oldest first.

    ``{"name", "total", "columns": [{"label", "number"}], "rows": [[text]]}``
    """
    name, rows = table_of(sight, name)
    if seat:
        sight.desk.seat(seat)
        rows = [row for row in rows if row.get("seat") == seat]
    if all("turn" in row for row in rows):  # of all companies together, as things happened
        rows = sorted(rows, key=lambda row: row["turn"])
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if seat and "seat" in columns:
        columns.remove("seat")
    columns = [key for key in columns if not repeats(sight.say, rows, columns, key)]
    shown, say = rows[-SIZE:], sight.say
    return {
        "name": name,
        "total": len(rows),
        "columns": [
            {"label": say.field(key), "number": any(is_number(row.get(key)) for row in shown)}
            for key in columns
        ],
        "rows": [[cell(say, key, row.get(key)) for key in columns] for row in shown],
    }


def repeats(say: Say, rows: list[Data], columns: list[str], key: str) -> bool:
    """Return whether a column holds ids of things whose titles stand in another column."""
    titles = [say.spaces.get(str(row.get(key))) for row in rows]
    return None not in titles and any(
        titles == [row.get(other) for row in rows] for other in columns if other != key
    )


def sheet_file(sight: Sight, name: str) -> NamedFile:
    """Return a whole sheet as a CSV file to take along, as in the exports: ``{"name", "text"}``."""
    from classkit.frames.export import to_csv  # a table is there sooner without it

    name, rows = table_of(sight, name)
    match = sight.match
    return {"name": f"{match.game.name}-turn-{match.turn}-{name}.csv", "text": to_csv(rows)}


def is_number(value: Any) -> bool:
    """Return whether a cell is an amount."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def cell(say: Say, key: str, value: Any) -> str:
    """Return a cell in words: names for ids, amounts with commas, nothing where there is nothing.

    >>> say = Say({"A": "Ada"})
    >>> cell(say, "other", "A"), cell(say, "paid", 1200), cell(say, "mortgaged", False)
    ('Ada', '1,200', '')
    >>> cell(say, "split", {"A": 60}), cell(say, "group", "light_blue"), cell(say, "note", "A_b")
    ('Ada 60', 'Light blue', 'A_b')
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if key == "reason":
        return say.reason(str(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{named(say, part)} {named(say, item)}" for part, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(named(say, item) for item in value)
    return str(value) if key in VERBATIM else named(say, value)


def named(say: Say, value: Any) -> str:
    """Return an id by what people call it; any other text as it is."""
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, str) and not (value in say.seats or ID.fullmatch(value)):
        return value
    return value_label(say, "", value)
