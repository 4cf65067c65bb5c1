"""The round: nine phases, each played by itself (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from classkit.engine.requests import Flow

from ..contents import COMMODITIES
from ..state import PHASES, Economicon
from . import consumption, judgement, laws, market, mining, pegs, production, world
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
    return sum_of_prices(count(t, "gold"), *[count_held(t, good) for good in COMMODITIES])


@lru_cache(maxsize=2)
def sum_of_prices(gold: int, *counts: int) -> Fraction:
    """Add what one unit is worth in gold, of each kind of which so many count (N2.2).

    >>> sum_of_prices(60, 120, 90, 40)
    Fraction(8, 3)
    """
    num, den = 0, 1
    for there in counts:
        num, den = num * there + den, den * there
    return Fraction(num * gold, den)


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
