"""Earnings that follow from the holders of the property cards (E4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from classkit.engine.requests import Seat

from ..state import Economy

Worth: TypeAlias = Mapping[Seat, int]
"""Owner -> the points of a landing in a sector."""


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

    def margin(self, seat: Seat, weight: float) -> float:
        """Return own points less ``weight`` times the best rival's."""
        return self.worth.get(seat, 0) - weight * self.best_rival(seat)

    def swing(self, seat: Seat) -> int:
        """Return own points less the best rival's.

        >>> Stakes({"A": 3, "B": 2}, 3, 2).swing("A"), Stakes({"A": 3, "B": 2}, 3, 2).swing("C")
        (1, -3)
        """
        return self.worth.get(seat, 0) - self.best_rival(seat)


def stakes_in(t: Economy, sector: str) -> Stakes:
    """Return the points of each owner if a sector were landed on (E4.1)."""
    return stakes_of(t.worth_in(sector))


def stakes_of(worth: Worth) -> Stakes:
    """Return the points of each owner in a sector, with the two best."""
    most, second, *_ = sorted([*worth.values(), 0, 0], reverse=True)
    return Stakes(worth, most, second)


def stakes_by_sector(t: Economy) -> dict[str, Stakes]:
    """Return for each sector the points of each owner if it were landed on (E4.1).

    >>> import classkit
    >>> t = classkit.new("economy", 3, seed=1, options={"placement": "demo"}).table
    >>> stakes_by_sector(t)["motor"].most
    0
    """
    return {sector: stakes_in(t, sector) for sector in t.deck.sectors}
