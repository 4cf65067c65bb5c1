"""Companies: buying them, and the profit that visitors pay (P6)."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move
from classkit.mechanics.affordability import unaffordable_reason

from ..state import BANK, PoleconomyState
from .money import BankRunOut, pay_from_bank, settle_debt
from .shared_moves import NO, YES_OR_NO
from .square_auctions import hold_auction


class ProfitShare(NamedTuple):
    """The part of a visitor's payment that a company's owner agreed to pass on (P7.4)."""

    amount: int
    to: Seat


def land_on_company(
    t: PoleconomyState, visitor: Seat, square: str, share: ProfitShare | None = None
) -> Flow[None]:
    """Buy the company, pay its owner, or collect from the Bank for an own company (P6, P7.4)."""
    owner = t.get_owner(square)
    if owner == BANK:
        yield from offer_square(t, visitor, square, "P6.1")
    elif owner == visitor:
        with t.link_rows("beaver_moved"):
            pay_from_bank(t, visitor, t.company_profit, "own_company", "P6.3")
    else:
        pay_profit(t, visitor, owner, square, share)


def pay_profit(
    t: PoleconomyState, visitor: Seat, owner: Seat, square: str, share: ProfitShare | None
) -> None:  # fmt: skip
    """Pay the owner up to the limit in P14.1.

    The owner passes on the agreed share before the game can end.
    """
    profit = t.company_profit
    with t.link_rows("profit_due"):
        settled = settle_debt(t, visitor, owner, profit, "company_profit", "P6.2")
        t.tell(
            "profit_due", "P6.2", visitor, visitor=visitor, owner=owner, square=square,
            due=profit, paid=settled.paid, lapsed=settled.lapsed,
        )  # fmt: skip
    if share is not None:
        with t.link_rows("visitor_directed"):
            t.pay(owner, share.to, min(share.amount, settled.paid), "advert_share", "P7.4")
    if not settled.bank_stands:
        raise BankRunOut


def offer_square(t: PoleconomyState, visitor: Seat, square: str, rule: str) -> Flow[None]:
    """Offer an unowned square for cash. If it is not bought, auction it (P6.1, P6.4, P7.1)."""
    price = t.get_price(square)
    answer = yield from t.ask(
        visitor, "buy_square", partial(list_buying_moves, t, visitor, price, rule), rule=rule,
        default="no", about=lambda: {  # recomputed after each side action
            "square": square, "price": price, "opening_price": price // t.number,
            "cash": t.cash(visitor),
        },
    )  # fmt: skip
    if answer.move == "yes":
        kind = t.edition.squares[square].kind
        t.pay(visitor, BANK, price, f"buy_{kind}", rule)
        t.transfer_square(square, BANK, visitor, f"buy_{kind}", rule)
    else:
        yield from hold_auction(t, visitor, square)


def list_buying_moves(t: PoleconomyState, visitor: Seat, price: int, rule: str) -> tuple[Move, ...]:
    """Return the moves: yes, which is barred without enough cash, and no (P6.1, P14.2)."""
    barred = unaffordable_reason(t, visitor, "the square", price, rule)
    return (Move("yes", barred=barred), NO) if barred else YES_OR_NO
