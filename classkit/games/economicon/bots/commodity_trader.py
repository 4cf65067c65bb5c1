"""Bot that buys scarce commodities."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.policy import Reply

from ..presentation.view import EconomiconView
from ..rules.pegs import KEEP
from ..rules_data import COMMODITIES
from .central_banker import PASS, CentralBanker, is_move_open
from .duties import Duties
from .purchase_choice import build_purchase, get_max_lot, get_spare_money

MIN_LOT = 4
"""The smallest lot that the bot buys."""


class CommodityTrader(CentralBanker):
    """Buys scarce commodities.

    In rounds 2, 5 and 8 it pegs to the commodity that makes up most of its reserves' value,
    regardless of laws and the event. After covering its needs it spends spare currency, and gold
    beyond eight, on the commodity whose price has risen least since the opening, in lots of four or
    more. In the last round it spends everything. It trusts goods rather than the promises of other
    nations: it never buys their currency, even if a law or the event demands it. It drives prices
    up and ends richer than a gold anchor, but more often with three tokens.
    """

    ignored = frozenset({"bought.foreign", "reserves.foreign"})
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
        return best if is_move_open(decision, best) else KEEP

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend the surplus on the commodity whose price has risen least."""
        least, kept = MIN_LOT, self.spends_beyond
        if view.rounds_left() == 0:
            least, kept = 1, 0
        for pay_with, budget in get_spare_money(view, seat, duties, kept):
            if budget > 0:
                good = find_cheapest_commodity(view)
                quantity = get_max_lot(view, seat, good, pay_with, budget, duties)
                if quantity >= least:
                    return build_purchase(good, quantity, pay_with)
        return PASS


def find_cheapest_commodity(view: EconomiconView) -> str:
    """Return the commodity whose market stock has shrunk least."""
    opening, found, least = view.edition.market, "", 0.0
    for good in COMMODITIES:
        risen = getattr(opening, good) / view.count(good)
        if not found or risen < least:
            found, least = good, risen
    return found
