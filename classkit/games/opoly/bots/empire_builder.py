"""Bot that wants whole groups with buildings, and keeps little cash."""

from __future__ import annotations

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import OpolyView
from .strategist import Strategist


class EmpireBuilder(Strategist):
    """Wants whole groups with buildings, and keeps little cash.

    It bids up to appraised value plus the full expected rent, plus up to 30% for groups within
    reach (more if it already owns more of the group), and keeps only $100. It offers an alliance as
    soon as a group is complete, builds until $180 are left, and mortgages idle properties when its
    cash is under $150. It has the highest rents and the most bankruptcies. It declines unethical
    acts, supports a levy that costs it at most $40, and pays the lower income tax.
    """

    price_share = 1.0
    rent_share = 1.0
    reserve = 100
    building_reserve = 180
    payback = 0.0
    poor = 150
    reach = 0.30

    def get_bonus_share(self, view: OpolyView, me: Seat, space: str) -> float:
        others = view.lot_owners(view.edition.spaces[space].group)
        own, in_bank = others.count(me), others.count("bank")
        if own + in_bank < len(others):
            return 0.0  # another owner prevents a complete group
        return self.reach * (own + 1) / len(others)

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Mortgage the cheapest idle property if cash is short."""
        me = decision.seat
        if view.cash(me) < self.poor:
            idle = [
                space
                for space in view.properties_of(me)
                if not view.mortgaged(space) and not view.complete(view.edition.spaces[space].group)
            ]
            if idle:
                cheapest = min(idle, key=lambda space: view.edition.spaces[space].price)
                return Answer("manage", {"acts": [{"act": "mortgage", "space": cheapest}]})
        return super().manage(view, decision)
