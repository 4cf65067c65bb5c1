"""Summaries of a round keep to the order in which its events happened."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.events import Event
from classkit.games.opoly.presentation.turn_summary import summarize_step

BEFORE: dict[str, Any] = {"turn": 6, "values": {}}
NOW: dict[str, Any] = {"turn": 9, "values": {}}


def pay(payer: str, amount: int, reason: str, payee: str = "bank") -> Event:
    """Return the event of a payment."""
    facts = {"payer": payer, "payee": payee, "amount": amount, "reason": reason}
    return Event("money_moved", facts, "Q3", 7)


BANKRUPT = Event("seat_bankrupt", {"seat": "B", "owed": 124, "paid": 113}, "Q3.15", 7)


def summarize(*events: Event) -> list[str]:
    """Return the summary of a round."""
    say = classkit.new("opoly", seats=3, seed=1).say()
    return [one.text for one in summarize_step(say, events, BEFORE, NOW)]


def test_taxes_before_and_after_a_bankruptcy_are_told_apart() -> None:
    events = pay("A", 148, "income_tax"), pay("B", 113, "income_tax"), BANKRUPT
    assert summarize(*events, pay("C", 99, "income_tax")) == [
        "Income Tax costs Ada $148 and Bruno $113.",
        "Income Tax costs Chiara $99.",
    ]


def test_each_part_of_a_recession_says_which_payment_it_is() -> None:
    due = Event("recession_payment", {"kind": "recession", "number": 3}, "Q4.5", 7)
    events = due, pay("B", 113, "recession"), BANKRUPT, pay("A", 80, "recession")
    assert summarize(*events) == [
        "Payment 3 of this recession costs Bruno $113.",
        "Payment 3 of this recession costs Ada $80.",
    ]


def test_rents_before_and_after_a_bankruptcy_are_told_apart() -> None:
    say = classkit.new("opoly", seats=3, seed=1).say()
    space = next(key for key, title in say.spaces.items() if title == "Boardwalk")
    moved = Event("pawn_moved", {"to": space}, "Q3.1", 7)
    events = moved, pay("B", 20, "rent", "A"), BANKRUPT, pay("C", 30, "rent", "A")
    assert summarize(*events) == ["Boardwalk brings Ada $20.", "Boardwalk brings Ada $30."]
