"""The view of a seat: everything but hands and what lies face-down (E1.3, E6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from classkit.engine.errors import known_name
from classkit.engine.log import INSTRUCTOR
from classkit.engine.requests import Seat
from classkit.engine.views import Source, View, question

from ..contents import Card, Category, Deck, Sector
from ..paths import OUTSIDE, Grid
from ..rules.holdings import Stakes, stakes_by_sector, stakes_in
from ..state import PLAYER, Economy
from .secrets import lies_hidden, sees_all


class EconomyView(View):
    """The table as a player sees it: read only.

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
    _source: Source[Economy]

    def __init__(self, source: Source[Economy], seat: Seat | None) -> None:
        super().__init__(source, seat)
        t = source.table
        self.grid: Grid = t.edition.grid
        """The board: its spaces, corners and neighbours."""
        self.deck: Deck = t.deck
        """The cards in use, but not their places."""
        self.cards: Mapping[str, Card] = t.deck.cards
        """The same by id: sector, category, points and title."""

    # --- names that are looked up: UnknownName for one that is not there ---------------------

    def _space(self, space: str) -> None:
        known_name("space", space, self.grid.bit)

    def _known(self, spaces: Iterable[str]) -> tuple[str, ...]:
        """Return some spaces; UnknownName where one is not on the board."""
        known = tuple(spaces)
        if not all(map(self.grid.bit.__contains__, known)):
            for space in known:
                self._space(space)
        return known

    def _card(self, card: str) -> None:
        known_name("card", card, self.cards)

    def _sector(self, sector: str) -> None:
        known_name("sector", sector, self._source.table.deck.of_sector)

    # --- the game -------------------------------------------------------------------------

    part: int = question(
        lambda v: v._source.table.part,
        "1 while cards are collected, 2 while sectors earn; 0 in set-up.",
    )
    mover: Seat = question(lambda v: v._source.table.mover, "The seat whose turn it is.")
    target: int = question(lambda v: v._source.table.target, "The points that end the game (E5.1).")

    @property
    def lacking(self) -> int:
        """The points that the leader lacks of the target; below 0 past it (E5.1)."""
        t = self._source.table
        return t.target - max(t.scores())

    @property
    def sectors(self) -> dict[str, Sector]:
        """The sectors in use by id."""
        table = self._source.table
        return {name: table.edition.sectors[name] for name in table.deck.sectors}

    categories: Mapping[str, Category] = question(
        lambda v: v._source.table.edition.categories, "Inventions, factories and shops."
    )

    # --- the board ------------------------------------------------------------------------

    @property
    def locations(self) -> tuple[str, ...]:
        """The spaces with a location, in the order of the board."""
        return tuple(sorted(self._source.table.cards))

    @property
    def shown(self) -> dict[str, str]:
        """Space -> the location card on it, without those that may not be shown (E6.1)."""
        t = self._source.table
        shown = dict(t.cards)
        if not sees_all(t, self.seat):
            for space in t.face_down:
                del shown[space]
        return shown

    def locations_among(self, spaces: Iterable[str]) -> dict[str, str | None]:
        """Return locations on some spaces in order; None for one that may not be shown (E6.1)."""
        t = self._source.table
        cards, spaces = t.cards, self._known(spaces)
        there: dict[str, str | None] = {
            space: cards[space] for space in filter(cards.__contains__, spaces)
        }
        if t.face_down and not sees_all(t, self.seat):
            for space in t.face_down:
                if space in there:
                    there[space] = None
        return there

    @property
    def face_down(self) -> tuple[str, ...]:
        """The spaces whose location is face-down, in the order of the board."""
        return tuple(sorted(self._source.table.face_down))

    def is_location(self, space: str) -> bool:
        """Return whether a location lies on a space, face-up or face-down."""
        self._space(space)
        return space in self._source.table.cards

    def is_face_down(self, space: str) -> bool:
        """Return whether a location lies face-down on a space."""
        self._space(space)
        return space in self._source.table.face_down

    def card_at(self, space: str) -> str | None:
        """Return the location card on a space; None without one that may be shown (E6.1)."""
        self._space(space)
        t = self._source.table
        return None if lies_hidden(t, space, self.seat) else t.cards.get(space)

    def piece(self, seat: Seat) -> str:
        """Return the space where a seat's piece stands, or ``outside``."""
        self._seat(seat)
        return self._source.table.piece(seat) or OUTSIDE

    def piece_on(self, space: str) -> Seat | None:
        """Return the seat whose piece stands on a space, if any."""
        self._space(space)
        return self._source.table.piece_on(space)

    @property
    def pieces(self) -> dict[str, Seat]:
        """Space -> the seat whose piece stands on it."""
        return self._source.table.pieces()

    def pieces_among(self, spaces: Sequence[str]) -> list[str]:
        """Return the spaces on which a piece stands, of those given."""
        t = self._source.table
        known = self._known(spaces)
        return [space for space in t.pieces() if space in known]

    def corner_of(self, seat: Seat) -> str | None:
        """Return the corner at which a piece that was put out waits (E2.4)."""
        self._seat(seat)
        table = self._source.table
        return None if table.piece(seat) else table.sent_to[seat] or None

    # --- what is owned --------------------------------------------------------------------

    def points(self, seat: Seat) -> int:
        """Return a seat's points."""
        self._seat(seat)
        return self._source.table.points(seat)

    @property
    def score(self) -> dict[Seat, int]:
        """Seat -> its points (E0.5)."""
        t = self._source.table
        return dict(zip(t.seats, t.scores(), strict=True))

    def holder(self, card: str) -> Seat | None:
        """Return who holds a property card; None while it lies on its space (E0.5)."""
        self._card(card)
        return self._source.table.holder(card)

    def properties(self, seat: Seat) -> list[str]:
        """Return the property cards of a seat, in the order of the deck (E0.5)."""
        self._seat(seat)
        return self._source.table.properties(seat)

    @property
    def free(self) -> dict[str, str]:
        """Space -> the property card that still lies on it (E6.4)."""
        return dict(self._source.table.free_cards())

    def free_among(self, spaces: Iterable[str]) -> dict[str, str]:
        """Return the property cards that still lie on some spaces, in their order (E6.4)."""
        t = self._source.table
        free = t.free_cards()
        return {space: free[space] for space in filter(free.__contains__, self._known(spaces))}

    def nearest_to_free(self, spaces: Sequence[str]) -> str | None:
        """Return the first of the spaces with the fewest steps to a free card; None without one.

        Cards on the spaces themselves count too.
        """
        t = self._source.table
        return t.edition.grid.nearest_of(self._known(spaces), t.free_cards())

    def free_on(self, space: str) -> str | None:
        """Return the property card that still lies on a space, if one does (E6.4)."""
        self._space(space)
        return self._source.table.free_cards().get(space)

    def owns_in(self, sector: str) -> bool:
        """Return whether one holds a property card of a sector (E0.5)."""
        self._sector(sector)
        t = self._source.table
        holders = map(t.ledger.titles.__getitem__, t.deck.of_sector[sector])
        return PLAYER.get(self.seat or "", "") in holders

    def rivals_card_at(self, space: str) -> str | None:
        """Return the card of a face-up location whose property another seat holds (E0.5)."""
        self._space(space)
        t = self._source.table
        card = t.cards.get(space)
        if card is None or space in t.face_down or t.holder(card) in (None, self.seat):
            return None
        return card

    def worth(self, seat: Seat) -> int:
        """Return the worth of all property cards of a seat, in points."""
        self._seat(seat)
        return self._source.table.worth(seat)

    def worth_in(self, sector: str) -> dict[Seat, int]:
        """Return what each owner would score if a sector were landed on now (E4.1)."""
        self._sector(sector)
        return self._source.table.worth_in(sector)

    @property
    def stakes(self) -> Mapping[str, Stakes]:
        """Sector -> points of each owner if it were landed on now (E4.1)."""
        return stakes_by_sector(self._source.table)

    def stakes_in(self, sector: str) -> Stakes:
        """Return the points of each owner if a sector were landed on now (E4.1)."""
        self._sector(sector)
        return stakes_in(self._source.table, sector)

    def margins(self, weight: float) -> Mapping[str, float]:
        """Return own points less ``weight`` times the best rival's, by sector landed on."""
        me = self.seat or ""
        return {sector: at.margin(me, weight) for sector, at in self.stakes.items()}

    def swing(self, sector: str) -> int:
        """Return one's points less the best rival's if a sector were landed on now."""
        return self.stakes_in(sector).swing(self.seat or "")

    # --- hands ----------------------------------------------------------------------------

    @property
    def hand(self) -> list[str]:
        """The cards that one has still to place; nobody else's are shown (E1.3)."""
        return list(self._source.table.hands.get(self.seat or "", ()))

    def hand_of(self, seat: Seat) -> list[str] | None:
        """Return another's hand, for the instructor alone (E1.3)."""
        self._seat(seat)
        hands = self._source.table.hands
        return list(hands.get(seat, ())) if self.seat in (seat, INSTRUCTOR) else None

    def hand_size(self, seat: Seat) -> int:
        """Return how many cards a seat has still to place."""
        self._seat(seat)
        return len(self._source.table.hands.get(seat, ()))
