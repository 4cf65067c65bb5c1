"""Charges, grants and the bank's money: bankruptcy, and a bank that runs out (Q5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.requests import Flow, Seat

from .state import BANK, Opoly

Payment = tuple[Seat, int, str]
"""Who is paid how much, and the reason."""


RECESSIONS = ("recession", "depression")
"""The charges that are payments of a recession (Q4.5)."""


class GameStops(Exception):
    """The game ends at once, wherever the turn stands (Q10)."""

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule
        super().__init__(cause)


def bank_pays(t: Opoly, payments: Iterable[Payment], rule: str) -> None:
    """The bank pays a whole batch, or nothing of it and the game ends (Q5.6)."""
    batch = [payment for payment in payments if payment[1]]
    owed = sum(amount for _, amount, _ in batch)
    in_bank = t.cash(BANK)
    if owed > in_bank:
        if t.options.bank_limit != "unlimited":
            t.tell("bank_exhausted", "Q5.6", owed=owed, bank=in_bank)
            raise GameStops("bank", "Q5.6")
        reason = batch[0][2]
        t.mint("dollars", owed - in_bank, BANK, reason, "Q5.6")
        t.tell("money_printed", "Q5.6", amount=owed - in_bank, reason=reason)
    for seat, amount, reason in batch:
        t.pay(BANK, seat, amount, reason, rule)


def grant(t: Opoly, amounts: Mapping[Seat, int], reason: str, rule: str) -> None:
    """A grant to active seats only, in lead order (Q0.3)."""
    bank_pays(t, [(seat, amounts.get(seat, 0), reason) for seat in t.active], rule)


def charge(t: Opoly, bills: Mapping[Seat, int], reason: str, rule: str) -> Flow[None]:
    """Collect charges computed from one snapshot, in lead order (Q5.1).

    Whoever has less than its charge pays all it has and is bankrupt; a bankrupt seat pays at most
    its cash, and the rest is waived (Q5.2, Q5.5).
    """
    for seat in t.charged:
        owed = bills.get(seat, 0)
        if not owed:
            continue
        if t.is_active(seat):
            if owed > t.cash(seat) and t.options.raise_cash:
                from .acts import raise_cash  # it sells and mortgages, which pay in their turn

                yield from raise_cash(t, seat, owed, reason)
            paid = charge_active(t, seat, owed, reason, rule)
        else:
            paid = charge_trustee(t, seat, owed, reason, rule)
        if reason in RECESSIONS:
            t.recession_cost += paid  # at once: the game may end with this very payment
    stop_if_one_left(t)


def charge_active(t: Opoly, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """What is due, or all there is and bankruptcy (Q5.2)."""
    paid = min(owed, t.cash(seat))
    t.pay(seat, BANK, paid, reason, rule)
    if paid < owed:
        t.companies[seat].status = "bankrupt"
        t.tell("seat_bankrupt", "Q5.2", seat, owed=owed, paid=paid, reason=reason)
    return paid


def charge_trustee(t: Opoly, seat: Seat, owed: int, reason: str, rule: str) -> int:
    """A bankrupt seat pays at most its cash, or with the option nothing; the rest is waived."""
    paid = min(owed, t.cash(seat)) if t.options.trustee_pays_charges else 0
    t.pay(seat, BANK, paid, reason, rule)
    if paid < owed:
        t.tell("charge_waived", "Q5.5", seat, amount=owed - paid, reason=reason)
    return paid


def stop_if_one_left(t: Opoly) -> None:
    """The game ends when all but one seat, or all, are out (Q10.1)."""
    playing = [company.status for company in t.companies.values() if company.status != "merged"]
    if playing.count("active") <= 1 < len(playing) or "active" not in playing:
        raise GameStops("one_left", "Q10.1")
