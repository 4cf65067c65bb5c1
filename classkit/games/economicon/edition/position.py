"""Positions: a match that starts at the beginning of any phase, in the words of the rules.

What is left out follows from what is stated, or is as after set-up; units are balanced against the
supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from classkit.engine.errors import PositionError
from classkit.engine.fields import Amount
from classkit.engine.positions import Stated, place_amounts
from classkit.engine.reading import (
    Entries,
    FactKinds,
    Place,
    Whole,
    Word,
    as_stated,
    fact,
    keep_facts,
    kept,
    kept_facts,
    read_facts,
)
from classkit.engine.requests import Seat

from ..accounts import CURRENCY, MARKET, PEG, RESERVE, STAGED, STOCK, SUPPLY, TOKEN
from ..contents import COMMODITIES, EventCard, LawCard
from ..rules.orders import count_unmet
from ..rules.pegs import place_counter, refuse_peg
from ..state import NO_PEG, PHASES, Economicon

MOST = 100_000
CHOOSING = 3
"""The phase in which pegs change (N6)."""


def read_law(place: Place, value: Any, t: Economicon) -> tuple[str, int | None]:
    """Return a law, with the last round in which it is in force if that is stated (N7.2)."""
    law, last = value if isinstance(value, list) and len(value) == 2 else (value, None)
    law = Word(t.edition.laws, lambda t: named(t.edition.laws))(place, law, t)
    if last is None:
        return (law, None)
    lasts = t.edition.laws[law].lasts
    number = Whole(1 if lasts else 0, MOST)(place, last, t)
    return (law, number if lasts else None)


Number = Annotated[int, Whole(0, MOST)]
Good = Annotated[str, Word(COMMODITIES)]
Unit = Annotated[str, Word(lambda t: t.units)]
Event = Annotated[str, Word(lambda t: t.edition.events, lambda t: named(t.edition.events))]
Law = Annotated[str, Word(lambda t: t.edition.laws, lambda t: named(t.edition.laws))]


LawInForce = Annotated[tuple[str, int | None], read_law, "a law, or [law, last round]"]


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    round: Annotated[int, Whole(1, lambda t: t.rounds)] = fact("number of the round, from 1", 1)
    phase: Annotated[int, Whole(1, PHASES[-1])] = fact(
        "number of the phase that begins; there is no phase 4 (N6.4)", PHASES[0]
    )
    order: Annotated[Any, "a list of all seats"] = fact(
        "order of play: all seats clockwise, from any of them (N0.5)"
    )
    event: Event | None = fact("event of the round, from phase 3 on, by id or name (N5.1)")
    events_used: Annotated[tuple[Event, ...], Entries(once=True)] = fact(
        "events turned up before, by id or name", ()
    )
    laws_used: Annotated[tuple[Law, ...], Entries(once=True)] = fact(
        "laws that are neither in a pile nor in force, by id or name", ()
    )
    market: Mapping[Unit, Number] | None = fact(
        "units in the market; at least 1 of all but gold (N1)"
    )


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The counters of the round of a nation (N17.2)."""

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
    """The facts of a nation."""

    reserves: Mapping[Annotated[str, Word(lambda t: (*t.units, "own"))], Number] | None = fact(
        "units in reserve; own means the nation's own currency (N1)"
    )
    staged: Mapping[Good, Number] | None = fact(
        "goods made and not delivered yet, when phase 7 begins (N8.7)"
    )
    peg: Annotated[str, Word(lambda t: pegs_named(t))] | None = kept(
        "what its currency is pegged to (N3)"
    )
    counter: bool = fact("false for a peg marked without a counter (N3.3)", True)
    changed_in: Annotated[int, Whole(0, lambda t: t.rounds)] | None = kept(
        "round of its last change of peg, 0 for none (N6.2)"
    )
    laws: tuple[LawInForce, ...] | None = fact(
        "laws in force by id or name, or each as [law, last round] (N7.2)"
    )
    pile: Annotated[int, Whole(0, lambda t: len(t.edition.laws) // len(t.seats))] | None = fact(
        "laws left in its pile (N7.1)"
    )
    tokens: Annotated[int, Whole(0, lambda t: t.ledger.balance(STOCK, TOKEN))] | None = fact(
        "volatility tokens (N15)"
    )
    issue: Annotated[int, Whole(lambda t: least_issue(t), MOST)] | None = kept(
        "units of its currency created, less those destroyed (N11)"
    )
    counted: Counted = fact(
        "what was counted in this round, for laws and charts (N17.2)", Counted()
    )


FACTS = FactKinds(TableFacts, NationFacts)


def named(cards: Mapping[str, EventCard] | Mapping[str, LawCard]) -> dict[str, str]:
    """Return the cards of a deck by their names, where one alone has a name."""
    names = [card.name for card in cards.values()]
    return {card.name: key for key, card in cards.items() if names.count(card.name) == 1}


def pegs_named(t: Economicon) -> tuple[str, ...]:
    """Return what can be a peg: gold, goods, currencies, and none."""
    return ("gold", *COMMODITIES, *(CURRENCY[seat] for seat in t.seats), NO_PEG)


def least_issue(t: Economicon) -> int:
    """Return the smallest issue; it is below 0 only if all currency may be destroyed."""
    return 0 if t.options.destroy_scope == "own_issue" else -MOST


# --- reading a table off --------------------------------------------------------------------------


def facts_of(t: Economicon) -> dict[str, Any]:
    """Return the facts of this table at the beginning of a phase; none before set-up is done."""
    if not t.phase:
        return {}
    edition = t.edition
    facts: dict[str, Any] = {
        "round": t.round if t.phase != PHASES[0] else t.round + 1,
        "phase": t.phase,
        "order": list(t.order),
        "events_used": [event for event in edition.events if event not in t.events_left],
        "laws_used": [law for law in edition.laws if law not in t.laws_left],
        "market": {unit: t.in_market(unit) for unit in t.units},
    }
    if t.event is not None:
        facts["event"] = t.event
    for seat, nation in t.nations.items():
        facts[seat] = {
            **kept_facts(NationFacts, nation),
            "reserves": {unit: t.held(seat, unit) for unit in t.units},
            "staged": {good: t.ledger.balance(STAGED[seat], good) for good in COMMODITIES},
            "laws": [[law, last] for law, last in nation.laws],
            "pile": nation.pile,
            "tokens": t.tokens(seat),
            "counted": {one.name: as_stated(getattr(nation, one.name)) for one in fields(Counted)},
        }
        if not counters_on(t, seat):
            facts[seat]["counter"] = False
    return facts


def counters_on(t: Economicon, seat: Seat) -> int:
    """Return units on a nation's peg counter: 0 if it was marked without one (N3.3)."""
    return sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())


