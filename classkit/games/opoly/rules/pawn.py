"""Forward moves of the pawn, and the pay at Go (Q3.4)."""

from __future__ import annotations

from ..effect_kinds import GO_BONUS
from ..state import OpolyState
from .bank import pay_from_bank


def move_forward(t: OpolyState, steps: int, cause: str, rule: str) -> None:
    """Move the pawn forward. If it reaches or passes Go, pay every active seat (Q3.4)."""
    board = t.edition.board
    here = t.get_pawn_space().number
    passed = here + steps >= len(board)
    t.move_pawn(board[(here + steps) % len(board)].id, cause, passed, rule)
    if passed:
        pay_go(t)


def pay_go(t: OpolyState) -> None:
    """Pay the amount for Go, and bonuses from cards, to each active seat (Q3.4, Q8.16)."""
    payments = []
    for seat in t.active:
        payments.append((seat, t.edition.go_pay, "go"))
        payments += [(seat, bonus, "go_bonus") for bonus in t.get_effect_values(seat, GO_BONUS)]
    pay_from_bank(t, payments, "Q3.4")
