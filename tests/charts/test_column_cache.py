"""Columns of rows that grow, and give way, step by step."""

from __future__ import annotations

from typing import Any

from classkit.charts.chart_types import MetricRowData
from classkit.charts.column_cache import ColumnCache, get_path_value, round_starts


def row(turn: int, **values: Any) -> MetricRowData:
    return {"turn": turn, "round": -(-turn // 2), "values": values}


def test_a_column_that_was_read_before_is_the_column_that_is_read_anew() -> None:
    """Rows are the same objects as long as nobody goes back; the last may be another."""
    columns, one, two = ColumnCache(), row(1, a=1), row(2, a=2)
    ways: list[list[MetricRowData]] = [
        [one], [one, row(2, a=1)], [one, two], [one, two, row(3, a=3)], [one, two, row(3, a=4)],
        [one, row(2, a=9)], [one], [], [row(1, a=7)], [row(1, a=7), two, row(3)],
    ]  # fmt: skip
    for rows in ways:
        assert columns.get_column(rows, ["a"]) == [each["values"].get("a") for each in rows]
        assert columns.get_column(rows, ["turn"]) == [each["turn"] for each in rows]


def test_finished_values_stay_the_very_same_objects() -> None:
    """So a change from one list to the next is found without comparing them."""
    columns, rows = ColumnCache(), [row(turn, a=1000.5 + turn) for turn in range(5)]
    before = columns.get_column(rows, ["a"])
    after = columns.get_column([*rows, row(5, a=3)], ["a"])
    assert all(one is other for one, other in zip(before, after, strict=False))


def test_a_path_leads_to_a_seat_to_a_part_or_to_nothing() -> None:
    held = row(1, worth={"A": {"cash": 5, "land": 0}, "B": {"cash": 0}})
    assert get_path_value(held, ["worth", "A", "cash"]) == 5
    assert (
        get_path_value(held, ["worth", "C", "cash"]) is None
        and get_path_value(held, ["debt"]) is None
    )
    assert get_path_value(held, ["worth", "*", "cash"]) and not get_path_value(
        held, ["worth", "*", "land"]
    )


def test_rounds_begin_where_their_first_turn_does() -> None:
    assert round_starts([row(turn) for turn in range(5)]) == [(1, 1), (2, 3)]
