"""The saver: policies, bonds and savings cards, which keep their value."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..shown.view import PoleconomyView
from .investor import Investor, flat_law, is_last


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
    reserve = 100_000
    worth_insuring = 600_000
    cards_enough = 3

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        wanted = []
        cash, prices = view.cash(me), view.edition.prices
        at_risk = cash + view.count(me, "bond") * prices.bond
        if (
            view.left("business")
            and not view.count(me, "business")
            and at_risk >= self.worth_insuring
            and cash >= prices.business
            and not is_last(view)
        ):
            wanted.append("business")
        if cash >= self.rich and (view.left("savings") or view.left("bond")):
            wanted.append("savings_and_bonds")
        return wanted

    def royal_bank(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, prices = view.seat or "", view.edition.prices
        spend = max(view.cash(me) - self.reserve, 0)
        bonds = min(spend // prices.bond, view.left("bond"))
        cards = min((spend - bonds * prices.bond) // prices.savings, view.left("savings"))
        return "buy", {"savings": cards, "bonds": bonds}

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return view.price(square) * 3 // 10

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "inner" if view.count(view.seat or "", "savings") >= self.cards_enough else "outer"
