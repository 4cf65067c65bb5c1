"""Charges, and bankruptcy for those who cannot pay them (Q5.1 to Q5.5)."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.requests import Flow, Seat

from ..state import BANK, Opoly
from .acts import RAISING, possible_acts, whole_sale
from .bank import GameStops
from .management import acts_move, carry_out
from .offers import PASS

RECESSIONS = ("recession", "depression")
"""The reasons of charges that are payments of a recession (Q4.5)."""


def charge(t: Opoly, bills: Mapping[Seat, int], reason: str, rule: str) -> Flow[None]:
    """Collect charges computed from one snapshot, in lead order (Q5.1).

    A seat with less than its charge pays all it has and is bankrupt. A seat already bankrupt pays
    at most its cash, and the rest is waived (Q5.2, Q5.5).
    """
    for seat in t.charged:
        owed = bills.get(seat, 0)
        if not owed:
            continue
        if t.is_active(seat):
            if owed > t.cash(seat) and t.options.raise_cash:
                yield from raise_cash(t, seat, owed, reason)
            paid = charge_active(t, seat, owed, reason, rule)
        else:
            paid = charge_trustee(t, seat, owed, reason, rule)
        if reason in RECESSIONS:
            t.recession_cost += paid  # counted at once: the game may end with this very payment
    stop_if_one_left(t)


def raise_cash(t: Opoly, seat: Seat, owed: int, reason: str) -> Flow[None]:
    """Let a seat sell buildings and mortgage before a charge, by option (Q5.1)."""
    possible = any(act["act"] in RAISING for act in possible_acts(t, seat))
    if not possible and not whole_sale(t, seat):
        return
    answer = yield from t.ask(
        seat, "raise_cash", (PASS, acts_move(t, seat, "raise_cash", RAISING)),
        rule="Q5.1", default="pass", about={"owed": owed, "reason": reason},
    )  # fmt: skip
    for act in answer.fields.get("acts", ()):
        yield from carry_out(t, seat, act)


def charge_active(t: Opoly, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """Pay what is due, or all there is and go bankrupt (Q5.2)."""
    paid = min(owed, t.cash(seat))
    t.pay(seat, BANK, paid, reason, rule)
    if paid < owed:
        t.companies[seat].status = "bankrupt"
        t.tell("seat_bankrupt", "Q5.2", seat, owed=owed, paid=paid, reason=reason)
    return paid


def charge_trustee(t: Opoly, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """Pay at most a bankrupt seat's cash, or by option nothing; the rest is waived."""
    paid = min(owed, t.cash(seat)) if t.options.trustee_pays_charges else 0
    t.pay(seat, BANK, paid, reason, rule)
    if paid < owed:
        t.tell("charge_waived", "Q5.5", seat, amount=owed - paid, reason=reason)
    return paid


def stop_if_one_left(t: Opoly) -> None:
    """End the game when all but one seat, or all, are out (Q10.1)."""
    playing = [company.status for company in t.companies.values() if company.status != "merged"]
    if playing.count("active") <= 1 < len(playing) or "active" not in playing:
        raise GameStops("one_left", "Q10.1")
