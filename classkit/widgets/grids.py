"""Moves shown as tables: one answer for each row that was changed, all of them or none.

The rules know single answers only. Here the rows of a table are put into an order in which each
is legal when its turn comes (what is lowered makes room for what is raised), tried on a fork, and
judged with the reason beside the row that it speaks of. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from classkit.engine.errors import shorten
from classkit.engine.match import Match
from classkit.engine.moves import Grid, Move
from classkit.engine.words import Say

from .forms import cell_text, plain_form, preview_table, verdict
from .labels import in_names
from .shapes import AmountForm, Field, GridForm, GridRow, Judged

ROWS = "rows"
"""The name of the single field in which a page sends a table."""

DECIDED_FIRST = "This row is decided upon as soon as it is set: set one such row at a time."
NO_CHANGE = "No row has been changed."


class Settled(NamedTuple):
    """The outcome of the rows of a table, given one by one on a fork.

    ``order`` holds the fields of the single answers as they are given one after the other;
    ``reason`` why that fails, None if it does not, and ``at`` the way to the row it speaks of;
    ``limits`` the least and the most of each row beside the others as they would then be.
    """

    order: list[dict[str, Any]]
    reason: str | None
    at: list[str | int]
    limits: dict[str, tuple[int, int]]


def is_table(move: Move | None, fields: Mapping[str, Any]) -> bool:
    """Return whether a page filled in the move as a table."""
    return move is not None and move.grid is not None and set(fields) == {ROWS}


def settle(match: Match, seat: str, move: Move, fields: Mapping[str, Any]) -> Settled:
    """Try every changed row on a fork of the match, each as soon as it is legal."""
    assert move.grid is not None, "asked only of moves that are tables"
    grid, given = move.grid(), fields[ROWS]
    if reason := misfit(grid, given):
        return Settled([], reason, [ROWS], limits(grid))
    twin = match.fork()
    order: list[dict[str, Any]] = []
    answers = {
        row: {grid.each: row, grid.value: given[row]}
        for row, now in grid.now.items()
        if given.get(row, now) != now
    }
    while answers:
        row = next_row(twin, seat, move.name, answers)
        move = move_now(twin, seat, move.name) or move
        if row is None:
            row, answer = next(iter(answers.items()))
            reason = verdict(move, answer)["reason"] or DECIDED_FIRST
            return Settled([], reason, [ROWS, row], limits(grid))
        order.append(answers.pop(row))
        grid = move.grid() if move.grid else grid
    return Settled(order, None, [], limits(grid))


def next_row(
    twin: Match, seat: str, name: str, answers: Mapping[str, Mapping[str, Any]]
) -> str | None:
    """Give the first answer that is legal now, and return its row; None if there is none.

    An answer that ends the decision is given only as the last one.
    """
    for row, answer in answers.items():
        move = move_now(twin, seat, name)
        if move is None or move.refusal(answer):
            continue
        twin.answer(name, seat=seat, **answer)
        if len(answers) == 1 or move_now(twin, seat, name) is not None:
            return row
        twin.undo()
    return None


def move_now(match: Match, seat: str, name: str) -> Move | None:
    """Return the move of that name, where the seat is asked for it now."""
    moves = (move for decision in match.requests(seat) for move in decision.moves)
    return next((move for move in moves if move.name == name), None)


def limits(grid: Grid) -> dict[str, tuple[int, int]]:
    """Return the least and the most that each row may be given."""
    return {row: (amount.low, amount.high) for row, amount in grid.amounts.items()}


def misfit(grid: Grid, given: Any) -> str | None:
    """Return why data from a page is not a table with these rows; None if it is."""
    if not isinstance(given, Mapping):
        return f"{shorten(given)} is not a table with {', '.join(grid.now)}."
    for row in given:
        if row not in grid.now:
            return f"{shorten(row)} is not a row; the rows are: {', '.join(grid.now)}."
    return None


def grid_form(move: Move, say: Say) -> list[Field]:
    """Return the one field of a table for the page: its columns and its rows."""
    assert move.grid is not None, "asked only of moves that are tables"
    grid = move.grid()
    form: GridForm = {"kind": "grid", "columns": list(grid.columns), "rows": grid_rows(grid, say)}
    return [{"name": ROWS, "label": say.field(grid.value), "form": form}]


def grid_rows(grid: Grid, say: Say) -> list[GridRow]:
    """Return the rows: what is said in each, where it stands, and what is legal there."""
    return [
        {
            "name": row,
            "label": say.seats.get(row, row),
            "cells": [cell_text(cell, amount.unit, say) for cell in grid.cells.get(row, ())],
            "now": grid.now[row],
            "form": cast(AmountForm, plain_form(amount, "", say)),
        }
        for row, amount in grid.amounts.items()
    ]


def judge_grid(match: Match, say: Say, seat: str, move: Move, fields: Mapping[str, Any]) -> Judged:
    """Judge a table: whether it would be accepted, its effect, and what is legal beside it."""
    assert move.grid is not None, "asked only of moves that are tables"
    settled, grid = settle(match, seat, move, fields), move.grid()
    judged: Judged = {
        "reason": None if settled.reason is None else in_names(say, settled.reason),
        "at": settled.at,
        "limits": settled.limits,
        "table": None,
    }
    if settled.reason is None and grid.preview is not None:
        judged["table"] = preview_table(
            grid.preview({**grid.now, **fields[ROWS]}), say, of_rules=True
        )
    return judged
