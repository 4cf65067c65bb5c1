"""Landing on a square, by whatever move (P5, P6, P7)."""

from __future__ import annotations

from typing import Any

from classkit.engine.requests import Flow, Seat

from ..edition.contents import Square
from ..state import BANK, Poleconomy
from .adverts import direct_visitor, use_own_advert
from .companies import land_on_company, offer_square
from .index import move_marker
from .money import bank_pays
from .opportunity import take_opportunity


def land(t: Poleconomy, seat: Seat, square: str) -> Flow[Any]:
    """Carry out the square on which the mover lands (P4.1, P5.1, P6, P7)."""
    place = t.edition.squares[square]
    if place.kind == "income":
        return land_on_income(t, seat, place)
    if place.kind == "inflation":
        return move_marker(t, seat, place.number)
    if place.kind == "company":
        return land_on_company(t, seat, square)
    return land_on_advert(t, seat, square)


def land_on_income(t: Poleconomy, seat: Seat, place: Square) -> Flow[None]:
    """Pay Basic Income times the number from the Bank, on Start too (P5.1, P5.2)."""
    income = t.players[seat].basic_income * place.number
    bank_pays(t, seat, income, "income", "P9.1" if place.opportunity else "P5.1")
    if place.savings:
        interest = t.edition.interest.savings_per_card * t.count(seat, "savings")
        bank_pays(t, seat, interest, "savings_interest", "P5.3")
    if place.opportunity:
        yield from take_opportunity(t, seat, land)


def land_on_advert(t: Poleconomy, visitor: Seat, square: str) -> Flow[None]:
    """Buy the square, be directed by its owner, or use one's own (P7)."""
    owner = t.owner(square)
    if owner == BANK:
        return offer_square(t, visitor, square, "P7.1")
    if owner == visitor:
        return use_own_advert(t, visitor, square)
    return direct_visitor(t, visitor, owner, square)
