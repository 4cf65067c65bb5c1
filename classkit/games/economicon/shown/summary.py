"""What a step comes to, in a sentence or two: what was produced, and what moved prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.log import Event
from classkit.engine.words import Say

from ..edition.contents import COMMODITIES

Row = Mapping[str, Any]

STILL = 0.5
"""A change of fewer per cent is none."""


def sum_up(say: Say, events: Sequence[Event], before: Row, now: Row) -> str | None:
    """Tell what the nations have produced, and how prices have changed, once a phase is over.

    Return None where neither has, and within a phase, where each decision is a story of its own.
    """
    if events[0].turn == now["turn"]:
        return None
    told = f"{production(say, events)} {prices(before['values'], now['values'])}"
    return told.strip() or None


def production(say: Say, events: Sequence[Event]) -> str:
    """Tell what all nations have produced, and what they paid for it (N8.4, N8.7)."""
    made, paid = Counter[str](), Counter[str]()
    for event in events:
        if event.name == "moved" and event.facts["reason"] in ("produced", "production_cost"):
            counted = made if event.facts["reason"] == "produced" else paid
            counted[event.facts["unit"]] += event.facts["qty"]
    if not made:
        return ""
    goods, costs = (
        [say.amount(count, unit) for unit, count in one.items()] for one in (made, paid)
    )
    return f"The nations produce {say.listing(goods)} for {say.listing(costs)}."


def prices(before: Row, now: Row) -> str:
    """Tell how prices have changed, and whether gold or goods in the market moved them (N2.2).

    >>> then = {"price_index": 100, "market": {"gold": 60, "grain": 144}}
    >>> prices(then, {"price_index": 150, "market": {"gold": 90, "grain": 144}})
    'Prices rise by 50%: the market has 50% more gold.'
    >>> prices(then, then)
    ''
    """
    change = percent(before["price_index"], now["price_index"])
    if abs(change) < STILL:
        return ""
    gold = percent(before["market"]["gold"], now["market"]["gold"])
    goods = percent(goods_in(before["market"]), goods_in(now["market"]))
    causes = [
        f"{abs(by):.0f}% {more if by > 0 else less}"
        for by, more, less in (
            (gold, "more gold", "less gold"),
            (goods, "more goods", "fewer goods"),
        )
        if abs(by) >= STILL
    ]
    told = f"Prices {'rise' if change > 0 else 'fall'} by {abs(change):.0f}%"
    return f"{told}: the market has {' and '.join(causes)}." if causes else f"{told}."


def percent(before: float, now: float) -> float:
    """Return a change in per cent; none where there was nothing."""
    return 100 * (now / before - 1) if before else 0


def goods_in(market: Mapping[str, int]) -> int:
    """Return the units of all commodities in a market."""
    return sum(market.get(good, 0) for good in COMMODITIES)
