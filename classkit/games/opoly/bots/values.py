"""Values in dollars that bots put on property, cards and landings."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.requests import Seat

from ..shown.view import OpolyView

LANDING = 0.028
BUSTED_A_TURN = 1 / 1296
"""The chance that a company that acted unethically is busted in a turn (Q8.4)."""
GO_A_TURN = 7 / 40
"""The share of turns in which the pawn passes Go."""
TOO_LATE = 6
"""The rolls left below which a card's effect is worth nothing, since it will hardly come about."""


class Worth(NamedTuple):
    """What bots think of an effect of internal cards."""

    dollars: int
    """Its worth in dollars at the beginning of the game."""
    rank: int
    """How much it is worth taking or copying, the higher the better; 0 if it is not."""


WORTH = {
    "limit": Worth(110, 10),  # taken before more rent, though less is bid for it
    "all_rent_pct": Worth(120, 9),
    "exempt_one_in_line": Worth(90, 8),
    "preempt": Worth(80, 7),
    "build_cost_pct": Worth(70, 6),
    "recession_pct": Worth(60, 5),
    "go_bonus": Worth(0, 4),  # its amount counts, see card_value
    "hotel_rent_pct": Worth(50, 3),
    "tax_pct": Worth(40, 2),
    "rail_rent_pct": Worth(40, 1),
    "copy": Worth(60, 0),
    "poach": Worth(60, 0),
    "end_recession": Worth(50, 0),
    "shift_pawn": Worth(40, 0),
}
"""Each effect of internal cards, by its word."""


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
    return int(kind.appraised * 0.8 + WORTH[kind.effect].dollars * min(left, 1))


def copy_rank(view: OpolyView, card: str) -> int:
    """Return how much a card is worth taking or copying; 0 if it is not."""
    return WORTH[view.edition.cards[card].effect].rank


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
