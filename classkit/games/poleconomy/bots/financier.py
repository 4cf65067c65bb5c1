"""Bot that borrows to buy bonds, and trades insurance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from classkit.engine.decisions import Aside, Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import PoleconomyView
from .investor import Investor, estimate_policy_worth, make_flat_law
from .log_rolling import buy_votes, propose_spoils, sell_vote
from .saver import buy_bonds_first, choose_saver_circuit, get_saver_bid, list_saver_corners


class Financier(Investor):
    """Works with other people's money.

    Idle cash earns nothing, and a bond pays 100% whenever the marker stops on Bonds, which is on
    three of fourteen positions. So even a debt of twice the loan pays for both sides. Nobody can
    demand repayment (P13.5), so the debt lasts until the end, when it is subtracted from net worth
    (lesson 1, question 3: who gains from a debt?). While at least four rounds are left, the bot
    asks the player with most cash for a third of that player's spare cash. It invests the money at
    the Royal Bank like the saver, but already with 400,000.

    In Game 2 the Bank only has bonds that the Treasury has issued. The bot goes there only while
    the Bank has at least three, because with fewer a roll pays more. It takes a second loan only
    while there are at least ten.

    It also trades insurance. When the bot will not roll again, it has no use for a business policy,
    but players who still have to roll do: one roll in 36 would cost them everything they have. The
    price is half of the expected loss.

    In all other decisions it follows the saver, for example in purchases at the Bank and auctions.

    In Game 2 it proposes the saver's tax law and leaves salaries unchanged, but it governs like the
    politician, because a bill needs votes and votes have a price.
    """

    buys_up_to = 3
    law = make_flat_law(70_000, 20_000)
    bills_before_tax = 1
    rich = 400_000
    loan_share = 3
    """Divisor of the lender's spare cash. 3 means that the bot asks for a third."""
    interest = 200
    """Amount to repay for a loan, as a percentage of the loan."""
    least_bonds = 3
    """Minimum number of bonds at the Bank for which the bot goes there."""
    least_bonds_for_debts = 10
    """Minimum number of bonds at the Bank for which the bot takes a second loan."""
    least_rounds = 4
    """Minimum number of remaining rounds for a loan, so that bonds can earn the interest."""
    beside_own = frozenset({"choose_move", "end_turn"})
    """Decisions during which the bot makes offers: the first and last of its turn."""

    def list_wanted_corners(self, view: PoleconomyView, me: str) -> list[str]:
        wants_bank = view.cash(me) >= self.rich and view.left("bond") >= self.least_bonds
        return list_saver_corners(view, me, wants_bank)

    def royal_bank(self, view: PoleconomyView, decision: Decision) -> Reply:
        return buy_bonds_first(view)

    def get_max_bid(self, view: PoleconomyView, square: str) -> int:
        return get_saver_bid(view, square)

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return choose_saver_circuit(view) or super().choose_circuit(view, decision)

    # --- trades ---------------------------------------------------------------------------------

    def aside(
        self, view: PoleconomyView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Reply | None:
        """Offer a loan before moving, or a business policy after the last roll."""
        if view.offers_left < 1:
            return None
        offer = self.propose_loan if decision.name == "choose_move" else self.propose_insurance
        return offer(view, decision.seat)

    def propose_loan(self, view: PoleconomyView, me: str) -> Reply | None:
        """Ask the next lender for part of its spare cash."""
        rounds_left = view.turns_left // len(view.seats)
        bonds_left = view.left("bond")
        if rounds_left < self.least_rounds or not bonds_left or not view.options.loans_allowed:
            return None
        if bonds_left < self.least_bonds_for_debts and view.debts(me):
            return None
        asked = view.options.trades_per_turn - view.offers_left
        if asked >= len(view.others):
            return None
        lender = sorted(view.others, key=view.cash, reverse=True)[asked]
        bond, unit = view.edition.prices.bond, view.edition.unit
        spare = (view.cash(lender) - self.lives_on) // self.loan_share
        loan = min(spare // bond, bonds_left) * bond
        if loan <= 0:
            return None
        debt = loan * self.interest // 100 // unit * unit
        return build_trade_offer(lender, give=build_side(debt=debt), get=build_side(cash=loan))

    def propose_insurance(self, view: PoleconomyView, me: str) -> Reply | None:
        """Offer a business policy that the bot no longer needs to the player with most at risk."""
        if not view.count(me, "business") or estimate_policy_worth(view, me):
            return None
        exposed = [seat for seat in view.others if not view.count(seat, "business")]
        if not exposed:
            return None
        buyer = max(exposed, key=lambda seat: estimate_policy_worth(view, seat))
        unit = view.edition.unit
        price = estimate_policy_worth(view, buyer) // 2 // unit * unit
        if price < unit or view.cash(buyer) < price + self.lives_on:
            return None
        return build_trade_offer(buyer, give=build_side(business=1), get=build_side(cash=price))

    # --- Game 2 ---------------------------------------------------------------------------------

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        return sell_vote(view, decision) or super().vote_bill(view, decision)

    def propose_tax_law(self, view: PoleconomyView) -> Answer | None:
        bought = buy_votes(view, self.get_wanted_law(view))
        return bought or super().propose_tax_law(view) or propose_spoils(view)

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        return None


def build_side(cash: int = 0, business: int = 0, debt: int = 0) -> dict[str, Any]:
    return {"cash": cash, "squares": [], "business": business, "debt": debt}


def build_trade_offer(partner: str, give: dict[str, Any], get: dict[str, Any]) -> Answer:
    return Answer("propose_trade", {"partner": partner, "give": give, "get": get})
