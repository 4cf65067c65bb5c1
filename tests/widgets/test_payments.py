"""A page is told of the payments of a step, to show them once.

Issue 19, item 10: "money flies to its new owner".
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import classkit
from classkit import INSTRUCTOR
from classkit.engine.events import Transfer
from classkit.engine.visibility import Secrecy
from classkit.widgets.match_controller import MatchController
from classkit.widgets.narration import top_payments
from classkit.widgets.page_view import PageView

from .pages import Page


@pytest.mark.parametrize(("name", "bots"), [("poleconomy", "politician"), ("opoly", "random")])
def test_all_that_seats_paid_and_were_paid_in_a_step_is_told_with_it(name: str, bots: str) -> None:
    """From seat to seat; of all others only the purse, which has a chart, has a name here."""
    page = Page.of(classkit.new(name, seats=4, seed=1), bots=bots)
    told = 0
    for _ in range(25):
        if page.match.is_over:
            break
        before = len(page.match.view(None).ledger)
        page.do("step", until="turn")
        sums = Counter[tuple[str | None, str | None]]()
        for row in page.match.view(None).ledger[before:]:
            named = (*page.match.seats, page.now["first_charts"][1])
            payer, payee = (end if end in named else None for end in row[2:4])
            if row.unit == "dollars" and (payer or payee):
                sums[payer, payee] += row.amount
        largest = [[*ends, f"${amount:,}"] for ends, amount in sums.most_common(3)]
        if len(sums) > 3:
            rest = [amount for _, amount in sums.most_common()[2:]]
            largest[2][2] = f"{len(rest)} more: ${sum(rest):,}"
        paid = page.now["paid"] or {"step": page.match.step, "flows": []}
        assert paid == {"step": page.match.step, "flows": largest}
        told += len(largest)
    assert told > 10


def test_of_many_payments_the_smaller_ones_are_added_up() -> None:
    """Three coins at most: the last says how many it stands for, and what they are in all."""
    match = classkit.new("poleconomy", seats=4, seed=1).play(until="end")
    say, purse = PageView(MatchController(match)).say, "treasury"
    alone, second, rest = top_payments(match, say, None, 0, purse)
    assert alone[2].startswith("$") and second[2].startswith("$")
    found = re.fullmatch(r"(\d+) more: \$([\d,]+)", rest[2])
    assert found and int(found[1]) > 1


def test_nothing_is_paid_by_going_back() -> None:
    page = Page.of(
        classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}), bots="politician"
    )
    while not page.now["paid"]:
        page.do("step", until="turn")
    page.do("back", until="turn")
    assert page.now["paid"] is None
    page.do("forward", until="turn")
    assert page.now["paid"]


class AllMoney(Secrecy[Any]):
    """Nobody may know what moves."""

    def redact_transfer(self, transfer: Transfer, table: Any, seat: str | None) -> None:
        return None


def test_what_only_some_may_know_of_a_payment_is_told_to_them_alone() -> None:
    """A page sees a payment as its eyes see the ledger."""
    page = Page.of(
        classkit.new("poleconomy", seats=3, seed=1, options={"game": 1}), bots="politician"
    )
    hidden = type("Hidden", (type(page.match.game),), {"secrecy": AllMoney()})
    page.do("step", until="turn")
    assert page.now["paid"]
    page.match.game.__class__ = hidden
    try:
        before = len(page.match.view(INSTRUCTOR).ledger)
        page.do("step", until="turn")
        moved = page.match.view(INSTRUCTOR).ledger[before:]
        assert "dollars" in {row.unit for row in moved} and page.now["paid"] is None
    finally:
        page.match.game.__class__ = hidden.__mro__[1]
