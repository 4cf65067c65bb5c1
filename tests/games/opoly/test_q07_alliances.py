"""Alliances (Q7)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.registry import loads

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    act,
    alliance,
    asked,
    at_turn,
    cash,
    deal,
    do,
    end_turn,
    last,
    level,
    moves,
    on,
    payments,
    refused,
    skip_to,
    told,
)

BOTH = {"A": {"properties": ["park_place"]}, "B": {"properties": ["boardwalk"]}}
THREE = {
    "A": {"properties": ORANGE[:1]}, "B": {"properties": ORANGE[1:2]},
    "C": {"properties": ORANGE[2:]},
}  # fmt: skip


def offering(seat="A", **facts):
    """Create a match at the proposals of a seat."""
    return skip_to(on("free_parking", **facts), "propose", seat)


def test_q7_1_who_may_sign():
    """Q7.1: all owners of a group that is owned whole, at least two."""
    assert "alliance" in moves(offering(**BOTH))
    assert "alliance" not in moves(offering(A={"properties": BLUES}))
    assert "alliance" not in moves(offering(A={"properties": ["boardwalk"]}))
    assert "alliance" not in moves(offering("C", **BOTH))


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({"split": {"A": 60}}, "add up to 100"),
        ({"split": {"A": 60, "B": 41}}, "add up to 100"),
        ({"fee": {"payer": "A"}}, "amount"),
        ({"fee": {"payer": "A", "payee": "A", "amount": 5}}, "another"),
        ({"building": "high"}, "building"),
        ({"note": "x" * 201}, "at most 200 characters long, not 201"),
    ],
)
def test_q7_1_the_form(terms, reason):
    """Q7.1: percentages per party summing to 100, free or level, a fee, a note."""
    refused(offering(**BOTH), "alliance", reason, **alliance("dark_blue", **terms))


def dated(turns, **facts):
    """Sign an alliance of A and B over the dark blue group in turn 1, for ``turns`` turns."""
    m = offering(**BOTH, luck=[(4, 6)] * 4, **facts)
    terms = alliance("dark_blue", note="until the third roll", ends_after=turns)
    return m.answer("alliance", **terms).answer("accept")


def test_q7_1_an_alliance_may_end_by_date():
    """Q7.1: on its date it ends as if notice had been given in the turn before."""
    m = dated(2, buildings={})
    (contract,) = m.view(None).alliances()
    assert contract["ends"] == 3 and contract["note"] == "until the third roll"
    end_turn(m)
    skip_to(m, "manage")
    assert m.turn == 2 and m.view(None).is_allied("dark_blue")
    end_turn(m)
    skip_to(m, "manage")
    assert m.turn == 3 and not m.view(None).is_allied("dark_blue")
    assert last(m, "alliance_ended").facts["cause"] == "date"
    assert m.view(None).sheet("A").contracts[0]["ends"] == 3


def test_q7_1_notice_may_come_before_the_date():
    """Q7.1, Q7.6: and the turn before the date it would be no earlier end."""
    m = dated(4)
    end_turn(m)
    skip_to(m, "manage", "B")
    early = m.fork()
    do(early, act("cancel_alliance", group="dark_blue"))
    assert early.view(None).alliances()[0]["ends"] == 3
    end_turn(end_turn(m))
    skip_to(m, "manage", "A")
    assert m.turn == 4
    refused(m, "manage", "by its date", acts=[act("cancel_alliance", group="dark_blue")])


def test_q7_1_a_date_goes_through_positions_and_records():
    """Q7.1: a position keeps the date."""
    m = end_turn(dated(3))
    again = classkit.new("opoly", seats=4, position=m.position(), seed=1)
    assert again.view(None).alliances() == m.view(None).alliances()
    assert again.position() == m.position()
    assert loads(m.record_text()).digest() == m.digest()


@pytest.mark.parametrize("turns", [-1, 301, "soon"])
def test_q7_1_no_such_date(turns):
    """Q7.1: a number of turns; 0, or nothing, is no date."""
    refused(offering(**BOTH), "alliance", "ends_after", **alliance("dark_blue", ends_after=turns))
    m = offering(**BOTH)
    m.answer("alliance", **alliance("dark_blue", ends_after=0)).answer("accept")
    assert m.view(None).alliances()[0]["ends"] is None


def test_q7_1_the_note_is_shown_with_the_contract():
    """Q7.1: on the board, in the news, and in the view."""
    m = dated(4)
    (gauge,) = (g for g in m.game.scene(m.table).gauges if g.id.startswith("contract."))
    assert "until the third roll" in gauge.words and "ends in turn 5" in gauge.words
    told_of = m.say().event_sentence(last(m, "alliance_signed"))
    assert "for 4 turns (until the third roll)" in told_of


def test_q7_2_each_other_party_answers():
    """Q7.2: in lead order; one refusal kills the offer."""
    m = offering(**THREE)
    m.answer("alliance", **alliance("orange"))
    assert asked(m) == ("B", "answer_alliance")
    m.answer("accept")
    assert asked(m) == ("C", "answer_alliance")
    m.answer("refuse")
    assert not m.view(None).is_allied("orange") and asked(m) == ("B", "propose")


def test_q7_2_fee_and_replacement():
    """Q7.2: a fee is paid on signing; one its payer cannot pay kills the offer; new for old."""
    fee = {"payer": "A", "payee": "B", "amount": 120}
    m = offering(**BOTH, alliances=[{"group": "dark_blue", "ends": 2, "signed": 1}])
    m.answer("alliance", **alliance("dark_blue", split={"A": 40, "B": 60}, fee=fee)).answer(
        "accept"
    )
    assert cash(m, "A", "B") == [1380, 1620]
    (contract,) = m.view(None).alliances()
    assert contract["split"] == {"A": 40, "B": 60} and contract["ends"] is None
    assert len(m.view(None).sheet("A").contracts) == 2
    poor = {"A": {**BOTH["A"], "cash": 100}, "B": BOTH["B"]}
    m = offering(**poor)
    m.answer("alliance", **alliance("dark_blue", fee=fee))
    assert asked(m) == ("B", "propose") and not m.view(None).is_allied("dark_blue")


def test_q7_3_effect_from_signing():
    """Q7.3: double rent and the right to build; "level" holds everybody to the lowest lot."""
    m = offering(**BOTH)
    m.answer("alliance", **alliance("dark_blue", building="level")).answer("accept")
    skip_to(m, "build_order", "B")
    refused(m, "order", "Q7.3", seat="B", orders=[{"space": "boardwalk", "levels": 2}])
    m.answer("order", seat="B", orders=[{"space": "boardwalk", "levels": 1}])
    m.answer("pass", seat="A")
    assert level(m, "boardwalk") == 1


def test_q7_4_preview_and_split():
    """Q7.2, Q7.4: the form previews what each party gets of each landing, and of the fee."""
    m = offering(**BOTH)
    move = next(move for move in m.legal_moves() if move.name == "alliance")
    preview = move.preview(alliance("dark_blue", split={"A": 33, "B": 67}))
    assert preview.columns == ("Lot", "Rent now", "A", "B")
    assert preview.rows == (("Park Place", 35, 24, 46), ("Boardwalk", 50, 33, 67))
    paid = {"payer": "B", "payee": "A", "amount": 70}
    with_fee = move.preview(alliance("dark_blue", split={"A": 33, "B": 67}, fee=paid))
    assert with_fee.rows == (*preview.rows, ("Fee, once", "", 70, -70))
    pact = [{"group": "dark_blue", "split": {"A": 33, "B": 67}}]
    m = on("boardwalk", **BOTH, alliances=pact)
    assert payments(m) == [("bank", "A", 33, "rent_share"), ("bank", "B", 67, "rent_share")]


def test_q7_4_after_the_owners_cards():
    """Q7.4: the owner's card modifiers first, then the percentages; bankrupt parties too."""
    rails = {"A": {"properties": RAILS[:2], "cards": ["logistics_network"]},
             "B": {"properties": RAILS[2:], "status": "bankrupt"}}  # fmt: skip
    pact = [{"group": "railroad", "split": {"A": 50, "B": 50}}]
    m = on(RAILS[0], **rails, alliances=pact)
    assert [p[2] for p in payments(m, "rent_share")] == [75, 75]


