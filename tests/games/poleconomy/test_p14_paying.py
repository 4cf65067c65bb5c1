"""P14: paying, and running short; the Bank runs out."""

from __future__ import annotations

from .tables import asked, at_turn, cash, payments, refused, told

TOTAL = 1_600_000
SMALL = {"bank_cash": TOTAL}


def poor_bank(luck, left, /, *, a=0, pm="B", options=None, **facts):
    """Two players, A to move, and ``left`` dollars in the Bank; A has ``a``, B the rest."""
    extra = facts.pop("A", {})
    rest = facts.pop("B", {})
    return at_turn(
        luck, seats=2, pm=pm, options={**SMALL, **(options or {})},
        A={"cash": a, **extra}, B={"cash": TOTAL - left - a, **rest}, **facts,
    )  # fmt: skip


def test_cash_first_then_cards_then_lapse():
    """P14.1: squares, bonds and policies are never touched."""
    m = at_turn(
        [(3, 4)], marker=7,
        A={"cash": 150_000, "savings": 2, "bonds": 3, "life": 1, "business": 1, "squares": ["I21"]},
        B={"squares": ["I07"]},
    )  # fmt: skip
    m.answer("throw")
    assert payments(m)[-1] == ("A", "B", 350_000, "company_profit")
    assert [m.ledger.balance("A", u) for u in ("savings", "bond", "life", "business")] == [
        0,
        3,
        1,
        1,
    ]
    assert m.table.squares_of("A") == ["I21"]


def test_cashing_outside_ones_turn():
    """P14.1: to pay tax in another's turn."""
    m = at_turn([(1, 1)], mover="B", pm="C", B={"at": "I01"}, marker=1,
                A={"cash": 20_000, "savings": 2, "squares": ["I07"]})  # fmt: skip
    m.answer("throw")
    assert cash(m, "A") == 70_000 and m.ledger.balance("A", "savings") == 1
    assert m.metrics()["tax_paid"]["A"] == 50_000


def test_everything_else_in_full_or_illegal():
    """P14.2: a purchase is not paid in part."""
    m = at_turn([(3, 4)], marker=1, A={"cash": 190_000})
    m.answer("throw")
    refused(m, "yes", "A has $190,000, but the square costs $200,000")


def test_bank_pays_what_it_has_and_the_game_ends():
    """P14.3: it cannot pay in full."""
    m = poor_bank([(1, 3)], 150_000, A={"savings": 2})
    m.answer("throw")  # I04: 210,000 and interest on 2 cards
    assert payments(m) == [("bank", "A", 150_000, "income")]
    assert m.is_over and m.ending == "bank" and told(m, "game_ended")[0]["cause"] == "bank"


def test_later_payees_get_nothing():
    """P14.3: of the same event: here Bonds."""
    m = poor_bank([(1, 2)], 250_000, marker=2, A={"bonds": 2}, B={"bonds": 3})
    m.answer("throw")
    assert payments(m) == [
        ("bank", "A", 200_000, "bond_interest"), ("bank", "B", 50_000, "bond_interest"),
    ]  # fmt: skip
    assert m.ending == "bank"


def test_cash_of_0_after_a_payment_of_its_own():
    """P14.3: the payment is made in full, and the game ends all the same."""
    m = poor_bank([(3, 5)], 420_000)
    m.answer("throw")
    assert payments(m) == [("bank", "A", 420_000, "income")] and m.ending == "bank"
    assert asked_nothing(m)


def asked_nothing(m):
    """Nobody is asked any more."""
    return m.request is None and m.requests() == []


def test_a_bank_with_a_rest_goes_on():
    """P14.3: one note left is enough."""
    m = poor_bank([(3, 5)], 430_000)
    m.answer("throw")
    assert cash(m, "bank") == 10_000 and asked(m) == ("A", "end_turn")


def test_opportunity_is_lost_when_the_bank_runs_out():
    """P14.3: the game ends immediately, in the middle of the event."""
    m = poor_bank([(3, 4)], 100_000, A={"at": "O04"})
    m.answer("throw")
    assert m.ending == "bank" and told(m, "opportunity_used") == []


def test_salary_empties_the_bank():
    """P14.3: any payment of the Bank's own."""
    m = poor_bank([(1, 2)], 100_000, marker=3)
    m.answer("throw")
    assert payments(m) == [("bank", "B", 100_000, "salary")] and m.ending == "bank"


def test_own_company_at_a_poor_bank():
    """P14.3, P6.3."""
    m = poor_bank([(3, 4)], 50_000, A={"squares": ["I07"]})
    m.answer("throw")
    assert payments(m) == [("bank", "A", 50_000, "own_company")] and m.ending == "bank"


