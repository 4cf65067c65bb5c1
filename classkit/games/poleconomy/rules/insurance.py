"""The business disaster and business insurance (P11.4 to P11.7)."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..state import BANK, PoleconomyState
from .loans import forfeit_claims

DOUBLE_SIX = (6, 6)


def strike_disaster(t: PoleconomyState, seat: Seat) -> None:
    """Apply the disaster to a player who rolled a double 6 on a move, insured or not (P11.4)."""
    if t.count_stock(seat, "business"):
        with t.link_rows("disaster"):
            t.transfer_stock("business", 1, seat, BANK, "disaster", "P11.6")
            t.tell("disaster", "P11.6", seat, insured=True, lost={})
    else:
        with t.link_rows("disaster"):
            t.tell("disaster", "P11.5", seat, insured=False, lost=forfeit_assets(t, seat))


def forfeit_assets(t: PoleconomyState, seat: Seat) -> dict[str, int]:
    """Transfer all assets but life policies to the Bank, and return the lost amounts (P11.5)."""
    lost = {
        "cash": t.cash(seat),
        "company": len(t.list_companies(seat)),
        "advert": len(t.list_adverts(seat)),
        "savings": t.count_stock(seat, "savings"),
        "bond": t.count_stock(seat, "bond"),
    }
    t.pay(seat, BANK, lost["cash"], "disaster", "P11.5")
    for square in t.squares_of(seat):
        t.transfer_square(square, seat, BANK, "disaster", "P11.5")
    for stock in ("savings", "bond"):
        t.transfer_stock(stock, lost[stock], seat, BANK, "disaster", "P11.5")
    lost["debt"] = forfeit_claims(t, seat)
    return {asset: amount for asset, amount in lost.items() if amount}
