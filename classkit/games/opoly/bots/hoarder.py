"""The hoarder: buys up the last houses, so that others cannot build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat

from ..shown.view import OpolyView
from .strategist import Strategist, may_answer_back, own_rents


class Hoarder(Strategist):
    """Buys up the last houses, so that others cannot build.

    It believes that what is scarce is worth more to whoever has it: there are 32 houses, and a
    hotel gives four of them back to the stock. So it builds four houses on each lot and turns them
    into hotels only in the last ten rolls, builds on half its reserve once twelve are left, and
    bids twice the least bid where the last ones are auctioned (Q6.14).

    It wants lots that stand together, of which it alone decides: in the lead it offers another
    company a lot of its own that stands alone, and cash, for one beside its own ("in the game Ada
    could buy Boardwalk", lesson 6). Where it has to share a group it insists on building level, so
    that no party has more at stake than the others (question 1).
    """

    price_share = 0.85
    rent_share = 0.70
    group_bonus = 0.20
    reserve = 200
    building_reserve = 350
    payback = 0.5
    short = 32
    rush = 12

    def propose(self, view: OpolyView, decision: Decision) -> Reply:
        """Exchange a lot that stands alone for one of its own groups, when it is in the lead.

        At the end an exchange brings no houses any more, and costs its cash.
        """
        if view.lead == decision.seat and view.rolls_left >= self.end:
            terms = self.best_exchange(view, decision)
            if terms is not None:
                return Answer("deal", terms)
        for group in decision.about["groups"]:
            if not view.is_allied(group):
                return Answer("alliance", {**own_rents(group), "building": "level"})
        return "pass"

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Refuse free building where it may offer to build level afterwards, in this window."""
        me, about = decision.seat, decision.about
        later = may_answer_back(view, me, about["proposer"])
        if later and about["building"] == "free" and not view.is_allied(about["group"]):
            return "refuse"
        return super().answer_alliance(view, decision)

    def best_exchange(self, view: OpolyView, decision: Decision) -> dict[str, Any] | None:
        """Return the terms of the first exchange that it can pay and that is legal."""
        me, deal = decision.seat, next(move for move in decision.moves if move.name == "deal")
        for wanted, partner in self.wanted(view, me):
            group = view.edition.spaces[wanted].group
            for offered in self.standing_alone(view, me, but=group):
                price = self.price_asked(view, partner, wanted, offered)
                terms = exchange(partner, wanted, offered, price)
                affordable = min(view.cash(me) - self.reserve, self.worth(view, me, wanted))
                if price <= affordable and deal.refusal(terms) is None:
                    return terms
        return None

    def wanted(self, view: OpolyView, me: Seat) -> list[tuple[str, Seat]]:
        """List the lots of others in groups where it owns one, nearest to whole first."""
        found: list[tuple[int, str, Seat]] = []
        edition, active = view.edition, [s for s in view.others if view.status(s) == "active"]
        for group in edition.house_cost:
            owners = view.lot_owners(group)
            if me in owners and not self.tied(view, group):
                missing = len(owners) - owners.count(me) + owners.count("bank")
                lots = zip(edition.groups[group], owners, strict=True)
                found += [(missing, lot, owner) for lot, owner in lots if owner in active]
        return [(lot, owner) for _, lot, owner in sorted(found)]

    def standing_alone(self, view: OpolyView, me: Seat, but: str) -> list[str]:
        """List own lots of other groups of which it owns no other lot, the cheapest first."""
        groups = [view.edition.spaces[space].group for space in view.properties_of(me)]
        alone = [
            space
            for space in view.properties_of(me)
            if groups.count(group := view.edition.spaces[space].group) == 1
            and group != but
            and not self.tied(view, group)
        ]
        return sorted(alone, key=lambda space: view.edition.spaces[space].price)

    def tied(self, view: OpolyView, group: str) -> bool:
        """Return whether buildings or a contract keep the lots of a group where they are (Q6.7)."""
        return view.is_allied(group) or any(view.level(lot) for lot in view.edition.groups[group])

    def price_asked(self, view: OpolyView, partner: Seat, wanted: str, offered: str) -> int:
        """Return the cash that makes the exchange good for the partner, by its own values."""
        gives, gets = (self.worth(view, partner, space) for space in (wanted, offered))
        return max(int(1.25 * gives) - int(gets * 0.8), 0)

    def lot_worth(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Pay up to twice the least bid for a scarce building."""
        if about["kind"] in ("house", "hotel"):
            return int(about["minimum"]) * 2
        return super().lot_worth(view, me, about)


def exchange(partner: Seat, wanted: str, offered: str, cash: int) -> dict[str, Any]:
    """Return the terms of a deal: a lot and cash for another lot."""
    return {
        "partner": partner, "give_cash": cash, "give_spaces": [offered], "give_cards": [],
        "get_cash": 0, "get_spaces": [wanted], "get_cards": [], "bases": [], "lift_now": [],
    }  # fmt: skip
