"""Paying and running short (P14), and cashing in during one's own turn (P10.6)."""

from __future__ import annotations

from typing import NamedTuple

from ..state import BANK, Poleconomy


class GameStops(Exception):
    """The end of the game in mid-turn: the turn stops where it stands."""

    cause = ""
    """The cause that `game_ended` names."""


class BankRunOut(GameStops):
    """The end because the Bank has run out of money (P14.3)."""

    cause = "bank"


class TreasuryBankrupt(GameStops):
    """The end because the Treasury cannot pay a bill whatever it issues: nobody wins (P17.5)."""

    cause = "bankrupt"


class Settled(NamedTuple):
    """The outcome of a debt that is paid as far as cash and savings cards reach."""

    paid: int
    lapsed: int
    bank_stands: bool
    """False if the Bank could not cash the cards that were needed."""


def bank_pays(t: Poleconomy, payee: str, amount: int, reason: str, rule: str) -> None:
    """Pay from the Bank. If it is short it pays what it has, and the game ends (P14.3)."""
    held = t.cash(BANK)
    t.pay(BANK, payee, min(amount, held), reason, rule)
    if amount and amount >= held:
        raise BankRunOut


def settle(
    t: Poleconomy, payer: str, payee: str, due: int, reason: str, rule: str, shielded: int = 0
) -> Settled:
    """Pay a Company Profit or a tax: from cash, then savings cards; the rest lapses (P14.1).

    >>> import classkit
    >>> position = {"A": {"cash": 50_000, "savings": 4}}
    >>> t = classkit.new("poleconomy", seats=2, position=position).table
    >>> settle(t, "A", "B", 300_000, "company_profit", "P6.2")
    Settled(paid=300000, lapsed=0, bank_stands=True)
    >>> t.cash("A"), t.count("A", "savings")
    (50000, 1)

    If the Bank runs out while it cashes cards, the payer still pays what is in hand; the caller
    then ends the game. Leave the savings cards that are ``shielded`` by law (P19.4).
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


def levy(
    t: Poleconomy, seat: str, payee: str, due: int, rule: str, shielded: int = 0
) -> Settled:  # fmt: skip
    """Settle a tax, and tell what was due and what was paid (P4.5, P19.4)."""
    settled = settle(t, seat, payee, due, "tax", rule, shielded)
    player = t.players[seat]
    player.tax_paid += settled.paid
    player.tax_lapsed += settled.lapsed
    t.tell("tax_assessed", rule, seat, due=due, paid=settled.paid, lapsed=settled.lapsed)
    return settled


def take_back(
    t: Poleconomy, seat: str, stock: str, value: int, reason: str, rule: str
) -> None:  # fmt: skip
    """Return one card, bond or policy to the Bank, if the Bank can pay in full (P14.3)."""
    if t.cash(BANK) < value:
        raise BankRunOut
    t.hand_stock(stock, 1, seat, BANK, reason, rule)
    bank_pays(t, seat, value, reason, rule)
