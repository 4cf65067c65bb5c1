"""Excel workbooks with tables as sheets (extra ``classkit[excel]``)."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from classkit.engine.errors import ClasskitError

from .dataframe import to_json_text, to_json_value

MAX_TITLE_LENGTH = 31
"""Maximum length of a sheet's title in Excel."""
MAX_CELL_LENGTH = 32_767
"""Maximum number of characters in an Excel cell."""


def require_excel() -> None:
    """Raise a ClasskitError that states the remedy if openpyxl is not installed."""
    if find_spec("openpyxl") is None:
        raise ClasskitError(
            "Excel files need openpyxl, which is not installed. Install it with: pip install "
            "'classkit[excel]'. CSV files need no extra package."
        )


def to_xlsx(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> bytes:
    """Return tables as an Excel workbook with one sheet for each.

    Text is stored as text: nothing in it becomes a formula or a link.

    Args:
        tables: Title of a sheet -> its rows, which are dicts from column to value.

    Returns:
        The file.

    Raises:
        ClasskitError: If openpyxl is not installed.

    Example:
        >>> to_xlsx({"marks": [{"student": "ada", "total": 2.5}]})[:2]
        b'PK'
    """
    require_excel()
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    for title, rows in tables.items():
        sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", "_", title)[:MAX_TITLE_LENGTH])
        sheet.freeze_panes = "A2"
        columns = list(dict.fromkeys(key for row in rows for key in row))
        values: list[list[Any]] = [
            columns,
            *([row.get(column) for column in columns] for row in rows),
        ]
        for number, line in enumerate(values):
            cells = []
            for value in map(convert_value, line):
                cell = WriteOnlyCell(sheet, value)
                if isinstance(value, str):
                    cell.data_type = "s"  # otherwise, text that begins with = would be a formula
                if number == 0:
                    cell.font = Font(bold=True)
                cells.append(cell)
            sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def convert_value(value: Any) -> bool | int | float | str | None:
    """Return numbers and booleans as they are, None for an empty text, and text for the rest."""
    if value is None or value == "":
        return None
    if isinstance(value, (bool, int, float)):
        return value
    text = to_json_text(value) if isinstance(value, (Mapping, list, tuple)) else value
    text = text if isinstance(text, str) else str(to_json_value(text))
    return NO_XML_CHARACTER.sub("\ufffd", text)[:MAX_CELL_LENGTH]


NO_XML_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Matches a character that XML, and so a workbook, cannot contain."""
