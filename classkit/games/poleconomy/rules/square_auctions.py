"""Auctions of squares that the visiting player did not buy (P8)."""

from __future__ import annotations

from classkit.engine.decisions import Flow, Seat
from classkit.mechanics.auction_formats import Lot, open_auction, sealed_auction

from ..state import BANK, PoleconomyState


def hold_auction(t: PoleconomyState, landed: Seat, square: str) -> Flow[None]:
    """Let all other players bid, sealed or open. An unsold square stays unowned (P8)."""
    bidders = t.others(landed)  # clockwise from `landed`, so the first wins a tie (P8.2)
    unit, least = t.edition.unit, t.edition.prices.auction_min
    about = {"square": square, "landed": landed, "price": t.get_price(square)}
    if t.options.auction_style == "open":
        rule = "P8.3"
        sale = yield from open_auction(
            t, bidders, Lot(least, unit, rule, about, unit=t.currency), unit
        )
    else:
        rule = "P8.1"
        sale = yield from sealed_auction(t, bidders, Lot(least, unit, rule, about, unit=t.currency))
    t.tell(
        "auction_held", rule, sale.winner, square=square, bids=sale.bids, winner=sale.winner,
        price=sale.price,
    )  # fmt: skip
    if sale.winner is not None:
        with t.link_rows("auction_held"):
            t.pay(sale.winner, BANK, sale.price, "auction", rule)
            t.transfer_square(square, BANK, sale.winner, "auction", rule)
