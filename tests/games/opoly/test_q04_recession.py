"""Recession and depression (Q4), cash trouble and the bank (Q5)."""

from __future__ import annotations

import pytest

from .tables import (
    ORANGE,
    act,
    asked,
    at_turn,
    cash,
    do,
    events_over,
    last,
    moves,
    on,
    owner,
    payments,
    skip_to,
    told,
)

A = {"properties": ["boardwalk", "baltic_avenue"]}


@pytest.mark.parametrize(
    ("card", "kind"), [("recession_1", "recession"), ("depression", "depression")]
)
def test_q4_1_entering(card, kind):
    """Q4.1: the pawn on space 10, no Go pay, and the turn ends with its window."""
    m = on("chance_external_2", (3, 4), luck=[card], A=A)
    assert m.view(None).pawn == "soft_landing_recession" and m.view(None).recession == kind
    assert m.turn == 1 and events_over(m) and payments(m) == []
    m = on("recession", A=A)
    assert m.view(None).recession == "recession"


def test_q4_2_puts():
    """Q4.2: asked in lead order; passing leaves it; puts do nothing in a depression."""
    hands = {"B": {"cards": ["greenspan_put"]}, "D": {"cards": ["bernanke_put"]}}
    m = at_turn([(1, 3)], recession="recession", **hands)
    assert asked(m) == ("B", "play_put")
    m.answer("pass")
    assert asked(m) == ("D", "play_put")
    m.answer("bernanke_put")
    assert m.view(None).recession == "" and m.view(None).pawn == "virginia_avenue"
    assert owner(m, "greenspan_put") == "B"
    m = at_turn([(1, 3)], recession="depression", **hands)
    assert told(m, "recession_payment")[0]["kind"] == "depression"


def vote(*yes, **facts):
    """Play a stimulus vote with these seats in favour."""
    m = at_turn([(4, 6)], recession="depression", on_table=["fiscal_stimulus_1"], **facts)
    for decision in m.requests():
        m.answer("yes" if decision.seat in yes else "no", seat=decision.seat)
    return m


def test_q4_3_stimulus():
    """Q4.3: more than half of the active seats; a tie fails and the card stays."""
    m = vote("A", "B", "C")
    assert [p[2] for p in payments(m, "stimulus_grant")] == [25] * 4
    assert m.view(None).recession == "" and m.view(None).pawn == "free_parking"
    assert owner(m, "fiscal_stimulus_1") == "deck"
    m = vote("A", "B")
    assert payments(m, "stimulus_grant") == [] and owner(m, "fiscal_stimulus_1") == "table"
    assert last(m, "vote_counted").facts["passed"] is False
    assert len(told(m, "recession_payment")) == 1


def test_q4_3_only_active_seats_vote():
    """Q4.3, Q5.4: two of three active seats are more than half."""
    m = vote("A", "B", D={"status": "bankrupt"})
    assert last(m, "vote_counted").facts["passed"]
    assert {p[1] for p in payments(m, "stimulus_grant")} == set("ABC")


def test_q4_4_doubles_end_it():
    """Q4.4: nobody pays, the pawn moves by that roll, and the doubles do not count."""
    m = at_turn([(5, 5)], recession="recession", payments=1, A=A)
    assert payments(m) == [] and m.view(None).pawn == "free_parking"
    assert m.table.doubles == 0 and last(m, "recession_ended").facts["cause"] == "doubles"


def test_q4_4_pay_then_roll():
    """Q4.4: with the option the payment comes first; a failed third roll brings the card."""
    options = {"recession_order": "pay_then_roll"}
    m = at_turn([(5, 5)], recession="recession", A=A, options=options)
    assert payments(m, "recession") == [("A", "bank", 20, "recession")]
    assert m.view(None).pawn == "free_parking"
    m = at_turn([(1, 2), "tax_rebate"], recession="recession", payments=2, A=A, options=options)
    assert len(payments(m, "recession")) == 1 and len(payments(m, "card_grant")) == 4


