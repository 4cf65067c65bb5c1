"""The commodity trader: follows what is scarce."""

from __future__ import annotations

from classkit.engine.policy import Reply
from classkit.engine.requests import Decision

from ..contents import COMMODITIES
from ..rules.pegs import KEEP
from ..shown.view import EconomiconView
from .banker import PASS, Banker, may
from .duties import Duties
from .purchases import buying, most_of, spare_money

LOT = 4
"""The smallest lot of a commodity trader."""


class CommodityTrader(Banker):
    """Follows what is scarce.

    In rounds 2, 5 and 8 it pegs to the commodity of which its reserves hold most value, whatever
    laws and the event say of it. After covering its needs it puts spare currency, and gold beyond
    eight, into the commodity whose price has risen least since the opening, in lots of four or
    more; in the last round it spends all. Drives prices up, is richest, and riskier.
    """

    changes = (2, 5, 8)
    spends_beyond = 8

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        seat = decision.seat
        if view.round not in self.changes:
            return KEEP
        best, most = KEEP, 0.0
        for good in COMMODITIES:
            value = view.held(seat, good) / view.count(good)
            if value > most:
                best, most = good, value
        return best if may(decision, best) else KEEP

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Buy the commodity that has risen least, with what is spare."""
        least, kept = LOT, self.spends_beyond
        if view.rounds_left() == 0:
            least, kept = 1, 0
        for pay_with, budget in spare_money(view, seat, duties, kept):
            if budget > 0:
                good = least_risen(view)
                quantity = most_of(view, seat, good, pay_with, budget, duties)
                if quantity >= least:
                    return buying(good, quantity, pay_with)
        return PASS


def least_risen(view: EconomiconView) -> str:
    """Return the commodity that has become least dear: fewest of it have gone."""
    opening, found, least = view.edition.market, "", 0.0
    for good in COMMODITIES:
        risen = getattr(opening, good) / view.count(good)
        if not found or risen < least:
            found, least = good, risen
    return found
