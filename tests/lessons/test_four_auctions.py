"""Lesson 5: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from typing import Any

from .books import lesson, results, says


@cache
def book() -> Any:
    return lesson("05")


def sold() -> dict[str, tuple[str, int, dict[str, int]]]:
    """Format -> winner, price and last bids of the one lot."""
    found = {}
    for line in results(book(), "bids").splitlines():
        form, result, bids = line.split(" | ")
        winner, price = re.fullmatch(r"(\w) pays (\d+)", result).groups()  # type: ignore[union-attr]  # it is printed so
        pairs = re.findall(r"'(\w)': (\d+)", bids)
        found[form] = (winner, int(price), {seat: int(bid) for seat, bid in pairs})
    return found


def test_one_lot() -> None:
    """The builder wins everywhere, shades where it pays its bid, and pays the second value."""
    lots = sold()
    assert list(lots) == ["english", "first_price", "second_price", "third_price"]
    assert {winner for winner, _, _ in lots.values()} == {"B"}
    value = lots["second_price"][2]["B"]
    assert lots["first_price"][1] < value and lots["third_price"][2]["B"] == value
    second = sorted(lots["second_price"][2].values())[-2]
    assert lots["second_price"][1] == second
    assert abs(lots["english"][1] - second) <= 5
    bids = sorted(lots["third_price"][2].values())
    assert bids[-2] == bids[-3] == lots["third_price"][1]
    says(book(), "notice-1", "The empire builder wins in every format", "*shading*",
         "stops within one raise of the second value")  # fmt: skip


def test_ten_lots() -> None:
    """Together they bring more than their appraised values."""
    index, surplus = literal_eval(results(book(), "opening"))
    assert index > 100 and min(surplus.values()) < 0


def test_thirty_openings() -> None:
    """English as second price; first and third less."""
    line = r"(\w+) +revenue +(\d+), spread +(\d+), left on the table +(-?[\d.]+) a lot"
    rows = {row[0]: row[1:] for row in re.findall(line, results(book(), "table"))}
    revenue = {form: int(row[0]) for form, row in rows.items()}
    assert abs(revenue["english"] - revenue["second_price"]) < 0.02 * revenue["english"]
    assert revenue["first_price"] < 0.95 * revenue["english"]
    assert revenue["third_price"] < 0.95 * revenue["english"]
    assert float(rows["third_price"][2]) < 0 == float(rows["second_price"][2])
    says(
        book(),
        "notice-3",
        "Revenue equivalence",
        "bring almost the same",
        "shade by one part in four",
    )
