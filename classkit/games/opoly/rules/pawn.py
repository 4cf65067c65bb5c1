"""The pawn: moving forward, and the pay for passing Go (Q3.4)."""

from __future__ import annotations

from ..state import Opoly
from ..vocabulary import GO_BONUS
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
        payments += [(seat, bonus, "go_bonus") for bonus in t.figures(seat, GO_BONUS)]
    bank_pays(t, payments, "Q3.4")
