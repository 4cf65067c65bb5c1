"""A file that a teacher has downloaded from an LMS, to be filled in and imported again.

Only the points and the feedback of marked students are written. Every other cell, the separators
and the line ends stay the same bytes: Moodle compares the times of earlier grades, and Canvas finds
a student by any of its identifiers.

Both systems read imported points on the scale of their own assignment. If the file states another
maximum than the assignment has, the points are converted.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.seats import INVISIBLE_MARKS
from classkit.engine.untrusted_input import (
    BYTE_ORDER_MARK,
    UnreadableData,
    decode_text,
    find_merge_marks,
    is_utf_16,
    to_half_width,
)
from classkit.frames.file_export import SEPARATOR_LINE, find_separator, safe_cell

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
    text: CsvText

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
            content = path.read_bytes()
            text = decode_text(content, MAX_BYTES)
        except OSError as error:
            raise ClasskitError(f"{path} cannot be read ({error.strerror}).") from None
        except UnreadableData as error:
            remedy = describe_format(content)
            raise ClasskitError(f"{path.name} {remedy or error.reason}.") from None
        if reason := find_merge_marks(text):
            raise ClasskitError(f"{path.name} {reason}.")
        is_moodle = download.system == "moodle"
        key, *wanted = MOODLE_COLUMNS if is_moodle else ("ID", column)
        start = BYTE_ORDER_MARK if content.startswith(BYTE_ORDER_MARK.encode()) else ""
        parsed = CsvText.parse(path.name, text, start)
        rows = parsed.rows
        head = [clean_cell(cell) for cell in rows[0]] if rows else []
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
        if students and not is_moodle and all(one.is_anonymous for one in students):
            raise ClasskitError(
                "The submissions are anonymous, so classkit cannot find the students in "
                f"{path.name}. Turn off anonymous grading in Canvas, and download the submissions "
                "again."
            )
        known = {get_participant(one) if is_moodle else one.id for one in students}
        if known.isdisjoint(get_cell(row, places[key]) for row in rows[1:]):
            such_as = min(known - {""}, default="")
            raise ClasskitError(
                f"The column {key!r} of {path.name} lists none of the students who submitted, "
                f"such as {such_as!r}. Use the worksheet for the same assignment."
            )
        return cls(path.name, rows, key, places, parsed)

    def fill(self, points: CsvRows, out_of: float = 0) -> CsvRows:
        """Return the rows with points filled in.

        Feedback is added to an earlier comment, unless the comment contains it.

        Args:
            points: The rows of :func:`.gradebooks.build_gradebooks` for this system.
            out_of: Points of the assignment, to convert points to the maximum in the file.
        """
        head, *given = points
        by_key = {str(row[head.index(self.key)]): row for row in given}
        filled = [list(row) for row in self.rows]
        grade, *comments = [name for name in self.columns if name != self.key]
        for row in filled[1:]:
            key = get_cell(row, self.columns[self.key])
            if not key or (source := by_key.get(key)) is None:
                continue
            row += [""] * (len(filled[0]) - len(row))
            earned, most = source[head.index(grade)], self.get_maximum(row)
            is_scaled = most and out_of and most != out_of
            grade_points = round(earned * most / out_of, 2) if is_scaled else earned
            row[self.columns[grade]] = self.format_number(row, grade_points)
            for name in comments:
                before, new = row[self.columns[name]], safe_cell(source[head.index(name)])
                if new and new not in before:
                    row[self.columns[name]] = f"{before}\n{new}" if before.strip() else new
        return filled

    def get_maximum(self, row: Sequence[object]) -> float:
        """Return a student's maximum points in this file, or 0 if unknown."""
        return parse_maximum(self.get_maximum_text(row))

    def get_maximum_text(self, row: Sequence[object]) -> str:
        """Return a student's maximum points as the file states them, or "" if it does not."""
        if self.key == "ID":
            return find_canvas_maximum(self.rows, self.columns)
        place = find_column([clean_cell(cell) for cell in self.rows[0]], MOODLE_MAXIMUM)
        return "" if place is None else get_cell(row, place)

    def format_number(self, row: Sequence[object], number: Any) -> Any:
        """Return a number with a decimal comma if the file has one in the maximum points."""
        has_comma = "," in self.get_maximum_text(row) and self.get_maximum(row)
        return str(number).replace(".", ",") if has_comma else number

    def describe_missing(self, points: CsvRows) -> str:
        """Return a sentence if the file lacks students who have points; "" if it has all."""
        listed = {"", *(get_cell(row, self.columns[self.key]) for row in self.rows[1:])}
        head, *given = points
        place, label = (
            head.index(self.key),
            head.index("Student" if "Student" in head else "Full name"),
        )
        missing = [str(row[label] or row[place]) for row in given if str(row[place]) not in listed]
        if not missing:
            return ""
        shown = ", ".join(name[:60] for name in missing[:MAX_NAMES_SHOWN])
        more = f" and {left} more" if (left := len(missing) - MAX_NAMES_SHOWN) > 0 else ""
        return f"{self.name} does not list {shown}{more}: enter these points by hand."

    def describe_scale(self, points: CsvRows, out_of: float) -> str:
        """Return a sentence if points are converted to other maximums; "" if they are not."""
        keys = {str(row[points[0].index(self.key)]) for row in points[1:]} - {""}
        maximums = sorted(
            {
                most
                for row in self.rows[1:]
                if get_cell(row, self.columns[self.key]) in keys
                and (most := self.get_maximum(row)) not in (0, out_of)
            }
        )
        if not maximums or not out_of:
            return ""
        shown = " and ".join(f"{most:g}" for most in maximums[:MAX_NAMES_SHOWN])
        return (
            f"The maximum in {self.name} is {shown} and the assignment has {out_of:g} points, so "
            f"the points in it are converted: {out_of:g} points become {shown}."
        )

    def format(self, filled: CsvRows) -> str:
        """Return the text of the file with the rows that :meth:`fill` has returned."""
        return self.text.replace_cells(filled)


