"""Delivery and release of goods at the start of phase 7 (N9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Field, Move
from classkit.engine.untrusted_input import FrozenDict
from classkit.mechanics.bounds import Limit

from ..account_names import MARKET, RESERVE, STAGING
from ..rules_data import COMMODITIES
from ..state import NO_GOODS, EconomiconState
from .commodity_amounts import CommodityAmounts
from .name_refusals import build_min_amount, build_number_check
from .standing_effects import KEEP

NO_RELEASE = Answer("release", dict(NO_GOODS))
MIN_QUANTITY_TEXT = "Release 0 or more of each commodity to the market (N9.1)."
NOT_HELD_TEXT = "{lot.nation} holds only {most:,} {good} (N9.1)."
RELEASE_FIELDS: dict[str, Any] = dict.fromkeys(COMMODITIES, build_min_amount(0, MIN_QUANTITY_TEXT))
CHECK_NUMBER = build_number_check("release", "N9.1")


def deliver_goods(t: EconomiconState) -> Flow[None]:
    """Deliver produced and released goods to the market, in order of play (N9.1)."""
    for seat in t.order:
        keep_first_goods(t, seat)
        release = build_release_move(t, seat)
        answer = yield Decision(
            seat, "release_goods", [release], "N9.1", NO_RELEASE, why=CHECK_NUMBER
        )
        bring_to_market(t, seat, answer.fields)


def keep_first_goods(t: EconomiconState, seat: Seat) -> None:
    """Move units to a nation's reserves that laws exempt from delivery (N17.4)."""
    keep = KEEP.get_value(t, seat)
    for good in COMMODITIES if keep > 0 else ():
        t.move(
            good,
            min(keep, t.get_staged_units(seat, good)),
            STAGING[seat],
            RESERVE[seat],
            "kept",
            "N9.1",
        )


def bring_to_market(t: EconomiconState, seat: Seat, released: Mapping[str, int]) -> None:
    """Deliver a nation's products, and goods that it releases from its reserves (N9.1)."""
    nation = t.nations[seat]
    for good in COMMODITIES:
        t.move(good, t.get_staged_units(seat, good), STAGING[seat], MARKET, "delivered", "N9.1")
        t.move(good, released[good], RESERVE[seat], MARKET, "released", "N9.1")
    sent = {good: nation.sent[good] + released[good] for good in COMMODITIES}
    nation.sent = FrozenDict(sent)


@dataclass(slots=True, eq=False)
class GoodsRelease(CommodityAmounts):
    """Goods that a nation releases from its reserves."""

    none_or_more = MIN_QUANTITY_TEXT

    def get_limits(self, good: str) -> tuple[Limit, ...]:
        """Return the limit of a commodity: the nation's holding (N9.1)."""
        return ((self.t.get_reserve(self.nation, good), NOT_HELD_TEXT),)


def build_release_move(t: EconomiconState, seat: Seat) -> Move:
    """Return the move that releases commodities without payment (N9.1)."""
    return Move(
        "release",
        form=partial(build_release_form, t, seat),
        refuse=partial(refuse_release, t, seat),
        **RELEASE_FIELDS,
    )


def build_release_form(t: EconomiconState, seat: Seat) -> dict[str, Field]:
    """Return one form field per commodity, limited to the nation's holding."""
    nothing = GoodsRelease(t, seat, NO_GOODS)
    return {good: nothing.build_field(good) for good in COMMODITIES}


def refuse_release(t: EconomiconState, seat: Seat, values: Mapping[str, Any]) -> str | None:
    """Return the reason why the nation cannot release an amount, or None (N9.1)."""
    return GoodsRelease(t, seat, values).refuse()
