"""Landing on a square: income, inflation, companies and buying (P5, P6).

Advertising squares and Opportunity, which lead on to other squares, have modules of their own.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat

from . import adverts, opportunity
from .answers import NO, YES_OR_NO
from .auctions import auction
from .edition import Square
from .index import move_marker
from .money import BankRunOut, bank_pays, settle
from .state import BANK, Poleconomy


def land(t: Poleconomy, seat: Seat, square: str) -> Flow[Any]:
    """What follows when the mover lands on a square, by whatever move (P4.1, P5.1, P6, P7)."""
    place = t.edition.squares[square]
    if place.kind == "income":
        return land_on_income(t, seat, place)
    if place.kind == "inflation":
        return move_marker(t, seat, place.number)
    if place.kind == "company":
        return land_on_company(t, seat, square)
    return land_on_advert(t, seat, square)


def land_on_income(t: Poleconomy, seat: Seat, place: Square) -> Flow[None]:
    """The Bank pays Basic Income times the number; Start is such a square too (P5.1, P5.2)."""
    income = t.players[seat].basic_income * place.number
    bank_pays(t, seat, income, "income", "P9.1" if place.opportunity else "P5.1")
    if place.savings:
        interest = t.edition.savings_interest * t.count(seat, "savings")
        bank_pays(t, seat, interest, "savings_interest", "P5.3")
    if place.opportunity:
        yield from opportunity.take_opportunity(t, seat)


def land_on_company(t: Poleconomy, visitor: Seat, square: str) -> Flow[int]:
    """Buy it, pay its owner, or be paid by the Bank; gives what the owner received (P6)."""
    owner = t.owner(square)
    if owner == BANK:
        yield from offer_square(t, visitor, square, "P6.1")
        return 0
    profit = t.company_price
    if owner == visitor:
        bank_pays(t, visitor, profit, "own_company", "P6.3")
        return 0
    settled = settle(t, visitor, owner, profit, "company_profit", "P6.2")
    t.tell(
        "profit_due", "P6.2", visitor, visitor=visitor, owner=owner, square=square,
        due=profit, paid=settled.paid, lapsed=settled.lapsed,
    )  # fmt: skip
    if not settled.bank_stands:
        raise BankRunOut
    return settled.paid


def land_on_advert(t: Poleconomy, visitor: Seat, square: str) -> Flow[None]:
    """Buy it, be directed by its owner, or use one's own (P7)."""
    owner = t.owner(square)
    if owner == BANK:
        return offer_square(t, visitor, square, "P7.1")
    if owner == visitor:
        return adverts.use_own_advert(t, visitor, square)
    return adverts.direct_visitor(t, visitor, owner, square)


def offer_square(t: Poleconomy, visitor: Seat, square: str, rule: str) -> Flow[None]:
    """An unowned square: bought at its price, in cash, or else auctioned (P6.1, P6.4, P7.1)."""
    price = t.price(square)
    answer = yield from t.ask(
        visitor, "buy_square", partial(buying_moves, t, visitor, price, rule), rule=rule,
        default="no", about={"square": square, "price": price},
    )  # fmt: skip
    if answer.move == "yes":
        kind = t.edition.squares[square].kind
        t.pay(visitor, BANK, price, f"buy_{kind}", rule)
        t.hand_square(square, BANK, visitor, f"buy_{kind}", rule)
    else:
        yield from auction(t, visitor, square)


def buying_moves(t: Poleconomy, visitor: Seat, price: int, rule: str) -> tuple[Move, ...]:
    """Yes, if the cash is there at the moment of answering, and no (P6.1, P14.2)."""
    cash = t.cash(visitor)
    if cash >= price:
        return YES_OR_NO
    reason = f"{visitor} has ${cash:,} and the square costs ${price:,} ({rule})."
    return (Move("yes", barred=reason), NO)