@pytest.mark.parametrize(("kind", "owed"), [("recession", 75), ("depression", 150)])
def test_q4_5_payments(kind, owed):
    """Q4.5: per property, mortgaged too, per house, per hotel; a depression doubles."""
    a = {"properties": ["park_place", "boardwalk"], "mortgaged": []}
    m = at_turn([(1, 2)], recession=kind, A=a, buildings={"park_place": 5, "boardwalk": 4})
    assert payments(m, kind)[0][2] == owed + (15 if kind == "recession" else 30)
    m = at_turn([(1, 2)], recession="recession", A={**A, "mortgaged": ["boardwalk"]})
    assert payments(m)[0][2] == 20


def test_q4_6_a_further_card_is_an_ordinary_draw():
    """Q4.6: Demand Slump leads to Chance, whose Recession does not end the game."""
    m = at_turn([(1, 2), "demand_slump", "recession_2"], recession="recession", payments=2)
    assert not m.is_over and m.view(None).recession == "recession"
    assert [f["cause"] for f in told(m, "recession_ended")] == ["third_payment"]
    assert m.table.payments == 0


def test_q4_6_an_edited_empty_deck():
    """Q4.6, Q3.12: no card, and the recession is over."""
    external = list(on("free_parking").view(None).edition.external)
    m = at_turn([(1, 2)], recession="recession", payments=2, removed=external)
    assert m.view(None).recession == "" and not m.is_over


def test_q4_7_the_deck_is_reshuffled_after_a_depression():
    """Q4.7: all cards in it, not the closing card, which is applied afterwards."""
    under = ["tax_rebate", "wage_pressure"]
    m = at_turn([(5, 5)], recession="depression", under=under)
    assert told(m, "deck_reshuffled") and m.table.decks["external"].under == []
    m = at_turn([(1, 2), "storm_damage"], recession="depression", payments=2, under=under)
    assert m.table.decks["external"].under == ["storm_damage"]
    m = at_turn([(5, 5)], recession="recession", under=under)
    assert m.table.decks["external"].under == under


def test_q4_8_a_window_follows_each_recession_turn():
    """Q4.8: and no rent is collected meanwhile."""
    m = at_turn([(1, 2)], recession="recession", A=A)
    assert m.turn == 1 and asked(m) == ("A", "manage")
    assert payments(m, "rent") == []


# --- Q5 -------------------------------------------------------------------------------------------


def test_q5_1_one_snapshot_in_lead_order():
    """Q5.1: computed from one snapshot, collected in lead order."""
    m = on("luxury_tax", turn=3)
    assert [p[0] for p in payments(m)] == ["C", "D", "A", "B"]


def test_q5_1_raise_cash():
    """Q5.1: with the option buildings and mortgages may meet the charge."""
    a = {"cash": 20, "properties": [*ORANGE, "boardwalk"]}
    m = on("luxury_tax", A=a, buildings=dict.fromkeys(ORANGE, 1), options={"raise_cash": True})
    assert asked(m) == ("A", "raise_cash") and moves(m) == ["pass", "raise_cash"]
    m.answer("raise_cash", acts=[act("sell_building", space="st_james_place", levels=1),
                                 act("mortgage", space="boardwalk")])  # fmt: skip
    assert cash(m, "A") == 20 + 50 + 200 - 75 and m.view(None).status("A") == "active"
    m = on("luxury_tax", A=a, options={"raise_cash": True})
    m.answer("pass")
    assert m.view(None).status("A") == "bankrupt"


def test_q5_2_bankruptcy_keeps_what_it_has():
    """Q5.2: properties, buildings, cards and alliances stay; it keeps a score."""
    a = {"cash": 20, "properties": ["park_place"], "cards": ["patent_portfolio"]}
    m = on("luxury_tax", A=a, B={"properties": ["boardwalk"]},
           alliances=[{"group": "dark_blue"}], buildings={"park_place": 2})  # fmt: skip
    view = m.view(None)
    assert view.status("A") == "bankrupt" and view.level("park_place") == 2
    assert view.hand("A") == ["patent_portfolio"] and view.is_allied("dark_blue")
    assert view.asset("A") == 350 + 200 + 150


