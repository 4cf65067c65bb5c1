"""Positions: a match that starts at the beginning of any phase, in the words of the rules.

Facts of the table are ``round``, ``phase``, ``order``, ``event``, ``events_used``, ``market``
(unit -> units), ``trade_volume``, ``index_before``, ``event_met``, ``goals`` and ``orders_told``;
facts of a nation ``reserves`` (unit -> units, ``own`` for its own currency), ``staged``, ``peg``,
``counter`` (False for a peg marked without one, N3.3), ``changed_in`` (the round of its last change
of peg), ``laws``, ``pile``, ``tokens``, ``issue`` and ``counted``, the counters of the round. What
is left out follows from what is stated, or is as after set-up; units are balanced against the
supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.requests import Seat

from .accounts import CURRENCY, MARKET, PEG, RESERVE, STAGED, STOCK, SUPPLY, TOKEN
from .cards import COMMODITIES
from .pegs import place_counter, refuse_peg
from .prices import forget_anchors
from .production import requirements, unmet_by
from .readings import cards, fraction, listed, one_of, table, whole
from .state import NO_PEG, PHASES, Economicon, Nation

TABLE_FACTS = (
    "round", "phase", "order", "event", "events_used", "laws_used", "market", "trade_volume",
    "index_before", "event_met", "goals",
)  # fmt: skip
SEAT_FACTS = (
    "reserves", "staged", "peg", "counter", "changed_in", "laws", "pile", "tokens", "issue",
    "counted",
)  # fmt: skip
BY_GOOD = ("produced", "sent", "consumed", "short")
NUMBERS = (
    "lots", "paid_gold", "paid_native", "created", "destroyed", "direct_trades", "changed_peg",
    "unmet_production",
)  # fmt: skip
MOST = 100_000
CHOOSING = 3
"""The phase in which pegs change (N6)."""


# --- reading a table off --------------------------------------------------------------------------


def facts_of(t: Economicon) -> dict[str, Any]:
    """The facts that make this table, at the beginning of a phase; none before set-up is done."""
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
        "trade_volume": str(Fraction(*t.trade_volume)),
        "event_met": t.event_met,
        "goals": list(t.goals),
    }
    if t.event is not None:
        facts["event"] = t.event
    if t.index_before is not None:
        facts["index_before"] = str(t.index_before)
    for seat, nation in t.nations.items():
        facts[seat] = {
            "reserves": {unit: t.held(seat, unit) for unit in t.units},
            "staged": {good: t.ledger.balance(STAGED[seat], good) for good in COMMODITIES},
            "peg": nation.peg,
            "changed_in": nation.changed_in,
            "laws": [[law, last] for law, last in nation.laws],
            "pile": nation.pile,
            "tokens": t.tokens(seat),
            "issue": nation.issue,
            "counted": counters_of(nation),
        }
        if not counters_on(t, seat):
            facts[seat]["counter"] = False
    return facts


def counters_on(t: Economicon, seat: Seat) -> int:
    """Units on a nation's peg counter: 0 where it was marked without one (N3.3)."""
    return sum(accounts.get(PEG[seat], 0) for accounts in t.ledger.balances.values())


def counters_of(nation: Nation) -> dict[str, Any]:
    """The counters of the round (N17.2)."""
    counters: dict[str, Any] = {name: dict(getattr(nation, name)) for name in (*BY_GOOD, "bought")}
    return counters | {name: getattr(nation, name) for name in NUMBERS}


# --- placing it -----------------------------------------------------------------------------------


def place_facts(t: Economicon, facts: Mapping[str, Any]) -> None:
    """Make the table what the facts say; PositionError names the fact and the reason.

    >>> import classkit
    >>> m = classkit.new("economicon", seats=2, position={"market.gold": 5, "market.grain": 20})
    >>> m.view("A").cost("grain", 5, "gold")
    1
    """
    check_names(t, facts)
    place_round(t, facts)
    place_pegs(t, facts)
    for seat in t.seats:
        if seat in facts:
            place_nation(t, seat, facts[seat])
    place_cards(t, facts)
    place_units(t, facts)
    for seat in t.seats:
        follow(t, seat, facts.get(seat, {}).get("counted", {}))


