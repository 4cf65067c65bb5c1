"""Conversion of rows to pandas frames and Parquet files. `columns.py` declares the types."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError

from .columns import Column, describe

if TYPE_CHECKING:
    import pandas as pd


DTYPES = {"whole number": "Int64", "number": "Float64", "text": "string", "yes or no": "boolean"}


def build_frame(
    table: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[Column] = ()
) -> pd.DataFrame:
    """Return the rows of a table as a frame. Units and meanings are in ``attrs["columns"]``.

    Args:
        table: Name of the table.
        rows: The rows. If there are none, the frame still has the columns.
        columns: Columns, for a table with different columns in each match.

    Example:
        >>> list(build_frame("ledger", []).columns)[:3]
        ['number', 'turn', 'unit']
    """
    import pandas as pd

    if not columns:
        named = any("name" in row for row in rows)
        columns = [column for column in describe(table) if column.name != "name" or named]
    made = pd.DataFrame({column.name: build_series(column, rows) for column in columns})
    made.attrs["columns"] = {column.name: column.meaning() for column in columns}
    return made


def build_series(column: Column, rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return one column of the rows as a pandas series. JSON values become dicts."""
    import pandas as pd

    values = [row.get(column.name) for row in rows]
    if column.type == "JSON":
        return pd.Series(values, dtype="object")
    if column.type == "number":
        values = [float(value) if isinstance(value, Fraction) else value for value in values]
    return pd.Series(values, dtype=DTYPES[column.type])


def to_json_text(value: Any) -> str:
    """Convert facts to JSON text, for file formats without nested values."""
    return json.dumps(value, ensure_ascii=False, default=to_json_value)


def to_json_value(value: Any) -> Any:
    """Convert a value to JSON types."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return str(value)


def require_parquet() -> None:
    """Raise ClasskitError with a remedy if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise ClasskitError(
            "Parquet files need pyarrow, which is not installed. Install it with: pip install "
            "'classkit[parquet]'. CSV and JSON need no extra package."
        )


def to_parquet(
    table: str,
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[Column] = (),
    figures: Mapping[str, Mapping[str, str]] | None = None,
) -> bytes:
    """Return the rows of a table as a Parquet file. Facts and fields become JSON text.

    Args:
        table: Name of the table.
        rows: The rows.
        columns: As in :func:`~classkit.frames.dataframe.build_frame`. Units and meanings are stored
            in the metadata of the fields.
        figures: Description of each metric in a long table, for the file's metadata.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = build_frame(table, rows, columns)
    known = {column.name: column for column in columns or describe(table)}
    for name in made.columns:
        if known[name].type == "JSON":
            made[name] = made[name].map(to_json_text).astype("string")
    arrow = pa.Table.from_pandas(made, preserve_index=False)
    fields = [
        arrow.schema.field(place).with_metadata({**known[name].meaning(), "type": known[name].type})
        for place, name in enumerate(made.columns)
    ]
    about = {
        **(arrow.schema.metadata or {}),
        **({"figures": to_json_text(figures)} if figures else {}),
    }
    arrow = arrow.cast(pa.schema(fields, metadata=about))
    file = io.BytesIO()
    pq.write_table(arrow, file)
    return file.getvalue()
