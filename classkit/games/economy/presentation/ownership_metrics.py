"""Metrics computed only from the ownership of property cards.

Half of all turns change no ownership. Results are cached until a property changes hands, since
computing them for each row takes a third of the time of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeVar

from classkit.engine.decisions import Seat
from classkit.engine.metrics import once_a_row
from classkit.engine.untrusted_input import FrozenDict

from ..rules.stakes import build_stakes
from ..rules_data import Deck
from ..state import ACCOUNT_SEATS, BOX, EconomyState, get_owner_worth

Found = TypeVar("Found")


class SectorMetrics(NamedTuple):
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
def compute_sector(
    seats: tuple[Seat, ...], deck: Deck, sector: str, accounts: tuple[str, ...]
) -> SectorMetrics:
    """Return the figures of a sector whose cards lie in these accounts."""
    titles = dict(zip(deck.of_sector[sector], accounts, strict=True))
    stakes = build_stakes(get_owner_worth(deck, titles, sector))
    shares = compute_shares(stakes.worth)
    return SectorMetrics(
        tuple([shares.get(seat, 0.0) if shares else None for seat in seats]),
        tuple([stakes.swing(seat) for seat in seats]),
        compute_concentration(shares),
        len([account for account in accounts if account not in ACCOUNT_SEATS and account != BOX]),
    )


class AllSectorMetrics(NamedTuple):
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
def compute_sectors(
    seats: tuple[Seat, ...], deck: Deck, accounts: tuple[str, ...]
) -> AllSectorMetrics:
    """Return the figures of all sectors, whose cards lie side by side in the deck."""
    account = iter(accounts)
    found = [
        compute_sector(seats, deck, sector, tuple(islice(account, len(cards))))
        for sector, cards in deck.of_sector.items()
    ]
    shares, swings, hhi, on_board = zip(*found, strict=True)
    known = [one for one in hhi if one is not None]
    return AllSectorMetrics(
        regroup_by_seat(seats, deck, shares),
        regroup_by_seat(seats, deck, swings),
        FrozenDict(zip(deck.of_sector, hhi, strict=True)),
        FrozenDict(zip(deck.of_sector, on_board, strict=True)),
        sum(on_board),
        sum(known) / len(known) if known else None,
    )


def regroup_by_seat(
    seats: tuple[Seat, ...], deck: Deck, of_sectors: Iterable[tuple[Found, ...]]
) -> dict[Seat, Mapping[str, Found]]:
    """Turn figures by sector, each in the order of the seats, into figures by seat and sector."""
    of_seats = zip(*of_sectors, strict=True)
    return {
        seat: FrozenDict(zip(deck.of_sector, of_seat, strict=True))
        for seat, of_seat in zip(seats, of_seats, strict=True)
    }


class SeatHoldings(NamedTuple):
    """The property cards by seat: how many of each category, and their worth in points (E5.3)."""

    categories: Mapping[Seat, Mapping[str, int]]
    worth: Mapping[Seat, int]
    hhi: float | None
    """The concentration of all worth owned, whatever the sector; None of nothing."""


@lru_cache(maxsize=4)
def compute_holdings(
    seats: tuple[Seat, ...], deck: Deck, categories: tuple[str, ...], accounts: tuple[str, ...]
) -> SeatHoldings:
    """Return what the seats own of the cards that lie in these accounts."""
    number, worth = {seat: dict.fromkeys(categories, 0) for seat in seats}, dict.fromkeys(seats, 0)
    for card, account in zip(deck.cards.values(), accounts, strict=True):
        if account in ACCOUNT_SEATS:
            seat = ACCOUNT_SEATS[account]
            number[seat][card.category] += 1
            worth[seat] += card.points
    by_category = {seat: FrozenDict(held) for seat, held in number.items()}
    return SeatHoldings(by_category, worth, compute_herfindahl(worth))


# --- on a table ---------------------------------------------------------------------------------


@once_a_row
def get_card_accounts(t: EconomyState) -> tuple[str, ...]:
    """Return where each property card lies, in the order of the deck."""
    titles = t.ledger.titles
    return tuple([titles[card] for card in t.deck.ids])


@once_a_row
def get_holdings(t: EconomyState) -> SeatHoldings:
    """Return what the seats own now."""
    return compute_holdings(t.seats, t.deck, tuple(t.edition.categories), get_card_accounts(t))


@once_a_row
def get_sector_metrics(t: EconomyState) -> AllSectorMetrics:
    """Return the figures of the sectors now."""
    return compute_sectors(t.seats, t.deck, get_card_accounts(t))


# --- concentration ------------------------------------------------------------------------------


def compute_shares(worth: Mapping[Seat, int]) -> dict[Seat, float]:
    """Return the owners' percentages of all worth.

    >>> compute_shares({"A": 1, "B": 3}), compute_shares({})
    ({'A': 25.0, 'B': 75.0}, {})
    """
    total = sum(worth.values())
    return {seat: 100 * own / total for seat, own in worth.items()} if total else {}


def compute_herfindahl(worth: Mapping[Seat, int]) -> float | None:
    """Return the Herfindahl–Hirschman index: the sum of squared shares; None of nothing.

    >>> round(compute_herfindahl({"A": 3, "B": 3, "C": 1}), 1)
    3877.6
    >>> compute_herfindahl({"A": 7}), compute_herfindahl({})
    (10000.0, None)
    """
    return compute_concentration(compute_shares(worth))


def compute_concentration(shares: Mapping[Seat, float]) -> float | None:
    """Return the sum of squared percentages, 0 to 10,000; None if there are none."""
    return sum([share**2 for share in shares.values()]) if shares else None
