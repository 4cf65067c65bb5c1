"""Estimates of what a landing that ends the match is worth (E5.1).

The value is high if the bot wins, and very low if another seat wins, because the bot could land
elsewhere and continue to play.
"""

from __future__ import annotations

from ..presentation.view import EconomyView
from ..rules.stakes import OwnerPoints

WIN_VALUE, LOSS_VALUE = 100.0, -100.0
"""Values, in points, of a landing that makes the bot or another seat win."""


def evaluate_ending(view: EconomyView, paid: OwnerPoints) -> float:
    """Return the value of a landing that pays these points, or 0 if the match continues."""
    score = view.score
    if not any(score[seat] + points >= view.target for seat, points in paid.items()):
        return 0.0
    after = {seat: points + paid.get(seat, 0) for seat, points in score.items()}
    return WIN_VALUE if after[view.seat or ""] == max(after.values()) else LOSS_VALUE


def evaluate_hidden_ending(view: EconomyView, card: str) -> float:
    """Return the value of a landing on a remembered face-down card, or 0 if play continues.

    The bot takes over the card, and the sector scores (E4).
    """
    me, points, holder = view.seat or "", view.cards[card].points, view.holder(card)
    paid = view.worth_in(view.cards[card].sector)
    if holder is not None:
        paid[holder] -= points
    return evaluate_ending(view, {**paid, me: paid.get(me, 0) + points})