def test_q7_5_money_between_players():
    """Q7.5: a landing moves no money between players."""
    m = on("boardwalk", **BOTH, alliances=[{"group": "dark_blue"}])
    assert all(payer == "bank" for payer, *_ in payments(m))


def test_q7_6_notice():
    """Q7.6: it works through the events of the next turn and ends before its window."""
    m = on("boardwalk", **BOTH, alliances=[{"group": "dark_blue"}], luck=[(1, 2)])
    do(m, act("cancel_alliance", group="dark_blue"))
    assert last(m, "alliance_notice").facts == {"group": "dark_blue", "by": "A", "ends_turn": 2}
    assert m.view(None).is_allied("dark_blue")
    refused(m, "manage", "Q7.6", acts=[act("cancel_alliance", group="dark_blue")])
    m.play(until="turn", bots="passive")
    skip_to(m, "manage")
    assert not m.view(None).is_allied("dark_blue")
    assert last(m, "alliance_ended").facts["cause"] == "notice"


def test_q7_6_where_the_window_is_skipped():
    """Q7.6: it ends at the turn's end then."""
    m = at_turn([(1, 2), (4, 6)], **BOTH, alliances=[{"group": "dark_blue", "ends": 1}])
    for _ in range(4):
        m.answer("pass")
    assert m.turn == 2 and told(m, "alliance_ended")[0]["group"] == "dark_blue"


