"""Landing on squares, and Opportunity (P5, P6, P7, P9)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move, OneOf

from ..rules_data import PoleconomyRules, Square
from ..state import BANK, PoleconomyState
from .adverts import direct_visitor, use_own_advert
from .companies import land_on_company, offer_square
from .corner_squares import use_corner
from .inflation_index import move_marker
from .money import pay_from_bank
from .shared_moves import RETHROW, STAY


def land_on_square(t: PoleconomyState, seat: Seat, square: str) -> Flow[Any]:
    """Apply the effect of the square on which the mover lands (P4.1, P5.1, P6, P7)."""
    place = t.edition.squares[square]
    if place.kind == "income":
        return land_on_income(t, seat, place)
    if place.kind == "inflation":
        return move_marker(t, seat, place.number)
    if place.kind == "company":
        return land_on_company(t, seat, square)
    return land_on_advert(t, seat, square)


def land_on_income(t: PoleconomyState, seat: Seat, place: Square) -> Flow[None]:
    """Pay Basic Income times the square's number from the Bank, including on Start (P5.1, P5.2)."""
    income = t.players[seat].basic_income * place.number
    with t.link_rows("beaver_moved"):
        pay_from_bank(t, seat, income, "income", "P9.1" if place.opportunity else "P5.1")
        if place.savings:
            interest = t.edition.interest.savings_per_card * t.count_stock(seat, "savings")
            pay_from_bank(t, seat, interest, "savings_interest", "P5.3")
    if place.opportunity:
        yield from take_opportunity(t, seat)


def land_on_advert(t: PoleconomyState, visitor: Seat, square: str) -> Flow[None]:
    """Buy the square, follow the owner's direction, or use it as its owner (P7)."""
    owner = t.get_owner(square)
    if owner == BANK:
        return offer_square(t, visitor, square, "P7.1")
    if owner == visitor:
        return use_own_advert(t, visitor, square)
    return direct_visitor(t, visitor, owner, square)


def take_opportunity(t: PoleconomyState, seat: Seat) -> Flow[None]:
    """Let the player stay, roll a new Basic Income, or move elsewhere (P9.2 to P9.4)."""
    answer = yield from t.ask(
        seat, "opportunity", list_opportunity_moves(t.edition, t.options.opportunity_to_corner),
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
            yield from land_on_square(t, seat, target)
        return
    t.tell("opportunity_used", "P9.4", seat, choice=answer.move)
    if answer.move == "rethrow":
        yield from roll_basic_income(t, seat, "P9.4")


def list_opportunity_moves(edition: PoleconomyRules, to_corner: bool) -> tuple[Move, ...]:
    """Return the moves to squares other than Opportunity and, if allowed, corners (P9.2, P9.5)."""

    def refuse(place: str) -> str | None:
        if place in edition.corners:
            closed = f"{place} is a Corner Square, which Opportunity cannot reach here (P9.5)."
            return None if to_corner else closed
        if edition.squares[place].opportunity:
            return f"{place} is an Opportunity Square: choose another square (P9.2)."
        return None

    return (STAY, RETHROW, Move("go", square=OneOf(edition.places, of="space", rule=refuse)))


def roll_basic_income(t: PoleconomyState, seat: Seat, rule: str) -> Flow[None]:
    """Roll a player's Basic Income, which is 10,000 dollars per pip (P2.3, P9.4)."""
    dice = yield from t.roll_dice(seat, "basic_income", rule)
    player = t.players[seat]
    old = player.basic_income or None
    player.basic_income = sum(dice) * t.edition.opening.basic_income_per_pip
    t.tell("basic_income_set", rule, seat, amount=player.basic_income, old=old)
