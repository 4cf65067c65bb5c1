"""Duties that laws and the event lay on a nation, as bots read them: bounds of measures."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ..contents import (
    COMMODITIES,
    AllOf,
    AnyOf,
    Compare,
    Condition,
    EconomiconRules,
    Goal,
    InForce,
)
from ..rules.consumption import people_want
from ..rules.orders import capped_by, required_by

FREE = 10**9


class Bounds(NamedTuple):
    """The least and the most that a measure should be."""

    low: int = 0
    high: int = FREE


ANY = Bounds()


def bounds_of(operator: str, value: int) -> Bounds:
    """Return the bounds that a comparison asks for.

    >>> bounds_of(">=", 5), bounds_of("<", 3)
    (Bounds(low=5, high=1000000000), Bounds(low=0, high=2))
    """
    if operator in (">=", ">"):
        return Bounds(low=max(0, value + (operator == ">")))
    if operator in ("<=", "<"):
        return Bounds(high=max(0, value - (operator == "<")))
    return Bounds(max(0, value), max(0, value))


def asked_by(condition: Condition) -> tuple[tuple[str, Bounds], ...]:
    """Return the bounds that a condition asks for; of alternatives the last, which is cheaper."""
    if isinstance(condition, AllOf):
        return tuple(found for part in condition.conditions for found in asked_by(part))
    if isinstance(condition, AnyOf):
        return asked_by(condition.conditions[-1])
    assert isinstance(condition, Compare)
    if not isinstance(condition.value, int):
        return ()
    return ((condition.measure, bounds_of(condition.operator, condition.value)),)


def asked_by_goal(goal: Goal) -> tuple[tuple[str, Bounds], ...]:
    """Return a nation's own share of a goal; nothing if it cannot be told."""
    if isinstance(goal.value, tuple):
        return ()
    share = goal.value if goal.per_nation or goal.aggregate in ("min", "max") else 0
    if not share and goal.operator not in ("<=", "=="):
        return ()
    return ((goal.measure, bounds_of(goal.operator, share)),)


Asked: TypeAlias = tuple[tuple[str, Bounds], ...]
"""Measures with their bounds."""


class Duties:
    """The duties that laws and the event lay on a nation, ready to look up."""

    __slots__ = (
        "asked", "bounds", "keeps_gold", "keeps_own", "limits", "missing", "needs", "orders",
        "pays_gold", "pays_most", "sends", "wanted",
    )  # fmt: skip

    def __init__(self, edition: EconomiconRules, event: str | None, laws: InForce) -> None:
        self.bounds = bounds = bounds_asked(edition, event, laws)
        self.wanted = people_want(len(laws), edition.standing("consume", event, laws))
        """Commodity -> units that the people consume (N12.1)."""
        self.needs = {good: wanted + SPARE for good, wanted in self.wanted.items()}
        """Commodity -> units to have before consumption."""
        least = required_by(edition, edition.standing("require", event, laws))
        cap = capped_by(edition.standing("cap_production", event, laws))
        most = dict.fromkeys(COMMODITIES, cap)
        self.asked: list[tuple[str, int]] = []
        """The measures that a purchase can meet, and the least of each."""
        self.sends: dict[str, int] = {}
        """The least of each commodity to be released; ``total`` is the least in total."""
        self.keeps_gold = self.keeps_own = 0
        """The gold and own currency that have to stay in reserves."""
        self.limits: dict[str, int] = {}
        """The limits of commodities bought in total, and of one commodity left at the end."""
        self.pays_most, self.pays_gold, self.missing = FREE, 0, 0
        for measure, (low, high) in bounds.items():
            kind, _, good = measure.partition(".")
            if low and measure in BY_PURCHASE:
                self.asked.append((measure, low))
            if kind == "reserves" and good in COMMODITIES:
                self.needs[good] = self.wanted[good] + min(max(low, SPARE), high)
                if high < FREE:
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
            elif measure == "bought.goods" and high < FREE:
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
        """For each commodity, how many come after it, and the least and most to be ordered."""

    def get(self, measure: str) -> Bounds:
        """Return the least and the most of a measure."""
        return self.bounds.get(measure, ANY)


BY_PURCHASE = frozenset({
    "reserves.gold", "bought.foreign", "reserves.foreign", "reserves.own", "paid.gold",
    "bought.goods", "bought.lots",
})  # fmt: skip
SPARE = 1
"""Units of each commodity kept beyond what the people will consume."""


def bounds_asked(edition: EconomiconRules, event: str | None, laws: InForce) -> dict[str, Bounds]:
    """Return what these cards ask in total; if two contradict each other the least stands."""
    found = dict(asked_by_goal(edition.events[event].goal)) if event else {}
    for law, _ in laws:
        for measure, bounds in asked_by_law(edition, law):
            if measure in found:
                now = found[measure]
                low = max(now.low, bounds.low)
                bounds = Bounds(low, max(low, min(now.high, bounds.high)))
            found[measure] = bounds
    return found


@lru_cache(maxsize=512)
def asked_by_law(edition: EconomiconRules, law: str) -> Asked:
    """Return what one law of an edition asks; an event may have the same id."""
    return asked_by(edition.laws[law].must)


@lru_cache(maxsize=512)
def tokens_by_event(edition: EconomiconRules, event: str | None) -> tuple[int, int]:
    """Return how many tokens the end of an event takes from a nation at most, and adds (N14)."""
    if event is None:
        return 0, 0
    card = edition.events[event]
    changes = [
        sum(effect.n for effect in outcome if effect.do == "token")
        for outcome in (card.success, card.failure)
    ]
    return -min(0, *changes), max(0, *changes)


@lru_cache(maxsize=8192)
def duties_of(edition: EconomiconRules, event: str | None, laws: InForce) -> Duties:
    """Return the duties under the event and the laws in force, worked out once for each."""
    return Duties(edition, event, laws)
