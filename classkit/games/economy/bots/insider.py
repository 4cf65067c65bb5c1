"""The insider: keeps a private note of every card that it has seen turned down."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.requests import Seat

from ..rules.holdings import Worth
from ..shown.view import EconomyView
from .harvester import RIVAL_WEIGHT, Harvester, Values


class Insider(Harvester):
    """Keeps a private note of every card that it has seen turned down.

    In part 1 it collects like the Harvester. In part 2 it counts a remembered face-down card as
    its worth times three plus the sector's swing, so that it guards its own face-down cards by
    landing on them first, and takes those of others. It denies landings that would carry a rival
    to the target, unless it wins by them itself. A piece on a face-up card makes a landing worth
    nothing, since nobody would score.
    """

    WORTH = 3.0
    DENIED = -100.0
    WON = 100.0

    def __init__(self) -> None:
        self.memory: Mapping[str, tuple[str, Seat]] = {}

    def recall(self, memory: Mapping[str, tuple[str, Seat]]) -> None:
        """Note what was turned down before its eyes."""
        self.memory = memory

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().earning(view, options)
        for space in view.pieces_among(options):
            values[space] = 0.0
        for space, (name, _) in self.memory.items():
            if space in values:
                values[space] = self.guarding(view, name)
        return values

    def guarding(self, view: EconomyView, name: str) -> float:
        """Return the worth of turning up a card that it has seen turned down."""
        card, me = view.cards[name], view.seat or ""
        outcome = self.outcome(view.score, view.target, self.after(view, name, me), me)
        return outcome or self.WORTH * card.points + view.swing(card.sector)

    def landing(self, view: EconomyView, sector: str) -> float:
        stakes, me = view.stakes_in(sector), view.seat or ""
        if stakes.most >= view.lacking:  # else nobody can reach the target by it
            outcome = self.outcome(view.score, view.target, stakes.worth, me)
            if outcome:
                return outcome
        return stakes.margin(me, RIVAL_WEIGHT)

    def after(self, view: EconomyView, card: str, me: Seat) -> dict[Seat, int]:
        """Return what a sector pays each seat once the card is one's own."""
        paid = view.worth_in(view.cards[card].sector)
        points, holder = view.cards[card].points, view.holder(card)
        if holder is not None:
            paid[holder] -= points
        paid[me] = paid.get(me, 0) + points
        return paid

    def outcome(self, points: Worth, target: int, paid: Worth, me: Seat) -> float:
        """Value a payment that ends the game, well or ill for the bot; 0 if it does not."""
        if not any(points[seat] + amount >= target for seat, amount in paid.items()):
            return 0.0
        after = {seat: held + paid.get(seat, 0) for seat, held in points.items()}
        return self.WON if after.get(me, 0) == max(after.values()) else self.DENIED
