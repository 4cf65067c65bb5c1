"""Export of a match: CSV for spreadsheets, JSON for programs, Parquet for data analysis.

Columns identify seats by letter, and sentences use the default names of seats. Names that players
entered are exported only on request. Text that starts with =, +, - or @ and is not a number is
quoted with an apostrophe, because spreadsheets would run it as a formula. The seed is exported only
after the match is over.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.serialization import write_atomic
from classkit.engine.views import read_viewer

from .columns import PREDICTIONS, Column, build_dictionary
from .dataframe import require_parquet, to_json_text, to_json_value, to_parquet
from .history_tables import describe_metrics, history_rows, history_table, list_metric_columns
from .log_tables import answer_rows, event_rows, ledger_rows
from .workbook import require_excel, to_xlsx

if TYPE_CHECKING:
    from classkit.engine.match import Match

FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
SIGNED_NUMBER = re.compile(r"[+-][0-9]+([.,][0-9]+)*")
"""A number with a sign, as people type it."""
SEPARATORS = ",;\t"
"""Characters that may separate the columns of a CSV file that a spreadsheet has written."""
SEPARATOR_LINE = r"sep=[,;\t][,;\t ]*"
"""Pattern of the line before the heading by which a spreadsheet knows the separator."""
QUOTED_CELL = re.compile(r'"[^"]*"')
FORMATS = ("csv", "json", "parquet", "xlsx")
DEFAULT_FORMATS = ("csv", "json")

Rows: TypeAlias = Sequence[Mapping[str, Any]]


class ExportError(ClasskitError):
    """A file could not be written."""


def find_separator(heading: str) -> str:
    """Return the character that separates the columns of a CSV file, from its first line.

    >>> find_separator('"Name, in full";Table'), find_separator("Name")
    (';', ',')
    """
    return max(SEPARATORS, key=QUOTED_CELL.sub("", heading).count)


def safe_cell(value: Any) -> Any:
    """Make a cell safe for spreadsheets by quoting text that looks like a formula.

    Text that is a number or a single sign is not a formula.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell(-5), safe_cell("-3,5"), safe_cell("-3+A1")
    ("'=HYPERLINK(1)", -5, '-3,5', "'-3+A1")
    >>> safe_cell("-")
    '-'
    """
    if isinstance(value, (Mapping, list, tuple)):
        value = to_json_text(value)
    elif isinstance(value, Fraction):
        value = to_json_value(value)
    if (
        isinstance(value, str)
        and value.lstrip(" ").startswith(FORMULA_PREFIXES)
        and not SIGNED_NUMBER.fullmatch(value)
        and len(value.strip(" ")) > 1
    ):
        return "'" + value
    return value


def to_csv(rows: Rows) -> str:
    """Format rows as CSV. Columns are in order of first appearance.

    Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe.

    Args:
        rows: Rows, each as a dict from column to value.

    Returns:
        The text. The first line contains the column names.

    Example:
        >>> to_csv([{"seat": "A", "text": "+A1"}])
        "seat,text\\r\\nA,'+A1\\r\\n"
    """
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.writer(text)  # with "\r\n", the writer quotes both characters within cells
    writer.writerow([safe_cell(column) for column in columns])
    for row in rows:
        writer.writerow([safe_cell(row.get(column, "")) for column in columns])
    return text.getvalue()


def to_data(match: Match, seen_as: str = INSTRUCTOR, *, names: bool = False) -> dict[str, Any]:
    """Convert a match to JSON data: set-up, standings, history, ledger, events and answers.

    At an earlier step, information that is hidden at the last step stays hidden.

    Args:
        match: The match.
        seen_as: Viewer whose information the data contains: "instructor" for everything,
            "everybody" for the public, or a seat's letter.
        names: Include the names of seats.

    Returns:
        A dict of built-in types, which the ``json`` module can write.

    Raises:
        UnknownName: The viewer is unknown.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7)
        >>> "seed" in to_data(m), "seed" in to_data(m.play(until="end"))
        (False, True)
    """
    return build_data(match, build_tables(match, seen_as, names), seen_as, names)


def build_data(match: Match, rows: Mapping[str, Rows], seen_as: str, names: bool) -> dict[str, Any]:
    """Return a match as JSON data, given the rows of its tables."""
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
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
        "standings": [line._asdict() for line in match.as_seen_by(viewer).standings],
        **({"races": races} if (races := list_races(match, viewer)) else {}),
        "seen_as": viewer or EVERYBODY,
        "figures": describe_metrics(match),
        **rows,
    }
    if names:
        data["names"] = dict(match.names)
    if sheets := sheet_rows(match, seen_as):
        data["sheets"] = sheets
    if match.is_over:
        data["seed"] = match.seed
    return data


def list_races(match: Match, viewer: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return the additional races that a viewer may see, by title."""
    _, *further = match.as_seen_by(viewer).races.items()
    return {title: [line._asdict() for line in lines] for title, lines in further}


