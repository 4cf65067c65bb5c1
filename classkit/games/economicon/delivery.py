"""Phase 7 begins: goods are delivered, and more may be released from reserves (N9.1)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.requests import Flow, Seat

from .cards import COMMODITIES
from .state import MARKET, NO_GOODS, RESERVE, STAGED, Economicon

NOTHING = Answer("release", dict(NO_GOODS))


def deliver(t: Economicon) -> Flow[None]:
    """In order of play: staged goods go to the market, and what is released with them (N9.1)."""
    for seat in t.order:
        keep = sum(effect.n for effect in t.standing(seat, "keep"))
        staged = STAGED[seat]
        for good in COMMODITIES if keep > 0 else ():
            kept = min(keep, t.ledger.balances[good][staged])
            t.move(good, kept, staged, RESERVE[seat], "kept", "N9.1")
        answer = yield from t.ask(
            seat, "release_goods", partial(release_moves, t, seat), rule="N9.1", default=NOTHING
        )
        nation = t.nations[seat]
        for good in COMMODITIES:
            t.move(good, t.ledger.balances[good][staged], staged, MARKET, "delivered", "N9.1")
            released: int = answer.fields[good]
            t.move(good, released, RESERVE[seat], MARKET, "released", "N9.1")
            nation.sent[good] += released


def release_moves(t: Economicon, seat: Seat) -> list[Move]:
    """Any number of each commodity held; nothing is received for it (N9.1)."""
    return release_form(*[t.held(seat, good) for good in COMMODITIES])


@lru_cache(maxsize=4096)
def release_form(*held: int) -> list[Move]:
    """The form for so much held of each commodity."""
    amounts: dict[str, Any] = {
        good: Amount(0, most, unit=good) for good, most in zip(COMMODITIES, held, strict=True)
    }
    return [Move("release", **amounts)]
