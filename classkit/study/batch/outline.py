"""How the rows of a study stand: what is in front of the rows of each match, and which columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .columns import of_columns
from .design import Design, seeds_in_short
from .measure import Row

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Outline:
    """A design as far as its rows show it: plain data, which a file of results holds too.

    ``cells`` have ``varied`` (the values in words) and ``bots`` (names by seat).
    """

    by: str
    cells: Sequence[Mapping[str, Any]]
    seeds: Sequence[int]

    @classmethod
    def of(cls, design: Design) -> Outline:
        """The outline of a design."""
        cells = [{"varied": cell.varied, "bots": cell.bots} for cell in design.cells]
        return cls(design.measure.by, cells, design.seeds)

    def __len__(self) -> int:
        return len(self.cells) * len(self.seeds)

    def seed_of(self, number: int) -> int:
        """The seed of a match, whose number counts from 0."""
        return self.seeds[number // len(self.cells)]

    def rows_of(self, number: int) -> int | None:
        """How many rows a match has; None where that depends on how long it was."""
        if self.by == "turn":
            return None
        return len(self.cells[number % len(self.cells)]["bots"]) if self.by == "seat" else 1

    def as_data(self) -> dict[str, Any]:
        """As JSON data."""
        return {"by": self.by, "seeds": seeds_in_short(self.seeds), "cells": list(self.cells)}

    def rows(self, done: Mapping[int, list[Row]]) -> list[Row]:
        """All rows of the matches that are there, in order, each with every column."""
        found = []
        for number in sorted(done):
            fronts = self.fronts(number)
            for front, row in zip(fronts, done[number], strict=False):
                found.append({**front, **row})
        return rectangular(found)

    def fronts(self, number: int) -> Iterator[Row]:
        """What stands in front of each row of a match, whose number counts from 0: its number
        from 1, what is varied, the seed, and the bots. A row of a seat names its own bot."""
        cell = self.cells[number % len(self.cells)]
        bots: Mapping[str, str] = cell["bots"]
        front = {"match": number + 1, **cell["varied"], "seed": self.seed_of(number)}
        if self.by == "seat":
            for seat, bot in bots.items():
                yield {**front, "seat": seat, "bot": bot}
            return
        front |= {f"bot.{seat}": bot for seat, bot in bots.items()}
        while True:
            yield front


def rectangular(rows: list[Row]) -> list[Row]:
    """The same rows, each with all columns: those of the longest row first, None where a match
    has no such seat or figure.

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
    outline: Outline, done: Mapping[int, list[Row]], about: Mapping[str, Any]
) -> pd.DataFrame:
    """The rows as a pandas frame, with what its columns mean in ``frame.attrs``."""
    import pandas as pd

    frame = pd.DataFrame(outline.rows(done))
    frame.attrs["columns"] = of_columns(frame.columns, about)
    return frame
