"""Contents of an Economicon edition: its numbers and its cards (N17).

All values are frozen and do not depend on a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from classkit.engine.schema import TextReader, Whole

COMMODITIES = ("grain", "oil", "tech")
UNITS = ("gold", *COMMODITIES)
"""Units that cards may name. Currencies are excluded because they depend on the players."""


Value: TypeAlias = int | str | tuple[int | str, ...]


def get_place_count(seats: int) -> int:
    """Return T, the size of the table, which is 4 for two or three nations (section 2)."""
    return max(4, seats)


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """A condition that compares a measure with a value (N17.1)."""

    measure: str
    operator: str
    value: Value


@dataclass(frozen=True, slots=True)
class AllOf:
    """A condition that is met if all of its parts are met (N17.1)."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A condition that is met if any of its parts is met (N17.1)."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = MeasureComparison | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Goal:
    """An event's goal: a measure aggregated over nations, or of the market (N17.1)."""

    measure: str
    operator: str
    value: int | tuple[int, ...]
    """A number, or the accepted numbers if the operator is ``in``."""
    aggregate: str = ""
    per_nation: bool = False

    def get_target(self, nations: int) -> int | list[int]:
        """Return the required value, or the accepted values, for this number of nations."""
        times = nations if self.per_nation else 1
        if isinstance(self.value, tuple):
            return [value * times for value in self.value]
        return self.value * times


@dataclass(frozen=True, slots=True)
class StandingEffect:
    """An effect that applies while a card is in force (N17.4). "" as ``unit`` means every unit."""

    do: str
    unit: str = ""
    n: int = 0
    num: int = 1
    den: int = 1
    act: str = ""


@dataclass(frozen=True, slots=True)
class InstantEffect:
    """An effect that happens once (N17.5). ``who`` is None if it affects all nations."""

    do: str
    who: Condition | None = None
    unit: str = ""
    n: int = 0
    pct: int = 0


Effects: TypeAlias = Mapping[str, tuple[StandingEffect, ...]]
"""Standing effects of one kind, by card id."""
LawsInForce: TypeAlias = tuple[tuple[str, int], ...]
"""Ids of the laws in force, each with its last round, or 0 if it does not expire (N7.2)."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """A global event (N5, N14)."""

    id: str
    name: str
    text: str
    goal: Goal
    immediate: tuple[InstantEffect, ...] = ()
    standing: tuple[StandingEffect, ...] = ()
    success: tuple[InstantEffect, ...] = ()
    failure: tuple[InstantEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class LawCard:
    """A law of one nation (N7). ``lasts`` is 0 if the law remains in force to the end.

    ``short`` is its name on the board.
    """

    id: str
    name: str
    text: str
    must: Condition
    standing: tuple[StandingEffect, ...] = ()
    lasts: int = 0
    short: str = ""


# --- metrics --------------------------------------------------------------------------------------

ROUNDS = Whole(1, 20)
SEATS = Whole(2, 6)
COUNTERS = Whole(1, 10_000)
HeldCount = Annotated[int, Whole(0, 10_000)]
LaidCount = Annotated[int, COUNTERS]
SmallCount = Annotated[int, Whole(0, 100)]
ShareTerm = Annotated[int, Whole(1, 100)]


@dataclass(frozen=True, slots=True)
class EconomiconHeader:
    """The name, length and allowed numbers of nations of an edition."""

    id: Annotated[str, TextReader(60)]
    title: str
    rounds: Annotated[int, ROUNDS]
    players_min: Annotated[int, SEATS]
    players_max: Annotated[int, SEATS]
    commodities: tuple[str, ...]
    phases: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpeningReserves:
    """The opening reserves of each nation (N1.1)."""

    gold: HeldCount
    grain: HeldCount
    oil: HeldCount
    tech: HeldCount
    own_currency: HeldCount


@dataclass(frozen=True, slots=True)
class OpeningMarket:
    """The opening market, per place at the table (N1.1)."""

    gold: LaidCount
    grain: LaidCount
    oil: LaidCount
    tech: LaidCount
    each_currency: LaidCount


@dataclass(frozen=True, slots=True)
class Counters:
    """The supply of counters, per place at the table (N0.2, N1.4)."""

    gold: LaidCount
    each_commodity: LaidCount
    each_currency: LaidCount
    volatility_tokens: SmallCount
    peg_tokens_per_nation: Annotated[int, Whole(1, 1)]


@dataclass(frozen=True, slots=True)
class Mining:
    """The number of sides of the mining die (N4.1)."""

    die: Annotated[int, Whole(2, 20)]


@dataclass(frozen=True, slots=True)
class Production:
    """The minimum production of each commodity, and its cost as a share of value (N8)."""

    minimum_each: SmallCount
    cost_numerator: ShareTerm
    cost_denominator: ShareTerm


@dataclass(frozen=True, slots=True)
class Reward:
    """The gold and the returned tokens of a nation that meets all demands (N13.1)."""

    gold: SmallCount
    tokens_removed: SmallCount


@dataclass(frozen=True, slots=True)
class FloatLimits:
    """The number of units that a nation may create and destroy per round (N11.4)."""

    units_per_round: SmallCount


@dataclass(frozen=True, slots=True)
class LawRounds:
    """The rounds in which laws are ratified (N7.1)."""

    rounds: tuple[Annotated[int, ROUNDS], ...]


@dataclass(frozen=True, slots=True, eq=False)
class EconomiconRules:
    """All numbers and cards of an edition.

    Instances are compared by identity, so that results computed from an edition can be cached.
    """

    head: EconomiconHeader
    reserves: OpeningReserves
    market: OpeningMarket
    counters: Counters
    mining: Mining
    production: Production
    reward: Reward
    floating: FloatLimits
    law_rounds: tuple[int, ...]
    events: Mapping[str, EventCard]
    laws: Mapping[str, LawCard]
    event_effects: Mapping[str, Effects]
    law_effects: Mapping[str, Effects]
    """Standing effects of laws, by kind and law id. Most kinds are on one or two cards."""

    def get_standing_effects(
        self, do: str, event: str | None, laws: LawsInForce
    ) -> tuple[StandingEffect, ...]:
        """Return the standing effects of one kind from the event and laws (N17.5)."""
        found, of_laws = self.event_effects[do].get(event or "", ()), self.law_effects[do]
        if of_laws:
            for law, _ in laws:
                found += of_laws.get(law, ())
        return found
