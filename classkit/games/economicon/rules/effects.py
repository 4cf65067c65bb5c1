"""Effects that cards have once: what each says, does, and is called in words (N14.1, N17.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from classkit.engine.reading import Whole
from classkit.engine.requests import Seat
from classkit.procedures.effects import Effect

from ..accounts import MARKET, RESERVE, SUPPLY
from ..contents import Condition, Instant
from ..state import Economicon
from .measures import holds
from .tokens import change_tokens
from .vocabulary import CHANGE, COUNT, MOST, UNIT

OnNation: TypeAlias = Callable[[Economicon, Seat, Instant, str], None]
OnMarket: TypeAlias = Callable[[Economicon, Instant, str], None]
"""A function that carries out an effect, with the clause that brings it."""
Deed = TypeVar("Deed", OnNation, OnMarket)


@dataclass(frozen=True, slots=True, kw_only=True)
class Once(Effect, Generic[Deed]):
    """A kind of effect that happens once: what it does, and its words on a card."""

    deed: Deed
    words: Callable[[Instant], str]


def carry_out(t: Economicon, effects: Sequence[Instant], rule: str) -> None:
    """Carry out effects in listed order; every ``who`` is judged before the first (N14.1)."""
    chosen = [whoever(t, effect.who) if effect.do in ON_NATIONS else () for effect in effects]
    for effect, seats in zip(effects, chosen, strict=True):
        if effect.do in ON_MARKET:
            ON_MARKET[effect.do].deed(t, effect, rule)
        for seat in seats:
            ON_NATIONS[effect.do].deed(t, seat, effect, rule)


def whoever(t: Economicon, who: Condition | None) -> Sequence[Seat]:
    """List the nations that meet a condition now, or all without one (N17.1)."""
    return t.seats if who is None else [seat for seat in t.seats if holds(t, seat, who)]


# --- on nations (N17.5) ---------------------------------------------------------------------------


def give(t: Economicon, seat: Seat, effect: Instant, rule: str) -> None:
    """Give new units to a nation, while there are any (N0.3)."""
    t.draw_from_supply(effect.unit, effect.n, RESERVE[seat], "event_give", rule)


def take(t: Economicon, seat: Seat, effect: Instant, rule: str) -> None:
    """Return units of a nation to the supply, as far as held."""
    amount = min(effect.n, t.held(seat, effect.unit))
    t.move(effect.unit, amount, RESERVE[seat], SUPPLY, "event_take", rule)


def token(t: Economicon, seat: Seat, effect: Instant, rule: str) -> None:
    """Let a nation gain or lose tokens."""
    change_tokens(t, seat, effect.n, "event", rule)


def token_words(effect: Instant) -> str:
    """Return the words for tokens gained or lost.

    >>> token_words(Instant("token", n=-2))
    'lose 2 tokens'
    """
    number = abs(effect.n)
    return f"{'gain' if effect.n > 0 else 'lose'} {number} token{'' if number == 1 else 's'}"


ON_NATIONS: Mapping[str, Once[OnNation]] = {
    "give": Once(
        {"unit": UNIT, "n": COUNT},
        deed=give,
        words=lambda card: f"receive {card.n:,} {card.unit}",
    ),
    "take": Once(
        {"unit": UNIT, "n": COUNT},
        deed=take,
        words=lambda card: f"lose {card.n:,} {card.unit}",
    ),
    "token": Once({"n": CHANGE}, deed=token, words=token_words),
}
"""The effects on each nation that a card's ``who`` names, with their keys."""


# --- on the market (N17.5) ------------------------------------------------------------------------


def market(t: Economicon, effect: Instant, rule: str) -> None:
    """Add units to the market or remove some."""
    change_market(t, effect.unit, effect.n, rule)


def market_pct(t: Economicon, effect: Instant, rule: str) -> None:
    """Change the market by a percentage, the amount rounded down."""
    amount = t.in_market(effect.unit) * abs(effect.pct) // 100
    change_market(t, effect.unit, amount if effect.pct > 0 else -amount, rule)


def change_market(t: Economicon, unit: str, change: int, rule: str) -> None:
    """Move units between supply and market, never taking the market below 1."""
    if change > 0:
        t.draw_from_supply(unit, change, MARKET, "event_market", rule)
    else:
        amount = min(-change, max(0, t.in_market(unit) - 1))
        t.move(unit, amount, MARKET, SUPPLY, "event_market", rule)


def market_words(effect: Instant) -> str:
    """Return the words for units that come to the market or leave it."""
    verb = "come to" if effect.n > 0 else "leave"
    return f"{abs(effect.n):,} {effect.unit} {verb} the market"


def market_pct_words(effect: Instant) -> str:
    """Return the words for a change of the market by a percentage.

    >>> market_pct_words(Instant("market_pct", unit="oil", pct=-25))
    '25% of the oil leaves the market'
    """
    if effect.pct > 0:
        return f"{effect.pct}% more {effect.unit} comes to the market"
    return f"{-effect.pct}% of the {effect.unit} leaves the market"


ON_MARKET: Mapping[str, Once[OnMarket]] = {
    "market": Once({"unit": UNIT, "n": CHANGE}, deed=market, words=market_words),
    "market_pct": Once(
        {"unit": UNIT, "pct": Whole(-100, MOST)},
        deed=market_pct,
        words=market_pct_words,
    ),
}
"""The effects on the market, with their keys."""
INSTANT: Mapping[str, Once[OnNation] | Once[OnMarket]] = {**ON_NATIONS, **ON_MARKET}
"""All effects that happen once."""
