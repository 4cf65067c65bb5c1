"""P11: insurance and the business disaster."""

from __future__ import annotations

import pytest

from .tables import asked, at_turn, cash, last, payments, refused, side, told


def test_life_policy():
    """P11.1: one for 100,000 in one visit, while one of the 6 is left; several may be owned."""
    m = at_turn(A={"life": 2})
    m.answer("C1")
    assert asked(m) == ("A", "buy_life")
    m.answer("yes")
    assert payments(m) == [("A", "bank", 100_000, "buy_life")]
    assert m.ledger.balance("A", "life") == 3 and asked(m) == ("A", "end_turn")
    m = at_turn(B={"life": 6})
    m.answer("C1")
    refused(m, "yes", "No life policy is left (P11.1)")
    m = at_turn(A={"cash": 90_000})
    m.answer("C1")
    refused(m, "yes", "A has $90,000, but a policy costs $100,000 (P11.1)")


def test_worth_of_a_life_policy():
    """P11.2: 1,000,000 at the end, 80,000 on surrender; it goes back to the supply."""
    m = at_turn(A={"life": 1, "cash": 0})
    assert m.metrics()["net_worth"]["A"] == 1_000_000
    m.aside("cash_in", savings=0, bonds=0, life=1)
    assert m.metrics()["net_worth"]["A"] == 80_000 and m.ledger.balance("bank", "life") == 6


def test_a_policy_surrendered_before_buying_is_left_again():
    """P11.1, P11.2: the question counts what is left at the moment of answering (P3.8)."""
    m = at_turn(A={"life": 6})
    m.answer("C1")
    assert m.say().decision_question("buy_life", "A", m.request.about).endswith("None are left.")
    m.aside("cash_in", savings=0, bonds=0, life=1)
    assert m.say().decision_question("buy_life", "A", m.request.about).endswith("One is left.")
    m.answer("yes")
    assert m.ledger.balance("A", "life") == 6


def test_business_policy():
    """P11.3: one for 100,000; may be sold to a player at any price; worth nothing at the end."""
    m = at_turn()
    m.answer("C3").answer("yes")
    assert payments(m) == [("A", "bank", 100_000, "buy_business")]
    assert m.metrics()["net_worth"]["A"] == 480_000
    m.aside("propose_trade", partner="B", give=side(business=1), get=side(cash=370_000))
    m.answer("accept", seat="B")
    assert m.ledger.balance("B", "business") == 1 and cash(m, "A") == 850_000
    m = at_turn(B={"business": 6})
    m.answer("C3")
    refused(m, "yes", "No business insurance policy is left (P11.3)")


@pytest.mark.parametrize("at", ["I00", "O30", "C2"])
def test_double_six_to_move_is_a_disaster(at):
    """P11.4: round a circuit, also when leaving a Corner Square."""
    m = at_turn([(6, 6)], A={"at": at})
    m.answer("throw")
    assert last(m, "disaster").seat == "A"
    if at == "C2":
        assert asked(m) == ("A", "choose_circuit") and cash(m, "A") == 0
        m.answer("inner")
        assert m.table.players["A"].at == "I27"


def test_no_other_double_is_one():
    """P11.4: neither another double, nor a double 6 for another purpose."""
    m = at_turn([(5, 5)])
    m.answer("throw")
    assert told(m, "disaster") == []
    m = at_turn([(1, 2), (6, 6), (1, 1), (2, 2)], marker=12)
    m.answer("throw")
    assert told(m, "disaster") == [] and m.table.prime_minister == "A"


def test_uninsured_loses_all_but_life():
    """P11.5: squares become unowned; debts, Basic Income and office stay; claims pass on."""
    m = at_turn(
        [(6, 6)], pm="A",
        A={
            "at": "I15", "cash": 500_000, "squares": ["I07", "I01", "O05"],
            "savings": 3, "bonds": 2, "life": 1, "debts": {"C": 70_000},
        },
        B={"debts": {"A": 200_000, "bank": 10_000}},
    )  # fmt: skip
    m.answer("keep").answer("throw")
    assert told(m, "disaster")[0]["lost"] == {
        "cash": 500_000, "company": 2, "advert": 1, "savings": 3, "bond": 2, "debt": 200_000,
    }  # fmt: skip
    assert m.table.squares_of("A") == []
    assert m.table.players["A"].owes == {"C": 70_000}
    assert m.table.players["B"].owes == {"bank": 210_000}
    assert m.table.players["A"].basic_income == 70_000 and m.table.prime_minister == "A"
    assert [m.ledger.balance("A", unit) for unit in ("savings", "bond", "life")] == [0, 0, 1]


def test_insured_returns_exactly_one():
    """P11.6: automatically, and keeps everything."""
    m = at_turn([(6, 6)], A={"business": 3, "squares": ["I07"]})
    before = cash(m, "A")
    m.answer("throw")
    assert told(m, "disaster") == [{"seat": "A", "insured": True, "lost": {}}]
    assert m.ledger.balance("A", "business") == 2 and m.ledger.balance("bank", "business") == 4
    assert cash(m, "A") == before + 280_000


def test_then_he_moves_twelve_squares():
    """P11.7: the disaster comes first, then the square takes effect."""
    m = at_turn([(6, 6)], A={"at": "I27"}, B={"squares": ["I07"]})
    m.answer("throw")
    names = [e.name for e in m.events]
    assert names.index("disaster") < names.index("beaver_moved")
    facts = last(m, "profit_due").facts
    assert (facts["paid"], facts["lapsed"]) == (0, 100_000)


@pytest.mark.parametrize("policies", [0, 1])
@pytest.mark.parametrize("at", ["I00", "C1"])
def test_or_the_move_is_lost(policies, at):
    """P11.7: disaster_still_moves = false, insured or not; the turn goes to end_turn."""
    m = at_turn(
        [(6, 6)], A={"at": at, "business": policies}, options={"disaster_still_moves": False}
    )  # fmt: skip
    m.answer("throw")
    assert asked(m) == ("A", "end_turn") and m.table.players["A"].at == at
    assert m.ledger.balance("A", "business") == 0


def test_claims_alone_that_are_lost_have_their_evidence():
    """P11.5: loans are no rows of the ledger; the disaster shows them."""
    m = at_turn([(6, 6), (1, 2)], A={"cash": 0}, B={"debts": {"A": 200_000}})
    m.play(until="turn")
    told = m.why("net_worth", "A", turn=1)
    (lost,) = [one for one in told.statements if "claims of $200,000" in one.text]
    assert [m.events[number - 1].name for number in lost.evidence.events] == ["disaster"]
