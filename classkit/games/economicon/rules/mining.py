"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from ..accounts import RESERVE, SUPPLY
from ..state import Economicon


def mine(t: Economicon) -> Flow[None]:
    """Give each nation, in seat order, as much new gold as its die shows (N4.1)."""
    effects, gold = t.standing_on("mining"), t.ledger.balances["gold"]
    for seat in t.seats:
        face = yield from t.throw(seat, "mining", "N4.1", t.edition.die)
        new, there = face, gold[SUPPLY]
        if seat in effects:
            new += sum([effect.n for effect in effects[seat]])
        mined = there if new > there else new if new > 0 else 0
        t.move("gold", mined, SUPPLY, RESERVE[seat], "mined", "N4.1")
