"""Bot that lands on other pieces to turn rivals' cards down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.decisions import Decision, Seat
from classkit.engine.moves import Answer
from classkit.engine.policy import Reply

from ..presentation.view import EconomyView
from .ending_value import evaluate_hidden_ending
from .harvester import Harvester, Values


class Raider(Harvester):
    """Like the Harvester in part 1, but prefers to land on pieces to turn rivals' cards down.

    It targets inventions and factories. In part 2 it puts out pieces on rivals' locations and later
    returns for the cards that it turned down itself. It remembers no other cards. It sends victims
    to the corner farthest from the nearest free card or, in part 2, from the nearest face-down
    location.
    """

    RAID = 0.6
    """Value per point of turning down a rival's card."""
    RETURN = 3.0
    """Value per point of a card that the bot turned down itself."""

    def __init__(self) -> None:
        self.memory: Mapping[str, tuple[str, Seat]] = {}

    def recall(self, memory: Mapping[str, tuple[str, Seat]]) -> None:
        """Store the locations that it has seen turned down."""
        self.memory = memory

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().collecting(view, options)
        raids = {}
        for space in view.pieces_among(options):
            raid = self.evaluate_raid(view, space)
            if raid > values.get(space, 0.0):
                raids[space] = raid
        return dict(sorted({**values, **raids}.items())) if raids else values

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().earning(view, options)
        for space in view.pieces_among(options):
            if not view.is_face_down(space):
                values[space] = self.evaluate_raid(view, space)
        for space, (card, by) in self.memory.items():
            if space in values and by == view.seat:
                back = self.RETURN * view.cards[card].points
                values[space] = evaluate_hidden_ending(view, card) or back
        return values

    def evaluate_raid(self, view: EconomyView, space: str) -> float:
        """Return the value of putting out the piece on a space.

        It is 0 unless this turns down an invention or a factory of a rival.
        """
        card = view.rivals_card_at(space)
        points = view.cards[card].points if card is not None else 0
        return self.RAID * points if points > 1 else 0.0

    def choose_corner(self, view: EconomyView, decision: Decision) -> Reply:
        aims = view.free if view.part == 1 else view.face_down
        corners = view.grid.corners
        far = [get_nearest_distance(view, corner, aims) for corner in corners]
        return Answer("send", {"corner": corners[far.index(max(far))]})


def get_nearest_distance(view: EconomyView, space: str, aims: Iterable[str]) -> int:
    """Return the number of steps to the nearest of the ``aims``, or 0 without aims."""
    return min(map(view.grid.distances(space).__getitem__, aims), default=0)
