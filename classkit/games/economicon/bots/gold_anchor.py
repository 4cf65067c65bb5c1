"""The gold anchor: never leaves gold."""

from __future__ import annotations

from classkit.engine.policy import Reply

from ..shown.view import EconomiconView
from .banker import PASS, Banker
from .duties import Duties
from .purchases import buy_most_value, buying, most_of, spare_money


class GoldAnchor(Banker):
    """Never leaves gold.

    Orders as many of each commodity as one gold pays, at most 4; buys what its people will consume
    and one spare of each, keeps six gold, and sends exactly what the event and its laws ask. In
    the last two rounds it swaps its own currency for gold. Stable, few tokens, modest worth.
    """

    keeps_gold = 6
    bargain = 12
    """The most gold that it pays for a bargain at once."""

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Turn own currency into gold in the last two rounds; buy for scarce gold in the last."""
        if view.rounds_left() == 0 and (found := self.buy_bargain(view, seat, duties)):
            return found
        if view.rounds_left() > 1:
            return PASS
        (own, budget), _ = spare_money(view, seat, duties, 0)
        room = duties.get("reserves.gold").high - view.held(seat, "gold")
        quantity = min(most_of(view, seat, "gold", own, budget, duties), room)
        return buying("gold", quantity, own) if quantity > 0 else PASS

    def buy_bargain(self, view: EconomiconView, seat: str, duties: Duties) -> Reply | None:
        """Buy commodities if the market has less gold than the bank, as after a run on gold.

        It pays a little at a time: a large lot would leave so few in the market that its own
        purchase, and no trade of others, set the price at which its reserves are valued (N16.1).
        """
        _, (gold, spare) = spare_money(view, seat, duties, 0)
        if spare < view.market("gold"):
            return None
        return buy_most_value(view, seat, (gold, min(spare, self.bargain)), duties)
