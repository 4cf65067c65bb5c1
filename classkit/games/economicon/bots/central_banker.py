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
"""Prefixes of the round's measures that later actions cannot reverse."""
MAX_ORDER = 4
"""Maximum number of units of a commodity that a bot orders for one gold."""


class CentralBanker(Decider):
    """Base bot that produces goods and feeds its people. Subclasses choose peg and spending.

    A nation that leaves its people short or breaks a law only receives a token, and three tokens
    disqualify it (N13.2, N16.2). Therefore, in the last round, the bot meets the demands of people,
    laws and the event only if tokens can still decide whether it wins: there is no next round for
    which keeping a promise would pay off. It also produces no more than that, because produced
    goods go to the market without payment (N9.1) and only lower the value of everybody's holdings.
    """

    keeps_gold = 2
    """Gold that the bot keeps when it buys more than its people consume."""
    ignored: frozenset[str] = frozenset()
    """Measures for which the bot buys nothing, although laws and the event demand them."""

    def __init__(self) -> None:
        self.cached_duties: tuple[tuple[Any, ...], Any] = ((), None)
        """The cards for which duties were computed last, and those duties."""

    def duties(self, view: EconomiconView, seat: str) -> Duties:
        """Return the duties under the cards in force, cached until the cards change."""
        cards = view.in_force(seat)
        if cards != self.cached_duties[0]:
            self.cached_duties = (cards, get_duties(*cards))
        duties: Duties = self.cached_duties[1]
        return duties

    # --- overridden by subclasses -------------------------------------------------------------

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        """Keep the peg. Subclasses override this."""
        return KEEP

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend surplus money after all needs are met."""
        return PASS

    def is_compliance_decisive(self, view: EconomiconView, seat: str) -> bool:
        """Return True if meeting demands in the last round can decide who wins.

        It cannot if tokens no longer matter (N16.2), because the nation stays below the limit
        either way, or is above it while another nation is safe. The same is true if a safe nation
        has twice the worth, or if a law is already broken, which costs the token anyway (N13.2).
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
        """Order as much of each commodity as one gold buys, at most 4 units, or more on demand.

        In the last round, order only the demanded amounts.
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
            if cost > left - after:  # keep money for the remaining commodities
                wanted = rate.get_max_quantity(left - after)
                cost = rate.cost(wanted)
            order[good] = wanted
            left -= cost
            missing -= wanted
        if view.options.production_pay != "gold":
            order["pay_with"] = "gold"
        return "order", order

    def release_goods(self, view: EconomiconView, decision: Decision) -> Reply:
        """Release the goods that laws and the event demand, starting with the largest holdings."""
        seat = decision.seat
        duties = self.duties(view, seat)
        if not duties.sends or (
            view.rounds_left() == 0 and not self.is_compliance_decisive(view, seat)
        ):
            return NO_RELEASE
        return build_release(view, seat, duties.sends)

    def consent(self, view: EconomiconView, decision: Decision) -> Reply:
        """Sell surplus at the market price, and decline other proposals."""
        seat, about = decision.seat, decision.about
        good = about["unit"]
        if about["side"] == "buy" and good in COMMODITIES:
            left = view.held(seat, good) - about["qty"]
            if left >= self.duties(view, seat).needs[good]:
                return "accept"
        return "decline"

    # --- trade --------------------------------------------------------------------------------

    def trade(self, view: EconomiconView, decision: Decision) -> Reply:
        """Buy food first, then goods that laws and the event demand, then spend the surplus."""
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
    """Release the demanded number of each commodity and in total, up to the nation's holdings."""
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
