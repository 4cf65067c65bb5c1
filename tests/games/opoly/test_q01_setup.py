"""Set-up and reading the rules (Q0, Q1)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import ClasskitError, OptionError

from .tables import asked, at_turn, cash, on, owner, payments, skip_to, told

CARDS = ["treasury_desk", "land_bank", "diversification_2", "diversification_1", "bernanke_put"]


def new(seats=4, edition=None, **options):
    """Set-up with a seed."""
    return classkit.new("opoly", seats=seats, seed=1, edition=edition, options=options)


@pytest.mark.parametrize(("seats", "slots"), [(3, 7), (4, 5), (5, 4), (6, 3), (7, 3), (8, 3)])
def test_q1_1_cash_and_limits(seats, slots):
    """Q1.1: $1,500 from the bank and a limit by the number of seats."""
    m = new(seats)
    assert cash(m, *m.seats) == [1500] * seats
    assert {m.view(None).limit(seat) for seat in m.seats} == {slots}
    assert len(payments(m, "start_cash")) == seats


@pytest.mark.parametrize("seats", [2, 9])
def test_q1_1_other_numbers_are_refused(seats):
    """Q1.1: fewer than 3 or more than 8 seats."""
    with pytest.raises(ClasskitError):
        new(seats)


@pytest.mark.parametrize(
    ("seats", "limit", "total"),
    [(5, "edition", 20580), (6, "edition", 41160), (8, "classic_15140", 15140),
     (4, "unlimited", 20580)],
)  # fmt: skip
def test_q1_2_bank_money(seats, limit, total):
    """Q1.2: one set of notes up to five seats, two from six on; options."""
    m = new(seats, bank_limit=limit)
    assert m.ledger.totals()["dollars"] == total
    assert cash(m, "bank") == total - 1500 * seats


def test_q1_2_a_bank_that_cannot_deal_is_refused():
    """Q1.2: the starting cash comes out of the bank."""
    poor = {"based_on": "classic_us", "edition": {"bank_total": 5000}}
    with pytest.raises(OptionError, match=r"Q1\.2"):
        new(4, edition=poor)


def test_q1_3_start():
    """Q1.3: the pawn on Go, decks whole; the first turn pays no Go money for starting there."""
    m = at_turn([(4, 6)])
    assert told(m, "pawn_moved")[0]["from"] == "go" and payments(m, "go") == []
    other = classkit.new("opoly", seats=4, seed=1)
    assert other.table.lots == new().table.lots
    assert classkit.new("opoly", seats=4, seed=2).table.lots != other.table.lots


def test_q1_4_unsold_lots_stay_with_the_bank():
    """Q1.4, Q2.11: ten deeds, minimum $1; the lead goes round with the lots (Q0.2)."""
    m = new()
    for lot in range(10):
        assert asked(m)[0] == "ABCD"[lot % 4]
        assert m.request.about["minimum"] == 1
        for _ in range(4):
            m.answer("pass")
    assert len(m.view(None).properties_of("bank")) == 28
    assert m.request.about["kind"] == "card" and asked(m)[0] == "C"


def test_q1_5_cards_in_alphabetical_order():
    """Q1.5: equal names in the order drawn; unsold under the internal deck."""
    deeds = list(new().view(None).edition.properties[:10])
    m = classkit.new("opoly", seats=3, seed=1, luck=[deeds, CARDS, (1, 3)])
    assert m.table.lots[-5:] == [
        "bernanke_put", "diversification_2", "diversification_1", "land_bank", "treasury_desk"
    ]  # fmt: skip
    while m.turn == 0:
        m.answer(m.request.default.move)
    assert m.table.decks["internal"].under == [
        "bernanke_put", "diversification_2", "diversification_1", "land_bank", "treasury_desk"
    ]  # fmt: skip


def test_q1_6_record_sheets():
    """Q1.6: every receipt with its reason, cost bases, contracts; straight from the ledger."""
    m = new()
    m.answer("bid", amount=50)
    for _ in range(3):
        m.answer("pass")
    lot = m.view("A").properties_of("A")[0]
    sheet = m.view("A").sheet("A")
    assert [(r["reason"], r["received"], r["paid"], r["balance"]) for r in sheet.cash_flow] == [
        ("start_cash", 1500, 0, 1500), ("auction", 0, 50, 1450)
    ]  # fmt: skip
    assert [(row["asset"], row["cost_basis"]) for row in sheet.assets] == [(lot, 50)]
    assert sheet.by_reason == {"start_cash": 1500, "auction": -50}
    assert m.view("A").sheet("B").assets == []


def test_q1_6_contracts_are_on_the_sheets():
    """Q1.6, Q7.2: an alliance stands on the sheets of all its parties, with its notice date."""
    m = on(
        "free_parking",
        A={"properties": ["park_place"]},
        B={"properties": ["boardwalk"]},
        alliances=[{"group": "dark_blue", "signed": 1, "note": "build soon"}],
    )
    skip_to(m, "manage", "B")
    m.answer("manage", acts=[{"act": "cancel_alliance", "group": "dark_blue"}])
    for seat in "AB":
        (contract,) = m.view(None).sheet(seat).contracts
        assert contract["notice_by"] == "B" and contract["ends"] == 2
        assert contract["note"] == "build soon" and contract["split"] == "own"


def test_q1_7_set_up_takes_no_time():
    """Q1.7: playing time starts with turn 1."""
    m = new()
    m.answer("bid", amount=50)
    assert m.turn == 0 and m.view(None).rolls_left == 75


def test_q0_1_and_q0_2_turns_and_lead():
    """Q0.1, Q0.2: turns from 1; the lead of turn t is seat ((t-1) mod n) + 1."""
    for turn, lead in ((1, "A"), (2, "B"), (6, "B"), (8, "D")):
        assert at_turn([(4, 6)], turn=turn).view(None).lead == lead


def test_q0_3_charges_and_grants():
    """Q0.3: charges fall on active and bankrupt seats, grants on active ones."""
    bankrupt = {"A": {"status": "bankrupt", "cash": 500}}
    m = on("luxury_tax", **bankrupt)
    assert {p[0] for p in payments(m, "luxury_tax")} == set("ABCD")
    m = on("chance_external", (3, 4), luck=["tax_rebate"], **bankrupt)
    assert {p[1] for p in payments(m, "card_grant")} == set("BCD")


def test_q0_4_rounding():
    """Q0.4: worth and cash down, reduced charges and discounted costs up."""
    m = on("chance_external", (3, 4), luck=["market_crash"], A={"cash": 1239})
    assert payments(m, "card_charge")[0][2] == 123
    card = {"cards": ["government_relations"]}
    assert payments(on("luxury_tax", A=card), "luxury_tax")[0][2] == 38
    lean = {"properties": ["mediterranean_avenue", "baltic_avenue"], "cards": ["lean_construction"]}
    assert on("free_parking", A=lean).view("A").level_cost("A", "baltic_avenue") == 40


def test_q0_5_nothing_is_hidden():
    """Q0.5: every seat sees the same of every other."""
    m = on("free_parking", A={"cash": 7, "properties": ["boardwalk"], "cards": ["land_bank"]})
    for seat in (None, *m.seats):
        view = m.view(seat)
        assert (view.cash("A"), view.hand("A"), view.owner("boardwalk")) == (7, ["land_bank"], "A")
        assert view.asset("A") == 507


def test_q0_6_events_first():
    """Q0.6: nobody may mortgage to meet a charge: he is bankrupt before the window opens."""
    m = on("luxury_tax", A={"cash": 20, "properties": ["boardwalk"]})
    assert m.view(None).status("A") == "bankrupt"
    assert all(decision.seat != "A" for decision in m.requests())


def test_q0_7_regular_rules_apply():
    """Q0.7: double rent on a whole unimproved group; no rent on mortgaged property."""
    orange = ["st_james_place", "tennessee_avenue", "new_york_avenue"]
    m = on("new_york_avenue", A={"properties": orange})
    assert payments(m, "rent") == [("bank", "A", 32, "rent")]
    m = on("new_york_avenue", A={"properties": orange, "mortgaged": ["new_york_avenue"]})
    assert payments(m, "rent") == []


def test_q0_8_regular_rules_replaced():
    """Q0.8: the bank pays the rent; no purchase at list price; no extra roll for doubles."""
    m = on("boardwalk", (2, 2), A={"properties": ["boardwalk"]})
    assert payments(m) == [("bank", "A", 50, "rent")]
    assert len(told(m, "dice_rolled")) == 1
    m = on("boardwalk")
    assert asked(m)[1] == "bid_english" and owner(m, "boardwalk") == "bank"
