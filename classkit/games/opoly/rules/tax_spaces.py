"""Taxes: Income Tax and Luxury Tax (Q3.13, Q3.14)."""

from __future__ import annotations

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Move

from ..effect_kinds import TAX_PCT
from ..rules_data import floor_percent
from ..state import OpolyState
from .charges import charge_seats

TAX_MOVES = (Move("flat"), Move("percent"))


def get_taxable_worth(t: OpolyState, seat: Seat) -> int:
    """Return the taxable worth: cash, appraised assets, and buildings at cost (Q3.13)."""
    edition = t.edition
    worth = t.cash(seat)
    for space in t.get_properties(seat):
        lot = edition.spaces[space]
        worth += lot.price + t.level(space) * edition.house_cost.get(lot.group, 0)
    return worth + sum(edition.cards[card].appraised for card in t.hand(seat))


def get_income_tax(t: OpolyState, seat: Seat, choice: str) -> int:
    """Return the tax for the choice "flat" or "percent", reduced by cards (Q3.13, Q8.16)."""
    owed = t.edition.income_tax_flat
    if choice == "percent":
        owed = floor_percent(get_taxable_worth(t, seat), t.edition.income_tax_pct)
    return apply_tax_card(t, seat, owed)


def apply_tax_card(t: OpolyState, seat: Seat, owed: int) -> int:
    """Reduce the tax of an active holder of Government Relations (Q8.16)."""
    return t.reduce_cost(seat, owed, TAX_PCT) if t.is_active(seat) else owed


def choose_lesser_tax(t: OpolyState, seat: Seat) -> str:
    """Return the cheaper choice."""
    less = get_income_tax(t, seat, "percent") < get_income_tax(t, seat, "flat")
    return "percent" if less else "flat"


def charge_income_tax(t: OpolyState) -> Flow[None]:
    """Ask every seat secretly for the flat sum or a share of its worth, and charge it (Q3.13)."""
    choices = dict.fromkeys(t.charged, "flat")
    if t.options.income_tax == "choice":
        asked = [
            Decision(seat, "income_tax_choice", TAX_MOVES, "Q3.13", choose_lesser_tax(t, seat))
            for seat in t.active
        ]
        answers = yield from t.ask_all(asked)
        choices = {seat: choose_lesser_tax(t, seat) for seat in t.trustees}
        choices |= {seat: answer.move for seat, answer in answers.items()}
    bills = {seat: get_income_tax(t, seat, choice) for seat, choice in choices.items()}
    yield from charge_seats(t, bills, "income_tax", "Q3.13")


def charge_luxury_tax(t: OpolyState) -> Flow[None]:
    """Charge every seat the luxury tax (Q3.14)."""
    bills = {seat: apply_tax_card(t, seat, t.edition.luxury_tax) for seat in t.charged}
    yield from charge_seats(t, bills, "luxury_tax", "Q3.14")
