"""Moves shown as tables: one answer for each row that was changed, all of them or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import classkit
from tests.widgets.pages import Page


def ask(page: Page) -> dict[str, Any]:
    return dict(page.now["asks"][0])


@pytest.fixture
def cabinet() -> Page:
    """A Prime Minister with two ministers, all seats persons: salaries of 300,000 of 500,000."""
    facts = {
        "mover": "A", "prime_minister": "A", "government": ["A", "B", "C"], "treasury": 60_000,
        "A.votes": 10, "B.votes": 9, "C.votes": 8, "A.salary": 200_000,
        "B.post": "Finance", "B.salary": 100_000, "C.post": "Energy",
    }  # fmt: skip
    match = classkit.new(
        "poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"game": 2}, position=facts
    )
    return Page.of(match, bots="person")


def salaries(page: Page, verb: str, rows: Any) -> dict[str, Any]:
    seat = ask(page)["seat"]
    return dict(page.do(verb, seat=seat, move="set_salary", **{"with": {"rows": rows}})["data"])


def test_a_table_is_fetched_with_a_row_for_each_and_opens_at_what_is(cabinet: Page) -> None:
    """P18.2, P18.3: each row with the salary now and the legal amounts of that row."""
    (announced,) = [one for one in ask(cabinet)["moves"] if one["name"] == "set_salary"]
    assert announced == {
        "name": "set_salary", "label": "Set salaries", "rule": "P18.3", "preview": True,
        "large": True, "fields": [],
    }  # fmt: skip
    (field,) = cabinet.do("form", seat="A", move="set_salary")["data"]["fields"]
    form = field["form"]
    assert field["name"] == "rows" and form["kind"] == "grid"
    assert form["columns"] == ["Holder", "Office", "Salary now", "New salary"]
    assert [(row["label"], row["cells"], row["now"]) for row in form["rows"]] == [
        ("Ada", ["Prime Minister", "$200,000"], 200_000),
        ("Bo", ["Finance", "$100,000"], 100_000),
        ("Cy", ["Energy", "$0"], 0),
    ]
    bounds = [
        (row["form"]["low"], row["form"]["high"], row["form"]["step"]) for row in form["rows"]
    ]
    assert bounds == [(100_000, 300_000, 10_000), (0, 200_000, 10_000), (0, 100_000, 10_000)]


def test_a_table_shows_what_all_rows_together_would_bring(cabinet: Page) -> None:
    """P18.4; and what is legal in each row beside the others as they are filled in (P18.2)."""
    step = cabinet.match.step
    judged = salaries(cabinet, "preview", {"A": 300_000, "B": 100_000, "C": 50_000})
    assert judged["reason"] is None and judged["at"] == []
    assert judged["table"]["rows"] == [
        ["Ada", "$200,000", "$300,000"], ["Bo", "$100,000", "$100,000"], ["Cy", "$0", "$50,000"],
        ["The Treasury pays", "$300,000", "$450,000"],
    ]  # fmt: skip
    assert judged["limits"] == {"A": [100_000, 300_000], "B": [0, 150_000], "C": [0, 100_000]}
    assert salaries(cabinet, "preview", {})["table"]["rows"][-1][1:] == ["$300,000", "$300,000"]
    assert cabinet.match.step == step


def test_rows_are_answered_one_by_one_what_is_lowered_first(cabinet: Page, tmp_path: Path) -> None:
    """P18.2: the raise of Ada fits only after Bo has less; the rules see single salaries."""
    rows = {"A": 300_000, "B": 50_000, "C": 100_000}
    assert salaries(cabinet, "check", rows)["reason"] is None
    before = len(cabinet.match.answers)
    answer = cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": rows}})
    assert answer["kind"] == "step"
    assert cabinet.match.table.salaries == rows
    given = cabinet.match.answers[before:]
    assert {entry.name for entry in given} == {"set_salary"}
    assert sorted(entry.value["player"] for entry in given) == ["A", "B", "C"]
    assert all(set(entry.value) == {"player", "amount"} for entry in given)
    assert cabinet.match.table.acts == 3
    again = classkit.load(cabinet.match.save(tmp_path / "salaries.json"))
    assert again.digest() == cabinet.match.digest()
    assert ask(cabinet)["name"] == "pm_action"


def test_a_row_that_fits_only_after_another_waits_for_it() -> None:
    """The order of the rows is not the order of the answers (P18.2)."""
    facts = {
        "mover": "A", "prime_minister": "A", "government": ["A", "B"],
        "A.votes": 10, "B.votes": 9, "A.salary": 250_000, "B.post": "Finance", "B.salary": 250_000,
    }  # fmt: skip
    page = Page.of(
        classkit.new("poleconomy", seats=2, options={"game": 2}, position=facts), bots="person"
    )
    rows = {"A": 350_000, "B": 150_000}
    assert salaries(page, "preview", rows)["reason"] is None
    page.do("answer", seat="A", move="set_salary", **{"with": {"rows": rows}})
    assert page.match.table.salaries == rows
    assert [entry.value["player"] for entry in page.match.answers[-2:]] == ["B", "A"]


@pytest.mark.parametrize(
    ("rows", "at", "words"),
    [
        ({"A": 310_000}, ["rows", "A"], "may be raised by at most $100,000 (P18.3)"),
        ({"A": 90_000}, ["rows", "A"], "never less than $100,000 (P18.2)"),
        ({"A": 205_000}, ["rows", "A"], "in steps of $10,000, not $205,000"),
        ({"A": 300_000, "B": 200_000, "C": 10_000}, ["rows", "C"], "together would be $510,000"),
        ({"B": "much"}, ["rows", "B"], "not 'much'"),
        ({"B": None}, ["rows", "B"], "not None"),
        ({"B": -10_000}, ["rows", "B"], "not -$10,000"),
        ({"Z": 10_000}, ["rows"], "the rows are: Ada, Bo, Cy"),
        ([10_000], ["rows"], "is not a table with Ada, Bo, Cy"),
    ],
    ids=str,
)
def test_one_wrong_row_refuses_the_whole_table(
    cabinet: Page, rows: Any, at: list[str], words: str
) -> None:
    """Nothing is changed, and the reason stands beside the row that it speaks of."""
    before = (cabinet.match.step, dict(cabinet.match.table.salaries))
    for verb in ("check", "preview"):
        judged = salaries(cabinet, verb, rows)
        assert judged["at"] == at and words in judged["reason"]
        assert judged.get("table") is None
    answer = cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": rows}})
    assert answer["kind"] == "refused" and words in answer["reason"]
    assert (cabinet.match.step, cabinet.match.table.salaries) == before


def test_a_table_in_which_nothing_was_changed_is_refused(cabinet: Page) -> None:
    for rows in ({}, {"A": 200_000, "B": 100_000}):
        answer = cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": rows}})
        assert answer["kind"] == "refused" and answer["reason"] == "No row has been changed."


def test_two_rows_that_are_voted_on_are_not_set_at_once() -> None:
    """P18.5 by option: each raise is a bill of its own; one may go with what is lowered."""
    facts = {
        "mover": "A", "prime_minister": "A", "government": ["A", "B"],
        "A.votes": 10, "B.votes": 9, "A.salary": 200_000, "B.post": "Finance", "B.salary": 50_000,
    }  # fmt: skip
    match = classkit.new(
        "poleconomy", seats=2, options={"game": 2, "salaries_need_consent": True}, position=facts
    )  # fmt: skip
    page = Page.of(match, bots="person")
    judged = salaries(page, "preview", {"A": 250_000, "B": 60_000})
    assert "one such row at a time" in judged["reason"] and judged["at"] == ["rows", "A"]
    rows = {"A": 250_000, "B": 0}
    assert salaries(page, "preview", rows)["reason"] is None
    page.do("answer", seat="A", move="set_salary", **{"with": {"rows": rows}})
    assert match.table.salaries == {"A": 200_000, "B": 0}
    assert [one["name"] for one in page.now["asks"]] == ["vote_bill"] * 2


def test_rows_set_after_going_back_keep_what_lay_ahead(cabinet: Page) -> None:
    """Nothing is lost: a new answer after Back keeps the old line as a branch (design 7)."""
    cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": {"C": 50_000}}})
    cabinet.do("back")
    refused = cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": {"C": 5}}})
    assert refused["kind"] == "refused" and len(cabinet.now["branches"]) == 1
    cabinet.do("answer", seat="A", move="set_salary", **{"with": {"rows": {"C": 20_000}}})
    assert len(cabinet.now["branches"]) == 2
    assert cabinet.match.table.salaries["C"] == 20_000


def test_a_table_is_answered_from_python_as_well(cabinet: Page) -> None:
    cabinet.desk.answer("set_salary", fields={"rows": {"B": 0}})
    assert cabinet.match.table.salaries["B"] == 0
    cabinet.desk.answer("set_salary", "A", {"player": "B", "amount": 10_000})
    assert cabinet.match.table.salaries["B"] == 10_000
