"""The gold anchor bot: it never leaves gold."""

from __future__ import annotations

from classkit.engine.policy import Reply

from ..presentation.view import EconomiconView
from .central_banker import PASS, CentralBanker
from .duties import Duties
from .purchase_choice import build_purchase, buy_best_value, get_max_lot, get_spare_money


class GoldAnchor(CentralBanker):
    """Never leaves gold.

    Orders as many of each commodity as one gold pays, at most 4; buys what its people will consume
    and one spare of each, keeps six gold, and sends exactly what the event and its laws ask. In
    the last two rounds it swaps its own currency for gold. Stable, few tokens, modest worth.
    """

    keeps_gold = 6
    bargain = 12
    """The maximum gold that the bot pays for one bargain."""

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Turn own currency into gold in the last two rounds; buy bargains in the last."""
        if view.rounds_left() == 0 and (found := self.buy_bargain(view, seat, duties)):
            return found
        if view.rounds_left() > 1:
            return PASS
        (own, budget), _ = get_spare_money(view, seat, duties, 0)
        room = duties.get_bounds("reserves.gold").high - view.held(seat, "gold")
        quantity = min(get_max_lot(view, seat, "gold", own, budget, duties), room)
        return build_purchase("gold", quantity, own) if quantity > 0 else PASS

    def buy_bargain(self, view: EconomiconView, seat: str, duties: Duties) -> Reply | None:
        """Buy commodities if the market has less gold than the bot, as after a run on gold.

        The bot pays little at a time. After a large lot its own purchase would set the price at
        which its reserves are valued (N16.1).
        """
        _, (gold, spare) = get_spare_money(view, seat, duties, 0)
        if spare < view.market("gold"):
            return None
        return buy_best_value(view, seat, (gold, min(spare, self.bargain)), duties)
