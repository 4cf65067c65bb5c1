"""Base class of the Economicon bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Decision
from classkit.engine.policy import Decider, Reply

from ..presentation.view import EconomiconView
from ..rules.delivery import NO_RELEASE
from ..rules.pegs import KEEP
from ..rules_data import COMMODITIES
from .duties import MAX_BOUND, PURCHASE_MEASURES, Duties, get_duties, get_event_tokens
from .purchase_choice import buy_commodity, buy_required, get_payment_limit, is_purchase_worthwhile

PASS = "pass"
DONE_MEASURES = ("produced.", "sent.", "bought.", "paid.", "created", "destroyed", "changed_peg")
"""Prefixes of measures of the round that later acts cannot reverse."""
MAX_ORDER = 4
"""The maximum number of a commodity that a bot orders with one gold."""


class CentralBanker(Decider):
    """A banker that produces and feeds its people; each kind chooses its peg and its spending.

    Whoever leaves the people short, or breaks a law, is punished by a token only, and three tokens
    win nothing (N13.2, N16.2). So in the last round a banker produces, releases and buys what
    people, laws and event ask of it only if tokens still decide whether it may win: a promise that
    is kept for the sake of the next round is not kept in the last. And it produces no more than
    that: goods go to the market unpaid (N9.1), where they only make cheap what everybody holds.
    """

    keeps_gold = 2
    """Gold that the bot keeps when it buys more than its people consume."""
    ignored: frozenset[str] = frozenset()
    """Measures that laws and the event demand and for which the bot buys nothing."""

    def __init__(self) -> None:
        self.cached_duties: tuple[tuple[Any, ...], Any] = ((), None)
        """The cards for which duties were computed last, and those duties."""

    def duties(self, view: EconomiconView, seat: str) -> Duties:
        """Return the duties under the cards in force, cached until these change."""
        cards = view.in_force(seat)
        if cards != self.cached_duties[0]:
            self.cached_duties = (cards, get_duties(*cards))
        duties: Duties = self.cached_duties[1]
        return duties

    # --- overridden by subclasses -------------------------------------------------------------

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        """Keep the peg. Subclasses choose otherwise."""
        return KEEP

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend surplus money after all needs are met."""
        return PASS

    def is_compliance_decisive(self, view: EconomiconView, seat: str) -> bool:
        """Return True if meeting demands in the last round can decide who wins.

        It cannot if tokens no longer matter (N16.2): the nation stays below the limit in any
        case, or is above it while another nation is safe. Nor can it if a safe nation has twice
        the worth, or if a law is broken already, which costs the token anyway (N13.2).
        """
        edition, event, laws = view.in_force(seat)
        per_cause = view.options.token_counting == "per_cause"
        limit, penalty = view.options.disqualify_at, 2 if per_cause else 1
        taken, added = get_event_tokens(edition, event)
        tokens, worst = view.tokens(seat), penalty + added
        if tokens + worst < limit:
            return False
        if not per_cause and self.has_broken_law(view, seat, get_duties(edition, None, laws)):
            return False
        sure = [other for other in view.others if view.tokens(other) + worst < limit]
        if any(view.worth(other) > 2 * view.worth(seat) for other in sure):
            return False
        return not sure or tokens - edition.reward.tokens_removed - taken < limit

    def has_broken_law(self, view: EconomiconView, seat: str, duties: Duties) -> bool:
        """Return True if no purchase can still meet the nation's laws (N13.1)."""
        if view.measure(seat, "unmet.production"):
            return True
        for measure, (low, high) in duties.bounds.items():
            now = view.measure(seat, measure)
            if not measure.startswith(DONE_MEASURES) or not isinstance(now, int):
                continue
            if now > high or (now < low and measure not in PURCHASE_MEASURES):
                return True
        ignored = [demand for demand in duties.asked if demand[0] in self.ignored]
        return bool(view.short_of(seat, ignored))

    # --- decisions ----------------------------------------------------------------------------

    def order_production(self, view: EconomiconView, decision: Decision) -> Reply:
        """Order as much of each commodity as one gold pays for, at most 4, or more on demand.

        In the last round order only what is demanded.
        """
        seat, rates = decision.seat, decision.about["costs"]
        duties, left = self.duties(view, seat), view.held(seat, "gold")
        orders, missing = duties.orders, duties.missing
        is_last = view.rounds_left() == 0
        if is_last and not self.is_compliance_decisive(view, seat):
            orders = tuple((good, 0, 0, 0) for good in COMMODITIES)
        order: dict[str, int | str] = {}
        for good, after, least, most in orders:
            rate = rates[good]
            wanted = least if is_last else max(least, min(rate.get_max_quantity(1), MAX_ORDER))
            if not after:
                wanted = max(wanted, missing)
            wanted = min(wanted, most)
            cost = rate.cost(wanted)
            if cost > left - after:  # keep money for the commodities that follow
                wanted = rate.get_max_quantity(left - after)
                cost = rate.cost(wanted)
            order[good] = wanted
            left -= cost
            missing -= wanted
        if view.options.production_pay != "gold":
            order["pay_with"] = "gold"
        return "order", order

    def release_goods(self, view: EconomiconView, decision: Decision) -> Reply:
        """Release what laws and the event demand, starting with the largest holdings."""
        seat = decision.seat
        duties = self.duties(view, seat)
        if not duties.sends or (
            view.rounds_left() == 0 and not self.is_compliance_decisive(view, seat)
        ):
            return NO_RELEASE
        return build_release(view, seat, duties.sends)

    def consent(self, view: EconomiconView, decision: Decision) -> Reply:
        """Sell surplus at the market price; decline other proposals."""
        seat, about = decision.seat, decision.about
        good = about["unit"]
        if about["side"] == "buy" and good in COMMODITIES:
            left = view.held(seat, good) - about["qty"]
            if left >= self.duties(view, seat).needs[good]:
                return "accept"
        return "decline"

    # --- trade --------------------------------------------------------------------------------

    def trade(self, view: EconomiconView, decision: Decision) -> Reply:
        """Buy food first, then what laws and the event ask for, then spend the surplus."""
        seat = decision.seat
        duties = self.duties(view, seat)
        if duties.pays_most < MAX_BOUND and get_payment_limit(view, seat, duties) < 1:
            return PASS
        if view.rounds_left() == 0 and not self.is_compliance_decisive(view, seat):
            return self.spend_last_round(view, seat, duties)
        for good, missing in view.lacking(seat, duties.needs):
            found = buy_commodity(view, seat, good, missing, duties, self.keeps_gold)
            if found:
                return found
        asked = duties.asked
        if self.ignored:
            asked = [demand for demand in asked if demand[0] not in self.ignored]
        if asked and (found := buy_required(view, seat, duties, asked)):
            return found
        if view.rounds_left() == 0:
            return self.spend_last_round(view, seat, duties)
        return self.spend_surplus(view, seat, duties)

    def spend_last_round(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend in the last round, unless that lowers the bot's worth."""
        found = self.spend_surplus(view, seat, duties)
        if isinstance(found, tuple) and not is_purchase_worthwhile(view, seat, duties, **found[1]):
            return PASS
        return found


def build_release(view: EconomiconView, seat: str, asked: Mapping[str, int]) -> Reply:
    """Release the demanded number of each commodity and in total, as far as held."""
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


def is_move_open(decision: Decision, move: str) -> bool:
    """Return True if the move is offered and not barred."""
    for listed in decision.moves:
        if listed.name == move:
            return not listed.barred
    return False
