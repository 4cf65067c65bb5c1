"""Phase 8: goods are consumed (N12)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from .cards import COMMODITIES
from .state import RESERVE, SUPPLY, Economicon


def wanted(t: Economicon, seat: Seat, good: str) -> int:
    """What the people of a nation consume of a commodity: one for each law in force (N12.1)."""
    extra = sum(e.n for e in t.standing(seat, "consume") if e.unit in ("", good))
    return max(0, len(t.nations[seat].laws) + extra)


def consume(t: Economicon) -> None:
    """All there is, up to what is wanted; what is short is not owed later (N12.1, N12.2)."""
    for seat in t.seats:
        nation, people = t.nations[seat], len(t.nations[seat].laws)
        changed = t.standing(seat, "consume")
        for good in COMMODITIES:
            need = wanted(t, seat, good) if changed else people
            held = t.held(seat, good)
            eaten = min(need, held)
            t.move(good, eaten, RESERVE[seat], SUPPLY, "consumed", "N12.1")
            nation.consumed[good] = eaten
            if eaten < need:
                nation.short[good] = need - eaten
                t.tell("shortage", "N12.2", seat, commodity=good, short=need - eaten)
