"""The class from which the bots are built."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.policy import Decider, Reply
from classkit.engine.requests import Decision

from ..contents import EditionRules
from ..laws import Bracket, TaxLaw, meets, plain_law, read_conditions
from ..shown.view import PoleconomyView
from ..state import REVERSED

CHANCE = 36
"""A disaster, which is a double 6, comes once in this many throws."""
MARGIN = 110
"""The least that a trade must bring, in per cent of what it gives."""
LOOK_AHEAD = 6
"""The positions of the index that a bot looks at on either side of the marker: one die's worth."""
DONE = Answer("done")


class Investor(Decider):
    """The decisions that the bots share, which each of them may change.

    A life policy costs 100,000 and is worth 1,000,000 at the end: nothing on the board is as good,
    so all go to Canada Life while a policy is left, they can pay, and do not stand there already.
    Owners of advertising direct visitors to their own first company; owning none, they ask a
    third player for half the profit, which he should accept, as half is more than nothing. A
    trade that somebody offers them they accept if it brings a tenth more than it gives, counted
    as net worth, and leaves them what they live on; they lend to nobody who is not worth the debt.
    In their last turn they pay for nothing that needs another one: no insurance, no takeover.

    In Game 2 they accept a place in any coalition, since those who govern share in its posts.
    Members of the Government vote for its bills; the opposition votes for a tax only if it costs
    it no more than the law in force, and for a subsidy only if that pays it and the Treasury can
    bear it. Members support the Prime Minister as long as the Treasury
    could pay the next interest: nobody wins a bankrupt country.
    """

    buys_up_to = 5
    """The highest Inflation Number at which squares are bought."""
    raises_from = 0
    """The number of unissued bonds from which it raises salaries as Prime Minister."""
    law: TaxLaw | None = None
    """The tax law that this bot wants; ``None`` until it wants one."""
    bills_before_tax = 0
    """The bills that it may table in a turn before its tax law."""
    lives_on = 200_000
    """The cash, in dollars, that is not spent in trades."""

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
        """Return whether a life policy is to be had."""
        return view.left("life") > 0 and view.cash(me) >= view.edition.prices.life

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        """List the functions of other corners worth a turn, the best first."""
        return []

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "outer"

    def set_arrow(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "reverse" if self.wants_reversal(view) else "keep"

    def wants_reversal(self, view: PoleconomyView) -> bool:
        """Return whether the numbers on the other side of the marker suit better."""
        numbers, marker, arrow = view.edition.index.numbers, view.marker, view.arrow
        ahead = numbers_on(numbers, marker, arrow)
        behind = numbers_on(numbers, marker, REVERSED[arrow])
        return ahead < behind if self.wants_inflation(view) else ahead > behind

    def wants_inflation(self, view: PoleconomyView) -> bool:
        """Return whether higher prices suit this bot now."""
        return False

    # --- squares --------------------------------------------------------------------------------

    def buy_square(self, view: PoleconomyView, decision: Decision) -> Reply:
        cheap = view.number <= self.buys_up_to
        return "yes" if cheap and view.cash(view.seat or "") >= decision.about["price"] else "no"

    def bid(self, view: PoleconomyView, decision: Decision) -> Reply:
        unit, prices = view.edition.unit, view.edition.prices
        most = self.highest_bid(view, decision.about["square"]) // unit * unit
        amount = min(most, view.cash(view.seat or ""))
        if "standing" in decision.about:  # bids in turn: bid no more than is needed
            standing = decision.about["standing"]
            least = standing + unit if standing else prices.auction_min
            amount = least if least <= amount else 0
        return "bid", {"amount": amount if amount >= prices.auction_min else 0}

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        """Return what the square is worth to this bot at auction, in dollars."""
        return 0

    def direct_visitor(self, view: PoleconomyView, decision: Decision) -> Reply:
        if view.companies_of(view.seat or "") or decision.about["refusals"]:
            return decision.default
        for company in view.edition.companies:
            if view.owner(company) not in ("bank", view.seat, decision.about["visitor"]):
                half = view.company_profit // 2 // view.edition.unit * view.edition.unit
                return "direct", {"company": company, "share_ask": half}
        return "stay"

    def accept_share(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def own_advert(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Go to a company of its own, which pays at once, or to one that it would buy."""
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
        return "no" if decision.moves[0].barred or is_last(view) else "yes"

    # --- trades ---------------------------------------------------------------------------------

    def answer_trade(self, view: PoleconomyView, decision: Decision) -> Reply:
        about, me = decision.about, decision.seat
        get, give = about["give"], about["get"]  # seen from the other side
        if get["debt"] > view.net_worth(about["mover"]):
            return "refuse"
        if give["cash"] > get["cash"] and view.cash(me) - give["cash"] < self.lives_on:
            return "refuse"
        brings, costs = side_worth(view, me, get), side_worth(view, me, give)
        return "accept" if 100 * brings > MARGIN * costs else "refuse"

    # --- Game 2 ---------------------------------------------------------------------------------

    def join_coalition(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, about = view.seat or "", decision.about
        if me in view.government:
            return "yes"
        if about["kind"] == "subsidy":
            return "yes" if gains_by(view, me, about["bill"]) and can_pay_interest(view) else "no"
        if about["kind"] != "tax":
            return "no"
        return "yes" if view.tax_due(me, about["bill"]) <= view.tax_due(me) else "no"

    def support_pm(self, view: PoleconomyView, decision: Decision) -> Reply:
        if (view.seat or "") not in view.government:
            return "no"
        return "yes" if can_pay_interest(view) else "no"

    def pm_action(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Deal with the arrow first, then posts and salaries, the debt, and bills; then be done."""
        listed = {move.name: move for move in decision.moves}
        acts = (
            self.turn_arrow, self.fill_cabinet, self.raise_salaries, self.redeem_bonds,
            self.ask_for_tax,
        )  # fmt: skip
        for act in acts if listed["reverse_arrow"].barred == "" else acts[1:]:
            answer = act(view)
            if answer is not None and not listed[answer.move].barred:
                return answer
        return DONE

    def turn_arrow(self, view: PoleconomyView) -> Answer | None:
        """Reverse the arrow if the other side suits better."""
        return Answer("reverse_arrow") if self.wants_reversal(view) else None

    def fill_cabinet(self, view: PoleconomyView) -> Answer | None:
        """Give a member of the Government a post."""
        return None

    def paid(self, view: PoleconomyView) -> list[str]:
        """List the seats whose salaries are raised, in the order of the raises."""
        return [view.seat or ""]

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        """Raise salaries while bonds can still pay for them."""
        if view.unissued < self.raises_from:
            return None
        for seat in self.paid(view):
            if (amount := next_salary(view, seat)) is not None:
                return Answer("set_salary", {"player": seat, "amount": amount})
        return None

    def wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        """Return the tax law that suits this bot now."""
        return self.law

    def ask_for_tax(self, view: PoleconomyView) -> Answer | None:
        """Table the law that is wanted unless it is in force, once in a turn."""
        law = self.wanted_law(view)
        if law is None or view.bills_left < view.options.bills_per_turn - self.bills_before_tax:
            return None
        if view.law_in_force == law:
            return None
        stated = plain_law(law)
        return Answer("propose_tax", {"law": stated}) if view.may_say(stated) else None

    def redeem_bonds(self, view: PoleconomyView) -> Answer | None:
        """Spend the Treasury's cash on its debt (P17.8).

        Cash bears nothing, each bond costs 100,000 at every Bonds position, and one that is
        redeemed can be issued again when a bill comes. The bot's own bonds are paid twice their
        face value, so they come first, as many as are redeemed from the Bank (P17.9): who would
        like to be Prime Minister on that day (lesson 3, question 3)?
        """
        me, cash, with_bank = view.seat or "", view.cash("treasury"), view.left("bond")
        price, own_price = view.redemption_price("bank"), view.redemption_price(me)
        for own in range(view.count(me, "bond"), -1, -1):
            count = min(with_bank, (cash - own * own_price) // price)
            if count > 0 and own <= view.own_redeemable(count):
                given = {"from_bank": count, "from_players": {me: own} if own else {}}
                return Answer("redeem_bonds", given)
        return None


@lru_cache(maxsize=1024)
def numbers_on(numbers: tuple[int, ...], marker: int, arrow: str) -> int:
    """Return the sum of the next six Numbers of the index in a direction.

    >>> numbers_on((1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2), 0, "clockwise")
    27
    """
    step = 1 if arrow == "clockwise" else -1
    return sum(numbers[(marker + step * n) % len(numbers)] for n in range(1, LOOK_AHEAD + 1))


@lru_cache(maxsize=8)
def best_income(edition: EditionRules) -> str | None:
    """Return the income square with the highest number that Opportunity may lead to, or None."""
    squares = edition.squares
    return max(
        (s for s in squares if squares[s].kind == "income" and not squares[s].opportunity),
        key=lambda square: squares[square].number,
        default=None,
    )


def is_last(view: PoleconomyView) -> bool:
    """Return whether the mover has no other turn, unless an election gives one (P3.9, P3.10)."""
    return view.turns_left < len(view.seats)


def side_worth(view: PoleconomyView, me: str, side: Mapping[str, Any]) -> int:
    """Return what one side of a trade is worth to a seat, in dollars.

    A debt and the squares count as they do in net worth, a business policy by what it insures.
    """
    squares = sum(view.price(square) for square in side["squares"])
    policies = min(side["business"], 1) * policy_worth(view, me)
    worth: int = side["cash"] + side["debt"] + squares + policies
    return worth


def policy_worth(view: PoleconomyView, seat: str) -> int:
    """Return the loss by disasters that a business policy is expected to prevent, in dollars."""
    prices = view.edition.prices
    at_risk = view.net_worth(seat) - view.count(seat, "life") * prices.life_at_end
    after = (view.seats.index(seat) - view.seats.index(view.mover)) % len(view.seats)
    throws = 0 if view.turns_left < after else (view.turns_left - after) // len(view.seats) + 1
    throws -= not after  # the mover's own throw of this turn
    return max(at_risk, 0) * min(throws, CHANCE) // CHANCE


def gains_by(view: PoleconomyView, me: str, subsidy: Mapping[str, Any]) -> bool:
    """Return whether a seat meets the conditions of a subsidy now (P19.5)."""
    return meets(read_conditions(subsidy["when"]), view.figures(me))


def flat_law(per_company: int, per_advert: int, flat: int = 0) -> TaxLaw:
    """Return a tax law with a single bracket, which applies to everybody."""
    return TaxLaw((Bracket(flat=flat, per_company=per_company, per_advert=per_advert),))


def next_salary(view: PoleconomyView, seat: str) -> int | None:
    """Return the salary to which a bot raises a seat, in dollars; ``None`` without a raise.

    It is as high as may be, but even a new minister gets no more than one raise.
    """
    one_raise = view.salaries_before.get(seat, 0) + view.edition.salary.raise_max
    most = min(view.highest_salary(seat), one_raise)
    return most if most > view.salary(seat) else None


def can_pay_interest(view: PoleconomyView) -> bool:
    """Return whether cash and unissued bonds of the Treasury cover the next interest (P17.5)."""
    return view.next_interest <= view.means
