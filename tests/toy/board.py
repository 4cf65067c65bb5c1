"""Board of Harbour: a ring of places, clockwise from the top, around holds and goods."""

from __future__ import annotations

from math import cos, pi, sin

from classkit.engine.board import (
    Board,
    BoardSign,
    Decor,
    Emblem,
    Piece,
    Scene,
    Space,
    SpaceLink,
    SpaceLook,
)
from classkit.engine.decisions import Seat
from classkit.engine.events import INSTRUCTOR

from .edition import HarbourRules, Place
from .state import HarbourTable

SIZE = 100

COLOURS = {
    "quay": "#f4f6f7",
    "dock": "#2471a3",
    "spring": "#48c9b0",
    "mint": "#f4d03f",
    "storm": "#4a235a",
}
SIGNS = {"quay": "Q", "dock": "D", "spring": "S", "mint": "M", "storm": "!"}
EMBLEMS: dict[str, Emblem] = {"dock": "house", "mint": "coin", "quay": "shop", "spring": "token"}
GOODS = {"grain": "#d4ac0d", "oil": "#34495e", "spice": "#c0392b"}


def make_board(edition: HarbourRules, seats: tuple[Seat, ...]) -> Board:
    """Return the ring of places, a stack for each good, and a hold for each merchant."""
    step = 2 * pi / len(edition.places)
    ring = tuple(
        Space(
            place.id,
            x=round(SIZE / 2 + 42 * sin(at * step), 2),
            y=round(SIZE / 2 - 42 * cos(at * step), 2),
            w=15,
            h=15,
            kind=place.kind,
            title=place.title,
        )
        for at, place in enumerate(edition.places.values())
    )
    wide = 36 / len(edition.goods)
    stacks = tuple(
        Space(good, x=32 + (at + 0.5) * wide, y=43, w=wide - 1, h=24, title=good.capitalize())
        for at, good in enumerate(edition.goods)
    )
    holds = tuple(
        Space(
            hold(seat),
            x=50 + (at - (len(seats) - 1) / 2) * 10.2,
            y=67,
            w=9.6,
            h=9,
            title=f"Hold {seat}",
        )
        for at, seat in enumerate(seats)
    )
    water = Decor("circle", SIZE / 2, SIZE / 2, 66, 66, tone="water")
    legend = tuple((COLOURS[kind], f"{SIGNS[kind]} {kind}") for kind in COLOURS)
    return Board(SIZE, SIZE, ring + stacks + holds, (water,), legend)


def hold(seat: Seat) -> str:
    """Return the space of a merchant's load."""
    return f"hold-{seat}"


def make_scene(t: HarbourTable, looker: Seat | None) -> Scene:
    """Return what a merchant, the public (None) or the instructor sees."""
    looks = {place.id: look_of(t, place) for place in t.edition.places.values()}
    looks |= {good: stack(t, good) for good in t.edition.goods}
    looks |= {hold(seat): load(t, seat, looker) for seat in t.seats}
    ships = tuple(
        Piece(f"ship-{seat}", place, seat=seat, label=seat) for seat, place in t.ships.items()
    )
    rents = tuple(
        SpaceLink(f"rent-{dock}", dock, hold(owner), f"rent {t.edition.places[dock].rent}", owner)
        for dock, owner in t.ledger.titles.items()
        if owner != "bank"
    )
    middle = BoardSign("round", SIZE / 2, 27, f"Round {t.round}")
    return Scene(looks, ships, (middle,), links=rents, told=landing(t))


def look_of(t: HarbourTable, place: Place) -> SpaceLook:
    """Return a place with colour and sign; a dock with a house for each coin, and its owner."""
    return SpaceLook(
        owner=owner_of(t, place),
        text=f"{place.price} coins" if place.price else "",
        colour=COLOURS[place.kind],
        sign=SIGNS[place.kind],
        emblem=EMBLEMS.get(place.kind, ""),
        count=max(1, place.rent),
    )


def stack(t: HarbourTable, good: str) -> SpaceLook:
    """Return how much of a good is left in the match (T4.6)."""
    left, most = t.ledger.totals()[good], t.edition.counts[good]
    return SpaceLook(text=f"{left} left", colour=GOODS.get(good, ""), level=left / most)


def load(t: HarbourTable, seat: Seat, looker: Seat | None) -> SpaceLook:
    """Return a merchant's goods: a face-down card for the others (T1.3)."""
    if not t.options.open_hands and looker not in (seat, INSTRUCTOR):
        return SpaceLook(owner=seat, hidden=True)
    goods = ", ".join(f"{count} {good}" for good, count in t.held(seat).items() if count)
    return SpaceLook(owner=seat, hidden=not t.options.open_hands, title=goods or "empty", sign=seat)


def landing(t: HarbourTable) -> str:
    """Return where the mover's ship is, and whom that pays."""
    if t.phase != "voyage":
        return ""
    place = t.edition.places[t.ships[t.mover]]
    told = f"{t.mover} lies at {place.title}"
    owner = owner_of(t, place)
    return f"{told}." if owner in (None, t.mover) else f"{told}: {place.rent} coins to {owner}."


def owner_of(t: HarbourTable, place: Place) -> Seat | None:
    """Return the merchant who owns a dock, or None."""
    owner = t.ledger.titles.get(place.id, "bank")
    return None if owner == "bank" else owner
