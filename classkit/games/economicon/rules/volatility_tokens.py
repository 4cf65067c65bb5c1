"""Gains and losses of volatility tokens (N15)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..account_names import STOCK, TOKEN
from ..state import EconomiconState


def change_tokens(t: EconomiconState, seat: Seat, change: int, reason: str, rule: str) -> None:
    """Move tokens from or to the common stock.

    A nation without tokens cannot lose any (N15.1), and an empty stock has none to give (N15.2).
    ``reason`` is ``phase9``, ``peg`` or ``event``.
    """
    tokens = t.ledger.balances[TOKEN]
    stock, has = tokens[STOCK], tokens[seat]
    if change < 0 and not has:
        return
    moved = change
    if change > stock:
        moved = stock
    elif change < -has:
        moved = -has
    if moved:
        source, target = (STOCK, seat) if moved > 0 else (seat, STOCK)
        t.move_silently(TOKEN, abs(moved), source, target, f"token_{reason}", rule)
        t.tell("token_changed", rule, seat, change=moved, total=has + moved, reason=reason)
    if moved < change:
        t.tell("token_short", "N15.2", seat, wanted=change, reason=reason)
