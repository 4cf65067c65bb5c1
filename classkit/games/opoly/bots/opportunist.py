"""The opportunist: lets partners sink their houses, and then asks for a better split."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat

from ..shown.view import OpolyView
from .strategist import Strategist, may_answer_back, own_rents
from .values import BUSTED_A_TURN, gain_by_signing


class Opportunist(Strategist):
    """Lets partners sink their houses, and then asks for a better split.

    It believes that a contract is worth what it brings from now on (lesson 6, Part 2: quasi-rents
    and hold-up; Klein, Crawford and Alchian 1978). So it signs "own", for a fee where a partner
    gains more by it (question 2), and lets the partner build. Once partners have built and their
    lots earn more than its own, it gives notice, which cannot be withdrawn, and offers a contract
    by percentages in the same window: partners keep 75% of what their lots bring. Whoever has paid
    once is asked again: late in the game it leaves 55%, which bots refuse, and the houses go back
    at half their cost, as in the lesson.

    At an Ethical Opportunity it takes the dearest property of another company, unless all that it
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
    """The share of what its own lots bring that a partner keeps: early, and late in the game."""
    late = 35
    """The rolls left from which it asks for more."""
    patience = 6
    """The rolls that must be left when it gives notice."""

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Give notice where a partner has more to lose."""
        me = decision.seat
        for contract in view.alliances():
            if self.may_squeeze(view, me, contract):
                notice = {"act": "cancel_alliance", "group": contract["group"]}
                return Answer("manage", {"acts": [notice]})
        return super().manage(view, decision)

    def may_squeeze(self, view: OpolyView, me: Seat, contract: Mapping[str, Any]) -> bool:
        """Return whether partners have built, own lots bring less, and time is left to gain."""
        if me not in contract["parties"] or contract["ends"]:
            return False
        if contract["split"] != "own" and view.rolls_left > self.late:
            return False
        rents = rents_by_owner(view, contract["group"])
        lots = view.edition.groups[contract["group"]]
        sunk = any(view.level(lot) for lot in lots if view.owner(lot) != me)
        return sunk and view.rolls_left >= self.patience and 4 * rents[me] < 3 * sum(rents.values())

    def propose(self, view: OpolyView, decision: Decision) -> Reply:
        """Ask for a better split where notice runs; sign as others do elsewhere."""
        me = decision.seat
        for contract in view.alliances():
            if contract["ends"] and contract["group"] in decision.about["groups"]:
                split = self.demand(view, me, contract["group"])
                terms = {"group": contract["group"], "split": split, "building": "free"}
                return Answer("alliance", {**terms, "fee": {}, "note": "Or it ends."})
        for group in decision.about["groups"]:
            fee = self.fee(view, me, group)
            if fee and not view.is_allied(group):
                return Answer("alliance", {**own_rents(group), "fee": fee})
        return super().propose(view, decision)

    def fee(self, view: OpolyView, me: Seat, group: str) -> dict[str, Any]:
        """Return the fee for its signature: half of what the contract brings the partner most."""
        gains = {seat: gain_by_signing(view, seat, group) for seat in view.owners(group)}
        payer = max(gains, key=lambda seat: (gains[seat], seat))
        amount = gains[payer] // 2
        if payer == me or amount < 5 or view.status(payer) != "active":
            return {}
        return {"payer": payer, "payee": me, "amount": amount}

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Refuse to sign for nothing where it may ask for a fee afterwards, in this window."""
        me, about = decision.seat, decision.about
        free = not about["fee"] and not view.is_allied(about["group"])
        asks = free and may_answer_back(view, me, about["proposer"])
        if asks and self.fee(view, me, about["group"]):
            return "refuse"
        return super().answer_alliance(view, decision)

    def demand(self, view: OpolyView, me: Seat, group: str) -> dict[Seat, int]:
        """Return the split that it asks for, in per cent."""
        rents = rents_by_owner(view, group)
        whole = sum(rents.values()) or 1
        left = self.left_to_partner if view.rolls_left > self.late else self.left_late
        split = {seat: int(100 * left * rent / whole) for seat, rent in rents.items() if seat != me}
        return {**split, me: 100 - sum(split.values())}

    def ethics(self, view: OpolyView, decision: Decision) -> Reply:
        """Take the dearest property of another company, if the risk costs less."""
        me = decision.seat
        taken = [space for seat in view.others for space in view.properties_of(seat)]
        taken = [space for space in taken if view.owner(space) in view.seats]
        if not taken:
            return "decline"
        best = max(taken, key=lambda space: (view.rent(space), view.edition.spaces[space].price))
        risk = BUSTED_A_TURN * view.rolls_left * view.asset(me)
        if risk > view.edition.spaces[best].price:
            return "decline"
        return Answer("act", {"space": best})


def rents_by_owner(view: OpolyView, group: str) -> dict[Seat, int]:
    """Return what a landing on each lot of a group brings now, added up by owner."""
    rents: dict[Seat, int] = {}
    for space in view.edition.groups[group]:
        owner = view.owner(space)
        rents[owner] = rents.get(owner, 0) + view.rent(space)
    return rents
