"""The speculator: follows a partner while that pays, and then runs on gold."""

from __future__ import annotations

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..accounts import CURRENCY
from ..contents import COMMODITIES
from ..rules.pegs import KEEP
from ..shown.view import EconomiconView
from ..state import NO_PEG
from .banker import PASS, Banker, may
from .duties import Duties, duties_of
from .purchases import buying, spare_money

ENOUGH = 4
"""It stops when it holds so many times the gold of the market."""


class Speculator(Banker):
    """Follows a partner while that pays, and then runs on gold.

    In round 2 it pegs its currency to that of the nation with most commodities. The two are
    partners then (N10.1), and it buys what its people need out of the partner's reserves: at the
    price of the market, but round the market, where its own purchases would raise the price of the
    next lot (lesson 8: what does a peg to a neighbour bring, and who decides then?).

    Three rounds before the end it goes to gold, and a round later it floats; two changes in two
    rounds cost it a token (N6.2). A currency that floats is worth what little of it is left in the
    market (lesson 7: a price is a ratio). So it buys its own back with gold, which makes it dear,
    and buys gold with it, until the market has no gold (N9.5), and whoever holds commodities finds
    that they are worth little. It floats to the end: hardly any of its notes are left in the
    market, and so those that it holds count for much. It is the attack that question 5 of lesson 8
    asks for. For laws and events it buys nothing: it ends rich, and often with three tokens, which
    win nothing (N16.2).
    """

    follows_in = 2
    anchors_left = 3
    """The rounds that are left when it leaves its partner for gold."""

    def trade(self, view: EconomiconView, decision: Decision) -> Reply:
        """Buy of its partner what it lacks, then trade as all bankers do."""
        if view.rounds_left() or self.owes(view, decision.seat):
            deal = self.deal(view, decision)
            if deal is not None:
                return deal
        return super().trade(view, decision)

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        left, now = view.rounds_left(), view.peg(decision.seat)
        wanted = now
        if left == self.anchors_left:
            wanted = "gold"
        elif left < self.anchors_left:
            wanted = NO_PEG
        elif view.round == self.follows_in:
            wanted = CURRENCY[max(view.others, key=lambda other: goods_of(view, other))]
        return wanted if wanted != now and may(decision, wanted) else KEEP

    def deal(self, view: EconomiconView, decision: Decision) -> Reply | None:
        """Propose to buy what its people lack from the partner, as far as he can spare it."""
        seat = decision.seat
        partner = partner_of(view, seat)
        lacking = view.lacking(seat, self.duties(view, seat).needs)
        if partner is None or not lacking or not may(decision, "direct"):
            return None
        spared = duties_of(*view.in_force(partner)).needs
        for good, missing in lacking:
            spare = view.held(partner, good) - spared[good]
            quantity = min(missing, spare)
            if quantity < 1 or not view.may_buy(good):
                continue
            for pay_with in (CURRENCY[partner], "gold"):
                cost = view.cost(good, quantity, pay_with)
                if cost <= view.held(seat, pay_with):
                    terms = {"side": "buy", "partner": partner, "unit": good}
                    return "direct", {**terms, "quantity": quantity, "pay_with": pay_with}
        return None

    def heeds(self, view: EconomiconView) -> bool:
        return False

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Buy its own currency back, then gold with it, until the market has nearly none."""
        if view.peg(seat) != NO_PEG:
            return PASS
        (own, notes), (_, gold) = spare_money(view, seat, duties, self.keeps_gold)
        there = view.market("gold")
        if there < 1 or gold > ENOUGH * there:
            return PASS
        bought = view.measure(seat, "bought.gold")
        if isinstance(bought, int) and bought > ENOUGH * (gold + there):
            return PASS  # it goes round in a circle that brings nothing
        if notes < view.market(own) and (back := view.most_for(own, "gold", gold)):
            return buying(own, back, "gold")
        quantity = view.most_for("gold", own, notes)
        return buying("gold", quantity, own) if quantity else PASS


def goods_of(view: EconomiconView, nation: str) -> int:
    """Return how many units of commodities a nation holds."""
    return sum(view.held(nation, good) for good in COMMODITIES)


def partner_of(view: EconomiconView, seat: str) -> str | None:
    """Return the nation to whose currency a nation is pegged; None if it is pegged to no other."""
    peg = view.peg(seat)
    return next((other for other in view.others if CURRENCY[other] == peg), None)
