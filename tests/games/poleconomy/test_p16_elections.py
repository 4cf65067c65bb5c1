"""P16: parties, votes, coalition talks, and the Prime Minister of Game 2."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import OptionError

from .tables import (
    asked,
    bonds,
    by_hand,
    cash,
    in_country,
    independents,
    last,
    law,
    moves,
    options_of,
    refused,
    told,
)

MAJORITY = ((3, 6), (1, 2), (1, 2))
"""A 9, B 3, C 3: A governs alone."""
THIRDS = ((1, 4), (1, 4), (1, 4))
"""Five votes each: nobody has a majority."""


def test_game_2_begins_with_a_government():
    """P2.2, P2.7, P16.1, P17.1: bonds unissued, Treasury empty; the PM takes the first turn."""
    m = independents(by_hand(*MAJORITY))
    assert told(m, "election_started") == [{"cause": "start"}]
    assert asked(m) == ("A", "pm_action") and m.turn == 1
    assert bonds(m, "bank", "treasury") == [0, 30] and cash(m, "treasury") == 0
    assert m.ledger.totals()["dollars"] == 59_800_000
    with pytest.raises(OptionError, match="option game: must be one of 1, 2, not 3"):
        classkit.new("poleconomy", seats=3, options={"game": 3})


def test_an_election_dissolves_the_state_of_offices_only():
    """P16.1: Government, parties, Cabinet and salaries go; law, subsidies and Treasury stay."""
    rates = law(per_company=70_000)
    deferred = {
        "purpose": "exports", "when": [], "amount": 50_000, "delay_rounds": 1, "due_turn": 4,
    }  # fmt: skip
    m = in_country(
        [(1, 2), *MAJORITY], marker=11, mover="B", arrow="clockwise", law=rates,
        deferred=[deferred], treasury=70_000, unissued=28, government=["A", "B"],
        B={"party": "Maple", "post": "Finance", "salary": 30_000}, A={"party": "Maple"},
    )  # fmt: skip
    m.answer("throw")  # I03: position 13, no election; see below
    assert m.table.marker == 13 and told(m, "election_started") == []
    m = in_country(
        [(4, 5), *MAJORITY], marker=13, mover="B", law=rates, deferred=[deferred],
        treasury=70_000, unissued=28, government=["A", "B"],
        A={"party": "Maple", "salary": 130_000},
        B={"party": "Maple", "post": "Finance", "salary": 30_000, "at": "I00"},
    )  # fmt: skip
    m.answer("throw")  # I09, number 1: position 0, Election
    t = m.table
    assert told(m, "election_started") == [{"cause": "index"}]
    assert asked(m) == ("A", "choose_party")
    assert (t.prime_minister, t.government, t.parties, t.cabinet, t.salaries) == (
        None, (), {}, {}, {},
    )  # fmt: skip
    assert (t.marker, t.number, t.arrow) == (0, 1, "clockwise")
    assert m.view(None).law == rates and m.view(None).deferred == [deferred]
    assert cash(m, "treasury") == 70_000 and bonds(m, "bank", "treasury") == [2, 28]
    independents(m)
    assert t.salaries == {"A": 100_000}
    m.answer("done")
    assert asked(m) == ("A", "pm_action")  # P3.9: the new PM moves next


def test_parties_are_chosen_banker_first():
    """P16.2: clockwise from the Banker; a name is used once."""
    m = by_hand(*MAJORITY, banker_seat="B")
    assert asked(m) == ("B", "choose_party") and moves(m) == ["independent", "found"]
    refused(m, "join", "No party has been founded yet (P16.2)", party="Maple")
    m.answer("found", party="Maple")
    assert asked(m) == ("C", "choose_party")
    assert "Maple" not in options_of(m, "found") and options_of(m, "join") == ["Maple"]
    refused(m, "found", "Maple has already been founded (P16.2)", party="Maple")
    m.answer("found", party="Lakes").answer("independent")
    assert m.table.parties == {"B": "Maple", "C": "Lakes"}
    assert told(m, "party_changed") == [
        {"seat": "B", "party": "Maple"}, {"seat": "C", "party": "Lakes"},
        {"seat": "A", "party": "independent"},
    ]  # fmt: skip


def test_all_members_must_admit():
    """P16.2: else he answers again and may not ask that party again."""
    m = by_hand((1, 2), (1, 2), (1, 2), (1, 3), seats=4)
    m.answer("found", party="Maple").answer("join", party="Maple").answer("yes", seat="A")
    m.answer("join", party="Maple")
    assert [(d.seat, d.name) for d in m.requests()] == [
        ("A", "admit_member"),
        ("B", "admit_member"),
    ]
    m.answer("yes", seat="B").answer("no", seat="A")
    assert asked(m) == ("C", "choose_party")
    refused(m, "join", "Every party has refused C (P16.2)", party="Maple")
    m.answer("found", party="Lakes").answer("join", party="Maple")
    m.answer("no", seat="A").answer("no", seat="B")
    assert options_of(m, "join") == ["Lakes"]
    m.answer("join", party="Lakes").answer("yes", seat="C")
    assert m.table.parties == {"A": "Maple", "B": "Maple", "C": "Lakes", "D": "Lakes"}


def test_doubles_are_thrown_again_and_added():
    """P16.3: as long as they are doubles; a party controls the sum; a double 6 is no disaster."""
    m = by_hand((6, 6), (6, 6), (1, 2), (1, 2), (3, 3), (1, 2))
    m.answer("found", party="Maple").answer("join", party="Maple").answer("yes", seat="A")
    m.answer("independent")
    assert m.table.votes == {"A": 27, "B": 3, "C": 9}
    counted = last(m, "votes_counted").facts
    assert counted == {"votes": {"A": 27, "B": 3, "C": 9}, "units": {"Maple": 30, "C": 9}}
    assert told(m, "disaster") == []
    assert m.metrics()["vote_share"] == {"A": 69.2, "B": 7.7, "C": 23.1}


def test_more_than_half_governs():
    """P16.4: a party with a majority is the Government; exactly half is not enough."""
    m = by_hand((1, 4), (1, 2), (1, 2))
    m.answer("found", party="Maple").answer("join", party="Maple").answer("yes", seat="A")
    m.answer("independent")
    assert m.table.government == ("A", "B")
    formed = last(m, "government_formed")
    assert formed.facts == {"members": ["A", "B"], "forced": False} and formed.rule == "P16.4"
    m = independents(by_hand((2, 4), (1, 2), (1, 2)))  # 6 of 12
    assert asked(m) == ("A", "propose_coalition")


def test_order_of_talks_and_leaders():
    """P16.5: units by votes; ties by leader, first clockwise from the Banker; once each."""
    m = by_hand((1, 3), (2, 4), (1, 4), (1, 5), (1, 3), (1, 2), seats=6, banker_seat="C")
    m.answer("found", party="Maple").answer("independent").answer("independent")
    m.answer("independent").answer("join", party="Maple").answer("yes", seat="C")
    m.answer("independent")
    # C 4, D 6, E 5, F 6, A 4, B 3: Maple (C, A) 8, D 6, F 6, E 5, B 3 of 28
    assert m.request.about["units"] == {"Maple": 8, "D": 6, "F": 6, "E": 5, "B": 3}
    order = []
    for _ in range(5):
        order.append(asked(m)[0])
        if len(order) < 5:
            m.answer("pass")
    assert order == ["C", "D", "F", "E", "B"]  # C leads Maple: as many votes as A, before A


def test_a_coalition_needs_its_proposer_and_a_majority():
    """P16.5: and the default is one's own unit with the others in order."""
    m = independents(by_hand((1, 4), (1, 3), (1, 2), (1, 2), seats=4), 4)
    assert m.request.default.fields == {"units": ["A", "B"]}
    refused(m, "propose", "the coalition must include A (P16.5)", units=["B", "C"])
    refused(m, "propose", "must have 2 to 4 entries, not 1", units=["A"])
    m.answer("pass")
    assert m.request.default.fields == {"units": ["B", "A"]}
    refused(m, "propose", "B and C have 7 of 15 votes; a majority needs 8", units=["B", "C"])


