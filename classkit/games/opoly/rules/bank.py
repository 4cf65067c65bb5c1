"""The bank: its payments, and the end of the game when it runs out (Q5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.requests import Seat

from ..state import BANK, Opoly

Payment = tuple[Seat, int, str]
"""The seat that is paid, the dollars, and the reason."""


class GameStops(Exception):
    """The end of the game, wherever the turn stands (Q10)."""

    def __init__(self, cause: str, rule: str) -> None:
        self.cause, self.rule = cause, rule
        super().__init__(cause)


def bank_pays(t: Opoly, payments: Iterable[Payment], rule: str) -> None:
    """Pay a whole batch from the bank, or nothing of it and end the game (Q5.6)."""
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
    """Pay a grant to active seats only, in lead order (Q0.3)."""
    bank_pays(t, [(seat, amounts.get(seat, 0), reason) for seat in t.active], rule)
