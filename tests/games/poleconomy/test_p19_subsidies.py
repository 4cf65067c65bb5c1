"""P19.5, P19.6: subsidies, at once and deferred."""

from __future__ import annotations

import pytest

from .tables import (
    asked,
    bonds,
    cash,
    condition,
    everybody,
    in_country,
    last,
    payments,
    refused,
    told,
)

TERMS = {"purpose": "exports", "when": [], "amount": 50_000, "delay_rounds": 0}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"purpose": "my friends"}, "'my friends' is not one of"),
        ({"amount": 0}, "$0 is less than $10,000"),
        ({"amount": 110_000}, "is more than $100,000"),
        ({"amount": 15_000}, "not a multiple of $10,000"),
        ({"delay_rounds": 4}, "4 is not one of 0, 1, 2, 3"),
    ],
)
def test_what_a_subsidy_may_not_say(change, reason):
    """P19.5: a listed purpose, 10,000 to 100,000, at once or 1 to 3 rounds later."""
    refused(in_country(), "propose_subsidy", reason, **{**TERMS, **change})


def test_a_subsidy_is_paid_clockwise_from_the_pm():
    """P19.5: to all who meet its conditions when it is paid; an empty when means all."""
    m = in_country(pm="B", mover="B", votes={"A": 3, "B": 20}, treasury=200_000)
    m.answer("propose_subsidy", **TERMS)
    everybody(m, B="yes")
    assert payments(m) == [("treasury", s, 50_000, "subsidy") for s in "BCA"]
    assert cash(m, "treasury") == 50_000 and told(m, "bonds_issued") == []
    terms = {**TERMS, "when": [condition("companies", 1, 45)]}
    m.answer("propose_subsidy", **terms)
    everybody(m, B="yes")
    assert last(m, "subsidy_paid").facts["seats"] == [] and len(payments(m)) == 3


def test_a_deferred_subsidy():
    """P19.5: at the start of the turn that comes delay_rounds x players later, over elections."""
    m = in_country(turn=4)
    m.answer("propose_subsidy", **{**TERMS, "delay_rounds": 2, "when": [condition("life", 0, 0)]})
    everybody(m, A="yes")
    assert told(m, "subsidy_paid") == [] and m.view(None).deferred[0]["due_turn"] == 10
    deferred = m.view(None).deferred[0]
    m = in_country(
        turn=10, mover="C", pm="B", votes={"A": 3, "B": 20}, deferred=[deferred], B={"life": 1}
    )  # fmt: skip
    assert payments(m)[1:] == [("treasury", s, 50_000, "subsidy") for s in "CA"]
    assert m.table.deferred == [] and asked(m) == ("C", "choose_move")
    assert [e.name for e in m.events][:2] == ["turn_started", "payment"]  # P3.1


def test_several_due_in_one_turn():
    """P19.5, P19.6: in the order in which they were passed; the cap is one for the turn."""
    first = {**TERMS, "amount": 70_000, "due_turn": 4}
    second = {**TERMS, "purpose": "research", "amount": 60_000, "due_turn": 4}
    m = in_country(turn=4, mover="B", deferred=[first, second], treasury=1_000_000)
    amounts = [amount for *_, amount, _ in payments(m)]
    assert amounts == [70_000] * 3 + [30_000] * 3
    assert [f["capped"] for f in told(m, "subsidy_paid")] == [{}, dict.fromkeys("ABC", 30_000)]
    later = in_country(turn=5, mover="B", deferred=[{**first, "due_turn": 6}])
    assert payments(later) == []


def test_a_deferred_subsidy_can_ruin_the_country():
    """P19.6, P17.5: it falls due like any bill, and may end the game at the start of a turn."""
    one = {**TERMS, "amount": 100_000, "due_turn": 4}
    m = in_country(turn=4, mover="B", deferred=[one], unissued=2)
    assert m.ending == "bankrupt" and told(m, "treasury_bankrupt")[0]["bill"] == 300_000


def test_a_subsidy_at_once_must_be_covered():
    """P19.6: by cash and unissued bonds; a deferred one need not be."""
    m = in_country(unissued=1, treasury=40_000)
    refused(m, "propose_subsidy", "That would cost $150,000 at once, and cash and unissued bonds "
            "of the Treasury cover $140,000 (P19.6)", **TERMS)  # fmt: skip
    m.answer("propose_subsidy", **{**TERMS, "delay_rounds": 1})
    everybody(m, A="yes")
    assert len(m.table.deferred) == 1
    m.answer("propose_subsidy", **{**TERMS, "amount": 40_000})
    everybody(m, A="yes")
    assert bonds(m, "treasury") == [0] and cash(m, "treasury") == 20_000
    refused(m, "propose_subsidy", "That would cost $150,000", **TERMS)


def test_what_falls_due_after_the_end_lapses():
    """P19.5: nothing more is paid."""
    one = {**TERMS, "delay_rounds": 3, "due_turn": 13}
    m = in_country(turn=12, mover="C", pm="A", deferred=[one], options={"round_limit": 4})
    m.answer("C1").answer("no").answer("done")
    assert m.ending == "rounds" and payments(m) == [] and len(m.table.deferred) == 1
