"""Illegal answers are refused with a reason and a clause."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.engine.match import Match


def waiting(phase: int, **facts: Any) -> Match:
    """A match of three nations in a phase."""
    return classkit.new(
        "economicon", seats=3, seed=1, position={"round": 2, "phase": phase, **facts}
    )


def refusal(m: Match, *move: Any, **fields: Any) -> str:
    """The reason why an answer is refused; nothing changes."""
    before = m.digest()
    with pytest.raises(IllegalMove) as error:
        m.answer(*move, **fields)
    assert m.digest() == before
    return str(error.value)


def test_a_peg():
    """N3.1, N3.6: what is nothing to be pegged to, and who does not sit here."""
    m = waiting(3)
    first = m.request.seat
    assert (
        refusal(m, "event")
        == "The event card is not a unit. Units are gold, goods and currencies (N3.1)."
    )
    assert refusal(m, "nation:B") == "A nation is not a unit; its currency is: cur:B (N3.1)."
    assert refusal(m, "B") == "A nation is not a unit; its currency is: cur:B (N3.1)."
    assert "Nation F is not at this table" in refusal(m, "cur:F")
    assert refusal(m, f"cur:{first}").endswith("let it float instead (N3.6).")


def test_a_purchase():
    """N9.3: each thing named has its own reason."""
    m = waiting(7)
    while m.request.name != "trade":
        m.play("decision")
    lot = {"unit": "grain", "quantity": 1, "pay_with": "gold"}
    assert "not a unit" in refusal(m, "buy", **{**lot, "unit": "event"})
    assert "its currency is: cur:B" in refusal(m, "buy", **{**lot, "unit": "B"})
    assert "Nation F is not" in refusal(m, "buy", **{**lot, "pay_with": "cur:F"})
    assert "at least 1 unit (N9.3)" in refusal(m, "buy", **{**lot, "quantity": 0})
    assert "The market holds" in refusal(m, "buy", **{**lot, "quantity": 10**9})
    assert "quantity and pay_with are missing" in refusal(m, "grain")
    assert "has no trading partner" in refusal(m, "direct", side="buy", partner="B", **lot)


def test_a_partner():
    """N10.1: a nation is no partner of itself or of a nation without a peg link."""
    m = waiting(7, **{"A.peg": "cur:B"})
    while (m.request.seat, m.request.name) != ("A", "trade"):
        m.play("decision")
    deal = {"side": "sell", "unit": "grain", "quantity": 1, "pay_with": "cur:B"}
    assert refusal(m, "direct", partner="A", **deal) == ("A cannot trade with itself (N10.1).")
    assert refusal(m, "direct", partner="C", **deal) == (
        "A and C are not partners: neither is pegged to the other's currency (N10.1)."
    )
    assert "partner" in refusal(m, "direct", partner=7, **deal)
    assert "at least 1 unit (N10.1)" in refusal(m, "direct", partner="B", **{**deal, "quantity": 0})
    m.answer("direct", partner="B", **deal)
    assert m.request.name == "consent"


@pytest.mark.parametrize("phase", [6, 7])
def test_numbers_of_goods(phase: int):
    """N8.1, N9.1: less than nothing, far too much, and a commodity without its number."""
    m = waiting(phase)
    verb, seat = m.requests()[0].moves[0].name, m.requests()[0].seat
    rule = {"order": "N8.1", "release": "N9.1"}[verb]
    none = {"grain": 0, "oil": 0, "tech": 0}
    assert "0 or more of each" in refusal(m, verb, seat=seat, **{**none, "oil": -1})
    assert rule in refusal(m, verb, seat=seat, **{**none, "oil": -1})
    far = refusal(m, verb, seat=seat, **{**none, "oil": 10**9})
    assert ("at most 1,000 of each" if verb == "order" else " holds only ") in far
    assert refusal(m, "oil", seat=seat) == (
        f"'oil' needs a number: {verb} takes a number for each of grain, oil, tech ({rule})."
    )


def test_floating_out_of_turn():
    """N11.1: not while orders or a consent are awaited, nor when it is over; only if floating."""
    m = waiting(6, **{"A.peg": "none"})
    sentence = "No currency can be created or destroyed while {} awaited (N11.1)."
    assert not_aside(m) == sentence.format("production orders are")
    m = waiting(7, **{"A.peg": "cur:B", "C.peg": "none"})
    while (m.request.seat, m.request.name) != ("A", "trade"):
        m.play("decision")
    assert "A is pegged to cur:B" in not_aside(m)
    m.answer("direct", side="sell", partner="B", unit="grain", quantity=1, pay_with="cur:B")
    assert not_aside(m, "C") == sentence.format("a partner's consent is")
    m.play(until="end")
    assert "after the last round" in not_aside(m)


def not_aside(m: Match, seat: str = "A") -> str:
    """The reason why a nation may not create currency now."""
    with pytest.raises(ClasskitError) as error:
        m.aside("float_money", seat=seat, amount=1)
    return str(error.value)
