"""Files for others: CSV for spreadsheets, JSON for programs.

A cell of text that begins with = + - @ would be run as a formula by a spreadsheet, so it is
quoted with an apostrophe. The seed is written only after the match is over.
"""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.views import looker

from .answers import answer_rows
from .events import event_rows
from .history import history_rows, history_table
from .ledger import ledger_rows

if TYPE_CHECKING:
    from classkit.engine.match import Match

FORMULA = ("=", "+", "-", "@", "\t", "\r")
FORMATS = ("csv", "json")


class ExportError(ClasskitError):
    """A file that could not be written."""


def safe_cell(value: Any) -> Any:
    """A cell as a spreadsheet may have it: text that looks like a formula is quoted.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell(-5), safe_cell("Ada")
    ("'=HYPERLINK(1)", -5, 'Ada')
    """
    if isinstance(value, (Mapping, list, tuple)):
        value = json.dumps(value, ensure_ascii=False, default=plain)
    elif isinstance(value, Fraction):
        value = plain(value)
    if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA):
        return "'" + value
    return value


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as the text of a CSV file; the columns are those of all rows, in order of appearance.

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


def to_data(match: Match, seen_as: str = INSTRUCTOR) -> dict[str, Any]:
    """The match as JSON-able data: what it is, how it stands, history, ledger, events, answers.

    `seen_as` is "instructor" for all there is, or "everybody" or the letter of a seat for what
    may be known there now; UnknownName otherwise. Where the match has gone back, what lies hidden
    at its latest turn is hidden there too.

    >>> import classkit
    >>> m = classkit.new("poleconomy", seats=3, seed=7)
    >>> "seed" in to_data(m), "seed" in to_data(m.play(until="end"))
    (False, True)
    """
    data: dict[str, Any] = {
        "game": match.game.name,
        "title": match.game.title,
        "rules": match.game.rules_version,
        "edition": match.edition.id,
        "options": dict(match.options),
        "seats": list(match.seats),
        "names": dict(match.names),
        "turn": match.turn,
        "is_over": match.is_over,
        "ending": match.ending,
        "winners": list(match.winners),
        "standings": [line._asdict() for line in match.standings()],
        "seen_as": looker(seen_as, match.seats) or EVERYBODY,
        "history": history_rows(match, seen_as),
        "ledger": ledger_rows(match, seen_as),
        "events": event_rows(match, seen_as),
        "answers": answer_rows(match, seen_as),
    }
    if sheets := sheet_rows(match, seen_as):
        data["sheets"] = sheets
    if match.is_over:
        data["seed"] = match.seed
    return data


def sheet_rows(match: Match, seen_as: str = INSTRUCTOR) -> dict[str, list[dict[str, Any]]]:
    """The further tables that the game keeps, by name; of the ledger what `seen_as` knows of."""
    transfers = match.view(looker(seen_as, match.seats)).ledger
    return dict(match.game.sheets(match.table, transfers))


def export_files(
    match: Match,
    folder: str | os.PathLike[str],
    stem: str,
    formats: Sequence[str] = FORMATS,
    seen_as: str = INSTRUCTOR,
) -> list[Path]:
    """Write the match into `folder`; the files written, each whole or not at all.

    CSV makes five files, ``STEM-history.csv`` (long), ``STEM-figures.csv`` (one row for a turn),
    ``STEM-ledger.csv``, ``STEM-events.csv`` and ``STEM-answers.csv``, and one for each table that
    the game keeps besides; JSON one, ``STEM.json``.
    `seen_as` as in `to_data`: files as the instructor sees them hold every secret of the match.
    """
    target = Path(folder)
    texts: dict[str, str] = {}
    if "csv" in formats:
        texts[f"{stem}-history.csv"] = to_csv(history_rows(match, seen_as))
        texts[f"{stem}-figures.csv"] = to_csv(history_table(match, seen_as))
        texts[f"{stem}-ledger.csv"] = to_csv(ledger_rows(match, seen_as))
        texts[f"{stem}-events.csv"] = to_csv(event_rows(match, seen_as))
        texts[f"{stem}-answers.csv"] = to_csv(answer_rows(match, seen_as))
        for name, rows in sheet_rows(match, seen_as).items():
            texts[f"{stem}-{name}.csv"] = to_csv(rows)
    if "json" in formats:
        data = to_data(match, seen_as)
        texts[f"{stem}.json"] = json.dumps(data, ensure_ascii=False, indent=1, default=plain) + "\n"
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write(target / name, text)
    except OSError as error:
        raise ExportError(
            f"Could not write into {target}: {error.strerror or error}. Files written before stay."
        ) from error
    return [target / name for name in texts]


def write(path: Path, text: str) -> None:
    """Write a file whole, or leave what was there."""
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(temporary, 0o644 & ~umask())  # mkstemp makes it private; an export is to be shared
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def umask() -> int:
    """The permission bits this process withholds from new files."""
    present = os.umask(0)
    os.umask(present)
    return present


def plain(value: Any) -> Any:
    """A value that JSON does not know, in a form that it does."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return str(value)
