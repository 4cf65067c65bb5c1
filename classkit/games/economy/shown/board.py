"""The drawing of the board: the place of each space, and the signs on it.

The board is a plain grid with a1 at the bottom left. Pieces that are outside stand beside the
corner to which they were sent, or on a strip below the board while they have never been on it.
"""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Decor, Look, Piece, Scene, Sign, Space
from classkit.engine.requests import Seat
from classkit.engine.words import how_many

from ..contents import Deck, EditionRules
from ..paths import LETTERS, OUTSIDE, waiting_at
from ..state import PIECE as PIECE_OF
from ..state import Economy, on
from .metrics import cards_free
from .secrets import lies_hidden
from .words import landing_words

LEAST = 24
"""The smallest type. All lengths are such that it is 18 px where the board is 770 px high."""
WIDE, HIGH = 132, 106
"""A space: broader than it is high, so that a name has room."""
LEFT, LOW = 34, 32
"""Room for the numbers of the rows, and for the letters of the columns."""
PIECE = 42
"""The room for a piece, between the two pictures of a card."""
STRIP = 58
"""Above and below the spaces: pieces that are not on the board."""
LABEL, WAITING, ENTERING = (150, STRIP), 170, 250
"""The label of a place outside; the room for pieces sent to a corner, and not yet in play."""
Point = tuple[float, float]


@lru_cache(maxsize=8)
def board_of(edition: EditionRules, deck: Deck) -> Board:
    """Return the board of an edition as it lies before the first card is placed."""
    grid = edition.grid
    width, height = size_of(edition)
    spaces = [field(edition, space) for space in grid.spaces]
    for corner in grid.corners:
        y = height - STRIP / 2 if int(corner[1]) == 1 else STRIP / 2
        spaces.append(outside(corner, y, at_left=corner[0] == "a", width=width))
    spaces.append(not_in_play(width / 2, height - STRIP / 2))
    return Board(width, height, tuple(spaces), edges(edition), legend_of(edition, deck), LEAST)


def field(edition: EditionRules, space: str) -> Space:
    """Return a space of the grid: pieces stand, and ways pass, above the name of its card."""
    x, y = middle(edition, space)
    above = y - HIGH * 0.27
    kind = "corner" if space in edition.grid.corners else "space"
    stand = (x, above, PIECE, PIECE)
    return Space(space, x, y, WIDE, HIGH, kind=kind, title=space, stand=stand, way=(x, above))


def size_of(edition: EditionRules) -> Point:
    """Return width and height: the strips need some width beside a board of few columns."""
    grid = edition.grid
    outside_all = 2 * (LABEL[0] + WAITING) + LABEL[0] + ENTERING + 60
    return max(LEFT + grid.columns * WIDE + 10, outside_all), grid.rows * HIGH + LOW + 2 * STRIP


def outside(corner: str, y: float, *, at_left: bool, width: float) -> Space:
    """Return the place of pieces that were sent to a corner (E2.4): its label, and they beside."""
    label = LABEL[0] / 2 if at_left else width - LABEL[0] / 2
    beside = LABEL[0] + WAITING / 2
    beside = beside if at_left else width - beside
    return Space(
        waiting_at(corner), label, y, *LABEL, kind="outside", title=f"Outside {corner}",
        subtitle="enters there", lines=("Out: enters", f"at {corner}"),
        stand=(beside, y, WAITING, STRIP), way=(beside, y),
    )  # fmt: skip


def not_in_play(x: float, y: float) -> Space:
    """Return the place of pieces that have never been on the board (E1.6, E2.4)."""
    label = x - ENTERING / 2
    beside = label + (LABEL[0] + ENTERING) / 2
    return Space(
        OUTSIDE, label, y, *LABEL, kind="outside", title="Outside", subtitle="enters at any corner",
        lines=("Yet to enter:", "any corner"),
        stand=(beside, y, ENTERING, STRIP), way=(beside, y),
    )  # fmt: skip