def test_q7_6_a_new_contract_replaces_notice():
    """Q7.6: notice may not be withdrawn, but a new contract signed meanwhile replaces it."""
    m = offering(**BOTH, alliances=[{"group": "dark_blue", "ends": 2}], luck=[(4, 6)])
    m.answer("alliance", **alliance("dark_blue")).answer("accept")
    end_turn(m)
    skip_to(m, "propose")
    assert m.turn == 2 and m.view(None).is_allied("dark_blue")


def test_q7_7_a_lot_to_another_party():
    """Q7.7: the contract continues while two owners remain; another split becomes "own"."""
    pact = [{"group": "orange", "split": {"A": 30, "B": 30, "C": 40}}]
    m = offering(**THREE, alliances=pact)
    m.answer("deal", **deal("B", give_spaces=ORANGE[:1])).answer("accept")
    (contract,) = m.view(None).alliances()
    assert contract["parties"] == ["B", "C"] and contract["ends"] == 2
    assert contract["split"] == "own"


@pytest.mark.parametrize("give", [ORANGE[:1], ORANGE[:2]])
def test_q7_7_an_exchange_between_parties(give):
    """Q7.7: a deal is one act: a party that owns lots before and after it stays in the alliance."""
    pact = [{"group": "orange", "split": {"A": 60, "B": 40}}]
    m = offering(A={"properties": ORANGE[:2]}, B={"properties": ORANGE[2:]}, alliances=pact)
    m.answer("deal", **deal("B", give_spaces=give, get_spaces=ORANGE[2:])).answer("accept")
    (contract,) = m.view(None).alliances()
    assert contract["parties"] == ["A", "B"] and contract["ends"] is None
    assert contract["split"] == {"A": 60, "B": 40} and not told(m, "alliance_ended")
    pact = [{"group": "orange", "split": {"A": 30, "B": 30, "C": 40}}]
    m = offering(**THREE, alliances=pact)
    m.answer("deal", **deal("B", give_spaces=ORANGE[:1], get_spaces=ORANGE[1:2])).answer("accept")
    (contract,) = m.view(None).alliances()
    assert contract["parties"] == ["A", "B", "C"] and contract["ends"] is None


def test_q7_7_an_exchange_that_leaves_one_owner():
    """Q7.7: with one owner left the alliance ends, and the group is its own."""
    pact = [{"group": "orange"}]
    m = offering(A={"properties": ORANGE[:2]}, B={"properties": ORANGE[2:]}, alliances=pact)
    m.answer("deal", **deal("B", give_cash=50, get_spaces=ORANGE[2:])).answer("accept")
    assert last(m, "alliance_ended").facts["cause"] == "one_owner"
    assert m.view(None).complete("orange")


def test_q7_7_an_outsider_ends_it():
    """Q7.7: a lot shed to the bank or an outsider ends the alliance immediately."""
    a = {"properties": ["park_place", *RAILS]}
    m = on("chance_external", (3, 4), luck=["antitrust_action"], A=a, B=BOTH["B"],
           alliances=[{"group": "dark_blue"}], buildings={"boardwalk": 1})  # fmt: skip
    m.answer("shed", space="park_place", to="C", price=5).answer("accept")
    assert last(m, "alliance_ended").facts["group"] == "dark_blue"
    assert level(m, "boardwalk") == 0 and cash(m, "B") == 1600


def steal(space, actor, **facts):
    """Play an Ethical Opportunity in which one seat acts."""
    m = on("chance_external", (3, 4), luck=["ethical_opportunity", (4, 6)], **facts)
    for seat in "ABCD":
        if m.requests(seat):
            if seat == actor:
                m.answer("act", seat=seat, space=space)
            else:
                m.answer("decline", seat=seat)
    return m


def test_q7_7_theft_by_an_outsider():
    """Q7.7: the thief becomes a party, under notice given that turn; rents are "own"."""
    m = steal("boardwalk", "C", **BOTH,
              alliances=[{"group": "dark_blue", "split": {"A": 50, "B": 50}}],
              buildings={"boardwalk": 2})  # fmt: skip
    (contract,) = m.view(None).alliances()
    assert contract["parties"] == ["A", "C"] and contract["ends"] == 2
    assert contract["split"] == "own" and level(m, "boardwalk") == 2
    end_turn(m)
    skip_to(m, "manage")
    assert level(m, "boardwalk") == 0 and ("bank", "C", 200, "building_sale") in payments(m)


def test_q7_7_theft_breaks_up_a_built_group():
    """Q7.7: victim and thief are deemed allied, under notice; improvements are handed over."""
    m = steal("boardwalk", "C", A={"properties": BLUES}, buildings=dict.fromkeys(BLUES, 3))
    (contract,) = m.view(None).alliances()
    assert contract["parties"] == ["A", "C"] and contract["ends"] == 2
    assert level(m, "boardwalk") == 3
    m = steal("boardwalk", "C", A={"properties": BLUES})
    assert m.view(None).alliances() == []
