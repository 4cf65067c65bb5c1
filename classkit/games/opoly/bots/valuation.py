"""Bots' estimates of the value of properties, cards and landings, in dollars."""

from __future__ import annotations

from typing import NamedTuple

from classkit.engine.decisions import Seat

from ..presentation.view import OpolyView

LANDING_CHANCE = 0.028
BUSTED_CHANCE = 1 / 1296
"""Probability that an actor is busted in a turn (Q8.4)."""
GO_CHANCE = 7 / 40
"""Share of turns in which the pawn passes Go."""
MIN_ROLLS_LEFT = 6
"""Number of rolls left below which the effect of a card has no value."""


class EffectValue(NamedTuple):
    """The value that bots assign to an effect of internal cards."""

    dollars: int
    """Value in dollars at the start of the game."""
    rank: int
    """Priority for poaching or copying. Higher is better, and 0 means never."""


EFFECT_VALUES = {
    "limit": EffectValue(110, 10),  # a higher priority than more rent, despite the lower value
    "all_rent_pct": EffectValue(120, 9),
    "exempt_one_in_line": EffectValue(90, 8),
    "preempt": EffectValue(80, 7),
    "build_cost_pct": EffectValue(70, 6),
    "recession_pct": EffectValue(60, 5),
    "go_bonus": EffectValue(0, 4),  # depends on its amount, see evaluate_card
    "hotel_rent_pct": EffectValue(50, 3),
    "tax_pct": EffectValue(40, 2),
    "rail_rent_pct": EffectValue(40, 1),
    "copy": EffectValue(60, 0),
    "poach": EffectValue(60, 0),
    "end_recession": EffectValue(50, 0),
    "shift_pawn": EffectValue(40, 0),
}
"""Values of the effects of internal cards, by effect word."""


def get_expected_rent(view: OpolyView, me: Seat, space: str) -> float:
    """Return the expected rent of a property without buildings over the remaining turns."""
    return LANDING_CHANCE * view.rolls_left * view.rent_in_reach(me, space)


def get_signing_gain(view: OpolyView, me: Seat, group: str) -> int:
    """Return the gain from doubled rents on its own lots over the remaining turns (Q7.3).

    Ignore the houses that an alliance allows, because they cost money.
    """
    alone = sum(view.rent(lot) for lot in view.edition.groups[group] if view.owner(lot) == me)
    return int(LANDING_CHANCE * view.rolls_left * alone)


def evaluate_card(view: OpolyView, me: Seat, card: str) -> int:
    """Return the value of an internal card: appraised value, plus effect in remaining turns."""
    kind = view.edition.cards[card]
    if view.rolls_left < MIN_ROLLS_LEFT:
        return int(kind.appraised * 0.8)
    left = view.rolls_left / max(view.edition.play_rolls, 1)
    if kind.effect == "go_bonus":
        return int(kind.appraised + kind["amount"] * view.rolls_left * GO_CHANCE)
    return int(kind.appraised * 0.8 + EFFECT_VALUES[kind.effect].dollars * min(left, 1))


def get_copy_rank(view: OpolyView, card: str) -> int:
    """Return the priority of a card for poaching or copying, or 0 for never."""
    return EFFECT_VALUES[view.edition.cards[card].effect].rank


def evaluate_landing(view: OpolyView, me: Seat, space: str) -> int:
    """Estimate the gain of a seat from a landing on a space, in dollars."""
    lot = view.edition.spaces[space]
    if lot.is_ownable and view.owner(space) == me:
        return view.rent(space)
    if lot.kind == "go_to_recession":
        return -2 * view.payment(me)
    if lot.kind in ("income_tax", "luxury_tax"):
        return -view.edition.luxury_tax
    return 0
