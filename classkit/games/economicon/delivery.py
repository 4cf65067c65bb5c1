"""Phase 7 begins: goods are delivered, and more may be released from reserves (N9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, JudgedMove, Move
from classkit.engine.requests import Decision, Flow, Seat

from .cards import COMMODITIES
from .state import MARKET, NO_GOODS, RESERVE, STAGED, Economicon

NOTHING = Answer("release", dict(NO_GOODS))


def deliver(t: Economicon) -> Flow[None]:
    """In order of play: staged goods go to the market, and what is released with them (N9.1)."""
    for seat in t.order:
        staged, reserve = STAGED[seat], RESERVE[seat]
        if effects := t.standing(seat, "keep"):
            keep = sum([effect.n for effect in effects])
            for good in COMMODITIES if keep > 0 else ():
                kept = min(keep, t.ledger.balances[good][staged])
                t.move(good, kept, staged, reserve, "kept", "N9.1")
        moves = partial(release_moves, t, seat)
        answer: Answer = yield Decision(seat, "release_goods", moves, "N9.1", NOTHING)
        balances, given = t.ledger.balances, answer.fields
        goods: dict[str, int] = {}
        for good in COMMODITIES:
            goods[good] = balances[good][staged]
        if given == NO_GOODS:
            t.move_goods(goods, staged, MARKET, "delivered", "N9.1")
            continue
        sent = t.nations[seat].sent
        for good in COMMODITIES:
            t.move(good, goods[good], staged, MARKET, "delivered", "N9.1")
            t.move(good, given[good], reserve, MARKET, "released", "N9.1")
            sent[good] += given[good]


def release_moves(t: Economicon, seat: Seat) -> list[Move]:
    """Any number of each commodity held; nothing is received for it (N9.1)."""
    return [JudgedMove("release", partial(release_form, t, seat), partial(can_release, t, seat))]


def can_release(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> bool:
    """Whether so much is held, judged without the form."""
    if len(values) != len(COMMODITIES):
        return False
    for good in COMMODITIES:
        number = values.get(good)
        if type(number) is not int:
            return False
        if number and not 0 < number <= t.ledger.balances[good][RESERVE[seat]]:
            return False
    return True


def release_form(t: Economicon, seat: Seat) -> Move:
    """The form for what is held of each commodity."""
    amounts: dict[str, Any] = {
        good: Amount(0, t.held(seat, good), unit=good, why=f"{seat} holds no more (N9.1)")
        for good in COMMODITIES
    }
    return Move("release", **amounts)
