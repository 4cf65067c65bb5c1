"""The beginning of phase 7: goods are delivered, and more may be released (N9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Field, Move
from classkit.engine.requests import Decision, Flow, Seat

from ..accounts import MARKET, RESERVE, STAGED
from ..edition.contents import COMMODITIES
from ..state import NO_GOODS, Economicon
from .naming import at_least, how_many

NOTHING = Answer("release", dict(NO_GOODS))
NOT_BACK = "What is released goes to the market: 0 or more of each (N9.1)."
ANY_GOODS: dict[str, Any] = dict.fromkeys(COMMODITIES, at_least(0, NOT_BACK))
NO_NUMBER = how_many("release", "N9.1")


def deliver(t: Economicon) -> Flow[None]:
    """Move staged goods to the market in order of play, with what is released (N9.1)."""
    effects, balances = t.standing_on("keep"), t.ledger.balances
    for seat in t.order:
        staged, reserve = STAGED[seat], RESERVE[seat]
        if seat in effects:
            keep = sum([effect.n for effect in effects[seat]])
            for good in COMMODITIES if keep > 0 else ():
                kept = min(keep, balances[good][staged])
                t.move(good, kept, staged, reserve, "kept", "N9.1")
        moves = [release_move(t, seat)]
        answer: Answer = yield Decision(
            seat, "release_goods", moves, "N9.1", NOTHING, why=NO_NUMBER
        )  # fmt: skip
        released, sent = answer.fields, t.nations[seat].sent
        for good in COMMODITIES:
            t.move(good, balances[good][staged], staged, MARKET, "delivered", "N9.1")
            t.move(good, released[good], reserve, MARKET, "released", "N9.1")
        t.nations[seat].sent = {good: sent[good] + released[good] for good in COMMODITIES}


def release_move(t: Economicon, seat: Seat) -> Move:
    """Return the release of commodities: any number that the nation holds, for nothing (N9.1)."""
    return Move(
        "release",
        form=partial(release_form, t, seat),
        refuse=partial(refuse_release, t, seat),
        **ANY_GOODS,
    )


def release_form(t: Economicon, seat: Seat) -> dict[str, Field]:
    """Return the fields: the holding of each commodity."""
    return {
        good: Amount(0, t.held(seat, good), unit=good, why=f"{seat} holds no more (N9.1)")
        for good in COMMODITIES
    }


def refuse_release(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return why a number of units cannot be released (N9.1)."""
    for good in COMMODITIES:
        if values[good] > t.held(seat, good):
            return f"{seat} holds no more than {t.held(seat, good):,} {good} (N9.1)."
    return None
