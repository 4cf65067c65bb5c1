"""The state of an Economicon match: the pieces on the table, as plain data.

Gold, commodities, currencies and volatility tokens are units of the ledger; the rest (pegs, laws,
the counters of the round) is here. All figures are whole units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from classkit.engine.data import WrittenDown
from classkit.engine.log import ALL, Event, made
from classkit.engine.requests import NO_FACTS, Flow, Roll, Seat
from classkit.engine.table import Table

from .accounts import MARKET, NATION_OF, RESERVE, STAGED, SUPPLY, TOKEN
from .contents import (
    COMMODITIES,
    EconomiconRules,
    InForce,
    StandingEffect,
    places_for,
)

PHASES = (1, 2, 3, 5, 6, 7, 8, 9, 10)
"""The phases of a round: there is no phase 4 (N6.4)."""
SET_UP = 0
NO_PEG = "none"
NO_GOODS: Mapping[str, int] = WrittenDown(dict.fromkeys(COMMODITIES, 0))
"""No units of any commodity; it is replaced, not changed, when something is counted."""


@dataclass(slots=True, kw_only=True, eq=False)
class Nation:
    """The facts of a nation that the ledger does not hold."""

    peg: str = "gold"
    """``gold``, a commodity, another nation's currency, or ``none`` (N3.1)."""
    changed_in: int = 0
    """The round of its last change of peg; 0 for never (N6.2)."""
    laws: InForce = ()
    pile: int = 0
    """The number of laws of its pile that still lie face down (N1.3)."""
    issue: int = 0
    """Units of its own currency created, less those destroyed (N11.3)."""

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
        """Reset the counters of the round (N14.2)."""
        self.produced = self.sent = self.consumed = self.short = NO_GOODS
        self.bought = {}
        self.lots = self.paid_gold = self.paid_native = self.created = self.destroyed = 0
        self.direct_trades = self.changed_peg = self.unmet_production = 0


