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
    the last two rounds it swaps its own currency for gold. If gold is short in the market in the
    last round, as after a run on gold, commodities are cheap there, and all its gold buys them.
    Stable, few tokens, modest worth.
    """

    keeps_gold = 6
    scarce = 3
    """Gold is short if the market has at most this many times what the bot can spend."""

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
        """Buy commodities if the market has little gold beside the bot's, as after a run on gold.

        Prices in gold are low then, and the gold that the bot pays raises them again, for what it
        buys as for what it holds (N16.1).
        """
        _, (gold, spare) = get_spare_money(view, seat, duties, 0)
        if self.scarce * spare < view.market("gold"):
            return None
        return buy_best_value(view, seat, (gold, spare), duties)
