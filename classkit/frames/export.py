"""Exports of a match: CSV for spreadsheets, JSON for programs, Parquet for data analysis.

Seats go by their letters unless names are asked for. A spreadsheet would run a cell of text that
begins with = + - @ as a formula, so an apostrophe quotes it. The seed is written only after the
match is over.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.log import EVERYBODY, INSTRUCTOR
from classkit.engine.record import write_whole
from classkit.engine.views import read_viewer

from .columns import PREDICTIONS, Column, dictionary
from .history import figure_columns, figures_of, history_rows, history_table
from .logs import answer_rows, event_rows, ledger_rows
from .typed import as_text, json_value, need_parquet, to_parquet

if TYPE_CHECKING:
    from classkit.engine.match import Match

FORMULA = ("=", "+", "-", "@", "\t", "\r")
FORMATS = ("csv", "json", "parquet")
USUAL = ("csv", "json")

Rows: TypeAlias = Sequence[Mapping[str, Any]]


class ExportError(ClasskitError):
    """A file that could not be written."""


def safe_cell(value: Any) -> Any:
    """Return a cell that is safe in a spreadsheet: text that looks like a formula is quoted.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell(-5), safe_cell("Ada")
    ("'=HYPERLINK(1)", -5, 'Ada')
    """
    if isinstance(value, (Mapping, list, tuple)):
        value = as_text(value)
    elif isinstance(value, Fraction):
        value = json_value(value)
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return "'" + value
    return value


def to_csv(rows: Rows) -> str:
    """Return rows as the text of a CSV file, with the columns of all rows in order of appearance.

    >>> to_csv([{"seat": "A", "text": "+1"}])
    "seat,text\\r\\nA,'+1\\r\\n"
    """
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.writer(text)  # its "\r\n" makes it quote both signs within cells
    writer.writerow([safe_cell(column) for column in columns])
    for row in rows:
        writer.writerow([safe_cell(row.get(column, "")) for column in columns])
    return text.getvalue()


def to_data(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> dict[str, Any]:
    """Return the match as JSON-able data: set-up, standings, history, ledger, events, answers.

    `seen_as` is "instructor" for everything, or "everybody" or the letter of a seat for what they
    may know now; UnknownName otherwise. After going back, whatever is hidden at the latest turn
    stays hidden. Names of seats are included only if asked for.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> "seed" in to_data(m), "seed" in to_data(m.play(until="end"))
    (False, True)
    """
    return data_with(match, tables(match, seen_as, names), seen_as, names)


def data_with(match: Match, rows: Mapping[str, Rows], seen_as: str, names: bool) -> dict[str, Any]:
    """Return the match as JSON-able data, with the rows that its tables have."""
    viewer = read_viewer(seen_as, match.seats, match.names)
    data: dict[str, Any] = {
        "game": match.game.name,
        "title": match.game.title,
        "rules": match.game.rules_version,
        "edition": match.edition.id,
        "options": dict(match.options),
        "seats": list(match.seats),
        "turn": match.turn,
        "is_over": match.is_over,
        "ending": match.ending,
        "winners": list(match.winners),
        "standings": [line._asdict() for line in match.standings_shown(viewer)],
        **({"races": races} if (races := race_lines(match, viewer)) else {}),
        "seen_as": viewer or EVERYBODY,
        "figures": figures_of(match),
        **rows,
    }
    if names:
        data["names"] = dict(match.names)
    if sheets := sheet_rows(match, seen_as):
        data["sheets"] = sheets
    if match.is_over:
        data["seed"] = match.seed
    return data


def race_lines(match: Match, viewer: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the races beside the standings, by title, as everybody or one viewer may see them."""
    _, *further = match.races_shown(viewer).items()
    return {title: [line._asdict() for line in lines] for title, lines in further}


def sheet_rows(match: Match, seen_as: str = INSTRUCTOR) -> dict[str, list[dict[str, Any]]]:
    """Return the game's own tables by name, from the part of the ledger that `seen_as` knows."""
    viewer = read_viewer(seen_as, match.seats, match.names)
    return dict(match.game.sheets(match.table_shown(viewer), match.view_shown(viewer).ledger))


