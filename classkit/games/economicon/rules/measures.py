"""Measures, comparisons and aggregates for cards (N17.1 to N17.3).

Each entry has a name, a function and a text.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat

from ..account_names import CURRENCY, ISSUER, RESERVE
from ..rules_data import COMMODITIES, UNITS, AllOf, AnyOf, Condition, Goal, MeasureComparison
from ..state import NO_PEG, EconomiconState

PEG_KINDS = ("gold", "commodity", "currency", NO_PEG)


class NationMeasure(NamedTuple):
    """A measure of one nation: its function, and its text in the plural."""

    compute: Callable[[EconomiconState, Seat], int | str]
    words: str


class Operator(NamedTuple):
    """A comparison of a measure with one or several values."""

    holds: Callable[[Any, Any], bool]
    words: str


class Aggregate(NamedTuple):
    """A function that combines the values of all nations."""

    combine: Callable[[list[int]], int]
    words: str


def get_peg_kind(t: EconomiconState, seat: Seat) -> str:
    """Return ``gold``, ``commodity``, ``currency`` or ``none`` (N17.3)."""
    peg = t.nations[seat].peg
    if peg in COMMODITIES:
        return "commodity"
    return peg if peg in ("gold", NO_PEG) else "currency"


def get_peg_age(t: EconomiconState, seat: Seat) -> int:
    """Return the rounds since the last change of peg, or the current round if none (N17.3)."""
    return t.round - t.nations[seat].changed_in


def count_foreign_held(t: EconomiconState, seat: Seat) -> int:
    """Return the foreign currency in reserves, including the peg's currency (N17.3)."""
    balances, reserve, total = t.ledger.balances, RESERVE[seat], 0
    for other in t.seats:
        if other != seat:
            total += balances[CURRENCY[other]][reserve]
    return total


def count_bought(t: EconomiconState, seat: Seat, unit: str) -> int:
    """Return how many units the nation bought in this round (N17.2)."""
    return t.nations[seat].bought.get(unit, 0)


def count_foreign_bought(t: EconomiconState, seat: Seat) -> int:
    """Return the foreign currency bought in this round, including the peg's currency (N17.2)."""
    own, total = CURRENCY[seat], 0
    for unit, number in t.nations[seat].bought.items():
        if unit in ISSUER and unit != own:
            total += number
    return total


def count_unmet_consumption(t: EconomiconState, seat: Seat) -> int:
    """Return the shortage over all commodities (N12.2)."""
    return sum(t.nations[seat].short.values())


def build_unit_measures(
    kind: str, units: Sequence[str], of: Callable[[EconomiconState, Seat, str], int], words: str
) -> dict[str, NationMeasure]:
    """Return one measure per unit: ``kind.grain`` and so on."""

    def one(unit: str) -> NationMeasure:
        return NationMeasure(lambda t, seat: of(t, seat, unit), f"{unit} {words}")

    return {f"{kind}.{unit}": one(unit) for unit in units}


