"""Where the places of Harbour are drawn: a ring, clockwise from the top."""

from __future__ import annotations

from math import cos, pi, sin

from classkit.engine.board import Board, Decor, Look, Piece, Scene, Sign, Space

from .edition import HarbourRules
from .state import HarbourTable

SIZE = 100


def make_board(edition: HarbourRules) -> Board:
    """The ring of places."""
    step = 2 * pi / len(edition.places)
    spaces = tuple(
        Space(
            place.id,
            x=round(SIZE / 2 + 38 * sin(at * step), 2),
            y=round(SIZE / 2 - 38 * cos(at * step), 2),
            w=16,
            h=16,
            shape="circle",
            kind=place.kind,
            title=place.title,
            subtitle=f"{place.price} coins" if place.price else "",
        )
        for at, place in enumerate(edition.places.values())
    )
    water = Decor("circle", SIZE / 2, SIZE / 2, 60, 60, tone="water")
    return Board(SIZE, SIZE, spaces, (water,), (("dock", "can be bought"), ("quay", "quiet")))


def make_scene(t: HarbourTable) -> Scene:
    """Ships, owners and the round; it shows nothing that is secret."""
    looks = {
        dock: Look(owner=None if owner == "bank" else owner)
        for dock, owner in t.ledger.titles.items()
    }
    ships = tuple(
        Piece(f"ship-{seat}", place, seat=seat, label=seat) for seat, place in t.ships.items()
    )
    middle = Sign("round", SIZE / 2, SIZE / 2, f"Round {t.round}")
    return Scene(looks, ships, (middle,))
