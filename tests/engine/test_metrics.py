"""Rows of metrics: shared results are computed once for each row."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from classkit.engine.errors import FigureError
from classkit.engine.metrics import (
    Metric,
    compute_row,
    compute_row_lenient,
    failed_metrics,
    once_a_row,
    require_computed,
)
from classkit.engine.untrusted_input import FrozenDict

from .tiny import TinyTable, ask, match

Counted = tuple[list[str], Callable[[TinyTable, str], list[str]]]


@pytest.fixture
def counted() -> Counted:
    """Notes by a word in them, and each word that was looked for."""
    asked: list[str] = []

    @once_a_row
    def notes_with(t: TinyTable, word: str) -> list[str]:
        """Return the notes that have a word in them."""
        asked.append(word)
        return [note for note in t.notes if word in note]

    return asked, notes_with


def test_what_several_figures_need_is_worked_out_once_a_row(counted: Counted) -> None:
    asked, notes_with = counted
    figures = tuple(
        Metric(key, key, "", "table", lambda t, word=word: len(notes_with(t, word)))
        for key, word in (("yes", "yes"), ("no", "no"), ("again", "yes"))
    )
    table = match(ask("A"), ask("A")).answer("yes").table
    assert compute_row(figures, table) == {"turn": 2, "round": 0, "yes": 1, "no": 0, "again": 1}
    assert asked == ["yes", "no"]
    table.notes.append("yes")
    assert compute_row(figures, table)["again"] == 2, "the next row works it out anew"
    assert asked == 2 * ["yes", "no"]


def test_outside_a_row_it_is_worked_out_each_time(counted: Counted) -> None:
    asked, notes_with = counted
    table = match(ask("A")).table
    assert notes_with(table, "yes") == []
    table.notes.append("yes")
    assert notes_with(table, "yes") == ["yes"] and asked == ["yes", "yes"]
    assert notes_with.__doc__ == "Return the notes that have a word in them."


def test_after_a_figure_that_breaks_nothing_is_kept(counted: Counted) -> None:
    _, notes_with = counted
    figures = (
        Metric("yes", "Yes", "", "table", lambda t: len(notes_with(t, "yes"))),
        Metric("odd", "Odd", "", "table", lambda t: 1 // 0),
    )
    table = match(ask("A")).table
    with pytest.raises(FigureError, match="'odd'"):
        compute_row(figures, table)
    assert table.worked_out is None


def test_a_row_with_gaps_says_what_broke_and_has_all_other_figures() -> None:
    figures = (
        Metric("odd", "Odd", "", "table", lambda t: 1 // 0),
        Metric("even", "Even", "", "seat", lambda t, seat: 2),
        Metric("held", "Held", "", "seat_parts", lambda t, seat: None),
    )
    table = match(ask("A")).table
    row = compute_row_lenient(figures, table)
    assert (row["odd"], set(row["even"].values())) == (None, {2})
    assert set(row["held"]) == set(table.seats) and not any(row["held"].values())
    told = failed_metrics([compute_row(figures[1:2], table), row])
    assert list(told) == ["odd", "held"] and "ZeroDivisionError" in told["odd"]
    with pytest.raises(FigureError, match="'held' cannot be computed"):
        require_computed([row], ["even", "held"])
    require_computed([row], ["even"])
    whole = compute_row_lenient(figures[1:2], table)
    assert type(whole) is FrozenDict and whole == compute_row(figures[1:2], table)


def test_a_dict_that_is_written_down_is_shared_by_copies_of_a_table() -> None:
    m = match(ask("A"), ask("B"))
    m.table.notes.append(FrozenDict(A=1))
    m.answer("yes")
    first, second = (m.goto(step=1).point().start.notes[0] for _ in range(2))
    assert first is second and first == {"A": 1}
