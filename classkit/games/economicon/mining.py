"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from .accounts import RESERVE, SUPPLY
from .state import Economicon, roll_of


def mine(t: Economicon) -> Flow[None]:
    """Each nation, in seat order, takes as much new gold as its die shows (N4.1)."""
    effects = t.standing_on("mining")
    for seat in t.seats:
        faces: tuple[int, ...] = yield roll_of(seat, "mining", "N4.1", t.edition.die)
        new = faces[0]
        for effect in effects.get(seat, ()):
            new += effect.n
        there = t.in_supply("gold")
        gold = there if new > there else new if new > 0 else 0
        t.ledger.move("gold", gold, SUPPLY, RESERVE[seat])
        t.put_down(("mined", seat, faces[0], gold, t.page, t.told), 1 + (gold > 0))
