"""Paying and running short (P14), and cashing in at one's own turn (P10.6)."""

from __future__ import annotations

from typing import NamedTuple

from ..state import BANK, Poleconomy


class GameStops(Exception):
    """The game ends at once: the turn stops where it stands."""

    cause = ""
    """What `game_ended` gives as its cause."""


class BankRunOut(GameStops):
    """The Bank has run out of money (P14.3)."""

    cause = "bank"


class TreasuryBankrupt(GameStops):
    """The Treasury cannot pay a bill whatever it issues: nobody wins (P17.5)."""

    cause = "bankrupt"


class Settled(NamedTuple):
    """What came of a debt that is paid as far as cash and savings cards reach."""

    paid: int
    lapsed: int
    bank_stands: bool
    """Whether the Bank could cash the cards that were needed."""


def bank_pays(t: Poleconomy, payee: str, amount: int, reason: str, rule: str) -> None:
    """The Bank pays; short of money it pays what it has, and the game ends (P14.3)."""
    held = t.cash(BANK)
    t.pay(BANK, payee, min(amount, held), reason, rule)
    if amount and amount >= held:
        raise BankRunOut


def settle(
    t: Poleconomy, payer: str, payee: str, due: int, reason: str, rule: str, shielded: int = 0
) -> Settled:
    """Pay a Company Profit or a tax: from cash, then from savings cards; the rest lapses (P14.1).

    >>> import classkit
    >>> position = {"A": {"cash": 50_000, "savings": 4}}
    >>> t = classkit.new("poleconomy", seats=2, position=position).table
    >>> settle(t, "A", "B", 300_000, "company_profit", "P6.2")
    Settled(paid=300000, lapsed=0, bank_stands=True)
    >>> t.cash("A"), t.count("A", "savings")
    (50000, 1)

    Where the Bank runs out while it cashes cards, what the payer has in hand is still paid; the
    caller then ends the game. So many savings cards as are ``shielded`` by law are left (P19.4).
    """
    bank_stands = True
    while t.cash(payer) < due and t.count(payer, "savings") > shielded and bank_stands:
        try:
            take_back(t, payer, "savings", t.edition.prices.savings, "cash_savings", "P14.1")
        except BankRunOut:
            bank_stands = False
    paid = min(due, t.cash(payer))
    t.pay(payer, payee, paid, reason, rule)
    return Settled(paid, due - paid, bank_stands)


def take_back(
    t: Poleconomy, seat: str, stock: str, value: int, reason: str, rule: str
) -> None:  # fmt: skip
    """The Bank takes back one card, bond or policy, but only if it can pay in full (P14.3)."""
    if t.cash(BANK) < value:
        raise BankRunOut
    t.hand_stock(stock, 1, seat, BANK, reason, rule)
    bank_pays(t, seat, value, reason, rule)
