"""A file that a teacher has downloaded from an LMS, to be filled in and imported again.

Everything else in it is kept: Moodle compares the times of earlier grades, and Canvas finds a
student by any of its identifiers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.untrusted_input import UnreadableData, decode_text

from .gradebooks import CsvRows, get_participant
from .lms_download import Submissions

MAX_BYTES = 20_000_000
MOODLE_COLUMNS = ("Identifier", "Grade", "Feedback comments")
"""The column that identifies a participant, the points, and the feedback, which may be missing."""


@dataclass(frozen=True)
class Worksheet:
    """The grading worksheet of Moodle, or the gradebook of Canvas.

    Attributes:
        name: Name of the file.
        rows: Its rows, the heading first.
        key: Name of the column that identifies students.
        columns: Names of the columns to fill -> their positions.
    """

    name: str
    rows: CsvRows
    key: str
    columns: dict[str, int]

    @classmethod
    def open(cls, path: Path, download: Submissions, column: str) -> Worksheet:
        """Open a worksheet for the submissions of a download.

        Args:
            path: The CSV file.
            download: The submissions, as Moodle or Canvas has downloaded them.
            column: Heading of the points in the gradebook of Canvas.

        Raises:
            ClasskitError: If the file is not such a worksheet, or names none of the students.
        """
        if download.system not in ("moodle", "canvas"):
            raise ClasskitError(
                "--worksheet requires a zip file downloaded from Moodle or Canvas. Pass the zip "
                "file instead of folders."
            )
        try:
            text = decode_text(path.read_bytes(), MAX_BYTES)
        except OSError as error:
            raise ClasskitError(f"{path} cannot be read ({error.strerror}).") from None
        except UnreadableData as error:
            raise ClasskitError(f"{path.name} {error.reason}.") from None
        is_moodle = download.system == "moodle"
        key, *wanted = MOODLE_COLUMNS if is_moodle else ("ID", column)
        rows = parse_csv(path.name, text)
        head = [str(cell).strip() for cell in rows[0]] if rows else []
        found = {name: find_column(head, name) for name in (key, *wanted)}
        missing = [name for name in (key, wanted[0]) if found[name] is None]
        if missing:
            raise ClasskitError(
                f"{path.name} has no column {' and no column '.join(map(repr, missing))}, only: "
                f"{truncate_text(', '.join(head), 300)}. Download it in English"
                + ("." if is_moodle else ", and specify the points column with --column.")
            )
        places = {name: place for name, place in found.items() if place is not None}
        students = download.students.values()
        known = {get_participant(one) if is_moodle else one.id for one in students}
        if known.isdisjoint(get_cell(row, places[key]) for row in rows[1:]):
            raise ClasskitError(
                f"The column {key!r} of {path.name} lists none of the students who submitted, "
                f"such as {min(known)!r}. Use the worksheet for the same assignment."
            )
        return cls(path.name, rows, key, places)

    def fill(self, points: CsvRows) -> CsvRows:
        """Return the rows with points filled in.

        Args:
            points: The rows of :func:`.gradebooks.build_gradebooks` for this system.
        """
        head, *given = points
        by_key = {str(row[head.index(self.key)]): row for row in given}
        filled = [list(row) for row in self.rows]
        for row in filled[1:]:
            if (source := by_key.get(get_cell(row, self.columns[self.key]))) is None:
                continue
            row += [""] * (len(filled[0]) - len(row))
            for name, place in self.columns.items():
                if name != self.key:
                    row[place] = source[head.index(name)]
        return filled


def parse_csv(name: str, text: str) -> CsvRows:
    """Return the rows of a CSV file, whose separator may be a comma, a semicolon or a tab.

    >>> parse_csv("x.csv", "a;b\\n1,5;2")
    [['a', 'b'], ['1,5', '2']]
    """
    separator = max(",;\t", key=text.partition("\n")[0].count)
    try:
        return [*csv.reader(io.StringIO(text, newline=""), delimiter=separator)]
    except csv.Error as error:
        raise ClasskitError(f"{name} is not a CSV file ({error}).") from None


def get_cell(row: Sequence[object], place: int) -> str:
    """Return a cell as text without spaces around it, or "" if the row is shorter."""
    return str(row[place]).strip() if place < len(row) else ""


def find_column(head: Sequence[str], name: str) -> int | None:
    """Return the position of a column; Canvas adds its number to a name, as in "Week 1 (4711)".

    >>> find_column(["Student", "Week 1 (4711)"], "Week 1"), find_column(["Student"], "Week 1")
    (1, None)
    """
    for at, cell in enumerate(head):
        if cell == name or re.fullmatch(rf"{re.escape(name)} \(\d+\)", cell):
            return at
    return None
