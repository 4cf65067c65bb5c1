"""The cards of a position: their places, and the choices made for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classkit.engine.errors import PositionError

from ..effect_kinds import COPY, EXEMPT_ONE_IN_LINE, HOTEL_RENT_PCT, InternalEffect
from ..state import DECK, REMOVED, TABLE, OpolyState


def place_cards(
    t: OpolyState,
    hands: Mapping[str, Sequence[str]],
    *,
    on_table: Sequence[str],
    removed: Sequence[str],
    under: Sequence[str],
) -> None:
    """Move cards to hands, the table, out of play and under the decks, then shuffle the rest."""
    stated = [(f"{seat}.cards", seat, cards) for seat, cards in hands.items()]
    stated += [("on_table", TABLE, on_table), ("removed", REMOVED, removed), ("under", DECK, under)]
    placed: dict[str, str] = {}
    for fact, account, cards in stated:
        for card in cards:
            if card in placed:
                raise PositionError(fact, f"{card} is already placed elsewhere.")
            placed[card] = account
    for cards in hands.values():
        t.basis |= dict.fromkeys(cards, 0)
    for card in t.edition.cards:
        t.ledger.move(card, 1, t.ledger.holder(card), placed.get(card, DECK))
    for name, deck in t.decks.items():
        own = t.edition.get_deck(name)
        deck.under = [card for card in under if card in own]
        deck.shuffled = [card for card in own if card not in placed]


def place_choices(
    t: OpolyState, copies: Mapping[str, str], lines: Mapping[str, str], flagships: Mapping[str, str]
) -> None:
    """Record the choices made for cards: copies, lines, and the hotels of flagships."""
    for card, kind in copies.items():
        require_held_card(t, "copies", card, COPY)
        if t.edition.kinds[kind].deck != "internal" or t.edition.kinds[kind].effect == COPY.word:
            raise PositionError("copies", f"{kind} cannot be copied (Q8.5).")
        t.copies[card] = kind
    for card, line in lines.items():
        require_held_card(t, "lines", card, EXEMPT_ONE_IN_LINE)
        t.lines_chosen[card] = line
    for card, space in flagships.items():
        require_held_card(t, "flagships", card, HOTEL_RENT_PCT)
        if not t.is_hotel(space) or t.owner(space) != t.ledger.titles[card]:
            raise PositionError("flagships", f"the holder has no hotel on {space} (Q8.6).")
        t.flagships[card] = space


def require_held_card(t: OpolyState, fact: str, card: str, effect: InternalEffect) -> None:
    """Raise PositionError if a card is in no hand or does not have the effect."""
    if t.ledger.titles[card] not in t.companies or t.get_kind(card).effect != effect.word:
        raise PositionError(fact, f"{card} is not in a hand, or does not need this choice.")
