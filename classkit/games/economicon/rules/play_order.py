"""Order of play (N0.5)."""

from __future__ import annotations

from classkit.engine.decisions import Flow

from ..account_names import RESERVE
from ..state import EconomiconState


def fix_play_order(t: EconomiconState) -> Flow[None]:
    """Let the nation with the most gold start. Tied nations roll. Play is clockwise (N0.5)."""
    gold = t.ledger.balances["gold"]
    most, leaders = -1, [t.seats[0]]
    for seat in t.seats:
        held = gold[RESERVE[seat]]
        if held > most:
            most, leaders = held, [seat]
        elif held == most:
            leaders.append(seat)
    while len(leaders) > 1:
        faces: dict[str, int] = {}
        for seat in leaders:
            faces[seat] = yield from t.roll_die(seat, "order", "N0.5")
        highest = max(faces.values())
        leaders = [seat for seat in leaders if faces[seat] == highest]
    t.order = t.clockwise(leaders[0])
    t.tell("order_set", "N0.5", order=list(t.order))
