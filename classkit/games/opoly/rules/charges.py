"""Charges, and the bankruptcy of seats that cannot pay them (Q5.1 to Q5.5)."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Flow, Seat

from ..state import BANK, OpolyState
from .bank import OpolyStop
from .management import apply_act, build_acts_move
from .management_actions import CASH_ACTS, build_group_sale, iter_possible_acts
from .offers import PASS_MOVE

RECESSION_REASONS = ("recession", "depression")
"""The reasons of charges that count as recession payments (Q4.5)."""


def charge_seats(t: OpolyState, bills: Mapping[Seat, int], reason: str, rule: str) -> Flow[None]:
    """Collect charges computed from one snapshot, in lead order (Q5.1).

    A seat that has less than its charge pays everything it has and is bankrupt. A seat that is
    already bankrupt pays at most its cash, and the rest is waived (Q5.2, Q5.5).
    """
    for seat in t.charged:
        owed = bills.get(seat, 0)
        if not owed:
            continue
        if t.is_active(seat) and owed > t.cash(seat) and t.options.raise_cash:
            yield from raise_cash(t, seat, owed, reason)
        charge = charge_active if t.is_active(seat) else charge_trustee
        if reason not in RECESSION_REASONS:
            charge(t, seat, owed, reason, rule)
            continue
        with t.link_rows("recession_payment"):
            # immediately, because this payment may end the game
            t.recession_cost += charge(t, seat, owed, reason, rule)
    check_one_left(t)


def raise_cash(t: OpolyState, seat: Seat, owed: int, reason: str) -> Flow[None]:
    """With the option, let a seat sell buildings and mortgage properties before a charge (Q5.1)."""
    possible = any(act["act"] in CASH_ACTS for act in iter_possible_acts(t, seat))
    if not possible and not build_group_sale(t, seat):
        return
    answer = yield from t.ask(
        seat, "raise_cash", (PASS_MOVE, build_acts_move(t, seat, "raise_cash", CASH_ACTS)),
        rule="Q5.1", default="pass", about={"owed": owed, "reason": reason},
    )  # fmt: skip
    for act in answer.fields.get("acts", ()):
        yield from apply_act(t, seat, act)


def charge_active(t: OpolyState, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """Charge an active seat. If it has too little, take all its cash and bankrupt it (Q5.2)."""
    paid = min(owed, t.cash(seat))
    if paid == owed:
        t.pay(seat, BANK, paid, reason, rule)
        return paid
    with t.link_rows("seat_bankrupt"):
        t.pay(seat, BANK, paid, reason, rule)
        t.companies[seat].status = "bankrupt"
        t.tell("seat_bankrupt", "Q5.2", seat, owed=owed, paid=paid, reason=reason)
    return paid


def charge_trustee(t: OpolyState, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """Charge a bankrupt seat up to its cash, or nothing with the option, and waive the rest."""
    paid = min(owed, t.cash(seat)) if t.options.trustee_pays_charges else 0
    t.pay(seat, BANK, paid, reason, rule)
    if paid < owed:
        t.tell("charge_waived", "Q5.5", seat, amount=owed - paid, reason=reason)
    return paid


def check_one_left(t: OpolyState) -> None:
    """Raise OpolyStop if at most one seat is still active (Q10.1)."""
    playing = [company.status for company in t.companies.values() if company.status != "merged"]
    if playing.count("active") <= 1 < len(playing) or "active" not in playing:
        raise OpolyStop("one_left", "Q10.1")