def columns_of(
    match: Match, seen_as: str = INSTRUCTOR, more: Mapping[str, Sequence[Column]] | None = None
) -> list[dict[str, Any]]:
    """Return the data dictionary of a match, for every column of its CSV files.

    ``more`` are the columns of further tables.
    """
    sheets = {
        table: [Column(name, kind, unit, about) for name, (kind, unit, about) in columns.items()]
        for table, columns in match.game.sheet_columns().items()
    }
    return dictionary({"figures": figure_columns(match, seen_as), **sheets, **(more or {})})


def tables(match: Match, seen_as: str, names: bool) -> dict[str, Rows]:
    """Return the rows of every table that `columns.py` describes, by its name."""
    return {
        "history": history_rows(match, seen_as, names=names),
        "ledger": ledger_rows(match, seen_as, names=names),
        "events": event_rows(match, seen_as, names=names),
        "answers": answer_rows(match, seen_as, names=names),
    }


def export_files(
    match: Match,
    folder: str | os.PathLike[str],
    stem: str,
    formats: Sequence[str] = USUAL,
    seen_as: str = INSTRUCTOR,
    *,
    names: bool = False,
    predictions: Rows = (),
) -> list[Path]:
    """Write the match into `folder`, each file whole or not at all. Return the files written.

    Their names begin with `stem`. `formats` are some of "csv", "json" and "parquet"; with `names`
    the names of seats are in them.
    CSV makes ``STEM-history.csv`` (long), ``STEM-ledger.csv``, ``STEM-events.csv``,
    ``STEM-answers.csv``, ``STEM-figures.csv`` (one row for each turn), ``STEM-columns.csv`` (the
    data dictionary), and one file for each table of the game's own. Parquet makes the first five,
    with types and meanings of columns inside. JSON makes ``STEM.json``. Rows of `predictions`, what
    the class expected, are a table too, ``STEM-predictions``.
    `seen_as` as in `to_data`: the instructor's files hold every secret of the match.

    Raises UnknownName for an unknown format, ExportError where a file cannot be written.
    """
    for name in formats:
        if name not in FORMATS:
            raise UnknownName("format", name, FORMATS)
    if "parquet" in formats:
        need_parquet()
    target = Path(folder)
    files: dict[str, bytes] = {}
    rows: dict[str, Rows] = tables(match, seen_as, names)
    more = {"predictions": PREDICTIONS} if predictions else {}
    if predictions:
        rows["predictions"] = predictions
    if "csv" in formats:
        known = columns_of(match, seen_as, more)
        wide = {"figures": history_table(match, seen_as), "columns": known}
        for name, some in {**rows, **wide, **sheet_rows(match, seen_as)}.items():
            files[f"{stem}-{name}.csv"] = to_csv(some).encode()
    if "parquet" in formats:
        means = figures_of(match)
        for name, some in rows.items():
            of_rows = means if name == "history" else None
            columns = more.get(name, ())
            files[f"{stem}-{name}.parquet"] = to_parquet(name, some, columns, of_rows)
        by_turn, figures = history_table(match, seen_as), figure_columns(match, seen_as)
        files[f"{stem}-figures.parquet"] = to_parquet("figures", by_turn, figures)
    if "json" in formats:
        data = data_with(match, rows, seen_as, names)
        text = json.dumps(data, ensure_ascii=False, indent=1, default=json_value) + "\n"
        files[f"{stem}.json"] = text.encode()
    return write_all(target, files)


def write_all(folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write files by name into a folder, which is made if need be. Return their paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write(folder / name, content)
    except OSError as error:
        raise ExportError(
            f"Could not write into {folder}: {error.strerror or error}. Files written before stay."
        ) from error
    return [folder / name for name in files]


def write(path: Path, content: str | bytes) -> None:
    """Write a file that others may read: whole, or leave the old one."""
    data = content.encode() if isinstance(content, str) else content
    write_whole(path, data, 0o644 & ~umask())


def umask() -> int:
    """Return the permission bits that this process withholds from new files."""
    present = os.umask(0)
    os.umask(present)
    return present
