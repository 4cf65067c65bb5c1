"""Phase 8: goods are consumed (N12)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from .cards import COMMODITIES
from .state import RESERVE, SUPPLY, Economicon


def wanted(t: Economicon, seat: Seat) -> dict[str, int]:
    """What the people consume of each commodity: one for each law in force (N12.1)."""
    people = dict.fromkeys(COMMODITIES, len(t.nations[seat].laws))
    for effect in t.standing(seat, "consume"):
        for good in COMMODITIES:
            if effect.unit in ("", good):
                people[good] += effect.n
    return people


def consume(t: Economicon) -> None:
    """All there is, up to what is wanted; what is short is not owed later (N12.1, N12.2)."""
    for seat in t.seats:
        nation = t.nations[seat]
        for good, number in wanted(t, seat).items():
            need, held = max(0, number), t.held(seat, good)
            eaten = min(need, held)
            t.move(good, eaten, RESERVE[seat], SUPPLY, "consumed", "N12.1")
            nation.consumed[good] = eaten
            if eaten < need:
                nation.short[good] = need - eaten
                t.tell("shortage", "N12.2", seat, commodity=good, short=need - eaten)
