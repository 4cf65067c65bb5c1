"""Taxation in Game 2: the law in force, collected for the Treasury (P19.4)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from ..country import TREASURY, Country
from ..laws import TaxLaw, tax_under
from .money import BankRunOut, levy


def collect_tax(t: Country) -> None:
    """Collect from each player what the law says, clockwise from the mover (P4.5, P19.4)."""
    for seat in t.clockwise(t.mover):
        settled = levy(t, seat, TREASURY, t.tax_due(seat), "P19.4", shielded(t, t.law))
        t.enter("tax", settled.paid)
        if not settled.bank_stands:
            raise BankRunOut


def shielded(t: Country, law: TaxLaw) -> int:
    """Return how many savings cards a player need not cash for tax (P19.4)."""
    return law.savings_shield // t.edition.prices.savings


def assess(t: Country, seat: Seat, law: TaxLaw) -> tuple[int, int]:
    """Return what a player would owe now under a law, and how much would be paid (P14.1, P19.4)."""
    due = tax_under(law, t.has(seat))
    price = t.edition.prices.savings
    cards = max(t.count(seat, "savings") - shielded(t, law), 0)
    return due, min(due, t.cash(seat) + cards * price)
