"""Taxation in Game 2 under the law in force (P19.4)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..country_state import TREASURY, CountryState
from ..laws import TaxLaw, compute_tax
from .money import BankRunOut, levy_tax


def collect_tax(t: CountryState) -> None:
    """Collect each player's tax, clockwise from the mover (P4.5, P19.4)."""
    for seat in t.clockwise(t.mover):
        settled = levy_tax(
            t, seat, TREASURY, t.get_tax_due(seat), "P19.4", count_shielded_cards(t, t.law)
        )
        t.record_budget("tax", settled.paid)
        if not settled.bank_stands:
            raise BankRunOut


def count_shielded_cards(t: CountryState, law: TaxLaw) -> int:
    """Return the number of savings cards that a player need not sell to pay tax (P19.4)."""
    return law.savings_shield // t.edition.prices.savings


def assess_tax(t: CountryState, seat: Seat, law: TaxLaw) -> tuple[int, int]:
    """Return a player's current tax under a law, and the part that would be paid (P14.1, P19.4)."""
    due = compute_tax(law, t.get_field_values(seat))
    price = t.edition.prices.savings
    cards = max(t.count_stock(seat, "savings") - count_shielded_cards(t, law), 0)
    return due, min(due, t.cash(seat) + cards * price)
