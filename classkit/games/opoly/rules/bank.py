"""The bank: its payments, and the end of the game when it runs out of money (Q5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.decisions import Seat

from ..state import BANK, OpolyState

Payment = tuple[Seat, int, str]
"""The payee, the amount in dollars, and the reason."""


class OpolyStop(Exception):
    """Exception that ends the game at any point of a turn (Q10)."""

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule
        super().__init__(cause)


def pay_from_bank(t: OpolyState, payments: Iterable[Payment], rule: str) -> None:
    """Pay a batch from the bank, or pay nothing and end the game (Q5.6).

    Raises:
        OpolyStop: The bank has too little money, unless the option makes it unlimited.
    """
    batch = [payment for payment in payments if payment[1]]
    owed = sum(amount for _, amount, _ in batch)
    in_bank = t.cash(BANK)
    if owed > in_bank:
        if t.options.bank_limit != "unlimited":
            t.tell("bank_exhausted", "Q5.6", owed=owed, bank=in_bank)
            raise OpolyStop("bank", "Q5.6")
        reason = batch[0][2]
        t.mint("dollars", owed - in_bank, BANK, reason, "Q5.6")
        t.tell("money_printed", "Q5.6", amount=owed - in_bank, reason=reason)
    for seat, amount, reason in batch:
        t.pay(BANK, seat, amount, reason, rule)


def pay_grants(t: OpolyState, amounts: Mapping[Seat, int], reason: str, rule: str) -> None:
    """Pay a grant, only to active seats, in lead order (Q0.3)."""
    pay_from_bank(t, [(seat, amounts.get(seat, 0), reason) for seat in t.active], rule)
