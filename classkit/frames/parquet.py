"""The tables of a match as Parquet files, with typed and documented columns."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from classkit.engine.errors import ClasskitError

from .columns import Column, describe
from .typed import as_text, frame


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
