"""The common part of the bankers: produce, feed the people, and keep laws if possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.policy import Decider, Reply
from classkit.engine.requests import Decision

from ..contents import COMMODITIES
from ..rules.delivery import NOTHING
from ..rules.pegs import KEEP
from ..shown.view import EconomiconView
from .duties import BY_PURCHASE, FREE, Duties, duties_of, tokens_by_event
from .purchases import buy_asked, buy_good, may_pay, pays

PASS = "pass"
DONE = ("produced.", "sent.", "bought.", "paid.", "created", "destroyed", "changed_peg")
"""Measures of what was done in the round, which nothing takes back."""
ORDER_MOST = 4
"""The most of a commodity that a banker orders with one gold."""


class Banker(Decider):
    """A banker that produces and feeds its people; each kind chooses its peg and its spending.

    Whoever leaves the people short, or breaks a law, is punished by a token only, and three tokens
    win nothing (N13.2, N16.2). So in the last round a banker produces, releases and buys what
    people, laws and event ask of it only if tokens still decide whether it may win: a promise that
    is kept for the sake of the next round is not kept in the last. And it produces no more than
    that: goods go to the market unpaid (N9.1), where they only make cheap what everybody holds.
    """

    keeps_gold = 2
    """The gold it keeps when it buys more than its people will eat."""

    def __init__(self) -> None:
        self.known: tuple[tuple[Any, ...], Any] = ((), None)
        """The cards it last saw in force, and its duties under them."""

    def duties(self, view: EconomiconView, seat: str) -> Duties:
        """Return the duties under the cards now in force, worked out when these change."""
        cards = view.in_force(seat)
        if cards != self.known[0]:
            self.known = (cards, duties_of(*cards))
        duties: Duties = self.known[1]
        return duties

    # --- to be filled in by each banker -------------------------------------------------------

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        """Keep the peg, unless a kind of banker chooses otherwise."""
        return KEEP

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend what is spare, once all needs are covered."""
        return PASS

    def heeds(self, view: EconomiconView) -> bool:
        """Return whether it buys what laws and the event ask for, when its people are fed."""
        return True

    def owes(self, view: EconomiconView, seat: str) -> bool:
        """Return whether to meet what is asked of it in this last round may decide who wins.

        It does not where tokens decide nothing any more (N16.2): a nation stays below the limit
        whatever comes, or above it while another is sure to stay below. It does not where another
        who is sure to stay below has twice its worth, nor where a law is broken anyhow, which costs
        the token (N13.2).
        """
        edition, event, laws = view.in_force(seat)
        per_cause = view.options.token_counting == "per_cause"
        limit, penalty = view.options.disqualify_at, 2 if per_cause else 1
        taken, added = tokens_by_event(edition, event)
        tokens, worst = view.tokens(seat), penalty + added
        if tokens + worst < limit:
            return False
        if not per_cause and self.breaks_a_law(view, seat, duties_of(edition, None, laws)):
            return False
        sure = [other for other in view.others if view.tokens(other) + worst < limit]
        if any(view.worth(other) > 2 * view.worth(seat) for other in sure):
            return False
        return not sure or tokens - edition.reward.tokens_removed - taken < limit

    def breaks_a_law(self, view: EconomiconView, seat: str, duties: Duties) -> bool:
        """Return whether no purchase can mend any more what its laws ask (N13.1)."""
        if view.measure(seat, "unmet.production"):
            return True
        for measure, (low, high) in duties.bounds.items():
            now = view.measure(seat, measure)
            if not measure.startswith(DONE) or not isinstance(now, int):
                continue
            if now > high or (now < low and measure not in BY_PURCHASE):
                return True
        return not self.heeds(view) and bool(view.short_of(seat, duties.asked))

    # --- decisions ----------------------------------------------------------------------------

    def order_production(self, view: EconomiconView, decision: Decision) -> Reply:
        """Order of each commodity what one gold pays, at most 4; more if a law or an event asks.

        In the last round order no more than is asked, or nothing.
        """
        seat, rates = decision.seat, decision.about["costs"]
        duties, left = self.duties(view, seat), view.held(seat, "gold")
        orders, missing = duties.orders, duties.missing
        is_last = view.rounds_left() == 0
        if is_last and not self.owes(view, seat):
            orders = tuple((good, 0, 0, 0) for good in COMMODITIES)
        order: dict[str, int | str] = {}
        for good, after, least, most in orders:
            rate = rates[good]
            wanted = least if is_last else max(least, min(rate.most(1), ORDER_MOST))
            if not after:
                wanted = max(wanted, missing)
            wanted = min(wanted, most)
            cost = rate.cost(wanted)
            if cost > left - after:  # leave something for what comes after
                wanted = rate.most(left - after)
                cost = rate.cost(wanted)
            order[good] = wanted
            left -= cost
            missing -= wanted
        if view.options.production_pay != "gold":
            order["pay_with"] = "gold"
        return "order", order

    def release_goods(self, view: EconomiconView, decision: Decision) -> Reply:
        """Release exactly what laws and the event ask, of what there is most."""
        seat = decision.seat
        duties = self.duties(view, seat)
        if not duties.sends or (view.rounds_left() == 0 and not self.owes(view, seat)):
            return NOTHING
        return send(view, seat, duties.sends)

    def consent(self, view: EconomiconView, decision: Decision) -> Reply:
        """Sell what is spare at the market price, and buy nothing unasked."""
        seat, about = decision.seat, decision.about
        good = about["unit"]
        if about["side"] == "buy" and good in COMMODITIES:
            left = view.held(seat, good) - about["qty"]
            if left >= self.duties(view, seat).needs[good]:
                return "accept"
        return "decline"

    # --- trade --------------------------------------------------------------------------------

    def trade(self, view: EconomiconView, decision: Decision) -> Reply:
        """Buy food first, then what laws and the event ask, then spend what is spare."""
        seat = decision.seat
        duties = self.duties(view, seat)
        if duties.pays_most < FREE and may_pay(view, seat, duties) < 1:
            return PASS
        if view.rounds_left() == 0 and not self.owes(view, seat):
            return self.spend_last(view, seat, duties)
        for good, missing in view.lacking(seat, duties.needs):
            found = buy_good(view, seat, good, missing, duties, self.keeps_gold)
            if found:
                return found
        if duties.asked and self.heeds(view) and (found := buy_asked(view, seat, duties)):
            return found
        if view.rounds_left() == 0:
            return self.spend_last(view, seat, duties)
        return self.spend(view, seat, duties)

    def spend_last(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend in the last round, but not where that leaves less than it had."""
        found = self.spend(view, seat, duties)
        if isinstance(found, tuple) and not pays(view, seat, duties, **found[1]):
            return PASS
        return found


def send(view: EconomiconView, seat: str, asked: Mapping[str, int]) -> Reply:
    """Release as much of each as is asked, as far as it is held, and as is asked in total."""
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
    """Return whether the move may be made."""
    for listed in decision.moves:
        if listed.name == move:
            return not listed.barred
    return False
