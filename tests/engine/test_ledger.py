"""The ledger: nothing appears or vanishes, nobody goes below 0."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine.errors import LedgerError, UnknownName
from classkit.engine.events import NOWHERE
from classkit.engine.ledger import Ledger

from .tiny import Tiny, ask, match, silent


def ledger() -> Ledger:
    return Ledger.open(
        {"dollars": {"bank": 100, "A": 10}, "points": {"A": 0}},
        titles={"I07": "bank", "I08": "A"},
        issuers=("pool",),
    )


def test_titles_and_units_are_read_alike() -> None:
    book = ledger()
    assert book.balance("A") == 10 and book.balance("B") == 0 == book.balance("B", "I07")
    assert book.balance("A", "I08") == 1 and book.balance("A", "I07") == 0
    assert book.holder("I07") == "bank"
    assert book.list_titles("A") == ["I08"] and book.list_titles("A", ["I07", "I08"]) == ["I08"]
    assert book.totals() == {"dollars": 110, "points": 0, "I07": 1, "I08": 1}


@pytest.mark.parametrize("unit", ["dollars", "I07"])
@pytest.mark.parametrize("account", ["nobody", "Bank", "Z", None, 5, ["A"]])
def test_an_account_that_is_not_there_is_refused(account: Any, unit: str) -> None:
    book = ledger()
    book.seats = ("A", "B")
    with pytest.raises(UnknownName, match=r"There is no account .*Choose from: A, B, bank"):
        book.balance(account, unit)


def test_the_seats_of_a_match_are_accounts_while_they_hold_nothing() -> None:
    m = match(ask("A"))
    assert m.ledger.balance(m.seats[-1]) == 10 and m.ledger.seats == m.seats
    with pytest.raises(UnknownName, match=r"no account 'Bank'\. Did you mean 'bank'"):
        m.ledger.balance("Bank")
    with pytest.raises(UnknownName, match="no account 'Z'"):
        m.fork().ledger.balance("Z")


@pytest.mark.parametrize(
    ("game", "account", "unit"),
    [
        ("opoly", "boardwalk", "house"), ("opoly", "boardwalk", "dollars"),
        ("opoly", "go", "hotel"), ("opoly", "removed", "antitrust_action"),
        ("opoly", "table", "house"),
        ("economy", "space:c5", "motor-3"), ("economy", "player:B", "motor-3"),
        ("economy", "outside", "points"), ("poleconomy", "treasury", "dollars"),
        ("poleconomy", "A", "I07"), ("economicon", "peg:C", "cur:A"),
        ("economicon", "reserve:B", "token"), ("economicon", "stock", "oil"),
    ],
)  # fmt: skip
def test_what_lies_nowhere_yet_has_a_balance_of_nothing(game: str, account: str, unit: str) -> None:
    """Before anything has been built, dealt or bought, in a fork, and after going back."""
    m = classkit.new(game, seats=3, seed=1)
    assert m.ledger.balance(account, unit) == 0
    m.play("round").goto(step=0)
    assert m.ledger.balance(account, unit) == m.fork().ledger.balance(account, unit) == 0
    near = f"{account[:-1]}_{account[-1]}"
    with pytest.raises(UnknownName, match=rf"There is no account '{near}'\."):
        m.ledger.balance(near, unit)
    with pytest.raises(UnknownName, match=rf"There is no unit '{unit}s'\. Did you mean '{unit}'\?"):
        m.ledger.balance(account, f"{unit}s")


def test_a_view_knows_the_accounts_of_the_table() -> None:
    """The cash of a space is nothing, and that of nobody is refused."""
    view = classkit.new("opoly", seats=3, seed=1).view("A")
    assert view.cash("boardwalk") == 0 and view.properties_of("boardwalk") == []  # type: ignore[attr-defined]
    with pytest.raises(UnknownName, match=r"no account 'Bank'\. Did you mean 'bank'"):
        view.cash("Bank")  # type: ignore[attr-defined]


def test_an_account_stays_when_its_last_title_has_gone() -> None:
    """Else whoever asks would learn from the refusal that something has been taken."""
    book = Ledger.open({"dollars": {"bank": 9}}, {"deed": "box"}, empty=["lot"])
    assert book.accounts() == ["bank", "box", "lot"]
    book.move("deed", 1, "box", "lot")
    assert book.balance("box", "deed") == 0 == book.balance("box") and book.accounts()[1] == "box"


@pytest.mark.parametrize(
    ("unit", "amount", "source", "target"),
    [
        ("dollars", 11, "A", "bank"),
        ("dollars", -1, "A", "bank"),
        ("dollars", 1, "nobody", "A"),
        ("I07", 1, "A", "bank"),
        ("I07", 2, "bank", "A"),
        ("I99", 1, "bank", "A"),
    ],
)
def test_what_is_not_there_cannot_move(unit: str, amount: int, source: str, target: str) -> None:
    book = ledger()
    with pytest.raises(LedgerError):
        book.move(unit, amount, source, target)
    assert book.totals() == ledger().totals() and book.balances == ledger().balances


def test_what_is_not_there_is_refused_and_nothing_moves() -> None:
    """A unit of which there is too little, a negative number, and an account that has none."""
    book = Ledger.open({"grain": {"A": 3, "B": 0}, "oil": {"A": 1, "B": 0}})
    book.move("grain", 2, "A", "B")
    with pytest.raises(LedgerError, match="A has 1 oil and cannot give 2"):
        book.move("oil", 2, "A", "B")
    with pytest.raises(LedgerError):
        book.move("oil", -1, "A", "B")
    with pytest.raises(LedgerError, match="C has 0 oil"):
        book.move("oil", 1, "C", "B")
    assert book.balances == {"grain": {"A": 1, "B": 2}, "oil": {"A": 1, "B": 0}}
    assert book.totals() == {"grain": 3, "oil": 1}


def test_an_issuer_may_go_below_zero() -> None:
    book = ledger()
    book.move("points", 5, "pool", "A")
    assert book.balance("pool", "points") == -5 and book.totals()["points"] == 0


def test_only_mint_and_burn_change_a_sum() -> None:
    book = ledger()
    book.mint("dollars", 5, "A")
    book.burn("dollars", 15, "A")
    assert book.totals()["dollars"] == 100
    for wrong in (lambda: book.mint("dollars", -1, "A"), lambda: book.burn("dollars", 1, "A")):
        with pytest.raises(LedgerError):
            wrong()
    with pytest.raises(LedgerError):
        book.burn("dollars", -5, "bank")


ACCOUNTS = st.sampled_from(["bank", "A", "B", "C"])


@given(st.lists(st.tuples(ACCOUNTS, ACCOUNTS, st.integers(-5, 60)), max_size=30))
def test_sums_never_change_by_moving(moves: list[tuple[str, str, int]]) -> None:
    """Also from an account to itself, and when a move is refused."""
    book = ledger()
    for source, target, amount in moves:
        try:
            book.move("dollars", amount, source, target)
        except LedgerError:
            assert amount < 0 or amount > book.balance(source)
        assert sum(book.balances["dollars"].values()) == 110
        assert all(held >= 0 for held in book.balances["dollars"].values())


def test_a_table_enters_every_transfer_with_its_reason() -> None:
    """Mint and burn too; an amount of 0 is no transfer."""
    game = Tiny(silent)
    import classkit

    m = classkit.new(game, seats=2, seed=1)
    t = m.table
    t.pay("bank", "A", 0, "gift", "X1")
    t.pay("bank", "A", 5, "gift", "X1")
    t.mint("dollars", 7, "B", "press", "X2")
    t.burn("dollars", 1, "B", "fire", "X3")
    t.mint("dollars", 0, "B", "press", "X2")
    rows = [(row.source, row.target, row.amount, row.reason, row.rule) for row in m.transfers]
    assert rows == [
        ("bank", "A", 5, "gift", "X1"),
        (NOWHERE, "B", 7, "press", "X2"),
        ("B", NOWHERE, 1, "fire", "X3"),
    ]
    assert t.cash("B") == 16
