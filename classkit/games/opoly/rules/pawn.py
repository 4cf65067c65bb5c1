"""The pawn: moving forward, and the pay for passing Go (Q3.4)."""

from __future__ import annotations

from ..state import Opoly
from .bank import bank_pays


def forward(t: Opoly, steps: int, cause: str, rule: str) -> None:
    """Move on; onto or past Go every active seat collects once (Q3.4)."""
    board = t.edition.board
    here = t.here().number
    passed = here + steps >= len(board)
    t.stand_on(board[(here + steps) % len(board)].id, cause, passed, rule)
    if passed:
        pay_go(t)


def pay_go(t: Opoly) -> None:
    """Pay $200 and card bonuses from the bank to each active seat (Q3.4, Q8.16)."""
    payments = []
    for seat in t.active:
        payments.append((seat, t.edition.go_pay, "go"))
        for card in t.with_effect(seat, "go_bonus"):
            payments.append((seat, t.kind(card)["amount"], "go_bonus"))
    bank_pays(t, payments, "Q3.4")
