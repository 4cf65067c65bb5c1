"""Helpers that create matches of 487-opoly in given positions."""

from __future__ import annotations

from typing import Any

import classkit
from classkit.engine.match import Match
from tests.games.asking import asked as asked
from tests.games.asking import cash as cash
from tests.games.asking import last as last
from tests.games.asking import moves as moves
from tests.games.asking import refused as refused
from tests.games.asking import told as told

ORANGE = ["st_james_place", "tennessee_avenue", "new_york_avenue"]
RAILS = ["reading_railroad", "pennsylvania_railroad", "b_o_railroad", "short_line"]
BLUES = ["park_place", "boardwalk"]
WINDOW = ("manage", "propose", "build_order")


def at_turn(
    luck: list[Any] | None = None,
    *,
    seats: int = 4,
    options: dict[str, Any] | None = None,
    edition: Any = None,
    seed: int = 1,
    **facts: Any,
) -> Match:
    """Create a match at the beginning of a turn, by default turn 1, with given outcomes."""
    position = {"pawn": "go", **facts, "luck": luck or []}
    if "recession" in facts and "pawn" not in facts:
        del position["pawn"]
    return classkit.new(
        "opoly", seats=seats, seed=seed, edition=edition, position=position, options=options
    )


def payments(m: Match, *reasons: str) -> list[tuple[str, str, int, str]]:
    """List payments as (payer, payee, amount, reason), optionally only with these reasons."""
    return [
        (f["payer"], f["payee"], f["amount"], f["reason"])
        for f in told(m, "money_moved")
        if not reasons or f["reason"] in reasons
    ]


def skip_to(m: Match, name: str, seat: str | None = None) -> Match:
    """Give default answers up to a decision (of a seat)."""
    for _ in range(400):
        for decision in m.requests():
            if decision.name == name and seat in (None, decision.seat):
                return m
        assert m.requests(), f"{name} is never asked"
        first = m.requests()[0]
        m.answer(first.default.move, seat=first.seat, **first.default.fields)
    raise AssertionError(f"{name} is never asked")


def end_turn(m: Match) -> Match:
    """Give default answers up to the end of the turn."""
    return m.play(until="turn", bots="passive")


def events_over(m: Match) -> bool:
    """Return whether the events of this turn are over."""
    return all(decision.name in WINDOW for decision in m.requests())


def do(m: Match, *acts: dict[str, Any]) -> Match:
    """Answer a management step with these acts."""
    return m.answer("manage", acts=list(acts))


def act(kind: str, **fields: Any) -> dict[str, Any]:
    """Build one act of a management step."""
    return {"act": kind, **fields}


def order(m: Match, seat: str, **lots: int) -> Match:
    """Build a sealed build order: space=levels."""
    listed = [{"space": space, "levels": levels} for space, levels in lots.items()]
    return m.answer("order", seat=seat, orders=listed)


def deal(partner: str, **terms: Any) -> dict[str, Any]:
    """Build the fields of a deal; fields left out are empty."""
    empty = {
        "give_cash": 0, "give_spaces": [], "give_cards": [], "get_cash": 0, "get_spaces": [],
        "get_cards": [], "bases": [], "lift_now": [],
    }  # fmt: skip
    return {"partner": partner, **empty, **terms}


def alliance(group: str, **terms: Any) -> dict[str, Any]:
    """Build the fields of an alliance offer; fields left out have the simplest value."""
    return {"group": group, "split": {}, "building": "free", "fee": {}, "note": "", **terms}


def level(m: Match, space: str) -> int:
    """Return the level of buildings on a lot."""
    return int(m.view(None).level(space))


def owner(m: Match, title: str) -> str:
    """Return the holder of a property or card."""
    return m.ledger.holder(title)


def landing(space: str, roll: tuple[int, int], m: int = 40) -> str:
    """Return the space from which this roll leads to another space."""
    board = classkit.new("opoly", seats=3, seed=1).view(None).edition.board
    number = next(s.number for s in board if s.id == space)
    return board[(number - sum(roll)) % m].id


def on(space: str, roll: tuple[int, int] = (1, 3), **facts: Any) -> Match:
    """Play a turn in which the pawn lands on a space with this roll."""
    luck = [roll, *facts.pop("luck", [])]
    return at_turn(luck, pawn=landing(space, roll), **facts)


def chance(card: str, *luck: Any, options: dict[str, Any] | None = None, **facts: Any) -> Match:
    """Play a turn in which the pawn lands on the first Chance space and draws this card."""
    return on("chance_external", (3, 4), luck=[card, *luck], options=options, **facts)


def allied(group: str = "orange", **terms: Any) -> list[dict[str, Any]]:
    """Build the facts of an alliance for a position."""
    return [{"group": group, **terms}]
