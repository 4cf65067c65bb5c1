"""What a landing is worth that ends the match (E5.1): much for who wins by it, and nothing for all
others, who could land elsewhere and play on.
"""

from __future__ import annotations

from ..rules.holdings import Worth
from ..shown.view import EconomyView

WON, DENIED = 100.0, -100.0
"""The worth of a landing by which a bot wins, and of one by which another does, in points."""


def ending(view: EconomyView, paid: Worth) -> float:
    """Return the worth of ending the match by these points; 0 if they do not end it."""
    score = view.score
    if not any(score[seat] + points >= view.target for seat, points in paid.items()):
        return 0.0
    after = {seat: points + paid.get(seat, 0) for seat, points in score.items()}
    return WON if after[view.seat or ""] == max(after.values()) else DENIED


def ending_on(view: EconomyView, card: str) -> float:
    """Return the worth of a landing on a face-down card that a bot remembers, if it ends the match.

    The card is its own from then on, and the sector scores (E4).
    """
    me, points, holder = view.seat or "", view.cards[card].points, view.holder(card)
    paid = view.worth_in(view.cards[card].sector)
    if holder is not None:
        paid[holder] -= points
    return ending(view, {**paid, me: paid.get(me, 0) + points})
