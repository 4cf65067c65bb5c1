"""P13: trades and loans."""

from __future__ import annotations

from .tables import asked, at_turn, cash, payments, refused_aside, side, told


def offer(m, partner="B", give=None, get=None, answer="accept"):
    """A offers a trade and the partner answers."""
    m.aside("propose_trade", partner=partner, give=give or side(), get=get or side())
    assert asked(m) == (partner, "answer_trade")
    return m.answer(answer)


def test_three_offers_in_a_turn_refused_ones_included():
    """P13.1: to one other player at a time."""
    m = at_turn()
    offer(m, "B", answer="refuse")
    offer(m, "C", answer="accept")
    offer(m, "B", answer="refuse")
    refused_aside(
        m, "propose_trade", "A has made 3 of 3 offers in this turn (P13.1)",
        partner="B", give=side(), get=side(),
    )  # fmt: skip
    m.answer("C1").answer("no").answer("done")
    m.aside("propose_trade", partner="A", give=side(), get=side())
    assert [len(told(m, n)) for n in ("trade_proposed", "trade_done", "trade_refused")] == [4, 1, 2]


def test_number_of_offers_is_an_option():
    """P13.1: trades_per_turn."""
    m = at_turn(options={"trades_per_turn": 0})
    refused_aside(m, "propose_trade", "0 of 0", partner="B", give=side(), get=side())


def test_everything_tradable_both_ways():
    """P13.1, P13.2: cash, squares, business policies and debt change hands immediately."""
    m = at_turn(
        A={"squares": ["I07", "I01"], "business": 1}, B={"squares": ["O05"], "business": 2}
    )  # fmt: skip
    give = side(cash=100_000, squares=["I07", "I01"], business=1)
    get = side(cash=30_000, squares=["O05"], business=2, debt=50_000)
    offer(m, give=give, get=get)
    assert m.table.squares_of("A") == ["O05"] and m.table.squares_of("B") == ["I01", "I07"]
    assert [m.ledger.balance(s, "business") for s in "AB"] == [2, 1]
    assert cash(m, "A", "B") == [510_000, 650_000]
    assert m.table.players["B"].owes == {"A": 50_000}
    assert told(m, "trade_done")[0] == {"mover": "A", "partner": "B", "give": give, "get": get}
    assert {reason for *_, reason in payments(m)} == {"trade"}


def test_refusal_changes_nothing_but_the_count():
    """P13.2."""
    m = at_turn(A={"squares": ["I07"]})
    offer(m, give=side(squares=["I07"]), get=side(cash=500_000), answer="refuse")
    assert m.table.squares_of("A") == ["I07"] and payments(m) == []
    assert m.request.name == "choose_move"


def test_each_side_must_hold_what_it_gives():
    """P13.2: otherwise the offer is illegal."""
    m = at_turn(B={"squares": ["O05"]}, C={"squares": ["I07"], "business": 1, "cash": 900_000})
    for give, get, reason in (
        (side(cash=590_000), side(), "to $580,000 in steps of $10,000, not $590,000"),
        (side(squares=["O05"]), side(), "O05 belongs to B, so A cannot give it (P13.2)"),
        (side(business=1), side(), "must be 0, not 1"),
        (side(), side(cash=600_000), "B has only $580,000 (P13.2)"),
        (side(), side(squares=["I07"]), "I07 does not belong to B (P13.2)"),
        (side(), side(business=1), "B has only 0 business policies (P13.2)"),
        (side(cash=15_000), side(), "in steps of $10,000, not $15,000"),
    ):
        refused_aside(m, "propose_trade", reason, partner="B", give=give, get=get)
    refused_aside(
        m,
        "propose_trade",
        "A makes the offer: choose another player (P13.1)",
        partner="A",
        give=side(),
        get=side(),
    )


def test_no_trade_with_the_bank():
    """P13.3."""
    m = at_turn(A={"life": 1, "savings": 1, "bonds": 1})
    refused_aside(
        m, "propose_trade", "not with the Bank (P13.3)", partner="bank", give=side(), get=side()
    )


def test_what_is_never_traded_is_refused_by_its_name():
    """P13.3: alone, and beside what may be traded."""
    m = at_turn(A={"savings": 1, "bonds": 1, "life": 1})
    titles = {"savings": "Savings cards", "bonds": "Bonds", "life": "Life policies"}
    for thing, title in {**titles, "votes": "Votes"}.items():
        reason = f"give: {title} cannot be traded (P13.3)."
        for give in ({thing: 1}, side(cash=10_000) | {thing: 1}):
            refused_aside(m, "propose_trade", reason, partner="B", give=give, get=side())


