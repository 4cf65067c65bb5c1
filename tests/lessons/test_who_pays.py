"""Lesson 2 says what its cells show: taxes, their incidence, and a bill (P14.1, P19)."""

from __future__ import annotations

from ast import literal_eval
from typing import Any

import pytest

import classkit
from classkit.games.poleconomy.laws import compute_tax, read_law
from classkit.games.poleconomy.rules.treasury_taxes import assess_tax

from .books import cell, dollars, lesson, results, says

DEFAULT = read_law({"bracket": [{"per_company": 50_000, "per_advert": 10_000}]})


@pytest.fixture(scope="module")
def book() -> Any:
    return lesson("02-")


def first_table(book: Any) -> dict[str, Any]:
    """The facts of Part 1, from the cell that states them."""
    stated: dict[str, Any] = {}
    exec(cell(book, "position").source, stated)
    position: dict[str, Any] = stated["position"]
    return position


def at_the_table(book: Any, **facts: Any) -> Any:
    """The table of Part 1, with other facts beside."""
    return classkit.new(
        "poleconomy", 4, options={"game": 2}, seed=7, position=first_table(book) | facts
    ).table


def lines(shown: str) -> dict[str, list[int]]:
    """The amounts behind each name in a frame as text, in the order of its columns."""
    found: dict[str, list[int]] = {}
    for line in shown.splitlines():
        label, *amounts = line.rsplit("  ")[0], *line.split()
        numbers = [int(one) for one in amounts if one.isdigit() and int(one) % 10_000 == 0]
        if numbers:
            found.setdefault(label.strip(), []).extend(numbers)
    return found


def test_part_1_describes_the_table(book: Any) -> None:
    table = at_the_table(book)
    for seat, name in zip("ABCD", ("Ada", "Bo", "Cy", "Di"), strict=True):
        row = next(
            line for line in cell(book, "part-1").source.splitlines() if f"| **{name}**" in line
        )
        has = table.get_field_values(seat)
        liquid = table.cash(seat) + 100_000 * has["savings"]
        assert (
            f"| {dollars(liquid)} | {dollars(has['basic_income'])} | {table.votes[seat]} |" in row
        )
        for figure, noun in (("companies", "compan"), ("adverts", "advert"), ("bonds", "bond")):
            assert (f"{has[figure]} {noun}" in row) == bool(has[figure])
    worth = literal_eval(results(book, "worth"))
    assert worth["A"] == worth["D"] == max(worth.values()) and worth["C"] == min(worth.values())
    assert table.law == DEFAULT and table.total_votes == 28
    says(book, "part-2", "There are 28 votes in all, so the bill needs 15")


def test_part_1_says_what_the_model_laws_would_do(book: Any) -> None:
    table = at_the_table(book)
    laws = table.edition.politics.model_laws

    def owed(title: str) -> list[int]:
        return [assess_tax(table, seat, laws[title])[0] for seat in "ABCD"]

    def paid(title: str) -> list[int]:
        return [assess_tax(table, seat, laws[title])[1] for seat in "ABCD"]

    by_number = {title[0]: title for title in laws}
    now = [assess_tax(table, seat, table.law) for seat in "ABCD"]
    assert [due for due, _ in now] == [300_000, 110_000, 50_000, 0]
    assert owed(by_number["1"]) == [300_000, 110_000, 0, 0], "spares only Cy"
    assert owed(by_number["2"]) == [40_000, 40_000, 50_000, 40_000], "Cy more than anybody else"
    assert owed(by_number["3"]) == [150_000, 0, 0, 0], "spares Bo and Cy, halves Ada's"
    unchanged = [number for number in "12345" if owed(by_number[number]) == [d for d, _ in now]]
    assert unchanged == ["4", "5"], "two laws change nothing that is owed"
    treasury = sum(received for _, received in now)
    assert treasury - sum(paid(by_number["4"])) == 100_000
    assert sum(paid(by_number["5"])) == treasury
    assert paid(by_number["4"])[0] == 100_000
    shown = results(book, "owe")
    assert "300000  110000  50000" in shown.replace("   ", "  "), "the cell shows the same"
    says(
        book, "notice-1", "Ada owes 300,000. Di is just as rich but owes nothing",
        "40,000 instead of 300,000", "50,000, more than anybody else", "100,000 less",
    )  # fmt: skip


