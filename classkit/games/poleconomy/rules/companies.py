"""Companies: buying them, and the profit that their visitors pay (P6)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from classkit.engine.moves import Move
from classkit.engine.requests import Flow, Seat
from classkit.procedures.payments import too_dear

from ..state import BANK, Poleconomy
from .answers import NO, YES_OR_NO
from .auctions import auction
from .money import BankRunOut, bank_pays, settle


class Share(NamedTuple):
    """The part of a visitor's payment that the owner of a company has agreed to pass on (P7.4)."""

    amount: int
    to: Seat


def land_on_company(
    t: Poleconomy, visitor: Seat, square: str, share: Share | None = None
) -> Flow[None]:
    """Buy the company, pay its owner, or be paid by the Bank if it is one's own (P6, P7.4)."""
    owner = t.owner(square)
    if owner == BANK:
        yield from offer_square(t, visitor, square, "P6.1")
    elif owner == visitor:
        bank_pays(t, visitor, t.company_profit, "own_company", "P6.3")
    else:
        pay_profit(t, visitor, owner, square, share)


def pay_profit(
    t: Poleconomy, visitor: Seat, owner: Seat, square: str, share: Share | None
) -> None:  # fmt: skip
    """Pay the owner as far as P14.1 reaches, who passes on a share before the game can end."""
    profit = t.company_profit
    settled = settle(t, visitor, owner, profit, "company_profit", "P6.2")
    t.tell(
        "profit_due", "P6.2", visitor, visitor=visitor, owner=owner, square=square,
        due=profit, paid=settled.paid, lapsed=settled.lapsed,
    )  # fmt: skip
    if share is not None:
        t.pay(owner, share.to, min(share.amount, settled.paid), "advert_share", "P7.4")
    if not settled.bank_stands:
        raise BankRunOut


def offer_square(t: Poleconomy, visitor: Seat, square: str, rule: str) -> Flow[None]:
    """Offer an unowned square for cash; auction it if it is not bought (P6.1, P6.4, P7.1)."""
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
    """List yes, legal while the cash is there, and no (P6.1, P14.2)."""
    barred = too_dear(t, visitor, "the square", price, rule)
    return (Move("yes", barred=barred), NO) if barred else YES_OR_NO