MOODLE_MAXIMUM = "Maximum Grade"
MAX_NAMES_SHOWN = 3


def find_canvas_maximum(rows: CsvRows, columns: Mapping[str, int]) -> str:
    """Return the points possible of a column in Canvas's gradebook; "" if it does not say.

    >>> rows = [["Student", "ID", "W"], ["", "", "Manual"], ["Points Possible", "", "20.00"]]
    >>> find_canvas_maximum(rows, {"ID": 1, "W": 2})
    '20.00'
    """
    place = next(place for name, place in columns.items() if name != "ID")
    for row in rows[1:]:
        if get_cell(row, columns["ID"]):
            break
        if parse_maximum(most := get_cell(row, place)):
            return most
    return ""


def parse_maximum(text: str) -> float:
    """Parse a positive number, whose decimal mark may be a comma; 0 for anything else.

    >>> parse_maximum("100.00"), parse_maximum("12,50"), parse_maximum("Good")
    (100.0, 12.5, 0)
    """
    found = MAXIMUM_PATTERN.fullmatch(text)
    return float(text.replace(",", ".")) if found else 0


MAXIMUM_PATTERN = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")


@dataclass(frozen=True)
class CsvText:
    """The text of a CSV file, split into cells as they are written, and what is between them.

    Attributes:
        rows: The values of the cells.
        raw: The text of each cell, with its quotation marks.
        ends: The text after each row.
        separator: The sign between cells.
        start: The text before the heading: the byte order mark, empty lines, and a line such as
            ``sep=;``, by which spreadsheets know the separator.
    """

    rows: CsvRows
    raw: list[list[str]]
    ends: list[str]
    separator: str
    start: str = ""

    @classmethod
    def parse(cls, name: str, text: str, start: str = "") -> CsvText:
        """Split a text whose separator may be a comma, a semicolon or a tab.

        >>> CsvText.parse("x.csv", 'a;b\\n"1,5";2').rows
        [['a', 'b'], ['1,5', '2']]
        >>> CsvText.parse("x.csv", "\\nsep=;\\na;b\\n").start
        '\\nsep=;\\n'
        """
        if before := LINES_BEFORE_HEADING.match(text):
            start, text = start + before[0], text[before.end() :]
        separator = find_separator(re.split("[\r\n]", text, maxsplit=1)[0])
        cell = re.compile(
            rf'((?:"(?:[^"]|"")*+"?)?[^{separator}\r\n]*+)({separator}|\r\n|\r|\n|\Z)'
        )
        raw: list[list[str]] = [[]]
        ends: list[str] = []
        at = 0
        while at < len(text) or raw[-1]:
            found = cell.match(text, at)
            assert found is not None, "every character is part of a cell or ends one"
            raw[-1].append(found[1])
            at = found.end()
            if found[2] != separator:
                ends.append(found[2])
                raw.append([])
        raw.pop()
        try:
            rows = [[parse_cell(one, separator) for one in row] for row in raw]
        except csv.Error as error:
            raise ClasskitError(f"{name} is not a CSV file ({error}).") from None
        return cls(rows, raw, ends, separator, start)

    def replace_cells(self, rows: CsvRows) -> str:
        """Return the text with other values in some cells.

        >>> text = CsvText.parse("x.csv", 'a,"b"\\r\\n"1" , -\\r\\n')
        >>> text.replace_cells([["a", "b"], ["1 ", "x, y"]])
        'a,"b"\\r\\n"1" ,"x, y"\\r\\n'
        """
        lines = []
        for new, old, raw, end in zip(rows, self.rows, self.raw, self.ends, strict=True):
            cells = [
                raw[place] if place < len(old) and cell == old[place] else quote_cell(cell)
                for place, cell in enumerate(new)
            ]
            lines.append(self.separator.join(cells) + end)
        return self.start + "".join(lines)


