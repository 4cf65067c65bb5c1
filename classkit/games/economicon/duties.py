"""What laws and the event ask of a nation, as the bots read it: a least and a most for measures."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import chain
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
        return Bounds(low=value + (operator == ">"))
    if operator in ("<=", "<"):
        return Bounds(high=value - (operator == "<"))
    return Bounds(value, value)


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
        "asked", "bounds", "least", "missing", "most", "needs", "pays_gold", "pays_most", "targets",
        "wanted",
    )  # fmt: skip

    def __init__(self, edition: EconomiconRules, event: str | None, laws: tuple[str, ...]) -> None:
        cards = [asked(edition, card) for card in (event, *laws) if card]
        self.bounds: dict[str, Bounds] = {}
        for measure, bounds in chain.from_iterable(cards):
            now = self.bounds.get(measure, ANY)
            low = max(now.low, bounds.low)  # where two contradict each other the least stands
            self.bounds[measure] = Bounds(low, max(low, min(now.high, bounds.high)))
        self.pays_most = self.get("paid.total").high
        self.asked = [name for name in BY_PURCHASE if self.get(name).low]
        """What a nation can see to by a purchase."""
        self.targets = {good: self.target(good) for good in COMMODITIES}
        """How much of each commodity to keep beyond what the people consume."""
        effects = partial(standing_on, edition, event=event, laws=laws)
        self.wanted = people_want(len(laws), effects("consume"))
        """What the people consume of each commodity (N12.1)."""
        self.needs = {good: self.wanted[good] + self.targets[good] for good in COMMODITIES}
        """How much of each commodity to have before consumption."""
        required, cap = (
            required_by(edition, effects("require")),
            capped_by(effects("cap_production")),
        )
        produced = {good: self.get(f"produced.{good}") for good in COMMODITIES}
        self.least = {good: max(required[good], produced[good].low) for good in COMMODITIES}
        self.most = {
            good: min(max(produced[good].high, required[good]), cap) for good in COMMODITIES
        }
        """The least and the most of each commodity that an order should hold."""
        self.missing = self.get("produced.total").low
        self.pays_gold = self.get("paid.gold").low

    def get(self, measure: str) -> Bounds:
        """The least and the most of a measure."""
        return self.bounds.get(measure, ANY)

    def target(self, good: str) -> int:
        """One spare, or what laws want to be left."""
        asked = self.get(f"reserves.{good}")
        return min(max(asked.low, SPARE), asked.high)


BY_PURCHASE = (
    "reserves.gold", "bought.foreign", "reserves.foreign", "reserves.own", "paid.gold",
    "bought.goods", "bought.lots",
)  # fmt: skip
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
    return Duties(edition, event, tuple(law for law in laws if law))