def check_names(t: Economicon, facts: Mapping[str, Any]) -> None:
    """Every fact is one that there is."""
    for name, value in facts.items():
        if name in TABLE_FACTS:
            continue
        if name not in t.seats:
            known = ", ".join((*TABLE_FACTS, *t.seats))
            raise PositionError(shorten(name), f"is no fact of this table; there are {known}.")
        for fact in table(name, value):
            if fact not in SEAT_FACTS:
                known = ", ".join(SEAT_FACTS)
                raise PositionError(f"{name}.{fact}", f"is no fact of a nation; there are {known}.")


def place_round(t: Economicon, facts: Mapping[str, Any]) -> None:
    """The round and phase that begin now, and what the charts remember."""
    phase = whole("phase", facts.get("phase", PHASES[0]), 1, PHASES[-1])
    if phase not in PHASES:
        raise PositionError("phase", "there is no phase 4 (N6.4).")
    round_ = whole("round", facts.get("round", 1), 1, t.rounds)
    t.phase, t.turn = phase, (round_ - 1) * len(PHASES) + PHASES.index(phase)
    t.begin_round(round_ - 1 if phase == PHASES[0] else round_)
    if "order" in facts:
        order = facts["order"]
        rotations = [list(t.clockwise(seat)) for seat in t.seats]
        if order not in rotations:
            raise PositionError("order", "lists all seats clockwise, from any of them (N0.5).")
        t.order = tuple(order)
    if "trade_volume" in facts:
        t.trade_volume = fraction("trade_volume", facts["trade_volume"]).as_integer_ratio()
    if "index_before" in facts:
        t.index_before = fraction("index_before", facts["index_before"])
        if not t.index_before:
            raise PositionError("index_before", "prices are never 0.")
    t.event_met = whole("event_met", facts.get("event_met", 0), 0, 1)
    goals = facts.get("goals", [0, 0])
    if not isinstance(goals, list) or len(goals) != 2:
        raise PositionError("goals", "are two numbers: met, and resolved.")
    resolved = whole("goals", goals[1], 0, MOST)
    t.goals = (whole("goals", goals[0], 0, resolved), resolved)


def place_pegs(t: Economicon, facts: Mapping[str, Any]) -> None:
    """Pegs, judged together: no ring where none may be (N3.5)."""
    stated = {seat: facts[seat]["peg"] for seat in t.seats if "peg" in facts.get(seat, {})}
    pegs = ("gold", *COMMODITIES, *(CURRENCY[seat] for seat in t.seats), NO_PEG)
    for seat, peg in stated.items():
        t.nations[seat].peg = one_of(f"{seat}.peg", peg, pegs)
    forget_anchors(t)
    for seat, peg in stated.items():
        if reason := refuse_peg(t, seat, peg):
            raise PositionError(f"{seat}.peg", reason)
    for seat in t.seats:
        has_counter = facts.get(seat, {}).get("counter", True)
        if type(has_counter) is not bool:
            raise PositionError(f"{seat}.counter", f"is true or false, not {shorten(has_counter)}.")
        if seat in stated or not has_counter:
            place_counter(t, seat, has_counter)


def place_nation(t: Economicon, seat: Seat, stated: Mapping[str, Any]) -> None:
    """Tokens, issue, and the counters of the round."""
    nation = t.nations[seat]
    if "changed_in" in stated:
        nation.changed_in = whole(f"{seat}.changed_in", stated["changed_in"], 0, t.rounds)
    if "issue" in stated:
        low = 0 if t.options.destroy_scope == "own_issue" else -MOST
        nation.issue = whole(f"{seat}.issue", stated["issue"], low, MOST)
    if "tokens" in stated:
        stock = t.ledger.balance(STOCK, TOKEN)
        tokens = whole(f"{seat}.tokens", stated["tokens"], 0, stock)
        t.ledger.move(TOKEN, tokens, STOCK, seat)
    for name, value in table(f"{seat}.counted", stated.get("counted", {})).items():
        fact = f"{seat}.counted.{name}"
        if name in BY_GOOD or name == "bought":
            units = COMMODITIES if name in BY_GOOD else t.units
            held = dict(getattr(nation, name))
            for unit, number in table(fact, value).items():
                held[one_of(fact, unit, units)] = whole(f"{fact}.{unit}", number, 0, MOST)
            setattr(nation, name, held)
        elif name in NUMBERS:
            setattr(nation, name, whole(fact, value, 0, MOST))
        else:
            known = ", ".join((*BY_GOOD, "bought", *NUMBERS))
            raise PositionError(fact, f"is no counter of the round; there are {known}.")


