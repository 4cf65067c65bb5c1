"""Bot that buys up the last houses, so that others cannot build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import OpolyView
from .strategist import Strategist, can_counter_offer, get_own_terms


class Hoarder(Strategist):
    """Buys up the last houses, so that others cannot build.

    Its strategy relies on scarcity, which makes goods worth more to their owner: there are 32
    houses, and a hotel returns four of them to the stock. So it builds four houses on each lot and
    converts them to hotels only in the last ten rolls. It builds on half its reserve once twelve
    houses are left, and bids twice the minimum when the last ones are auctioned (Q6.14).

    It wants whole groups, so that it decides alone. When in the lead, it offers another company one
    of its single lots, and cash, for a lot in one of its own groups ("in the game Ada could buy
    Boardwalk", lesson 6). Where it has to share a group, it insists on level building, so that no
    party has more at stake than the others (question 1).
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
        """While in the lead, offer a single lot for a lot in one of its own groups.

        Near the end an exchange leads to no more houses, so it would only cost cash.
        """
        if view.lead == decision.seat and view.rolls_left >= self.end:
            terms = self.find_exchange(view, decision)
            if terms is not None:
                return Answer("deal", terms)
        for group in decision.about["groups"]:
            if not view.is_allied(group):
                return Answer("alliance", {**get_own_terms(group), "building": "level"})
        return "pass"

    def answer_alliance(self, view: OpolyView, decision: Decision) -> Reply:
        """Decline free building if it can still offer level building in this window."""
        me, about = decision.seat, decision.about
        later = can_counter_offer(view, me, about["proposer"])
        if later and about["building"] == "free" and not view.is_allied(about["group"]):
            return "refuse"
        return super().answer_alliance(view, decision)

    def find_exchange(self, view: OpolyView, decision: Decision) -> dict[str, Any] | None:
        """Return the terms of the first exchange that is affordable and legal, or None."""
        me, deal = decision.seat, next(move for move in decision.moves if move.name == "deal")
        for wanted, partner in self.list_wanted_lots(view, me):
            group = view.edition.spaces[wanted].group
            for offered in self.list_single_lots(view, me, but=group):
                price = self.get_asking_price(view, partner, wanted, offered)
                terms = build_exchange_terms(partner, wanted, offered, price)
                affordable = min(
                    view.cash(me) - self.reserve, self.evaluate_property(view, me, wanted)
                )
                if price <= affordable and deal.refusal(terms) is None:
                    return terms
        return None

    def list_wanted_lots(self, view: OpolyView, me: Seat) -> list[tuple[str, Seat]]:
        """Return other companies' lots in groups where it owns a lot, most complete group first."""
        found: list[tuple[int, str, Seat]] = []
        edition, active = view.edition, [s for s in view.others if view.status(s) == "active"]
        for group in edition.house_cost:
            owners = view.lot_owners(group)
            if me in owners and not self.is_tied(view, group):
                missing = len(owners) - owners.count(me) + owners.count("bank")
                lots = zip(edition.groups[group], owners, strict=True)
                found += [(missing, lot, owner) for lot, owner in lots if owner in active]
        return [(lot, owner) for _, lot, owner in sorted(found)]

    def list_single_lots(self, view: OpolyView, me: Seat, but: str) -> list[str]:
        """Return own lots that are single in their group, cheapest first, except in ``but``."""
        groups = [view.edition.spaces[space].group for space in view.properties_of(me)]
        alone = [
            space
            for space in view.properties_of(me)
            if groups.count(group := view.edition.spaces[space].group) == 1
            and group != but
            and not self.is_tied(view, group)
        ]
        return sorted(alone, key=lambda space: view.edition.spaces[space].price)

    def is_tied(self, view: OpolyView, group: str) -> bool:
        """Return whether buildings or a contract prevent the sale of a group's lots (Q6.7)."""
        return view.is_allied(group) or any(view.level(lot) for lot in view.edition.groups[group])

    def get_asking_price(self, view: OpolyView, partner: Seat, wanted: str, offered: str) -> int:
        """Return the cash that it estimates to make the exchange attractive to the partner."""
        gives, gets = (self.evaluate_property(view, partner, space) for space in (wanted, offered))
        return max(int(1.25 * gives) - int(gets * 0.8), 0)

    def evaluate_lot(self, view: OpolyView, me: Seat, about: Mapping[str, Any]) -> int:
        """Value a scarce building at twice the minimum bid."""
        if about["kind"] in ("house", "hotel"):
            return int(about["minimum"]) * 2
        return super().evaluate_lot(view, me, about)


def build_exchange_terms(partner: Seat, wanted: str, offered: str, cash: int) -> dict[str, Any]:
    """Return the terms of a deal: a lot and cash for another lot."""
    return {
        "partner": partner, "give_cash": cash, "give_spaces": [offered], "give_cards": [],
        "get_cash": 0, "get_spaces": [wanted], "get_cards": [], "bases": [], "lift_now": [],
    }  # fmt: skip