# --- placing it -----------------------------------------------------------------------------------


def place_facts(t: Economicon, facts: Mapping[str, Any]) -> None:
    """Set up the table as the facts say. Raise PositionError with the fact and the reason.

    >>> import classkit
    >>> m = classkit.new("economicon", seats=2, position={"market.gold": 5, "market.grain": 20})
    >>> m.view("A").cost("grain", 5, "gold")
    1
    """
    stated, nations = read_facts(facts, TableFacts, NationFacts, t.seats, t)
    place_round(t, stated)
    place_pegs(t, nations)
    for seat, own in nations.items():
        place_nation(t, seat, own)
    place_cards(t, stated, nations)
    place_units(t, stated.market or {}, nations)
    for seat in t.seats:
        follow(t, seat, nations[seat].counted if seat in nations else Counted())


def place_round(t: Economicon, stated: TableFacts) -> None:
    """Place the round and phase that begin now, and the order of play."""
    if stated.phase not in PHASES:
        raise PositionError("phase", "there is no phase 4 (N6.4).")
    t.phase = stated.phase
    t.turn = (stated.round - 1) * len(PHASES) + PHASES.index(stated.phase)
    t.begin_round(stated.round - 1 if stated.phase == PHASES[0] else stated.round)
    if stated.order is not None:
        if stated.order not in [list(t.clockwise(seat)) for seat in t.seats]:
            raise PositionError("order", "lists all seats clockwise, from any of them (N0.5).")
        t.order = tuple(stated.order)


