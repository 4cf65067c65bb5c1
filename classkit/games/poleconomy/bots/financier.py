"""The financier: works with other people's money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Aside, Decision

from ..shown.view import PoleconomyView
from .investor import Investor, flat_law, policy_worth
from .log_rolling import bought_votes, sold_vote, spoils
from .saver import bonds_then_savings, insurance_then_bank, least_at_auction, where_savings_pay


class Financier(Investor):
    """Works with other people's money.

    Cash that lies idle earns nothing, and a bond brings 100% whenever the marker stops on Bonds,
    three positions of fourteen. So a loan at three tenths more pays for both sides, and as nobody
    can call it (P13.5), the debt stands until the end, when it is taken off the net worth (lesson
    1, question 3: who gains from a debt?). While four rounds or more are left it asks whoever has
    most cash for a third of what he does not live on, and carries the money to the Royal Bank as
    the saver does, already from 400,000 on.

    Its second trade is in insurance. When it will not throw again a business policy is of no use
    to it, and of some to those who still do: one throw in 36 would cost them all they have. It asks
    half of what that comes to.

    Everything else it does as the saver: what it buys at the Bank and at auctions, and where.

    In Game 2 it wants the saver's tax law and leaves salaries alone, but it governs like the
    politician: a bill needs votes, and votes have a price.
    """

    buys_up_to = 3
    law = flat_law(70_000, 20_000)
    bills_before_tax = 1
    rich = 400_000
    loan_share = 3
    """The divisor of the lender's spare cash: with 3 it asks for a third."""
    interest = 130
    """The debt that it offers, in per cent of the loan."""
    least_rounds = 4
    """The fewest rounds left for a loan, so that bonds can earn the interest."""
    beside_own = frozenset({"choose_move", "end_turn"})
    """The decisions beside which it makes offers: its turn's first and last."""

    def corners_wanted(self, view: PoleconomyView, me: str) -> list[str]:
        return insurance_then_bank(view, me, self.rich)

    def royal_bank(self, view: PoleconomyView, decision: Decision) -> Reply:
        return bonds_then_savings(view)

    def highest_bid(self, view: PoleconomyView, square: str) -> int:
        return least_at_auction(view, square)

    def choose_circuit(self, view: PoleconomyView, decision: Decision) -> Reply:
        return where_savings_pay(view)

    # --- trades ---------------------------------------------------------------------------------

    def aside(
        self, view: PoleconomyView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Reply | None:
        """Offer a loan before it moves, or a business policy after its last throw."""
        if view.offers_left < 1:
            return None
        offer = self.ask_for_loan if decision.name == "choose_move" else self.sell_insurance
        return offer(view, decision.seat)

    def ask_for_loan(self, view: PoleconomyView, me: str) -> Reply | None:
        """Ask the next lender for a part of the cash that he does not need."""
        rounds_left = view.turns_left // len(view.seats)
        for_sale = view.left("bond") * view.edition.prices.bond
        if rounds_left < self.least_rounds or not for_sale or not view.options.loans_allowed:
            return None
        asked = view.options.trades_per_turn - view.offers_left
        if asked >= len(view.others):
            return None
        lender = sorted(view.others, key=view.cash, reverse=True)[asked]
        bond, unit = view.edition.prices.bond, view.edition.unit
        spare = (view.cash(lender) - self.lives_on) // self.loan_share
        loan = min(spare, for_sale) // bond * bond
        if loan <= 0:
            return None
        debt = loan * self.interest // 100 // unit * unit
        return trade(lender, give=side(debt=debt), get=side(cash=loan))

    def sell_insurance(self, view: PoleconomyView, me: str) -> Reply | None:
        """Sell a policy that it will not need to the player who needs it most."""
        if not view.count(me, "business") or policy_worth(view, me):
            return None
        exposed = [seat for seat in view.others if not view.count(seat, "business")]
        if not exposed:
            return None
        buyer = max(exposed, key=lambda seat: policy_worth(view, seat))
        unit = view.edition.unit
        price = policy_worth(view, buyer) // 2 // unit * unit
        if price < unit or view.cash(buyer) < price + self.lives_on:
            return None
        return trade(buyer, give=side(business=1), get=side(cash=price))

    # --- Game 2 ---------------------------------------------------------------------------------

    def vote_bill(self, view: PoleconomyView, decision: Decision) -> Reply:
        return sold_vote(view, decision) or super().vote_bill(view, decision)

    def ask_for_tax(self, view: PoleconomyView) -> Answer | None:
        bought = bought_votes(view, self.wanted_law(view))
        return bought or super().ask_for_tax(view) or spoils(view)

    def raise_salaries(self, view: PoleconomyView) -> Answer | None:
        return None


def side(cash: int = 0, business: int = 0, debt: int = 0) -> dict[str, Any]:
    """Return one side of a trade."""
    return {"cash": cash, "squares": [], "business": business, "debt": debt}


def trade(partner: str, give: dict[str, Any], get: dict[str, Any]) -> Answer:
    """Return the offer of a trade."""
    return Answer("propose_trade", {"partner": partner, "give": give, "get": get})