def follow(t: Economicon, seat: Seat, counted: Mapping[str, Any]) -> None:
    """Counters left out that follow from others: goods below the requirement, a peg changed."""
    nation = t.nations[seat]
    if "produced" in counted and "unmet_production" not in counted:
        nation.unmet_production = unmet_by(requirements(t, seat), nation.produced)  # N8.1
    if "changed_peg" not in counted:
        nation.changed_peg = int(0 < nation.changed_in == t.round and t.phase > CHOOSING)


def place_cards(t: Economicon, facts: Mapping[str, Any]) -> None:
    """The event in play, those used, and the laws in force (N5.1, N7)."""
    events, laws = t.edition.events, t.edition.laws
    used = cards("events_used", facts.get("events_used", []), tuple(events))
    if "event" in facts:
        if t.phase <= 2:
            raise PositionError("event", "an event is turned up in phase 2 (N5.1).")
        t.event = one_of("event", facts["event"], tuple(events))
        used = [*used, t.event]
    elif t.phase > 2:
        t.event = None
    t.events_left = [event for event in events if event not in used]
    in_force: list[str] = []
    for seat in t.seats:
        stated = facts.get(seat, {})
        nation = t.nations[seat]
        if "laws" in stated:
            ratified = listed(f"{seat}.laws", stated["laws"])
            nation.laws = tuple([read_law(t, seat, law) for law in ratified])
            nation.pile = max(0, nation.pile - len(nation.laws))
        if "pile" in stated:
            nation.pile = whole(f"{seat}.pile", stated["pile"], 0, len(laws) // len(t.seats))
        in_force += [law for law, _ in nation.laws]
    for law in in_force:
        if in_force.count(law) > 1:
            raise PositionError("laws", f"{law} is in force twice; there is one card of it.")
    gone = [*in_force, *cards("laws_used", facts.get("laws_used", []), tuple(laws))]
    t.laws_left = [law for law in laws if law not in gone]
    if sum(nation.pile for nation in t.nations.values()) > len(t.laws_left):
        raise PositionError("laws_used", "leaves fewer laws than lie in the piles (N1.3).")


def read_law(t: Economicon, seat: Seat, stated: Any) -> tuple[str, int]:
    """A law by its id, or with the last round in which it is in force (N7.2)."""
    law, last = stated, None
    if isinstance(stated, list) and len(stated) == 2:
        law, last = stated
    law = one_of(f"{seat}.laws", law, tuple(t.edition.laws))
    lasts = t.edition.laws[law].lasts
    if not lasts:
        return (law, 0)
    if last is None:
        return (law, max(1, t.round) + lasts - 1)
    return (law, whole(f"{seat}.laws", last, 1, MOST))


def place_units(t: Economicon, facts: Mapping[str, Any]) -> None:
    """Market, reserves and staged goods; the supply holds the rest, and never less than none."""
    wanted: list[tuple[str, str, str, int]] = []
    for unit, amount in table("market", facts.get("market", {})).items():
        low = 0 if unit == "gold" else 1
        there = whole(f"market.{unit}", amount, low, MOST)
        wanted.append((f"market.{unit}", one_of("market", unit, t.units), MARKET, there))
    for seat in t.seats:
        stated = facts.get(seat, {})
        for unit, amount in table(f"{seat}.reserves", stated.get("reserves", {})).items():
            fact = f"{seat}.reserves.{unit}"
            named = CURRENCY[seat] if unit == "own" else one_of(fact, unit, t.units)
            wanted.append((fact, named, RESERVE[seat], whole(fact, amount, 0, MOST)))
        for good, amount in table(f"{seat}.staged", stated.get("staged", {})).items():
            fact = f"{seat}.staged.{good}"
            one_of(fact, good, COMMODITIES)
            if amount and t.phase != 7:
                raise PositionError(fact, "goods are staged when phase 7 begins (N8.7).")
            wanted.append((fact, good, STAGED[seat], whole(fact, amount, 0, MOST)))
    for _, unit, account, _ in wanted:
        t.ledger.move(unit, t.ledger.balance(account, unit), account, SUPPLY)
    for fact, unit, account, amount in wanted:
        left = t.ledger.balance(SUPPLY, unit)
        if amount > left:
            total = t.ledger.totals()[unit]
            raise PositionError(fact, f"there are {total:,} in all and {left:,} are left for it.")
        t.ledger.move(unit, amount, SUPPLY, account)
