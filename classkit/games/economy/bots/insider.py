"""Bot that remembers every card that it saw being turned down."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Seat

from ..presentation.view import EconomyView
from .ending_value import evaluate_hidden_ending
from .harvester import Harvester, Values


class Insider(Harvester):
    """Remembers every card that it saw being turned down.

    In part 1 it collects like the Harvester. In part 2 it values a remembered face-down card at
    three times its worth plus the sector's swing, so it protects its own face-down cards by landing
    on them first, and takes the cards of others. It avoids a landing that would bring a rival to
    the target, unless the bot itself wins with it. If another piece is on a face-up card, a landing
    has no value, since nobody would score.
    """

    WORTH = 3.0

    def __init__(self) -> None:
        self.memory: Mapping[str, tuple[str, Seat]] = {}

    def recall(self, memory: Mapping[str, tuple[str, Seat]]) -> None:
        """Store the locations that it has seen turned down."""
        self.memory = memory

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().earning(view, options)
        for space in view.pieces_among(options):
            values[space] = 0.0
        for space, (name, _) in self.memory.items():
            if space in values:
                values[space] = self.evaluate_known_card(view, name)
        return values

    def evaluate_known_card(self, view: EconomyView, name: str) -> float:
        """Return the value of a landing on a face-down card that the bot remembers."""
        card = view.cards[name]
        return evaluate_hidden_ending(view, name) or self.WORTH * card.points + view.swing(
            card.sector
        )
