"""The round: nine phases, each played by itself (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from classkit.engine.requests import Flow

from ..edition.contents import COMMODITIES
from ..state import PHASES, Economicon
from . import consumption, judgement, laws, market, mining, pegs, production, world
from .counting import added
from .ending import finish
from .prices import count, count_held

NEXT_PHASE = dict(pairwise(PHASES))


def play_phase(t: Economicon) -> Flow[None]:
    """Play the next phase; after the last, begin the next round or end the match."""
    t.turn += 1
    if t.phase == PHASES[0]:
        begin_round(t)
    flow = FLOWS[t.phase](t)
    if flow is not None:
        yield from flow
    if t.phase in NEXT_PHASE:
        t.phase = NEXT_PHASE[t.phase]
    elif t.round < t.rounds:
        t.phase = PHASES[0]
    else:
        finish(t)


def begin_round(t: Economicon) -> None:
    """Reset the counters of the round (N14.2)."""
    if t.round:
        t.index_before = price_sum(t)
    t.begin_round(t.round + 1)
    for nation in t.nations.values():
        nation.begin_round()
    t.trade_volume = (0, 1)


def price_sum(t: Economicon) -> Fraction:
    """Add the three commodity prices in gold: the basket of the price index (section 7)."""
    parts = (0, 1)
    for good in COMMODITIES:
        parts = added(parts, 1, count_held(t, good))
    return Fraction(parts[0] * count(t, "gold"), parts[1])


def resolve(t: Economicon) -> None:
    """Resolve the event, and remove laws whose time is over (N14)."""
    world.resolve_event(t)
    laws.expire(t)


FLOWS: dict[int, Callable[[Economicon], Flow[None] | None]] = {
    1: mining.mine,
    2: world.meet_event,
    3: pegs.choose_pegs,
    5: laws.ratify,
    6: production.produce,
    7: market.trade,
    8: consumption.consume,
    9: judgement.judge_all,
    10: resolve,
}
"""The flow of each phase; the last three ask nobody anything."""
