"""The harvester: collects and earns where it earns most."""

from __future__ import annotations

from classkit.engine.moves import Answer
from classkit.engine.policy import Decider
from classkit.engine.requests import Decision

from ..shown.view import EconomyView
from .ending import ending

OWN_SECTOR = 0.5
"""The worth of a card in a sector in which the bot owns already, beside its points."""
RIVAL_WEIGHT = 0.25
"""The weight of a point for the best rival against a point of its own."""
UNKNOWN = 1.5
"""The worth of a face-down location that the bot does not know."""
NEAREST = 0.01
"""The worth of the fewest steps to a free card; it decides only if none can be taken."""
Values = dict[str, float]
"""Space that can be reached -> the worth of landing there."""


class Harvester(Decider):
    """Collects and earns where it earns most.

    In part 1 it prefers inventions, then factories, then shops, with a bonus for sectors in which
    it owns already; where no card can be reached it moves toward the nearest free one. In part 2
    it lands where its own points minus a small weight for the best rival's are greatest, and does
    not end the match for another where it can land elsewhere. It ignores other pieces and keeps no
    notes: a face-down location counts 1.5. Locations are placed and victims sent as the rules file
    has it by default.
    """

    def choose_destination(self, view: EconomyView, decision: Decision) -> Answer:
        """Choose the space of greatest value, the first of equal ones."""
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        value = self.collecting if view.part == 1 else self.earning
        values = value(view, options)
        return Answer("go", {"space": max(values, key=values.__getitem__)})

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """Value spaces in part 1: those with a free card, or the nearest to one."""
        free = view.free_among(options)
        if not free:
            return {view.nearest_to_free(options) or options[0]: NEAREST}
        cards = view.cards
        values: Values = {space: cards[name].points for space, name in free.items()}
        least = max(values.values()) - OWN_SECTOR
        for space, points in values.items():
            # The bonus cannot make a card of fewer points the best.
            if points >= least and view.owns_in(cards[free[space]].sector):
                values[space] = points + OWN_SECTOR
        return values

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """Value all spaces in part 2."""
        sector_of = view.deck.sector_of
        there = view.locations_among(options)
        sectors = {sector_of[name] for name in there.values() if name is not None}
        landing = {sector: self.landing(view, sector) for sector in sectors}
        values = dict.fromkeys(options, 0.0)
        for space, name in there.items():
            values[space] = UNKNOWN if name is None else landing[sector_of[name]]
        return values

    def landing(self, view: EconomyView, sector: str) -> float:
        """Return own points less a small weight for the best rival's if the sector scores."""
        stakes, me = view.stakes_in(sector), view.seat or ""
        if stakes.most >= view.lacking and (ends := ending(view, stakes.worth)):
            return ends  # with less at stake nobody can reach the target
        return stakes.margin(me, RIVAL_WEIGHT)
