"""Earnings and margins that follow from the holders of the property cards.

They are worked out once until a card changes hands: bots weigh sectors at every turn and pages draw
them after each, while most turns of part 2 move no card. Results are shared, so never change them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from classkit.engine.requests import Seat

from ..edition.contents import Deck
from ..state import SEAT_OF

Owners: TypeAlias = tuple[str, ...]
"""The accounts of the deck's property cards, in its order: :meth:`Economy.owners`."""
Worth: TypeAlias = Mapping[Seat, int]
"""Owner -> the points of a landing in a sector, in the order of the sector's cards."""
KEPT = 64


class Stakes(NamedTuple):
    """The points of all who earn in a sector, and of the two best of them.

    >>> stakes = Stakes({"A": 3, "B": 2}, 3, 2)
    >>> stakes.best_rival("A"), stakes.best_rival("B"), stakes.best_rival("C")
    (2, 3, 3)
    """

    worth: Worth
    most: int
    second: int
    """The same as ``most`` if two are equal; 0 without a second owner."""

    def best_rival(self, seat: Seat) -> int:
        """Return the most that another seat would score; 0 if nobody else would."""
        return self.second if self.worth.get(seat) == self.most else self.most

    def swing(self, seat: Seat) -> int:
        """Return own points less the best rival's.

        >>> Stakes({"A": 3, "B": 2}, 3, 2).swing("A"), Stakes({"A": 3, "B": 2}, 3, 2).swing("C")
        (1, -3)
        """
        return self.worth.get(seat, 0) - self.best_rival(seat)


@lru_cache(maxsize=KEPT)
def stakes_by_sector(deck: Deck, owners: Owners) -> Mapping[str, Stakes]:
    """Return for each sector the points of each owner if it were landed on (E4.1).

    >>> from classkit.games.economy.edition.reading import EDITIONS
    >>> deck = EDITIONS.read().rules.decks[4]
    >>> stakes = stakes_by_sector(deck, ("player:B", "player:A", "player:A", *["space:c5"] * 33))
    >>> dict(stakes["motor"].worth), stakes["motor"].second, dict(stakes["health"].worth)
    ({'B': 3, 'A': 3}, 3, {})
    """
    size = len(deck.points)  # the deck is in the order of the sectors
    return MappingProxyType(
        {
            sector: stakes_among(deck.points, owners[place * size : (place + 1) * size])
            for place, sector in enumerate(deck.sectors)
        }
    )


def stakes_among(points: tuple[int, ...], owners: Owners) -> Stakes:
    """Return who earns in one sector, from the points of its cards and their holders' accounts.

    >>> stakes_among((3, 2, 1, 1), ("player:A", "player:B", "space:c5", "player:B")).worth
    mappingproxy({'A': 3, 'B': 3})
    """
    worth: dict[Seat, int] = {}
    for earned, account in zip(points, owners, strict=True):
        seat = SEAT_OF.get(account)
        if seat is not None:
            worth[seat] = worth.get(seat, 0) + earned
    most, second, *_ = sorted([*worth.values(), 0, 0], reverse=True)
    return Stakes(MappingProxyType(worth), most, second)
