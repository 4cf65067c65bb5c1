"""The teacher's seating list: CSV text with a name on each line.

The first line names the columns: ``name``, and either ``table`` with an optional ``seat``, or
``group``. Other columns are ignored. Columns may be separated by commas, semicolons or tabs,
because spreadsheets use all three.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import NamedTuple

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.rulebook_text import format_count
from classkit.engine.seats import read_name
from classkit.engine.untrusted_input import (
    BYTE_ORDER_MARK,
    find_merge_marks,
    fold_name,
    to_half_width,
)
from classkit.frames.file_export import (
    FORMULA_PREFIXES,
    SEPARATOR_LINE,
    SEPARATORS,
    find_separator,
)

MAX_LIST_LENGTH, MAX_LIST_LINES = 60_000, 2_000
"""Maximum number of characters and of lines of a list."""
MAX_LISTED_TABLE = 200
"""Maximum number of a table in a list."""
MAX_GROUP_LENGTH = 60
"""Maximum number of characters of a group's name."""
FIRST_SEPARATOR_LINE = re.compile(rf"\A(\s*){SEPARATOR_LINE}(?=[\r\n])", re.IGNORECASE)
COLUMN_NAMES: Mapping[str, str] = {
    "name": "name",
    "student": "name",
    "table": "table",
    "seat": "seat",
    "group": "group",
}
"""The recognized columns, by their name on the first line."""

TEXT_MARK = "'"
"""Mark before a cell that a spreadsheet would otherwise interpret as a formula."""


class ListedPerson(NamedTuple):
    """One line of a list: a name, and a table with an optional seat, or a group.

    ``table`` is 0 and ``seat`` and ``group`` are "" if the line does not state them.
    """

    line: int
    name: str
    table: int = 0
    seat: str = ""
    group: str = ""


def read_seat_list(text: object) -> list[ListedPerson]:
    """Parse the teacher's list.

    Args:
        text: The list as text, with or without a byte order mark.

    Returns:
        The people in the list. Either all of them have a table or none has one.

    Raises:
        ClasskitError: If the list is too long or a line is invalid. The error names the line.

    Example:
        >>> read_seat_list("Name;Table\\nAda;1\\nBo;2")
        [ListedPerson(line=2, name='Ada', table=1, seat='', group=''),
        ListedPerson(line=3, name='Bo', table=2, seat='', group='')]
        >>> read_seat_list("Ada;1")
        Traceback (most recent call last):
        classkit.engine.errors.ClasskitError: The first line of the list must name its columns, as
        in "name,table" or "name,group", not 'Ada;1'.
    """
    if not isinstance(text, str):
        raise ClasskitError("The list must be text.")
    if len(text) > MAX_LIST_LENGTH:
        raise ClasskitError(
            f"The list has {len(text):,} characters; the limit is {MAX_LIST_LENGTH:,}. "
            "Leave out columns other than name, table, seat and group."
        )
    if reason := find_merge_marks(text):
        raise ClasskitError(f"The list {reason}.")
    text = FIRST_SEPARATOR_LINE.sub(r"\1", text.lstrip(BYTE_ORDER_MARK))
    text = "\n".join(map(to_plain_separators, text.split("\n")))
    lines = read_lines(text)
    _, names = next(lines, (1, []))
    columns = read_columns(names, find_first_line(text))
    people = [
        read_person(number, cells, columns) for number, cells in lines if any(map(str.strip, cells))
    ]
    if not people:
        raise ClasskitError("The list contains only its first line. Add a line for each student.")
    check_names_differ(people)
    return people


def to_plain_separators(line: str) -> str:
    """Return a line with plain separators if it has only full-width ones.

    >>> to_plain_separators("\u674e\u5a1c\uff0c\uff11"), to_plain_separators("\u674e\uff0c\u5a1c,1")
    ('\u674e\u5a1c,\uff11', '\u674e\uff0c\u5a1c,1')
    """
    if any(sign in line for sign in SEPARATORS):
        return line
    return line.replace("\uff0c", ",").replace("\uff1b", ";")


