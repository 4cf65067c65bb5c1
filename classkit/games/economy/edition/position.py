"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

What is left out is as after set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.reading import (
    Entries,
    FactKinds,
    Place,
    Whole,
    Word,
    fact,
    keep_facts,
    kept,
    kept_facts,
    read_facts,
)

from ..paths import OUTSIDE
from ..state import BANK, PIECE, PLAYER, POINTS, SCORE, Economy, on

TURN_MAX = 100_000
POINTS_MAX = 10_000


def read_card(place: Place, value: Any, t: Economy) -> str:
    """Return a card in use; refuse an unknown sector or slot, and name those in use."""
    if not isinstance(value, str):
        raise place.refuse(f"must be one card such as {t.deck.ids[0]}, not {shorten(value)}.")
    if value in t.deck.cards:
        return value
    called = [card.id for card in t.deck.cards.values() if card.title == value]
    if len(called) == 1:
        return called[0]
    sector = value.rpartition("-")[0]
    if sector in t.deck.sectors:
        there = ", ".join(t.deck.of_sector[sector])
        raise place.refuse(f"{shorten(value)} is no card; {sector} has {there} (E0.2).")
    there = ", ".join(t.deck.sectors)
    raise place.refuse(f"{shorten(value)} is of no sector in use: {there} (E0.2).")


Seat = Annotated[str, Word(lambda t: t.seats)]
Space = Annotated[str, Word(lambda t: t.edition.grid.spaces)]
Stop = Annotated[str, Word(lambda t: stops(t))]
SeatOrNobody = Annotated[str, Word(lambda t: (*t.seats, ""))]
Sector = Annotated[str, Word(lambda t: t.deck.sectors)]
Card = Annotated[str, read_card, "a card such as motor-3"]
Turns = Annotated[int, Whole(0, TURN_MAX)]
Points = Annotated[int, Whole(0, POINTS_MAX)]


def stops(t: Economy) -> tuple[str, ...]:
    """Return the places a piece may come from: outside, outside at a corner, the spaces."""
    grid = t.edition.grid
    return (OUTSIDE, *(f"{OUTSIDE}:{corner}" for corner in grid.corners), *grid.spaces)


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """The facts of the table."""

    part: Annotated[int, Whole(1, 2)] | None = fact(
        "part of the game; by default 2 once no card is free (E3.7, E3.8)"
    )
    turn: Annotated[int, Whole(1, TURN_MAX)] | None = fact("number of the turn that begins, from 1")
    mover: Seat | None = kept("whose turn it is")
    cards: Mapping[Space, Card] | None = fact(
        "location cards by space; one that has to make room goes where the other came from"
    )
    face_down: Annotated[tuple[Space, ...], Entries(once=True)] = fact(
        "spaces whose location card lies face-down (E6)", ()
    )
    turned_down: Mapping[Space, Seat] | None = fact(
        "the seat that turned a card down before everybody's eyes, by space (E6)"
    )


@dataclass(frozen=True, kw_only=True)
class SeatFacts:
    """The facts of a seat."""

    at: Annotated[str, Word(lambda t: (OUTSIDE, *t.edition.grid.spaces))] = fact(
        "space of the piece, or outside (E2.4)", OUTSIDE
    )
    corner: Annotated[str, Word(lambda t: (*t.edition.grid.corners, ""))] = fact(
        "corner to which the piece was sent, if it was (E2.4)", ""
    )
    properties: tuple[Card, ...] = fact("property cards held, by id or product (E0.2)", ())
    points: Points = fact("points scored (E0.3)", 0)


FACTS = FactKinds(TableFacts, SeatFacts)


