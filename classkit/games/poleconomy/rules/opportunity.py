"""Opportunity, on three outer corners (P9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classkit.engine.moves import Move, OneOf
from classkit.engine.requests import Flow, Seat

from ..edition.contents import EditionRules
from ..state import Poleconomy
from .answers import RETHROW, STAY
from .corners import use_corner

Land = Callable[[Poleconomy, Seat, str], Flow[Any]]
"""A function that carries out a square, passed in since Opportunity is met by landing."""


def take_opportunity(t: Poleconomy, seat: Seat, land: Land) -> Flow[None]:
    """Let the player stay, throw for a new Basic Income, or move elsewhere (P9.2 to P9.4)."""
    answer = yield from t.ask(
        seat, "opportunity", opportunity_moves(t.edition, t.options.opportunity_to_corner),
        rule="P9.2", default="stay",
        about={"square": t.players[seat].at, "basic_income": t.players[seat].basic_income},
    )  # fmt: skip
    if answer.move == "go":
        target = str(answer.fields["square"])
        t.tell("opportunity_used", "P9.2", seat, choice=target)
        t.move_beaver(seat, target, "opportunity", "P9.2")
        if target in t.edition.corners:
            yield from use_corner(t, seat)
        else:
            yield from land(t, seat, target)
        return
    t.tell("opportunity_used", "P9.4", seat, choice=answer.move)
    if answer.move == "rethrow":
        yield from throw_basic_income(t, seat, "P9.4")


def opportunity_moves(edition: EditionRules, to_corner: bool) -> tuple[Move, ...]:
    """List all squares but Opportunity Squares, and by option corners (P9.2, P9.5)."""

    def refuse(place: str) -> str | None:
        if place in edition.corners:
            closed = f"{place} is a Corner Square, and Opportunity leads to none here (P9.5)."
            return None if to_corner else closed
        if edition.squares[place].opportunity:
            return f"{place} is an Opportunity Square: Opportunity leads to any but these (P9.2)."
        return None

    return (STAY, RETHROW, Move("go", square=OneOf(edition.places, of="space", rule=refuse)))


def throw_basic_income(t: Poleconomy, seat: Seat, rule: str) -> Flow[None]:
    """Throw two dice for a player's Basic Income: 10,000 dollars a pip (P2.3, P9.4)."""
    dice = yield from t.throw(seat, "basic_income", rule)
    player = t.players[seat]
    old = player.basic_income or None
    player.basic_income = sum(dice) * t.edition.opening.basic_income_per_pip
    t.tell("basic_income_set", rule, seat, amount=player.basic_income, old=old)
