"""Bot that holds cash, buys cheaply, and lets others build."""

from __future__ import annotations

from classkit.engine.decisions import Seat

from ..presentation.view import OpolyView
from .strategist import Strategist


class Banker(Strategist):
    """Holds cash, buys cheaply, and lets others build.

    It bids at most 72% of appraised value plus 30% of the expected rent, keeps $500, builds only
    above $700, votes for the stimulus, and plays a put if its own payment is at least $50. In the
    last 30 rolls it builds until $250 are left, unless it leads in ASSET, because cash wins no
    other race. It pays no ransom: under notice, it accepts only a contract that leaves it 70% of
    its own rents. It often wins ASSET and seldom FUTURE EARNINGS. It declines unethical acts,
    supports a levy that costs it at most $40, and pays the lower income tax.
    """

    price_share = 0.72
    rent_share = 0.30
    reserve = 500
    building_reserve = 700
    payback = 0.5
    pledges = False
    put_at = 50
    stimulus_at = 0
    yields_to = 0.7
    late = 30
    """Number of remaining rolls at which it starts to spend cash, unless it leads in ASSET."""

    def get_building_reserve(self, view: OpolyView, me: Seat) -> int:
        """Return the lower reserve late in the game, unless it leads in ASSET.

        Cash wins no other race.
        """
        if view.rolls_left > self.late or is_leading(view, me):
            return self.building_reserve
        return self.reserve // 2


def is_leading(view: OpolyView, me: Seat) -> bool:
    """Return whether no other company has a higher ASSET now."""
    return all(view.asset(seat) <= view.asset(me) for seat in view.others)
