"""Moves as grids: one answer for each changed row. Either all rows are answered or none.

The rules accept only single answers. This module finds an order in which every row is legal, since
lowering one amount may allow raising another. It tries the rows on a fork and, if they are refused,
returns the reason with the row that caused it. It does not depend on the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from classkit.engine.errors import truncate_text
from classkit.engine.id_names import replace_ids
from classkit.engine.match import Match
from classkit.engine.moves import AmountGrid, Move
from classkit.engine.rulebook_text import TextFormatter

from .forms import build_form, build_preview, check_values, format_cell
from .wire_types import AmountFormData, FieldData, GridFormData, GridRowData, VerdictData

ROWS_FIELD = "rows"
"""Name of the only field in which a page sends a grid."""

SINGLE_ROW_MESSAGE = "This row takes effect as soon as it is set. Set one such row at a time."
NO_CHANGE_MESSAGE = "No row has been changed."


class TableTrial(NamedTuple):
    """Result of answering the rows of a grid one by one on a fork.

    Attributes:
        order: Fields of the single answers, in a legal order.
        reason: Reason why the rows are refused, or None.
        at: Path to the row that ``reason`` is about.
        limits: Minimum and maximum of each row if the other rows stay the same.
    """

    order: list[dict[str, Any]]
    reason: str | None
    at: list[str | int]
    limits: dict[str, tuple[int, int]]


def is_table_move(move: Move | None, fields: Mapping[str, Any]) -> bool:
    """Return whether a page filled in the move as a grid."""
    return move is not None and move.grid is not None and set(fields) == {ROWS_FIELD}


def try_rows(match: Match, seat: str, move: Move, fields: Mapping[str, Any]) -> TableTrial:
    """Answer all changed rows on a fork as soon as each is legal."""
    assert move.grid is not None, "asked only of moves that are tables"
    grid, given = move.grid(), fields[ROWS_FIELD]
    if reason := table_error(grid, given):
        return TableTrial([], reason, [ROWS_FIELD], row_limits(grid))
    twin = match.fork()
    order: list[dict[str, Any]] = []
    answers = {
        row: {grid.each: row, grid.value: given[row]}
        for row, now in grid.now.items()
        if given.get(row, now) != now
    }
    while answers:
        row = answer_next_row(twin, seat, move.name, answers)
        move = find_current_move(twin, seat, move.name) or move
        if row is None:
            row, answer = next(iter(answers.items()))
            reason = check_values(move, answer)["reason"] or SINGLE_ROW_MESSAGE
            return TableTrial([], reason, [ROWS_FIELD, row], row_limits(grid))
        order.append(answers.pop(row))
        grid = move.grid() if move.grid else grid
    return TableTrial(order, None, [], row_limits(grid))


def answer_next_row(
    twin: Match, seat: str, name: str, answers: Mapping[str, Mapping[str, Any]]
) -> str | None:
    """Make the first answer that is legal now. Return its row, or None if none is legal.

    An answer that ends the decision is made last.
    """
    for row, answer in answers.items():
        move = find_current_move(twin, seat, name)
        if move is None or move.refusal(answer):
            continue
        twin.answer(name, seat=seat, **answer)
        if len(answers) == 1 or find_current_move(twin, seat, name) is not None:
            return row
        twin.undo()
    return None


def find_current_move(match: Match, seat: str, name: str) -> Move | None:
    """Return the move with this name if it is legal for the seat now, else None."""
    moves = (move for decision in match.requests(seat) for move in decision.moves)
    return next((move for move in moves if move.name == name), None)


def row_limits(grid: AmountGrid) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum of each row."""
    return {row: (amount.low, amount.high) for row, amount in grid.amounts.items()}


def table_error(grid: AmountGrid, given: Any) -> str | None:
    """Return why page data is not a grid with these rows, or None if it is."""
    if not isinstance(given, Mapping):
        return f"{truncate_text(given)} is not a table with {', '.join(grid.now)}."
    for row in given:
        if row not in grid.now:
            return f"{truncate_text(row)} is not a row; the rows are: {', '.join(grid.now)}."
    return None


def build_grid_form(move: Move, say: TextFormatter) -> list[FieldData]:
    """Return the form of a move whose only field is a grid: its columns and rows."""
    assert move.grid is not None, "asked only of moves that are tables"
    grid = move.grid()
    form: GridFormData = {
        "kind": "grid",
        "columns": list(map(say.rename, grid.columns)),
        "rows": build_grid_rows(grid, say),
    }
    return [{"name": ROWS_FIELD, "label": say.field_label(grid.value), "form": form}]


def build_grid_rows(grid: AmountGrid, say: TextFormatter) -> list[GridRowData]:
    """Return the label, cells, current amount and form of each row."""
    return [
        {
            "name": row,
            "label": say.seats.get(row, row),
            "cells": [
                format_cell(cell, amount.unit, say, say.rename) for cell in grid.cells.get(row, ())
            ],
            "now": grid.now[row],
            "form": cast(AmountFormData, build_form(amount, "", say)),
        }
        for row, amount in grid.amounts.items()
    ]


def check_grid(
    match: Match, say: TextFormatter, seat: str, move: Move, fields: Mapping[str, Any]
) -> VerdictData:
    """Return whether a grid would be accepted, the limits of its rows, and a preview."""
    assert move.grid is not None, "asked only of moves that are tables"
    settled, grid = try_rows(match, seat, move, fields), move.grid()
    judged: VerdictData = {
        "reason": None if settled.reason is None else replace_ids(say, settled.reason),
        "at": settled.at,
        "limits": settled.limits,
        "table": None,
    }
    if settled.reason is None and grid.preview is not None:
        judged["table"] = build_preview(
            grid.preview({**grid.now, **fields[ROWS_FIELD]}), say, of_rules=True
        )
    return judged
