"""What the three bots have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .bots_state import Office
from .edition import EditionRules
from .state import REVERSED
from .view import PoleconomyView

LOOK_AHEAD = 6
"""How many positions of the index a bot looks at on either side of the marker: one die's worth."""


class Investor(Office):
    """What all three bots have in common; in Game 2 they are citizens too.

    A life policy costs 100,000 and is worth 1,000,000 at the end: nothing on the board is as good,
    so all go to Canada Life while a policy is left, they can pay, and do not stand there already.
    Owners of advertising direct visitors to their own first company; owning none, they ask a
    third player for half the profit, which he should accept, as half is more than nothing.
    """

    buys_up_to = 5
    """The highest Inflation Number at which squares are bought."""

    def __call__(self, view: PoleconomyView, decision: Decision) -> Reply:
        answer: Callable[[PoleconomyView, Decision], Reply] | None
        answer = getattr(self, decision.name, None)
        return decision.default if answer is None else answer(view, decision)

    def end_turn(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "done"

    # --- moving ---------------------------------------------------------------------------------

    def choose_move(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, corner_of = view.seat or "", view.edition.corner_of
        here = view.at(me)
        if here != corner_of["life"] and self.wants_life(view, me):
            return corner_of["life"]
        for function in self.corners_wanted(view, me):
            if here != corner_of[function]:
                return corner_of[function]
        return "throw"

    def wants_life(self, view: PoleconomyView, me: str) -> bool:
        """Whether a life policy is to be had."""
        return view.left("life") > 0 and view.cash(me) >= view.edition.prices.life

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        """The functions of other corners worth a turn, the best first."""
        return []

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "outer"

    def set_arrow(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "reverse" if self.wants_reversal(view) else "keep"

    def wants_reversal(self, view: PoleconomyView) -> bool:
        numbers, marker, arrow = view.edition.index.numbers, view.marker, view.arrow
        ahead = numbers_on(numbers, marker, arrow)
        behind = numbers_on(numbers, marker, REVERSED[arrow])
        return ahead < behind if self.wants_inflation(view) else ahead > behind

    def wants_inflation(self, view: PoleconomyView) -> bool:
        """Whether higher prices suit this bot now."""
        return False

    # --- squares --------------------------------------------------------------------------------

    def buy_square(self, view: PoleconomyView, decision: Decision) -> Reply:
        cheap = view.number <= self.buys_up_to
        return "yes" if cheap and view.cash(view.seat or "") >= decision.about["price"] else "no"

    def bid(self, view: PoleconomyView, decision: Decision) -> Reply:
        unit, prices = view.edition.unit, view.edition.prices
        most = self.highest_bid(view, decision.about["square"]) // unit * unit
        amount = min(most, view.cash(view.seat or ""))
        if "standing" in decision.about:  # bids in turn: no more than is needed
            standing = decision.about["standing"]
            least = standing + unit if standing else prices.auction_min
            amount = least if least <= amount else 0
        return "bid", {"amount": amount if amount >= prices.auction_min else 0}

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        """What the square is worth to this bot at auction, in dollars: unless it says, nothing."""
        return 0

    def direct_visitor(self, view: PoleconomyView, decision: Decision) -> Reply:
        if view.companies_of(view.seat or "") or decision.about["refusals"]:
            return decision.default
        for company in view.edition.companies:
            if view.owner(company) not in ("bank", view.seat, decision.about["visitor"]):
                half = view.company_price // 2 // view.edition.unit * view.edition.unit
                return "direct", {"company": company, "share_ask": half}
        return "stay"

    def accept_share(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def own_advert(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Its own company, which pays at once; else an unowned company it would buy; else stay."""
        me = view.seat or ""
        if own := view.companies_of(me):
            return "go", {"square": own[0]}
        free = view.companies_of("bank")
        if free and view.number <= self.buys_up_to and view.cash(me) >= view.company_price:
            return "go", {"square": free[0]}
        return "stay"

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        richest = best_income(view.edition)
        return ("go", {"square": richest}) if richest else "stay"

    # --- insurance ------------------------------------------------------------------------------

    def buy_life(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred else "yes"

    def buy_business(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred else "yes"


@lru_cache(maxsize=1024)
def numbers_on(numbers: tuple[int, ...], marker: int, arrow: str) -> int:
    """The sum of the next six Numbers of an index in a direction.

    >>> numbers_on((1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2), 0, "clockwise")
    27
    """
    step = 1 if arrow == "clockwise" else -1
    return sum(numbers[(marker + step * n) % len(numbers)] for n in range(1, LOOK_AHEAD + 1))


@lru_cache(maxsize=8)
def best_income(edition: EditionRules) -> str | None:
    """The income square with the highest number that Opportunity may lead to; None without one."""
    squares = edition.squares
    return max(
        (s for s in edition.opportunity_targets if squares[s].kind == "income"),
        key=lambda square: squares[square].number,
        default=None,
    )
