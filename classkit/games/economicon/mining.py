"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from .accounts import RESERVE, SUPPLY
from .state import Economicon, roll_of


def mine(t: Economicon) -> Flow[None]:
    """Each nation, in seat order, takes as much new gold as its die shows (N4.1)."""
    effects, gold = t.standing_on("mining"), t.ledger.balances["gold"]
    for seat in t.seats:
        faces: tuple[int, ...] = yield roll_of(seat, "mining", "N4.1", t.edition.die)
        new, there = faces[0], gold[SUPPLY]
        if seat in effects:
            new += sum([effect.n for effect in effects[seat]])
        mined = there if new > there else new if new > 0 else 0
        t.ledger.move("gold", mined, SUPPLY, RESERVE[seat])
        t.put_down(("mined", seat, faces[0], mined, t.page, t.told), 1 + (mined > 0))
