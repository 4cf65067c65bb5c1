"""What the seats own, and the figures that follow from that alone.

Half of all turns leave every property where it is. What is worked out for one row serves the next
ones too, until a property changes hands: to work it out for each row took a third of a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from classkit.engine.metrics import once_a_row
from classkit.engine.requests import Seat

from ..edition.contents import Deck
from ..rules.holdings import Stakes, stakes_of
from ..state import ON_SPACE, PLAYER, Economy, worth_by_owner


@dataclass(frozen=True, eq=False)
class Owned:
    """The property cards of the seats: each lies in one of ``accounts``; nobody changes it."""

    seats: tuple[Seat, ...]
    deck: Deck
    accounts: tuple[str, ...]

    @cached_property
    def cards(self) -> Mapping[Seat, list[str]]:
        """The cards by seat, in the order of the deck."""
        held = list(zip(self.deck.ids, self.accounts, strict=True))
        return {seat: [card for card, at in held if at == PLAYER[seat]] for seat in self.seats}

    @cached_property
    def categories(self) -> Mapping[Seat, list[str]]:
        """The categories of the cards by seat."""
        cards = self.deck.cards
        return {seat: [cards[card].category for card in held] for seat, held in self.cards.items()}

    @cached_property
    def free(self) -> int:
        """The number of cards that still lie on the board (E3.7)."""
        return sum([account.startswith(ON_SPACE) for account in self.accounts])

    @cached_property
    def worth(self) -> Mapping[Seat, int]:
        """The worth of the cards by seat, in points (E5.3)."""
        points = self.deck.cards
        return {
            seat: sum([points[card].points for card in self.cards[seat]]) for seat in self.cards
        }

    @cached_property
    def stakes(self) -> Mapping[str, Stakes]:
        """The points of each owner by sector (E4.1)."""
        titles = dict(zip(self.deck.ids, self.accounts, strict=True))
        sectors = self.deck.sectors
        return {one: stakes_of(worth_by_owner(self.deck, titles, one)) for one in sectors}

    @cached_property
    def shares(self) -> Mapping[str, Mapping[Seat, float]]:
        """The owners' percentages of the worth of each sector's owned cards."""
        return {sector: shares_of(at.worth) for sector, at in self.stakes.items()}

    @cached_property
    def share(self) -> Mapping[Seat, Mapping[str, float | None]]:
        """The same by seat and sector; None for a sector of which no card is owned."""
        return {
            seat: {
                sector: owners.get(seat, 0.0) if owners else None
                for sector, owners in self.shares.items()
            }
            for seat in self.seats
        }

    @cached_property
    def swing(self) -> Mapping[Seat, Mapping[str, int]]:
        """Own points less the best rival's by seat and sector, if it were landed on now (E4.1)."""
        stakes = self.stakes.items()
        return {seat: {sector: at.swing(seat) for sector, at in stakes} for seat in self.seats}

    @cached_property
    def hhi(self) -> Mapping[str, float | None]:
        """The concentration of each sector, 0 to 10,000; None if no card is owned."""
        return {sector: concentration(shares) for sector, shares in self.shares.items()}


@once_a_row
def owned(t: Economy) -> Owned:
    """Return what the seats own now."""
    titles = t.ledger.titles
    return owned_until_then(t.seats, t.deck, tuple([titles[card] for card in t.deck.ids]))


owned_until_then = lru_cache(maxsize=4)(Owned)


def shares_of(worth: Mapping[Seat, int]) -> dict[Seat, float]:
    """Return the owners' percentages of all worth.

    >>> shares_of({"A": 1, "B": 3}), shares_of({})
    ({'A': 25.0, 'B': 75.0}, {})
    """
    total = sum(worth.values())
    return {seat: 100 * own / total for seat, own in worth.items()} if total else {}


def herfindahl(worth: Mapping[Seat, int]) -> float | None:
    """Return the Herfindahl–Hirschman index: the sum of squared shares; None of nothing.

    >>> round(herfindahl({"A": 3, "B": 3, "C": 1}), 1), herfindahl({"A": 7}), herfindahl({})
    (3877.6, 10000.0, None)
    """
    return concentration(shares_of(worth))


def concentration(shares: Mapping[Seat, float]) -> float | None:
    """Return the sum of squared percentages; None of none."""
    return sum([share**2 for share in shares.values()]) if shares else None
