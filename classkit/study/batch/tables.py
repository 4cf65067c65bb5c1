"""Results of a study as tables: CSV for spreadsheets, Parquet for data analysis."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classkit.frames.export import to_csv, write
from classkit.frames.parquet import need_parquet

from .columns import of_columns
from .layout import Layout
from .measure import Row

FORMATS = (".csv", ".parquet")


def check_format(path: Path) -> None:
    """Raise ClasskitError for a format that cannot be written here."""
    if path.suffix == ".parquet":
        need_parquet()


def write_table(
    path: Path, layout: Layout, done: Mapping[int, list[Row]], about: Mapping[str, Any]
) -> None:
    """Write all rows, or raise OSError and leave the old file."""
    if path.suffix == ".csv":
        write(path, to_csv(layout.rows(done)))
    else:
        write(path, to_parquet(layout.rows(done), about))


def to_parquet(rows: list[Row], about: Mapping[str, Any]) -> bytes:
    """Return rows as a Parquet file whose fields state their unit and meaning.

    A column with both numbers and words becomes text.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = list(rows[0]) if rows else []
    arrays = [column([row[name] for row in rows], pa) for name in names]
    meanings = of_columns(names, about)
    fields = [
        pa.field(name, array.type, metadata=meanings[name])
        for name, array in zip(names, arrays, strict=True)
    ]
    file = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), file)
    return file.getvalue()


def column(values: list[Any], pa: Any) -> Any:
    """Return one column with the type of its values."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return pa.array([None if value is None else float(value) for value in values])
    if kinds == {int} and max(value for value in values if value is not None) >= 2**63:
        return pa.array(values, pa.uint64())  # seeds may be that large
    if len(kinds) > 1:
        return pa.array([None if value is None else str(value) for value in values])
    return pa.array(values)
