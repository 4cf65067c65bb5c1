"""Positions: matches that start at the beginning of a given phase.

Omitted facts follow from the given ones, or have their values after set-up. The supply contains
the remaining units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from classkit.engine.decisions import Seat
from classkit.engine.errors import PositionError
from classkit.engine.fields import Amount
from classkit.engine.positions import StatedAmount, place_amounts
from classkit.engine.schema import (
    Entries,
    ErrorPath,
    PositionSchema,
    Whole,
    Word,
    collect_facts,
    copy_fields,
    position_field,
    read_facts,
    state_field,
    stated_value,
)

from ..account_names import CURRENCY, MARKET, PEG, RESERVE, STAGING, STOCK, SUPPLY, TOKEN
from ..rules.pegs import place_counter, refuse_peg
from ..rules.production_orders import count_unmet
from ..rules_data import COMMODITIES, EventCard, LawCard
from ..state import NO_PEG, PHASES, EconomiconState

MAX_NUMBER = 100_000
PEG_PHASE = 3
"""The phase in which pegs change (N6)."""


def read_law(place: ErrorPath, value: Any, t: EconomiconState) -> tuple[str, int | None]:
    """Return a law and the last round in which it is in force, or None if not given (N7.2)."""
    law, last = value if isinstance(value, list) and len(value) == 2 else (value, None)
    law = Word(t.edition.laws, lambda t: get_cards_by_name(t.edition.laws))(place, law, t)
    if last is None:
        return (law, None)
    lasts = t.edition.laws[law].lasts
    number = Whole(1 if lasts else 0, MAX_NUMBER)(place, last, t)
    return (law, number if lasts else None)


Number = Annotated[int, Whole(0, MAX_NUMBER)]
Good = Annotated[str, Word(COMMODITIES)]
Unit = Annotated[str, Word(lambda t: t.units)]
Event = Annotated[
    str, Word(lambda t: t.edition.events, lambda t: get_cards_by_name(t.edition.events))
]
Law = Annotated[str, Word(lambda t: t.edition.laws, lambda t: get_cards_by_name(t.edition.laws))]


LawInForce = Annotated[tuple[str, int | None], read_law, "a law, or [law, last round]"]


@dataclass(frozen=True, kw_only=True)
class EconomiconStateFacts:
    """Facts about the table."""

    round: Annotated[int, Whole(1, lambda t: t.rounds)] = position_field(
        "number of the round, from 1", 1
    )
    phase: Annotated[int, Whole(1, PHASES[-1])] = position_field(
        "number of the phase that begins; there is no phase 4 (N6.4)", PHASES[0]
    )
    order: Annotated[Any, "a list of all seats"] = position_field(
        "order of play: all seats clockwise, beginning with any seat (N0.5)"
    )
    event: Event | None = position_field(
        "event of the round, from phase 3 on, by id or name (N5.1)"
    )
    events_used: Annotated[tuple[Event, ...], Entries(once=True)] = position_field(
        "events already turned up, by id or name", ()
    )
    laws_used: Annotated[tuple[Law, ...], Entries(once=True)] = position_field(
        "laws that are neither in a pile nor in force, by id or name", ()
    )
    market: Mapping[Unit, Number] | None = position_field(
        "units in the market; at least 1 of each except gold (N1)"
    )


@dataclass(frozen=True, kw_only=True)
class RoundCounters:
    """A nation's counters for the round (N17.2)."""

    produced: Mapping[Good, Number] | None = None
    sent: Mapping[Good, Number] | None = None
    consumed: Mapping[Good, Number] | None = None
    short: Mapping[Good, Number] | None = None
    bought: Mapping[Unit, Number] | None = None
    lots: Number | None = None
    paid_gold: Number | None = None
    paid_native: Number | None = None
    created: Number | None = None
    destroyed: Number | None = None
    direct_trades: Number | None = None
    changed_peg: Number | None = None
    unmet_production: Number | None = None


