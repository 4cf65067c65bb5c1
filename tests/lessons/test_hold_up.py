"""Lesson 6: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from typing import Any

from .books import lesson, results, says


@cache
def book() -> Any:
    return lesson("06")


def test_the_contract() -> None:
    """Apart the two lots bring 85, together 170; under own rents 70 and 100."""
    columns, own, halves = literal_eval(results(book(), "preview"))
    assert columns[2:] == ("A", "B")
    assert sum(row[1] for row in own) == 85
    assert sum(sum(row[2:]) for row in own) == sum(sum(row[2:]) for row in halves) == 170
    assert [sum(row[at] for row in own) for at in (2, 3)] == [70, 100]
    assert literal_eval(results(book(), "sign"))[0]["ends"] is None
    says(book(), "notice-1", "Together the two lots bring 170", "Ada gets 70 and Bo 100")


def test_the_hold_up() -> None:
    """600 invested, 300 come back; ASSET stands, FUTURE EARNINGS fall from 27.50 to below 1."""
    before, after = (literal_eval(results(book(), part)) for part in ("build", "notice"))
    cash, asset, future = range(3)
    assert before[cash]["A"] == 900 and after[cash]["A"] == 1200
    assert before[asset]["A"] == after[asset]["A"]
    assert before[future]["A"] == 27.5 and after[future]["A"] < 1
    assert after[future]["B"] < before[future]["B"]
    assert "building_sale 300 1200" in results(book(), "sheet")
    assert "('B', 12)" in results(book(), "sheet"), "it is Bo who gives notice"
    says(book(), "notice-2", "of the 600 invested 300 come back", "from 27.50 to less than 1")


def test_what_alliances_are_worth() -> None:
    """More than twice the rent."""
    found = re.search(r"without alliances (\d+), with alliances (\d+)", results(book(), "means"))
    assert found and int(found[2]) > 2 * int(found[1])
