"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from .accounts import RESERVE
from .state import Economicon, roll_of


def mine(t: Economicon) -> Flow[None]:
    """Each nation, in seat order, takes as much new gold as its die shows (N4.1)."""
    effects = t.standing_on("mining")
    for seat in t.seats:
        faces: tuple[int, ...] = yield roll_of(seat, "mining", "N4.1", t.edition.die)
        value = faces[0]
        t.tell("die_rolled", "N4.1", seat, value=value, purpose="mining")
        for effect in effects.get(seat, ()):
            value += effect.n
        if value > 0:
            t.draw_from_supply("gold", value, RESERVE[seat], "mined", "N4.1")
