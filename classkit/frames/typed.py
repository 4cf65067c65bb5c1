"""Rows as pandas frames and Parquet files, with the column types that `columns.py` states."""

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


def need_parquet() -> None:
    """Raise ClasskitError, with the remedy, if pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise ClasskitError(
            "Parquet files are written by pyarrow, which is not installed here. Install it with: "
            "pip install 'classkit[parquet]'. CSV and JSON need nothing."
        )


def to_parquet(
    table: str,
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[Column] = (),
    figures: Mapping[str, Mapping[str, str]] | None = None,
) -> bytes:
    """Return the rows of a table as a Parquet file; facts and fields become JSON text.

    The metadata of every field states the column's unit and meaning. ``columns`` are as in
    :func:`~classkit.frames.typed.frame`; ``figures``, what the figures of a long table mean by
    their keys, go into the metadata of the file as JSON.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = frame(table, rows, columns)
    known = {column.name: column for column in columns or describe(table)}
    for name in made.columns:
        if known[name].type == "JSON":
            made[name] = made[name].map(as_text).astype("string")
    arrow = pa.Table.from_pandas(made, preserve_index=False)
    fields = [
        arrow.schema.field(place).with_metadata({**known[name].meaning(), "type": known[name].type})
        for place, name in enumerate(made.columns)
    ]
    about = {**(arrow.schema.metadata or {}), **({"figures": as_text(figures)} if figures else {})}
    arrow = arrow.cast(pa.schema(fields, metadata=about))
    file = io.BytesIO()
    pq.write_table(arrow, file)
    return file.getvalue()
