"""Excel workbooks: tables as sheets, for people (extra ``classkit[excel]``)."""

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
"""Maximum number of characters of a cell in Excel."""


def require_excel() -> None:
    """Raise ClasskitError, with the remedy, if openpyxl is not installed."""
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
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.active)
    for title, rows in tables.items():
        sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", "_", title)[:MAX_TITLE_LENGTH])
        columns = list(dict.fromkeys(key for row in rows for key in row))
        for at, column in enumerate(columns, 1):
            write_cell(sheet.cell(1, at), column)
            sheet.cell(1, at).font = Font(bold=True)
        for number, row in enumerate(rows, 2):
            for at, column in enumerate(columns, 1):
                write_cell(sheet.cell(number, at), row.get(column))
        sheet.freeze_panes = "A2"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def write_cell(cell: Any, value: Any) -> None:
    """Set the value of a cell: numbers and booleans as they are, anything else as text."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if value is None or value == "":
        return
    if isinstance(value, (bool, int, float)):
        cell.value = value
        return
    text = to_json_text(value) if isinstance(value, (Mapping, list, tuple)) else value
    text = text if isinstance(text, str) else str(to_json_value(text))
    cell.value = ILLEGAL_CHARACTERS_RE.sub("\ufffd", text)[:MAX_CELL_LENGTH]
    cell.data_type = "s"
