"""Lesson 4 says what its cells show: value chains, concentration, and what is remembered."""

from __future__ import annotations

from ast import literal_eval
from typing import Any

import pytest

from .books import lesson, results, says


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("04-")


def test_one_landing_pays_the_chain(book: Any) -> None:
    """E4.1: worked example 11 and 20 of the rules."""
    assert literal_eval(results(book, "landed")) == ({"A": 3, "B": 3, "C": 1, "D": 0}, 3877.6)
    says(book, "notice-1", "Ada +3, Bo +3, Cy +1", "43 %, 43 % and 14 %", "3877.6")


def test_a_merger_moves_income(book: Any) -> None:
    points, hhi = literal_eval(results(book, "merger"))
    assert points == {"A": 6, "B": 0, "C": 1, "D": 0} and sum(points.values()) == 7
    assert hhi == 7551.0 and round(2 * (300 / 7) ** 2, 1) == round(7551.02 - 3877.55, 1) == 3673.5
    says(book, "notice-merger", "7551.0", "3673.5", "still earns 7 points")


def test_two_kinds_of_concentration(book: Any) -> None:
    points, winners, market, overall = literal_eval(results(book, "played"))
    assert points["A"] == points["B"] == 47 and winners == ("B",)
    assert market == 6100 and 3333 <= overall < 3600
    sectors = literal_eval(results(book, "sectors"))
    assert [name for name, hhi in sectors.items() if hhi == 10_000] == ["health"]
    says(book, "notice-2", "near 6,100", "Health belongs to one", "47 points each")


def test_nobody_is_shown_what_lies_face_down(book: Any) -> None:
    """E6.1."""
    ends = literal_eval(results(book, "one"))
    assert sum(ends["closed"].values()) == 0 and sum(ends["open"][seat] for seat in "BCD") > 0
    down, shown = literal_eval(results(book, "shown"))
    assert len(down) > 0 and shown == [None] * len(down)


def test_what_all_know_is_no_asset(book: Any) -> None:
    totals = literal_eval(results(book, "forty"))
    closed, open_ = totals["closed"][0], totals["open"][0]
    others = [closed[seat] for seat in "BCD"]
    assert closed["A"] >= 1.5 * max(others), "half as often again as anybody else"
    assert all(open_[seat] > open_["A"] for seat in "BCD")
    assert sum(open_.values()) > sum(closed.values())
    assert abs(totals["closed"][1] - totals["open"][1]) <= 8