def test_the_first_success_ends_the_talks():
    """P16.5: all named leaders must agree; a refusal passes the word on."""
    m = independents(by_hand(*THIRDS))
    m.answer("propose", units=["A", "B"]).answer("no", seat="B")
    assert told(m, "coalition_proposed") == [
        {"leader": "A", "units": ["A", "B"], "answers": {"B": "no"}}
    ]
    assert asked(m) == ("B", "propose_coalition")
    m.answer("propose", units=["B", "A", "C"])
    assert [d.seat for d in m.requests()] == ["A", "C"]
    m.answer("yes", seat="A").answer("yes", seat="C")
    assert m.table.government == ("A", "B", "C")
    assert last(m, "government_formed").facts["forced"] is False


def test_failed_talks_throw_all_votes_again():
    """P16.6: parties stay; after the last failure the largest units are joined as they stand."""
    m = by_hand(*THIRDS, *THIRDS, (1, 4), (1, 5), (1, 4), failed_formations_max=3)
    m.answer("found", party="Maple").answer("independent").answer("independent")
    for talks in range(3):
        assert len(told(m, "votes_counted")) == talks + 1
        for _ in range(3):
            m.answer("pass")
    assert m.table.parties == {"A": "Maple"}
    formed = last(m, "government_formed")
    assert formed.facts == {"members": ["A", "B"], "forced": True} and formed.rule == "P16.6"
    m = independents(by_hand(*THIRDS, *MAJORITY))
    for _ in range(3):
        m.answer("pass")
    assert m.table.government == ("A",)  # the new votes are looked at first
    m = independents(by_hand(*THIRDS, failed_formations_max=1))
    for _ in range(3):
        m.answer("pass")
    assert last(m, "government_formed").facts["forced"] is True


