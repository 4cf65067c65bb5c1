"""Bot that creates currency."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.decisions import Aside, Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..account_names import CURRENCY
from ..presentation.view import EconomiconView
from ..rules.pegs import KEEP
from ..state import NO_PEG
from .central_banker import PASS, CentralBanker, is_move_open
from .duties import Duties
from .purchase_choice import build_purchase, buy_best_value, get_max_lot, get_spare_money


class PrintingPress(CentralBanker):
    """Creates money from nothing.

    It floats in round 2, creates ten units a round, and every second round buys its own devalued
    currency with gold beyond six. In the next-to-last round it revalues the currency and exchanges
    it for gold, and in the last round it spends both. To revalue, it pegs to the dearest money,
    which is gold or another nation's currency: after that the notes are worth as much as the money
    that they are pegged to (N2.4), so the bot also profits if another nation has bought up its own
    currency. It demonstrates debasement and revaluation, and suffers from the Hard Money and Sound
    Money Acts.
    """

    floats_in = 2
    creates = 10
    spends_beyond = 6
    beside_own = frozenset({"trade"})
    """Decisions during which the bot creates currency: its own trade turn."""

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        seat, left = decision.seat, view.rounds_left()
        now = view.peg(seat)
        if left == 0 and now != NO_PEG:
            return KEEP  # a second change in two rounds costs a token (N6.2)
        wanted = "gold"
        if view.round >= self.floats_in:
            wanted = NO_PEG if left > 1 else find_dearest_money(view, decision)
        return wanted if wanted != now and is_move_open(decision, wanted) else KEEP

    def aside(
        self, view: EconomiconView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Reply | None:
        """Create the round's currency during the bot's own trade turn, unless that is barred."""
        seat = decision.seat
        if seat != view.seat or decision.name != "trade":
            return None
        wanted = self.creates - view.created(seat)
        if wanted <= 0 or view.peg(seat) != NO_PEG:
            return None
        wanted = min(wanted, view.may_create(seat))
        return Answer("float_money", {"amount": wanted}) if wanted > 0 else None

    def spend_surplus(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Buy back the nation's currency if cheap, exchange it for gold, then for commodities."""
        if view.rounds_left() == 0:
            return self.spend_own_currency(view, seat, duties)
        if view.rounds_left() == 1:
            (own, budget), _ = get_spare_money(view, seat, duties, 0)
            quantity = get_max_lot(view, seat, "gold", own, budget, duties)
            return build_purchase("gold", quantity, own) if quantity > 0 else PASS
        if view.peg(seat) == NO_PEG and view.round % 2 == 0:
            (own, _), (_, budget) = get_spare_money(view, seat, duties, self.spends_beyond)
            quantity = get_max_lot(view, seat, own, "gold", budget, duties)
            if quantity > 0:
                return build_purchase(own, quantity, "gold")
        return PASS

    def spend_own_currency(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend all of the nation's currency, then its gold, on the commodity of best value."""
        for purse in get_spare_money(view, seat, duties, 0):
            if found := buy_best_value(view, seat, purse, duties):
                return found
        return PASS


def find_dearest_money(view: EconomiconView, decision: Decision) -> str:
    """Return the money with the lowest count: gold, or a currency that allows a peg to it."""
    found, least = "gold", view.count("gold")
    for other in view.others:
        count = view.count(CURRENCY[other])
        if count < least and is_move_open(decision, CURRENCY[other]):
            found, least = CURRENCY[other], count
    return found
