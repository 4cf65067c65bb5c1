"""Three central bankers: a gold anchor, a commodity trader and a printing press (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Aside, Decision

from .banker import PASS, Banker, buying
from .cards import COMMODITIES
from .state import CURRENCY, NO_PEG
from .view import EconomiconView

LOT = 4
"""The smallest lot of a commodity trader."""


class GoldAnchor(Banker):
    """Never leaves gold.

    Orders as many of each commodity as one gold pays, at most 4; buys what its people will consume
    and one spare of each, keeps six gold, and sends exactly what the event and its laws ask. In
    the last two rounds it swaps its own currency for gold. Stable, few tokens, modest worth.
    """

    keeps_gold = 6

    def spend(self, view: EconomiconView, seat: str) -> Answer:
        """Own currency becomes gold in the last two rounds."""
        own = CURRENCY[seat]
        spare = view.held(seat, own) - self.bound(view, seat, "reserves.own").low
        if view.round < view.rounds - 1 or spare < 1 or not view.may_buy("gold"):
            return PASS
        room = self.bound(view, seat, "reserves.gold").high - view.held(seat, "gold")
        quantity = min(view.most_for("gold", own, spare), view.market("gold"), room)
        return buying("gold", quantity, own) if quantity > 0 else PASS


class CommodityTrader(Banker):
    """Follows what is scarce.

    In rounds 2, 5 and 8 it pegs to the commodity of which its reserves hold most value. After
    covering its needs it puts spare currency, and gold beyond eight, into the commodity whose
    price has risen least since the opening, in lots of four or more; in the last round it spends
    all. Drives prices up, is richest, and riskier.
    """

    keeps_gold = 8
    changes = (2, 5, 8)

    def choose_peg(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        if view.round not in self.changes or self.must_not_change(view, seat):
            return decision.default
        value = {good: view.held(seat, good) * view.price(good) for good in COMMODITIES}
        best = max(COMMODITIES, key=value.__getitem__)
        return best if value[best] and may(decision, best) else decision.default

    def spend(self, view: EconomiconView, seat: str) -> Answer:
        """The commodity that has risen least, with what is spare."""
        last = view.round == view.rounds
        if self.trades_left(view, seat) < 1:
            return PASS
        buyable = [good for good in COMMODITIES if view.may_buy(good) and view.market(good) > 1]
        if not buyable:
            return PASS
        risen = {good: view.price(good) / self.opening_price(view, good) for good in buyable}
        good = min(buyable, key=lambda name: (risen[name], name))
        keeps = 0 if last else self.keeps_gold
        for pay_with, kept in ((CURRENCY[seat], self.own_kept(view, seat)), ("gold", keeps)):
            least_gold = self.bound(view, seat, "reserves.gold").low if pay_with == "gold" else 0
            budget = view.held(seat, pay_with) - max(kept, least_gold)
            quantity = self.most_of(view, seat, good, pay_with, budget)
            if quantity >= (1 if last else LOT):
                return buying(good, quantity, pay_with)
        return PASS


class PrintingPress(Banker):
    """Makes money from nothing.

    Floats in round 2, creates ten units a round, and every second round buys its own cheapened
    currency with gold beyond seven; pegs to gold again in the last but one round, and spends the
    revalued currency in the last. Shows debasement and revaluation, and suffers from the Hard
    Money and Sound Money Acts.
    """

    keeps_gold = 7
    floats_in = 2

    def choose_peg(self, view: EconomiconView, decision: Decision, seat: str) -> Reply:
        peg = view.peg(seat)
        floats = self.floats_in <= view.round < view.rounds - 1
        wanted = NO_PEG if floats else "gold"
        if peg == wanted or not may(decision, wanted):
            return decision.default
        return wanted

    def aside(
        self, view: EconomiconView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Reply | None:
        """Create the round's units at the first trade turn, when nobody's laws are the wiser."""
        seat = view.seat or ""
        if decision.name != "trade" or decision.seat != seat or view.peg(seat) != NO_PEG:
            return None
        wanted = min(10, view.float_limit or 10) - view.created(seat)
        if wanted < 1 or not view.supply(CURRENCY[seat]) or not view.may_float:
            return None
        return Answer("float_money", {"amount": wanted})

    def spend(self, view: EconomiconView, seat: str) -> Answer:
        """Buy back the cheapened currency; in the last round spend it on what lasts."""
        own = CURRENCY[seat]
        if self.trades_left(view, seat) < 1:
            return PASS
        if view.round == view.rounds:
            return self.spend_own(view, seat)
        if view.peg(seat) == NO_PEG and view.round % 2 == 0 and view.may_buy(own):
            least = max(self.keeps_gold, self.bound(view, seat, "reserves.gold").low)
            quantity = self.most_of(view, seat, own, "gold", view.held(seat, "gold") - least)
            if quantity > 0:
                return buying(own, quantity, "gold")
        return PASS

    def spend_own(self, view: EconomiconView, seat: str) -> Answer:
        """All own currency for the cheapest commodity, which a fresh peg to gold makes dear."""
        own = CURRENCY[seat]
        budget = view.held(seat, own) - self.own_kept(view, seat)
        lots = {good: self.most_of(view, seat, good, own, budget) for good in COMMODITIES}
        gain: Mapping[str, Fraction] = {good: lots[good] * view.price(good) for good in lots}
        best = max(COMMODITIES, key=gain.__getitem__)
        return buying(best, lots[best], own) if lots[best] > 0 else PASS


def may(decision: Decision, move: str) -> bool:
    """Whether the move may be made."""
    return any(listed.name == move and not listed.barred for listed in decision.moves)
