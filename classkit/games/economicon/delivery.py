"""Phase 7 begins: goods are delivered, and more may be released from reserves (N9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Amount, Answer, JudgedMove, Move
from classkit.engine.requests import Decision, Flow, Seat

from .accounts import MARKET, RESERVE, STAGED
from .cards import COMMODITIES
from .state import NO_GOODS, Economicon

NOTHING = Answer("release", dict(NO_GOODS))
NOTHING_RELEASED = tuple(NO_GOODS.values())


def deliver(t: Economicon) -> Flow[None]:
    """In order of play: staged goods go to the market, and what is released with them (N9.1)."""
    effects, balances = t.standing_on("keep"), t.ledger.balances
    for seat in t.order:
        staged, reserve = STAGED[seat], RESERVE[seat]
        if seat in effects:
            keep = sum([effect.n for effect in effects[seat]])
            for good in COMMODITIES if keep > 0 else ():
                kept = min(keep, balances[good][staged])
                t.move(good, kept, staged, reserve, "kept", "N9.1")
        answer: Answer = yield ReleaseForm(t, seat).ask()
        given, released = answer.fields, NOTHING_RELEASED
        delivered: dict[str, int] = {}
        for good in COMMODITIES:
            delivered[good] = balances[good][staged]
        kinds = t.ledger.move_each(delivered, staged, MARKET)
        if given != NO_GOODS:
            kinds += t.ledger.move_each(given, reserve, MARKET)
            released = tuple([given[good] for good in COMMODITIES])
            nation = t.nations[seat]
            nation.sent = {good: nation.sent[good] + given[good] for good in COMMODITIES}
        note = ("delivered", seat, tuple(delivered.values()), released, t.page, t.told)
        t.put_down(note, kinds)


class ReleaseForm:
    """On which a nation releases commodities: any number that it holds, for nothing (N9.1)."""

    __slots__ = ("seat", "t")

    def __init__(self, t: Economicon, seat: Seat) -> None:
        self.t, self.seat = t, seat

    def ask(self) -> Decision:
        """How many of each to release; by default none."""
        moves = [JudgedMove("release", self.make, self.fits)]
        return Decision(self.seat, "release_goods", moves, "N9.1", NOTHING)

    def fits(self, values: Mapping[str, Any]) -> bool:
        """Whether so much is held, judged without the form."""
        if len(values) != len(COMMODITIES):
            return False
        balances, reserve = self.t.ledger.balances, RESERVE[self.seat]
        for good in COMMODITIES:
            number = values.get(good)
            if type(number) is not int:
                return False
            if number and not 0 < number <= balances[good][reserve]:
                return False
        return True

    def make(self) -> Move:
        """The form for what is held of each commodity."""
        seat, held = self.seat, self.t.held
        amounts: dict[str, Any] = {
            good: Amount(0, held(seat, good), unit=good, why=f"{seat} holds no more (N9.1)")
            for good in COMMODITIES
        }
        return Move("release", **amounts)