def place_pegs(t: Economicon, nations: Mapping[Seat, NationFacts]) -> None:
    """Place what a nation keeps, and judge the pegs together: no ring unless allowed (N3.5)."""
    for seat, own in nations.items():
        keep_facts(own, t.nations[seat])
    stated = {seat: own.peg for seat, own in nations.items() if own.peg is not None}
    for seat, peg in stated.items():
        if reason := refuse_peg(t, seat, peg):
            raise PositionError(f"{seat}.peg", reason)
    for seat, own in nations.items():
        if seat in stated or not own.counter:
            place_counter(t, seat, own.counter)


def place_nation(t: Economicon, seat: Seat, stated: NationFacts) -> None:
    """Place the tokens, and the counters of the round."""
    nation = t.nations[seat]
    if stated.tokens is not None:
        place_amounts(
            t.ledger, STOCK, [Stated(f"{seat}.tokens", TOKEN, seat, stated.tokens)], "N1.4"
        )
    for name, counted in vars(stated.counted).items():
        if isinstance(counted, Mapping):
            setattr(nation, name, {**getattr(nation, name), **counted})
        elif counted is not None:
            setattr(nation, name, counted)


def follow(t: Economicon, seat: Seat, counted: Counted) -> None:
    """Work out counters left out that follow: goods below the requirement, a peg changed."""
    nation = t.nations[seat]
    if counted.produced is not None and counted.unmet_production is None:
        nation.unmet_production = count_unmet(t, seat, nation.produced)  # N8.1
    if counted.changed_peg is None:
        nation.changed_peg = int(0 < nation.changed_in == t.round and t.phase > CHOOSING)


def place_cards(t: Economicon, stated: TableFacts, nations: Mapping[Seat, NationFacts]) -> None:
    """Place the event in play, those used, and the laws in force (N5.1, N7)."""
    events, laws = t.edition.events, t.edition.laws
    used = list(stated.events_used)
    if stated.event is not None:
        if t.phase <= 2:
            raise PositionError("event", "an event is turned up in phase 2 (N5.1).")
        t.event = stated.event
        used.append(stated.event)
    elif t.phase > 2:
        t.event = None
    t.events_left = [event for event in events if event not in used]
    for seat, own in nations.items():
        nation = t.nations[seat]
        if own.laws is not None:
            nation.laws = tuple((law, last or last_round(t, law)) for law, last in own.laws)
            nation.pile = max(0, nation.pile - len(nation.laws))
        if own.pile is not None:
            nation.pile = own.pile
    in_force = [law for nation in t.nations.values() for law, _ in nation.laws]
    for law in in_force:
        if in_force.count(law) > 1:
            raise PositionError("laws", f"{law} is in force twice; there is one card of it.")
    gone = [*in_force, *stated.laws_used]
    t.laws_left = [law for law in laws if law not in gone]
    if sum(nation.pile for nation in t.nations.values()) > len(t.laws_left):
        raise PositionError("laws_used", "leaves fewer laws than lie in the piles (N1.3).")


def last_round(t: Economicon, law: str) -> int:
    """Return the last round of a law that is ratified now; 0 for one that stays (N7.2)."""
    lasts = t.edition.laws[law].lasts
    return max(1, t.round) + lasts - 1 if lasts else 0


def place_units(
    t: Economicon, market: Mapping[str, int], nations: Mapping[Seat, NationFacts]
) -> None:
    """Place market, reserves and staged goods; the supply holds the rest, never below 0."""
    wanted: list[Stated] = []
    for unit, amount in market.items():
        if not amount and unit != "gold":
            raise PositionError(f"market.{unit}", Amount(1, MOST).must_be(amount))
        wanted.append(Stated(f"market.{unit}", unit, MARKET, amount))
    for seat, own in nations.items():
        for name, amount in (own.reserves or {}).items():
            unit = CURRENCY[seat] if name == "own" else name
            wanted.append(Stated(f"{seat}.reserves.{name}", unit, RESERVE[seat], amount))
        for good, amount in (own.staged or {}).items():
            if amount and t.phase != 7:
                raise PositionError(
                    f"{seat}.staged.{good}", "goods are staged when phase 7 begins (N8.7)."
                )
            wanted.append(Stated(f"{seat}.staged.{good}", good, STAGED[seat], amount))
    place_amounts(t.ledger, SUPPLY, wanted, "N0.3")