@dataclass(frozen=True, kw_only=True)
class NationFacts:
    """Facts about a nation."""

    reserves: Mapping[Annotated[str, Word(lambda t: (*t.units, "own"))], Number] | None = (
        position_field("units in reserve; own means the nation's own currency (N1)")
    )
    staged: Mapping[Good, Number] | None = position_field(
        "goods produced but not delivered, when phase 7 begins (N8.7)"
    )
    peg: Annotated[str, Word(lambda t: list_peg_names(t))] | None = state_field(
        "peg of its currency (N3)"
    )
    counter: bool = position_field("false for a peg marked without a counter (N3.3)", True)
    changed_in: Annotated[int, Whole(0, lambda t: t.rounds)] | None = state_field(
        "round of its last change of peg, 0 for none (N6.2)"
    )
    laws: tuple[LawInForce, ...] | None = position_field(
        "laws in force by id or name, or each as [law, last round] (N7.2)"
    )
    pile: Annotated[int, Whole(0, lambda t: len(t.edition.laws) // len(t.seats))] | None = (
        position_field("laws left in its pile (N7.1)")
    )
    tokens: Annotated[int, Whole(0, lambda t: t.ledger.balance(STOCK, TOKEN))] | None = (
        position_field("volatility tokens (N15)")
    )
    issue: Annotated[int, Whole(lambda t: get_min_issue(t), MAX_NUMBER)] | None = state_field(
        "units of its currency created minus units destroyed (N11)"
    )
    counted: RoundCounters = position_field(
        "counters of this round, for laws and charts (N17.2)", RoundCounters()
    )


POSITION_SCHEMA = PositionSchema(EconomiconStateFacts, NationFacts)


def get_cards_by_name(cards: Mapping[str, EventCard] | Mapping[str, LawCard]) -> dict[str, str]:
    """Return the ids of cards by title. Titles that several cards share are left out."""
    names = [card.name for card in cards.values()]
    return {card.name: key for key, card in cards.items() if names.count(card.name) == 1}


def list_peg_names(t: EconomiconState) -> tuple[str, ...]:
    """Return the names of possible pegs: gold, commodities, currencies and ``none``."""
    return ("gold", *COMMODITIES, *(CURRENCY[seat] for seat in t.seats), NO_PEG)


def get_min_issue(t: EconomiconState) -> int:
    """Return the minimum issue, which is below 0 only if any currency may be destroyed."""
    return 0 if t.options.destroy_scope == "own_issue" else -MAX_NUMBER


# --- reading a state -----------------------------------------------------------------------------


def get_position_facts(t: EconomiconState) -> dict[str, Any]:
    """Return the facts of the state at the beginning of a phase, or {} before set-up ends."""
    if not t.phase:
        return {}
    edition = t.edition
    facts: dict[str, Any] = {
        "round": t.round if t.phase != PHASES[0] else t.round + 1,
        "phase": t.phase,
        "order": list(t.order),
        "events_used": [event for event in edition.events if event not in t.events_left],
        "laws_used": [law for law in edition.laws if law not in t.laws_left],
        "market": {unit: t.get_market_units(unit) for unit in t.units},
    }
    if t.event is not None:
        facts["event"] = t.event
    for seat, nation in t.nations.items():
        facts[seat] = {
            **collect_facts(NationFacts, nation),
            "reserves": {unit: t.get_reserve(seat, unit) for unit in t.units},
            "staged": {good: t.ledger.balance(STAGING[seat], good) for good in COMMODITIES},
            "laws": [[law, last] for law, last in nation.laws],
            "pile": nation.pile,
            "tokens": t.count_tokens(seat),
            "counted": {
                one.name: stated_value(getattr(nation, one.name)) for one in fields(RoundCounters)
            },
        }
        if not count_peg_units(t, seat):
            facts[seat]["counter"] = False
    return facts


def count_peg_units(t: EconomiconState, seat: Seat) -> int:
    """Return the units on a nation's peg counter: 0 if the peg has no unit (N3.3)."""
    return sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())


# --- applying facts -------------------------------------------------------------------------------


def place_facts(t: EconomiconState, facts: Mapping[str, Any]) -> None:
    """Change the state to match the facts.

    Raises:
        PositionError: Names the fact and the reason.

    Example:
        >>> import classkit
        >>> m = classkit.new("economicon", seats=2, position={"market.gold": 5, "market.grain": 20})
        >>> m.view("A").cost("grain", 5, "gold")
        1
    """
    stated, nations = read_facts(facts, EconomiconStateFacts, NationFacts, t.seats, t)
    place_round(t, stated)
    place_pegs(t, nations)
    for seat, own in nations.items():
        place_nation(t, seat, own)
    place_cards(t, stated, nations)
    place_units(t, stated.market or {}, nations)
    for seat in t.seats:
        infer_counters(t, seat, nations[seat].counted if seat in nations else RoundCounters())


def place_round(t: EconomiconState, stated: EconomiconStateFacts) -> None:
    """Set the round, the phase and the order of play."""
    if stated.phase not in PHASES:
        raise PositionError("phase", "there is no phase 4 (N6.4).")
    t.phase = stated.phase
    t.turn = (stated.round - 1) * len(PHASES) + PHASES.index(stated.phase)
    t.begin_round(stated.round - 1 if stated.phase == PHASES[0] else stated.round)
    if stated.order is not None:
        if stated.order not in [list(t.clockwise(seat)) for seat in t.seats]:
            raise PositionError(
                "order", "must list all seats clockwise, beginning with any seat (N0.5)."
            )
        t.order = tuple(stated.order)


