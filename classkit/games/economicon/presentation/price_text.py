"""Sentences about commodity prices: which of them moved, and why (N2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import log
from typing import NamedTuple

from classkit.engine.events import Event, Transfer
from classkit.engine.rulebook_text import TextFormatter

from ..account_names import MARKET
from ..rules.noun_text import format_price_change
from ..rules_data import COMMODITIES

GOLD = "gold"
FLOW_WORDS = {
    "delivered": "delivered", "released": "released from reserves", "depletion_mined": "mined",
    "purchase": "bought", "payment": "paid by buyers", "event_market": "by the event",
}  # fmt: skip
"""Words for the reasons of movements into or out of the market."""
SECOND_CAUSE_SHARE = 3
"""Maximum ratio of the two causes at which the text mentions the weaker one as well."""
MIN_PERCENT = 0.5
"""The smallest change in percent that is reported."""

Market = Mapping[str, int]


class Flow(NamedTuple):
    """Units that entered the market, or left it (below 0), for one reason."""

    unit: str
    reason: str
    amount: int


def list_event_flows(events: Iterable[Event]) -> list[Flow]:
    """Return the units that the events of a step moved into or out of the market.

    A purchase is a single event for both of its movements.
    """
    flows = []
    for event in events:
        facts = event.facts
        if event.name == "bought":
            flows.append(Flow(facts["unit"], "purchase", -facts["qty"]))
            flows.append(Flow(facts["pay_with"], "payment", facts["cost"]))
        elif event.name == "moved" and facts["reason"] not in ("purchase", "payment"):
            way = (facts["to"] == MARKET) - (facts["from"] == MARKET)
            flows.append(Flow(facts["unit"], facts["reason"], way * facts["qty"]))
    return flows


def list_transfer_flows(moved: Iterable[Transfer]) -> list[Flow]:
    """Return the units that ledger transfers moved into or out of the market."""
    return [
        Flow(one.unit, one.reason, ((one.target == MARKET) - (one.source == MARKET)) * one.amount)
        for one in moved
    ]


def get_price(market: Market, good: str) -> Fraction:
    """Return the price of a commodity in gold. A count of 0 is treated as 1 (N2.1, N2.2)."""
    return Fraction(market[GOLD] or 1, market[good] or 1)


def describe_prices(say: TextFormatter, flows: Sequence[Flow], before: Market, now: Market) -> str:
    """Describe which price moved most, why, and how the other prices changed (N2.2).

    Return "" if no price changed by half a percent.

    >>> then = {"gold": 60, "grain": 100, "oil": 80, "tech": 40}
    >>> say, made = TextFormatter(), [Flow("tech", "delivered", 10), Flow("gold", "payment", 3)]
    >>> describe_prices(say, made, then, {"gold": 63, "grain": 100, "oil": 80, "tech": 50})
    'The price of tech falls from 1.5 to 1.26 gold because the market gains 10 tech (delivered). \
Grain and oil rise by 5%.'
    >>> describe_prices(say, made[1:], then, {**then, "gold": 63})
    'Grain, oil and tech rise by 5% because the market gains 3 gold (paid by buyers).'
    """
    changes = {
        good: float(100 * (get_price(now, good) / get_price(before, good) - 1))
        for good in COMMODITIES
    }
    moved = [good for good in COMMODITIES if abs(changes[good]) >= MIN_PERCENT]
    if not moved:
        return ""
    if all(before[good] == now[good] for good in COMMODITIES):
        why = describe_flows(say, flows, before, now)
        return f"{list_changes(say, changes, moved)} because {why}."
    most = max(moved, key=lambda good: abs(log(get_price(now, good) / get_price(before, good))))
    why = describe_flows(say, flows, before, now, most)
    told = f"{describe_price(most, get_price(before, most), get_price(now, most))} because {why}."
    others = [good for good in moved if good != most]
    return f"{told} {list_changes(say, changes, others)}." if others else told


def describe_price(good: str, before: Fraction, now: Fraction) -> str:
    """Return a change of price as text: "The price of tech falls from 1.5 to 1.26 gold"."""
    verb = "falls" if now < before else "rises"
    return f"The price of {good} {verb} {format_price_change(before, now)} gold"


def list_changes(say: TextFormatter, changes: Mapping[str, float], goods: Iterable[str]) -> str:
    """Return price changes in percent as text. Commodities with the same change share a clause.

    >>> changes = {"grain": 3.1, "oil": 3.0, "tech": -6, "gold": -2}
    >>> list_changes(TextFormatter(), changes, ("grain", "oil", "tech"))
    'Grain and oil rise by 3% and tech falls by 6%'
    >>> list_changes(TextFormatter(), changes, ("tech", "gold"))
    'Tech falls by 6% and gold by 2%'
    """
    alike: dict[tuple[bool, int], list[str]] = {}
    for good in goods:
        alike.setdefault((changes[good] > 0, round(abs(changes[good])) or 1), []).append(good)
    told, verb = [], ""
    for (rises, percent), same in alike.items():
        last, verb = verb, "rise" if rises else "fall"
        said = "" if verb == last else f" {verb}{'s' if len(same) == 1 else ''}"
        told.append(f"{say.format_list(same)}{said} by {percent}%")
    text = say.format_list(told)
    return f"{text[:1].upper()}{text[1:]}"


def describe_flows(
    say: TextFormatter, flows: Sequence[Flow], before: Market, now: Market, good: str = ""
) -> str:
    """Return the movements into and out of the market that changed the price of a commodity.

    The text starts with the stronger cause, gold or the commodity. It mentions the other cause if
    it matters nearly as much. Without a commodity, it mentions only gold.

    >>> then = {"gold": 60, "oil": 80}
    >>> made = [Flow("oil", "delivered", 8), Flow("gold", "payment", 6)]
    >>> describe_flows(TextFormatter(), made, then, {"gold": 66, "oil": 88}, "oil")
    'the market gains 6 gold (paid by buyers), although it also gains 8 oil (delivered)'
    """
    units = [GOLD, good] if good else [GOLD]
    force = {unit: log((now[unit] or 1) / (before[unit] or 1)) for unit in units}
    first, *others = sorted(units, key=lambda unit: -abs(force[unit]))
    told = f"the market {describe_flow(say, flows, first, now[first] - before[first])}"
    for other in others:
        if not force[other] or abs(force[other]) * SECOND_CAUSE_SHARE < abs(force[first]):
            continue
        second = describe_flow(say, flows, other, now[other] - before[other])
        if force[first] * force[other] > 0:  # gold raises a price, the commodity lowers it
            verb, _, what = second.partition(" ")
            return f"{told}, although it also {verb} {what}"
        return f"{told} and {second}"
    return told


def describe_flow(say: TextFormatter, flows: Sequence[Flow], unit: str, change: int) -> str:
    """Return the change of one unit in the market, and the reasons if they add up to it.

    >>> made = [Flow("oil", "delivered", 16), Flow("oil", "purchase", -4)]
    >>> describe_flow(TextFormatter(), made, "oil", 12)
    'gains 12 oil (16 delivered, 4 bought)'
    >>> describe_flow(TextFormatter(), made[1:], "oil", -4)
    'loses 4 oil (bought)'
    """
    told = f"{'gains' if change > 0 else 'loses'} {say.format_amount(abs(change), unit)}"
    sums = Counter[tuple[str, int]]()
    for one in flows:
        if one.unit == unit and one.amount:
            sums[one.reason, 1 if one.amount > 0 else -1] += one.amount
    if sum(sums.values()) != change:
        return told  # part of it happened before this step
    words = {key: FLOW_WORDS.get(key[0]) or say.reason(key[0]) for key in sums}
    if len(sums) == 1:
        return f"{told} ({next(iter(words.values()))})"
    ordered = sorted(sums, key=lambda key: -sums[key] * change)
    return f"{told} ({', '.join(f'{abs(sums[key]):,} {words[key]}' for key in ordered)})"
