"""The state of an Economicon match: the pieces on the table, as plain data.

Gold, commodities, currencies and volatility tokens are units of the ledger; the rest (pegs, laws,
the counters of the round) is here. All figures are whole units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from classkit.engine.events import ALL, Event
from classkit.engine.requests import NO_FACTS, Flow, Roll, Seat
from classkit.engine.table import Table

from .accounts import MARKET, NATION_OF, RESERVE, SUPPLY, TOKEN, UNITS_OF
from .edition.contents import COMMODITIES, EconomiconRules, Standing

PHASES = (1, 2, 3, 5, 6, 7, 8, 9, 10)
"""The phases of a round: there is no phase 4 (N6.4)."""
SET_UP = 0
NO_PEG = "none"
NO_BANS: frozenset[tuple[str, str]] = frozenset()
NO_GOODS: Mapping[str, int] = dict.fromkeys(COMMODITIES, 0)
"""No units of any commodity; it is replaced, not changed, when something is counted."""


@dataclass(slots=True, kw_only=True, eq=False)
class Nation:
    """The facts of a nation that the ledger does not hold."""

    peg: str = "gold"
    """``gold``, a commodity, another nation's currency, or ``none`` (N3.1)."""
    changed_in: int = 0
    """The round of its last change of peg; 0 for never (N6.2)."""
    laws: tuple[tuple[str, int], ...] = ()
    """The laws in force, each with the last round in which it is; 0 for the end (N7.2)."""
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
        journal = self.journal
        if journal is not None and journal.events is not None:
            if seat is not None:
                facts["nation"] = seat
            facts["round"], facts["phase"], facts["seq"] = self.round, self.phase, self.told
            journal.events.append(Event(name, facts, rule, self.turn, seat, seen_by))

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
        self.told += 1
        journal = self.journal
        if journal is not None and journal.events is not None:
            nation = NATION_OF.get(source) or NATION_OF.get(target)
            facts = {
                "unit": unit, "qty": amount, "from": source, "to": target, "reason": reason,
                "nation": nation, "round": self.round, "phase": self.phase, "seq": self.told,
            }  # fmt: skip
            if also:
                facts |= also
            journal.events.append(Event("moved", facts, rule, self.turn, nation, seen_by))
        Table.move(self, unit, amount, source, target, reason, rule, seen_by)

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
        there = self.ledger.balances[unit][SUPPLY]
        if there > amount:
            there = amount
        self.move(unit, there, SUPPLY, target, reason, rule, ALL, also)
        return there

    def throw(self, seat: Seat, purpose: str, rule: str, sides: int = 6) -> Flow[int]:
        """Let a nation roll a die (N0.5, N4.1, N9.5)."""
        faces: tuple[int, ...] = yield roll_of(seat, purpose, rule, sides)
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

    def tokens(self, seat: Seat) -> int:
        """Return the volatility tokens of a nation (N15)."""
        return self.ledger.balances[TOKEN][seat]

    @property
    def units(self) -> tuple[str, ...]:
        """Gold, the commodities, and the currency of every nation."""
        return UNITS_OF[len(self.seats)]

    @property
    def places(self) -> int:
        """T, the size of the table: 4 for up to four nations (section 2)."""
        return max(4, len(self.seats))

    # --- what stands --------------------------------------------------------------------------

    def standing(self, seat: Seat, do: str) -> tuple[Standing, ...]:
        """Return a nation's standing effects of one kind: of event and laws (N17.5)."""
        found = self.edition.event_effects[do].get(self.event or "", ())
        if (of_laws := self.edition.law_effects[do]) and (laws := self.nations[seat].laws):
            for law, _ in laws:
                if law in of_laws:
                    found += of_laws[law]
        return found

    def standing_on(self, do: str) -> dict[Seat, tuple[Standing, ...]]:
        """Return the standing effects of one kind on each nation that has any (N17.5)."""
        of_event = self.edition.event_effects[do].get(self.event or "", ())
        of_laws = self.edition.law_effects[do]
        found = dict.fromkeys(self.seats, of_event) if of_event else {}
        if of_laws:
            in_force = self.laws_in_force()
            for law in of_laws:
                if law in in_force:
                    seat = in_force[law]
                    found[seat] = found.get(seat, ()) + of_laws[law]
        return found

    def laws_in_force(self) -> dict[str, Seat]:
        """Return the nation in which each law is in force; there is one card of each (N1.3)."""
        return {law: seat for seat, nation in self.nations.items() for law, _ in nation.laws}

    def forbids(self, act: str, unit: str = "") -> bool:
        """Return whether the event makes an act illegal (N7.3, N17.4)."""
        bans = self.edition.bans.get(self.event or "")
        return bans is not None and ((act, unit) in bans or (act, "") in bans)

    def bans(self) -> frozenset[tuple[str, str]]:
        """Return the acts that the event forbids, each with a unit or, for every unit, none."""
        return self.edition.bans.get(self.event or "", NO_BANS)

    def event_name(self) -> str:
        """Return the name of the event in play."""
        return self.edition.events[self.event].name if self.event else ""


@lru_cache(maxsize=256)
def roll_of(seat: Seat, purpose: str, rule: str, sides: int) -> Roll:
    """Return the request for a nation's roll of one die, kept since it comes again and again."""
    return Roll(1, sides, purpose, rule, seat)
