"""State of an Economicon match, as plain data.

Gold, commodities, currencies and volatility tokens are ledger units. This module defines the rest:
pegs, laws and round counters. All amounts are whole units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from classkit.engine.decisions import NO_FACTS, Flow, Roll, Seat
from classkit.engine.events import ALL_SEATS, Event, new_tuple
from classkit.engine.state import GameState
from classkit.engine.untrusted_input import FrozenDict

from .account_names import ACCOUNT_NATIONS, MARKET, RESERVE, STAGING, SUPPLY, TOKEN
from .rules_data import (
    COMMODITIES,
    EconomiconRules,
    LawsInForce,
    get_place_count,
)

PHASES = (1, 2, 3, 5, 6, 7, 8, 9, 10)
"""The phases of a round. There is no phase 4 (N6.4)."""
SETUP_PHASE = 0
NO_PEG = "none"
NO_GOODS: Mapping[str, int] = FrozenDict(dict.fromkeys(COMMODITIES, 0))
"""Zero units of every commodity. Immutable: counters replace it instead of changing it."""


@dataclass(slots=True, kw_only=True, eq=False)
class NationState:
    """The state of a nation, except for the units in its ledger accounts."""

    peg: str = "gold"
    """``gold``, a commodity, another nation's currency, or ``none`` (N3.1)."""
    changed_in: int = 0
    """The round of the last change of peg, or 0 (N6.2)."""
    laws: LawsInForce = ()
    pile: int = 0
    """The number of face-down laws in the nation's pile (N1.3)."""
    issue: int = 0
    """Units of the nation's currency created minus units destroyed (N11.3)."""

    # --- the counters of the round (N17.2) ------------------------------------------------
    produced: Mapping[str, int] = field(default_factory=lambda: NO_GOODS)
    sent: Mapping[str, int] = field(default_factory=lambda: NO_GOODS)
    consumed: Mapping[str, int] = field(default_factory=lambda: NO_GOODS)
    short: Mapping[str, int] = field(default_factory=lambda: NO_GOODS)
    bought: dict[str, int] = field(default_factory=dict)
    lots: int = 0
    paid_gold: int = 0
    paid_native: int = 0
    created: int = 0
    destroyed: int = 0
    direct_trades: int = 0
    changed_peg: int = 0
    unmet_production: int = 0

    def begin_round(self) -> None:
        """Reset the round counters (N14.2)."""
        self.produced = self.sent = self.consumed = self.short = NO_GOODS
        self.bought = {}
        self.lots = self.paid_gold = self.paid_native = self.created = self.destroyed = 0
        self.direct_trades = self.changed_peg = self.unmet_production = 0


