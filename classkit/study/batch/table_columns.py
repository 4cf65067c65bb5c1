"""Layout of a study's rows, and the tables built from the rows."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.frames.dataframe import require_parquet
from classkit.frames.file_export import to_csv, write_file

from .columns import get_meanings
from .metrics_collector import Row

if TYPE_CHECKING:
    import pandas as pd

TABLE_FORMATS = (".csv", ".parquet")
"""File name suffixes of the supported table formats."""


@dataclass(frozen=True)
class RowLayout:
    """The part of a design that determines the leading columns of its rows, as JSON data.

    ``by`` is the meaning of a row: "match", "seat" or "turn". Each item of ``cells`` has
    ``varied``, the varied values as text, and ``bots``, the names of the bots by seat.
    """

    by: str
    cells: Sequence[Mapping[str, Any]]
    seeds: Sequence[int]

    def __len__(self) -> int:
        return len(self.cells) * len(self.seeds)

    def get_seed(self, number: int) -> int:
        """Return the seed of a match, numbered from 0."""
        return self.seeds[number // len(self.cells)]

    def get_cell(self, number: int) -> Mapping[str, Any]:
        return self.cells[number % len(self.cells)]

    def count_rows(self, number: int) -> int | None:
        """Return the number of rows of a match, or None if it depends on the match's length."""
        if self.by == "turn":
            return None
        return len(self.get_cell(number)["bots"]) if self.by == "seat" else 1

    def as_data(self) -> dict[str, Any]:
        """Return the layout as JSON data."""
        return {"by": self.by, "seeds": abbreviate_seeds(self.seeds), "cells": list(self.cells)}

    def build_rows(self, done: Mapping[int, list[Row]]) -> list[Row]:
        """Return the rows of all played matches in order. Every row has every column."""
        found = []
        for number in sorted(done):
            fronts = self.iter_leading_columns(number)
            for front, row in zip(fronts, done[number], strict=False):
                found.append({**front, **row})
        return fill_columns(found)

    def iter_leading_columns(self, number: int) -> Iterator[Row]:
        """Yield the leading columns of each row for a match, numbered from 0.

        Leading columns are the match number from 1, the varied values, the seed, and the bots. A
        row by seat has the seat and its bot instead of all bots.
        """
        cell = self.get_cell(number)
        bots: Mapping[str, str] = cell["bots"]
        front = {"match": number + 1, **cell["varied"], "seed": self.get_seed(number)}
        if self.by == "seat":
            for seat, bot in bots.items():
                yield {**front, "seat": seat, "bot": bot}
            return
        front |= {f"bot.{seat}": bot for seat, bot in bots.items()}
        while True:
            yield front


def abbreviate_seeds(seeds: Sequence[int]) -> Any:
    """Return seeds as JSON data. A ``range`` with step 1 is abbreviated.

    >>> abbreviate_seeds(range(1, 1001)), abbreviate_seeds([7, 1])
    ({'from': 1, 'count': 1000}, [7, 1])
    """
    count = len(seeds)
    if count > 1 and isinstance(seeds, range) and seeds.step == 1:
        return {"from": seeds[0], "count": count}
    return list(seeds)


def fill_columns(rows: list[Row]) -> list[Row]:
    """Return the rows with all columns. The columns of the longest row come first.

    A cell is None if the match does not have that seat or metric.

    >>> fill_columns([{"score.A": 1, "turns": 9}, {"score.A": 2, "score.B": 3, "turns": 8}])
    [{'score.A': 1, 'score.B': None, 'turns': 9}, {'score.A': 2, 'score.B': 3, 'turns': 8}]
    """
    if not rows:
        return rows
    longest = max(rows, key=len)
    columns = dict.fromkeys(longest)
    for row in rows:
        if row.keys() != longest.keys():
            columns |= dict.fromkeys(row)
    if all(len(row) == len(columns) for row in rows):
        return rows
    return [{column: row.get(column) for column in columns} for row in rows]


def to_frame(
    layout: RowLayout, done: Mapping[int, list[Row]], about: Mapping[str, Any]
) -> pd.DataFrame:
    """Return the rows as a data frame. ``frame.attrs`` contains the columns' descriptions."""
    import pandas as pd

    frame = pd.DataFrame(layout.build_rows(done))
    frame.attrs["columns"] = get_meanings(frame.columns, about)
    return frame


def check_format(path: Path) -> None:
    """Raise ClasskitError if the file is a Parquet file but pyarrow is not installed."""
    if path.suffix == ".parquet":
        require_parquet()


def write_table(
    path: Path, layout: RowLayout, done: Mapping[int, list[Row]], about: Mapping[str, Any]
) -> None:
    """Write all rows as CSV or Parquet, depending on the suffix."""
    if path.suffix == ".csv":
        write_file(path, to_csv(layout.build_rows(done)))
    else:
        write_file(path, to_parquet(layout.build_rows(done), about))


def to_parquet(rows: list[Row], about: Mapping[str, Any]) -> bytes:
    """Encode rows as a Parquet file. Metadata contains the unit and meaning of each field.

    A column with both int and float becomes float. Any other mixture of types becomes text.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = list(rows[0]) if rows else []
    arrays = [build_column([row[name] for row in rows], pa) for name in names]
    meanings = get_meanings(names, about)
    fields = [
        pa.field(name, array.type, metadata=meanings[name])
        for name, array in zip(names, arrays, strict=True)
    ]
    file = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), file)
    return file.getvalue()


def build_column(values: list[Any], pa: Any) -> Any:
    """Return the pyarrow array of one column."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return pa.array([None if value is None else float(value) for value in values])
    if kinds == {int} and max(value for value in values if value is not None) >= 2**63:
        return pa.array(values, pa.uint64())  # seeds can exceed the signed range
    if len(kinds) > 1:
        return pa.array([None if value is None else str(value) for value in values])
    return pa.array(values)
