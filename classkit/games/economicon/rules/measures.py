"""The measures that cards name, of the round and of the state (N17.2, N17.3)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

from classkit.engine.requests import Seat

from ..accounts import CURRENCY, ISSUER, RESERVE
from ..contents import COMMODITIES, AllOf, AnyOf, Compare, Condition, Goal
from ..state import NO_PEG, Economicon

Measure: TypeAlias = Callable[[Economicon, Seat], int | str]


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


def goods_measures(name: str, of: Callable[[Economicon, Seat, str], int]) -> dict[str, Measure]:
    """Return a measure for each commodity: ``name.grain``, and so on."""

    def one(good: str) -> Measure:
        return lambda t, seat: of(t, seat, good)

    return {f"{name}.{good}": one(good) for good in COMMODITIES}


MEASURES: dict[str, Measure] = {
    **goods_measures("produced", lambda t, seat, good: t.nations[seat].produced[good]),
    "produced.total": lambda t, seat: sum(t.nations[seat].produced.values()),
    **goods_measures("sent", lambda t, seat, good: t.nations[seat].sent[good]),
    "sent.total": lambda t, seat: sum(t.nations[seat].sent.values()),
    **goods_measures("bought", lambda t, seat, good: t.nations[seat].bought.get(good, 0)),
    "bought.gold": lambda t, seat: t.nations[seat].bought.get("gold", 0),
    "bought.own": lambda t, seat: t.nations[seat].bought.get(CURRENCY[seat], 0),
    "bought.foreign": foreign_bought,
    "bought.goods": lambda t, seat: sum(
        t.nations[seat].bought.get(good, 0) for good in COMMODITIES
    ),
    "bought.lots": lambda t, seat: t.nations[seat].lots,
    "paid.gold": lambda t, seat: t.nations[seat].paid_gold,
    "paid.native": lambda t, seat: t.nations[seat].paid_native,
    "paid.total": lambda t, seat: t.nations[seat].paid_gold + t.nations[seat].paid_native,
    "created": lambda t, seat: t.nations[seat].created,
    "destroyed": lambda t, seat: t.nations[seat].destroyed,
    "direct_trades": lambda t, seat: t.nations[seat].direct_trades,
    "changed_peg": lambda t, seat: t.nations[seat].changed_peg,
    "unmet.production": lambda t, seat: t.nations[seat].unmet_production,
    "unmet.consumption": unmet_consumption,
    **goods_measures("reserves", lambda t, seat, good: t.held(seat, good)),
    "reserves.gold": lambda t, seat: t.held(seat, "gold"),
    "reserves.goods": lambda t, seat: sum(t.held(seat, good) for good in COMMODITIES),
    "reserves.own": lambda t, seat: t.held(seat, CURRENCY[seat]),
    "reserves.foreign": foreign_held,
    "tokens": lambda t, seat: t.tokens(seat),
    "laws": lambda t, seat: len(t.nations[seat].laws),
    "peg_kind": peg_kind,
    "peg_age": peg_age,
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "==": operator.eq,
    "in": lambda value, values: value in values,
}
AGGREGATE: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max}


def holds(t: Economicon, seat: Seat, condition: Condition) -> bool:
    """Return whether a nation meets a condition now (N17.1)."""
    if type(condition) is Compare:
        return COMPARE[condition.operator](MEASURES[condition.measure](t, seat), condition.value)
    return combined(t, seat, condition)


def combined(t: Economicon, seat: Seat, condition: Condition) -> bool:
    """Return whether a nation meets all of several conditions now, or any of them (N17.1)."""
    if isinstance(condition, AllOf):
        return all(holds(t, seat, part) for part in condition.conditions)
    assert isinstance(condition, AnyOf)
    return any(holds(t, seat, part) for part in condition.conditions)


def compare(now: int, how: str, value: int | list[int]) -> bool:
    """Return whether a figure is at least, at most or just a value, or one of several (N17.1)."""
    return COMPARE[how](now, value)


def measured(t: Economicon, goal: Goal) -> int:
    """Return what a goal measures now: over all nations, or of the market (N17.1)."""
    if goal.measure.startswith("market."):
        return t.in_market(goal.measure.removeprefix("market."))
    values = [int(MEASURES[goal.measure](t, seat)) for seat in t.seats]
    return AGGREGATE[goal.aggregate](values)


def met(t: Economicon, goal: Goal) -> bool:
    """Return whether a goal is met now (N14.1)."""
    return compare(measured(t, goal), goal.operator, goal.needed(len(t.seats)))
