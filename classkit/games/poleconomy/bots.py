"""Three bots: a tycoon, a saver and a politician."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .bots_state import Office, can_pay_interest, flat_law
from .laws import TaxLaw
from .state import REVERSED
from .view import PoleconomyView

LOOK_AHEAD = 6
"""How many positions of the index a bot looks at on either side of the marker: one die's worth."""
POLITICIAN_POOR = 40_000
TYCOON_POOR = 50_000
TYCOON_ENOUGH = 4
"""Squares after which a tycoon gains more from dear squares than from cheap ones."""


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
        return Answer("bid", {"amount": amount if amount >= prices.auction_min else 0})

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        """What the square is worth to this bot at auction, in dollars."""
        raise NotImplementedError

    def direct_visitor(self, view: PoleconomyView, decision: Decision) -> Reply:
        if view.companies_of(view.seat or "") or decision.about["refusals"]:
            return decision.default
        for company in view.edition.companies:
            if view.owner(company) not in ("bank", view.seat, decision.about["visitor"]):
                half = view.company_price // 2 // view.edition.unit * view.edition.unit
                return Answer("direct", {"company": company, "share_ask": half})
        return "stay"

    def accept_share(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def own_advert(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Its own company, which pays at once; else an unowned company it would buy; else stay."""
        me = view.seat or ""
        if own := view.companies_of(me):
            return Answer("go", {"square": own[0]})
        free = view.companies_of("bank")
        if free and view.number <= self.buys_up_to and view.cash(me) >= view.company_price:
            return Answer("go", {"square": free[0]})
        return "stay"

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        return Answer("go", {"square": best_income(view)})

    # --- insurance ------------------------------------------------------------------------------

    def buy_life(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred else "yes"

    def buy_business(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred else "yes"


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

    worth_insuring = 1_200_000
    raises_from = 20
    law = flat_law(40_000, 10_000, 30_000)

    def wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        return self.law if self.wants_inflation(view) else None

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        prices = view.edition.prices
        if view.count(me, "business") or not view.left("business"):
            return []
        if view.cash(me) < prices.business:
            return []
        worth = view.net_worth(me) - view.count(me, "life") * prices.life_at_end
        return ["business"] if worth >= self.worth_insuring else []

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return view.price(square) // view.number * min(view.number, 4) * 8 // 10

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        me = view.seat or ""
        income = view.basic_income(me)
        if income < TYCOON_POOR:
            return "rethrow"
        richest = best_income(view)
        own = view.companies_of(me)
        if own and view.company_price > income * view.edition.squares[richest].number:
            return Answer("go", {"square": own[0]})
        return Answer("go", {"square": richest})

    def wants_inflation(self, view: PoleconomyView) -> bool:
        return len(view.squares_of(view.seat or "")) >= TYCOON_ENOUGH


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
        return Answer("buy", {"savings": cards, "bonds": bonds})

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return view.price(square) * 3 // 10

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "inner" if view.count(view.seat or "", "savings") >= self.cards_enough else "outer"


class Politician(Tycoon):
    """A tycoon who uses the moment and the office.

    When the Number is 1 or 2, so that prices are low, it goes to McLeod Young Weir if a rival's
    company is affordable. Out of office and with a Basic Income of 40,000 or less it uses an
    Opportunity to force an election, by an inflation square that brings the marker there.

    In Game 2 it founds a party or joins the first there is, and admits whoever asks; proposes the
    coalition with the fewest votes that still governs, since each partner wants a post; fills the
    Cabinet, and raises all salaries in turn while 12 bonds are unissued. With fewer than 20 it
    asks for 60,000 per company, 20,000 per advertising square and a flat 20,000, else for the
    default law, which is the more popular. It moves no confidence in a Government that could not
    pay the next interest.
    """

    takes_over_up_to = 2
    raises_from = 12
    taxes_below = 20
    law = flat_law(60_000, 20_000, 20_000)

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        wanted = super().corners_wanted(view, me)
        if view.number <= self.takes_over_up_to and self.rivals_company(view, me):
            wanted.append("takeover")
        return wanted

    def rivals_company(self, view: PoleconomyView, me: str) -> str | None:
        """A rival's company that can be paid, fee included."""
        if view.cash(me) < view.company_price + view.edition.prices.takeover_fee:
            return None
        rivals = (c for c in view.edition.companies if view.owner(c) not in ("bank", me))
        return next(rivals, None)

    # --- Game 2 ---------------------------------------------------------------------------------

    def choose_party(self, view: PoleconomyView, decision: Decision) -> Reply:
        for move in (decision.moves[2], decision.moves[1]):  # join, else found
            if not move.barred and (parties := move.fields["party"].suggest()):
                return Answer(move.name, {"party": parties[0]})
        return decision.default

    def admit_member(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def propose_coalition(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Partners from the smallest up, then without those who are not needed."""
        votes, unit = decision.about["units"], decision.about["unit"]
        needed, units = decision.about["needed"], [unit]
        for other in sorted(votes, key=lambda one: votes[one]):
            if other != unit and sum(votes[one] for one in units) < needed:
                units.append(other)
        for partner in units[1:]:
            rest = [one for one in units if one != partner]
            if sum(votes[one] for one in rest) >= needed:
                units = rest
        return Answer("propose", {"units": units})

    def choose_pm(self, view: PoleconomyView, decision: Decision) -> Reply:
        return Answer("name", {"member": view.seat or ""})

    def fill_cabinet(self, view: PoleconomyView) -> Answer | None:
        taken = view.cabinet
        for seat in view.government:
            if seat != view.prime_minister and seat not in taken:
                posts = view.edition.politics.cabinet
                free = next((post for post in posts if post not in taken.values()), None)
                return Answer("appoint", {"player": seat, "position": free}) if free else None
        return None

    def paid(self, view: PoleconomyView) -> list[str]:
        """The one with the lowest salary first."""
        salaries = view.salaries
        return sorted(salaries, key=salaries.__getitem__)

    def wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        if view.unissued < self.taxes_below:
            return self.law
        return view.edition.politics.default_law

    def end_turn(self, view: PoleconomyView, decision: Decision) -> Reply:
        motion = next((move for move in decision.moves if move.name == "no_confidence"), None)
        if motion and not motion.barred and not can_pay_interest(view):
            return "no_confidence"
        return decision.default

    # --- takeovers ------------------------------------------------------------------------------

    def takeover_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        target = self.rivals_company(view, view.seat or "")
        return Answer("target", {"square": target}) if target else "pass"

    def second_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        return self.takeover_target(view, decision)

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        me = view.seat or ""
        poor = view.basic_income(me) <= POLITICIAN_POOR
        if poor and view.prime_minister != me and (square := election_square(view)):
            return Answer("go", {"square": square})
        return super().opportunity(view, decision)


@lru_cache(maxsize=1024)
def numbers_on(numbers: tuple[int, ...], marker: int, arrow: str) -> int:
    """The sum of the next six Numbers of an index in a direction.

    >>> numbers_on((1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2), 0, "clockwise")
    27
    """
    step = 1 if arrow == "clockwise" else -1
    return sum(numbers[(marker + step * n) % len(numbers)] for n in range(1, LOOK_AHEAD + 1))


def best_income(view: PoleconomyView) -> str:
    """The income square with the highest number that Opportunity may lead to."""
    squares = view.edition.squares
    return max(
        (s for s in view.edition.opportunity_targets if squares[s].kind == "income"),
        key=lambda square: squares[square].number,
    )


def election_square(view: PoleconomyView) -> str | None:
    """An inflation square that brings the marker to an Election position (P9.3)."""
    index = view.edition.index
    step = 1 if view.arrow == "clockwise" else -1
    for square in view.edition.squares.values():
        if square.kind == "inflation":
            position = (view.marker + step * square.number) % len(index.numbers)
            if index.kinds[position] == "election":
                return square.id
    return None
