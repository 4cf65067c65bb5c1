"""The business disaster, and how business insurance protects from it (P11.4 to P11.7)."""

from __future__ import annotations

from classkit.engine.requests import Seat

from ..state import BANK, Poleconomy
from .loans import forfeit_claims

DOUBLE_SIX = (6, 6)


def strike(t: Poleconomy, seat: Seat) -> None:
    """Strike a player who threw a double 6 to move, insured or not (P11.4)."""
    if t.count(seat, "business"):
        t.hand_stock("business", 1, seat, BANK, "disaster", "P11.6")
        t.tell("disaster", "P11.6", seat, insured=True, lost={})
    else:
        t.tell("disaster", "P11.5", seat, insured=False, lost=forfeit(t, seat))


def forfeit(t: Poleconomy, seat: Seat) -> dict[str, int]:
    """Hand everything but life policies to the Bank; return what was lost, by asset (P11.5)."""
    lost = {
        "cash": t.cash(seat),
        "company": len(t.companies_of(seat)),
        "advert": len(t.adverts_of(seat)),
        "savings": t.count(seat, "savings"),
        "bond": t.count(seat, "bond"),
    }
    t.pay(seat, BANK, lost["cash"], "disaster", "P11.5")
    for square in t.squares_of(seat):
        t.hand_square(square, seat, BANK, "disaster", "P11.5")
    for stock in ("savings", "bond"):
        t.hand_stock(stock, lost[stock], seat, BANK, "disaster", "P11.5")
    lost["debt"] = forfeit_claims(t, seat)
    return {asset: amount for asset, amount in lost.items() if amount}
