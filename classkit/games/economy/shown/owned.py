"""What the seats own, and the figures that follow from that alone.

Half of all turns leave every property where it is. What is worked out for one row serves the next
ones too, until a property changes hands: to work it out for each row took a third of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeVar

from classkit.engine.data import WrittenDown
from classkit.engine.metrics import once_a_row
from classkit.engine.requests import Seat

from ..contents import Deck
from ..rules.holdings import stakes_of
from ..state import BOX, SEAT_OF, Economy, worth_by_owner

Found = TypeVar("Found")


class InSector(NamedTuple):
    """The figures of one sector in the order of the seats, and its concentration.

    Shares are percentages of the worth of the sector's owned cards. Shares and concentration are
    None where no card is owned. A swing is own points less the best rival's (E4.1).
    """

    share: tuple[float | None, ...]
    swing: tuple[int, ...]
    hhi: float | None
    on_board: int
    """The number of cards that are placed and that nobody owns (E1.3, E3.7)."""


@lru_cache(maxsize=64)
def in_sector(
    seats: tuple[Seat, ...], deck: Deck, sector: str, accounts: tuple[str, ...]
) -> InSector:
    """Return the figures of a sector whose cards lie in these accounts."""
    titles = dict(zip(deck.of_sector[sector], accounts, strict=True))
    stakes = stakes_of(worth_by_owner(deck, titles, sector))
    shares = shares_of(stakes.worth)
    return InSector(
        tuple([shares.get(seat, 0.0) if shares else None for seat in seats]),
        tuple([stakes.swing(seat) for seat in seats]),
        concentration(shares),
        len([account for account in accounts if account not in SEAT_OF and account != BOX]),
    )


class BySector(NamedTuple):
    """The figures of all sectors, those of the seats by seat and sector (E4.1)."""

    share: Mapping[Seat, Mapping[str, float | None]]
    swing: Mapping[Seat, Mapping[str, int]]
    hhi: Mapping[str, float | None]
    on_board: Mapping[str, int]
    """The number of cards that are placed and that nobody owns (E1.3, E3.7)."""
    free: int
    """The number of all cards that still lie on the board."""
    mean_hhi: float | None
    """The mean concentration of the sectors that have one."""


@lru_cache(maxsize=4)
def by_sector(seats: tuple[Seat, ...], deck: Deck, accounts: tuple[str, ...]) -> BySector:
    """Return the figures of all sectors, whose cards lie side by side in the deck."""
    account = iter(accounts)
    found = [
        in_sector(seats, deck, sector, tuple(islice(account, len(cards))))
        for sector, cards in deck.of_sector.items()
    ]
    shares, swings, hhi, on_board = zip(*found, strict=True)
    known = [one for one in hhi if one is not None]
    return BySector(
        by_seat(seats, deck, shares),
        by_seat(seats, deck, swings),
        WrittenDown(zip(deck.of_sector, hhi, strict=True)),
        WrittenDown(zip(deck.of_sector, on_board, strict=True)),
        sum(on_board),
        sum(known) / len(known) if known else None,
    )


def by_seat(
    seats: tuple[Seat, ...], deck: Deck, of_sectors: Iterable[tuple[Found, ...]]
) -> dict[Seat, Mapping[str, Found]]:
    """Turn figures by sector, each in the order of the seats, into figures by seat and sector."""
    of_seats = zip(*of_sectors, strict=True)
    return {
        seat: WrittenDown(zip(deck.of_sector, of_seat, strict=True))
        for seat, of_seat in zip(seats, of_seats, strict=True)
    }


class Owned(NamedTuple):
    """The property cards by seat: how many of each category, and their worth in points (E5.3)."""

    categories: Mapping[Seat, Mapping[str, int]]
    worth: Mapping[Seat, int]
    hhi: float | None
    """The concentration of all worth owned, whatever the sector; None of nothing."""


@lru_cache(maxsize=4)
def owned_of(
    seats: tuple[Seat, ...], deck: Deck, categories: tuple[str, ...], accounts: tuple[str, ...]
) -> Owned:
    """Return what the seats own of the cards that lie in these accounts."""
    number, worth = {seat: dict.fromkeys(categories, 0) for seat in seats}, dict.fromkeys(seats, 0)
    for card, account in zip(deck.cards.values(), accounts, strict=True):
        if account in SEAT_OF:
            seat = SEAT_OF[account]
            number[seat][card.category] += 1
            worth[seat] += card.points
    by_category = {seat: WrittenDown(held) for seat, held in number.items()}
    return Owned(by_category, worth, herfindahl(worth))


# --- on a table ---------------------------------------------------------------------------------


@once_a_row
def accounts_of(t: Economy) -> tuple[str, ...]:
    """Return where each property card lies, in the order of the deck."""
    titles = t.ledger.titles
    return tuple([titles[card] for card in t.deck.ids])


@once_a_row
def owned(t: Economy) -> Owned:
    """Return what the seats own now."""
    return owned_of(t.seats, t.deck, tuple(t.edition.categories), accounts_of(t))


@once_a_row
def sectors(t: Economy) -> BySector:
    """Return the figures of the sectors now."""
    return by_sector(t.seats, t.deck, accounts_of(t))


# --- concentration ------------------------------------------------------------------------------


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
    """Return the sum of squared percentages, 0 to 10,000; None if there are none."""
    return sum([share**2 for share in shares.values()]) if shares else None
