"""Bot that lets partners build houses, then demands a better split."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import OpolyView
from .strategist import Strategist, can_counter_offer, get_own_terms
from .valuation import BUSTED_CHANCE, get_signing_gain


class Opportunist(Strategist):
    """Lets partners sink money into houses, then demands a better split.

    It assumes that a contract is worth what it pays from now on (lesson 6, Part 2: quasi-rents and
    hold-up; Klein, Crawford and Alchian 1978). So it signs "own" contracts, for a fee if a partner
    gains more (question 2), and lets the partner build. Once partners have built and their lots
    earn more than its own, it gives notice, which cannot be withdrawn, and offers a contract by
    percentages in the same window: partners keep 75% of their lots' rents. A partner that has paid
    once is asked again. Late in the game it leaves partners only 55%; bots refuse that, and the
    houses are sold back at half their cost, as in the lesson.

    At an Ethical Opportunity it takes another company's dearest property, unless everything that it
    may lose is worth more, since being busted takes two rolls of 2 in a row (question 3). It buys
    cheaply, and spends its cash on its own lots, four houses each.
    """

    price_share = 0.80
    rent_share = 0.40
    reserve = 150
    building_reserve = 100
    payback = 0.1
    short, rush = 32, 12
    left_to_partner, left_late = 0.75, 0.55
    """Share of its own lots' rents that a partner keeps, early and late in the game."""
    late = 35
    """Number of remaining rolls at which it starts to demand more."""
    patience = 6
    """Minimum number of remaining rolls at which it still gives notice."""

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Give notice to end an alliance in which a partner has more to lose."""
        me = decision.seat
        for contract in view.alliances():
            if self.can_demand_more(view, me, contract):
                notice = {"act": "cancel_alliance", "group": contract["group"]}
                return Answer("manage", {"acts": [notice]})
        return super().manage(view, decision)

    def can_demand_more(self, view: OpolyView, me: Seat, contract: Mapping[str, Any]) -> bool:
        """Return whether partners have built, own lots earn less, and enough time is left."""
        if me not in contract["parties"] or contract["ends"]:
            return False
        if contract["split"] != "own" and view.rolls_left > self.late:
            return False
        rents = get_owner_rents(view, contract["group"])
        lots = view.edition.groups[contract["group"]]
        sunk = any(view.level(lot) for lot in lots if view.owner(lot) != me)
        return sunk and view.rolls_left >= self.patience and 4 * rents[me] < 3 * sum(rents.values())

    def propose(self, view: OpolyView, decision: Decision) -> Reply:
        """Demand a better split under notice. Otherwise, offer alliances, for a fee if possible."""
        me = decision.seat
        for contract in view.alliances():
            if contract["ends"] and contract["group"] in decision.about["groups"]:
                split = self.get_demanded_split(view, me, contract["group"])
                terms = {"group": contract["group"], "split": split, "building": "free"}
                return Answer("alliance", {**terms, "fee": {}, "note": "Or it ends."})
        for group in decision.about["groups"]:
            fee = self.get_signing_fee(view, me, group)
            if fee and not view.is_allied(group):
                return Answer("alliance", {**get_own_terms(group), "fee": fee})
        return super().propose(view, decision)

    def get_signing_fee(self, view: OpolyView, me: Seat, group: str) -> dict[str, Any]:
        """Return the fee for its signature: half the gain of the partner that gains most."""
        gains = {seat: get_signing_gain(view, seat, group) for seat in view.owners(group)}
        payer = max(gains, key=lambda seat: (gains[seat], seat))
        amount = gains[payer] // 2
        if payer == me or amount < 5 or view.status(payer) != "active":
            return {}
        return {"payer": payer, "payee": me, "amount": amount}

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Refuse to sign without a fee if it can still ask for one in this window."""
        me, about = decision.seat, decision.about
        free = not about["fee"] and not view.is_allied(about["group"])
        asks = free and can_counter_offer(view, me, about["proposer"])
        if asks and self.get_signing_fee(view, me, about["group"]):
            return "refuse"
        return super().answer_alliance(view, decision)

    def get_demanded_split(self, view: OpolyView, me: Seat, group: str) -> dict[Seat, int]:
        """Return the split that it demands, in percent."""
        rents = get_owner_rents(view, group)
        whole = sum(rents.values()) or 1
        left = self.left_to_partner if view.rolls_left > self.late else self.left_late
        split = {seat: int(100 * left * rent / whole) for seat, rent in rents.items() if seat != me}
        return {**split, me: 100 - sum(split.values())}

    def ethics(self, view: OpolyView, decision: Decision) -> Reply:
        """Take the property with the highest rent, if the risk costs less than its price."""
        me = decision.seat
        taken = [space for seat in view.others for space in view.properties_of(seat)]
        taken = [space for space in taken if view.owner(space) in view.seats]
        if not taken:
            return "decline"
        best = max(taken, key=lambda space: (view.rent(space), view.edition.spaces[space].price))
        risk = BUSTED_CHANCE * view.rolls_left * view.asset(me)
        if risk > view.edition.spaces[best].price:
            return "decline"
        return Answer("act", {"space": best})


def get_owner_rents(view: OpolyView, group: str) -> dict[Seat, int]:
    """Return the current rents of a group, summed by owner, in dollars."""
    rents: dict[Seat, int] = {}
    for space in view.edition.groups[group]:
        owner = view.owner(space)
        rents[owner] = rents.get(owner, 0) + view.rent(space)
    return rents
