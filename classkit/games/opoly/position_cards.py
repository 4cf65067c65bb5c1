"""Cards in positions: where they are, and what was chosen for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.errors import PositionError, shorten

from .position_reading import listed, one_of, table_of
from .state import DECK, REMOVED, TABLE, Opoly


def place_cards(
    t: Opoly, facts: Mapping[str, Any], seats: Mapping[str, Mapping[str, Any]]
) -> None:  # fmt: skip
    """Cards in hands, on the table, removed, and under the decks; the rest is shuffled."""
    placed: dict[str, str] = {}

    def put(fact: str, card: Any, account: str, among: Sequence[str]) -> None:
        one_of(fact, card, tuple(among))
        if card in placed:
            raise PositionError(fact, f"{card} is elsewhere already.")
        placed[card] = account

    for seat, stated in seats.items():
        for card in listed(stated, "cards", seat):
            put(f"{seat}.cards", card, seat, t.edition.internal)
            t.basis[card] = 0
    for card in listed(facts, "on_table"):
        put("on_table", card, TABLE, t.edition.external)
    for card in listed(facts, "removed"):
        put("removed", card, REMOVED, tuple(t.edition.cards))
    for card in listed(facts, "under"):
        put("under", card, DECK, tuple(t.edition.cards))
    for card in t.edition.cards:
        t.ledger.move(card, 1, t.ledger.holder(card), placed.get(card, DECK))
    for name, deck in t.decks.items():
        cards = t.edition.deck(name)
        deck.under = [card for card in listed(facts, "under") if card in cards]
        deck.shuffled = [card for card in cards if card not in placed]


def place_choices(t: Opoly, facts: Mapping[str, Any]) -> None:
    """What was chosen for cards: copies, lines, the hotels of flagships, campaigns."""
    titles = t.ledger.titles
    for card, kind in table_of(facts, "copies").items():
        held(t, "copies", card, "copy")
        if not isinstance(kind, str) or kind not in t.edition.kinds:
            raise PositionError("copies", f"{shorten(kind)} is no kind of card.")
        if t.edition.kinds[kind].deck != "internal" or t.edition.kinds[kind].effect == "copy":
            raise PositionError("copies", f"{kind} cannot be copied (Q8.5).")
        t.copies[card] = kind
    for card, line in table_of(facts, "lines").items():
        held(t, "lines", card, "exempt_one_in_line")
        t.lines_chosen[card] = one_of("lines", line, tuple(t.edition.lines))
    for card, space in table_of(facts, "flagships").items():
        held(t, "flagships", card, "hotel_rent_pct")
        one_of("flagships", space, t.edition.properties)
        if not t.is_hotel(space) or titles[space] != titles[card]:
            raise PositionError("flagships", f"{space} is no hotel of the holder's (Q8.6).")
        t.flagships[card] = space
    for card in listed(facts, "campaigned"):
        t.campaigned.append(one_of("campaigned", card, t.edition.internal))


def held(t: Opoly, fact: str, card: Any, effect: str) -> None:
    """A card in somebody's hand that has the effect."""
    one_of(fact, card, t.edition.internal)
    if t.ledger.titles[card] not in t.companies or t.kind(card).effect != effect:
        raise PositionError(fact, f"{card} is in no hand, or asks for no such choice.")
