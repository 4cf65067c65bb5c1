"""Record sheets: the tables of a game's bookkeeping, on the page and as files.

The page shows the tables of the exports with formatted values. They are built from the parts of the
state and the ledger that the viewer may see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter, humanize_name

from .choice_labels import value_label
from .page_view import PageView
from .wire_types import FileData, SheetData, SheetNameData

Data = dict[str, Any]
Tables = Mapping[str, list[Data]]

MAX_ROWS = 300
"""Maximum number of rows sent to a page. Only the latest rows are sent. The file contains all."""

ID_PATTERN = re.compile(r"[a-z][a-z0-9_]*")
VERBATIM_COLUMNS = frozenset({"note", "rule"})
"""Columns with text from people or from the rule book, which is not reformatted."""


def list_sheets(match: Match) -> list[SheetNameData]:
    """Return the name and label of each sheet of the game, or an empty list if it has none."""
    say, names = match.say(), match.game.sheets(match.table, ())
    labels = {name: say.rename(humanize_name(name.replace("-", "_"))) for name in names}
    return [{"name": name, "label": label} for name, label in labels.items()]


def build_sheets(match: Match, viewer: str | None) -> Tables:
    """Return the rows of all sheets that the viewer may see, by name."""
    return match.game.sheets(match.as_seen_by(viewer).state, match.as_seen_by(viewer).view.ledger)


def find_sheet(page_view: PageView, name: str) -> tuple[str, list[Data]]:
    """Return a sheet's name and rows. If ``name`` is empty, this is the first sheet.

    Raises:
        UnknownName: The sheet is unknown.
        ClasskitError: A chart is covered, and sheets would reveal what the class predicts.
    """
    tables = build_sheets(page_view.match, page_view.viewer)
    if page_view.redaction.figures:
        raise ClasskitError("The record sheets are hidden until the class has made its prediction.")
    if not tables:
        raise UnknownName("sheet", name, ())
    name = name or next(iter(tables))
    if name not in tables:
        raise UnknownName("sheet", name, list(tables))
    return name, tables[name]


def get_sheet(page_view: PageView, name: str = "", seat: str = "") -> SheetData:
    """Return a formatted sheet for one seat or all seats: columns and latest rows, oldest first.

    Returns:
        ``{"name", "total", "columns": [{"label", "number"}], "rows": [[text]]}``
    """
    name, rows = find_sheet(page_view, name)
    if seat:
        page_view.controller.check_seat(seat)
        rows = [row for row in rows if row.get("seat") == seat]
    if all("turn" in row for row in rows):  # sort the rows of all seats by turn
        rows = sorted(rows, key=lambda row: row["turn"])
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if seat and "seat" in columns:
        columns.remove("seat")
    columns = [key for key in columns if not is_redundant_column(page_view.say, rows, columns, key)]
    shown, say = rows[-MAX_ROWS:], page_view.say
    return {
        "name": name,
        "total": len(rows),
        "columns": [
            {"label": say.field_label(key), "number": any(is_amount(row.get(key)) for row in shown)}
            for key in columns
        ],
        "rows": [[format_cell(say, key, row.get(key)) for key in columns] for row in shown],
    }


def is_redundant_column(say: TextFormatter, rows: list[Data], columns: list[str], key: str) -> bool:
    """Return whether a column contains ids of spaces whose titles are in another column."""
    titles = [say.spaces.get(str(row.get(key))) for row in rows]
    return None not in titles and any(
        titles == [row.get(other) for row in rows] for other in columns if other != key
    )


def get_sheet_file(page_view: PageView, name: str) -> FileData:
    """Return a whole sheet as a CSV file, as in the exports: ``{"name", "text"}``."""
    from classkit.frames.file_export import to_csv  # imported here so that tables open faster

    name, rows = find_sheet(page_view, name)
    match = page_view.match
    return {"name": f"{match.game.name}-turn-{match.turn}-{name}.csv", "text": to_csv(rows)}


def is_amount(value: Any) -> bool:
    """Return whether a cell contains a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def format_cell(say: TextFormatter, key: str, value: Any) -> str:
    """Format a cell: names for ids, amounts with commas, "" for None and False.

    >>> say = TextFormatter({"A": "Ada"})
    >>> cells = [("other", "A"), ("paid", 1200), ("mortgaged", False)]
    >>> tuple(format_cell(say, key, value) for key, value in cells)
    ('Ada', '1,200', '')
    >>> cells = [("split", {"A": 60}), ("group", "light_blue"), ("note", "A_b")]
    >>> tuple(format_cell(say, key, value) for key, value in cells)
    ('Ada 60', 'Light blue', 'A_b')
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if key == "reason":
        return say.reason(str(value))
    if isinstance(value, Mapping):
        return ", ".join(
            f"{format_id(say, part)} {format_id(say, item)}" for part, item in value.items()
        )
    if isinstance(value, (list, tuple)):
        return ", ".join(format_id(say, item) for item in value)
    return str(value) if key in VERBATIM_COLUMNS else format_id(say, value)


def format_id(say: TextFormatter, value: Any) -> str:
    """Format a number, or an id as its label. Return other text unchanged."""
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, str) and not (value in say.seats or ID_PATTERN.fullmatch(value)):
        return value
    return value_label(say, "", value)