def edges(edition: EditionRules) -> tuple[Decor, ...]:
    """Return the letters of the columns and the numbers of the rows, by which spaces are named."""
    grid = edition.grid
    below = size_of(edition)[1] - STRIP - LOW / 2
    letters = [
        Decor("text", middle(edition, f"{letter}1")[0], below, h=LEAST, text=letter)
        for letter in LETTERS[: grid.columns]
    ]
    numbers = [
        Decor("text", middle(edition, f"a{row}")[0] - WIDE / 2 - LEFT / 2,
              middle(edition, f"a{row}")[1], h=LEAST, text=str(row))
        for row in range(1, grid.rows + 1)
    ]  # fmt: skip
    return (*letters, *numbers)


def legend_of(edition: EditionRules, deck: Deck) -> tuple[tuple[str, str], ...]:
    """Return what pictures and colours mean: sectors, kinds of cards, corners, the last move."""
    sectors = [edition.sectors[name] for name in deck.sectors]
    kinds = [(kind.emblem, f"{kind.name}: {kind.points}") for kind in edition.categories.values()]
    return (
        *((f"{sector.emblem or sector.sign} {sector.colour}", sector.name) for sector in sectors),
        *kinds,
        ("corner", "Corner: pieces enter"),
        ("path", "Last move"),
    )


def middle(edition: EditionRules, space: str) -> Point:
    """Return the middle of a space: columns from left to right, row 1 at the bottom."""
    column, row = LETTERS.index(space[0]), int(space[1])
    start = (size_of(edition)[0] - edition.grid.columns * WIDE - LEFT - 10) / 2 + LEFT
    return start + (column + 0.5) * WIDE, STRIP + (edition.grid.rows - row + 0.5) * HIGH


def scene_of(t: Economy, seat: Seat | None) -> Scene:
    """Return the scene for a seat, for everybody (None) or for the instructor (E6)."""
    looks = {space: look_of(t, space, seat) for space in sorted(t.cards)}
    pieces = tuple(Piece(PIECE_OF[who], t.place_of(who), who, who) for who in t.seats)
    landing = t.landing
    path = landing.path if landing else ()
    told = landing_words(t, landing, seat) if landing else ""
    return Scene(looks, pieces, signs_of(t), path, told=told)


def look_of(t: Economy, space: str, seat: Seat | None) -> Look:
    """Return a location's product, sector, category and holder; none if face-down (E6.1).

    The holder is hidden too, since it would narrow down what lies there. A property card
    that still lies on a face-down location is open to all (E6.4).
    """
    down = space in t.face_down
    card = t.deck.cards[t.cards[space]]
    free = t.ledger.titles[card.id] == on(space)
    if lies_hidden(t, space, seat):
        shown_free = free and space not in (t.hidden_since or ())
        return Look(hidden=True, text=f"free: {card.title}" if shown_free else "")
    category = t.edition.categories[card.category]
    sector = t.edition.sectors[card.sector]
    return Look(
        owner=t.holder(card.id),
        text=str(card.points),
        hidden=down,
        title=card.title,
        lines=(card.short,) if card.short != card.title else (),
        subtitle=f"{sector.name} · {category.name}",
        colour=sector.colour,
        sign=sector.sign,
        emblem=category.emblem,
        mark=sector.emblem,
        note=f"{how_many(card.points, 'point')}, still free" if free else "",
    )


def signs_of(t: Economy) -> tuple[Sign, ...]:
    """Return the signs of the current part of the game."""
    x, y, size = size_of(t.edition)[0] / 2, STRIP / 2, 1.25
    if t.part == 0:
        left = sum(len(hand) for hand in t.hands.values())
        told = f"Set-up: {how_many(left, 'card')} to place"
    elif t.part == 1:
        told = f"Part 1: {how_many(cards_free(t), 'card')} still free"
    else:
        told = f"Part 2: {t.target} points win"
    return (Sign("part", x, y, told, size, room=WIDE * 4),)
