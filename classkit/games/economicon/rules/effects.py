"""Effects that cards have once, in listed order (N14.1, N17.5)."""

from __future__ import annotations

from collections.abc import Sequence

from classkit.engine.requests import Seat

from ..accounts import MARKET, RESERVE, SUPPLY
from ..edition.contents import Condition, Instant
from ..state import Economicon
from .measures import holds
from .tokens import change_tokens


def carry_out(t: Economicon, effects: Sequence[Instant], rule: str) -> None:
    """Carry out effects in listed order; every ``who`` is judged before the first (N14.1)."""
    chosen: list[Sequence[Seat]] = [
        t.seats if effect.who is None else whoever(t, effect.who) for effect in effects
    ]
    for effect, seats in zip(effects, chosen, strict=True):
        if effect.do == "market":
            change_market(t, effect.unit, effect.n, rule)
        elif effect.do == "market_pct":
            amount = t.in_market(effect.unit) * abs(effect.pct) // 100
            change_market(t, effect.unit, amount if effect.pct > 0 else -amount, rule)
        elif effect.do == "token":
            for seat in seats:
                change_tokens(t, seat, effect.n, "event", rule)
        elif effect.do == "give":
            give(t, seats, effect.unit, effect.n, rule)
        else:
            take(t, seats, effect.unit, effect.n, rule)


def whoever(t: Economicon, who: Condition) -> list[Seat]:
    """List the nations that meet a condition now (N17.1)."""
    return [seat for seat in t.seats if holds(t, seat, who)]


def give(t: Economicon, seats: Sequence[Seat], unit: str, number: int, rule: str) -> None:
    """Give new units to each of these nations in turn, while there are any (N0.3, N17.5)."""
    for seat in seats:
        t.draw_from_supply(unit, number, RESERVE[seat], "event_give", rule)


def take(t: Economicon, seats: Sequence[Seat], unit: str, number: int, rule: str) -> None:
    """Return units of each of these nations to the supply, as far as held (N17.5)."""
    for seat in seats:
        amount = min(number, t.held(seat, unit))
        t.move(unit, amount, RESERVE[seat], SUPPLY, "event_take", rule)


def change_market(t: Economicon, unit: str, change: int, rule: str) -> None:
    """Move units between supply and market, never taking the market below 1 (N17.5)."""
    if change > 0:
        t.draw_from_supply(unit, change, MARKET, "event_market", rule)
    else:
        amount = min(-change, max(0, t.in_market(unit) - 1))
        t.move(unit, amount, MARKET, SUPPLY, "event_market", rule)
