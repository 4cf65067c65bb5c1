"""P6: companies."""

from __future__ import annotations

from .tables import asked, at_turn, cash, last, moves, payments, told


def test_buying_in_full_in_cash():
    """P6.1: at 100,000 x Number, with the card in return; side actions may raise the cash."""
    m = at_turn([(3, 4)], marker=2, A={"cash": 290_000, "life": 1})
    m.answer("throw")
    assert moves(m) == ["no"]
    m.aside("cash_in", savings=0, bonds=0, life=1).answer("yes")
    assert cash(m, "A") == 70_000
    assert payments(m)[-1] == ("A", "bank", 300_000, "buy_company")
    moved = last(m, "asset_moved").facts
    assert moved == {
        "asset": "company", "ids": ("I07",), "from": "bank", "to": "A", "reason": "buy_company",
    }  # fmt: skip


def test_profit_to_the_owner():
    """P6.2: 100,000 x Number."""
    m = at_turn([(3, 4)], marker=4, B={"squares": ["I07"]})
    m.answer("throw")
    assert payments(m) == [("A", "B", 500_000, "company_profit")]
    assert last(m, "profit_due").facts == {
        "visitor": "A", "owner": "B", "square": "I07",
        "due": 500_000, "paid": 500_000, "lapsed": 0,
    }  # fmt: skip


def test_own_company_is_paid_by_the_bank():
    """P6.3."""
    m = at_turn([(3, 4)], marker=7, A={"squares": ["I07"]})
    m.answer("throw")
    assert payments(m) == [("bank", "A", 800_000, "own_company")]
    assert told(m, "profit_due") == [] and asked(m) == ("A", "end_turn")


def test_not_bought_is_auctioned():
    """P6.4: for whatever reason."""
    for held in (0, 580_000):
        m = at_turn([(3, 4)], A={"cash": held})
        m.answer("throw").answer("no")
        assert [d.seat for d in m.requests()] == ["B", "C"]
        m.answer("bid", seat="C", amount=30_000).answer("bid", seat="B", amount=0)
        assert m.ledger.holder("I07") == "C"
