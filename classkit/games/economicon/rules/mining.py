"""Phase 1: gold is mined (N4)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from ..accounts import RESERVE
from ..state import Economicon
from .standing_effects import MINING


def mine(t: Economicon) -> Flow[None]:
    """Give each nation, in seat order, as much new gold as its die shows (N4.1)."""
    for seat in t.seats:
        face = yield from t.throw(seat, "mining", "N4.1", t.edition.mining.die)
        t.draw_from_supply(
            "gold", max(0, face + MINING.of(t, seat)), RESERVE[seat], "mined", "N4.1"
        )