def test_nobody_can_be_named(book: Any) -> None:
    """P19.2."""
    assert "must be one of basic_income" in results(book, "refused")


def test_the_bill_passes_and_the_poorest_pay_most(book: Any) -> None:
    assert results(book, "vote") == "(21, 7, True)"
    shown = lines(results(book, "throw"))
    assert {name: amounts[0] for name, amounts in shown.items()} == {
        "Ada": 40_000, "Bo": 40_000, "Cy": 50_000, "Di": 40_000
    }  # fmt: skip
    assert literal_eval(results(book, "treasury")) == (170_000, 2)
    says(
        book,
        "notice-2",
        "21 votes for the bill and 7 against",
        "gets 170,000",
        "Number from 1 to 2",
    )


def test_three_laws_under_the_same_throw(book: Any) -> None:
    shown = lines(results(book, "compare"))
    assert shown["Ada"][3:] == [300_000, 200_000, 100_000] * 2, "owed, paid, lapsed"
    assert shown["Di"][3:] == [0, 0, 0, 300_000, 200_000, 100_000]
    receipts, yes = literal_eval(results(book, "receipts"))
    assert receipts == {"Main": 170_000, "Law in force": 360_000, "Our law": 560_000}
    says(
        book, "notice-3", "Ada owes 300,000", "pays 200,000", "The other 100,000",
        "Di owes 300,000 for her bonds, pays 200,000",
        "170,000, 360,000, and 560,000", f"passed with {yes} votes",
    )  # fmt: skip


def test_after_the_throw_ada_is_richer_than_di(book: Any) -> None:
    """P4.2: companies follow the Number, bonds do not; and who voted yes owes what he owed."""
    names: dict[str, Any] = {}
    exec(cell(book, "ours").source.partition("def ")[0], names)
    law = read_law(names["ours"])
    table = at_the_table(book)
    owed = {seat: assess_tax(table, seat, law)[0] for seat in "ABCD"}
    assert owed == {"A": 300_000, "B": 110_000, "C": 50_000, "D": 300_000}
    assert all(owed[seat] == assess_tax(table, seat, DEFAULT)[0] for seat in "ABC")
    later = classkit.new(
        "poleconomy", 4, options={"game": 2}, seed=7, position=first_table(book) | {"marker": 1}
    )
    worth = later.metrics()["net_worth"]
    assert later.table.number == 2 and worth["A"] - worth["D"] == 600_000
    says(book, "notice-3", "*horizontal equity*", "no longer equally rich")


def test_answer_1_a_life_policy_keeps_money_from_the_tax(book: Any) -> None:
    """P14.1: policies are never touched, savings cards are cashed."""
    ada = first_table(book)["A"]
    card = at_the_table(book, A={**ada, "cash": 0, "savings": 2})
    policy = at_the_table(book, A={**ada, "cash": 0, "life": 1})
    assert assess_tax(card, "A", card.law) == (300_000, 200_000)
    assert assess_tax(policy, "A", policy.law) == (300_000, 100_000)
    says(book, "answers", "pay 100,000, and 200,000 would lapse")


def test_answers_2_to_5(book: Any) -> None:
    table = at_the_table(book)
    free = {"per_company": 50_000, "per_advert": 10_000, "free_companies": 1}
    law = read_law({"bracket": [free]})
    assert [compute_tax(law, table.get_field_values(seat)) for seat in "ABCD"] == [
        250_000,
        60_000,
        0,
        0,
    ]
    says(book, "further", "Bo owes 60,000, and Ada owes 250,000")
    assert sum(table.votes[seat] for seat in "BCD") == 18 and table.has_majority(18)
    flat = table.edition.politics.model_laws["2 Flat tax on the middle and upper band"]
    saved = assess_tax(table, "B", table.law)[0] - assess_tax(table, "B", flat)[0]
    says(book, "answers", "18 of 28 votes", f"The bill saves Bo {dollars(saved)}")
    price = table.company_price
    assert table.number == 1 and price / 50_000 == 2 and 8 * price / 50_000 == 16
    says(book, "answers", "One half at Number 1, and one sixteenth at Number 8")
