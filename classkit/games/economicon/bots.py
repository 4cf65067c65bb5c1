"""Three central bankers: a gold anchor, a commodity trader and a printing press (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Aside, Decision

from .banker import PASS, Banker
from .cards import COMMODITIES
from .duties import Duties
from .pegs import KEEP
from .purchases import buying, most_of, spare_money
from .state import NO_PEG
from .view import EconomiconView

LOT = 4
"""The smallest lot of a commodity trader."""


class GoldAnchor(Banker):
    """Never leaves gold.

    Orders as many of each commodity as one gold pays, at most 4; buys what its people will consume
    and one spare of each, keeps six gold, and sends exactly what the event and its laws ask. In
    the last two rounds it swaps its own currency for gold. Stable, few tokens, modest worth.
    """

    keeps_gold = 6

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """Own currency becomes gold in the last two rounds."""
        if view.rounds_left() > 1:
            return PASS
        (own, budget), _ = spare_money(view, seat, duties, 0)
        room = duties.get("reserves.gold").high - view.held(seat, "gold")
        quantity = min(most_of(view, seat, "gold", own, budget, duties), room)
        return buying("gold", quantity, own) if quantity > 0 else PASS


class CommodityTrader(Banker):
    """Follows what is scarce.

    In rounds 2, 5 and 8 it pegs to the commodity of which its reserves hold most value, whatever
    laws and the event say of it. After covering its needs it puts spare currency, and gold beyond
    eight, into the commodity whose price has risen least since the opening, in lots of four or
    more; in the last round it spends all. Drives prices up, is richest, and riskier.
    """

    changes = (2, 5, 8)
    spends_beyond = 8

    def choose_peg(
        self, view: EconomiconView, decision: Decision, seat: str, duties: Duties
    ) -> Reply:
        if view.round not in self.changes:
            return KEEP
        best, most = KEEP, 0.0
        for good in COMMODITIES:
            value = view.held(seat, good) / view.count(good)
            if value > most:
                best, most = good, value
        return best if may(decision, best) else KEEP

    def spend(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """The commodity that has risen least, with what is spare."""
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


class PrintingPress(Banker):
    """Makes money from nothing.

    Floats in round 2, creates ten units a round, and every second round buys its own cheapened
    currency with gold beyond seven; pegs to gold again in the last but one round, and spends the
    revalued currency in the last. Shows debasement and revaluation, and suffers from the Hard
    Money and Sound Money Acts.
    """

    floats_in = 2
    creates = 10
    spends_beyond = 7
    beside_own = frozenset({"trade"})
    """It creates when its own trade turn has come."""

    def choose_peg(
        self, view: EconomiconView, decision: Decision, seat: str, duties: Duties
    ) -> Reply:
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
        """Buy back the cheapened currency; in the last round spend it on what lasts."""
        if view.rounds_left() == 0:
            return self.spend_own(view, seat, duties)
        if view.peg(seat) == NO_PEG and view.round % 2 == 0:
            (own, _), (_, budget) = spare_money(view, seat, duties, self.spends_beyond)
            quantity = most_of(view, seat, own, "gold", budget, duties)
            if quantity > 0:
                return buying(own, quantity, "gold")
        return PASS

    def spend_own(self, view: EconomiconView, seat: str, duties: Duties) -> Reply:
        """All own currency for the commodity of which it buys the largest value."""
        (own, budget), _ = spare_money(view, seat, duties, 0)
        best, most, gain = "", 0, 0.0
        for good in COMMODITIES:
            lot = most_of(view, seat, good, own, budget, duties)
            value = lot / view.count_held(good)
            if value > gain:
                best, most, gain = good, lot, value
        return buying(best, most, own) if best else PASS


def least_risen(view: EconomiconView) -> str:
    """The commodity that has become least dear beside the others: fewest of it have gone."""
    opening, found, least = view.edition.market, "", 0.0
    for good in COMMODITIES:
        risen = opening[good] / view.count(good)
        if not found or risen < least:
            found, least = good, risen
    return found


def may(decision: Decision, move: str) -> bool:
    """Whether the move may be made."""
    for listed in decision.moves:
        if listed.name == move:
            return not listed.barred
    return False
