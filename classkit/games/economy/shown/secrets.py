"""Secrets: locations that lie face-down now, also in news of the past (E6).

Everybody saw each card before it was turned down, and has to remember it. No view, event, ledger
row, answer or figure tells it; the card shows again when it is turned up.
"""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.log import HIDDEN, INSTRUCTOR, Entry, Event, Transfer
from classkit.engine.requests import Seat
from classkit.engine.secrecy import HIDDEN_PLACES, Places, Reveal, Secrecy
from classkit.engine.table import copy

from ..state import Economy, on, space_of

REVEALS = (
    Reveal("deal", "hand_dealt", "E1.2"),
    Reveal("place_location", "location_placed", "E1.3"),
    Reveal(HIDDEN_PLACES, "location_turned_up", "E4.2"),
)
"""How hands and face-down locations become known (section 6)."""
BY_CARD = (
    "points_by_sector", "cards_held", "property_worth", "sector_share", "sector_hhi",
    "market_hhi", "overall_hhi", "swing", "on_board",
)  # fmt: skip
"""Figures that follow from which cards were taken; their course names them (E6.5)."""
TELLING = ("card", "sector", "reason")
"""Facts that name the card on the space of an event (section 6)."""


def sees_all(t: Economy, seat: Seat | None) -> bool:
    """Return whether face-down cards are shown: to the instructor, or by option to all (E6.3)."""
    return seat == INSTRUCTOR or bool(t.options.open_memory)


def lies_hidden(t: Economy, space: str, seat: Seat | None) -> bool:
    """Return whether what lies on a space may not be shown (E6.1)."""
    return space in t.face_down and not sees_all(t, seat)


def is_down(t: Economy, card: str, seat: Seat | None) -> bool:
    """Return whether a card's location lies face-down and hidden."""
    return not sees_all(t, seat) and any(t.cards[space] == card for space in t.face_down)


class CardSecrecy(Secrecy[Economy]):
    """Hands (E1.3), and locations that lie face-down, in all that tells of them (E6)."""

    def hidden_places(self, table: Economy, seat: Seat | None) -> list[Places]:
        """Return the spaces with a face-down location, and the places in others' hands.

        A property card that still lies on its location tells which card that is (E6.4).
        """
        if seat == INSTRUCTOR:
            return []
        titles = table.ledger.titles
        down = [
            (table.cards, space)
            for space in sorted(table.face_down)
            if lies_hidden(table, space, seat) and titles[table.cards[space]] != on(space)
        ]
        held = [
            (hand, place)
            for other, hand in table.hands.items()
            if other != seat
            for place in range(len(hand))
        ]
        return [down, held]

    def mask(self, event: Event, table: Economy, seat: Seat | None) -> Event | None:
        """Return an event with card and sector hidden if its space is face-down now (E6.2)."""
        shown = super().mask(event, table, seat)
        if shown is None:
            return None
        facts = shown.facts
        # A card that was taken gives its space in the words of the ledger.
        space = facts.get("space") or space_of(str(facts.get("from", "")))
        if not lies_hidden(table, space, seat) or not any(fact in facts for fact in TELLING):
            return shown
        hidden = {key: HIDDEN if key in TELLING else value for key, value in facts.items()}
        return shown._replace(facts=hidden)

    def mask_transfer(self, transfer: Transfer, table: Economy, seat: Seat | None) -> Transfer:
        """Return a transfer without the name of a card whose location is face-down now (E6.2)."""
        if transfer.unit in table.deck.cards and is_down(table, transfer.unit, seat):
            return transfer._replace(unit=HIDDEN)
        return transfer

    def mask_answer(self, entry: Entry, table: Economy, seat: Seat | None) -> Entry:
        """Return an answer without the name of a card placed on a space now face-down (E6.2).

        Hands are secret, but cards are placed openly.
        """
        given = entry.value
        placed = str(given.get("space")) if isinstance(given, Mapping) and "card" in given else ""
        if lies_hidden(table, placed, seat):
            return entry._replace(value={**given, "card": HIDDEN})
        return entry

    def looked_back(self, table: Economy, latest: Economy) -> Economy:
        """Return an earlier table on which what lies face-down now is face-down too (E6.2).

        Otherwise a player who goes back would look at the card. Whether a property card lay on it
        then is hidden as well, since it would name the card.
        """
        since = tuple([space for space in latest.face_down if space in table.cards])
        if table.options.open_memory or not since:
            return table
        masked = copy(table)
        masked.hidden_since = since
        masked.face_down = {**dict.fromkeys(since, ""), **table.face_down}
        return masked

    def now_only(self, table: Economy) -> tuple[str, ...]:
        """List the figures that a seat gets only as of now (E6.5)."""
        return () if table.options.open_memory else BY_CARD

    def memory(self, table: Economy, seat: Seat) -> Mapping[str, tuple[str, Seat]]:
        """Return the card turned down on each space before everybody's eyes, and by whom (E6.1).

        Nobody has seen what lay face-down when a position began.
        """
        return {space: (table.cards[space], by) for space, by in table.face_down.items() if by}
