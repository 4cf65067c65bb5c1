"""The contents of an edition: its figures, and the closed vocabulary of its cards (N17).

Figures and cards are data, read once and frozen; they know no table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from classkit.engine.reading import Text, Whole

COMMODITIES = ("grain", "oil", "tech")
UNITS = ("gold", *COMMODITIES)
"""Units that a card may name; currencies belong to nations, which an edition does not know."""

ROUND_MEASURES = (
    *(f"produced.{good}" for good in (*COMMODITIES, "total")),
    *(f"sent.{good}" for good in (*COMMODITIES, "total")),
    *(f"bought.{what}" for what in (*UNITS, "own", "foreign", "goods", "lots")),
    "paid.gold", "paid.native", "paid.total",
    "created", "destroyed", "direct_trades", "changed_peg",
    "unmet.production", "unmet.consumption",
)  # fmt: skip
"""Measures of the round (N17.2)."""
STATE_MEASURES = (
    *(f"reserves.{what}" for what in (*UNITS, "goods", "own", "foreign")),
    "tokens", "laws", "peg_kind", "peg_age",
)  # fmt: skip
"""Measures of state of one nation (N17.3)."""
MARKET_MEASURES = tuple(f"market.{unit}" for unit in UNITS)
"""Measures of the market, for goals only (N17.3)."""
PEG_KINDS = ("gold", "commodity", "currency", "none")

OPERATORS = ("<=", ">=", "<", ">", "==", "in")
AGGREGATES = ("sum", "min", "max")
ACTS = ("buy", "direct_trade", "change_peg", "float")

Value: TypeAlias = int | str | tuple[int | str, ...]


def places_for(seats: int) -> int:
    """Return T, the size of the table: two or three nations sit at a table of four (section 2)."""
    return max(4, seats)


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of a measure with a value (N17.1)."""

    measure: str
    operator: str
    value: Value


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of several conditions (N17.1)."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Any of several conditions (N17.1)."""

    conditions: tuple[Condition, ...]


Condition: TypeAlias = Compare | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of an event: a measure over all nations, or of the market (N17.1)."""

    measure: str
    operator: str
    value: int | tuple[int, ...]
    """A number, or with ``in`` the numbers of which one is needed."""
    aggregate: str = ""
    per_nation: bool = False

    def needed(self, nations: int) -> int | list[int]:
        """Return the value, or the values, for a number of nations."""
        times = nations if self.per_nation else 1
        if isinstance(self.value, tuple):
            return [value * times for value in self.value]
        return self.value * times


@dataclass(frozen=True, slots=True)
class StandingEffect:
    """An effect while a card is in force (N17.4); ``unit`` "" means every unit."""

    do: str
    unit: str = ""
    n: int = 0
    num: int = 1
    den: int = 1
    act: str = ""


@dataclass(frozen=True, slots=True)
class Instant:
    """An effect that happens once (N17.5); ``who`` is None for all nations."""

    do: str
    who: Condition | None = None
    unit: str = ""
    n: int = 0
    pct: int = 0


Effects: TypeAlias = Mapping[str, tuple[StandingEffect, ...]]
"""Card -> its standing effects of one kind."""
InForce: TypeAlias = tuple[tuple[str, int], ...]
"""Laws in force, each with the last round in which it is; 0 for the end (N7.2)."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """A global event (N5, N14)."""

    id: str
    name: str
    text: str
    goal: Goal
    immediate: tuple[Instant, ...] = ()
    standing: tuple[StandingEffect, ...] = ()
    success: tuple[Instant, ...] = ()
    failure: tuple[Instant, ...] = ()


@dataclass(frozen=True, slots=True)
class LawCard:
    """A law of one nation (N7); ``lasts`` is 0 if it stays to the end.

    ``short`` is its name as it is written on the board.
    """

    id: str
    name: str
    text: str
    must: Condition
    standing: tuple[StandingEffect, ...] = ()
    lasts: int = 0
    short: str = ""


# --- figures --------------------------------------------------------------------------------------

ROUNDS = Whole(1, 20)
SEATS = Whole(2, 6)
COUNTERS = Whole(1, 10_000)
Held = Annotated[int, Whole(0, 10_000)]
Laid = Annotated[int, COUNTERS]
Few = Annotated[int, Whole(0, 100)]
Part = Annotated[int, Whole(1, 100)]


@dataclass(frozen=True, slots=True)
class Head:
    """The name of the edition, its length, and the number of nations it is for."""

    id: Annotated[str, Text(60)]
    title: str
    rounds: Annotated[int, ROUNDS]
    players_min: Annotated[int, SEATS]
    players_max: Annotated[int, SEATS]
    commodities: tuple[str, ...]
    phases: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reserves:
    """The units of each nation at the start (N1.1)."""

    gold: Held
    grain: Held
    oil: Held
    tech: Held
    own_currency: Held


@dataclass(frozen=True, slots=True)
class Market:
    """The units in the market at the start, for each table place (N1.1)."""

    gold: Laid
    grain: Laid
    oil: Laid
    tech: Laid
    each_currency: Laid


@dataclass(frozen=True, slots=True)
class Counters:
    """Everything that exists, for each table place (N0.2, N1.4)."""

    gold: Laid
    each_commodity: Laid
    each_currency: Laid
    volatility_tokens: Few
    peg_tokens_per_nation: Annotated[int, Whole(1, 1)]


@dataclass(frozen=True, slots=True)
class Mining:
    """The number of sides of the die that mines gold (N4.1)."""

    die: Annotated[int, Whole(2, 20)]


@dataclass(frozen=True, slots=True)
class Production:
    """The least that a nation makes of each good, and the share of its value that it costs (N8)."""

    minimum_each: Few
    cost_numerator: Part
    cost_denominator: Part


@dataclass(frozen=True, slots=True)
class Reward:
    """The gold that a nation without fault receives, and the tokens that it loses (N13.1)."""

    gold: Few
    tokens_removed: Few


@dataclass(frozen=True, slots=True)
class Floating:
    """The units that a nation may create and destroy in a round (N11.4)."""

    units_per_round: Few


@dataclass(frozen=True, slots=True)
class LawRounds:
    """The rounds in which laws are ratified (N7.1)."""

    rounds: tuple[Annotated[int, ROUNDS], ...]


@dataclass(frozen=True, slots=True, eq=False)
class EconomiconRules:
    """All figures and cards of an edition.

    Compared by identity, so that what is worked out about an edition can be remembered.
    """

    head: Head
    reserves: Reserves
    market: Market
    counters: Counters
    mining: Mining
    production: Production
    reward: Reward
    floating: Floating
    law_rounds: tuple[int, ...]
    events: Mapping[str, EventCard]
    laws: Mapping[str, LawCard]
    event_effects: Mapping[str, Effects]
    law_effects: Mapping[str, Effects]
    """Kind of standing effect -> card -> its effects; most kinds are on one or two cards."""

    def standing(self, do: str, event: str | None, laws: InForce) -> tuple[StandingEffect, ...]:
        """Return the standing effects of one kind, of an event and of a nation's laws (N17.5)."""
        found, of_laws = self.event_effects[do].get(event or "", ()), self.law_effects[do]
        if of_laws:
            for law, _ in laws:
                found += of_laws.get(law, ())
        return found
