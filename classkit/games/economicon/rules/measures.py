"""The measures that cards name, and how they compare and add them up (N17.1 to N17.3).

Each stands here once: its name, what it counts, and its words.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from classkit.engine.requests import Seat

from ..accounts import CURRENCY, ISSUER, RESERVE
from ..contents import COMMODITIES, UNITS, AllOf, AnyOf, Compare, Condition, Goal
from ..state import NO_PEG, Economicon

PEG_KINDS = ("gold", "commodity", "currency", NO_PEG)


class Measure(NamedTuple):
    """A measure of one nation: what it counts, and its words, in the plural."""

    of: Callable[[Economicon, Seat], int | str]
    words: str


class Operator(NamedTuple):
    """A comparison of a measure with a value, or with several."""

    holds: Callable[[Any, Any], bool]
    words: str


class Aggregate(NamedTuple):
    """What makes one figure of those of all nations."""

    of: Callable[[list[int]], int]
    words: str


def peg_kind(t: Economicon, seat: Seat) -> str:
    """Return ``gold``, ``commodity``, ``currency`` or ``none`` (N17.3)."""
    peg = t.nations[seat].peg
    if peg in COMMODITIES:
        return "commodity"
    return peg if peg in ("gold", NO_PEG) else "currency"


def peg_age(t: Economicon, seat: Seat) -> int:
    """Return rounds since the last change; the round number if there was none (N17.3)."""
    return t.round - t.nations[seat].changed_in


def foreign_held(t: Economicon, seat: Seat) -> int:
    """Return units of others' currencies in reserves, its peg's included (N17.3)."""
    balances, reserve, total = t.ledger.balances, RESERVE[seat], 0
    for other in t.seats:
        if other != seat:
            total += balances[CURRENCY[other]][reserve]
    return total


def bought(t: Economicon, seat: Seat, unit: str) -> int:
    """Return how many of a unit were bought in this round (N17.2)."""
    return t.nations[seat].bought.get(unit, 0)


def foreign_bought(t: Economicon, seat: Seat) -> int:
    """Return units of others' currencies bought, its peg's included (N17.2)."""
    own, total = CURRENCY[seat], 0
    for unit, number in t.nations[seat].bought.items():
        if unit in ISSUER and unit != own:
            total += number
    return total


def unmet_consumption(t: Economicon, seat: Seat) -> int:
    """Return the units short, over the commodities (N12.2)."""
    return sum(t.nations[seat].short.values())


def of_units(
    kind: str, units: Sequence[str], of: Callable[[Economicon, Seat, str], int], words: str
) -> dict[str, Measure]:
    """Return a measure for each unit: ``kind.grain``, and so on."""

    def one(unit: str) -> Measure:
        return Measure(lambda t, seat: of(t, seat, unit), f"{unit} {words}")

    return {f"{kind}.{unit}": one(unit) for unit in units}


ROUND_MEASURES: Mapping[str, Measure] = {
    **of_units(
        "produced", COMMODITIES, lambda t, seat, good: t.nations[seat].produced[good], "produced"
    ),
    "produced.total": Measure(
        lambda t, seat: sum(t.nations[seat].produced.values()), "units produced"
    ),
    **of_units("sent", COMMODITIES, lambda t, seat, good: t.nations[seat].sent[good], "released"),
    "sent.total": Measure(
        lambda t, seat: sum(t.nations[seat].sent.values()), "commodities released"
    ),
    **of_units("bought", UNITS, lambda t, seat, unit: bought(t, seat, unit), "bought"),
    "bought.own": Measure(lambda t, seat: bought(t, seat, CURRENCY[seat]), "own notes bought back"),
    "bought.foreign": Measure(foreign_bought, "foreign notes bought"),
    "bought.goods": Measure(
        lambda t, seat: sum(bought(t, seat, good) for good in COMMODITIES), "commodities bought"
    ),
    "bought.lots": Measure(lambda t, seat: t.nations[seat].lots, "purchases"),
    "paid.gold": Measure(lambda t, seat: t.nations[seat].paid_gold, "gold paid"),
    "paid.native": Measure(lambda t, seat: t.nations[seat].paid_native, "own or pegged units paid"),
    "paid.total": Measure(
        lambda t, seat: t.nations[seat].paid_gold + t.nations[seat].paid_native, "units paid"
    ),
    "created": Measure(lambda t, seat: t.nations[seat].created, "notes created"),
    "destroyed": Measure(lambda t, seat: t.nations[seat].destroyed, "notes destroyed"),
    "direct_trades": Measure(lambda t, seat: t.nations[seat].direct_trades, "direct trades"),
    "changed_peg": Measure(lambda t, seat: t.nations[seat].changed_peg, "pegs changed"),
    "unmet.production": Measure(
        lambda t, seat: t.nations[seat].unmet_production, "commodities below the requirement"
    ),
    "unmet.consumption": Measure(unmet_consumption, "units short"),
}
"""What is counted in a round, by the name that cards use (N17.2)."""
STATE_MEASURES: Mapping[str, Measure] = {
    **of_units("reserves", UNITS, lambda t, seat, unit: t.held(seat, unit), "in reserves"),
    "reserves.goods": Measure(
        lambda t, seat: sum(t.held(seat, good) for good in COMMODITIES), "commodities in reserves"
    ),
    "reserves.own": Measure(lambda t, seat: t.held(seat, CURRENCY[seat]), "own notes in reserves"),
    "reserves.foreign": Measure(foreign_held, "foreign notes in reserves"),
    "tokens": Measure(lambda t, seat: t.tokens(seat), "volatility tokens"),
    "laws": Measure(lambda t, seat: len(t.nations[seat].laws), "laws in force"),
    "peg_kind": Measure(peg_kind, "kind of peg"),
    "peg_age": Measure(peg_age, "rounds since the last change of peg"),
}
"""What a nation has as it stands (N17.3)."""
MEASURES: Mapping[str, Measure] = {**ROUND_MEASURES, **STATE_MEASURES}
"""All measures of one nation."""
MARKET_MEASURES: Mapping[str, str] = {f"market.{unit}": unit for unit in UNITS}
"""Measures of the market, for goals only: the unit that each counts (N17.3)."""
OPERATORS: Mapping[str, Operator] = {
    "<=": Operator(operator.le, "at most"),
    ">=": Operator(operator.ge, "at least"),
    "<": Operator(operator.lt, "less than"),
    ">": Operator(operator.gt, "more than"),
    "==": Operator(operator.eq, "just"),
    "in": Operator(lambda value, values: value in values, "one of"),
}
AGGREGATES: Mapping[str, Aggregate] = {
    "sum": Aggregate(sum, "all nations together"),
    "min": Aggregate(min, "the least of any nation"),
    "max": Aggregate(max, "the most of any nation"),
}
"""How the figures of all nations become one, for goals (N17.1)."""


def holds(t: Economicon, seat: Seat, condition: Condition) -> bool:
    """Return whether a nation meets a condition now (N17.1)."""
    if type(condition) is Compare:
        now = MEASURES[condition.measure].of(t, seat)
        return OPERATORS[condition.operator].holds(now, condition.value)
    return combined(t, seat, condition)


def combined(t: Economicon, seat: Seat, condition: Condition) -> bool:
    """Return whether a nation meets all of several conditions now, or any of them (N17.1)."""
    if isinstance(condition, AllOf):
        return all(holds(t, seat, part) for part in condition.conditions)
    assert isinstance(condition, AnyOf)
    return any(holds(t, seat, part) for part in condition.conditions)


def measured(t: Economicon, goal: Goal) -> int:
    """Return what a goal measures now: over all nations, or of the market (N17.1)."""
    if goal.measure in MARKET_MEASURES:
        return t.in_market(MARKET_MEASURES[goal.measure])
    values = [int(MEASURES[goal.measure].of(t, seat)) for seat in t.seats]
    return AGGREGATES[goal.aggregate].of(values)


def met(t: Economicon, goal: Goal) -> bool:
    """Return whether a goal is met now (N14.1)."""
    return OPERATORS[goal.operator].holds(measured(t, goal), goal.needed(len(t.seats)))
