"""Laws of accounts: a match lists all accounts from the beginning, even if they are empty."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import UnknownName
from classkit.engine.events import NOWHERE
from classkit.engine.match import Match
from classkit.engine.randomness import RandomStream

from .match_strategies import Setup, law, setups, walk_randomly

CHECK_COUNT, STEPS = 4, 40


@law
@given(st.data())
def test_a_match_knows_its_accounts_from_the_beginning(game: Any, data: st.DataObject) -> None:
    """Check that balances of empty accounts are 0, and that no account is added later.

    An account that appears with its first balance would reveal that it received something.
    """
    setup: Setup = data.draw(setups(game))
    m, chance = setup.new(), RandomStream(f"accounts {setup.seed}")
    accounts, units = m.ledger.accounts(), [*m.ledger.units(), *m.ledger.titles]
    for _ in range(CHECK_COUNT):
        check_balances(m, accounts, units)
        for _ in walk_randomly(m, chance, STEPS):
            pass
    if not m.is_over:
        m.play(until="round", bots=setup.players)
    check_balances(m, accounts, units)
    assert {row.unit for row in m.transfers} <= set(units)
    check_accounts(m, accounts)


def check_accounts(m: Match, accounts: list[str]) -> None:
    """Check that all transfers are between these accounts."""
    moved = {name for row in m.transfers for name in (row.source, row.target)} - {NOWHERE}
    later = sorted({*moved, *m.ledger.accounts()}.difference(accounts))
    assert not later, f"{later} appear later: name them in Ledger.open(..., empty=...)"


def check_balances(m: Match, accounts: list[str], units: list[str]) -> None:
    """Check the balance of every unit in every account, and that unknown names raise errors."""
    ledger: Any = m.ledger
    for unit in units:
        held = {account: ledger.balance(account, unit) for account in accounts}
        assert sum(held.values()) == ledger.totals()[unit], f"{unit} is in an unknown account"
    for name in ("no account", f"{accounts[0]}?", "", None):
        for unit in (units[0], units[-1]):
            with pytest.raises(UnknownName, match="There is no account "):
                ledger.balance(name, unit)
    with pytest.raises(UnknownName, match="There is no unit 'no unit'"):
        ledger.balance(accounts[0], "no unit")
