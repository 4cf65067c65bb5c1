"""Bot that times takeovers, forces elections and buys votes."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..laws import TaxLaw
from ..presentation.view import PoleconomyView
from .investor import Investor, is_last_turn, make_flat_law
from .log_rolling import buy_votes, propose_spoils, sell_vote
from .solvency import can_pay_interest
from .tycoon import MIN_SQUARES, choose_best_opportunity, get_tycoon_bid, is_insurance_worthwhile

MAX_POOR_INCOME = 40_000
"""Maximum Basic Income, in dollars, at which the bot uses an Opportunity to force an election."""


class Politician(Investor):
    """Tycoon that uses timing and political office.

    When the Inflation Number is 1 or 2, so that prices are low, it goes to McLeod Young Weir if it
    can afford a rival's company. Out of office, and with a Basic Income of at most 40,000, it uses
    an Opportunity to force an election: it goes to an inflation square that moves the marker there.

    In Game 2 it founds a party or joins the first one, and admits everybody who asks. It proposes
    the smallest coalition with a majority, because each partner wants a post, fills the Cabinet,
    and raises all salaries in turn while 20 bonds are unissued. It buys the votes that it needs
    (lesson 2, question 3). While there is a debt, it proposes a tax of 60,000 per company, 20,000
    per advertising square and a flat 20,000, otherwise the default law, which is more popular. It
    moves no confidence in a Government that could not pay the next interest.
    """

    takes_over_up_to = 2
    raises_from = 20
    law = make_flat_law(60_000, 20_000, 20_000)
    bills_before_tax = 1

    def list_wanted_corners(self, view: PoleconomyView, me: str) -> list[str]:
        wanted = ["business"] if is_insurance_worthwhile(view, me) else []
        if view.number <= self.takes_over_up_to and self.find_rival_company(view, me):
            wanted.append("takeover")
        return wanted

    def find_rival_company(self, view: PoleconomyView, me: str) -> str | None:
        """Return a rival's company that the bot can afford, including the fee, or None."""
        if view.cash(me) < view.company_price + view.edition.prices.takeover_fee or is_last_turn(
            view
        ):
            return None
        return view.first_company_of_others(me)

    def get_max_bid(self, view: PoleconomyView, square: str) -> int:
        return get_tycoon_bid(view, square)

    def wants_inflation(self, view: PoleconomyView) -> bool:
        return view.count_squares(view.seat or "") >= MIN_SQUARES

    # --- Game 2 ---------------------------------------------------------------------------------

    def choose_party(self, view: PoleconomyView, decision: Decision) -> Reply:
        for move in (decision.moves[2], decision.moves[1]):  # join a party, else found one
            if not move.barred and (parties := move.fields["party"].suggest()):
                return move.name, {"party": parties[0]}
        return decision.default

    def admit_member(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def propose_coalition(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Propose partners in order of size, smallest first, then drop unnecessary partners."""
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

    def get_raise_order(self, view: PoleconomyView) -> list[str]:
        """Return the seats in office, lowest salary first."""
        salaries = view.salaries
        return sorted(salaries, key=salaries.__getitem__)

    def get_wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        return self.law if view.issued else view.edition.politics.default_law

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        return sell_vote(view, decision) or super().vote_bill(view, decision)

    def propose_tax_law(self, view: PoleconomyView) -> Answer | None:
        bought = buy_votes(view, self.get_wanted_law(view))
        return bought or super().propose_tax_law(view) or propose_spoils(view)

    def end_turn(self, view: PoleconomyView, decision: Decision) -> Reply:
        for move in decision.moves:
            if move.name == "no_confidence" and not move.barred and not can_pay_interest(view):
                return "no_confidence"
        return "done"

    # --- takeovers ------------------------------------------------------------------------------

    def takeover_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        target = self.find_rival_company(view, view.seat or "")
        return ("target", {"square": target}) if target else "pass"

    def second_target(self, view: PoleconomyView, decision: Decision) -> Reply:
        return self.takeover_target(view, decision)

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        me = view.seat or ""
        poor = view.basic_income(me) <= MAX_POOR_INCOME
        if poor and view.prime_minister != me and (square := find_election_square(view)):
            return "go", {"square": square}
        return choose_best_opportunity(view)


def find_election_square(view: PoleconomyView) -> str | None:
    """Return an inflation square that moves the marker to an Election position, or None (P9.3)."""
    index = view.edition.index
    step = 1 if view.arrow == "clockwise" else -1
    for square in view.edition.squares.values():
        if square.kind == "inflation":
            position = (view.marker + step * square.number) % len(index.numbers)
            if index.kinds[position] == "election":
                return square.id
    return None
