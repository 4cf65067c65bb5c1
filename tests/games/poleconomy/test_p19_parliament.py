"""P19.1: bills and the votes on them."""

from __future__ import annotations

from .tables import (
    asked,
    everybody,
    in_country,
    last,
    law,
    moves,
    refused,
    told,
)

TERMS = {"purpose": "exports", "when": [], "amount": 50_000, "delay_rounds": 0}


def test_a_bill_needs_more_than_half_of_all_votes():
    """P19.1, P16.4: sealed, with their votes; a lost bill has no other effect."""
    m = in_country(votes={"A": 10, "B": 6, "C": 4}, government=["A", "B"])
    before = m.view(None).law
    m.answer("propose_tax", law=law(per_company=60_000))
    assert [(d.seat, d.name) for d in m.requests()] == [(s, "vote_bill") for s in "ABC"]
    about = m.requests("B")[0].about
    assert about["votes"] == {"A": 10, "B": 6, "C": 4} and about["needed"] == 11
    assert [m.requests(s)[0].default.move for s in "ABC"] == ["yes", "yes", "no"]
    everybody(m, A="yes")  # 10 of 20
    voted = last(m, "bill_voted").facts
    assert (voted["yes"], voted["no"], voted["passed"]) == (10, 10, False)
    assert voted["kind"] == "tax" and voted["text"] == "everybody: $60,000 for each company"
    assert m.view(None).law == before and asked(m) == ("A", "pm_action")
    m.answer("propose_tax", law=law(per_company=60_000))
    everybody(m, A="yes", C="yes")
    assert m.view(None).law == law(per_company=60_000)
    assert told(m, "tax_law_set") == [{"law": law(per_company=60_000)}]


def test_bills_are_counted_per_turn():
    """P19.1: at most bills_per_turn, lost ones too; only at the PM's turn, before he moves."""
    m = in_country(options={"bills_per_turn": 1})
    m.answer("propose_tax", law=law(per_company=60_000))
    everybody(m)
    refused(m, "propose_subsidy", "1 of 1 bill has been tabled in this turn (P19.1)", **TERMS)
    m.answer("done")
    assert moves(m)[0] == "throw"
    m = in_country(options={"bills_per_turn": 0})
    refused(m, "propose_tax", "0 of 0 bills", law=law())
    m = in_country(mover="B")
    assert asked(m) == ("B", "choose_move")