def test_loan_with_interest():
    """P13.4: cash one way, a debt, that may be larger, the other."""
    m = at_turn()
    offer(m, give=side(debt=130_000), get=side(cash=100_000))
    assert cash(m, "A") == 680_000 and m.table.players["A"].owes == {"B": 130_000}
    assert told(m, "debt_changed") == [{"debtor": "A", "creditor": "B", "balance": 130_000}]
    worth = m.metrics()["net_worth"]
    assert (worth["A"], worth["B"]) == (550_000, 610_000)


def test_debts_between_two_are_netted():
    """P13.4: debts are netted immediately, also when the balance changes sign."""
    m = at_turn(B={"debts": {"A": 50_000}}, C={"debts": {"A": 20_000}})
    offer(m, give=side(debt=80_000))
    assert m.table.players["B"].owes == {} and m.table.players["A"].owes == {"B": 30_000}
    assert told(m, "debt_changed") == [
        {"debtor": "B", "creditor": "A", "balance": 0},
        {"debtor": "A", "creditor": "B", "balance": 30_000},
    ]
    offer(m, give=side(debt=10_000), get=side(debt=60_000))
    assert m.table.players["A"].owes == {} and m.table.players["B"].owes == {"A": 20_000}
    assert m.table.players["C"].owes == {"A": 20_000}


def test_limits_of_a_debt():
    """P13.4: steps of 10,000, at most the Bank's starting cash; or none, by option."""
    m = at_turn()
    refused_aside(
        m, "propose_trade", "to $59,800,000 in steps",
        partner="B", give=side(debt=59_810_000), get=side(),
    )  # fmt: skip
    m = at_turn(seats=2, pm="B", options={"bank_cash": 2_000_000})
    refused_aside(
        m, "propose_trade", "to $2,000,000 in steps",
        partner="B", give=side(debt=2_010_000), get=side(),
    )  # fmt: skip
    m = at_turn(options={"loans_allowed": False})
    refused_aside(
        m, "propose_trade", "must be $0, not $10,000",
        partner="B", give=side(debt=10_000), get=side(),
    )  # fmt: skip


def test_repaying_any_part():
    """P13.5: at his own turn, within cash and debt; the lender cannot call it."""
    m = at_turn(A={"cash": 100_000, "debts": {"B": 150_000}}, B={"debts": {"C": 10_000}})
    refused_aside(
        m, "repay_loan", "to $100,000 in steps of $10,000, not $110,000", to="B", amount=110_000
    )
    refused_aside(m, "repay_loan", "A owes C nothing (P13.5)", to="C", amount=10_000)
    m.aside("repay_loan", to="B", amount=60_000)
    assert m.table.players["A"].owes == {"B": 90_000} and cash(m, "A", "B") == [40_000, 640_000]
    assert payments(m) == [("A", "B", 60_000, "loan_repaid")]
    refused_aside(
        m,
        "repay_loan",
        "It is A's turn; B has side actions only in B's own turn (P3.8)",
        seat="B",
        to="C",
        amount=10_000,
    )
    m.aside("repay_loan", to="B", amount=40_000)
    refused_aside(m, "repay_loan", "A has no cash to repay with", to="B", amount=10_000)


def test_no_more_than_is_owed():
    """P13.5: of several debts, each up to itself."""
    m = at_turn(A={"debts": {"B": 20_000, "C": 90_000}})
    refused_aside(m, "repay_loan", "A owes B only $20,000 (P13.5)", to="B", amount=30_000)
    m.aside("repay_loan", to="B", amount=20_000)
    assert m.table.players["A"].owes == {"C": 90_000}
    m = at_turn()
    refused_aside(m, "repay_loan", "A owes nothing (P13.5)", to="B", amount=10_000)


def test_claims_forfeited_to_the_bank():
    """P13.6: owed to the Bank, repaid or deducted in the same way."""
    m = at_turn([(6, 6)], mover="B", pm="C", A={"debts": {"B": 120_000}})
    m.answer("throw")
    assert m.table.players["A"].owes == {"bank": 120_000}
    assert m.metrics()["net_worth"]["A"] == 580_000 - 120_000
    m.play(until="turn", bots="passive").play(until="turn", bots="passive")
    assert asked(m) == ("A", "choose_move")
    before = cash(m, "A")
    m.aside("repay_loan", to="bank", amount=50_000)
    assert m.table.players["A"].owes == {"bank": 70_000} and cash(m, "A") == before - 50_000
