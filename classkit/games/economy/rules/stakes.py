"""Points for a landing in each sector, from the holders of its property cards (E4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from classkit.engine.decisions import Seat

from ..state import EconomyState

OwnerPoints: TypeAlias = Mapping[Seat, int]
"""The points of each owner for a landing in a sector."""


class Stakes(NamedTuple):
    """The points of all owners in a sector, and the two highest.

    >>> stakes = Stakes({"A": 3, "B": 2}, 3, 2)
    >>> stakes.best_rival("A"), stakes.best_rival("B"), stakes.best_rival("C")
    (2, 3, 3)
    """

    worth: OwnerPoints
    most: int
    second: int
    """Equal to ``most`` if two owners tie, or 0 without a second owner."""

    def best_rival(self, seat: Seat) -> int:
        """Return the highest points of any other seat, or 0 without one."""
        return self.second if self.worth.get(seat) == self.most else self.most

    def margin(self, seat: Seat, weight: float) -> float:
        """Return a seat's points minus ``weight`` times the best rival's."""
        return self.worth.get(seat, 0) - weight * self.best_rival(seat)

    def swing(self, seat: Seat) -> int:
        """Return a seat's points minus the best rival's.

        >>> Stakes({"A": 3, "B": 2}, 3, 2).swing("A"), Stakes({"A": 3, "B": 2}, 3, 2).swing("C")
        (1, -3)
        """
        return self.worth.get(seat, 0) - self.best_rival(seat)


def get_sector_stakes(t: EconomyState, sector: str) -> Stakes:
    """Return the stakes of a landing in a sector (E4.1)."""
    return build_stakes(t.get_sector_worth(sector))


def build_stakes(worth: OwnerPoints) -> Stakes:
    """Build the stakes from the points of each owner."""
    most, second, *_ = sorted([*worth.values(), 0, 0], reverse=True)
    return Stakes(worth, most, second)


def get_all_stakes(t: EconomyState) -> dict[str, Stakes]:
    """Return the stakes of a landing in each sector (E4.1).

    >>> import classkit
    >>> t = classkit.new("economy", 3, seed=1, options={"placement": "demo"}).table
    >>> get_all_stakes(t)["motor"].most
    0
    """
    return {sector: get_sector_stakes(t, sector) for sector in t.deck.sectors}
