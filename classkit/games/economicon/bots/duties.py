"""Demands that laws and events make on a nation, as bounds on measures."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ..rules.consumption import compute_wants
from ..rules.production_orders import compute_production_cap, compute_requirements
from ..rules_data import (
    COMMODITIES,
    AllOf,
    AnyOf,
    Condition,
    EconomiconRules,
    Goal,
    LawsInForce,
    MeasureComparison,
)

MAX_BOUND = 10**9


class MeasureBounds(NamedTuple):
    """The minimum and maximum of a measure."""

    low: int = 0
    high: int = MAX_BOUND


NO_BOUNDS = MeasureBounds()


def get_bounds(operator: str, value: int) -> MeasureBounds:
    """Return the bounds that a comparison sets.

    >>> get_bounds(">=", 5), get_bounds("<", 3)
    (MeasureBounds(low=5, high=1000000000), MeasureBounds(low=0, high=2))
    """
    if operator in (">=", ">"):
        return MeasureBounds(low=max(0, value + (operator == ">")))
    if operator in ("<=", "<"):
        return MeasureBounds(high=max(0, value - (operator == "<")))
    return MeasureBounds(max(0, value), max(0, value))


def get_condition_bounds(condition: Condition) -> tuple[tuple[str, MeasureBounds], ...]:
    """Return the bounds that a condition sets. Of alternatives, use the last, which is cheapest."""
    if isinstance(condition, AllOf):
        return tuple(found for part in condition.conditions for found in get_condition_bounds(part))
    if isinstance(condition, AnyOf):
        return get_condition_bounds(condition.conditions[-1])
    assert isinstance(condition, MeasureComparison)
    if not isinstance(condition.value, int):
        return ()
    return ((condition.measure, get_bounds(condition.operator, condition.value)),)


def get_goal_bounds(goal: Goal) -> tuple[tuple[str, MeasureBounds], ...]:
    """Return a nation's own share of a goal, or () if it cannot be computed."""
    if isinstance(goal.value, tuple):
        return ()
    share = goal.value if goal.per_nation or goal.aggregate in ("min", "max") else 0
    if not share and goal.operator not in ("<=", "=="):
        return ()
    return ((goal.measure, get_bounds(goal.operator, share)),)


AskedBounds: TypeAlias = tuple[tuple[str, MeasureBounds], ...]
"""Pairs of a measure and its bounds."""


class Duties:
    """Demands of laws and the event on a nation, indexed for fast access."""

    __slots__ = (
        "asked", "bounds", "keeps_gold", "keeps_own", "limits", "missing", "needs", "orders",
        "pays_gold", "pays_most", "sends", "wanted",
    )  # fmt: skip

    def __init__(self, edition: EconomiconRules, event: str | None, laws: LawsInForce) -> None:
        self.bounds = bounds = combine_bounds(edition, event, laws)
        self.wanted = compute_wants(edition, event, laws)
        """Commodity -> units that the people consume (N12.1)."""
        self.needs = {good: wanted + SPARE_UNITS for good, wanted in self.wanted.items()}
        """Commodity -> units to hold before consumption."""
        least = compute_requirements(edition, event, laws)
        cap = compute_production_cap(edition, event, laws)
        most = dict.fromkeys(COMMODITIES, cap)
        self.asked: list[tuple[str, int]] = []
        """Pairs of a measure that purchases can meet, and its minimum."""
        self.sends: dict[str, int] = {}
        """Maps each commodity to its minimum release, and ``total`` to the minimum in total."""
        self.keeps_gold = self.keeps_own = 0
        """Gold and own currency to keep in reserves."""
        self.limits: dict[str, int] = {}
        """Maximum purchases of commodities in total, and maximum final holding of one commodity."""
        self.pays_most, self.pays_gold, self.missing = MAX_BOUND, 0, 0
        for measure, (low, high) in bounds.items():
            kind, _, good = measure.partition(".")
            if low and measure in PURCHASE_MEASURES:
                self.asked.append((measure, low))
            if kind == "reserves" and good in COMMODITIES:
                self.needs[good] = self.wanted[good] + min(max(low, SPARE_UNITS), high)
                if high < MAX_BOUND:
                    self.limits[good] = high
            elif measure == "reserves.gold":
                self.keeps_gold = low
            elif measure == "reserves.own":
                self.keeps_own = low
            elif kind == "produced" and good in COMMODITIES:
                most[good] = min(max(high, least[good]), cap)
                least[good] = max(least[good], low)
            elif kind == "sent" and low:
                self.sends[good] = low
            elif measure == "bought.goods" and high < MAX_BOUND:
                self.limits[measure] = high
            elif measure == "produced.total":
                self.missing = low
            elif measure == "paid.gold":
                self.pays_gold = low
            elif measure == "paid.total":
                self.pays_most = high
        self.orders = tuple(
            (good, after, least[good], most[good])
            for after, good in zip((2, 1, 0), COMMODITIES, strict=True)
        )
        """For each commodity: how many follow it, and the minimum and maximum order."""

    def get_bounds(self, measure: str) -> MeasureBounds:
        return self.bounds.get(measure, NO_BOUNDS)


PURCHASE_MEASURES = frozenset({
    "reserves.gold", "bought.foreign", "reserves.foreign", "reserves.own", "paid.gold",
    "bought.goods", "bought.lots",
})  # fmt: skip
SPARE_UNITS = 1
"""Units of each commodity held beyond what the people consume."""


def combine_bounds(
    edition: EconomiconRules, event: str | None, laws: LawsInForce
) -> dict[str, MeasureBounds]:
    """Return the combined bounds of several cards. If they contradict, the lower bound wins."""
    found = dict(get_goal_bounds(edition.events[event].goal)) if event else {}
    for law, _ in laws:
        for measure, bounds in get_law_bounds(edition, law):
            if measure in found:
                now = found[measure]
                low = max(now.low, bounds.low)
                bounds = MeasureBounds(low, max(low, min(now.high, bounds.high)))
            found[measure] = bounds
    return found


@lru_cache(maxsize=512)
def get_law_bounds(edition: EconomiconRules, law: str) -> AskedBounds:
    """Return the bounds that a law sets. Laws and events may share ids."""
    return get_condition_bounds(edition.laws[law].must)


@lru_cache(maxsize=512)
def get_event_tokens(edition: EconomiconRules, event: str | None) -> tuple[int, int]:
    """Return the maximum token loss and the token gain at the end of an event (N14)."""
    if event is None:
        return 0, 0
    card = edition.events[event]
    changes = [
        sum(effect.n for effect in outcome if effect.do == "token")
        for outcome in (card.success, card.failure)
    ]
    return -min(0, *changes), max(0, *changes)


@lru_cache(maxsize=8192)
def get_duties(edition: EconomiconRules, event: str | None, laws: LawsInForce) -> Duties:
    """Return the duties under an event and laws, cached for each combination."""
    return Duties(edition, event, laws)
