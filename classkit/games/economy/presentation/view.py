"""View of a seat: the whole table except hands and face-down cards (E1.3, E6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from classkit.engine.decisions import Seat
from classkit.engine.errors import require_known
from classkit.engine.events import INSTRUCTOR
from classkit.engine.views import View, ViewSource, view_property

from ..grid_paths import OUTSIDE, BoardGrid
from ..rules.stakes import Stakes, get_all_stakes, get_sector_stakes
from ..rules_data import Card, Category, Deck, Sector
from ..state import PLAYER_ACCOUNTS, EconomyState
from .secrets import can_see_all, is_hidden


class EconomyView(View):
    """Read-only view of the table for a player.

    >>> import classkit
    >>> position = {"face_down": ["c5"], "A.properties": ["chemicals-3"], "A.at": "d4"}
    >>> m = classkit.new("economy", 3, options={"placement": "demo"}, position=position)
    >>> view = m.view("A")
    >>> view.card_at("b1"), view.card_at("c5"), view.is_face_down("c5")
    ('chemicals-1b', None, True)
    >>> m.view("instructor").card_at("c5"), view.piece("A"), view.swing("chemicals")
    ('chemicals-3', 'd4', 3)
    """

    __slots__ = ("cards", "deck", "grid")
    _source: ViewSource[EconomyState]

    def __init__(self, source: ViewSource[EconomyState], seat: Seat | None) -> None:
        super().__init__(source, seat)
        t = source.table
        self.grid: BoardGrid = t.edition.grid
        """The board: its spaces, corners and neighbours."""
        self.deck: Deck = t.deck
        """The cards in use, without their places."""
        self.cards: Mapping[str, Card] = t.deck.cards
        """The cards in use by id: sector, category, points and title."""

    # --- checks of names, which raise UnknownName --------------------------------------------

    def _check_space(self, space: str) -> None:
        require_known("space", space, self.grid.bit)

    def _check_spaces(self, spaces: Iterable[str]) -> tuple[str, ...]:
        """Return the spaces as a tuple. Raise UnknownName if one is not on the board."""
        known = tuple(spaces)
        if not all(map(self.grid.bit.__contains__, known)):
            for space in known:
                self._check_space(space)
        return known

    def _check_card(self, card: str) -> None:
        require_known("card", card, self.cards)

    def _check_sector(self, sector: str) -> None:
        require_known("sector", sector, self._source.table.deck.of_sector)

    # --- the game -------------------------------------------------------------------------

    part: int = view_property(
        lambda v: v._source.table.part,
        "1 while cards are collected, 2 while sectors earn; 0 in set-up.",
    )
    mover: Seat = view_property(lambda v: v._source.table.mover, "The seat whose turn it is.")
    target: int = view_property(
        lambda v: v._source.table.target, "The points that end the game (E5.1)."
    )

    @property
    def lacking(self) -> int:
        """Points that the leader needs to reach the target (E5.1). Negative above it."""
        t = self._source.table
        return t.target - max(t.scores())

    @property
    def sectors(self) -> dict[str, Sector]:
        """The sectors in use, by id."""
        table = self._source.table
        return {name: table.edition.sectors[name] for name in table.deck.sectors}

    categories: Mapping[str, Category] = view_property(
        lambda v: v._source.table.edition.categories, "Inventions, factories and shops."
    )

    # --- the board ------------------------------------------------------------------------

    @property
    def locations(self) -> tuple[str, ...]:
        """The spaces with a location, in board order."""
        return tuple(sorted(self._source.table.cards))

    @property
    def shown(self) -> dict[str, str]:
        """The location card on each space. Hidden cards are left out (E6.1)."""
        t = self._source.table
        shown = dict(t.cards)
        if not can_see_all(t, self.seat):
            for space in t.face_down:
                del shown[space]
        return shown

    def locations_among(self, spaces: Iterable[str]) -> dict[str, str | None]:
        """Return the locations on these spaces in order. A hidden location is None (E6.1)."""
        t = self._source.table
        cards, spaces = t.cards, self._check_spaces(spaces)
        there: dict[str, str | None] = {
            space: cards[space] for space in filter(cards.__contains__, spaces)
        }
        if t.face_down and not can_see_all(t, self.seat):
            for space in t.face_down:
                if space in there:
                    there[space] = None
        return there

    @property
    def face_down(self) -> tuple[str, ...]:
        """The spaces whose location is face-down, in board order."""
        return tuple(sorted(self._source.table.face_down))

    def is_location(self, space: str) -> bool:
        """Return whether a space has a location, face-up or face-down."""
        self._check_space(space)
        return space in self._source.table.cards

    def is_face_down(self, space: str) -> bool:
        """Return whether a space has a face-down location."""
        self._check_space(space)
        return space in self._source.table.face_down

    def card_at(self, space: str) -> str | None:
        """Return the location card on a space, or None if there is none or it is hidden (E6.1)."""
        self._check_space(space)
        t = self._source.table
        return None if is_hidden(t, space, self.seat) else t.cards.get(space)

    def piece(self, seat: Seat) -> str:
        """Return the space of a seat's piece, or ``outside``."""
        self._check_seat(seat)
        return self._source.table.piece(seat) or OUTSIDE

    def piece_on(self, space: str) -> Seat | None:
        """Return the seat whose piece is on a space, or None."""
        self._check_space(space)
        return self._source.table.get_occupant(space)

    @property
    def pieces(self) -> dict[str, Seat]:
        """The seat whose piece is on each space."""
        return self._source.table.pieces()

    def pieces_among(self, spaces: Sequence[str]) -> list[str]:
        """Return the ``spaces`` that have a piece on them, in seat order."""
        t = self._source.table
        known = self._check_spaces(spaces)
        return [space for space in t.pieces() if space in known]

    def corner_of(self, seat: Seat) -> str | None:
        """Return the corner where a piece waits after being put out, or None (E2.4)."""
        self._check_seat(seat)
        table = self._source.table
        return None if table.piece(seat) else table.sent_to[seat] or None

    # --- cards and points -----------------------------------------------------------------

    def points(self, seat: Seat) -> int:
        """Return a seat's points."""
        self._check_seat(seat)
        return self._source.table.points(seat)

    @property
    def score(self) -> dict[Seat, int]:
        """The points of each seat (E0.5)."""
        t = self._source.table
        return dict(zip(t.seats, t.scores(), strict=True))

    def holder(self, card: str) -> Seat | None:
        """Return the holder of a property card, or None while it is on its space (E0.5)."""
        self._check_card(card)
        return self._source.table.holder(card)

    def properties(self, seat: Seat) -> list[str]:
        """Return the property cards of a seat, in the order of the deck (E0.5)."""
        self._check_seat(seat)
        return self._source.table.properties(seat)

    @property
    def free(self) -> dict[str, str]:
        """The property card that is still on each space (E6.4)."""
        return dict(self._source.table.free_cards())

    def free_among(self, spaces: Iterable[str]) -> dict[str, str]:
        """Return the property cards that are still on these spaces, in order (E6.4)."""
        t = self._source.table
        free = t.free_cards()
        return {
            space: free[space] for space in filter(free.__contains__, self._check_spaces(spaces))
        }

    def nearest_to_free(self, spaces: Sequence[str]) -> str | None:
        """Return the first of ``spaces`` with the fewest steps to a free card, or None without one.

        A free card on one of these spaces counts as well.
        """
        t = self._source.table
        return t.edition.grid.find_nearest(self._check_spaces(spaces), t.free_cards())

    def free_on(self, space: str) -> str | None:
        """Return the property card that is still on a space, or None (E6.4)."""
        self._check_space(space)
        return self._source.table.free_cards().get(space)

    def owns_in(self, sector: str) -> bool:
        """Return whether the viewer holds a property card of a sector (E0.5)."""
        self._check_sector(sector)
        t = self._source.table
        holders = map(t.ledger.titles.__getitem__, t.deck.of_sector[sector])
        return PLAYER_ACCOUNTS.get(self.seat or "", "") in holders

    def rivals_card_at(self, space: str) -> str | None:
        """Return the face-up card on a space if another seat owns the property, or None (E0.5)."""
        self._check_space(space)
        t = self._source.table
        card = t.cards.get(space)
        if card is None or space in t.face_down or t.holder(card) in (None, self.seat):
            return None
        return card

    def worth(self, seat: Seat) -> int:
        """Return the total worth of a seat's property cards, in points."""
        self._check_seat(seat)
        return self._source.table.worth(seat)

    def worth_in(self, sector: str) -> dict[Seat, int]:
        """Return the points that each owner currently scores for a landing in a sector (E4.1)."""
        self._check_sector(sector)
        return self._source.table.get_sector_worth(sector)

    @property
    def stakes(self) -> Mapping[str, Stakes]:
        """The current stakes of a landing in each sector (E4.1)."""
        return get_all_stakes(self._source.table)

    def stakes_in(self, sector: str) -> Stakes:
        """Return the current stakes of a landing in a sector (E4.1)."""
        self._check_sector(sector)
        return get_sector_stakes(self._source.table, sector)

    def margins(self, weight: float) -> Mapping[str, float]:
        """Return the viewer's points minus ``weight`` times the best rival's, for each sector."""
        me = self.seat or ""
        return {sector: at.margin(me, weight) for sector, at in self.stakes.items()}

    def swing(self, sector: str) -> int:
        """Return the viewer's points minus the best rival's, for a landing in a sector now."""
        return self.stakes_in(sector).swing(self.seat or "")

    # --- hands ----------------------------------------------------------------------------

    @property
    def hand(self) -> list[str]:
        """The cards that the viewer still has to place (E1.3)."""
        return list(self._source.table.hands.get(self.seat or "", ()))

    def hand_of(self, seat: Seat) -> list[str] | None:
        """Return a seat's hand, or None unless the viewer is that seat or the instructor (E1.3)."""
        self._check_seat(seat)
        hands = self._source.table.hands
        return list(hands.get(seat, ())) if self.seat in (seat, INSTRUCTOR) else None

    def hand_size(self, seat: Seat) -> int:
        """Return the number of cards that a seat still has to place."""
        self._check_seat(seat)
        return len(self._source.table.hands.get(seat, ()))
