"""Poleconomy matches in the positions that tests need, and helpers to read them."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.match import Match
from tests.games.asking import asked as asked
from tests.games.asking import cash as cash
from tests.games.asking import last as last
from tests.games.asking import moves as moves
from tests.games.asking import refused as refused
from tests.games.asking import refused_aside as refused_aside
from tests.games.asking import told as told


def at_turn(
    luck: list[Any] | None = None,
    *,
    mover: str = "A",
    pm: str = "C",
    seats: int = 3,
    options: dict[str, Any] | None = None,
    edition: Any = None,
    **facts: Any,
) -> Match:
    """Return a Game 1 match at the beginning of ``mover``'s turn, with these rolls next.

    By default C is Prime Minister, so that A need not decide on the arrow, and everyone has a
    Basic Income of 70,000 and 580,000 in cash.
    """
    position: dict[str, Any] = {"mover": mover, "prime_minister": pm}
    for seat in "ABCDEF"[:seats]:
        position[seat] = {"basic_income": 70_000, "at": "I00"}
    for name, value in facts.items():
        if isinstance(value, dict):
            position[name] = {**position.get(name, {}), **value}
        else:
            position[name] = value
    position["luck"] = luck or []
    options = {"game": 1, **(options or {})}
    return classkit.new(
        "poleconomy", seats=seats, seed=1, edition=edition, position=position, options=options
    )


def payments(m: Match) -> list[tuple[str, str, int, str]]:
    """Return every payment as (payer, payee, amount, reason)."""
    return [(f["payer"], f["payee"], f["amount"], f["reason"]) for f in told(m, "payment")]


def side(cash: int = 0, squares: Any = (), business: int = 0, debt: int = 0) -> dict[str, Any]:
    return {"cash": cash, "squares": list(squares), "business": business, "debt": debt}


def options_of(m: Match, move: str) -> list[str]:
    """Return the options of the only field of a move."""
    found = next(listed for listed in m.legal_moves() if listed.name == move)
    (field,) = found.fields.values()
    return list(field.options)  # type: ignore[attr-defined]  # a OneOf


VOTES = {"A": 20, "B": 6, "C": 5, "D": 3, "E": 3, "F": 3}
"""Votes in tests of Game 2: by default A governs alone."""


def in_country(
    luck: list[Any] | None = None,
    *,
    mover: str = "A",
    pm: str = "A",
    seats: int = 3,
    votes: dict[str, int] | None = None,
    options: dict[str, Any] | None = None,
    **facts: Any,
) -> Match:
    """Return a Game 2 match at the beginning of ``mover``'s turn, with these rolls next."""
    for seat in "ABCDEF"[:seats]:
        facts[seat] = {"votes": {**VOTES, **(votes or {})}[seat], **facts.get(seat, {})}
    chosen = {"game": 2, **(options or {})}
    return at_turn(luck, mover=mover, pm=pm, seats=seats, options=chosen, **facts)


def by_hand(*rolls: tuple[int, int], seats: int = 3, **options: Any) -> Match:
    """Return a Game 2 match in set-up: Basic Incomes of 70,000, then these rolls."""
    luck = [*[(3, 4)] * seats, *rolls]
    return classkit.new(
        "poleconomy", seats=seats, seed=1, luck=luck, options={"game": 2, **options}
    )


def independents(m: Match, seats: int = 3) -> Match:
    """Answer that all players stay independent."""
    for _ in range(seats):
        m.answer("independent")
    return m


def everybody(m: Match, **answers: str) -> Match:
    """Answer for all seats in a sealed decision: as stated, else no."""
    for decision in m.requests():
        m.answer(answers.get(decision.seat, "no"), seat=decision.seat)
    return m


def law(relief: dict[str, int] | None = None, **rates: Any) -> dict[str, Any]:
    """Return a tax law with one bracket."""
    return {"bracket": [{"when": [], **rates}], "relief": relief or {}}


def condition(field: str, low: int, high: int) -> dict[str, Any]:
    return {"field": field, "min": low, "max": high}


def bonds(m: Match, *holders: str) -> list[int]:
    return [m.ledger.balance(holder, "bond") for holder in holders]
