"""The state of an Economy match: what lies on the table, as plain data.

Property cards and pieces are titles of the ledger, points its one counted unit (E0.3); where the
location cards lie, which are face-down, and who waits at which corner is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from classkit.engine.events import ALL, Event
from classkit.engine.requests import Seat
from classkit.engine.table import Table

from .edition.contents import Deck, EditionRules
from .rules.paths import OUTSIDE, waiting_at

BANK = "bank"
ENGINE = "engine"
"""Who places locations where no player does (E1.5)."""
BOX = "box"
"""Where property cards are before set-up puts them on their locations (E1.6)."""
POINTS = "points"
LETTERS = "ABCDEF"
PLAYER = {seat: f"player:{seat}" for seat in LETTERS}
"""Seat -> the account of its property cards; likewise of its points, and its piece (E0.3)."""
SCORE = {seat: f"points:{seat}" for seat in LETTERS}
PIECE = {seat: f"piece:{seat}" for seat in LETTERS}
SEAT_OF = {account: seat for seat, account in PLAYER.items()}


def on(space: str) -> str:
    """The account of what lies or stands on a space (E0.3).

    >>> on("c5")
    'space:c5'
    """
    return f"space:{space}"


def space_of(account: str) -> str:
    """The space of such an account; nothing for other accounts.

    >>> space_of("space:c5"), space_of("outside")
    ('c5', '')
    """
    return account[6:] if account.startswith("space:") else ""


@dataclass(slots=True)
class Landing:
    """The last landing, for the board: where from, where to, and what it did.

    It is never changed. To say so to Python would make it slow to make, once a turn.
    """

    mover: Seat
    path: tuple[str, ...]
    """Where the piece came from, and the spaces that it entered."""
    what: str
    """``taken``, ``scored``, ``taken_over``, ``secured``, ``turned_down`` (part 1), ``attacked``
    (part 2), ``put_out``, or why nothing happened."""
    victim: Seat = ""
    loser: Seat = ""
    """From whom the property was taken over."""
    paid: tuple[tuple[Seat, int], ...] = ()

    @property
    def space(self) -> str:
        """Where the piece landed."""
        return self.path[-1]


@dataclass(slots=True, kw_only=True, eq=False)
class Economy(Table):
    """The table of Economy."""

    money: ClassVar[str] = POINTS
    told_with_seat: ClassVar[frozenset[str]] = frozenset(
        {
            "start_rolled", "hand_dealt", "location_placed", "die_rolled", "piece_moved",
            "no_move", "piece_put_out", "property_secured", "nothing_happened",
        }
    )  # fmt: skip
    """Events whose facts name the seat (section 6 of the rules file)."""

    edition: EditionRules = field(metadata={"fixed": True})
    deck: Deck = field(metadata={"fixed": True})
    mover: Seat
    part: int = 0
    """0 in set-up, 1 while cards are collected, 2 while sectors earn."""
    phase: str = "start"
    """``start``, ``placing`` or ``play``."""
    cards: dict[str, str] = field(default_factory=dict)
    """Space -> the location card on it, face-up or face-down: a secret while face-down (E6)."""
    face_down: dict[str, str] = field(default_factory=dict)
    """Space whose location is face-down -> the seat that turned it down, or nothing where a
    position began with it."""
    hands: dict[Seat, list[str]] = field(default_factory=dict)
    """Location cards to be placed: each the secret of its seat (E1.3)."""
    sent_to: dict[Seat, str]
    """The corner that a piece was sent to; nothing for one never sent out (E2.4)."""
    scored: dict[Seat, dict[str, int]]
    """Points ever scored, by sector."""
    put_outs: dict[Seat, list[int]]
    """How often a seat has put a piece out, and been put out; likewise taken over."""
    take_overs: dict[Seat, list[int]]
    under_way: bool = False
    """Whether the mover of this turn has rolled."""
    time_up: bool = False
    """Whether the host has called time."""
    scorings: int = 0
    """How many sectors have scored so far."""
    landing: Landing | None = None
    hidden_since: tuple[str, ...] | None = field(default=None, metadata={"transient": True})
    """On an earlier table shown again: the spaces that lie face-down at the latest turn (E6.2)."""

    lying: dict[str, str] | None = field(default=None, repr=False, metadata={"transient": True})
    """What :meth:`free_cards` gives, once looked up in part 1; :func:`take_free` keeps it right."""

    # --- where things are -----------------------------------------------------------------

    def piece(self, seat: Seat) -> str:
        """The space where a seat's piece stands; nothing while it is outside."""
        return space_of(self.ledger.titles[PIECE[seat]])

    def piece_on(self, space: str) -> Seat | None:
        """Whose piece stands on a space (E2.7)."""
        return self.pieces().get(space)

    def pieces(self) -> dict[str, Seat]:
        """Space -> whose piece stands on it, in order of the seats (E2.7)."""
        titles = self.ledger.titles
        standing: dict[str, Seat] = {}
        for seat in self.seats:
            account = titles[PIECE[seat]]
            if account != OUTSIDE:
                standing[account[6:]] = seat
        return standing

    def standing_on(self, accounts: frozenset[str]) -> list[str]:
        """Those of the spaces with these accounts on which a piece stands."""
        titles = self.ledger.titles
        return [account[6:] for seat in self.seats if (account := titles[PIECE[seat]]) in accounts]

    def taken_for(self, mover: Seat) -> int:
        """The spaces that the others' pieces hold, as the grid's bits."""
        titles, bit_at = self.ledger.titles, self.edition.grid.bit_at
        taken = 0
        for seat in self.seats:
            if seat != mover:
                taken |= bit_at[titles[PIECE[seat]]]
        return taken

    def start_of(self, seat: Seat) -> str:
        """Where a path of this piece starts: its space, or outside at its corner (E2.4)."""
        account = self.ledger.titles[PIECE[seat]]
        if account != OUTSIDE:
            return account[6:]
        corner = self.sent_to[seat]
        if not corner or self.options.entry_corner == "any":
            return OUTSIDE
        return waiting_at(corner)

    def place_of(self, seat: Seat) -> str:
        """Where the piece is, for the board: a space, or outside at a corner or at none."""
        corner = self.sent_to[seat]
        return self.piece(seat) or (waiting_at(corner) if corner else OUTSIDE)

    # --- who owns what ---------------------------------------------------------------------

    def holder(self, card: str) -> Seat | None:
        """Who holds a property card; None while it lies on its space."""
        return SEAT_OF.get(self.ledger.titles[card])

    def properties(self, seat: Seat) -> list[str]:
        """The property cards of a seat, in the order of the deck."""
        account, titles = PLAYER[seat], self.ledger.titles
        return [card for card in self.deck.ids if titles[card] == account]

    def owners(self) -> tuple[str, ...]:
        """The accounts of the property cards, in the order of the deck."""
        # The titles of the ledger are the pieces and then the deck: see lay_table.
        return tuple(self.ledger.titles.values())[len(self.seats) :]

    def free_cards(self) -> dict[str, str]:
        """Space -> the property card that still lies on it, in the order of the board.

        On an earlier table shown again, without those that would name a hidden location (E6.2).
        """
        lying = self.lying
        if lying is None:
            titles, hidden = self.ledger.titles, self.hidden_since or ()
            lying = {
                space: card
                for space, card in self.cards.items()
                if titles[card] not in SEAT_OF and space not in hidden
            }
            if self.part:  # in set-up more are put down
                self.lying = lying
        return lying

    def sort_cards(self) -> None:
        """Keep locations in the order of the board, which tells nothing about them."""
        self.cards = dict(sorted(self.cards.items()))

    def worth_in(self, sector: str) -> dict[Seat, int]:
        """The points that each seat would score in a sector, its owners alone (E4.1)."""
        titles, cards = self.ledger.titles, self.deck.cards
        worth: dict[Seat, int] = {}
        for card in self.deck.of_sector[sector]:
            seat = SEAT_OF.get(titles[card])
            if seat is not None:
                worth[seat] = worth.get(seat, 0) + cards[card].points
        return worth

    def worth(self, seat: Seat) -> int:
        """The worth of all property cards that a seat holds (E5.3)."""
        cards = self.deck.cards
        return sum(cards[card].points for card in self.properties(seat))

    def points(self, seat: Seat) -> int:
        """A seat's points."""
        return self.ledger.balances[POINTS].get(SCORE[seat], 0)

    def scores(self) -> list[int]:
        """The points of all seats, in their order."""
        points = self.ledger.balances[POINTS]
        return [points[SCORE[seat]] for seat in self.seats]

    @property
    def target(self) -> int:
        """The points that end the game (E5.1)."""
        chosen = self.options.target_points
        return self.edition.targets[len(self.seats)] if chosen == "auto" else int(chosen)

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
        """Tell that something happened, and in which part.

        ``source`` is told as ``from``, which is no name in Python. Events that name their seat name
        `ENGINE` where no player acts (section 6).
        """
        if "source" in facts:
            facts["from"] = facts.pop("source")
        if name in self.told_with_seat:
            facts["seat"] = seat or ENGINE
        journal = self.journal
        if journal is not None and journal.events is not None:
            facts["part"] = self.part
            journal.events.append(Event(name, facts, rule, self.turn, seat, seen_by))


def by_id(cards: Sequence[str]) -> list[str]:
    """Cards in the order of their ids."""
    return sorted(cards)
