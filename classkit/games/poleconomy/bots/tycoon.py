"""Bot that buys as many squares as possible early."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.policy import Reply

from ..laws import TaxLaw
from ..presentation.view import PoleconomyView
from .investor import Investor, find_best_income, is_last_turn, make_flat_law
from .solvency import may_spend

MIN_INSURED_WORTH = 1_200_000
"""Minimum net worth in dollars, without life policies, at which the bot insures its business."""
MIN_INCOME = 50_000
"""The Basic Income in dollars below which the bot rolls again."""
MIN_SQUARES = 4
"""Minimum number of squares at which the bot prefers high prices."""


class Tycoon(Investor):
    """Buys as much as possible as early as possible.

    It buys every square while the Inflation Number is 5 or less, and bids up to 80% of a square's
    value at that number or at 4, whichever is smaller, because prices will fall again. It insures
    its business once it is worth 1,200,000 without life policies. It leaves corners for the outer
    circuit, where the companies are. With an Opportunity it goes to its own company if that pays
    more than the best income square, and it rolls again for a Basic Income below 50,000. As Prime
    Minister it wants low prices until it owns 4 squares, and high prices from then on.

    In Game 2 it raises its own salary while 20 bonds are unissued. Once it owns 4 squares, or if
    the Treasury may not last, it proposes a tax on everybody: 40,000 per company, 10,000 per
    advertising square and a flat 30,000.
    """

    raises_from = 20
    law = make_flat_law(40_000, 10_000, 30_000)

    def get_wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        return self.law if self.wants_inflation(view) or not may_spend(view) else None

    def list_wanted_corners(self, view: PoleconomyView, me: str) -> list[str]:
        return ["business"] if is_insurance_worthwhile(view, me) else []

    def get_max_bid(self, view: PoleconomyView, square: str) -> int:
        return get_tycoon_bid(view, square)

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        return choose_best_opportunity(view)

    def wants_inflation(self, view: PoleconomyView) -> bool:
        return view.count_squares(view.seat or "") >= MIN_SQUARES


def is_insurance_worthwhile(view: PoleconomyView, me: str) -> bool:
    """Return True if a business policy is left and protects enough worth beyond life policies."""
    prices = view.edition.prices
    if view.count(me, "business") or not view.left("business") or view.cash(me) < prices.business:
        return False
    if is_last_turn(view):
        return False
    return view.net_worth(me) - view.count(me, "life") * prices.life_at_end >= MIN_INSURED_WORTH


def get_tycoon_bid(view: PoleconomyView, square: str) -> int:
    """Return 80% of the square's value at the smaller of the Inflation Number and 4, in dollars."""
    number = view.number
    return view.price(square) // number * min(number, 4) * 8 // 10


def choose_best_opportunity(view: PoleconomyView) -> Reply:
    """Roll again for a small Basic Income. Otherwise, go where the payment is largest."""
    me = view.seat or ""
    income = view.basic_income(me)
    if income < MIN_INCOME:
        return "rethrow"
    richest = find_best_income(view.edition)
    own = view.companies_of(me)
    number = view.edition.squares[richest].number if richest else 0
    if own and view.company_profit > income * number:
        return "go", {"square": own[0]}
    return ("go", {"square": richest}) if richest else "stay"
