"""Rows as pandas frames, with the column types that `columns.py` states."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .columns import Column, describe

if TYPE_CHECKING:
    import pandas as pd

DTYPES = {"whole number": "Int64", "number": "Float64", "text": "string", "yes or no": "boolean"}


def frame(
    table: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[Column] = ()
) -> pd.DataFrame:
    """Return the rows of a table as a frame; ``attrs["columns"]`` gives units and meanings.

    A table without rows still has its columns. ``columns`` are those of a table whose columns
    differ from match to match.

    >>> list(frame("ledger", []).columns)[:3]
    ['number', 'turn', 'unit']
    """
    import pandas as pd

    if not columns:
        named = any("name" in row for row in rows)
        columns = [column for column in describe(table) if column.name != "name" or named]
    made = pd.DataFrame({column.name: series(column, rows) for column in columns})
    made.attrs["columns"] = {column.name: column.meaning() for column in columns}
    return made


def series(column: Column, rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return one column of the rows as a pandas series; JSON cells stay dicts."""
    import pandas as pd

    values = [row.get(column.name) for row in rows]
    if column.type == "JSON":
        return pd.Series(values, dtype="object")
    if column.type == "number":
        values = [float(value) if isinstance(value, Fraction) else value for value in values]
    return pd.Series(values, dtype=DTYPES[column.type])


def as_text(value: Any) -> str:
    """Return facts as JSON text, for files whose cells hold one value."""
    return json.dumps(value, ensure_ascii=False, default=json_value)


def json_value(value: Any) -> Any:
    """Convert a value that JSON does not know into one that it does."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return str(value)
