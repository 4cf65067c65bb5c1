"""The beginning of phase 7: goods are delivered, and more may be released (N9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from classkit.engine.data import WrittenDown
from classkit.engine.moves import Answer, Field, Move
from classkit.engine.requests import Decision, Flow, Seat
from classkit.procedures.limits import Limit

from ..accounts import MARKET, RESERVE, STAGED
from ..contents import COMMODITIES
from ..state import NO_GOODS, Economicon
from .goods import Goods
from .naming import at_least, how_many
from .standing_effects import KEEP

NOTHING = Answer("release", dict(NO_GOODS))
NONE_OR_MORE = "What is released goes to the market: 0 or more of each (N9.1)."
NOT_HELD = "{lot.nation} holds no more than {most:,} {good} (N9.1)."
ANY_GOODS: dict[str, Any] = dict.fromkeys(COMMODITIES, at_least(0, NONE_OR_MORE))
NO_NUMBER = how_many("release", "N9.1")


def deliver(t: Economicon) -> Flow[None]:
    """Bring all goods to the market in order of play, with what nations release (N9.1)."""
    for seat in t.order:
        keep_some(t, seat)
        release = release_move(t, seat)
        answer = yield Decision(seat, "release_goods", [release], "N9.1", NOTHING, why=NO_NUMBER)
        bring_to_market(t, seat, answer.fields)


def keep_some(t: Economicon, seat: Seat) -> None:
    """Move to reserves the first units of each commodity that laws let a nation keep (N17.4)."""
    keep = KEEP.of(t, seat)
    for good in COMMODITIES if keep > 0 else ():
        t.move(good, min(keep, t.staged(seat, good)), STAGED[seat], RESERVE[seat], "kept", "N9.1")


def bring_to_market(t: Economicon, seat: Seat, released: Mapping[str, int]) -> None:
    """Deliver what a nation has produced, and release goods from its reserves (N9.1)."""
    nation = t.nations[seat]
    for good in COMMODITIES:
        t.move(good, t.staged(seat, good), STAGED[seat], MARKET, "delivered", "N9.1")
        t.move(good, released[good], RESERVE[seat], MARKET, "released", "N9.1")
    sent = {good: nation.sent[good] + released[good] for good in COMMODITIES}
    nation.sent = WrittenDown(sent)


@dataclass(slots=True, eq=False)
class Release(Goods):
    """What a nation releases from its reserves."""

    none_or_more = NONE_OR_MORE

    def limits(self, good: str) -> tuple[Limit, ...]:
        """Return what limits a commodity: what the nation holds of it (N9.1)."""
        return ((self.t.held(self.nation, good), NOT_HELD),)


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
    nothing = Release(t, seat, NO_GOODS)
    return {good: nothing.amount(good) for good in COMMODITIES}


def refuse_release(t: Economicon, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Refuse a number of units that is not held (N9.1)."""
    return Release(t, seat, values).refuse()
