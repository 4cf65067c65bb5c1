"""Auctions of squares that the player who landed there does not buy (P8)."""

from __future__ import annotations

from classkit.engine.requests import Flow, Seat
from classkit.procedures.auctions import Lot, open_auction, sealed_auction

from ..state import BANK, Poleconomy


def auction(t: Poleconomy, landed: Seat, square: str) -> Flow[None]:
    """Let all but the landing player bid, sealed or in turn; unsold, it stays unowned (P8)."""
    bidders = t.others(landed)  # clockwise from his left: ties go to the first (P8.2)
    unit, least = t.edition.unit, t.edition.prices.auction_min
    about = {"square": square, "landed": landed, "price": t.price(square)}
    if t.options.auction_style == "open":
        rule = "P8.3"
        sale = yield from open_auction(t, bidders, Lot(least, unit, rule, about, unit="$"), unit)
    else:
        rule = "P8.1"
        sale = yield from sealed_auction(t, bidders, Lot(least, unit, rule, about, unit="$"))
    t.tell(
        "auction_held", rule, sale.winner, square=square, bids=sale.bids, winner=sale.winner,
        price=sale.price,
    )  # fmt: skip
    if sale.winner is not None:
        t.pay(sale.winner, BANK, sale.price, "auction", rule)
        t.hand_square(square, BANK, sale.winner, "auction", rule)
