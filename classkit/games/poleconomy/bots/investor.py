"""Base class of the Poleconomy bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from classkit.engine.decisions import Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Decider, Reply

from ..laws import Bracket, TaxLaw, dump_law, meets_conditions, read_conditions
from ..presentation.view import PoleconomyView
from ..rules_data import PoleconomyRules
from ..state import REVERSED_ARROW
from .solvency import (
    can_pay_interest,
    count_bonds_ahead,
    get_revenue,
    may_spend,
    rescues_treasury,
)

DISASTER_ODDS = 36
"""Rolls per disaster, on average: a double 6 is one roll in 36."""
MIN_TRADE_RETURN = 110
"""Minimum value of an acceptable trade, as a percentage of its cost."""
LOOKAHEAD_DISTANCE = 6
"""Number of index positions to examine on each side of the marker: the range of a die."""
DONE_ANSWER = Answer("done")


class Investor(Decider):
    """The decisions that the bots share. Subclasses override some of them.

    A life policy costs 100,000 and is worth 1,000,000 at the end, more than anything else on the
    board. So all bots go to Canada Life while a policy is left and they can pay, unless they are
    already there. Owners of advertising direct visitors to their own first company. Without a
    company, they offer a third player half of the profit. That player should accept, because half
    is better than nothing. The bots accept a trade if its value in net worth is at least a tenth
    above its cost, and if they keep enough cash to continue. They lend to nobody who is not worth
    the debt or is richer than they are, because a loan helps the borrower to win. In their last
    turn they pay for nothing that needs a further turn, such as insurance or a takeover, and they
    leave a corner for the circuit without rival companies.

    In Game 2 they accept a place in any coalition, because its members share the posts. Members of
    the Government vote for its bills. The opposition votes for a tax only if it costs them no more
    than the law in force, and for a subsidy only if they receive it and the Treasury can afford it.
    Members support the Prime Minister while the Treasury can pay the next interest, because nobody
    wins a bankrupt country.

    So a Prime Minister spends only what the Treasury can afford (:func:`.solvency.can_afford`). If
    the Treasury may not last, the bot cuts salaries, ministers' first, turns the arrow away from
    Bonds, and proposes its tax law, then a law with twice the rates. Other bots vote for a tax that
    rescues the Treasury. Only a bot that is far behind, and would lose in any case, keeps spending
    and risks bankruptcy.
    """

    buys_up_to = 5
    """The highest Inflation Number at which the bot buys squares."""
    raises_from = 0
    """Minimum number of unissued bonds at which the bot raises salaries as Prime Minister."""
    law: TaxLaw | None = None
    """The tax law that the bot wants, or None."""
    bills_before_tax = 0
    """The number of bills that the bot may propose in a turn before its tax law."""
    lives_on = 200_000
    """Cash in dollars that the bot does not spend on trades."""

    def end_turn(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "done"

    # --- moving ---------------------------------------------------------------------------------

    def choose_move(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, corner_of = view.seat or "", view.edition.corner_of
        here = view.at(me)
        if here != corner_of["life"] and self.wants_life_policy(view, me):
            return corner_of["life"]
        for function in self.list_wanted_corners(view, me):
            if here != corner_of[function]:
                return corner_of[function]
        return "throw"

    def wants_life_policy(self, view: PoleconomyView, me: str) -> bool:
        """Return True if a life policy is left and affordable."""
        return view.left("life") > 0 and view.cash(me) >= view.edition.prices.life

    def list_wanted_corners(self, view: PoleconomyView, me: str) -> list[str]:
        """Return the functions of the other corners that are worth a turn, best first."""
        return []

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "inner" if is_last_turn(view) and costs_profit(view, decision) else "outer"

    def set_arrow(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "reverse" if self.wants_reversal(view) else "keep"

    def wants_reversal(self, view: PoleconomyView) -> bool:
        """Return True if the numbers in the reverse direction suit the bot better."""
        numbers, marker, arrow = view.edition.index.numbers, view.marker, view.arrow
        ahead = sum_index_numbers(numbers, marker, arrow)
        behind = sum_index_numbers(numbers, marker, REVERSED_ARROW[arrow])
        return ahead < behind if self.wants_inflation(view) else ahead > behind

    def wants_inflation(self, view: PoleconomyView) -> bool:
        """Return True if higher prices suit the bot now."""
        return False

    # --- squares --------------------------------------------------------------------------------

    def buy_square(self, view: PoleconomyView, decision: Decision) -> Reply:
        cheap = view.number <= self.buys_up_to
        return "yes" if cheap and view.cash(view.seat or "") >= decision.about["price"] else "no"

    def bid(self, view: PoleconomyView, decision: Decision) -> Reply:
        unit, prices = view.edition.unit, view.edition.prices
        most = self.get_max_bid(view, decision.about["square"]) // unit * unit
        amount = min(most, view.cash(view.seat or ""))
        if "standing" in decision.about:  # open bidding: raise by the minimum only
            standing = decision.about["standing"]
            least = standing + unit if standing else prices.auction_min
            amount = least if least <= amount else 0
        return "bid", {"amount": amount if amount >= prices.auction_min else 0}

    def get_max_bid(self, view: PoleconomyView, square: str) -> int:
        """Return the bot's maximum bid for a square, in dollars."""
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
        """Go to one of its own companies, which pays immediately, or to one that it would buy."""
        me = view.seat or ""
        if own := view.companies_of(me):
            return "go", {"square": own[0]}
        free = view.companies_of("bank")
        if free and view.number <= self.buys_up_to and view.cash(me) >= view.company_price:
            return "go", {"square": free[0]}
        return "stay"

    def opportunity(self, view: PoleconomyView, decision: Decision) -> Reply:
        richest = find_best_income(view.edition)
        return ("go", {"square": richest}) if richest else "stay"

    # --- insurance ------------------------------------------------------------------------------

    def buy_life(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred else "yes"

    def buy_business(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "no" if decision.moves[0].barred or is_last_turn(view) else "yes"

    # --- trades ---------------------------------------------------------------------------------

    def answer_trade(self, view: PoleconomyView, decision: Decision) -> Reply:
        about, me = decision.about, decision.seat
        get, give = about["give"], about["get"]  # the mover's give and get, swapped for the partner
        if get["debt"] and not get["debt"] <= view.net_worth(about["mover"]) <= view.net_worth(me):
            return "refuse"
        if give["cash"] > get["cash"] and view.cash(me) - give["cash"] < self.lives_on:
            return "refuse"
        brings, costs = get_side_worth(view, me, get), get_side_worth(view, me, give)
        return "accept" if 100 * brings > MIN_TRADE_RETURN * costs else "refuse"

    # --- Game 2 ---------------------------------------------------------------------------------

    def join_coalition(self, view: PoleconomyView, decision: Decision) -> Reply:
        return "yes"

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        me, about = view.seat or "", decision.about
        if me in view.government or (about["kind"] == "tax" and rescues_treasury(view, me, about)):
            return "yes"
        if about["kind"] == "subsidy":
            return (
                "yes"
                if can_receive_subsidy(view, me, about["bill"]) and can_pay_interest(view)
                else "no"
            )
        if about["kind"] != "tax":
            return "no"
        return "yes" if view.tax_due(me, about["bill"]) <= view.tax_due(me) else "no"

    def support_pm(self, view: PoleconomyView, decision: Decision) -> Reply:
        if (view.seat or "") not in view.government:
            return "no"
        return "yes" if can_pay_interest(view) else "no"

    def pm_action(self, view: PoleconomyView, decision: Decision) -> Reply:
        """Deal with the arrow, posts, debt, salaries and bills in this order, then finish."""
        listed = {move.name: move for move in decision.moves}
        acts = (
            self.choose_arrow_reversal, self.fill_cabinet, self.redeem_bonds, self.cut_salaries,
            self.raise_salaries, self.propose_tax_law,
        )  # fmt: skip
        for act in acts if listed["reverse_arrow"].barred == "" else acts[1:]:
            answer = act(view)
            if answer is not None and not listed[answer.move].barred:
                return answer
        return DONE_ANSWER

    def choose_arrow_reversal(self, view: PoleconomyView) -> Answer | None:
        """Reverse the arrow if the other direction suits the bot better.

        If the Treasury may not last, choose the direction with fewer Bonds positions.
        """
        if not may_spend(view):
            here, there = (
                count_bonds_ahead(view, arrow) for arrow in (view.arrow, REVERSED_ARROW[view.arrow])
            )
            if here != there:
                return Answer("reverse_arrow") if there < here else None
        return Answer("reverse_arrow") if self.wants_reversal(view) else None

    def fill_cabinet(self, view: PoleconomyView) -> Answer | None:
        """Give a member of the Government a post."""
        return None

    def get_raise_order(self, view: PoleconomyView) -> list[str]:
        """Return the seats whose salaries the bot raises, in order."""
        return [view.seat or ""]

    def cut_salaries(self, view: PoleconomyView) -> Answer | None:
        """Cut the salaries, ministers' first, if the Treasury may not last."""
        if may_spend(view):
            return None
        salaries, me = view.salaries, view.seat or ""
        for seat in sorted(salaries, key=lambda seat: (seat == me, -salaries[seat])):
            least = view.edition.salary.pm_min if seat == me else 0
            if salaries[seat] > least:
                return Answer("set_salary", {"player": seat, "amount": least})
        return None

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        """Raise a salary while enough bonds are unissued to pay for it."""
        if view.unissued < self.raises_from:
            return None
        salaries = view.salaries
        for seat in self.get_raise_order(view):
            if (amount := get_next_salary(view, seat)) is not None:
                payroll = sum(salaries.values()) - salaries[seat] + amount
                if may_spend(view, payroll=payroll):
                    return Answer("set_salary", {"player": seat, "amount": amount})
        return None

    def get_wanted_law(self, view: PoleconomyView) -> TaxLaw | None:
        """Return the tax law that the bot currently prefers."""
        return self.law

    def get_needed_law(self, view: PoleconomyView) -> TaxLaw | None:
        """Return the wanted law, or one with twice its rates if the Treasury needs and gains it.

        Return the law in force if the Treasury may not last and neither law brings more.
        """
        law = self.get_wanted_law(view)
        if law is None or may_spend(view):
            return law
        brings = get_revenue(view)
        if law != view.law_in_force and get_revenue(view, dump_law(law)) >= brings:
            return law
        heavier = dump_law(make_heavier(law))
        gains = view.may_say(heavier) and get_revenue(view, heavier) > brings
        return make_heavier(law) if gains else view.law_in_force

    def propose_tax_law(self, view: PoleconomyView) -> Answer | None:
        """Propose the wanted law once per turn, unless it is in force."""
        law = self.get_needed_law(view)
        if law is None or view.bills_left < view.options.bills_per_turn - self.bills_before_tax:
            return None
        if view.law_in_force == law:
            return None
        stated = dump_law(law)
        return Answer("propose_tax", {"law": stated}) if view.may_say(stated) else None

    def redeem_bonds(self, view: PoleconomyView) -> Answer | None:
        """Spend the Treasury's cash on redeeming bonds (P17.8).

        Cash earns nothing, while each issued bond costs 100,000 at every Bonds stop. Redeemed bonds
        can be issued again. In the last round, the bot redeems no bonds to save interest, because
        the cash pays the salaries. The bot's own bonds are redeemed at twice their face value, so
        it redeems as many of its own bonds as of the Bank's, if the Treasury lasts (P17.9; lesson
        3, question 3).
        """
        me, cash, with_bank = view.seat or "", view.cash("treasury"), view.left("bond")
        price, own_price = view.redemption_price("bank"), view.redemption_price(me)
        fewest = 1 if view.turns_left < len(view.seats) else 0
        for own in range(view.count(me, "bond"), fewest - 1, -1):
            count = min(with_bank, (cash - own * own_price) // price)
            if count > 0 and own <= view.own_redeemable(count):
                cost = own * own_price + count * price
                if own and not may_spend(view, cost, redeemed=own + count):
                    continue
                given = {"from_bank": count, "from_players": {me: own} if own else {}}
                return Answer("redeem_bonds", given)
        return None


@lru_cache(maxsize=1024)
def sum_index_numbers(numbers: tuple[int, ...], marker: int, arrow: str) -> int:
    """Return the sum of the next six Inflation Numbers in the arrow's direction.

    >>> sum_index_numbers((1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2), 0, "clockwise")
    27
    """
    step = 1 if arrow == "clockwise" else -1
    return sum(
        numbers[(marker + step * n) % len(numbers)] for n in range(1, LOOKAHEAD_DISTANCE + 1)
    )


@lru_cache(maxsize=8)
def find_best_income(edition: PoleconomyRules) -> str | None:
    """Return the income square with the highest number that Opportunity can reach, or None."""
    squares = edition.squares
    return max(
        (s for s in squares if squares[s].kind == "income" and not squares[s].opportunity),
        key=lambda square: squares[square].number,
        default=None,
    )


def is_last_turn(view: PoleconomyView) -> bool:
    """Return True if the mover has no further turn, except by an election (P3.9, P3.10)."""
    return view.turns_left < len(view.seats)


def costs_profit(view: PoleconomyView, decision: Decision) -> bool:
    """Return True if only the outer circuit leads to a rival's company (P6.2)."""
    rivals = {square for seat in view.others for square in view.companies_of(seat)}
    return decision.about["outer"] in rivals and decision.about["inner"] not in rivals


def get_side_worth(view: PoleconomyView, me: str, side: Mapping[str, Any]) -> int:
    """Return what one side of a trade is worth to a seat, in dollars.

    Debts and squares count as in net worth. A business policy counts as the expected loss that it
    prevents.
    """
    squares = sum(view.price(square) for square in side["squares"])
    policies = min(side["business"], 1) * estimate_policy_worth(view, me)
    worth: int = side["cash"] + side["debt"] + squares + policies
    return worth


def estimate_policy_worth(view: PoleconomyView, seat: str) -> int:
    """Return the expected loss from disasters that a business policy prevents, in dollars."""
    prices = view.edition.prices
    at_risk = view.net_worth(seat) - view.count(seat, "life") * prices.life_at_end
    after = (view.seats.index(seat) - view.seats.index(view.mover)) % len(view.seats)
    rolls = 0 if view.turns_left < after else (view.turns_left - after) // len(view.seats) + 1
    rolls -= not after  # the mover has already rolled in this turn
    return max(at_risk, 0) * min(rolls, DISASTER_ODDS) // DISASTER_ODDS


def can_receive_subsidy(view: PoleconomyView, me: str, subsidy: Mapping[str, Any]) -> bool:
    """Return True if a seat meets the conditions of a subsidy now (P19.5)."""
    return meets_conditions(read_conditions(subsidy["when"]), view.figures(me))


def make_flat_law(per_company: int, per_advert: int, flat: int = 0) -> TaxLaw:
    """Return a tax law with one bracket for everyone."""
    return TaxLaw((Bracket(flat=flat, per_company=per_company, per_advert=per_advert),))


def make_heavier(law: TaxLaw) -> TaxLaw:
    """Return a law with twice the rates in every bracket."""
    return replace(
        law,
        brackets=tuple(
            replace(
                bracket,
                flat=2 * bracket.flat,
                per_company=2 * bracket.per_company,
                per_advert=2 * bracket.per_advert,
            )
            for bracket in law.brackets
        ),
    )


def get_next_salary(view: PoleconomyView, seat: str) -> int | None:
    """Return the salary that the bot proposes for a seat, in dollars, or None for no raise.

    A new minister may receive several raises at a time, but the bot proposes at most one.
    """
    one_raise = view.salaries_before.get(seat, 0) + view.edition.salary.raise_max
    most = min(view.highest_salary(seat), one_raise)
    return most if most > view.salary(seat) else None
