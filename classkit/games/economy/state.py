"""State of an Economy match, as plain data.

Property cards and pieces are titles in the ledger, and points are its only unit (E0.3). Location
cards, their face-down flags, and the corners of pieces put out are fields of
:class:`EconomyState`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from classkit.engine.decisions import Seat
from classkit.engine.events import ALL_SEATS
from classkit.engine.options import chosen_values
from classkit.engine.state import GameState

from .grid_paths import OUTSIDE, get_outside_place
from .rules_data import Deck, EconomyRules

BANK = "bank"
ENGINE = "engine"
"""The actor of events that no player causes, such as random placements (E1.5)."""
BOX = "box"
"""The account of property cards before set-up moves them to their locations (E1.6)."""
POINTS = "points"
SEAT_LETTERS = "ABCDEF"
PLAYER_ACCOUNTS = {seat: f"player:{seat}" for seat in SEAT_LETTERS}
"""The account of each seat's property cards (E0.3)."""
SCORE_ACCOUNTS = {seat: f"points:{seat}" for seat in SEAT_LETTERS}
"""The account of each seat's points."""
PIECE_TITLES = {seat: f"piece:{seat}" for seat in SEAT_LETTERS}
"""The ledger title of each seat's piece."""
ACCOUNT_SEATS = {account: seat for seat, account in PLAYER_ACCOUNTS.items()}


SPACE_PREFIX = "space:"
"""Prefix of the accounts of spaces (E0.3)."""


def get_space_account(space: str) -> str:
    """Return the account for the card and the piece on a space (E0.3).

    >>> get_space_account("c5")
    'space:c5'
    """
    return f"{SPACE_PREFIX}{space}"


def get_account_space(account: str) -> str:
    """Return the space of an account, or "" for other accounts.

    >>> get_account_space("space:c5"), get_account_space("outside")
    ('c5', '')
    """
    return account.removeprefix(SPACE_PREFIX) if account.startswith(SPACE_PREFIX) else ""


SEAT_EVENTS = frozenset({
    "start_rolled", "hand_dealt", "location_placed", "die_rolled", "piece_moved", "no_move",
    "piece_put_out", "property_secured", "nothing_happened",
})  # fmt: skip
"""Events whose facts include the seat, or `ENGINE` (section 6 of the rules)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The last landing, for the board: its path and its effect."""

    mover: Seat
    path: tuple[str, ...]
    """The start of the piece and the spaces that it entered."""
    what: str
    """The effect: ``taken``, ``scored``, ``taken_over``, ``secured``, ``turned_down`` (part 1),
    ``attacked`` (part 2), ``put_out``, or the reason why nothing happened.
    """
    victim: Seat = ""
    loser: Seat = ""
    """The former owner of a property that was taken over."""
    paid: tuple[tuple[Seat, int], ...] = ()

    @property
    def space(self) -> str:
        """The space where the piece landed."""
        return self.path[-1]


def get_owner_worth(deck: Deck, titles: Mapping[str, str], sector: str) -> dict[Seat, int]:
    """Return the points of each owner in a sector, with the holders in ``titles`` (E4.1)."""
    worth: dict[Seat, int] = {}
    for card in deck.of_sector[sector]:
        seat = ACCOUNT_SEATS.get(titles[card])
        if seat is not None:
            worth[seat] = worth.get(seat, 0) + deck.cards[card].points
    return worth