ROUND_MEASURES: Mapping[str, NationMeasure] = {
    **build_unit_measures(
        "produced", COMMODITIES, lambda t, seat, good: t.nations[seat].produced[good], "produced"
    ),
    "produced.total": NationMeasure(
        lambda t, seat: sum(t.nations[seat].produced.values()), "units produced"
    ),
    **build_unit_measures(
        "sent", COMMODITIES, lambda t, seat, good: t.nations[seat].sent[good], "released"
    ),
    "sent.total": NationMeasure(
        lambda t, seat: sum(t.nations[seat].sent.values()), "commodities released"
    ),
    **build_unit_measures(
        "bought", UNITS, lambda t, seat, unit: count_bought(t, seat, unit), "bought"
    ),
    "bought.own": NationMeasure(
        lambda t, seat: count_bought(t, seat, CURRENCY[seat]), "own notes bought back"
    ),
    "bought.foreign": NationMeasure(count_foreign_bought, "foreign notes bought"),
    "bought.goods": NationMeasure(
        lambda t, seat: sum(count_bought(t, seat, good) for good in COMMODITIES),
        "commodities bought",
    ),
    "bought.lots": NationMeasure(lambda t, seat: t.nations[seat].lots, "purchases"),
    "paid.gold": NationMeasure(lambda t, seat: t.nations[seat].paid_gold, "gold paid"),
    "paid.native": NationMeasure(
        lambda t, seat: t.nations[seat].paid_native, "own or pegged units paid"
    ),
    "paid.total": NationMeasure(
        lambda t, seat: t.nations[seat].paid_gold + t.nations[seat].paid_native, "units paid"
    ),
    "created": NationMeasure(lambda t, seat: t.nations[seat].created, "notes created"),
    "destroyed": NationMeasure(lambda t, seat: t.nations[seat].destroyed, "notes destroyed"),
    "direct_trades": NationMeasure(lambda t, seat: t.nations[seat].direct_trades, "direct trades"),
    "changed_peg": NationMeasure(lambda t, seat: t.nations[seat].changed_peg, "pegs changed"),
    "unmet.production": NationMeasure(
        lambda t, seat: t.nations[seat].unmet_production, "commodities below the requirement"
    ),
    "unmet.consumption": NationMeasure(count_unmet_consumption, "units short"),
}
"""Measures of the current round, by the names that cards use (N17.2)."""
STATE_MEASURES: Mapping[str, NationMeasure] = {
    **build_unit_measures(
        "reserves", UNITS, lambda t, seat, unit: t.get_reserve(seat, unit), "in reserves"
    ),
    "reserves.goods": NationMeasure(
        lambda t, seat: sum(t.get_reserve(seat, good) for good in COMMODITIES),
        "commodities in reserves",
    ),
    "reserves.own": NationMeasure(
        lambda t, seat: t.get_reserve(seat, CURRENCY[seat]), "own notes in reserves"
    ),
    "reserves.foreign": NationMeasure(count_foreign_held, "foreign notes in reserves"),
    "tokens": NationMeasure(lambda t, seat: t.count_tokens(seat), "volatility tokens"),
    "laws": NationMeasure(lambda t, seat: len(t.nations[seat].laws), "laws in force"),
    "peg_kind": NationMeasure(get_peg_kind, "kind of peg"),
    "peg_age": NationMeasure(get_peg_age, "rounds since the last change of peg"),
}
"""Measures of a nation's current state (N17.3)."""
MEASURES: Mapping[str, NationMeasure] = {**ROUND_MEASURES, **STATE_MEASURES}
"""All measures of one nation."""
MARKET_MEASURES: Mapping[str, str] = {f"market.{unit}": unit for unit in UNITS}
"""The unit that each market measure counts. Only goals use them (N17.3)."""
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
"""Aggregates over all nations, for goals (N17.1)."""


def meets_condition(t: EconomiconState, seat: Seat, condition: Condition) -> bool:
    """Return True if a nation meets a condition now (N17.1)."""
    if type(condition) is MeasureComparison:
        now = MEASURES[condition.measure].compute(t, seat)
        return OPERATORS[condition.operator].holds(now, condition.value)
    return meets_compound_condition(t, seat, condition)


def meets_compound_condition(t: EconomiconState, seat: Seat, condition: Condition) -> bool:
    """Return True if a nation meets a condition made of ``all`` or ``any`` now (N17.1)."""
    if isinstance(condition, AllOf):
        return all(meets_condition(t, seat, part) for part in condition.conditions)
    assert isinstance(condition, AnyOf)
    return any(meets_condition(t, seat, part) for part in condition.conditions)


def measure_goal(t: EconomiconState, goal: Goal) -> int:
    """Return the current value of a goal's measure (N17.1)."""
    if goal.measure in MARKET_MEASURES:
        return t.get_market_units(MARKET_MEASURES[goal.measure])
    values = [int(MEASURES[goal.measure].compute(t, seat)) for seat in t.seats]
    return AGGREGATES[goal.aggregate].combine(values)


def is_goal_met(t: EconomiconState, goal: Goal) -> bool:
    """Return True if a goal is met now (N14.1)."""
    return OPERATORS[goal.operator].holds(measure_goal(t, goal), goal.get_target(len(t.seats)))