@dataclass(slots=True, kw_only=True, eq=False)
class Economicon(Table):
    """The table: nations, their order, the event, and figures of the past for charts."""

    money: ClassVar[str] = "gold"

    edition: EconomiconRules = field(metadata={"fixed": True})
    units: tuple[str, ...] = field(metadata={"fixed": True})
    """Gold, the commodities, and the currency of every nation."""
    nations: dict[Seat, Nation]
    rounds: int
    """The number of rounds that are played (N16)."""
    law_rounds: tuple[int, ...]
    float_limit: int
    phase: int = SET_UP
    """The phase that is played now, or comes next; 0 for set-up."""
    order: tuple[Seat, ...] = ()
    """The order of play that was fixed last (N0.5)."""
    event: str | None = None
    """The event of the round, until it is resolved (N5.1)."""
    events_left: list[str] = field(default_factory=list)
    laws_left: list[str] = field(default_factory=list)
    orders: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    """Production orders given in turn and still hidden (N8.6)."""
    passed: list[Seat] = field(default_factory=list)
    """The nations that will not trade again in this phase (N9.6)."""
    trade_volume: tuple[int, int] = (0, 1)
    """The payments for purchases in this round, in gold: numerator and denominator."""
    index_before: Fraction | None = None
    """The price index at the end of the previous round."""
    event_met: int = 0
    """1 if the goal of the last event resolved was met, otherwise 0."""
    goals: tuple[int, int] = (0, 0)
    """Goals met, and events resolved, so far."""
    told: int = 0
    """The number of events told in this match."""

    # --- what a rule does ---------------------------------------------------------------------

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,  # Python compares every fact with every name that may be given by name
        seen_by: tuple[Seat, ...] = ALL,
        **facts: Any,
    ) -> None:
        """Tell an event, with the facts that all events share."""
        self.told += 1
        if seat is not None:
            facts["nation"] = seat
        facts["round"], facts["phase"], facts["seq"] = self.round, self.phase, self.told
        self.note_told(name, facts, rule, seat, seen_by)

    def move(
        self,
        unit: str,
        amount: int,
        source: str,
        target: str,
        reason: str,
        rule: str,
        seen_by: tuple[Seat, ...] = ALL,
        also: Mapping[str, Any] = NO_FACTS,
    ) -> None:
        """Move units from one account to another, and tell it; 0 does nothing (N0.2).

        ``also`` are further facts of the event.
        """
        if not amount:
            return
        self.ledger.move(unit, amount, source, target)
        self.told += 1
        journal = self.journal
        # A match moves three things for each answer. To list their facts where nobody keeps events,
        # as in studies, takes a twelfth of it.
        if journal is not None and journal.events is not None:
            nation = NATION_OF.get(source) or NATION_OF.get(target)
            facts = {
                "unit": unit, "qty": amount, "from": source, "to": target, "reason": reason,
                "nation": nation, "round": self.round, "phase": self.phase, "seq": self.told,
            }  # fmt: skip
            if also:
                facts |= also
            journal.events.append(made(Event, ("moved", facts, rule, self.turn, nation, seen_by)))
        self.note_moved(unit, amount, source, target, reason, rule, seen_by)

    def move_each(
        self, amounts: Mapping[str, int], source: str, target: str, reason: str, rule: str
    ) -> None:
        """Move amounts of several units from one account to another."""
        for unit, amount in amounts.items():
            self.move(unit, amount, source, target, reason, rule)

    def move_untold(
        self, unit: str, amount: int, source: str, target: str, reason: str, rule: str
    ) -> None:
        """Move units whose event of their own tells it."""
        Table.move(self, unit, amount, source, target, reason, rule)

    def draw_from_supply(
        self,
        unit: str,
        amount: int,
        target: str,
        reason: str,
        rule: str,
        also: Mapping[str, Any] = NO_FACTS,
    ) -> int:
        """Move new units as far as there are any; return how many came (N0.3)."""
        drawn = min(amount, self.in_supply(unit))
        self.move(unit, drawn, SUPPLY, target, reason, rule, also=also)
        return drawn

    def throw(self, seat: Seat, purpose: str, rule: str, sides: int = 6) -> Flow[int]:
        """Let a nation roll a die (N0.5, N4.1, N9.5)."""
        faces: tuple[int, ...] = yield Roll(1, sides, purpose, rule, seat)
        self.tell("die_rolled", rule, seat, value=faces[0], purpose=purpose)
        return faces[0]

    # --- what a rule looks up -----------------------------------------------------------------

    def held(self, seat: Seat, unit: str) -> int:
        """Return the units in a nation's reserves."""
        return self.ledger.balances[unit][RESERVE[seat]]

    def in_market(self, unit: str) -> int:
        """Return the units in the market."""
        return self.ledger.balances[unit][MARKET]

    def in_supply(self, unit: str) -> int:
        """Return the counters out of play."""
        return self.ledger.balances[unit][SUPPLY]

    def staged(self, seat: Seat, good: str) -> int:
        """Return the units produced that are not on the market yet (N8.7)."""
        return self.ledger.balances[good][STAGED[seat]]

    def tokens(self, seat: Seat) -> int:
        """Return the volatility tokens of a nation (N15)."""
        return self.ledger.balances[TOKEN][seat]

    @property
    def places(self) -> int:
        """T, the size of the table (section 2)."""
        return places_for(len(self.seats))

    # --- what stands --------------------------------------------------------------------------

    def standing(self, seat: Seat, do: str) -> tuple[StandingEffect, ...]:
        """Return a nation's standing effects of one kind: of the event and its laws (N17.5)."""
        return self.edition.standing(do, self.event, self.nations[seat].laws)

    def forbids(self, act: str, unit: str = "") -> bool:
        """Return whether the event makes an act illegal, for every unit or this one (N17.4)."""
        for ban in self.edition.event_effects["forbid"].get(self.event or "", ()):
            if ban.act == act and ban.unit in ("", unit):
                return True
        return False

    def event_name(self) -> str:
        """Return the name of the event in play."""
        return self.edition.events[self.event].name if self.event else ""