def find_first_line(text: str) -> str:
    """Return the first line that is not blank, or "" if there is none."""
    return next((line for line in text.splitlines() if line.strip()), "")


def read_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each line."""
    separator = find_separator(find_first_line(text))
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    count = 0
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                count += 1
                if count > MAX_LIST_LINES + 1:
                    raise ClasskitError(f"The list has more than {MAX_LIST_LINES:,} lines.")
                yield reader.line_num, cells
    except csv.Error as error:
        raise ClasskitError(
            f"Line {reader.line_num} of the list cannot be read: {error}. Save the list as CSV "
            "again."
        ) from None


def read_columns(cells: list[str], typed: str) -> dict[str, int]:
    """Return the position of each recognized column of the first line, which errors quote."""
    columns: dict[str, int] = {}
    for position, cell in enumerate(cells):
        name = COLUMN_NAMES.get(fold_name(cell))
        if name is None:
            continue
        if name in columns:
            raise ClasskitError(f'The first line of the list names the column "{name}" twice.')
        columns[name] = position
    if "name" not in columns or not columns.keys() & {"table", "group"}:
        raise ClasskitError(
            'The first line of the list must name its columns, as in "name,table" or '
            f'"name,group", not {truncate_text(typed)}.'
        )
    if {"table", "group"} <= columns.keys():
        raise ClasskitError(
            "The list has columns for tables and groups. Leave out one of them. If you list "
            "groups, classkit chooses the tables."
        )
    return columns


def read_person(line: int, cells: list[str], columns: Mapping[str, int]) -> ListedPerson:
    """Parse one line of a list."""

    def get_cell(column: str) -> str:
        position = columns.get(column, len(cells))
        cell = cells[position].strip() if position < len(cells) else ""
        is_marked = cell.startswith(TEXT_MARK) and cell[1:].startswith(FORMULA_PREFIXES)
        return cell[1:] if is_marked else cell

    where = f"Line {line} of the list"
    try:
        name = read_name(get_cell("name"))
    except ClasskitError as error:
        raise ClasskitError(f"{where}: {error}") from None
    if "group" in columns:
        group = get_cell("group")
        if len(group) > MAX_GROUP_LENGTH:
            raise ClasskitError(
                f"{where}: a group has at most {MAX_GROUP_LENGTH} characters, not {len(group)}."
            )
        return ListedPerson(line, name, group=group)
    table, seat = to_half_width(get_cell("table")), to_half_width(get_cell("seat")).upper()
    if not (table.isascii() and table.isdigit() and 1 <= int(table[:9]) <= MAX_LISTED_TABLE):
        raise ClasskitError(
            f"{where}: the table must be a whole number from 1 to {MAX_LISTED_TABLE}, not "
            f"{truncate_text(table)}."
        )
    if seat and not (len(seat) == 1 and "A" <= seat <= "Z"):
        raise ClasskitError(
            f"{where}: the seat must be a letter, such as A, not {truncate_text(seat)}."
        )
    return ListedPerson(line, name, int(table), seat)


def check_names_differ(people: list[ListedPerson]) -> None:
    """Raise ClasskitError if two lines have the same name."""
    lines: dict[str, int] = {}
    for person in people:
        before = lines.setdefault(fold_name(person.name), person.line)
        if before != person.line:
            raise ClasskitError(
                f"Lines {before} and {person.line} of the list have the same name, "
                f"{truncate_text(person.name)}. Make the names different, as students do when "
                "they join."
            )


def describe_overfull_table(table: int, people: int, seats: int) -> str:
    """Return the sentence that refuses a list with too many people at a table."""
    listed = format_count(people, "person", "people")
    return f"The list has {listed} at table {table}, which has {format_count(seats, 'seat')}."