LINES_BEFORE_HEADING = re.compile(rf"(?:[ \t,;]*(?:{SEPARATOR_LINE})?(?:\r\n|\r|\n))+", re.I)
"""Matches empty lines, and the line that tells a spreadsheet the separator."""


def parse_cell(raw: str, separator: str) -> str:
    """Return the value of a cell as :mod:`csv` reads it."""
    if not raw.startswith('"'):
        return raw
    rows = [*csv.reader(io.StringIO(raw, newline=""), delimiter=separator)]
    return str(rows[0][0])


def quote_cell(value: object) -> str:
    """Return the text of a cell that classkit writes.

    >>> quote_cell(2.5), quote_cell("x, y"), quote_cell("")
    ('2.5', '"x, y"', '')
    """
    text = str(value).replace('"', '""')
    return f'"{text}"' if re.search("[^0-9.]", text) else text


def describe_format(content: bytes) -> str:
    """Explain why a file that isn't UTF-8 text can't be read and how to fix it.

    Return "" if the cause is unknown.

    >>> describe_format(b"Name,M\\xfcller")[:22]
    'is not saved as UTF-8:'
    """
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        return "is a workbook: save it as CSV (UTF-8), or download it as CSV again"
    if len(content) > MAX_BYTES or is_utf_16(content):
        return ""
    return (
        "is not saved as UTF-8: download it again and do not save it in a spreadsheet, or save it "
        "as CSV (UTF-8)"
    )


def get_cell(row: Sequence[object], place: int) -> str:
    """Return a cell as text with single plain spaces, or "" if the row is shorter.

    >>> get_cell(["\ufeffParticipant\u00a04711 "], 0)
    'Participant 4711'
    """
    return clean_cell(row[place]) if place < len(row) else ""


def clean_cell(cell: object) -> str:
    """Return a cell as text in plain width, without invisible characters around it."""
    return " ".join(to_half_width(str(cell)).strip(INVISIBLE_MARKS).split())


def find_column(head: Sequence[str], name: str) -> int | None:
    """Return the position of a column; Canvas adds its number to a name, as in "Week 1 (4711)".

    >>> find_column(["Student", "Week 1 (4711)"], "Week 1"), find_column(["Student"], "Week 1")
    (1, None)
    """
    if name in head:
        return head.index(name)
    numbered = [
        at for at, cell in enumerate(head) if re.fullmatch(rf"{re.escape(name)} \(\d+\)", cell)
    ]
    if len(numbered) > 1:
        first, second = (head[at] for at in numbered[:2])
        raise ClasskitError(
            f"The columns {first!r} and {second!r} have the same name. Specify one of them with "
            f"its number, as in --column {first!r}."
        )
    return numbered[0] if numbered else None
