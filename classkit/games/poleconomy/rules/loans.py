"""Loans between players, and debts to the Bank (P13.4 to P13.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Aside, Flow, Seat
from classkit.engine.moves import Amount, Move, OneOf

from ..state import BANK, PoleconomyState


def sum_claims(t: PoleconomyState, account: str) -> int:
    """Return the total that players owe to an account, in dollars."""
    owed = 0
    for player in t.players.values():
        if player.owes:
            owed += player.owes.get(account, 0)
    return owed


def set_debt(t: PoleconomyState, debtor: Seat, creditor: str, balance: int, rule: str) -> None:
    """Set the debt from a debtor to a creditor, in dollars."""
    owes = t.players[debtor].owes
    if balance:
        owes[creditor] = balance
    else:
        owes.pop(creditor, None)
    t.tell("debt_changed", rule, debtor, debtor=debtor, creditor=creditor, balance=balance)


def lend_money(t: PoleconomyState, debtor: Seat, creditor: Seat, amount: int) -> None:
    """Add a debt, net of the amount that the creditor owes the debtor (P13.4)."""
    owed_back = t.players[creditor].owes.get(debtor, 0)
    netted = min(amount, owed_back)
    if netted:
        set_debt(t, creditor, debtor, owed_back - netted, "P13.4")
    if amount > netted:
        owed = t.players[debtor].owes.get(creditor, 0)
        set_debt(t, debtor, creditor, owed + amount - netted, "P13.4")


def forfeit_claims(t: PoleconomyState, lender: Seat) -> int:
    """Convert loans to other players into debts to the Bank. Return their total (P11.5, P13.6)."""
    total = sum_claims(t, lender)
    for debtor in t.others(lender):
        owes = t.players[debtor].owes
        claim = owes.get(lender, 0)
        if claim:
            set_debt(t, debtor, lender, 0, "P13.6")
            set_debt(t, debtor, BANK, owes.get(BANK, 0) + claim, "P13.6")
    return total


def build_repayment_aside(t: PoleconomyState, debtor: Seat) -> Aside:
    """Return the side action that repays part of a debt (P13.5)."""
    owes, cash = t.players[debtor].owes, t.cash(debtor)
    barred = ""
    if not owes:
        barred = f"{debtor} owes nothing (P13.5)."
    elif cash < t.edition.unit:
        barred = f"{debtor} has no cash to repay with (P13.5)."
    largest = max(owes.values(), default=0)
    most = min(cash, largest)
    why = (
        f"{debtor} has {t.currency.write(cash)} in cash"
        if cash < largest
        else f"{debtor} owes no more"
    )

    no_creditors = [account for account in (*t.seats, BANK) if account not in owes]

    def not_owed(account: str) -> str | None:
        return None if account in owes else f"{debtor} owes {account} nothing (P13.5)."

    def too_much(values: Mapping[str, Any]) -> str | None:
        owed = owes[values["to"]]
        if values["amount"] > owed:
            return f"{debtor} owes {values['to']} only {t.currency.write(owed)} (P13.5)."
        return None

    repay = Move(
        "repay_loan", barred=barred, refuse=too_much,
        to=OneOf((*owes, *no_creditors), of="seat", rule=not_owed),
        amount=Amount(t.edition.unit, most, t.edition.unit, unit=t.currency, why=why),
    )  # fmt: skip
    return Aside(debtor, repay, partial(repay_loan, t, debtor), "P13.5")


def repay_loan(t: PoleconomyState, debtor: Seat, to: str, amount: int) -> Flow[None]:
    """Repay part of a debt to a player (P13.5) or to the Bank (P13.6)."""
    yield from ()  # makes this function a generator although it needs no decision
    t.fresh = False
    with t.link_rows("debt_changed"):
        t.pay(debtor, to, amount, "loan_repaid", "P13.5")
        set_debt(t, debtor, to, t.players[debtor].owes[to] - amount, "P13.5")
