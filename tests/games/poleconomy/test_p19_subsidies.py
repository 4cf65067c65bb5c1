"""P19.5, P19.6: immediate and deferred subsidies."""

from __future__ import annotations

import json

import pytest

from classkit.engine.registry import loads
from classkit.games.poleconomy.presentation.event_text import STORIES

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
        ({"purpose": "my friends"}, "not 'my friends': write others in purpose_words"),
        ({"amount": 0}, "from $10,000 to $100,000 in steps of $10,000, not $0"),
        ({"amount": 110_000}, "to $100,000 in steps of $10,000, not $110,000"),
        ({"amount": 15_000}, "in steps of $10,000, not $15,000"),
        ({"delay_rounds": 11}, "from 0 to 10, not 11"),
        ({"delay_rounds": -1}, "from 0 to 10, not -1"),
        ({"purpose_words": "x" * 61}, "at most 60 characters long, not 61"),
        ({"purpose_words": "two\nlines"}, "must be one line"),
    ],
)
def test_what_a_subsidy_may_not_say(change, reason):
    """P19.5: a listed purpose or words, 10,000 to 100,000, now or 1 to 10 rounds later."""
    refused(in_country(), "propose_subsidy", reason, **{**TERMS, **change})


def test_a_purpose_in_the_prime_ministers_own_words():
    """P19.5: at most 60 characters, shown, and nobody is held to them."""
    words = "A road to the north, for those who voted for it_"
    m = in_country()
    m.answer("propose_subsidy", **{**TERMS, "purpose_words": words})  # instead of the listed one
    assert m.requests()[0].about["bill"]["purpose_words"] == words
    assert f"$50,000 for {words} to everybody, at once" in m.requests()[0].about["text"]
    everybody(m, A="yes")
    assert last(m, "subsidy_paid").facts["purpose"] == words
    assert f"receive $50,000 each as the subsidy for {words}" in m.say().event_sentence(
        last(m, "subsidy_paid")
    )
    assert [p for p in payments(m) if p[3] == "subsidy"] == [
        ("treasury", seat, 50_000, "subsidy") for seat in "ABC"
    ]
    alone = {name: value for name, value in TERMS.items() if name != "purpose"}
    m.answer("propose_subsidy", purpose_words=words, **alone)
    everybody(m)
    refused(m, "propose_subsidy", "a subsidy needs a purpose", **alone)
    refused(m, "propose_subsidy", "a subsidy needs a purpose", purpose_words="", **alone)
    m.answer("propose_subsidy", purpose_words="", **TERMS)  # as a page sends it where none is typed
    assert m.requests()[0].about["bill"] == TERMS


@pytest.mark.parametrize("purpose", [{"purpose": "exports"}, {"purpose_words": "My valley"}])
def test_a_subsidy_ten_rounds_later(purpose):
    """P19.5: up to ten rounds; a position states it as it was tabled."""
    m = in_country(turn=4, options={"round_limit": 30})
    m.answer("propose_subsidy", when=[], amount=50_000, delay_rounds=10, **purpose)
    everybody(m, A="yes")
    stated = [{**purpose, "when": [], "amount": 50_000, "delay_rounds": 10, "due_turn": 34}]
    assert m.view("B").deferred == stated
    later = in_country(turn=33, mover="C", deferred=stated, options={"round_limit": 30})
    later.answer("C1").answer("no").answer("done")
    assert [paid for _, paid, *_, reason in payments(later) if reason == "subsidy"] == [
        "A",
        "B",
        "C",
    ]
    assert in_country(turn=32, deferred=stated).position()["deferred"] == stated


def test_a_record_of_rules_3_opens():
    """Deferred subsidies were for a listed purpose, and are so still, to the same fingerprints."""
    m = in_country(turn=4)
    m.answer("propose_subsidy", **{**TERMS, "delay_rounds": 3})
    everybody(m, A="yes").answer("done").answer("C1").answer("no").answer("done")
    record = {**m.to_record(), "rules": "3"}
    assert [mark["digest"] for mark in record["log"] if "digest" in mark][-1] == "1d152ffeab56378a"
    again = loads(json.dumps(record))
    assert again.digest() == m.digest() and again.to_record()["rules"] == "3"


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
    text = (
        "A subsidy that was passed earlier falls due as Bruno's turn begins. The Treasury cannot "
        "pay $300,000: it has $0 in cash and 2 bonds left to issue."
    )
    start, bankrupt = [e for e in m.events if e.name in ("turn_started", "treasury_bankrupt")]
    story, say = STORIES[start.name, bankrupt.name], m.say()
    assert say.tell_story(story, start, bankrupt) == text
    assert say.tell_story(story, start, bankrupt, ["payment", "subsidy_paid"]) == text
    assert say.tell_story(story, start, bankrupt, ["bill_voted"]) is None  # a bill of this turn


def test_a_subsidy_at_once_must_be_covered():
    """P19.6: by cash and unissued bonds; a deferred one need not be."""
    m = in_country(unissued=1, treasury=40_000)
    refused(m, "propose_subsidy", "That would cost $150,000 now, but the Treasury's cash and "
            "unissued bonds cover only $140,000 (P19.6)", **TERMS)  # fmt: skip
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
