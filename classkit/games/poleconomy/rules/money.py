"""Payments, including those that a payer or the Bank cannot make in full (P14, P10.6)."""

from __future__ import annotations

from typing import NamedTuple

from ..state import BANK, PoleconomyState


class PoleconomyStop(Exception):
    """Exception that ends the game in the middle of a turn."""

    cause = ""
    """The cause that `game_ended` reports."""


class BankRunOut(PoleconomyStop):
    """Exception for a Bank that has run out of money (P14.3)."""

    cause = "bank"


class TreasuryBankrupt(PoleconomyStop):
    """Exception for a Treasury that cannot pay a bill even with new bonds. Nobody wins (P17.5)."""

    cause = "bankrupt"


class Settlement(NamedTuple):
    """The result of paying a debt, up to the payer's cash and savings cards."""

    paid: int
    lapsed: int
    bank_stands: bool
    """False if the Bank could not buy back the required savings cards."""


def pay_from_bank(t: PoleconomyState, payee: str, amount: int, reason: str, rule: str) -> None:
    """Pay from the Bank. If it has too little, it pays all its cash, and the game ends (P14.3)."""
    held = t.cash(BANK)
    t.pay(BANK, payee, min(amount, held), reason, rule)
    if amount and amount >= held:
        raise BankRunOut


def settle_debt(
    t: PoleconomyState, payer: str, payee: str, due: int, reason: str, rule: str, shielded: int = 0
) -> Settlement:
    """Pay a Company Profit or a tax from cash, then savings cards. The rest lapses (P14.1).

    If the Bank runs out of money while it buys back savings cards, the payer still pays the cash in
    hand, and the caller has to end the game. ``shielded`` savings cards are not sold (P19.4).

    >>> import classkit
    >>> position = {"A": {"cash": 50_000, "savings": 4}}
    >>> t = classkit.new("poleconomy", seats=2, position=position).table
    >>> settle_debt(t, "A", "B", 300_000, "company_profit", "P6.2")
    Settlement(paid=300000, lapsed=0, bank_stands=True)
    >>> t.cash("A"), t.count_stock("A", "savings")
    (50000, 1)
    """
    bank_stands = True
    while t.cash(payer) < due and t.count_stock(payer, "savings") > shielded and bank_stands:
        try:
            sell_to_bank(t, payer, "savings", t.edition.prices.savings, "cash_savings", "P14.1")
        except BankRunOut:
            bank_stands = False
    paid = min(due, t.cash(payer))
    t.pay(payer, payee, paid, reason, rule)
    return Settlement(paid, due - paid, bank_stands)


def levy_tax(
    t: PoleconomyState, seat: str, payee: str, due: int, rule: str, shielded: int = 0
) -> Settlement:  # fmt: skip
    """Settle a tax, and log the amounts due and paid (P4.5, P19.4)."""
    player = t.players[seat]
    with t.link_rows("tax_assessed"):
        settled = settle_debt(t, seat, payee, due, "tax", rule, shielded)
        player.tax_paid += settled.paid
        player.tax_lapsed += settled.lapsed
        t.tell("tax_assessed", rule, seat, due=due, paid=settled.paid, lapsed=settled.lapsed)
    return settled


def sell_to_bank(
    t: PoleconomyState, seat: str, stock: str, value: int, reason: str, rule: str
) -> None:  # fmt: skip
    """Sell one card, bond or policy to the Bank, if the Bank can pay in full (P14.3)."""
    if t.cash(BANK) < value:
        raise BankRunOut
    t.transfer_stock(stock, 1, seat, BANK, reason, rule)
    pay_from_bank(t, seat, value, reason, rule)
