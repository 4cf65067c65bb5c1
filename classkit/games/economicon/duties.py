"""What laws and the event ask of a nation, as the bots read it: a least and a most for measures."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from .cards import COMMODITIES, AllOf, AnyOf, Compare, Condition, EconomiconRules, Goal
from .consumption import people_want
from .production import capped_by, required_by
from .state import standing_on

FREE = 10**9


class Bounds(NamedTuple):
    """The least and the most that a measure should be."""

    low: int = 0
    high: int = FREE


ANY = Bounds()


def bounds_of(operator: str, value: int) -> Bounds:
    """The bounds that a comparison asks for.

    >>> bounds_of(">=", 5), bounds_of("<", 3)
    (Bounds(low=5, high=1000000000), Bounds(low=0, high=2))
    """
    if operator in (">=", ">"):
        return Bounds(low=max(0, value + (operator == ">")))
    if operator in ("<=", "<"):
        return Bounds(high=max(0, value - (operator == "<")))
    return Bounds(max(0, value), max(0, value))


def asked_by(condition: Condition) -> tuple[tuple[str, Bounds], ...]:
    """The bounds that a condition asks for; of alternatives the last listed, which is cheaper."""
    if isinstance(condition, AllOf):
        return tuple(found for part in condition.conditions for found in asked_by(part))
    if isinstance(condition, AnyOf):
        return asked_by(condition.conditions[-1])
    assert isinstance(condition, Compare)
    if not isinstance(condition.value, int):
        return ()
    return ((condition.measure, bounds_of(condition.operator, condition.value)),)


def asked_by_goal(goal: Goal) -> tuple[tuple[str, Bounds], ...]:
    """A nation's own share of a goal; none where it cannot be told."""
    share = goal.value if goal.per_nation or goal.aggregate in ("min", "max") else 0
    if not share and goal.operator not in ("<=", "=="):
        return ()
    return ((goal.measure, bounds_of(goal.operator, share)),)


Asked: TypeAlias = tuple[tuple[str, Bounds], ...]
"""Measures with their bounds."""


class Duties:
    """All that laws and the event ask of a nation, ready for a banker to look up."""

    __slots__ = (
        "asked", "bounds", "least", "missing", "most", "needs", "pays_gold", "pays_most", "sends",
        "wanted",
    )  # fmt: skip

    def __init__(self, edition: EconomiconRules, event: str | None, laws: tuple[str, ...]) -> None:
        self.bounds = bounds = bounds_asked(edition, (event, *laws) if event else laws)
        self.pays_most = bounds.get("paid.total", ANY).high
        self.asked = [name for name in BY_PURCHASE if name in bounds and bounds[name].low]
        """What a nation can see to by a purchase."""
        self.sends = any(measure in bounds for measure in BY_RELEASE)
        """Whether any release of commodities is spoken of."""
        self.wanted = people_want(len(laws), standing_on(edition, "consume", event, laws))
        """What the people consume of each commodity (N12.1)."""
        required = required_by(edition, standing_on(edition, "require", event, laws))
        cap = capped_by(standing_on(edition, "cap_production", event, laws))
        self.needs, self.least, self.most = {}, {}, {}
        """How much of each commodity to have before consumption; how much of it an order should
        hold, at least and at most."""
        for good in COMMODITIES:
            kept, made = bounds.get(RESERVES[good], ANY), bounds.get(PRODUCED[good], ANY)
            self.needs[good] = self.wanted[good] + min(max(kept.low, SPARE), kept.high)
            self.least[good] = max(required[good], made.low)
            self.most[good] = min(max(made.high, required[good]), cap)
        self.missing = bounds.get("produced.total", ANY).low
        self.pays_gold = bounds.get("paid.gold", ANY).low

    def get(self, measure: str) -> Bounds:
        """The least and the most of a measure."""
        return self.bounds.get(measure, ANY)


def bounds_asked(edition: EconomiconRules, cards: tuple[str, ...]) -> dict[str, Bounds]:
    """What all these cards ask; where two contradict each other the least stands."""
    found: dict[str, Bounds] = {}
    for card in cards:
        for measure, bounds in asked(edition, card):
            now = found.get(measure)
            if now is not None:
                low = max(now.low, bounds.low)
                bounds = Bounds(low, max(low, min(now.high, bounds.high)))
            found[measure] = bounds
    return found


BY_PURCHASE = (
    "reserves.gold", "bought.foreign", "reserves.foreign", "reserves.own", "paid.gold",
    "bought.goods", "bought.lots",
)  # fmt: skip
BY_RELEASE = tuple(f"sent.{what}" for what in (*COMMODITIES, "total"))
RESERVES = {good: f"reserves.{good}" for good in COMMODITIES}
PRODUCED = {good: f"produced.{good}" for good in COMMODITIES}
SPARE = 1
"""Units of each commodity kept beyond what the people will consume."""


@lru_cache(maxsize=512)
def asked(edition: EconomiconRules, card: str) -> Asked:
    """What one card of an edition asks, an event or a law."""
    if card in edition.events:
        return asked_by_goal(edition.events[card].goal)
    return asked_by(edition.laws[card].must)


@lru_cache(maxsize=8192)
def duties_of(edition: EconomiconRules, cards: tuple[str | None, ...]) -> Duties:
    """What the event and the laws in force ask; worked out once for the same cards."""
    event, *laws = cards
    return Duties(edition, event, tuple([law for law in laws if law]))