def facts_of(t: Economy) -> dict[str, Any]:
    """Return the facts of this table at the beginning of a turn; none before set-up is done."""
    if t.phase != "play":
        return {}
    facts: dict[str, Any] = {
        **kept_facts(TableFacts, t),
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


def place_facts(t: Economy, facts: Mapping[str, Any]) -> None:
    """Set up the table as the facts say. Raise PositionError with the fact and the reason.

    >>> import classkit
    >>> position = {"A": {"at": "d4", "properties": ["motor-3"]}, "cards": {"a1": "motor-3"}}
    >>> m = classkit.new("economy", 3, options={"placement": "demo"}, position=position)
    >>> m.table.cards["a1"], m.ledger.holder("motor-3"), m.table.piece("A")
    ('motor-3', 'player:A', 'd4')
    """
    stated, seats = read_facts(facts, TableFacts, SeatFacts, t.seats, t)
    keep_facts(stated, t)
    place_cards(t, stated.cards or {})
    place_face_down(t, stated.face_down, stated.turned_down or {})
    place_properties(t, seats)
    place_pieces(t, seats)
    for seat, own in seats.items():
        t.ledger.move(POINTS, own.points, BANK, SCORE[seat])  # E0.3
    t.turn = t.turn if stated.turn is None else stated.turn - 1
    t.part = stated.part or part_by(t)
    t.begin_round(ceil(t.turn / len(t.seats)))  # the round of the turn before


def part_by(t: Economy) -> int:
    """Return the part of the game, 1 or 2, for a position that states none.

    It is 2 once no card is free, or once part 1 has had all the turns that its option allows
    (E3.7, E3.8).
    """
    limit = t.options.part1_turn_limit
    return 1 if t.free_cards() and not 0 < limit <= t.turn else 2


def place_cards(t: Economy, stated: Mapping[str, str]) -> None:
    """Lay location cards; a card that makes room goes where the other came from."""
    lies: dict[str, str] = {}
    for space, card in stated.items():
        if card in lies:
            raise PositionError(f"cards.{space}", f"{card} lies on {lies[card]} already (E0.2).")
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
    for space, card in t.cards.items():  # property cards lie on their own locations (E1.6)
        source = t.ledger.titles[card]
        if source != on(space):
            t.ledger.move(card, 1, source, on(space))


def place_face_down(t: Economy, face_down: tuple[str, ...], turned_down: Mapping[str, str]) -> None:
    """Turn locations face-down, and note the seat that turned each down, if stated."""
    for place, space in enumerate(face_down):
        if space not in t.cards:
            raise PositionError(f"face_down[{place}]", f"no location lies on {space}.")
        t.face_down[space] = ""
    for space, seat in turned_down.items():
        if space not in t.face_down:
            raise PositionError(f"turned_down.{space}", "does not lie face-down.")
        t.face_down[space] = seat


def place_properties(t: Economy, seats: Mapping[str, SeatFacts]) -> None:
    """Hand out property cards; those without a holder lie on their spaces (E0.2)."""
    space_of_card = {card: space for space, card in t.cards.items()}
    claimed: dict[str, str] = {}
    for seat, stated in seats.items():
        for card in stated.properties:
            if card in claimed:
                reason = f"{card} is {claimed[card]}'s already (E0.3)."
                raise PositionError(f"{seat}.properties", reason)
            claimed[card] = seat
    for card, seat in claimed.items():
        t.ledger.move(card, 1, on(space_of_card[card]), PLAYER[seat])
    t.lying = None


def place_pieces(t: Economy, seats: Mapping[str, SeatFacts]) -> None:
    """Put the pieces on spaces, no two on one, or outside, at a corner or none (E2.4, E2.7)."""
    for seat, stated in seats.items():
        t.sent_to[seat] = stated.corner or t.sent_to[seat]
        if stated.at == OUTSIDE:
            continue
        other = t.piece_on(stated.at)
        if other is not None:
            reason = f"{other}'s piece stands on {stated.at} already (E2.7)."
            raise PositionError(f"{seat}.at", reason)
        t.ledger.move(PIECE[seat], 1, OUTSIDE, on(stated.at))
