"""Secrecy: hands, and locations that are face-down now, including their history (E6).

All seats saw each card before it was turned down, and must remember it. No view, event, ledger
row, answer or metric reveals it until it is turned up.
"""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Seat
from classkit.engine.events import HIDDEN, INSTRUCTOR, Entry, Event, Transfer
from classkit.engine.state import copy_state
from classkit.engine.visibility import HIDDEN_PLACES, HiddenGroup, Reveal, Secrecy

from ..state import EconomyState, get_account_space, get_space_account

REVEALS = (
    Reveal("deal", "hand_dealt", "E1.2"),
    Reveal("place_location", "location_placed", "E1.3"),
    Reveal(HIDDEN_PLACES, "location_turned_up", "E4.2"),
)
"""The events that reveal hands and face-down locations (section 6)."""
CARD_METRICS = (
    "points_by_sector", "cards_held", "property_worth", "sector_worth", "sector_share",
    "sector_hhi", "market_hhi", "overall_hhi", "swing", "on_board",
)  # fmt: skip
"""Metrics that depend on which cards were taken. Their history would reveal these cards (E6.5)."""
CARD_FACTS = ("card", "sector", "reason")
"""Facts of events that identify the card on a space (section 6)."""


def can_see_all(t: EconomyState, seat: Seat | None) -> bool:
    """Return whether a viewer sees face-down cards: the instructor, or all viewers (E6.3)."""
    return seat == INSTRUCTOR or bool(t.options.open_memory)


def is_hidden(t: EconomyState, space: str, seat: Seat | None) -> bool:
    """Return whether the location on a space is hidden from a viewer (E6.1)."""
    return space in t.face_down and not can_see_all(t, seat)


def is_card_hidden(t: EconomyState, card: str, seat: Seat | None) -> bool:
    """Return whether a card's location is hidden from a viewer."""
    return not can_see_all(t, seat) and any(t.cards[space] == card for space in t.face_down)


class CardSecrecy(Secrecy[EconomyState]):
    """Secrecy of hands (E1.3), and of face-down locations in states, events and ledger (E6)."""

    def hidden_places(self, table: EconomyState, seat: Seat | None) -> list[HiddenGroup]:
        """Return the spaces with a hidden location, and the cards in other seats' hands.

        A property card that is still on its location reveals the location card (E6.4).
        """
        if seat == INSTRUCTOR:
            return []
        titles = table.ledger.titles
        down = [
            (table.cards, space)
            for space in sorted(table.face_down)
            if is_hidden(table, space, seat)
            and titles[table.cards[space]] != get_space_account(space)
        ]
        held = [
            (hand, place)
            for other, hand in table.hands.items()
            if other != seat
            for place in range(len(hand))
        ]
        return [down, held]

    def redact_event(self, event: Event, table: EconomyState, seat: Seat | None) -> Event | None:
        """Redact the card and sector of an event if its space is face-down now (E6.2)."""
        shown = super().redact_event(event, table, seat)
        if shown is None:
            return None
        facts = shown.facts
        # The event of a taken card has its space as an account.
        space = facts.get("space") or get_account_space(str(facts.get("from", "")))
        if not is_hidden(table, space, seat) or not any(fact in facts for fact in CARD_FACTS):
            return shown
        hidden = {key: HIDDEN if key in CARD_FACTS else value for key, value in facts.items()}
        return shown._replace(facts=hidden)

    def get_event_key(self, table: EconomyState) -> tuple[str, ...]:
        """Return the face-down locations."""
        return tuple(table.face_down)

    def redact_transfer(
        self, transfer: Transfer, table: EconomyState, seat: Seat | None
    ) -> Transfer:
        """Redact the card of a transfer if its location is face-down now (E6.2)."""
        if transfer.unit in table.deck.cards and is_card_hidden(table, transfer.unit, seat):
            return transfer._replace(unit=HIDDEN)
        return transfer

    def redact_answer(self, entry: Entry, table: EconomyState, seat: Seat | None) -> Entry:
        """Redact the card of a placement if its space is face-down now (E6.2).

        Hands are secret, but placements are public.
        """
        given = entry.value
        placed = str(given.get("space")) if isinstance(given, Mapping) and "card" in given else ""
        if is_hidden(table, placed, seat):
            return entry._replace(value={**given, "card": HIDDEN})
        return entry

    def redact_past_state(self, table: EconomyState, latest: EconomyState) -> EconomyState:
        """Return a past state in which locations that are face-down now are face-down too (E6.2).

        Otherwise a player who goes back in time could see the card. Property cards on these
        locations are hidden as well, because they would reveal the card.
        """
        since = tuple([space for space in latest.face_down if space in table.cards])
        if table.options.open_memory or not since:
            return table
        masked = copy_state(table)
        masked.hidden_since = since
        masked.face_down = {**dict.fromkeys(since, ""), **table.face_down}
        return masked

    def metrics_without_history(self, table: EconomyState) -> tuple[str, ...]:
        """Return the metrics of which a seat sees only the current value (E6.5)."""
        return () if table.options.open_memory else CARD_METRICS

    def hides_alike(self, table: EconomyState) -> bool:
        """Return True: locations are hidden from all, and a hand appears only to its seat."""
        return True

    def get_memory(self, table: EconomyState, seat: Seat) -> Mapping[str, tuple[str, Seat]]:
        """Return the card turned down on each space in public, and the seat that did it (E6.1).

        The result omits locations that were face-down in the initial position.
        """
        return {space: (table.cards[space], by) for space, by in table.face_down.items() if by}
