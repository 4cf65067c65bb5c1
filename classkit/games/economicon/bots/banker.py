"""What all three bankers do alike: produce, feed their people, and keep laws if they can."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..edition.contents import COMMODITIES
from ..rules.delivery import NOTHING
from ..rules.pegs import KEEP
from ..shown.view import EconomiconView
from .duties import FREE, Duties, duties_of
from .purchases import buy_asked, buy_good, may_pay

PASS = "pass"
ORDER_MOST = 4
"""As many of a commodity as one gold pays, but never more than this."""


class Banker:
    """The common part; a banker chooses its peg, and how it spends what is spare."""

    keeps_gold = 2
    """The gold it keeps when it buys more than its people will eat."""

    def __init__(self) -> None:
        self.known: tuple[tuple[Any, ...], Any] = ((), None)
        """The cards it saw in force last, and what they ask."""

    def __call__(self, view: EconomiconView, decision: Decision) -> Reply:
        seat, name = decision.seat, decision.name
        cards = view.in_force(seat)
        known, duties = self.known
        if cards != known:
            duties = duties_of(*cards)
            self.known = (cards, duties)
        if name == "trade":
            return self.trade(view, seat, duties)
        if name == "choose_peg":
            return self.choose_peg(view, decision, seat, duties)
        if name == "order_production":
            return self.order(view, decision, seat, duties)
        if name == "release_goods":
            return self.release(view, decision, seat, duties)
        return self.consent(view, decision, seat, duties)

    # --- to be filled in by each banker -------------------------------------------------------

    def choose_peg(
        self, view: EconomiconView, decision: Decision, seat: str, duties: Duties
    ) -> Reply:
        """By default the peg is kept."""
        return KEEP

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """What to do with what is spare, once all needs are covered."""
        return PASS

    # --- decisions ----------------------------------------------------------------------------

    def order(self, view: EconomiconView, decision: Decision, seat: str, duties: Duties) -> Reply:
        """Of each commodity what one gold pays, at most 4; more where a law or an event asks."""
        left, lines = view.held(seat, "gold"), decision.about["costs"]
        missing = duties.missing
        order: dict[str, int | str] = {}
        for good, after, least, most in duties.orders:
            line = lines[good]
            wanted = line.for_one
            if wanted > ORDER_MOST:
                wanted = ORDER_MOST
            if wanted < least:
                wanted = least
            if missing > wanted and not after:
                wanted = missing
            if wanted > most:
                wanted = most
            cost = line.cost(wanted)
            if cost > left - after:  # something has to be left for what comes after
                wanted = min(wanted, line.most(max(0, left - after)))
                cost = line.cost(wanted)
            order[good] = wanted
            left -= cost
            missing -= wanted
        if view.options.production_pay != "gold":
            order["pay_with"] = "gold"
        return "order", order

    def release(self, view: EconomiconView, decision: Decision, seat: str, duties: Duties) -> Reply:
        """Exactly what laws and the event ask: of what there is most of."""
        return send(view, seat, duties.sends) if duties.sends else NOTHING

    def consent(self, view: EconomiconView, decision: Decision, seat: str, duties: Duties) -> Reply:
        """Sells what it can spare at the market price, and buys nothing it did not ask for."""
        about = decision.about
        good = about["unit"]
        if about["side"] == "buy" and good in COMMODITIES:
            left = view.held(seat, good) - about["qty"]
            if left >= duties.needs[good]:
                return "accept"
        return "decline"

    # --- trade --------------------------------------------------------------------------------

    def trade(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Food first, then what laws and the event ask, then what is spare."""
        if duties.pays_most < FREE and may_pay(view, seat, duties) < 1:
            return PASS
        for good, missing in view.lacking(seat, duties.needs):
            found = buy_good(view, seat, good, missing, duties, self.keeps_gold)
            if found:
                return found
        if duties.asked and (found := buy_asked(view, seat, duties)):
            return found
        return self.spend(view, seat, duties)


def send(view: EconomiconView, seat: str, asked: Mapping[str, int]) -> Reply:
    """As much as is asked of each, as far as it is held, and as is asked in all."""
    released: dict[str, int] = {}
    left: dict[str, int] = {}
    missing = asked.get("total", 0)
    for good in COMMODITIES:
        held, sent = view.held(seat, good), asked.get(good, 0)
        if sent > held:
            sent = held
        released[good], left[good] = sent, held - sent
        missing -= sent
    while missing > 0:
        best, most = "", 0
        for good, number in left.items():
            if number > most:
                best, most = good, number
        if not best:
            break
        released[best] += 1
        left[best] -= 1
        missing -= 1
    return "release", released


def may(decision: Decision, move: str) -> bool:
    """Whether the move may be made."""
    for listed in decision.moves:
        if listed.name == move:
            return not listed.barred
    return False