BROKE = {"status": "bankrupt", "cash": 300}


def test_q5_3_the_trustee():
    """Q5.3: it receives rents, may accept alliances and may build."""
    facts = {
        "A": {**BROKE, "properties": ["boardwalk"]}, "B": {"properties": ["park_place"]},
    }  # fmt: skip
    m = on("boardwalk", **facts)
    assert payments(m, "rent") == [("bank", "A", 50, "rent")]
    skip_to(m, "propose", "B")
    m.answer("alliance", group="dark_blue", split={}, building="free", fee={}, note="")
    assert asked(m) == ("A", "answer_alliance")
    m.answer("accept")
    skip_to(m, "build_order", "A")


def test_q5_4_what_it_may_not():
    """Q5.4: no Go pay, no cancelling, dealing, mortgaging, puts, votes; passive cards work."""
    m = at_turn(
        [(1, 2)], recession="recession", A={**BROKE, "properties": ["boardwalk"], "cards": [
            "greenspan_put", "risk_management"]},
    )  # fmt: skip
    assert payments(m, "recession") == [("A", "bank", 5, "recession")]
    assert "A" not in {d.seat for d in m.requests()}
    skip_to(m, "propose", "B")
    assert "A" not in m.legal_moves()[1].fields["partner"].options
    a = {**BROKE, "cards": ["awesome_ad_campaign", "government_relations", "patent_portfolio"]}
    m = at_turn([(1, 1)], A=a, pawn="boardwalk")
    assert owner(m, "awesome_ad_campaign") == "removed" and payments(m, "go_bonus") == []
    assert payments(on("luxury_tax", A=a))[0][2] == 75


@pytest.mark.parametrize(("pays", "paid"), [(True, 60), (False, 0)])
def test_q5_5_the_rest_is_waived(pays, paid):
    """Q5.5: a bankrupt seat pays at most its cash, or with the option nothing."""
    m = on("luxury_tax", A={**BROKE, "cash": 60}, options={"trustee_pays_charges": pays})
    assert cash(m, "A") == 60 - paid
    assert told(m, "charge_waived") == [
        {"amount": 75 - paid, "reason": "luxury_tax", "seat": "A"}
    ]  # fmt: skip


def test_q5_6_in_the_window_too():
    """Q5.6: a mortgage that the bank cannot pay ends the game."""
    rich = {seat: {"cash": 5120} for seat in "BCD"}
    m = on("free_parking", A={"cash": 5120, "properties": ["boardwalk"]}, **rich)
    assert cash(m, "bank") == 100
    do(m, act("mortgage", space="boardwalk"))
    assert m.ending == "bank" and told(m, "bank_exhausted") == [{"owed": 200, "bank": 100}]
    assert not m.view(None).mortgaged("boardwalk")


def test_q5_6_exactly_zero_and_unlimited():
    """Q5.6: a bank at exactly $0 goes on; unlimited prints the shortfall first."""
    each = {seat: {"cash": 4945} for seat in "ABCD"}
    m = on("baltic_avenue", (2, 4), **each)
    assert cash(m, "bank") == 0 and not m.is_over
    each = {seat: {"cash": 5000} for seat in "ABCD"}
    m = on("baltic_avenue", (2, 4), **each, options={"bank_limit": "unlimited"})
    assert told(m, "money_printed") == [{"amount": 220, "reason": "go"}]
    assert cash(m, "A", "bank") == [5200, 0] and m.ledger.totals()["dollars"] == 20800


def test_q5_7_money_is_conserved():
    """Q5.7: bank and all cash make the bank total, at the end of a whole game too."""
    m = on("free_parking")
    m.play(bots={"A": "appraiser", "B": "banker", "C": "empire_builder", "D": "random"})
    assert m.is_over and m.ledger.totals()["dollars"] == 20580
    assert m.ledger.totals()["house"] == 32
