"""Bot that pegs to a partner, then starts a run on gold."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.policy import Reply

from ..account_names import CURRENCY
from ..presentation.view import EconomiconView
from ..rules.pegs import KEEP
from ..rules_data import COMMODITIES
from ..state import NO_PEG
from .central_banker import PASS, CentralBanker, is_move_open
from .duties import PURCHASE_MEASURES, Duties, get_duties
from .purchase_choice import build_purchase, get_spare_money

MAX_GOLD_RATIO = 4
"""The bot stops when it has this many times the gold of the market."""


class Speculator(CentralBanker):
    """Pegs to a partner while that pays, then starts a run on gold.

    In round 2 it pegs its currency to the currency of the nation with most commodities. The two
    nations are then partners (N10.1), and the bot buys what its people need from the partner's
    reserves. It pays the market price but bypasses the market, where its own purchases would raise
    the price of the next lot (lesson 8: what are the benefits of a peg to a neighbour, and who
    decides then?).

    Two rounds before the end it pegs to gold, and one round later it floats. Two changes in two
    rounds cost it a token (N6.2), but an earlier run would leave the other nations a round to
    respond. The value of a floating currency depends on how little of it is left in the market
    (lesson 7: a price is a ratio). So the bot buys its own currency back with gold, which makes it
    dear, and buys gold with it, until the market has no gold (N9.5) and commodities are worth
    little. The currency floats to the end: hardly any of the notes are left in the market, so the
    notes in its reserves are worth a lot. This is the attack that question 5 of lesson 8 asks for.
    The bot needs its own gold for the run, so it saves: below six gold it feeds its people, but
    buys no spare units. It buys nothing for laws and events. It ends rich, and often with three
    tokens, which disqualify it (N16.2).
    """

    keeps_gold = 6
    keeps_in_run = 5
    """Gold that the bot keeps when it buys its own currency back."""
    ignored = PURCHASE_MEASURES
    follows_in = 2
    anchors_left = 2
    """Number of rounds left when the bot leaves its partner for gold."""

    def trade(self, view: EconomiconView, decision: Decision) -> Reply:
        """Buy missing goods from the partner, then trade like the base bot."""
        if view.rounds_left() or self.is_compliance_decisive(view, decision.seat):
            deal = self.propose_deal(view, decision)
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
            wanted = CURRENCY[max(view.others, key=lambda other: count_goods(view, other))]
        return wanted if wanted != now and is_move_open(decision, wanted) else KEEP

    def propose_deal(self, view: EconomiconView, decision: Decision) -> Reply | None:
        """Propose to buy missing goods from the partner, as many as the partner can spare."""
        seat = decision.seat
        partner = find_partner(view, seat)
        lacking = view.lacking(seat, self.duties(view, seat).needs)
        if partner is None or not lacking or not is_move_open(decision, "direct"):
            return None
        spared = get_duties(*view.in_force(partner)).needs
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

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Buy back the nation's currency, then gold with it, until the market has almost none."""
        if view.peg(seat) != NO_PEG:
            return PASS
        (own, notes), (_, gold) = get_spare_money(view, seat, duties, self.keeps_in_run)
        there = view.market("gold")
        if there < 1 or gold > MAX_GOLD_RATIO * there:
            return PASS
        bought = view.measure(seat, "bought.gold")
        if isinstance(bought, int) and bought > MAX_GOLD_RATIO * (gold + there):
            return PASS  # a round trip that gains nothing
        if notes < view.market(own) and (back := view.most_for(own, "gold", gold)):
            return build_purchase(own, back, "gold")
        quantity = view.most_for("gold", own, notes)
        return build_purchase("gold", quantity, own) if quantity else PASS


def count_goods(view: EconomiconView, nation: str) -> int:
    """Return the number of commodity units that a nation holds."""
    return sum(view.held(nation, good) for good in COMMODITIES)


def find_partner(view: EconomiconView, seat: str) -> str | None:
    """Return the nation to whose currency a nation is pegged, or None."""
    peg = view.peg(seat)
    return next((other for other in view.others if CURRENCY[other] == peg), None)
