"""The order of play: most gold first, and a die between equals (N0.5)."""

from __future__ import annotations

from classkit.engine.requests import Flow

from ..accounts import RESERVE
from ..state import Economicon


def fix_order(t: Economicon) -> Flow[None]:
    """Let the nation with most gold go first, then clockwise; tied leaders roll (N0.5)."""
    gold = t.ledger.balances["gold"]
    most, leaders = -1, [t.seats[0]]
    for seat in t.seats:
        held = gold[RESERVE[seat]]
        if held > most:
            most, leaders = held, [seat]
        elif held == most:
            leaders.append(seat)
    while len(leaders) > 1:
        thrown: dict[str, int] = {}
        for seat in leaders:
            thrown[seat] = yield from t.throw(seat, "order", "N0.5")
        highest = max(thrown.values())
        leaders = [seat for seat in leaders if thrown[seat] == highest]
    t.order = t.clockwise(leaders[0])
    t.tell("order_set", "N0.5", order=list(t.order))
