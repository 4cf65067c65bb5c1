"""The banker: holds cash, buys cheaply, and lets others build."""

from __future__ import annotations

from .strategist import Strategist


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
