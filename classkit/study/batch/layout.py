"""The layout of a study's rows, their columns in order, and the tables made of them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.frames.export import to_csv, write
from classkit.frames.typed import need_parquet

from .columns import of_columns
from .measure import Row

if TYPE_CHECKING:
    import pandas as pd

FORMATS = (".csv", ".parquet")
"""The tables that can be written: for spreadsheets, and for data analysis."""


@dataclass(frozen=True)
class Layout:
    """The part of a design that shows in its rows, as plain data that a file can hold.

    Each of ``cells`` has ``varied`` (the values in words) and ``bots`` (names by seat).
    """

    by: str
    cells: Sequence[Mapping[str, Any]]
    seeds: Sequence[int]

    def __len__(self) -> int:
        return len(self.cells) * len(self.seeds)

    def seed_of(self, number: int) -> int:
        """Return the seed of a match, numbered from 0."""
        return self.seeds[number // len(self.cells)]

    def cell_of(self, number: int) -> Mapping[str, Any]:
        return self.cells[number % len(self.cells)]

    def rows_of(self, number: int) -> int | None:
        """Return the number of rows of a match; None if it depends on the match's length."""
        if self.by == "turn":
            return None
        return len(self.cell_of(number)["bots"]) if self.by == "seat" else 1

    def as_data(self) -> dict[str, Any]:
        """Return the layout as JSON data."""
        return {"by": self.by, "seeds": seeds_in_short(self.seeds), "cells": list(self.cells)}

    def rows(self, done: Mapping[int, list[Row]]) -> list[Row]:
        """Return the rows of all matches played, in order, each with every column."""
        found = []
        for number in sorted(done):
            fronts = self.fronts(number)
            for front, row in zip(fronts, done[number], strict=False):
                found.append({**front, **row})
        return rectangular(found)

    def fronts(self, number: int) -> Iterator[Row]:
        """Yield the leading columns of each row of a match, numbered from 0.

        They are its number from 1, what is varied, the seed, and the bots, or the one bot of a
        seat's row.
        """
        cell = self.cell_of(number)
        bots: Mapping[str, str] = cell["bots"]
        front = {"match": number + 1, **cell["varied"], "seed": self.seed_of(number)}
        if self.by == "seat":
            for seat, bot in bots.items():
                yield {**front, "seat": seat, "bot": bot}
            return
        front |= {f"bot.{seat}": bot for seat, bot in bots.items()}
        while True:
            yield front


def seeds_in_short(seeds: Sequence[int]) -> Any:
    """Return seeds as JSON data, in short if they are consecutive.

    >>> seeds_in_short(range(1, 1001)), seeds_in_short([7, 1])
    ({'from': 1, 'count': 1000}, [7, 1])
    """
    count = len(seeds)
    if count > 1 and isinstance(seeds, range) and seeds.step == 1:
        return {"from": seeds[0], "count": count}
    return list(seeds)


def rectangular(rows: list[Row]) -> list[Row]:
    """Return the rows with all columns, those of the longest row first.

    A cell is None where a match has no such seat or figure.

    >>> rectangular([{"score.A": 1, "turns": 9}, {"score.A": 2, "score.B": 3, "turns": 8}])
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
    layout: Layout, done: Mapping[int, list[Row]], about: Mapping[str, Any]
) -> pd.DataFrame:
    """Return the rows as a pandas frame, with the meaning of its columns in ``frame.attrs``."""
    import pandas as pd

    frame = pd.DataFrame(layout.rows(done))
    frame.attrs["columns"] = of_columns(frame.columns, about)
    return frame


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
