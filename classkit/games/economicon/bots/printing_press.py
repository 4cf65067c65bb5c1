"""The printing press: makes money from nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Aside, Decision

from ..rules.pegs import KEEP
from ..shown.view import EconomiconView
from ..state import NO_PEG
from .banker import PASS, Banker, may
from .duties import Duties
from .purchases import buy_most_value, buying, most_of, spare_money


class PrintingPress(Banker):
    """Makes money from nothing.

    Floats in round 2, creates ten units a round, and every second round buys its own cheapened
    currency with gold beyond seven; pegs to gold again in the last but one round, turns the
    revalued currency into gold, and spends both in the last. Shows debasement and revaluation, and
    suffers from the Hard Money and Sound Money Acts.
    """

    floats_in = 2
    creates = 10
    spends_beyond = 7
    beside_own = frozenset({"trade"})
    """The decisions beside which it creates currency: its own turn to trade."""

    def choose_peg(self, view: EconomiconView, decision: Decision) -> Reply:
        seat = decision.seat
        floats = view.round >= self.floats_in and view.rounds_left() > 1
        wanted = NO_PEG if floats else "gold"
        if view.peg(seat) == wanted or not may(decision, wanted):
            return KEEP
        return wanted

    def aside(
        self, view: EconomiconView, decision: Decision, open_asides: Callable[[], Sequence[Aside]]
    ) -> Reply | None:
        """Create the round's units when its own trade turn comes, and nothing forbids it."""
        seat = decision.seat
        if seat != view.seat or decision.name != "trade":
            return None
        wanted = self.creates - view.created(seat)
        if wanted <= 0 or view.peg(seat) != NO_PEG:
            return None
        wanted = min(wanted, view.may_create(seat))
        return Answer("float_money", {"amount": wanted}) if wanted > 0 else None

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Buy back the cheapened currency; turn it into gold, then into what lasts."""
        if view.rounds_left() == 0:
            return self.spend_own(view, seat, duties)
        if view.rounds_left() == 1:
            (own, budget), _ = spare_money(view, seat, duties, 0)
            quantity = most_of(view, seat, "gold", own, budget, duties)
            return buying("gold", quantity, own) if quantity > 0 else PASS
        if view.peg(seat) == NO_PEG and view.round % 2 == 0:
            (own, _), (_, budget) = spare_money(view, seat, duties, self.spends_beyond)
            quantity = most_of(view, seat, own, "gold", budget, duties)
            if quantity > 0:
                return buying(own, quantity, "gold")
        return PASS

    def spend_own(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Spend all own currency, then gold, on the commodity of which it buys most value."""
        for purse in spare_money(view, seat, duties, 0):
            if found := buy_most_value(view, seat, purse, duties):
                return found
        return PASS
