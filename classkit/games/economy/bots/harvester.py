"""Bot that collects cards and earns where its points are highest."""

from __future__ import annotations

from classkit.engine.decisions import Decision
from classkit.engine.moves import Answer
from classkit.engine.policy import Decider

from ..presentation.view import EconomyView
from .ending_value import evaluate_ending

OWN_SECTOR_BONUS = 0.5
"""Extra value of a card in a sector in which the bot already owns a card."""
RIVAL_WEIGHT = 0.25
"""Weight of one of the best rival's points, relative to an own point."""
UNKNOWN_CARD_VALUE = 1.5
"""Value of a face-down location whose card the bot does not know."""
NEAREST_VALUE = 0.01
"""Value of the space nearest to a free card, if the bot cannot take any card."""
Values = dict[str, float]
"""Value of landing on each space in reach."""


class Harvester(Decider):
    """Collects cards, then lands where it gains most.

    In part 1 it prefers inventions, then factories, then shops, with a bonus for sectors in which
    it already owns a card. If no card is in reach, it moves toward the nearest free one. In part 2
    it maximizes its own points minus a fraction of the best rival's points. It avoids ending the
    match in another seat's favour. It ignores other pieces and does not remember cards: it values a
    face-down location at 1.5. For placements and victims it uses the default answers in the rules
    file.
    """

    def choose_destination(self, view: EconomyView, decision: Decision) -> Answer:
        """Choose the space with the highest value. Ties go to the first."""
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        value = self.collecting if view.part == 1 else self.earning
        values = value(view, options)
        return Answer("go", {"space": max(values, key=values.__getitem__)})

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """Return the values of spaces in part 1 that have a free card, or are nearest to one."""
        free = view.free_among(options)
        if not free:
            return {view.nearest_to_free(options) or options[0]: NEAREST_VALUE}
        cards = view.cards
        values: Values = {space: cards[name].points for space, name in free.items()}
        least = max(values.values()) - OWN_SECTOR_BONUS
        for space, points in values.items():
            # A card with fewer points could not become the best, even with the bonus.
            if points >= least and view.owns_in(cards[free[space]].sector):
                values[space] = points + OWN_SECTOR_BONUS
        return values

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """Return the values of all spaces in part 2."""
        sector_of = view.deck.sector_of
        there = view.locations_among(options)
        sectors = {sector_of[name] for name in there.values() if name is not None}
        landing = {sector: self.evaluate_landing(view, sector) for sector in sectors}
        values = dict.fromkeys(options, 0.0)
        for space, name in there.items():
            values[space] = UNKNOWN_CARD_VALUE if name is None else landing[sector_of[name]]
        return values

    def evaluate_landing(self, view: EconomyView, sector: str) -> float:
        """Return the value of a landing: the seat's points minus weighted rival points."""
        stakes, me = view.stakes_in(sector), view.seat or ""
        if stakes.most >= view.lacking and (ends := evaluate_ending(view, stakes.worth)):
            return ends  # at lower stakes no seat can reach the target
        return stakes.margin(me, RIVAL_WEIGHT)
