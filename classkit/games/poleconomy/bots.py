"""Three bots: a tycoon, a saver and a politician."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .bots_investor import Investor, best_income
from .bots_state import can_pay_interest, flat_law
from .laws import TaxLaw
from .view import PoleconomyView

POLITICIAN_POOR = 40_000
TYCOON_POOR = 50_000
TYCOON_ENOUGH = 4
"""Squares after which a tycoon gains more from dear squares than from cheap ones."""


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
        number = view.number
        return view.price(square) // number * min(number, 4) * 8 // 10

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        me = view.seat or ""
        income = view.basic_income(me)
        if income < TYCOON_POOR:
            return "rethrow"
        richest = best_income(view.edition)
        own = view.companies_of(me)
        number = view.edition.squares[richest].number if richest else 0
        if own and view.company_price > income * number:
            return "go", {"square": own[0]}
        return ("go", {"square": richest}) if richest else "stay"

    def wants_inflation(self, view: PoleconomyView) -> bool:
        return view.count_squares(view.seat or "") >= TYCOON_ENOUGH


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
        return "buy", {"savings": cards, "bonds": bonds}

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
        return view.first_company_of_others(me)

    # --- Game 2 ---------------------------------------------------------------------------------

    def choose_party(self, view: PoleconomyView, decision: Decision) -> Reply:
        for move in (decision.moves[2], decision.moves[1]):  # join, else found
            if not move.barred and (parties := move.fields["party"].suggest()):
                return move.name, {"party": parties[0]}
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
        return "propose", {"units": units}

    def choose_pm(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "name", {"member": view.seat or ""}

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
        for move in decision.moves:
            if move.name == "no_confidence" and not move.barred and not can_pay_interest(view):
                return "no_confidence"
        return "done"

    # --- takeovers ------------------------------------------------------------------------------

    def takeover_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        target = self.rivals_company(view, view.seat or "")
        return ("target", {"square": target}) if target else "pass"

    def second_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        return self.takeover_target(view, decision)

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        me = view.seat or ""
        poor = view.basic_income(me) <= POLITICIAN_POOR
        if poor and view.prime_minister != me and (square := election_square(view)):
            return "go", {"square": square}
        return super().opportunity(view, decision)


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
