"""Lesson 5: what its cells compute is what its text says."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache
from random import Random
from typing import Any

import classkit
from classkit import lessons

from .books import cell, lesson, results, results_of, says


@cache
def book() -> Any:
    return lesson("05")


def sold() -> dict[str, tuple[str, int, dict[str, int]]]:
    """Format -> winner, price and last bids of the one lot."""
    found: dict[str, tuple[str, int, dict[str, int]]] = literal_eval(results(book(), "bids"))
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
         "within one raise of that")  # fmt: skip


def test_ten_lots() -> None:
    """Together they bring more than their appraised values."""
    index, surplus = literal_eval(results(book(), "opening"))
    assert index > 100 and min(surplus.values()) < 0


def test_a_class_that_has_stepped_ahead_sees_the_same_opening() -> None:
    """Whether it has stepped through one lot, through all of them, or not at all."""
    for clicks, until in ((0, "decision"), (11, "decision"), (1, "turn")):
        stated: dict[str, Any] = {"classkit": classkit, "lessons": lessons}
        exec(cell(book(), "one-lot").source, stated)
        exec(cell(book(), "live").source, stated)
        for _ in range(clicks):
            stated["live"].step(until=until)
        sold_lots = [e for e in stated["live"].match.events if e.name == "lot_sold"]
        assert len(sold_lots) == (1 if clicks == 11 else 0) or until == "turn"
        exec(cell(book(), "opening").source, stated)
        found = stated["live"].match.metrics()
        assert (found["price_index"], found["surplus_paid"]) == literal_eval(
            results(book(), "opening")
        )
    says(book(), "part-2", "step through the first lot, which takes eleven clicks")


def test_the_slips_are_the_reports_that_the_cells_show() -> None:
    """The teacher hands them out; no cell shows them before the class has answered."""
    reports = literal_eval(results(book(), "reports"))
    told = [one.id for one in book().cells if str(max(reports.values())) in results_of(one)]
    assert told == ["reports"] and not results(book(), "slip")
    assert cell(book(), "reports").source.startswith("bidding.once_answered(")
    worth, (gain, _) = literal_eval(results(book(), "one-field"))
    *first, last = reports.values()
    says(book(), "teacher", f"{', '.join(map(str, first))}, and {last}", f"It is worth {worth}",
         f"bids {max(reports.values())} loses {-gain}")  # fmt: skip


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
        "shade by one fourth",
    )


def test_answer_5_a_report_is_right_on_average_and_the_highest_is_not() -> None:
    """Question 5: the highest of n errors, each even over 80 either way."""
    luck = Random(5)
    for companies, too_high in ((4, 48), (8, 62)):
        assert round(80 * (companies - 1) / (companies + 1)) == too_high
        errors = [[luck.uniform(-80, 80) for _ in range(companies)] for _ in range(20_000)]
        assert abs(sum(max(one) for one in errors) / 20_000 - too_high) < 1
        assert abs(sum(one[0] for one in errors) / 20_000) < 2
    says(book(), "answers", "80 · 3/5 = 48", "80 · 7/9 = 62")


def gains() -> dict[tuple[str, str], tuple[float, int]]:
    """Rules and kind of value -> the winner's mean gain, and how many of sixty lose."""
    line = r"(.+?) +(common|private) +mean gain +(-?[\d.]+), (\d+) of 60 lose"
    rows = re.findall(line, results(book(), "sixty"))
    return {(name, kind): (float(gain), int(lose)) for name, kind, gain, lose in rows}


def test_the_curse_needs_a_common_value() -> None:
    """It is there with common values, grows with bidders, goes with a correction; else never."""
    found = gains()
    assert {lose for (_, kind), (_, lose) in found.items() if kind == "private"} == {0}
    four, eight = found["four, bid the report", "common"], found["eight, bid the report", "common"]
    assert (four, eight) == ((-44.7, 53), (-61.0, 59))
    corrected, second = found["four, 48 less", "common"], found["four, second price", "common"]
    assert corrected[0] == 3.3 and abs(corrected[0]) < 2 * 27 / 60**0.5, "as good as none"
    assert four[0] < second[0] == -17.7 < 0
    says(book(), "notice-4", "loses 44.7 on average, and 53 of 60", "59 of 60 winners lose",
         "gains 3.3 on average", "loses less, 17.7", "nobody ever loses")  # fmt: skip


def test_the_field_is_sold_by_the_rules() -> None:
    """Its deed has the worth, the least bid does not tell it, and the asset score counts it."""
    stated: dict[str, Any] = {"classkit": classkit, "lessons": lessons}
    for part in ("one-lot", "field", "edition", "sale"):
        exec(cell(book(), part).source, stated)
    worth, reports = stated["survey"](7)
    assert literal_eval(results(book(), "reports")) == reports
    assert all(abs(report - worth) <= 80 for report in reports.values())
    facts = {"position": stated["position"], "edition": stated["oil_board"](worth)}
    match = classkit.new("opoly", 4, seed=7, options={"auction_format": "first_price"}, **facts)
    assert next(iter(match.request.decisions.values())).about["minimum"] <= 4
    match.play("turn", bots=dict.fromkeys("ABCD", bidding(reports)))
    price = max(reports.values())
    assert match.metrics()["asset_score"]["B"] == 1_500 - price + worth
    assert literal_eval(results(book(), "one-field")) == (worth, (worth - price, 0))


def bidding(reports: dict[str, int]) -> Any:
    """A company that bids what its report says."""

    def company(view: Any, decision: Any) -> Any:
        if decision.name == "bid_sealed":
            return "bid", {"amount": reports[decision.seat]}
        return decision.default

    return company
