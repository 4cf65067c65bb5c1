"""Positions: the facts for a match that starts at the beginning of any turn.

Omitted facts have their values after set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from classkit.engine.errors import PositionError, truncate_text
from classkit.engine.schema import (
    Entries,
    ErrorPath,
    PositionSchema,
    Whole,
    Word,
    collect_facts,
    copy_fields,
    position_field,
    read_facts,
    state_field,
)

from ..grid_paths import OUTSIDE
from ..state import (
    BANK,
    PIECE_TITLES,
    PLAYER_ACCOUNTS,
    POINTS,
    SCORE_ACCOUNTS,
    EconomyState,
    get_space_account,
)

MAX_TURN = 100_000
MAX_POINTS = 10_000


def read_card(place: ErrorPath, value: Any, t: EconomyState) -> str:
    """Read the id or unique title of a card in use. The error lists the valid cards."""
    if not isinstance(value, str):
        raise place.make_error(
            f"must be one card such as {t.deck.ids[0]}, not {truncate_text(value)}."
        )
    if value in t.deck.cards:
        return value
    called = [card.id for card in t.deck.cards.values() if card.title == value]
    if len(called) == 1:
        return called[0]
    sector = value.rpartition("-")[0]
    if sector in t.deck.sectors:
        there = ", ".join(t.deck.of_sector[sector])
        raise place.make_error(
            f"{truncate_text(value)} is not a card; {sector} has {there} (E0.2)."
        )
    there = ", ".join(t.deck.sectors)
    raise place.make_error(f"{truncate_text(value)} is not in a sector in use: {there} (E0.2).")


Seat = Annotated[str, Word(lambda t: t.seats)]
Space = Annotated[str, Word(lambda t: t.edition.grid.spaces)]
PiecePlace = Annotated[str, Word(lambda t: get_piece_places(t))]
SeatOrNobody = Annotated[str, Word(lambda t: (*t.seats, ""))]
Sector = Annotated[str, Word(lambda t: t.deck.sectors)]
Card = Annotated[str, read_card, "a card such as motor-3"]
Turns = Annotated[int, Whole(0, MAX_TURN)]
Points = Annotated[int, Whole(0, MAX_POINTS)]


def get_piece_places(t: EconomyState) -> tuple[str, ...]:
    """Return the possible places of a piece: outside, outside at a corner, and all spaces."""
    grid = t.edition.grid
    return (OUTSIDE, *(f"{OUTSIDE}:{corner}" for corner in grid.corners), *grid.spaces)


@dataclass(frozen=True, kw_only=True)
class EconomyStateFacts:
    """Facts about the table in a position."""

    part: Annotated[int, Whole(1, 2)] | None = position_field(
        "part of the game; by default 2 once no card is free (E3.7, E3.8)"
    )
    turn: Annotated[int, Whole(1, MAX_TURN)] | None = position_field(
        "number of the turn that begins, from 1"
    )
    mover: Seat | None = state_field("whose turn it is")
    cards: Mapping[Space, Card] | None = position_field(
        "location cards by space; a displaced card takes the old space of the other"
    )
    face_down: Annotated[tuple[Space, ...], Entries(once=True)] = position_field(
        "spaces whose location card is face-down (E6)", ()
    )
    turned_down: Mapping[Space, Seat] | None = position_field(
        "the seat that turned a card face-down in public, by space (E6)"
    )


@dataclass(frozen=True, kw_only=True)
class EconomySeatFacts:
    """Facts about a seat in a position."""

    at: Annotated[str, Word(lambda t: (OUTSIDE, *t.edition.grid.spaces))] = position_field(
        "space of the piece, or outside (E2.4)", OUTSIDE
    )
    corner: Annotated[str, Word(lambda t: (*t.edition.grid.corners, ""))] = position_field(
        "corner to which the piece was sent, if it was (E2.4)", ""
    )
    properties: tuple[Card, ...] = position_field(
        "property cards held, by id or product (E0.2)", ()
    )
    points: Points = position_field("points scored (E0.3)", 0)


POSITION_SCHEMA = PositionSchema(EconomyStateFacts, EconomySeatFacts)


def get_position_facts(t: EconomyState) -> dict[str, Any]:
    """Return the facts of a table at the beginning of a turn, or {} during set-up."""
    if t.phase != "play":
        return {}
    facts: dict[str, Any] = {
        **collect_facts(EconomyStateFacts, t),
        "part": t.part,
        "turn": t.turn + 1,
        "cards": {space: t.cards[space] for space in sorted(t.cards)},
        "face_down": sorted(t.face_down),
        "turned_down": {space: by for space, by in sorted(t.face_down.items()) if by},
    }
    for seat in t.seats:
        facts[seat] = {
            "at": t.piece(seat) or OUTSIDE,
            "corner": t.sent_to[seat],
            "properties": t.properties(seat),
            "points": t.points(seat),
        }
    return facts


def place_facts(t: EconomyState, facts: Mapping[str, Any]) -> None:
    """Change a table just after set-up to match the position.

    Raises:
        PositionError: A fact is invalid. Names the fact and the reason.

    >>> import classkit
    >>> position = {"A": {"at": "d4", "properties": ["motor-3"]}, "cards": {"a1": "motor-3"}}
    >>> m = classkit.new("economy", 3, options={"placement": "demo"}, position=position)
    >>> m.table.cards["a1"], m.ledger.holder("motor-3"), m.table.piece("A")
    ('motor-3', 'player:A', 'd4')
    """
    stated, seats = read_facts(facts, EconomyStateFacts, EconomySeatFacts, t.seats, t)
    copy_fields(stated, t)
    place_cards(t, stated.cards or {})
    place_hidden_locations(t, stated.face_down, stated.turned_down or {})
    place_properties(t, seats)
    place_pieces(t, seats)
    for seat, own in seats.items():
        t.ledger.move(POINTS, own.points, BANK, SCORE_ACCOUNTS[seat])  # E0.3
    t.turn = t.turn if stated.turn is None else stated.turn - 1
    t.part = stated.part or infer_part(t)
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the previous turn


def infer_part(t: EconomyState) -> int:
    """Return the part of the game, 1 or 2, for a position that does not state it.

    It is 2 if no card is free, or if part 1 has reached its turn limit (E3.7, E3.8).
    """
    limit = t.options.part1_turn_limit
    return 1 if t.free_cards() and not 0 < limit <= t.turn else 2


def place_cards(t: EconomyState, stated: Mapping[str, str]) -> None:
    """Move location cards to the stated spaces. Displaced cards move to the vacated spaces."""
    lies: dict[str, str] = {}
    for space, card in stated.items():
        if card in lies:
            raise PositionError(f"cards.{space}", f"{card} is already on {lies[card]} (E0.2).")
        lies[card] = space
    for card, space in lies.items():
        old = next(other for other, found in t.cards.items() if found == card)
        displaced = t.cards.get(space)
        if old == space:
            continue
        del t.cards[old]
        t.cards[space] = card
        if displaced is not None:
            t.cards[old] = displaced
    t.sort_cards()
    for space, card in t.cards.items():  # property cards start on their own locations (E1.6)
        source = t.ledger.titles[card]
        if source != get_space_account(space):
            t.ledger.move(card, 1, source, get_space_account(space))


def place_hidden_locations(
    t: EconomyState, face_down: tuple[str, ...], turned_down: Mapping[str, str]
) -> None:
    """Turn locations face-down, and record the seat that turned each one down, if stated."""
    for place, space in enumerate(face_down):
        if space not in t.cards:
            raise PositionError(f"face_down[{place}]", f"{space} has no location card.")
        t.face_down[space] = ""
    for space, seat in turned_down.items():
        if space not in t.face_down:
            raise PositionError(f"turned_down.{space}", "is not face-down.")
        t.face_down[space] = seat


def place_properties(t: EconomyState, seats: Mapping[str, EconomySeatFacts]) -> None:
    """Move property cards to their holders. The others stay on their spaces (E0.2)."""
    space_of_card = {card: space for space, card in t.cards.items()}
    claimed: dict[str, str] = {}
    for seat, stated in seats.items():
        for card in stated.properties:
            if card in claimed:
                reason = f"{card} already belongs to {claimed[card]} (E0.3)."
                raise PositionError(f"{seat}.properties", reason)
            claimed[card] = seat
    for card, seat in claimed.items():
        t.ledger.move(card, 1, get_space_account(space_of_card[card]), PLAYER_ACCOUNTS[seat])
    t.lying = None


def place_pieces(t: EconomyState, seats: Mapping[str, EconomySeatFacts]) -> None:
    """Move the pieces to distinct spaces, or outside, with or without a corner (E2.4, E2.7)."""
    for seat, stated in seats.items():
        t.sent_to[seat] = stated.corner or t.sent_to[seat]
        if stated.at == OUTSIDE:
            continue
        other = t.get_occupant(stated.at)
        if other is not None:
            reason = f"{other}'s piece is already on {stated.at} (E2.7)."
            raise PositionError(f"{seat}.at", reason)
        t.ledger.move(PIECE_TITLES[seat], 1, OUTSIDE, get_space_account(stated.at))
