"""Values in dollars that bots put on property, cards and landings."""

from __future__ import annotations

from classkit.engine.requests import Seat

from ..shown.view import OpolyView

LANDING = 0.028
BUSTED_A_TURN = 1 / 1296
"""The chance that a company that acted unethically is busted in a turn (Q8.4)."""
GO_A_TURN = 7 / 40
"""The share of turns in which the pawn passes Go."""
TOO_LATE = 6
"""With fewer rolls left the effect of a card is worth nothing: it can hardly come about."""
CARD_WORTH = {
    "shift_pawn": 40, "end_recession": 50, "exempt_one_in_line": 90, "limit": 110,
    "preempt": 80, "copy": 60, "hotel_rent_pct": 50, "tax_pct": 40, "build_cost_pct": 70,
    "rail_rent_pct": 40, "all_rent_pct": 120, "poach": 60, "recession_pct": 60,
}  # fmt: skip
"""The worth in dollars of an internal card's effect at the beginning."""
RANKS = (
    "limit", "all_rent_pct", "exempt_one_in_line", "preempt", "build_cost_pct", "recession_pct",
    "go_bonus", "hotel_rent_pct", "tax_pct", "rail_rent_pct",
)  # fmt: skip
"""The effects worth taking or copying, best first."""


def expected_rent(view: OpolyView, me: Seat, space: str) -> float:
    """Return the rent that a property would bring without buildings over the turns left."""
    return LANDING * view.rolls_left * view.rent_in_reach(me, space)


def gain_by_signing(view: OpolyView, me: Seat, group: str) -> int:
    """Return what doubled rents on its own lots bring over the turns left, in dollars (Q7.3).

    Houses, which an alliance allows as well, are not counted: they are to be paid for.
    """
    alone = sum(view.rent(lot) for lot in view.edition.groups[group] if view.owner(lot) == me)
    return int(LANDING * view.rolls_left * alone)


def card_value(view: OpolyView, me: Seat, card: str) -> int:
    """Return what an internal card is worth: its effect over the turns left, and its value."""
    kind = view.edition.cards[card]
    if view.rolls_left < TOO_LATE:
        return int(kind.appraised * 0.8)
    left = view.rolls_left / max(view.edition.play_rolls, 1)
    if kind.effect == "go_bonus":
        return int(kind.appraised + kind["amount"] * view.rolls_left * GO_A_TURN)
    return int(kind.appraised * 0.8 + CARD_WORTH.get(kind.effect, 30) * min(left, 1))


def copy_rank(view: OpolyView, card: str) -> int:
    """Return how much a card is worth taking or copying; 0 if it is not."""
    effect = view.edition.cards[card].effect
    return len(RANKS) - RANKS.index(effect) if effect in RANKS else 0


def landing_gain(view: OpolyView, me: Seat, space: str) -> int:
    """Return roughly what a landing on a space brings a seat, in dollars."""
    lot = view.edition.spaces[space]
    if lot.ownable and view.owner(space) == me:
        return view.rent(space)
    if lot.kind == "go_to_recession":
        return -2 * view.payment(me)
    if lot.kind in ("income_tax", "luxury_tax"):
        return -view.edition.luxury_tax
    return 0
