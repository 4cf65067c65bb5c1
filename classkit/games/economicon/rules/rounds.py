"""The round: nine phases, which are played separately (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from classkit.engine.decisions import Flow

from ..rules_data import COMMODITIES
from ..state import PHASES, EconomiconState
from . import consumption, event_phase, gold_mining, laws, market, pegs, production, scoring_phase
from .ending import finish_game
from .market_prices import get_count, get_held_count

NEXT_PHASE = dict(pairwise(PHASES))


def play_phase(t: EconomiconState) -> Flow[None]:
    """Play the next phase. After the last one, begin the next round or end the match."""
    t.turn += 1
    if t.phase == PHASES[0]:
        begin_round(t)
    flow = PHASE_FLOWS[t.phase](t)
    if flow is not None:
        yield from flow
    if t.phase in NEXT_PHASE:
        t.phase = NEXT_PHASE[t.phase]
    elif t.round < t.rounds:
        t.phase = PHASES[0]
    else:
        finish_game(t)


def begin_round(t: EconomiconState) -> None:
    """Reset the round's counters (N14.2)."""
    if t.round:
        t.index_before = sum_commodity_prices(t)
    t.begin_round(t.round + 1)
    for nation in t.nations.values():
        nation.begin_round()
    t.trade_volume = (0, 1)


def sum_commodity_prices(t: EconomiconState) -> Fraction:
    """Return the sum of the three commodity prices in gold, for the price index (section 7)."""
    return sum_prices(get_count(t, "gold"), *[get_held_count(t, good) for good in COMMODITIES])


@lru_cache(maxsize=2)
def sum_prices(gold: int, *counts: int) -> Fraction:
    """Return the sum of gold prices of units with these counts (N2.2).

    >>> sum_prices(60, 120, 90, 40)
    Fraction(8, 3)
    """
    num, den = 0, 1
    for there in counts:
        num, den = num * there + den, den * there
    return Fraction(num * gold, den)


def resolve_round(t: EconomiconState) -> None:
    """Resolve the event, and remove expired laws (N14)."""
    event_phase.resolve_event(t)
    laws.expire_laws(t)


PHASE_FLOWS: dict[int, Callable[[EconomiconState], Flow[None] | None]] = {
    1: gold_mining.mine_gold,
    2: event_phase.draw_event,
    3: pegs.choose_pegs,
    5: laws.ratify_laws,
    6: production.produce_goods,
    7: market.play_trade_phase,
    8: consumption.consume_goods,
    9: scoring_phase.judge_all,
    10: resolve_round,
}
"""The flow of each phase. The last three phases have no decisions."""
