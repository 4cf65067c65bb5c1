"""Positions: a match that starts at the beginning of any turn, stated in the words of the rules.

Facts of the table are ``part``, ``turn``, ``mover``, ``cards`` (``{space: location card}``),
``face_down`` (spaces), ``turned_down`` (``{space: seat}``: who turned it down before everybody's
eyes) and ``scorings`` (sectors scored so far); facts of a seat ``at`` (a space or ``outside``),
``corner`` (where it was sent), ``properties``, ``points``, ``points_by_sector``, ``put_outs`` and
``take_overs`` (``[done, suffered]``). What is left out is as after set-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.requests import Seat

from .paths import OUTSIDE
from .state import BANK, PIECE, PLAYER, POINTS, SCORE, Economy, on

TABLE_FACTS = ("part", "turn", "mover", "cards", "face_down", "turned_down", "scorings")
SEAT_FACTS = (
    "at", "corner", "properties", "points", "points_by_sector", "put_outs", "take_overs",
)  # fmt: skip
TURN_MAX = 100_000
POINTS_MAX = 10_000


def facts_of(t: Economy) -> dict[str, Any]:
    """The facts that make this table, at the beginning of a turn; none before set-up is done."""
    if t.phase != "play":
        return {}
    facts: dict[str, Any] = {
        "part": t.part,
        "turn": t.turn + 1,
        "mover": t.mover,
        "cards": {space: t.cards[space] for space in sorted(t.cards)},
        "face_down": sorted(t.face_down),
        "turned_down": {space: by for space, by in sorted(t.face_down.items()) if by},
        "scorings": t.scorings,
    }
    for seat in t.seats:
        facts[seat] = {
            "at": t.piece(seat) or OUTSIDE,
            "corner": t.sent_to[seat],
            "properties": t.properties(seat),
            "points": t.points(seat),
            "points_by_sector": {name: n for name, n in t.scored[seat].items() if n},
            "put_outs": list(t.put_outs[seat]),
            "take_overs": list(t.take_overs[seat]),
        }
    return facts


def place_facts(t: Economy, facts: Mapping[str, Any]) -> None:
    """Make the table what the facts say; PositionError names the fact and the reason.

    >>> import classkit
    >>> position = {"A": {"at": "d4", "properties": ["motor-3"]}, "cards": {"a1": "motor-3"}}
    >>> m = classkit.new("economy", seats=3, placement="demo", position=position)
    >>> m.table.cards["a1"], m.ledger.holder("motor-3"), m.table.piece("A")
    ('motor-3', 'player:A', 'd4')
    """
    for name, value in facts.items():
        if name in TABLE_FACTS:
            continue
        if name not in t.seats:
            known = ", ".join((*TABLE_FACTS, *t.seats))
            raise PositionError(shorten(name), f"is no fact of this table; there are {known}.")
        if not isinstance(value, Mapping):
            raise PositionError(name, f"is a table of facts, not {shorten(value)}.")
        for fact in value:
            if fact not in SEAT_FACTS:
                known = ", ".join(SEAT_FACTS)
                raise PositionError(f"{name}.{fact}", f"is no fact of a seat; there are {known}.")
    seats = {seat: facts[seat] for seat in t.seats if seat in facts}
    place_cards(t, facts.get("cards", {}))
    place_face_down(t, facts)
    place_properties(t, seats)
    place_pieces(t, seats)
    for seat, stated in seats.items():
        place_points(t, seat, stated)
        for fact, counts in (("put_outs", t.put_outs), ("take_overs", t.take_overs)):
            if fact in stated:
                counts[seat] = pair(f"{seat}.{fact}", stated[fact])
    t.scorings = whole("scorings", facts.get("scorings", t.scorings), 0, TURN_MAX)
    t.mover = one_of("mover", facts.get("mover", t.mover), t.seats)
    t.turn = whole("turn", facts.get("turn", t.turn + 1), 1, TURN_MAX) - 1
    t.part = whole("part", facts.get("part", part_by(t)), 1, 2)
    if t.turn % len(t.seats):  # a turn that does not begin a round finds it under way
        t.begin_round(t.turn // len(t.seats) + 1)


def part_by(t: Economy) -> int:
    """The part where none is stated: the second once no card is free, or as many turns have been
    played as the option allows the first (E3.7, E3.8)."""
    limit = t.options.part1_turn_limit
    return 1 if t.free_cards() and not 0 < limit <= t.turn else 2


def place_cards(t: Economy, stated: Any) -> None:
    """Where location cards lie: a card that has to make room goes where the other came from."""
    if not isinstance(stated, Mapping):
        raise PositionError("cards", f"is a table of spaces and cards, not {shorten(stated)}.")
    lies: dict[str, str] = {}
    for space, card in stated.items():
        fact = f"cards.{shorten(space).strip(chr(39))}"
        if space not in t.edition.grid.bit:
            raise PositionError(fact, "is no space of this board (E0.2).")
        known_card(t, fact, card)
        if card in lies:
            raise PositionError(fact, f"{card} lies on {lies[card]} already (E0.2).")
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


def known_card(t: Economy, fact: str, card: Any) -> None:
    """Refuse what is no card in use: an unknown sector or slot."""
    if not isinstance(card, str):
        raise PositionError(fact, f"is one card such as {t.deck.ids[0]}, not {shorten(card)}.")
    if card in t.deck.cards:
        return
    sector = card.rpartition("-")[0]
    if sector in t.deck.sectors:
        known = ", ".join(t.deck.of_sector[sector])
        raise PositionError(fact, f"{shorten(card)} is no card; {sector} has {known} (E0.2).")
    known = ", ".join(t.deck.sectors)
    raise PositionError(fact, f"{shorten(card)} is of no sector in use: {known} (E0.2).")


def place_face_down(t: Economy, facts: Mapping[str, Any]) -> None:
    """Which locations lie face-down, and who turned them down where that is stated."""
    down = listed("face_down", facts.get("face_down", []))
    by = facts.get("turned_down", {})
    if not isinstance(by, Mapping):
        raise PositionError("turned_down", f"is a table of spaces and seats, not {shorten(by)}.")
    for place, space in enumerate(down):
        if not isinstance(space, str) or space not in t.cards:
            raise PositionError(f"face_down[{place}]", f"no location lies on {shorten(space)}.")
        if space in t.face_down:
            raise PositionError(f"face_down[{place}]", f"{space} is named twice.")
        t.face_down[space] = ""
    for space, seat in by.items():
        fact = f"turned_down.{shorten(space).strip(chr(39))}"
        if space not in t.face_down:
            raise PositionError(fact, "does not lie face-down.")
        t.face_down[space] = one_of(fact, seat, t.seats)


def place_properties(t: Economy, seats: Mapping[Seat, Mapping[str, Any]]) -> None:
    """Who holds which property card; those that nobody holds lie on their spaces (E0.2)."""
    space_of_card = {card: space for space, card in t.cards.items()}
    claimed: dict[str, Seat] = {}
    for seat, stated in seats.items():
        for place, card in enumerate(listed(f"{seat}.properties", stated.get("properties", []))):
            known_card(t, f"{seat}.properties[{place}]", card)
            if card in claimed:
                reason = f"{card} is {claimed[card]}'s already (E0.3)."
                raise PositionError(f"{seat}.properties", reason)
            claimed[card] = seat
    for card, seat in claimed.items():
        t.ledger.move(card, 1, on(space_of_card[card]), PLAYER[seat])
    t.lying = None


def place_pieces(t: Economy, seats: Mapping[Seat, Mapping[str, Any]]) -> None:
    """Where the pieces stand: no two on a space; outside at a corner, or at none (E2.4, E2.7)."""
    grid = t.edition.grid
    for seat, stated in seats.items():
        corner = stated.get("corner", "")
        if corner != "":
            t.sent_to[seat] = one_of(f"{seat}.corner", corner, grid.corners)
        at = stated.get("at", OUTSIDE)
        if at == OUTSIDE:
            continue
        if not isinstance(at, str) or at not in grid.bit:
            raise PositionError(f"{seat}.at", f"{shorten(at)} is no space of this board.")
        other = t.piece_on(at)
        if other is not None:
            raise PositionError(f"{seat}.at", f"{other}'s piece stands on {at} already (E2.7).")
        t.ledger.move(PIECE[seat], 1, OUTSIDE, on(at))


def place_points(t: Economy, seat: Seat, stated: Mapping[str, Any]) -> None:
    """Points come from the bank (E0.3); by sector they are at most those that the seat has."""
    points = whole(f"{seat}.points", stated.get("points", 0), 0, POINTS_MAX)
    t.ledger.move(POINTS, points, BANK, SCORE[seat])
    by_sector = stated.get("points_by_sector", {})
    if not isinstance(by_sector, Mapping):
        raise PositionError(f"{seat}.points_by_sector", "is a table of sectors and points.")
    for sector, count in by_sector.items():
        fact = f"{seat}.points_by_sector.{shorten(sector).strip(chr(39))}"
        if sector not in t.deck.sectors:
            raise PositionError(fact, f"is no sector in use: {', '.join(t.deck.sectors)}.")
        t.scored[seat][sector] = whole(fact, count, 0, POINTS_MAX)
    if sum(t.scored[seat].values()) > points:
        reason = f"adds up to {sum(t.scored[seat].values())}, more than the {points} points."
        raise PositionError(f"{seat}.points_by_sector", reason)


def listed(fact: str, value: Any) -> list[Any]:
    """A list."""
    if not isinstance(value, (list, tuple)):
        raise PositionError(fact, f"is a list, not {shorten(value)}.")
    return list(value)


def pair(fact: str, value: Any) -> list[int]:
    """Two counts: done, and suffered."""
    counts = listed(fact, value)
    if len(counts) != 2:
        raise PositionError(fact, "must be two numbers: done and suffered.")
    return [whole(fact, count, 0, TURN_MAX) for count in counts]


def whole(fact: str, value: Any, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(fact, f"must be {low:,} to {high:,}, not {shorten(value)}.")
    return value


def one_of(fact: str, value: Any, allowed: Sequence[str]) -> str:
    """One of the words allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise PositionError(fact, f"must be one of {', '.join(allowed)}, not {shorten(value)}.")
    return value
