"""The tycoon: buys as much as possible as early as possible."""

from __future__ import annotations

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..laws import TaxLaw
from ..shown.view import PoleconomyView
from .investor import Investor, best_income, flat_law, is_last

WORTH_INSURING = 1_200_000
"""The worth in dollars, beside life policies, from which it insures its business."""
POOR = 50_000
"""The Basic Income in dollars below which it throws again."""
ENOUGH = 4
"""The number of squares from which a tycoon gains more from dear squares than from cheap ones."""


class Tycoon(Investor):
    """Owns as much as possible as early as possible.

    Buys every square while the Number is 5 or less and bids up to 80% of a square's value at the
    smaller of the Number and 4, since prices will come down again. Insures its business once it
    is worth 1,200,000 beside its life policies. Leaves corners for the outer circuit, where the
    companies are. An Opportunity goes to its own company if that pays more than the richest
    income square; a Basic Income below 50,000 is thrown again. As Prime Minister it wants low
    prices until it owns 4 squares, and high ones from then on.

    In Game 2 it gives itself raises while 20 bonds are unissued, and once it owns 4 squares it
    asks for a tax that falls on everybody: 40,000 per company, 10,000 per advertising square and
    a flat 30,000.
    """

    raises_from = 20
    law = flat_law(40_000, 10_000, 30_000)

    def wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        return self.law if self.wants_inflation(view) else None

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        return ["business"] if worth_insuring(view, me) else []

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return most_at_auction(view, square)

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        return best_opportunity(view)

    def wants_inflation(self, view: PoleconomyView) -> bool:
        return view.count_squares(view.seat or "") >= ENOUGH


def worth_insuring(view: PoleconomyView, me: str) -> bool:
    """Return whether a business policy can be had and protects enough beside life policies."""
    prices = view.edition.prices
    if view.count(me, "business") or not view.left("business") or view.cash(me) < prices.business:
        return False
    if is_last(view):
        return False
    return view.net_worth(me) - view.count(me, "life") * prices.life_at_end >= WORTH_INSURING


def most_at_auction(view: PoleconomyView, square: str) -> int:
    """Return 80% of the square's value at the smaller of the Number and 4, in dollars."""
    number = view.number
    return view.price(square) // number * min(number, 4) * 8 // 10


def best_opportunity(view: PoleconomyView) -> Reply:
    """Throw again for a small Basic Income; otherwise go where most is paid."""
    me = view.seat or ""
    income = view.basic_income(me)
    if income < POOR:
        return "rethrow"
    richest = best_income(view.edition)
    own = view.companies_of(me)
    number = view.edition.squares[richest].number if richest else 0
    if own and view.company_profit > income * number:
        return "go", {"square": own[0]}
    return ("go", {"square": richest}) if richest else "stay"