@dataclass(slots=True, kw_only=True, eq=False)
class EconomiconState(GameState):
    """The state of a match: nations, order of play, event, and past values for charts."""

    money: ClassVar[str] = "gold"
    reporting_events: ClassVar[frozenset[str]] = frozenset({"moved", "token_changed"})

    edition: EconomiconRules = field(metadata={"fixed": True})
    units: tuple[str, ...] = field(metadata={"fixed": True})
    """Gold, the commodities and every nation's currency."""
    nations: dict[Seat, NationState]
    rounds: int
    """The number of rounds in the match (N16)."""
    law_rounds: tuple[int, ...]
    float_limit: int
    phase: int = SETUP_PHASE
    """The current or next phase, or 0 during set-up."""
    order: tuple[Seat, ...] = ()
    """The latest order of play (N0.5)."""
    event: str | None = None
    """The current event, until it is resolved (N5.1)."""
    events_left: list[str] = field(default_factory=list)
    laws_left: list[str] = field(default_factory=list)
    orders: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    """Production orders given in turn that are still hidden (N8.6)."""
    passed: list[Seat] = field(default_factory=list)
    """The nations that have finished trading in this phase (N9.6)."""
    trade_volume: tuple[int, int] = (0, 1)
    """The value of this round's payments in gold, as numerator and denominator."""
    index_before: Fraction | None = None
    """The price index at the end of the previous round."""
    event_met: int = 0
    """1 if the goal of the last resolved event was met, otherwise 0."""
    goals: tuple[int, int] = (0, 0)
    """The numbers of goals met and events resolved so far."""
    told: int = 0
    """The number of events logged in this match."""

    # --- actions -----------------------------------------------------------------------------

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,  # positional only, so that facts may have these names
        seen_by: tuple[Seat, ...] = ALL_SEATS,
        **facts: Any,
    ) -> None:
        """Log an event together with the facts that all events share."""
        self.told += 1
        if seat is not None:
            facts["nation"] = seat
        facts["round"], facts["phase"], facts["seq"] = self.round, self.phase, self.told
        self.log_event(name, facts, rule, seat, seen_by)

    def move(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
        also: Mapping[str, Any] = NO_FACTS,
    ) -> None:
        """Move units between accounts and log the movement (N0.2). An amount of 0 does nothing.

        ``also`` contains additional facts for the event.
        """
        if not amount:
            return
        self.ledger.move(unit, amount, source, target)
        self.log_transfer(unit, amount, source, target, reason, rule, seen_by)
        self.told += 1
        journal = self.journal
        # An answer moves three units on average. Building these facts when no events are kept, as
        # in # studies, would take a twelfth of the time.
        if journal is not None and journal.events is not None:
            nation = ACCOUNT_NATIONS.get(source) or ACCOUNT_NATIONS.get(target)
            facts = {
                "unit": unit, "qty": amount, "from": source, "to": target, "reason": reason,
                "nation": nation, "round": self.round, "phase": self.phase, "seq": self.told,
            }  # fmt: skip
            if also:
                facts |= also
            journal.events.append(
                new_tuple(Event, ("moved", facts, rule, self.turn, nation, seen_by))
            )

    def move_each(
        self, amounts: Mapping[str, int], source: str, target: str, reason: str, rule: str
    ) -> None:
        """Move amounts of several units between two accounts."""
        for unit, amount in amounts.items():
            self.move(unit, amount, source, target, reason, rule)

    def move_silently(
        self, unit: str, amount: int, source: str, target: str, reason: str, rule: str
    ) -> None:
        """Move units without logging an event, because another event describes the movement."""
        GameState.move(self, unit, amount, source, target, reason, rule)

    def draw_from_supply(
        self,
        unit: str,
        amount: int,
        target: str,
        reason: str,
        rule: str,
        also: Mapping[str, Any] = NO_FACTS,
    ) -> int:
        """Move new units, up to the supply, and return the number moved (N0.3)."""
        drawn = min(amount, self.get_supply_units(unit))
        self.move(unit, drawn, SUPPLY, target, reason, rule, also=also)
        return drawn

    def roll_die(self, seat: Seat, purpose: str, rule: str, sides: int = 6) -> Flow[int]:
        """Let a nation roll a die (N0.5, N4.1, N9.5)."""
        faces: tuple[int, ...] = yield Roll(1, sides, purpose, rule, seat)
        self.tell("die_rolled", rule, seat, value=faces[0], purpose=purpose)
        return faces[0]

    # --- queries -----------------------------------------------------------------------------

    def get_reserve(self, seat: Seat, unit: str) -> int:
        """Return the number of units of a kind in a nation's reserves."""
        return self.ledger.balances[unit][RESERVE[seat]]

    def get_market_units(self, unit: str) -> int:
        """Return the number of units in the market."""
        return self.ledger.balances[unit][MARKET]

    def get_supply_units(self, unit: str) -> int:
        """Return the number of counters out of play."""
        return self.ledger.balances[unit][SUPPLY]

    def get_staged_units(self, seat: Seat, good: str) -> int:
        """Return the number of units that are produced but not yet delivered (N8.7)."""
        return self.ledger.balances[good][STAGING[seat]]

    def count_tokens(self, seat: Seat) -> int:
        """Return the volatility tokens of a nation (N15)."""
        return self.ledger.balances[TOKEN][seat]

    @property
    def places(self) -> int:
        """The size of the table, T in section 2."""
        return get_place_count(len(self.seats))

    def get_event_name(self) -> str:
        """Return the name of the event in play."""
        return self.edition.events[self.event].name if self.event else ""