def coalition(*throws):
    """A Government of A and B, with these rolls to come after the votes."""
    m = independents(by_hand((1, 4), (1, 4), (1, 2), *throws))
    return m.answer("propose", units=["A", "B"]).answer("yes", seat="B")


def test_choosing_the_prime_minister():
    """P16.7: alone, unanimous, most votes; the tied roll, those tied for highest again."""
    assert last(independents(by_hand(*MAJORITY)), "pm_elected").facts["how"] == "sole"
    m = coalition()
    assert [(d.seat, d.name) for d in m.requests()] == [("A", "choose_pm"), ("B", "choose_pm")]
    m.answer("name", member="B", seat="A").answer("B", seat="B")
    assert last(m, "pm_elected").facts == {"seat": "B", "game": 2, "how": "unanimous"}
    m = coalition((2, 3), (1, 4), (1, 2), (6, 6))
    m.answer("A", seat="A").answer("B", seat="B")
    assert last(m, "pm_elected").facts == {"seat": "B", "game": 2, "how": "most_votes"}
    ties = [e.facts["seat"] for e in m.events if e.name == "dice_thrown"
            and e.facts["purpose"] == "pm_tie"]  # fmt: skip
    assert ties == ["A", "B", "A", "B"] and told(m, "disaster") == []


def test_only_members_can_be_named():
    """P16.7: by members of the Government."""
    m = coalition()
    refused(m, "name", "C is not in the Government (P16.7)", seat="A", member="C")


def test_a_banker_who_becomes_pm_resigns():
    """P16.8: the next seat clockwise takes over."""
    m = independents(by_hand(*MAJORITY))
    assert told(m, "banker_changed") == [{"seat": "B"}] and m.table.banker == "B"
    m = independents(by_hand(*MAJORITY, banker_seat="C"))  # C 9, A 3, B 3
    assert (m.table.prime_minister, m.table.banker) == ("C", "A")
    m = independents(by_hand((1, 2), (3, 6), (1, 2)))
    assert told(m, "banker_changed") == [] and m.table.banker == "A"


def test_votes_and_offices_cannot_be_traded():
    """P13.3: a trade has no place for them."""
    m = in_country()
    (offer,) = [aside for aside in m.asides() if aside.move.name == "propose_trade"]
    assert set(offer.move.fields["give"].fields) == {"cash", "squares", "business", "debt"}


def test_sealed_answers_by_default():
    """P16.2, P16.5, P16.7: admission no, coalition yes, the member with most votes."""
    m = classkit.new("poleconomy", seats=4, seed=5, options={"game": 2})
    while m.turn == 0:
        for decision in m.requests():
            default = decision.default
            if decision.name == "admit_member":
                assert default.move == "no"
            if decision.name == "join_coalition":
                assert default.move == "yes"
            if decision.name == "choose_pm":
                votes = decision.about["votes"]
                assert votes[default.fields["member"]] == max(votes.values())
            m.answer(default.move, seat=decision.seat, **default.fields)
    assert m.table.prime_minister in m.table.government
