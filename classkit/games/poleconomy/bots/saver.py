"""The saver: policies, bonds and savings cards, which keep their value."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..shown.view import PoleconomyView
from .investor import Investor, flat_law, is_last

RESERVE = 100_000
"""The cash in dollars that is kept at the Royal Bank."""
WORTH_INSURING = 600_000
"""The cash and bonds in dollars from which a saver insures its business."""
CARDS_ENOUGH = 3
"""The savings cards from which the interest on them is worth a circuit."""


class Saver(Investor):
    """Holds what keeps its value: policies, bonds and savings cards.

    With 500,000 it goes to the Royal Bank, keeps 100,000 and puts the rest into bonds, then
    savings. Insures its business at 600,000 in cash and bonds. Buys squares only at Number 3 or
    less and bids 30% of value. Leaves corners for the outer circuit, where the Opportunities are,
    until it holds 3 savings cards, then for the inner, where interest on them is paid. Its
    claims are fixed in dollars, so as Prime Minister it always aims at low prices.

    In Game 2 it leaves salaries alone and asks for 70,000 per company and 20,000 per advertising
    square: owners of squares, not it, shall pay the interest on its bonds.
    """

    law = flat_law(70_000, 20_000)

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        return None

    buys_up_to = 3
    rich = 500_000

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        return insurance_then_bank(view, me, self.rich)

    def royal_bank(self, view: PoleconomyView, decision: Decision) -> Reply:
        return bonds_then_savings(view)

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return least_at_auction(view, square)

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return where_savings_pay(view)


def insurance_then_bank(view: PoleconomyView, me: str, rich: int) -> list[str]:
    """List the corners worth a turn, the Royal Bank for those who have as much cash as ``rich``."""
    wanted = []
    cash, prices = view.cash(me), view.edition.prices
    at_risk = cash + view.count(me, "bond") * prices.bond
    if (
        view.left("business")
        and not view.count(me, "business")
        and at_risk >= WORTH_INSURING
        and cash >= prices.business
        and not is_last(view)
    ):
        wanted.append("business")
    if cash >= rich and (view.left("savings") or view.left("bond")):
        wanted.append("savings_and_bonds")
    return wanted


def bonds_then_savings(view: PoleconomyView) -> Reply:
    """Buy bonds with all but the reserve, and savings cards with what is left."""
    prices = view.edition.prices
    spend = max(view.cash(view.seat or "") - RESERVE, 0)
    bonds = min(spend // prices.bond, view.left("bond"))
    cards = min((spend - bonds * prices.bond) // prices.savings, view.left("savings"))
    return "buy", {"savings": cards, "bonds": bonds}


def least_at_auction(view: PoleconomyView, square: str) -> int:
    """Return 30% of a square's value, in dollars."""
    return view.price(square) * 3 // 10


def where_savings_pay(view: PoleconomyView) -> Reply:
    """Take the inner circuit, where interest is paid, with cards enough to gain from it."""
    return "inner" if view.count(view.seat or "", "savings") >= CARDS_ENOUGH else "outer"