def place_pegs(t: EconomiconState, nations: Mapping[Seat, NationFacts]) -> None:
    """Set the pegs, and check all of them for cycles (N3.5)."""
    for seat, own in nations.items():
        copy_fields(own, t.nations[seat])
    stated = {seat: own.peg for seat, own in nations.items() if own.peg is not None}
    for seat, peg in stated.items():
        if reason := refuse_peg(t, seat, peg):
            raise PositionError(f"{seat}.peg", reason)
    for seat, own in nations.items():
        if seat in stated or not own.counter:
            place_counter(t, seat, own.counter)


def place_nation(t: EconomiconState, seat: Seat, stated: NationFacts) -> None:
    """Set a nation's tokens and its counters for the round."""
    nation = t.nations[seat]
    if stated.tokens is not None:
        place_amounts(
            t.ledger, STOCK, [StatedAmount(f"{seat}.tokens", TOKEN, seat, stated.tokens)], "N1.4"
        )
    for name, counted in vars(stated.counted).items():
        if isinstance(counted, Mapping):
            setattr(nation, name, {**getattr(nation, name), **counted})
        elif counted is not None:
            setattr(nation, name, counted)


def infer_counters(t: EconomiconState, seat: Seat, counted: RoundCounters) -> None:
    """Infer omitted counters: unmet production and changed pegs."""
    nation = t.nations[seat]
    if counted.produced is not None and counted.unmet_production is None:
        nation.unmet_production = count_unmet(t, seat, nation.produced)  # N8.1
    if counted.changed_peg is None:
        nation.changed_peg = int(0 < nation.changed_in == t.round and t.phase > PEG_PHASE)


def place_cards(
    t: EconomiconState, stated: EconomiconStateFacts, nations: Mapping[Seat, NationFacts]
) -> None:
    """Set the current event, used events and laws in force (N5.1, N7)."""
    events, laws = t.edition.events, t.edition.laws
    used = list(stated.events_used)
    if stated.event is not None:
        if t.phase <= 2:
            raise PositionError("event", "no event is turned up before phase 2 ends (N5.1).")
        t.event = stated.event
        used.append(stated.event)
    elif t.phase > 2:
        t.event = None
    t.events_left = [event for event in events if event not in used]
    for seat, own in nations.items():
        nation = t.nations[seat]
        if own.laws is not None:
            nation.laws = tuple((law, last or get_last_round(t, law)) for law, last in own.laws)
            nation.pile = max(0, nation.pile - len(nation.laws))
        if own.pile is not None:
            nation.pile = own.pile
    in_force = [law for nation in t.nations.values() for law, _ in nation.laws]
    for law in in_force:
        if in_force.count(law) > 1:
            raise PositionError("laws", f"{law} is in force twice, but has only one card.")
    gone = [*in_force, *stated.laws_used]
    t.laws_left = [law for law in laws if law not in gone]
    if sum(nation.pile for nation in t.nations.values()) > len(t.laws_left):
        raise PositionError("laws_used", "leaves fewer laws than the piles hold (N1.3).")


def get_last_round(t: EconomiconState, law: str) -> int:
    """Return the last round of a law that is ratified now, or 0 if it does not expire (N7.2)."""
    lasts = t.edition.laws[law].lasts
    return max(1, t.round) + lasts - 1 if lasts else 0


def place_units(
    t: EconomiconState, market: Mapping[str, int], nations: Mapping[Seat, NationFacts]
) -> None:
    """Set the market, reserves and staged goods. The supply gets the rest, never below 0."""
    wanted: list[StatedAmount] = []
    for unit, amount in market.items():
        if not amount and unit != "gold":
            raise PositionError(f"market.{unit}", Amount(1, MAX_NUMBER).requirement_text(amount))
        wanted.append(StatedAmount(f"market.{unit}", unit, MARKET, amount))
    for seat, own in nations.items():
        for name, amount in (own.reserves or {}).items():
            unit = CURRENCY[seat] if name == "own" else name
            wanted.append(StatedAmount(f"{seat}.reserves.{name}", unit, RESERVE[seat], amount))
        for good, amount in (own.staged or {}).items():
            if amount and t.phase != 7:
                raise PositionError(
                    f"{seat}.staged.{good}", "only phase 7 begins with staged goods (N8.7)."
                )
            wanted.append(StatedAmount(f"{seat}.staged.{good}", good, STAGING[seat], amount))
    place_amounts(t.ledger, SUPPLY, wanted, "N0.3")
