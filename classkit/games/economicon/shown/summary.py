"""What a step comes to, in a sentence or two: what notes are worth, was produced, moved prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from classkit.engine.log import Event
from classkit.engine.words import Say

from ..contents import COMMODITIES
from ..rules.nouns import decimal

Row = Mapping[str, Any]

STILL = 0.5
"""A change of fewer per cent is none."""


def sum_up(say: Say, events: Sequence[Event], before: Row, now: Row) -> str | None:
    """Tell what pegs have done to money, and once a phase is over of its production and prices.

    Within a phase each other decision is a story of its own. Return None where nothing has changed.
    """
    told = [pegs(say, events, before["values"], now["values"])]
    if events[0].turn != now["turn"]:
        told += [production(say, events), prices(before["values"], now["values"])]
    return " ".join(filter(None, told)) or None


def pegs(say: Say, events: Sequence[Event], before: Row, now: Row) -> str:
    """Tell what notes are worth now of the nations that have changed their pegs (N2.4, N6.3).

    >>> changed = [Event("peg_changed", {}, "N6", 3, seat="A")]
    >>> rates = [{"exchange_rate": {"A": rate}} for rate in (1.0, 0.542)]
    >>> pegs(Say(), changed, *rates), pegs(Say(), changed, rates[0], rates[0])
    ('Each note of A is worth 0.54 gold instead of 1.', '')
    """
    told = []
    for seat in dict.fromkeys(event.seat for event in events if event.name == "peg_changed"):
        rates = [Fraction(str(row["exchange_rate"][seat])) for row in (before, now)]
        if abs(percent(*map(float, rates))) >= STILL:
            was, is_now = (decimal(rate, 2) for rate in rates)
            told.append(f"Each note of {say.seat(seat)} is worth {is_now} gold instead of {was}.")
    return " ".join(told)


def production(say: Say, events: Sequence[Event]) -> str:
    """Tell what all nations have produced, and what they paid for it (N8.4, N8.7).

    >>> facts = {"reason": "produced", "unit": "oil", "qty": 3}
    >>> production(Say(), [Event("moved", facts, "N8", 3)])
    'The nations produce 3 oil.'
    """
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
    told = f"The nations produce {say.listing(goods)}"
    return f"{told} for {say.listing(costs)}." if costs else f"{told}."


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
