"""Bot that bids up to the estimated worth of a property."""

from __future__ import annotations

from .strategist import Strategist


class Appraiser(Strategist):
    """Pays what a property is worth, but no more.

    It bids up to 95% of appraised value plus 70% of the rent expected over the remaining turns (the
    pawn lands on a space in 2.8% of turns), plus 10% of appraised value if it owns part of the
    group, and keeps $250. It signs every alliance in which each owner keeps its own rents, and
    builds while the rent expected at the new level exceeds half its cost, keeping $300. It pledges
    a weak property if a better lot is at least $40 cheaper than its worth. It declines unethical
    acts, supports a levy that costs it at most $40, and pays the lower income tax.
    """

    price_share = 0.95
    rent_share = 0.70
    group_bonus = 0.10
    reserve = 250
    building_reserve = 300
    payback = 0.5
