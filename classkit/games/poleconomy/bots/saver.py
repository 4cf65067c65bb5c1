"""Bot that buys policies, bonds and savings cards."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import PoleconomyView
from .investor import Investor, is_last_turn, make_flat_law

CASH_RESERVE = 100_000
"""Cash in dollars that the bot keeps at the Royal Bank."""
MIN_INSURED_WORTH = 600_000
"""Minimum cash and bonds, in dollars, at which the bot insures its business."""
MIN_SAVINGS_CARDS = 3
"""Minimum number of savings cards at which their interest is worth a circuit."""


class Saver(Investor):
    """Holds assets that keep their value: policies, bonds and savings cards.

    With 500,000 it goes to the Royal Bank, keeps 100,000 and spends the rest on bonds, then on
    savings cards. It insures its business when it has 600,000 in cash and bonds. It buys squares
    only at Inflation Number 3 or less, and bids 30% of their value. It leaves corners for the outer
    circuit, where the Opportunities are, until it has 3 savings cards, then for the inner circuit,
    which pays interest on them. Its claims are fixed in dollars, so as Prime Minister it always
    aims at low prices.

    In Game 2 it leaves salaries unchanged and proposes a tax of 70,000 per company and 20,000 per
    advertising square, so that owners of squares pay the interest on its bonds.
    """

    law = make_flat_law(70_000, 20_000)

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        return None

    buys_up_to = 3
    rich = 500_000

    def list_wanted_corners(self, view: PoleconomyView, me: str) -> list[str]:
        for_sale = view.left("savings") > 0 or view.left("bond") > 0
        return list_saver_corners(view, me, for_sale and view.cash(me) >= self.rich)

    def royal_bank(self, view: PoleconomyView, decision: Decision) -> Reply:
        return buy_bonds_first(view)

    def get_max_bid(self, view: PoleconomyView, square: str) -> int:
        return get_saver_bid(view, square)

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return choose_saver_circuit(view) or super().choose_circuit(view, decision)


def list_saver_corners(view: PoleconomyView, me: str, wants_bank: bool) -> list[str]:
    """Return the corners worth a turn: Royal Insurance, and the Royal Bank if that is wanted."""
    wanted = []
    cash, prices = view.cash(me), view.edition.prices
    at_risk = cash + view.count(me, "bond") * prices.bond
    if (
        view.left("business")
        and not view.count(me, "business")
        and at_risk >= MIN_INSURED_WORTH
        and cash >= prices.business
        and not is_last_turn(view)
    ):
        wanted.append("business")
    if wants_bank:
        wanted.append("savings_and_bonds")
    return wanted


def buy_bonds_first(view: PoleconomyView) -> Reply:
    """Spend all cash above the reserve on bonds, then the rest on savings cards."""
    prices = view.edition.prices
    spend = max(view.cash(view.seat or "") - CASH_RESERVE, 0)
    bonds = min(spend // prices.bond, view.left("bond"))
    cards = min((spend - bonds * prices.bond) // prices.savings, view.left("savings"))
    return "buy", {"savings": cards, "bonds": bonds}


def get_saver_bid(view: PoleconomyView, square: str) -> int:
    """Return 30% of a square's value, in dollars."""
    return view.price(square) * 3 // 10


def choose_saver_circuit(view: PoleconomyView) -> Reply | None:
    """Choose the inner circuit, which pays interest, if the bot has enough savings cards."""
    return "inner" if view.count(view.seat or "", "savings") >= MIN_SAVINGS_CARDS else None
