"""What all three bankers do alike: produce, feed their people, and keep laws if they can."""

from __future__ import annotations

from typing import Any

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .accounts import CURRENCY
from .cards import COMMODITIES
from .duties import FREE, Duties, duties_of
from .view import EconomiconView

PASS = "pass"
ORDER_MOST = 4
"""As many of a commodity as one gold pays, but never more than this."""


def buying(unit: str, quantity: int, pay_with: str) -> Reply:
    """A purchase in the market."""
    return "buy", {"unit": unit, "quantity": quantity, "pay_with": pay_with}


class Banker:
    """The common part; a banker chooses its peg, and how it spends what is spare."""

    keeps_gold = 6

    def __init__(self) -> None:
        self.known: tuple[tuple[Any, ...], Duties | None] = ((), None)
        """The cards it saw in force last, and what they ask."""

    def __call__(self, view: EconomiconView, decision: Decision) -> Reply:
        seat, name = decision.seat, decision.name
        cards = view.in_force(seat)
        known, duties = self.known
        if duties is None or cards != known:
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
        return decision.default

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """What to do with what is spare, once all needs are covered."""
        return PASS

    # --- decisions ----------------------------------------------------------------------------

    def order(self, view: EconomiconView, decision: Decision, seat: str, duties: Duties) -> Reply:
        """Of each commodity what one gold pays, at most 4; more where a law or an event asks."""
        left, lines = view.held(seat, "gold"), decision.about["costs"]
        missing, after = duties.missing, len(COMMODITIES)
        order: dict[str, int | str] = {}
        for good, least in duties.least.items():
            after -= 1
            line, most = lines[good], duties.most[good]
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
        return self.send(view, seat, duties) if duties.sends else decision.default

    def send(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """What is asked of each, and as much as is asked in all."""
        released = {
            good: min(duties.get(f"sent.{good}").low, view.held(seat, good)) for good in COMMODITIES
        }
        missing = duties.get("sent.total").low - sum(released.values())
        while missing > 0:
            best = max(COMMODITIES, key=lambda good: view.held(seat, good) - released[good])
            if view.held(seat, best) <= released[best]:
                break
            released[best] += 1
            missing -= 1
        return "release", released

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
        if duties.pays_most < FREE and self.may_pay(view, seat, duties) < 1:
            return PASS
        for good, missing in view.lacking(seat, duties.needs):
            found = self.buy_good(view, seat, good, missing, duties)
            if found:
                return found
        if duties.asked and (found := self.buy_asked(view, seat, duties)):
            return found
        return self.spend(view, seat, duties)

    def may_pay(self, view: EconomiconView, seat: str, duties: Duties) -> int:
        """Units that may still be paid for purchases in this round (such as L09 allows)."""
        return duties.pays_most - int(view.measure(seat, "paid.total"))

    def spare(self, view: EconomiconView, seat: str, unit: str, kept: int, duties: Duties) -> int:
        """What is left to spend of gold or own currency, beyond ``kept`` and what laws want."""
        kept_by_law = duties.keeps_gold if unit == "gold" else duties.keeps_own
        return view.held(seat, unit) - (kept_by_law if kept_by_law > kept else kept)

    def buy_good(
        self,
        view: EconomiconView,
        seat: str,
        good: str,
        missing: int,
        duties: Duties,
    ) -> Reply | None:
        """So many of a commodity: with own currency while there is any, else with gold.

        Two gold are kept, unless people would go hungry.
        """
        own, paid = CURRENCY[seat], duties.pays_gold
        gold_first = paid > 0 and paid > int(view.measure(seat, "paid.gold"))
        for pay_with in ("gold", own) if gold_first else (own, "gold"):
            kept = 0
            if pay_with == "gold" and missing <= duties.needs[good] - duties.wanted[good]:
                kept = 2
            budget = self.spare(view, seat, pay_with, kept, duties)
            if budget > 0:
                most = self.most_of(view, seat, good, pay_with, budget, duties)
                if most > 0:
                    return buying(good, missing if missing < most else most, pay_with)
        return None

    def most_of(
        self,
        view: EconomiconView,
        seat: str,
        unit: str,
        pay_with: str,
        budget: int,
        duties: Duties,
    ) -> int:
        """The largest lot within a budget, the market, and what laws allow."""
        if duties.pays_most < FREE:
            budget = min(budget, self.may_pay(view, seat, duties))
        most = view.most_for(unit, pay_with, budget)
        if most and duties.limits:
            if unit in COMMODITIES and "bought.goods" in duties.limits:
                left = duties.limits["bought.goods"] - int(view.measure(seat, "bought.goods"))
                most = min(most, left)
            if unit in COMMODITIES and unit in duties.limits:
                left = duties.limits[unit] + duties.wanted[unit] - view.held(seat, unit)
                most = min(most, left)
        return most

    def buy_asked(self, view: EconomiconView, seat: str, duties: Duties) -> Reply | None:
        """Gold, foreign or own currency, or a small lot, where laws or the event ask for it."""
        lacking: dict[str, int] = {}
        for measure, least in duties.asked:
            now = int(view.measure(seat, measure))
            if now < least:
                lacking[measure] = least - now
        found: Reply | None = None
        if not lacking:
            return found
        own, gold = CURRENCY[seat], view.held(seat, "gold")
        if "reserves.gold" in lacking:
            found = self.buy_with(view, seat, "gold", lacking["reserves.gold"], own, duties)
        foreign = max(lacking.get("bought.foreign", 0), lacking.get("reserves.foreign", 0))
        if found is None and foreign:
            found = self.buy_foreign(view, seat, foreign, duties)
        if found is None and "reserves.own" in lacking:
            found = self.buy_with(view, seat, own, lacking["reserves.own"], "gold", duties)
        if found is None and "paid.gold" in lacking and gold > 2:
            dear = min(COMMODITIES, key=view.market)
            lot = max(1, view.most_for(dear, "gold", min(lacking["paid.gold"], gold - 2)))
            found = self.buy_with(view, seat, dear, lot, "gold", duties)
        if found is None and ("bought.goods" in lacking or "bought.lots" in lacking):
            cheap = max(COMMODITIES, key=view.market)
            lot = lacking.get("bought.goods", 1)
            found = self.buy_with(view, seat, cheap, lot, own, duties) or self.buy_with(
                view, seat, cheap, lot, "gold", duties
            )
        return found

    def buy_foreign(
        self, view: EconomiconView, seat: str, missing: int, duties: Duties
    ) -> Reply | None:
        """The cheapest foreign currency, with own currency or gold."""
        others = [CURRENCY[other] for other in view.others]
        cheapest = min(others, key=lambda unit: (-view.count_held(unit), unit))
        return self.buy_with(
            view, seat, cheapest, missing, CURRENCY[seat], duties
        ) or self.buy_with(view, seat, cheapest, missing, "gold", duties)

    def buy_with(
        self,
        view: EconomiconView,
        seat: str,
        unit: str,
        quantity: int,
        pay_with: str,
        duties: Duties,
    ) -> Reply | None:
        """So many of a unit, as far as what is held pays for it; the last gold is kept."""
        kept = 1 if pay_with == "gold" else 0
        budget = self.spare(view, seat, pay_with, kept, duties)
        most = self.most_of(view, seat, unit, pay_with, budget, duties)
        if quantity > most:
            quantity = most
        return buying(unit, quantity, pay_with) if quantity > 0 else None
