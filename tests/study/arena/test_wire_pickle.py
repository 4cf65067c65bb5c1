"""What is sent to a policy in a process of its own, and what it may ask for."""

from __future__ import annotations

from typing import Any

import pytest

from classkit.engine.decisions import Decision
from classkit.engine.fields import Amount
from classkit.engine.moves import Move, Preview
from classkit.study.arena.wire_pickle import Encoder, RemoteFunctions, decode


def sent(thing: Any) -> tuple[Any, RemoteFunctions]:
    """Return a thing as a policy gets it, with the questions that it may put."""
    questions = RemoteFunctions()
    text = Encoder().encode(thing, questions)
    return decode(text, None, lambda name, *values: questions.functions[name](*values)), questions


def test_an_amount_may_allow_others_in_any_form() -> None:
    """A game of somebody else may say them as a range."""
    amount, _ = sent(Amount(10, 20, also=range(3)))
    assert amount.refuse(2) is None and amount.refuse(5) and amount.refuse(15) is None


def test_a_preview_is_asked_with_the_values_alone() -> None:
    """Whatever else the game's function takes is the game's own affair, such as the seat."""

    def preview(values: Any, seat: str = "A") -> Preview:
        return Preview(("", "cards"), ((seat, values["amount"]),))

    decision = Decision(
        "A", "bid", [Move("bid", preview=preview, amount=Amount(0, 9))], "X1", "bid"
    )
    made, questions = sent(decision)
    assert made.moves[0].preview({"amount": 3}).rows == (("A", 3),)
    for question in questions.functions.values():
        with pytest.raises(TypeError):
            question({"amount": 3}, "B")


def test_part_of_the_state_is_not_sent() -> None:
    class State:
        pass

    with pytest.raises(TypeError, match="State cannot be sent"):
        Encoder().encode({"table": State()})
