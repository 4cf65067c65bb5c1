"""What all three bankers do alike: produce, feed their people, and keep laws if they can."""

from __future__ import annotations

from fractions import Fraction

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from .cards import COMMODITIES
from .duties import ANY, Bounds, duties_of
from .state import CURRENCY
from .view import EconomiconView

PASS = Answer("pass")
ORDER_MOST = 4
"""As many of a commodity as one gold pays, but never more than this."""
SPARE = 1
"""Units of each commodity kept beyond what the people will consume."""


def buying(unit: str, quantity: int, pay_with: str) -> Answer:
    """A purchase in the market."""
    return Answer("buy", {"unit": unit, "quantity": quantity, "pay_with": pay_with})


class Banker:
    """The common part; a banker chooses its peg, and how it spends what is spare."""

    keeps_gold = 6

    def __call__(self, view: EconomiconView, decision: Decision) -> Reply:
        seat = view.seat or ""
        name = decision.name
        if name == "trade":
            return self.trade(view, seat)
        if name == "choose_peg":
            return self.choose_peg(view, decision, seat)
        if name == "order_production":
            return self.order(view, decision, seat)
        if name == "release_goods":
            return self.release(view, decision, seat)
        return self.consent(view, decision, seat)

    # --- to be filled in by each banker -------------------------------------------------------

    def choose_peg(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        """By default the peg is kept."""
        return decision.default

    def spend(self, view: EconomiconView, seat: str) -> Answer:
        """What to do with what is spare, once all needs are covered."""
        return PASS

    # --- what is asked ------------------------------------------------------------------------

    def bound(self, view: EconomiconView, seat: str, measure: str) -> Bounds:
        """The least and the most of a measure that laws and the event ask for."""
        return duties_of(view, seat).get(measure, ANY)

    def must_not_change(self, view: EconomiconView, seat: str) -> bool:
        """Whether a change of peg would break a law, or spoil the goal of the event."""
        return self.bound(view, seat, "changed_peg").high == 0

    def trades_left(self, view: EconomiconView, seat: str) -> int:
        """Units that may still be paid for purchases in this round."""
        high = self.bound(view, seat, "paid.total").high
        return high - int(view.measure(seat, "paid.total")) if high < 10**9 else high

    def own_kept(self, view: EconomiconView, seat: str) -> int:
        """Own currency that a law wants in reserves."""
        return self.bound(view, seat, "reserves.own").low

    # --- decisions ----------------------------------------------------------------------------

    def order(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        """Of each commodity what one gold pays, at most 4; more where a law or an event asks."""
        duties = duties_of(view, seat)
        left = view.held(seat, "gold")
        order: dict[str, int] = {}
        total_low = duties.get("produced.total", ANY).low
        for at, good in enumerate(COMMODITIES):
            asked = duties.get(f"produced.{good}", ANY)
            least = max(view.required(seat, good), asked.low)
            if at == len(COMMODITIES) - 1:
                least = max(least, total_low - sum(order.values()))
            wanted = max(least, min(ORDER_MOST, view.most_produced(seat, good, 1)))
            wanted = min(wanted, max(asked.high, view.required(seat, good)))
            # something has to be left for the commodities that come after
            budget = left - (len(COMMODITIES) - 1 - at)
            order[good] = min(wanted, view.most_produced(seat, good, max(0, budget)))
            left -= self.cost_of(view, seat, good, order[good])
        fields: dict[str, int | str] = dict(order)
        answer = decision.default
        if "pay_with" in answer.fields:
            fields["pay_with"] = "gold"
        return Answer("order", fields)

    def cost_of(self, view: EconomiconView, seat: str, good: str, quantity: int) -> int:
        """What a quantity costs to produce: the least gold that pays for it."""
        gold = 1 if quantity else 0
        while view.most_produced(seat, good, gold) < quantity:
            gold += 1
        return gold

    def release(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        """Exactly what laws and the event ask: of what there is most of."""
        duties = duties_of(view, seat)
        released = {
            good: min(duties.get(f"sent.{good}", ANY).low, view.held(seat, good))
            for good in COMMODITIES
        }
        missing = duties.get("sent.total", ANY).low - sum(released.values())
        while missing > 0:
            best = max(COMMODITIES, key=lambda good: view.held(seat, good) - released[good])
            if view.held(seat, best) <= released[best]:
                break
            released[best] += 1
            missing -= 1
        return Answer("release", released) if any(released.values()) else decision.default

    def consent(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        """Sells what it can spare at the market price, and buys nothing it did not ask for."""
        about = decision.about
        if about["side"] == "buy" and about["unit"] in COMMODITIES:
            left = view.held(seat, about["unit"]) - about["qty"]
            if left >= self.target(view, seat, about["unit"]):
                return "accept"
        return "decline"

    # --- trade --------------------------------------------------------------------------------

    def trade(self, view: EconomiconView, seat: str) -> Answer:
        """Food first, then what laws and the event ask, then what is spare."""
        if self.trades_left(view, seat) < 1:
            return PASS
        for good in COMMODITIES:
            missing = self.target(view, seat, good) - view.held(seat, good)
            if missing > 0 and (found := self.buy_good(view, seat, good, missing)):
                return found
        return self.buy_asked(view, seat) or self.spend(view, seat)

    def target(self, view: EconomiconView, seat: str, good: str) -> int:
        """What its people will consume, what laws want to be left, and one spare."""
        asked = self.bound(view, seat, f"reserves.{good}")
        wanted = view.wanted(seat, good)
        return min(wanted + max(asked.low, SPARE), wanted + asked.high)

    def buy_good(self, view: EconomiconView, seat: str, good: str, missing: int) -> Answer | None:
        """So many of a commodity: with own currency while there is any, else with gold."""
        pays_gold = self.bound(view, seat, "paid.gold").low > int(view.measure(seat, "paid.gold"))
        own = (CURRENCY[seat], view.held(seat, CURRENCY[seat]) - self.own_kept(view, seat))
        least = self.bound(view, seat, "reserves.gold").low
        hungry = view.wanted(seat, good) > view.held(seat, good)
        gold = ("gold", view.held(seat, "gold") - (least if hungry else max(least, 2)))
        for pay_with, budget in (gold, own) if pays_gold else (own, gold):
            quantity = min(missing, self.most_of(view, seat, good, pay_with, budget))
            if quantity > 0:
                return buying(good, quantity, pay_with)
        return None

    def most_of(
        self, view: EconomiconView, seat: str, unit: str, pay_with: str, budget: int
    ) -> int:
        """The largest lot within a budget, the market, and what laws allow."""
        if budget < 1 or unit == pay_with or not view.may_buy(unit):
            return 0
        budget = min(budget, self.trades_left(view, seat))
        most = min(view.most_for(unit, pay_with, budget), view.market(unit) - (unit != "gold"))
        if unit in COMMODITIES:
            bought = int(view.measure(seat, "bought.goods"))
            room = self.bound(view, seat, f"reserves.{unit}").high - view.held(seat, unit)
            most = min(
                most, self.bound(view, seat, "bought.goods").high - bought,
                room + view.wanted(seat, unit),
            )  # fmt: skip
        return most

    def buy_asked(self, view: EconomiconView, seat: str) -> Answer | None:
        """Gold, foreign or own currency, or a small lot, where laws or the event ask for it."""
        duties = duties_of(view, seat)
        own, gold = CURRENCY[seat], view.held(seat, "gold")
        if duties.get("reserves.gold", ANY).low > gold:
            return self.buy_with(view, seat, "gold", duties["reserves.gold"].low - gold, own)
        for measure in ("bought.foreign", "reserves.foreign"):
            if measure in duties:
                missing = duties[measure].low - int(view.measure(seat, measure))
                if missing > 0 and (found := self.buy_foreign(view, seat, missing)):
                    return found
        if duties.get("reserves.own", ANY).low > view.held(seat, own):
            missing = duties["reserves.own"].low - view.held(seat, own)
            return self.buy_with(view, seat, own, missing, "gold")
        goods = duties.get("bought.goods", ANY).low - int(view.measure(seat, "bought.goods"))
        lots = duties.get("bought.lots", ANY).low - int(view.measure(seat, "bought.lots"))
        pays = duties.get("paid.gold", ANY).low - int(view.measure(seat, "paid.gold"))
        if pays > 0 and gold > 2:
            dear = min(COMMODITIES, key=lambda good: view.market(good))
            quantity = max(1, view.most_for(dear, "gold", min(pays, gold - 2)))
            return self.buy_with(view, seat, dear, quantity, "gold")
        if goods > 0 or lots > 0:
            cheap = max(COMMODITIES, key=lambda good: view.market(good))
            quantity = max(1, goods)
            for pay_with in (own, "gold"):
                if found := self.buy_with(view, seat, cheap, quantity, pay_with):
                    return found
        return None

    def buy_foreign(self, view: EconomiconView, seat: str, missing: int) -> Answer | None:
        """The cheapest foreign currency, with own currency or gold."""
        others = [CURRENCY[other] for other in view.others]
        cheapest = min(others, key=lambda unit: (view.price(unit), unit))
        for pay_with in (CURRENCY[seat], "gold"):
            if found := self.buy_with(view, seat, cheapest, missing, pay_with):
                return found
        return None

    def buy_with(
        self, view: EconomiconView, seat: str, unit: str, quantity: int, pay_with: str
    ) -> Answer | None:
        """So many of a unit, as far as what is held pays for it."""
        kept = self.own_kept(view, seat) if pay_with != "gold" else 1
        quantity = min(
            quantity,
            self.most_of(view, seat, unit, pay_with, view.held(seat, pay_with) - kept),
        )
        return buying(unit, quantity, pay_with) if quantity > 0 else None

    def opening_price(self, view: EconomiconView, good: str) -> Fraction:
        """What a commodity cost in gold at the opening."""
        market = view.edition.market
        return Fraction(market["gold"], market[good])
