"""P10: savings and bonds."""

from __future__ import annotations

import pytest

from .tables import asked, at_turn, cash, moves, payments, refused, refused_aside, side, told


def test_prices_and_no_transfer_between_players():
    """P10.1: 100,000 each, and no field of a trade holds them (P13.3)."""
    m = at_turn()
    m.answer("C0").answer("buy", savings=2, bonds=1)
    assert payments(m) == [
        ("A", "bank", 200_000, "buy_savings"), ("A", "bank", 100_000, "buy_bonds"),
    ]  # fmt: skip
    refused_aside(
        m, "propose_trade", "Savings cards cannot be traded (P13.3)",
        partner="B", give={**side(), "savings": 1}, get=side(),
    )  # fmt: skip


def test_as_many_as_cash_and_bank_allow():
    """P10.2: within cash; both together too."""
    m = at_turn(A={"cash": 350_000})
    m.answer("C0")
    assert asked(m) == ("A", "royal_bank")
    assert m.request.default == ("buy", {"savings": 0, "bonds": 0})
    refused(m, "buy", "from 0 to 3, not 4", savings=4, bonds=0)
    refused(m, "buy", "A has $350,000, but that costs $400,000", savings=2, bonds=2)
    refused(m, "buy", "from 0 to 3, not -1", savings=-1, bonds=0)
    m.answer("buy", savings=1, bonds=2)
    assert cash(m, "A") == 50_000
    assert [m.ledger.balance("A", unit) for unit in ("savings", "bond")] == [1, 2]


def test_supply_is_limited():
    """P10.3: 20 savings cards and 30 bonds."""
    m = at_turn(A={"cash": 4_000_000}, B={"savings": 15}, C={"bonds": 28})
    m.answer("C0")
    refused(m, "buy", "from 0 to 5, not 6", savings=6, bonds=0)
    refused(m, "buy", "from 0 to 2, not 3", savings=0, bonds=3)
    m.answer("buy", savings=5, bonds=2)
    assert m.ledger.balance("bank", "savings") == m.ledger.balance("bank", "bond") == 0


def test_interest_of_both():
    """P10.4: savings on marked income squares (P5.3), bonds on the index (P4.6)."""
    m = at_turn([(1, 3)], A={"savings": 1, "bonds": 1})
    m.answer("throw")
    assert ("bank", "A", 100_000, "savings_interest") in payments(m)
    m = at_turn([(1, 2)], marker=2, A={"savings": 1, "bonds": 1})
    m.answer("throw")
    assert payments(m) == [("bank", "A", 100_000, "bond_interest")]


def test_savings_must_be_cashed_bonds_never():
    """P10.5: to pay a Company Profit."""
    m = at_turn([(3, 4)], marker=2, A={"cash": 0, "savings": 1, "bonds": 9}, B={"squares": ["I07"]})
    m.answer("throw")
    assert payments(m) == [
        ("bank", "A", 100_000, "cash_savings"), ("A", "B", 100_000, "company_profit"),
    ]  # fmt: skip
    assert m.ledger.balance("A", "bond") == 9


def test_cash_in_one_by_one_in_order():
    """P10.6: savings cards and bonds at 100,000, life policies at 80,000."""
    m = at_turn(A={"savings": 2, "bonds": 1, "life": 1, "cash": 0})
    m.aside("cash_in", savings=2, bonds=1, life=1)
    assert [(amount, reason) for _, _, amount, reason in payments(m)] == [
        (100_000, "cash_savings"), (100_000, "cash_savings"), (100_000, "cash_bonds"),
        (80_000, "surrender_life"),
    ]  # fmt: skip
    assert cash(m, "A") == 380_000 and asked(m) == ("A", "choose_move")
    assert m.ledger.balance("bank", "life") == 6


def test_what_cannot_be_cashed_in():
    """P10.6: no more than he holds, and something."""
    m = at_turn(A={"savings": 1})
    refused_aside(m, "cash_in", "from 0 to 1, not 2", savings=2, bonds=0, life=0)
    refused_aside(
        m, "cash_in", "Choose at least one thing to cash in (P10.6)", savings=0, bonds=0, life=0
    )
    m = at_turn()
    refused_aside(m, "cash_in", "A has nothing to cash in (P10.6)", savings=0, bonds=0, life=0)


@pytest.mark.parametrize("held", [0, 40_000])
def test_without_cash_the_bank_sells_nothing(held):
    """P10.2, P1.8: he is asked all the same."""
    m = at_turn(A={"cash": held})
    m.answer("C0")
    assert moves(m) == ["buy"]
    refused(m, "buy", "must be 0, not 1", savings=1, bonds=0)
    m.answer("buy", savings=0, bonds=0)
    assert told(m, "asset_moved") == []
