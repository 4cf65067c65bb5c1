"""Taxes: Income Tax and Luxury Tax (Q3.13, Q3.14)."""

from __future__ import annotations

from classkit.engine.moves import Move
from classkit.engine.requests import Decision, Flow, Seat

from ..contents import percent
from ..state import Opoly
from ..vocabulary import TAX_PCT
from .charges import charge

FLAT_OR_PERCENT = (Move("flat"), Move("percent"))


def worth_for_tax(t: Opoly, seat: Seat) -> int:
    """Return cash, property and cards at appraised value, and buildings at cost, in dollars."""
    edition = t.edition
    worth = t.cash(seat)
    for space in t.properties_of(seat):
        lot = edition.spaces[space]
        worth += lot.price + t.level(space) * edition.house_cost.get(lot.group, 0)
    return worth + sum(edition.cards[card].appraised for card in t.hand(seat))


def income_tax_of(t: Opoly, seat: Seat, choice: str) -> int:
    """Return what the choice costs; Government Relations lower it (Q3.13, Q8.16)."""
    owed = t.edition.income_tax_flat
    if choice == "percent":
        owed = percent(worth_for_tax(t, seat), t.edition.income_tax_pct)
    return with_relations(t, seat, owed)


def with_relations(t: Opoly, seat: Seat, owed: int) -> int:
    """Halve the taxes of an active holder of Government Relations, rounded up (Q8.16)."""
    return t.lowered(seat, owed, TAX_PCT) if t.is_active(seat) else owed


def lesser_tax(t: Opoly, seat: Seat) -> str:
    """Return the choice that costs less."""
    less = income_tax_of(t, seat, "percent") < income_tax_of(t, seat, "flat")
    return "percent" if less else "flat"


def income_tax(t: Opoly) -> Flow[None]:
    """Let every seat choose in secret: the flat sum or a tenth of its worth (Q3.13)."""
    choices = dict.fromkeys(t.charged, "flat")
    if t.options.income_tax == "choice":
        asked = [
            Decision(seat, "income_tax_choice", FLAT_OR_PERCENT, "Q3.13", lesser_tax(t, seat))
            for seat in t.active
        ]
        answers = yield from t.ask_all(asked)
        choices = {seat: lesser_tax(t, seat) for seat in t.trustees}
        choices |= {seat: answer.move for seat, answer in answers.items()}
    bills = {seat: income_tax_of(t, seat, choice) for seat, choice in choices.items()}
    yield from charge(t, bills, "income_tax", "Q3.13")


def luxury_tax(t: Opoly) -> Flow[None]:
    """Charge every seat $75 (Q3.14)."""
    bills = {seat: with_relations(t, seat, t.edition.luxury_tax) for seat in t.charged}
    yield from charge(t, bills, "luxury_tax", "Q3.14")