@dataclass(slots=True, kw_only=True, eq=False)
class EconomyState(GameState):
    """The state of one match of Economy."""

    money: ClassVar[str] = POINTS
    reporting_events: ClassVar[frozenset[str]] = frozenset(
        {"piece_moved", "property_taken", "property_taken_over", "points_scored"}
    )
    edition: EconomyRules = field(metadata={"fixed": True})
    deck: Deck = field(metadata={"fixed": True})
    mover: Seat
    part: int = 0
    """0 in set-up, 1 while cards are collected, 2 while sectors earn."""
    phase: str = "start"
    """``start``, ``placing`` or ``play``."""
    cards: dict[str, str] = field(default_factory=dict)
    """The location card on each space. It is secret while it is face-down (E6)."""
    face_down: dict[str, str] = field(default_factory=dict)
    """The seat that turned down each face-down location, or "" if unknown."""
    hands: dict[Seat, list[str]] = field(default_factory=dict)
    """Location cards that each seat has to place, hidden from other seats (E1.3)."""
    sent_to: dict[Seat, str]
    """The corner to which each seat's piece was last sent, or "" if never (E2.4)."""
    scored: dict[Seat, dict[str, int]]
    """Points that each seat has scored so far, by sector."""
    put_outs: dict[Seat, list[int]]
    """For each seat, the number of pieces that it put out, and of times that it was put out."""
    take_overs: dict[Seat, list[int]]
    """For each seat, the number of properties taken over, and lost to others."""
    under_way: bool = False
    """True after this turn's mover has rolled."""
    time_up: bool = False
    """True after the host has called time."""
    scorings: int = 0
    """The number of sectors scored so far."""
    landing: Landing | None = None
    hidden_since: tuple[str, ...] | None = field(default=None, metadata={"transient": True})
    """In a past state shown later: the spaces that are face-down at the latest turn (E6.2)."""

    lying: dict[str, str] | None = field(default=None, repr=False, metadata={"transient": True})
    """Cache of :meth:`free_cards`, updated by :func:`.take_free_card`."""

    # --- pieces ---------------------------------------------------------------------------

    def piece(self, seat: Seat) -> str:
        """Return the space of a seat's piece, or "" while it is outside."""
        return get_account_space(self.ledger.titles[PIECE_TITLES[seat]])

    def get_occupant(self, space: str) -> Seat | None:
        """Return the seat whose piece is on a space, or None (E2.7)."""
        return self.pieces().get(space)

    def pieces(self) -> dict[str, Seat]:
        """Return the seat whose piece is on each space, in seat order (E2.7)."""
        titles = self.ledger.titles
        standing: dict[str, Seat] = {}
        for seat in self.seats:
            account = titles[PIECE_TITLES[seat]]
            if account != OUTSIDE:
                standing[account[6:]] = seat
        return standing

    def get_blocked_bits(self, mover: Seat) -> int:
        """Return the spaces of the other seats' pieces as a bit set of the grid."""
        titles, bit_at = self.ledger.titles, self.edition.grid.account_bits
        taken = 0
        for seat in self.seats:
            if seat != mover:
                taken |= bit_at[titles[PIECE_TITLES[seat]]]
        return taken

    def get_path_start(self, seat: Seat) -> str:
        """Return the start of a piece's paths: its space, or outside at its corner (E2.4)."""
        account = self.ledger.titles[PIECE_TITLES[seat]]
        if account != OUTSIDE:
            return account[6:]
        corner = self.sent_to[seat]
        if not corner or self.options.entry_corner == "any":
            return OUTSIDE
        return get_outside_place(corner)

    def get_piece_place(self, seat: Seat) -> str:
        """Return the place of a piece: a space, or outside, with or without a corner."""
        corner = self.sent_to[seat]
        return self.piece(seat) or (get_outside_place(corner) if corner else OUTSIDE)

    # --- cards and points ------------------------------------------------------------------

    def holder(self, card: str) -> Seat | None:
        """Return the holder of a property card, or None while it is on its space."""
        return ACCOUNT_SEATS.get(self.ledger.titles[card])

    def properties(self, seat: Seat) -> list[str]:
        """Return the property cards of a seat, in the order of the deck."""
        account, titles = PLAYER_ACCOUNTS[seat], self.ledger.titles
        return [card for card in self.deck.ids if titles[card] == account]

    def free_cards(self) -> dict[str, str]:
        """Map each space to the property card still on it, in board order.

        When a past state is replayed, omit cards that would reveal a hidden location (E6.2).
        """
        lying = self.lying
        if lying is None:
            titles, hidden = self.ledger.titles, self.hidden_since or ()
            lying = {
                space: card
                for space, card in self.cards.items()
                if titles[card] not in ACCOUNT_SEATS and space not in hidden
            }
            if self.part:  # during set-up, more cards may be placed
                self.lying = lying
        return lying

    def sort_cards(self) -> None:
        """Sort locations in board order, so that the order reveals nothing."""
        self.cards = dict(sorted(self.cards.items()))

    def get_sector_worth(self, sector: str) -> dict[Seat, int]:
        """Return the points that each owner scores for a landing in a sector (E4.1)."""
        return get_owner_worth(self.deck, self.ledger.titles, sector)

    def worth(self, seat: Seat) -> int:
        """Return the total worth of a seat's property cards, in points (E5.3)."""
        cards = self.deck.cards
        return sum(cards[card].points for card in self.properties(seat))

    def points(self, seat: Seat) -> int:
        """Return a seat's points."""
        return self.ledger.balances[POINTS].get(SCORE_ACCOUNTS[seat], 0)

    def scores(self) -> list[int]:
        """Return the points of all seats, in seat order."""
        points = self.ledger.balances[POINTS]
        return [points[SCORE_ACCOUNTS[seat]] for seat in self.seats]

    @property
    def target(self) -> int:
        """The points that end the game (E5.1)."""
        return int(
            chosen_values(self.options.target_points, self.edition.targets.get(len(self.seats)))
        )

    # --- events ---------------------------------------------------------------------------

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,
        seen_by: tuple[Seat, ...] = ALL_SEATS,
        **facts: Any,
    ) -> None:
        """Log an event. The part of the game is added as a fact.

        The keyword ``source`` becomes the fact ``from``, which is a keyword in Python. The seat of
        an event is `ENGINE` if no player causes it (section 6).
        """
        if "source" in facts:
            facts["from"] = facts.pop("source")
        if name in SEAT_EVENTS:
            facts["seat"] = seat or ENGINE
        facts["part"] = self.part
        self.log_event(name, facts, rule, seat, seen_by)
