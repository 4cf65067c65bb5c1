"""Bot that stays pegged to gold."""

from __future__ import annotations

from classkit.engine.policy import Reply

from ..presentation.view import EconomiconView
from .central_banker import PASS, CentralBanker
from .duties import Duties
from .purchase_choice import build_purchase, buy_best_value, get_max_lot, get_spare_money


class GoldAnchor(CentralBanker):
    """Stays pegged to gold.

    It orders as many units of each commodity as one gold buys, at most 4, buys the goods that its
    people will consume and one spare unit of each, and keeps six gold. It releases exactly as much
    as the event and its laws demand. In the last two rounds it exchanges its own currency for gold.
    If the market is short of gold in the last round, for example after a run on gold, commodities
    are cheap, and the bot spends all its gold on them. It is stable, gets few tokens, and ends with
    modest worth.
    """

    keeps_gold = 6
    scarce = 3
    """Gold is scarce if the market has at most this many times what the bot can spend."""

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Exchange the nation's currency for gold in the last two rounds, then buy bargains."""
        if view.rounds_left() == 0 and (found := self.buy_bargain(view, seat, duties)):
            return found
        if view.rounds_left() > 1:
            return PASS
        (own, budget), _ = get_spare_money(view, seat, duties, 0)
        room = duties.get_bounds("reserves.gold").high - view.held(seat, "gold")
        quantity = min(get_max_lot(view, seat, "gold", own, budget, duties), room)
        return build_purchase("gold", quantity, own) if quantity > 0 else PASS

    def buy_bargain(self, view: EconomiconView, seat: str, duties: Duties) -> Reply | None:
        """Buy commodities if the market has little gold, for example after a run on gold.

        Prices in gold are low then. The gold that the bot pays raises them again, which increases
        the worth of both its purchases and its other holdings (N16.1).
        """
        _, (gold, spare) = get_spare_money(view, seat, duties, 0)
        if self.scarce * spare < view.market("gold"):
            return None
        return buy_best_value(view, seat, (gold, spare), duties)
