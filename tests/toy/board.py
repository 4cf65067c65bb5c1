"""Where the places of Harbour are drawn: a ring, clockwise from the top, about holds and goods."""

from __future__ import annotations

from math import cos, pi, sin

from classkit.engine.board import Board, Decor, Emblem, Link, Look, Piece, Scene, Sign, Space
from classkit.engine.log import INSTRUCTOR
from classkit.engine.requests import Seat

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
    """The ring of places, a stack for each good, a hold for each merchant."""
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
    """The space on which the load of a merchant lies."""
    return f"hold-{seat}"


def make_scene(t: HarbourTable, looker: Seat | None) -> Scene:
    """What is to be seen by a merchant, by everybody (None) or by the instructor."""
    looks = {place.id: look_of(t, place) for place in t.edition.places.values()}
    looks |= {good: stack(t, good) for good in t.edition.goods}
    looks |= {hold(seat): load(t, seat, looker) for seat in t.seats}
    ships = tuple(
        Piece(f"ship-{seat}", place, seat=seat, label=seat) for seat, place in t.ships.items()
    )
    rents = tuple(
        Link(f"rent-{dock}", dock, hold(owner), f"rent {t.edition.places[dock].rent}", owner)
        for dock, owner in t.ledger.titles.items()
        if owner != "bank"
    )
    middle = Sign("round", SIZE / 2, 27, f"Round {t.round}")
    return Scene(looks, ships, (middle,), links=rents, told=landing(t))


def look_of(t: HarbourTable, place: Place) -> Look:
    """A place by colour and sign; a dock with a house for each coin of rent, and its owner."""
    return Look(
        owner=owner_of(t, place),
        text=f"{place.price} coins" if place.price else "",
        colour=COLOURS[place.kind],
        sign=SIGNS[place.kind],
        emblem=EMBLEMS.get(place.kind, ""),
        count=max(1, place.rent),
    )


def stack(t: HarbourTable, good: str) -> Look:
    """How much of a good is left in the match (T4.6)."""
    left, most = t.ledger.totals()[good], t.edition.counts[good]
    return Look(text=f"{left} left", colour=GOODS.get(good, ""), level=left / most)


def load(t: HarbourTable, seat: Seat, looker: Seat | None) -> Look:
    """A merchant's goods: a card that lies face-down for the others (T1.3)."""
    if not t.options.open_hands and looker not in (seat, INSTRUCTOR):
        return Look(owner=seat, hidden=True)
    goods = ", ".join(f"{count} {good}" for good, count in t.held(seat).items() if count)
    return Look(owner=seat, hidden=not t.options.open_hands, title=goods or "empty", sign=seat)


def landing(t: HarbourTable) -> str:
    """Where the mover's ship lies, and whom that pays."""
    if t.phase != "voyage":
        return ""
    place = t.edition.places[t.ships[t.mover]]
    told = f"{t.mover} lies at {place.title}"
    owner = owner_of(t, place)
    return f"{told}." if owner in (None, t.mover) else f"{told}: {place.rent} coins to {owner}."


def owner_of(t: HarbourTable, place: Place) -> Seat | None:
    """The merchant who owns a dock; None for another place, and while the Bank has it."""
    owner = t.ledger.titles.get(place.id, "bank")
    return None if owner == "bank" else owner
