"""Volatility tokens: gaining and losing them (N15)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from ..accounts import STOCK, TOKEN
from ..state import Economicon


def change_tokens(t: Economicon, seat: Seat, change: int, reason: str, rule: str) -> None:
    """Take tokens from the common stock, or give them back; ``reason`` phase9, peg or event.

    A nation without tokens loses nothing (N15.1); an empty stock gives none (N15.2).
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
        t.move_untold(TOKEN, abs(moved), source, target, f"token_{reason}", rule)
        t.tell("token_changed", rule, seat, change=moved, total=has + moved, reason=reason)
    if moved < change:
        t.tell("token_short", "N15.2", seat, wanted=change, reason=reason)
