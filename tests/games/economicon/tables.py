"""Tables of Economicon in the positions that the tests need."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.match import Match
from classkit.engine.requests import Decision
from tests.games.asking import asked as asked
from tests.games.asking import last as last
from tests.games.asking import moves as moves
from tests.games.asking import refused as refused
from tests.games.asking import refused_aside
from tests.games.asking import told as told

SPREAD = {"A": 20, "B": 19, "C": 18, "D": 17, "E": 16, "F": 15}
"""Gold that makes A go first without a die (N0.5)."""
DICE = [1] * 400


def at_phase(
    phase: int,
    *,
    round: int = 2,
    seats: int = 4,
    luck: list[Any] | None = None,
    options: dict[str, Any] | None = None,
    edition: Any = None,
    exact: bool = False,
    **facts: Any,
) -> Match:
    """A match at the beginning of a phase; laws and events only where they are stated.

    Unless ``exact``, gold in reserves is such that A goes first, B second, and so on.
    """
    position: dict[str, Any] = {"phase": phase, "round": round, "luck": luck or []}
    for seat in "ABCDEF"[:seats]:
        stated = dict(facts.pop(seat, {}))
        if not exact:
            stated["reserves"] = {"gold": SPREAD[seat], **stated.get("reserves", {})}
        position[seat] = stated
    position.update(facts)
    chosen = {"law_rounds": [], "max_players": 6, **(options or {})}
    return classkit.new(
        "economicon", seats=seats, seed=1, position=position, edition=edition, options=chosen
    )


def trading(**more: Any) -> Match:
    """A match in phase 7 when A is asked for its first trade turn; nothing was released."""
    m = at_phase(7, **more)
    while asked(m)[1] == "release_goods":
        nothing(m)
    return m


def nothing(m: Match) -> Match:
    """Whoever is asked releases nothing."""
    return m.answer("release", grain=0, oil=0, tech=0)


def by_default(m: Match, until: str) -> Match:
    """Default answers until a decision of that name waits."""
    while True:
        waiting = m.requests()
        if not waiting or waiting[0].name == until:
            return m
        give_default(m, waiting[0])


def give_default(m: Match, decision: Decision) -> None:
    """The default answer."""
    m.answer(decision.default.move, seat=decision.seat, **decision.default.fields)


def rest_of_round(m: Match) -> Match:
    """Default answers until the round is over, so that phases 8 to 10 are done."""
    now = m.round
    while not m.is_over and m.round == now:
        give_default(m, m.requests()[0])
    return m


def buy(m: Match, unit: str, quantity: int, pay_with: str) -> Match:
    """A purchase by whoever trades."""
    return m.answer("buy", unit=unit, quantity=quantity, pay_with=pay_with)


def held(m: Match, seat: str, *units: str) -> Any:
    """What a nation's reserves hold of one unit, or of several as a list."""
    found = [m.ledger.balance(f"reserve:{seat}", unit) for unit in units]
    return found[0] if len(found) == 1 else found


def market(m: Match, *units: str) -> Any:
    """What lies in the market of one unit, or of several as a list."""
    found = [m.ledger.balance("market", unit) for unit in units]
    return found[0] if len(found) == 1 else found


def tokens(m: Match) -> dict[str, int]:
    """The volatility tokens of all nations."""
    return {seat: m.table.tokens(seat) for seat in m.seats}


def judged(m: Match, seat: str = "A") -> dict[str, Any]:
    """How a nation was judged."""
    return next(facts for facts in told(m, "judged") if facts["nation"] == seat)


def moved(m: Match, reason: str) -> list[tuple[str, int, str, str]]:
    """Every movement for a reason as (unit, quantity, from, to)."""
    return [
        (f["unit"], f["qty"], f["from"], f["to"]) for f in told(m, "moved") if f["reason"] == reason
    ]


def refused_float(m: Match, seat: str, amount: Any, reason: str) -> None:
    """Creating or destroying is refused with this reason, and changes nothing."""
    refused_aside(m, "float_money", reason, seat=seat, amount=amount)


def order(m: Match, **orders: tuple[int, int, int]) -> Match:
    """Sealed production orders of all: those stated, else nothing."""
    for seat in m.seats:
        grain, oil, tech = orders.get(seat, (0, 0, 0))
        m.answer("order", seat=seat, grain=grain, oil=oil, tech=tech)
    return m


def edition_with(
    events: list[dict[str, Any]] | None = None,
    laws: list[dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The classic edition with cards changed or added."""
    data: dict[str, Any] = {"based_on": "economicon-classic", **more}
    if events is not None:
        data["event"] = events
    if laws is not None:
        data["law"] = laws
    return data


def event(id: str = "X1", **parts: Any) -> dict[str, Any]:
    """An event card; its goal is always missed unless stated."""
    goal = {"m": "created", "op": ">=", "v": 999, "agg": "sum"}
    return {"id": id, "name": f"Event {id}", "text": "As stated.", "goal": goal, **parts}


def law(id: str = "Y1", **parts: Any) -> dict[str, Any]:
    """A law card; what it demands is always so unless stated."""
    must = {"m": "tokens", "op": ">=", "v": 0}
    return {"id": id, "name": f"Law {id}", "text": "As stated.", "must": must, **parts}
