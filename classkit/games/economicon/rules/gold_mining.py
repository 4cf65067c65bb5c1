"""Phase 1: gold mining (N4)."""

from __future__ import annotations

from classkit.engine.decisions import Flow

from ..account_names import RESERVE
from ..state import EconomiconState
from .standing_effects import MINING


def mine_gold(t: EconomiconState) -> Flow[None]:
    """Give each nation new gold according to its die, in seat order (N4.1)."""
    for seat in t.seats:
        face = yield from t.roll_die(seat, "mining", "N4.1", t.edition.mining.die)
        t.draw_from_supply(
            "gold", max(0, face + MINING.get_value(t, seat)), RESERVE[seat], "mined", "N4.1"
        )