def test_what_the_bank_cannot_take_back_is_not_taken_back():
    """P14.3, P10.6: the first card is paid, the second stays, the game ends."""
    m = poor_bank([], 150_000, A={"savings": 2, "bonds": 1})
    m.aside("cash_in", savings=2, bonds=1, life=0)
    assert m.ending == "bank" and payments(m) == [("bank", "A", 100_000, "cash_savings")]
    assert [m.ledger.balance("A", unit) for unit in ("savings", "bond")] == [1, 1]
    assert cash(m, "bank") == 50_000


def test_cashing_in_that_takes_the_last_dollar():
    """P14.3: it is taken back, paid, and the game ends; undo brings it back."""
    m = poor_bank([], 80_000, A={"life": 2})
    m.aside("cash_in", savings=0, bonds=0, life=2)
    assert m.ending == "bank" and m.ledger.balance("A", "life") == 1
    assert m.winners == ("B",)
    m.undo()
    assert not m.is_over and asked(m) == ("A", "choose_move")
    assert m.ledger.balance("A", "life") == 2


def test_bank_runs_out_while_a_visitor_cashes_cards():
    """P14.1, P14.3: what the visitor has in hand is still paid to the owner."""
    m = poor_bank([(3, 4)], 150_000, marker=3, A={"savings": 3}, B={"squares": ["I07"]}, a=20_000)
    m.answer("throw")  # due 400,000: one card is cashed, the next cannot be
    assert payments(m) == [
        ("bank", "A", 100_000, "cash_savings"), ("A", "B", 120_000, "company_profit"),
    ]  # fmt: skip
    assert m.ledger.balance("A", "savings") == 2 and m.ending == "bank"
    assert told(m, "profit_due")[0]["lapsed"] == 280_000


def test_bank_runs_out_while_cards_are_cashed_for_tax():
    """P4.5, P14.3: the taxpayer's payment is made; later players are not assessed."""
    m = poor_bank(
        [(1, 2)], 50_000, marker=1, A={"savings": 1, "squares": ["I07"]}, B={"squares": ["I21"]},
    )  # fmt: skip
    m.answer("throw")
    assert m.ending == "bank" and payments(m) == []
    assert [e.seat for e in m.events if e.name == "tax_assessed"] == ["A"]
    assert m.metrics()["tax_lapsed"]["A"] == 50_000


def test_bank_runs_out_while_cards_are_cashed_for_a_shared_profit():
    """P7.4, P14.3: the share of what was received is passed on before the game ends."""
    for share, passed_on in ((100_000, 100_000), (300_000, 160_000)):
        m = at_turn(
            [(2, 3)], seats=3, pm="B", options={"bank_cash": 2_400_000}, marker=3,
            A={"cash": 60_000, "savings": 3}, B={"cash": 2_140_000, "squares": ["I05"]},
            C={"cash": 50_000, "squares": ["I07"]},
        )  # fmt: skip
        m.answer("throw").answer("direct", company="I07", share_ask=share).answer("yes")
        assert payments(m) == [
            ("bank", "A", 100_000, "cash_savings"), ("A", "C", 160_000, "company_profit"),
            ("C", "B", passed_on, "advert_share"),
        ]  # fmt: skip
        assert m.ending == "bank" and m.events[-1].name == "game_ended"
        assert cash(m, "B", "C") == [2_140_000 + passed_on, 210_000 - passed_on]


def test_bank_runs_out_before_anything_is_received():
    """P7.4, P14.3: of nothing there is no share."""
    m = at_turn(
        [(2, 3)], seats=3, pm="B", options={"bank_cash": 2_400_000}, marker=1,
        A={"cash": 0, "savings": 1}, B={"cash": 2_300_000, "squares": ["I05"]},
        C={"cash": 50_000, "squares": ["I07"]},
    )  # fmt: skip
    m.answer("throw").answer("direct", company="I07", share_ask=100_000).answer("yes")
    assert m.ending == "bank" and payments(m) == []


def test_the_end_in_a_pending_aside_drops_what_waited():
    """P14.3: history, record and undo agree about the early end."""
    m = poor_bank([(3, 4)], 60_000, A={"savings": 1})
    m.answer("throw")
    m.aside("cash_in", savings=1, bonds=0, life=0)
    assert m.is_over and m.history[-1]["turn"] == m.turn
    m.undo(2).redo(2)
    assert m.is_over and m.ending == "bank"
