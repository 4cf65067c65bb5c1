"""Three bots: an appraiser, an empire builder and a banker (section 9 of the rules file)."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat

from .bots_base import Strategist
from .view import OpolyView


class Appraiser(Strategist):
    """Pays what a property is worth, and not more.

    Bids up to 95% of appraised value plus 70% of the rent expected over the turns left (the pawn
    lands on a space in 2.8% of turns) plus 10% of appraised value if it owns part of the group,
    keeping $250. Signs every alliance in which each keeps its own rents, builds while the rent
    expected at the new level exceeds half its cost, keeping $300, and pledges a weak property
    when a better lot is at least $40 cheaper than its worth. Declines unethical acts, supports a
    levy that costs it at most $40, and takes the lesser income tax.
    """

    price_share = 0.95
    rent_share = 0.70
    group_bonus = 0.10
    reserve = 250
    building_reserve = 300
    payback = 0.5


class EmpireBuilder(Strategist):
    """Wants whole groups and buildings on them, and lives on little cash.

    Bids up to appraised value plus the full expected rent plus up to 30% for groups in reach (the
    more of the group it owns already, the more), keeps only $100, offers an alliance as soon as a
    group is complete, builds down to $180 and mortgages what stands idle when its cash is under
    $150. It has the highest rents and most bankruptcies. Declines unethical acts, supports a levy
    that costs it at most $40, and takes the lesser income tax.
    """

    price_share = 1.0
    rent_share = 1.0
    reserve = 100
    building_reserve = 180
    payback = 0.0
    poor = 150
    reach = 0.30

    def bonus(self, view: OpolyView, me: Seat, space: str) -> float:
        others = view.lot_owners(view.edition.spaces[space].group)
        own, in_bank = others.count(me), others.count("bank")
        if own + in_bank < len(others):
            return 0.0  # another owner is in the way
        return self.reach * (own + 1) / len(others)

    def manage(self, view: OpolyView, decision: Decision) -> Reply:
        """Mortgage the cheapest idle property when money is short."""
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


class Banker(Strategist):
    """Holds cash, buys cheaply, and lets others build.

    Bids at most 72% of appraised value plus 30% of the expected rent, keeps $500, builds only
    above $700, votes for the stimulus and plays a put if its own payment is at least $50. It wins
    ASSET often and FUTURE EARNINGS seldom. Declines unethical acts, supports a levy that costs it
    at most $40, and takes the lesser income tax.
    """

    price_share = 0.72
    rent_share = 0.30
    reserve = 500
    building_reserve = 700
    payback = 0.5
    pledges = False
    put_at = 50
    stimulus_at = 0
