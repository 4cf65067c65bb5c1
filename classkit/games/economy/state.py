"""The state of an Economy match: the pieces on the table, as plain data.

Property cards and pieces are titles of the ledger, and points its one counted unit (E0.3). The
places of location cards, which of them are face-down, and the corners of waiting pieces are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from classkit.engine.log import ALL
from classkit.engine.options import chosen
from classkit.engine.requests import Seat
from classkit.engine.table import Table

from .contents import Deck, EditionRules
from .paths import OUTSIDE, waiting_at

BANK = "bank"
ENGINE = "engine"
"""The account that places locations if no player does (E1.5)."""
BOX = "box"
"""The account of property cards before set-up puts them on their locations (E1.6)."""
POINTS = "points"
LETTERS = "ABCDEF"
PLAYER = {seat: f"player:{seat}" for seat in LETTERS}
"""Seat -> the account of its property cards; likewise of its points, and its piece (E0.3)."""
SCORE = {seat: f"points:{seat}" for seat in LETTERS}
PIECE = {seat: f"piece:{seat}" for seat in LETTERS}
SEAT_OF = {account: seat for seat, account in PLAYER.items()}


ON_SPACE = "space:"
"""The prefix of the accounts of what lies or stands on a space (E0.3)."""


def on(space: str) -> str:
    """Return the account of what lies or stands on a space (E0.3).

    >>> on("c5")
    'space:c5'
    """
    return f"{ON_SPACE}{space}"


def space_of(account: str) -> str:
    """Return the space of such an account; an empty text for other accounts.

    >>> space_of("space:c5"), space_of("outside")
    ('c5', '')
    """
    return account.removeprefix(ON_SPACE) if account.startswith(ON_SPACE) else ""


NAMES_SEAT = frozenset({
    "start_rolled", "hand_dealt", "location_placed", "die_rolled", "piece_moved", "no_move",
    "piece_put_out", "property_secured", "nothing_happened",
})  # fmt: skip
"""Events whose facts name the seat, or `ENGINE` (section 6 of the rules file)."""


@dataclass(frozen=True, slots=True)
class Landing:
    """The last landing, for the board: its way, and its effect."""

    mover: Seat
    path: tuple[str, ...]
    """The space where the piece came from, and the spaces that it entered."""
    what: str
    """``taken``, ``scored``, ``taken_over``, ``secured``, ``turned_down`` (part 1), ``attacked``
    (part 2), ``put_out``, or why nothing happened."""
    victim: Seat = ""
    loser: Seat = ""
    """The seat from which the property was taken over."""
    paid: tuple[tuple[Seat, int], ...] = ()

    @property
    def space(self) -> str:
        """The space where the piece landed."""
        return self.path[-1]


def worth_by_owner(deck: Deck, titles: Mapping[str, str], sector: str) -> dict[Seat, int]:
    """Return the points of each owner in a sector whose cards lie in these accounts (E4.1)."""
    worth: dict[Seat, int] = {}
    for card in deck.of_sector[sector]:
        seat = SEAT_OF.get(titles[card])
        if seat is not None:
            worth[seat] = worth.get(seat, 0) + deck.cards[card].points
    return worth


@dataclass(slots=True, kw_only=True, eq=False)
class Economy(Table):
    """The table of Economy."""

    money: ClassVar[str] = POINTS
    edition: EditionRules = field(metadata={"fixed": True})
    deck: Deck = field(metadata={"fixed": True})
    mover: Seat
    part: int = 0
    """0 in set-up, 1 while cards are collected, 2 while sectors earn."""
    phase: str = "start"
    """``start``, ``placing`` or ``play``."""
    cards: dict[str, str] = field(default_factory=dict)
    """Space -> the location card on it; a secret while it is face-down (E6)."""
    face_down: dict[str, str] = field(default_factory=dict)
    """Space with a face-down location -> the seat that turned it down; empty by a position."""
    hands: dict[Seat, list[str]] = field(default_factory=dict)
    """Location cards still to be placed, each the secret of its seat (E1.3)."""
    sent_to: dict[Seat, str]
    """The corner to which a piece was sent; empty if it never was (E2.4)."""
    scored: dict[Seat, dict[str, int]]
    """Points ever scored, by sector."""
    put_outs: dict[Seat, list[int]]
    """The times a seat has put a piece out, and been put out; ``take_overs`` is counted alike."""
    take_overs: dict[Seat, list[int]]
    under_way: bool = False
    """True once the mover of this turn has rolled."""
    time_up: bool = False
    """True once the host has called time."""
    scorings: int = 0
    """The number of sectors scored so far."""
    landing: Landing | None = None
    hidden_since: tuple[str, ...] | None = field(default=None, metadata={"transient": True})
    """On an earlier table shown again: the spaces that lie face-down at the latest turn (E6.2)."""

    lying: dict[str, str] | None = field(default=None, repr=False, metadata={"transient": True})
    """The result of :meth:`free_cards`, kept in part 1 and updated by :func:`take_free`."""

    # --- where things are -----------------------------------------------------------------

    def piece(self, seat: Seat) -> str:
        """Return the space where a seat's piece stands; an empty text while it is outside."""
        return space_of(self.ledger.titles[PIECE[seat]])

    def piece_on(self, space: str) -> Seat | None:
        """Return the seat whose piece stands on a space, if any (E2.7)."""
        return self.pieces().get(space)

    def pieces(self) -> dict[str, Seat]:
        """Return the seat on each space with a piece, in order of the seats (E2.7)."""
        titles = self.ledger.titles
        standing: dict[str, Seat] = {}
        for seat in self.seats:
            account = titles[PIECE[seat]]
            if account != OUTSIDE:
                standing[account[6:]] = seat
        return standing

    def taken_for(self, mover: Seat) -> int:
        """Return the spaces that the others' pieces hold, as the grid's bits."""
        titles, bit_at = self.ledger.titles, self.edition.grid.bit_at
        taken = 0
        for seat in self.seats:
            if seat != mover:
                taken |= bit_at[titles[PIECE[seat]]]
        return taken

    def start_of(self, seat: Seat) -> str:
        """Return where a path of a piece starts: its space, or outside at its corner (E2.4)."""
        account = self.ledger.titles[PIECE[seat]]
        if account != OUTSIDE:
            return account[6:]
        corner = self.sent_to[seat]
        if not corner or self.options.entry_corner == "any":
            return OUTSIDE
        return waiting_at(corner)

    def place_of(self, seat: Seat) -> str:
        """Return the piece's place on the board: a space, or outside at a corner or at none."""
        corner = self.sent_to[seat]
        return self.piece(seat) or (waiting_at(corner) if corner else OUTSIDE)

    # --- who owns what ---------------------------------------------------------------------

    def holder(self, card: str) -> Seat | None:
        """Return who holds a property card; None while it lies on its space."""
        return SEAT_OF.get(self.ledger.titles[card])

    def properties(self, seat: Seat) -> list[str]:
        """Return the property cards of a seat, in the order of the deck."""
        account, titles = PLAYER[seat], self.ledger.titles
        return [card for card in self.deck.ids if titles[card] == account]

    def free_cards(self) -> dict[str, str]:
        """Return the property card that still lies on each space, in the order of the board.

        On an earlier table shown again, leave out those that would name a hidden location (E6.2).
        """
        lying = self.lying
        if lying is None:
            titles, hidden = self.ledger.titles, self.hidden_since or ()
            lying = {
                space: card
                for space, card in self.cards.items()
                if titles[card] not in SEAT_OF and space not in hidden
            }
            if self.part:  # set-up puts down more of them
                self.lying = lying
        return lying

    def sort_cards(self) -> None:
        """Keep locations in the order of the board, which tells nothing about them."""
        self.cards = dict(sorted(self.cards.items()))

    def worth_in(self, sector: str) -> dict[Seat, int]:
        """Return the points that each owner would score in a sector (E4.1)."""
        return worth_by_owner(self.deck, self.ledger.titles, sector)

    def worth(self, seat: Seat) -> int:
        """Return the worth of all property cards that a seat holds, in points (E5.3)."""
        cards = self.deck.cards
        return sum(cards[card].points for card in self.properties(seat))

    def points(self, seat: Seat) -> int:
        """Return a seat's points."""
        return self.ledger.balances[POINTS].get(SCORE[seat], 0)

    def scores(self) -> list[int]:
        """Return the points of all seats, in their order."""
        points = self.ledger.balances[POINTS]
        return [points[SCORE[seat]] for seat in self.seats]

    @property
    def target(self) -> int:
        """The points that end the game (E5.1)."""
        return int(chosen(self.options.target_points, self.edition.targets.get(len(self.seats))))

    # --- telling --------------------------------------------------------------------------

    def tell(
        self,
        name: str,
        rule: str,
        seat: Seat | None = None,
        /,
        seen_by: tuple[Seat, ...] = ALL,
        **facts: Any,
    ) -> None:
        """Tell an event, and the part in which it happened.

        ``source`` is told as ``from``, which cannot be a name in Python. Events that name their
        seat name `ENGINE` if no player acts (section 6).
        """
        if "source" in facts:
            facts["from"] = facts.pop("source")
        if name in NAMES_SEAT:
            facts["seat"] = seat or ENGINE
        facts["part"] = self.part
        self.note_told(name, facts, rule, seat, seen_by)
