"""Summary sentences for a step: the value of notes, production and price changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from classkit.engine.events import Event
from classkit.engine.rulebook_text import StepSummary, TextFormatter

from ..rules.noun_text import format_decimal
from .price_text import MIN_PERCENT, describe_prices, list_event_flows

Row = Mapping[str, Any]
MARKET_EVENTS = ("moved", "bought")
"""Events that may change the market's stocks, and so prices and exchange rates."""
PRODUCTION_REASONS = ("produced", "production_cost")


def summarize_step(
    say: TextFormatter, events: Sequence[Event], before: Row, now: Row
) -> list[StepSummary]:
    """Summarize changed pegs and, at the end of a phase, production and prices.

    The list is empty if nothing has changed.
    """
    market = [event for event in events if event.name in MARKET_EVENTS]
    pegs = [event for event in events if event.name == "peg_changed"]
    told = [(describe_peg_changes(say, events, before["values"], now["values"]), [*pegs, *market])]
    if events[0].turn != now["turn"]:
        made = [event for event in market if event.facts.get("reason") in PRODUCTION_REASONS]
        markets = (row["values"]["market"] for row in (before, now))
        told += [
            (describe_production(say, events), made),
            (describe_prices(say, list_event_flows(events), *markets), market),
        ]
    return [StepSummary(text, reported) for text, reported in told if text]


def describe_peg_changes(say: TextFormatter, events: Sequence[Event], before: Row, now: Row) -> str:
    """Describe how the value of notes has changed with their pegs (N2.4, N6.3).

    >>> changed = [Event("peg_changed", {}, "N6", 3, seat="A")]
    >>> rates = [{"exchange_rate": {"A": rate}} for rate in (1.0, 0.542)]
    >>> describe_peg_changes(TextFormatter(), changed, *rates)
    "Each of A's notes is now worth 0.54 gold instead of 1."
    >>> describe_peg_changes(TextFormatter(), changed, rates[0], rates[0])
    ''
    """
    sentences = []
    for seat in dict.fromkeys(event.seat for event in events if event.name == "peg_changed"):
        rates = [Fraction(str(row["exchange_rate"][seat])) for row in (before, now)]
        if abs(compute_change(*map(float, rates))) >= MIN_PERCENT:
            was, is_now = (format_decimal(rate, 2) for rate in rates)
            sentences.append(
                f"Each of {say.seat(seat)}'s notes is now worth {is_now} gold instead of {was}."
            )
    return " ".join(sentences)


def describe_production(say: TextFormatter, events: Sequence[Event]) -> str:
    """Describe the nations' production and its cost (N8.4, N8.7).

    >>> facts = {"reason": "produced", "unit": "oil", "qty": 3}
    >>> describe_production(TextFormatter(), [Event("moved", facts, "N8", 3)])
    'The nations produce 3 oil.'
    """
    made, paid = Counter[str](), Counter[str]()
    for event in events:
        if event.name == "moved" and event.facts["reason"] in PRODUCTION_REASONS:
            counted = made if event.facts["reason"] == "produced" else paid
            counted[event.facts["unit"]] += event.facts["qty"]
    if not made:
        return ""
    goods, costs = (
        [say.format_amount(count, unit) for unit, count in one.items()] for one in (made, paid)
    )
    sentence = f"The nations produce {say.format_list(goods)}"
    return f"{sentence} at a cost of {say.format_list(costs)}." if costs else f"{sentence}."


def compute_change(before: float, now: float) -> float:
    """Return a change in percent, or 0 if `before` is 0."""
    return 100 * (now / before - 1) if before else 0