def sheet_rows(match: Match, seen_as: str = INSTRUCTOR) -> dict[str, list[dict[str, Any]]]:
    """Return the game's own tables by name, from the transfers that `seen_as` may see."""
    viewer = read_viewer(seen_as, match.seats, match.seat_names)
    return dict(
        match.game.sheets(match.as_seen_by(viewer).state, match.as_seen_by(viewer).view.ledger)
    )


def list_columns(
    match: Match, seen_as: str = INSTRUCTOR, more: Mapping[str, Sequence[Column]] | None = None
) -> list[dict[str, Any]]:
    """Return the data dictionary for all columns in the CSV files of a match.

    ``more`` contains the columns of additional tables.
    """
    sheets = {
        table: [Column(name, kind, unit, about) for name, (kind, unit, about) in columns.items()]
        for table, columns in match.game.sheet_columns().items()
    }
    return build_dictionary(
        {"figures": list_metric_columns(match, seen_as), **sheets, **(more or {})}
    )


def build_tables(match: Match, seen_as: str, names: bool) -> dict[str, Rows]:
    """Return the rows of every table in `columns.py`, by name."""
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
    formats: Sequence[str] = DEFAULT_FORMATS,
    seen_as: str = INSTRUCTOR,
    *,
    names: bool = False,
    predictions: Rows = (),
) -> list[Path]:
    """Export a match to files. Each file is written atomically.

    The format "csv" writes ``STEM-history.csv`` (long), ``STEM-ledger.csv``, ``STEM-events.csv``,
    ``STEM-answers.csv``, ``STEM-figures.csv`` (one row for each turn), ``STEM-columns.csv`` (the
    data dictionary), and one file for each of the game's own tables. The format "parquet" writes
    the first five tables, with types and descriptions of the columns. The format "json" writes
    ``STEM.json``. The format "xlsx" writes the tables of "csv" as the sheets of ``STEM.xlsx``, an
    Excel workbook.

    Args:
        match: The match.
        folder: Output folder.
        stem: Prefix of the file names.
        formats: Any of "csv", "json", "parquet" and "xlsx".
        seen_as: As in `to_data`. The instructor's files contain all secrets.
        names: Include the names of seats.
        predictions: Rows with a class's predictions, for a table ``STEM-predictions``.

    Returns:
        The paths of the files.

    Raises:
        UnknownName: The format or viewer is unknown.
        ExportError: A file cannot be written.
        ClasskitError: Parquet or XLSX is requested, and ``classkit[parquet]`` or
            ``classkit[excel]`` is not installed.

    Example:
        >>> import classkit, tempfile
        >>> m = classkit.new("poleconomy", seats=3, seed=7).play(until="round")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [path.name for path in export_files(m, folder, "lesson", ["json"])]
        ['lesson.json']
    """
    for name in formats:
        if name not in FORMATS:
            raise UnknownName("format", name, FORMATS)
    if "parquet" in formats:
        require_parquet()
    if "xlsx" in formats:
        require_excel()
    target = Path(folder)
    files: dict[str, bytes] = {}
    rows: dict[str, Rows] = build_tables(match, seen_as, names)
    more = {"predictions": PREDICTIONS} if predictions else {}
    if predictions:
        rows["predictions"] = predictions
    if "csv" in formats or "xlsx" in formats:
        known = list_columns(match, seen_as, more)
        wide = {"figures": history_table(match, seen_as), "columns": known}
        tables = {**rows, **wide, **sheet_rows(match, seen_as)}
        if "csv" in formats:
            files |= {f"{stem}-{name}.csv": to_csv(some).encode() for name, some in tables.items()}
        if "xlsx" in formats:
            files[f"{stem}.xlsx"] = to_xlsx(tables)
    if "parquet" in formats:
        means = describe_metrics(match)
        for name, some in rows.items():
            of_rows = means if name == "history" else None
            columns = more.get(name, ())
            files[f"{stem}-{name}.parquet"] = to_parquet(name, some, columns, of_rows)
        by_turn, figures = history_table(match, seen_as), list_metric_columns(match, seen_as)
        files[f"{stem}-figures.parquet"] = to_parquet("figures", by_turn, figures)
    if "json" in formats:
        data = build_data(match, rows, seen_as, names)
        text = json.dumps(data, ensure_ascii=False, indent=1, default=to_json_value) + "\n"
        files[f"{stem}.json"] = text.encode()
    return write_export(target, files)


def write_export(folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write files to a folder, creating it if necessary, and return their paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_file(folder / name, content)
    except OSError as error:
        raise ExportError(
            f"Could not write into {folder}: {error.strerror or error}. Files that were already "
            "written remain."
        ) from error
    return [folder / name for name in files]


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically, and let other users read it."""
    data = content.encode() if isinstance(content, str) else content
    write_atomic(path, data, 0o644 & ~get_umask())


def get_umask() -> int:
    """Return the umask of this process."""
    present = os.umask(0)
    os.umask(present)
    return present
