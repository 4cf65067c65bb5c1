"""What follows from who holds which property card, worked out once until one changes hands.

Bots weigh sectors at every turn and a page draws them after each, while in part 2 most turns move
no card. What is kept here is shared by all who ask: it is read, never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from classkit.engine.requests import Seat

from .edition import Deck
from .state import SEAT_OF

Owners: TypeAlias = tuple[str, ...]
"""The accounts of the deck's property cards, in its order: :meth:`Economy.owners`."""
Worth: TypeAlias = Mapping[Seat, int]
"""Owner -> the points of a landing in a sector, in the order of the sector's cards."""
KEPT = 64


@lru_cache(maxsize=KEPT)
def worth_by_sector(deck: Deck, owners: Owners) -> Mapping[str, Worth]:
    """Sector -> the points that each of its owners would score if it were landed on (E4.1).

    >>> from classkit.games.economy.edition_file import read_edition
    >>> deck = read_edition().rules.decks[4]
    >>> worth = worth_by_sector(deck, ("player:B", "player:A", "player:A", *["space:c5"] * 33))
    >>> dict(worth["motor"]), dict(worth["health"])
    ({'B': 3, 'A': 3}, {})
    """
    worth: dict[str, dict[Seat, int]] = {sector: {} for sector in deck.sectors}
    for card, account in zip(deck.cards.values(), owners, strict=True):
        seat = SEAT_OF.get(account)
        if seat is not None:
            paid = worth[card.sector]
            paid[seat] = paid.get(seat, 0) + card.points
    return MappingProxyType({sector: MappingProxyType(paid) for sector, paid in worth.items()})


@lru_cache(maxsize=KEPT)
def own_and_best_rival(deck: Deck, owners: Owners, seat: Seat) -> Mapping[str, tuple[int, int]]:
    """Sector -> what a landing there would bring a seat, and the best of the others (E4.1)."""
    return MappingProxyType(
        {
            sector: (paid.get(seat, 0), best_rival(paid, seat))
            for sector, paid in worth_by_sector(deck, owners).items()
        }
    )


def best_rival(worth: Worth, seat: Seat) -> int:
    """The most that another than the seat would score; 0 where nobody else would.

    >>> best_rival({"A": 3, "B": 2}, "A"), best_rival({"A": 3, "B": 2}, "C"), best_rival({}, "A")
    (2, 3, 0)
    """
    return max([amount for other, amount in worth.items() if other != seat], default=0)
