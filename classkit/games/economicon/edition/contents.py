"""The closed vocabulary of cards: what events and laws may say (N17).

A card is data, read once and frozen; it knows no table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

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
class Standing:
    """An effect while a card is in force (N17.4); ``unit`` "" means every unit."""

    do: str
    unit: str = ""
    n: int = 0
    num: int = 1
    den: int = 1
    act: str = ""


@dataclass(frozen=True, slots=True)
class Instant:
    """An effect that happens once (N17.5).

    ``who`` is None for all nations; ``n`` may be a percentage.
    """

    do: str
    who: Condition | None = None
    unit: str = ""
    n: int = 0


Effects: TypeAlias = Mapping[str, tuple[Standing, ...]]
"""Card -> its standing effects of one kind."""
InForce: TypeAlias = tuple[tuple[str, int], ...]
"""Laws in force, each with the last round in which it is; 0 for the end (N7.2)."""
STANDING = (
    "cost_factor", "consume", "require", "cap_production", "keep", "mining", "forbid",
)  # fmt: skip
"""The kinds of standing effects (N17.4)."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """A global event (N5, N14)."""

    id: str
    name: str
    text: str
    goal: Goal
    immediate: tuple[Instant, ...] = ()
    standing: tuple[Standing, ...] = ()
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
    standing: tuple[Standing, ...] = ()
    lasts: int = 0
    short: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class EconomiconRules:
    """The figures of an edition. Openings and counters of the market are per table place.

    Compared by identity, so that what is worked out about an edition can be remembered.
    """

    rounds: int
    players_min: int
    players_max: int
    reserves: Mapping[str, int]
    """Unit, or ``own_currency`` -> units of each nation at the start (N1.1)."""
    market: Mapping[str, int]
    """Unit, or ``each_currency`` -> units per table place at the start (N1.1)."""
    counters: Mapping[str, int]
    """Unit, or ``each_currency`` -> counters that exist per table place."""
    tokens: int
    """Volatility tokens per table place (N1.4)."""
    die: int
    """The number of sides of the die that mines gold (N4.1)."""
    minimum_each: int
    cost_num: int
    cost_den: int
    reward_gold: int
    tokens_removed: int
    float_limit: int
    law_rounds: tuple[int, ...]
    events: Mapping[str, EventCard]
    laws: Mapping[str, LawCard]
    event_effects: Mapping[str, Effects]
    law_effects: Mapping[str, Effects]
    """Kind of standing effect -> card -> its effects; most kinds are on one or two cards."""

    def standing(self, do: str, event: str | None, laws: InForce) -> tuple[Standing, ...]:
        """Return the standing effects of one kind, of an event and of a nation's laws (N17.5)."""
        found, of_laws = self.event_effects[do].get(event or "", ()), self.law_effects[do]
        if of_laws:
            for law, _ in laws:
                found += of_laws.get(law, ())
        return found
