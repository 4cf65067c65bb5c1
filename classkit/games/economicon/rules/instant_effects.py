"""Card effects that happen once: keys, actions and texts (N14.1, N17.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from classkit.engine.decisions import Seat
from classkit.engine.schema import Whole
from classkit.mechanics.card_effects import Effect

from ..account_names import MARKET, RESERVE, SUPPLY
from ..rules_data import Condition, InstantEffect
from ..state import EconomiconState
from .card_vocabulary import CHANGE, COUNT, MAX_CARD_NUMBER, UNIT
from .measures import meets_condition
from .volatility_tokens import change_tokens

NationAction: TypeAlias = Callable[[EconomiconState, Seat, InstantEffect, str], None]
MarketAction: TypeAlias = Callable[[EconomiconState, InstantEffect, str], None]
"""Function that applies an effect to the market. The text is the clause for the event log."""
Action = TypeVar("Action", NationAction, MarketAction)


@dataclass(frozen=True, slots=True, kw_only=True)
class InstantEffectKind(Effect, Generic[Action]):
    """A kind of effect that happens once: its action, and its text on a card."""

    action: Action
    words: Callable[[InstantEffect], str]


def apply_effects(t: EconomiconState, effects: Sequence[InstantEffect], rule: str) -> None:
    """Apply effects in listed order. All ``who`` conditions are evaluated first (N14.1)."""
    chosen = [
        list_affected_seats(t, effect.who) if effect.do in NATION_EFFECTS else ()
        for effect in effects
    ]
    for effect, seats in zip(effects, chosen, strict=True):
        if effect.do in MARKET_EFFECTS:
            MARKET_EFFECTS[effect.do].action(t, effect, rule)
        for seat in seats:
            NATION_EFFECTS[effect.do].action(t, seat, effect, rule)


def list_affected_seats(t: EconomiconState, who: Condition | None) -> Sequence[Seat]:
    """Return the nations that meet a condition now, or all nations if it is None (N17.1)."""
    return t.seats if who is None else [seat for seat in t.seats if meets_condition(t, seat, who)]


# --- on nations (N17.5) ---------------------------------------------------------------------------


def give_units(t: EconomiconState, seat: Seat, effect: InstantEffect, rule: str) -> None:
    """Give new units to a nation, up to the supply (N0.3)."""
    t.draw_from_supply(effect.unit, effect.n, RESERVE[seat], "event_give", rule)


def take_units(t: EconomiconState, seat: Seat, effect: InstantEffect, rule: str) -> None:
    """Return a nation's units to the supply, up to its holding."""
    amount = min(effect.n, t.get_reserve(seat, effect.unit))
    t.move(effect.unit, amount, RESERVE[seat], SUPPLY, "event_take", rule)


def change_nation_tokens(t: EconomiconState, seat: Seat, effect: InstantEffect, rule: str) -> None:
    change_tokens(t, seat, effect.n, "event", rule)


def describe_token_change(effect: InstantEffect) -> str:
    """Return the text for tokens gained or lost.

    >>> describe_token_change(InstantEffect("token", n=-2))
    'lose 2 tokens'
    """
    number = abs(effect.n)
    return f"{'gain' if effect.n > 0 else 'lose'} {number} token{'' if number == 1 else 's'}"


NATION_EFFECTS: Mapping[str, InstantEffectKind[NationAction]] = {
    "give": InstantEffectKind(
        {"unit": UNIT, "n": COUNT},
        action=give_units,
        words=lambda card: f"receive {card.n:,} {card.unit}",
    ),
    "take": InstantEffectKind(
        {"unit": UNIT, "n": COUNT},
        action=take_units,
        words=lambda card: f"lose {card.n:,} {card.unit}",
    ),
    "token": InstantEffectKind(
        {"n": CHANGE}, action=change_nation_tokens, words=describe_token_change
    ),
}
"""Effects on the nations that a card's ``who`` selects, with their keys."""


# --- on the market (N17.5) ------------------------------------------------------------------------


def add_market_units(t: EconomiconState, effect: InstantEffect, rule: str) -> None:
    """Add units to the market, or remove units from it."""
    change_market(t, effect.unit, effect.n, rule)


def change_market_percent(t: EconomiconState, effect: InstantEffect, rule: str) -> None:
    """Change the market by a percentage. The amount is rounded down."""
    amount = t.get_market_units(effect.unit) * abs(effect.pct) // 100
    change_market(t, effect.unit, amount if effect.pct > 0 else -amount, rule)


def change_market(t: EconomiconState, unit: str, change: int, rule: str) -> None:
    """Move units between supply and market. At least 1 unit stays in the market."""
    if change > 0:
        t.draw_from_supply(unit, change, MARKET, "event_market", rule)
    else:
        amount = min(-change, max(0, t.get_market_units(unit) - 1))
        t.move(unit, amount, MARKET, SUPPLY, "event_market", rule)


def describe_market_change(effect: InstantEffect) -> str:
    """Return the text for units added to or removed from the market."""
    verb = "come to" if effect.n > 0 else "leave"
    return f"{abs(effect.n):,} {effect.unit} {verb} the market"


def describe_market_percent(effect: InstantEffect) -> str:
    """Return the text for a change of the market by a percentage.

    >>> describe_market_percent(InstantEffect("market_pct", unit="oil", pct=-25))
    '25% of the oil leaves the market'
    """
    if effect.pct > 0:
        return f"{effect.pct}% more {effect.unit} comes to the market"
    return f"{-effect.pct}% of the {effect.unit} leaves the market"


MARKET_EFFECTS: Mapping[str, InstantEffectKind[MarketAction]] = {
    "market": InstantEffectKind(
        {"unit": UNIT, "n": CHANGE}, action=add_market_units, words=describe_market_change
    ),
    "market_pct": InstantEffectKind(
        {"unit": UNIT, "pct": Whole(-100, MAX_CARD_NUMBER)},
        action=change_market_percent,
        words=describe_market_percent,
    ),
}
"""The effects on the market, with their keys."""
INSTANT_EFFECTS: Mapping[str, InstantEffectKind[NationAction] | InstantEffectKind[MarketAction]] = {
    **NATION_EFFECTS,
    **MARKET_EFFECTS,
}
"""All effects that happen once."""
