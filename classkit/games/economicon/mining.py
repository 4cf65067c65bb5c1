"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from .state import RESERVE, Economicon


def mine(t: Economicon) -> Flow[None]:
    """Each nation, in seat order, takes as much new gold as its die shows (N4.1)."""
    for seat in t.seats:
        value = yield from t.throw(seat, "mining", "N4.1", t.edition.die)
        for effect in t.standing(seat, "mining"):
            value += effect.n
        t.draw_from_supply("gold", max(0, value), RESERVE[seat], "mined", "N4.1")
