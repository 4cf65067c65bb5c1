"""Economicon matches in the positions that tests need, and helpers to read them."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.decisions import Decision
from classkit.engine.match import Match
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
    """Return a match at the beginning of a phase, without laws and events unless stated.

    Unless ``exact``, reserves have amounts of gold that make A go first, B second, and so on.
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
    """Return a match in phase 7 at A's first trade turn, with nothing released."""
    m = at_phase(7, **more)
    while asked(m)[1] == "release_goods":
        nothing(m)
    return m


def nothing(m: Match) -> Match:
    """Answer that the current nation releases nothing."""
    return m.answer("release", grain=0, oil=0, tech=0)


def by_default(m: Match, until: str) -> Match:
    """Give default answers until a decision with this name waits."""
    while True:
        waiting = m.requests()
        if not waiting or waiting[0].name == until:
            return m
        give_default(m, waiting[0])


def give_default(m: Match, decision: Decision) -> None:
    m.answer(decision.default.move, seat=decision.seat, **decision.default.fields)


def rest_of_round(m: Match) -> Match:
    """Give default answers until the round is over, including phases 8 to 10."""
    now = m.round
    while not m.is_over and m.round == now:
        give_default(m, m.requests()[0])
    return m


def buy(m: Match, unit: str, quantity: int, pay_with: str) -> Match:
    return m.answer("buy", unit=unit, quantity=quantity, pay_with=pay_with)


def held(m: Match, seat: str, *units: str) -> Any:
    """Return a nation's reserve of one unit, or of several as a list."""
    found = [m.ledger.balance(f"reserve:{seat}", unit) for unit in units]
    return found[0] if len(found) == 1 else found


def market(m: Match, *units: str) -> Any:
    """Return the market's amount of one unit, or of several as a list."""
    found = [m.ledger.balance("market", unit) for unit in units]
    return found[0] if len(found) == 1 else found


def tokens(m: Match) -> dict[str, int]:
    return {seat: m.table.count_tokens(seat) for seat in m.seats}


def judged(m: Match, seat: str = "A") -> dict[str, Any]:
    """Return the facts of a nation's `judged` event."""
    return next(facts for facts in told(m, "judged") if facts["nation"] == seat)


def moved(m: Match, reason: str) -> list[tuple[str, int, str, str]]:
    """Return the movements with a reason as (unit, quantity, from, to)."""
    return [
        (f["unit"], f["qty"], f["from"], f["to"]) for f in told(m, "moved") if f["reason"] == reason
    ]


def refused_float(m: Match, seat: str, amount: Any, reason: str) -> None:
    """Assert that creating or destroying is refused with this reason and changes nothing."""
    refused_aside(m, "float_money", reason, seat=seat, amount=amount)


def order(m: Match, **orders: tuple[int, int, int]) -> Match:
    """Answer the sealed production orders of all nations: as stated, else nothing."""
    for seat in m.seats:
        grain, oil, tech = orders.get(seat, (0, 0, 0))
        m.answer("order", seat=seat, grain=grain, oil=oil, tech=tech)
    return m


def edition_with(
    events: list[dict[str, Any]] | None = None,
    laws: list[dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the classic edition with cards changed or added."""
    data: dict[str, Any] = {"based_on": "economicon-classic", **more}
    if events is not None:
        data["event"] = events
    if laws is not None:
        data["law"] = laws
    return data


def event(id: str = "X1", **parts: Any) -> dict[str, Any]:
    """Return an event card whose goal is always missed unless stated."""
    goal = {"m": "created", "op": ">=", "v": 999, "agg": "sum"}
    return {"id": id, "name": f"Event {id}", "text": "As stated.", "goal": goal, **parts}


def law(id: str = "Y1", **parts: Any) -> dict[str, Any]:
    """Return a law card whose condition always holds unless stated."""
    must = {"m": "tokens", "op": ">=", "v": 0}
    return {"id": id, "name": f"Law {id}", "text": "As stated.", "must": must, **parts}
