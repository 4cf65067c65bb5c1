"""The law of accounts notices an account that nobody named."""

from __future__ import annotations

import pytest

from classkit.testing.account_laws import check_accounts, check_balances
from tests.engine.tiny import TinyTable, ask, match


def hide(t: TinyTable) -> None:
    """Put money where the table does not know that there may be some."""
    t.pay("A", "mattress", 3, "hidden", "X1")


def test_an_account_that_comes_later_is_noticed() -> None:
    m = match(ask("A"), ask("B"))
    accounts = m.ledger.accounts()
    assert accounts == ["A", "B", "C", "bank"]
    m.play()
    check_accounts(m, accounts)
    check_balances(m, accounts, ["dollars"])
    hide(m.table)
    with pytest.raises(AssertionError, match=r"\['mattress'\] appear later: name them in"):
        check_accounts(m, accounts)
    with pytest.raises(AssertionError, match="dollars is in an unknown account"):
        check_balances(m, accounts, ["dollars"])
