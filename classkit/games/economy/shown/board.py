"""The drawing of the board: the place of each space, and the signs on it.

The board is a plain grid with a1 at the bottom left. Pieces that are outside stand beside the
corner to which they were sent, or on a strip below the board while they have never been on it.
"""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Decor, Look, Piece, Scene, Sign, Space
from classkit.engine.requests import Seat

from ..edition.contents import EditionRules
from ..rules.paths import LETTERS, OUTSIDE, waiting_at
from ..state import PIECE, Economy, on
from .metrics import cards_free
from .secrets import lies_hidden
from .words import landing_words

CELL = 100
MARGIN = 110
"""Room at the left and right, for pieces that wait at a corner, and above and below."""
TOP = 40
STRIP = 120
SMALL = 70
LEGEND = (
    ("bulb", "Invention"),
    ("factory", "Factory"),
    ("shop", "Shop"),
    ("corner", "Corner: pieces enter here"),
)
Point = tuple[float, float]


@lru_cache(maxsize=8)
def board_of(edition: EditionRules) -> Board:
    """Return the board of an edition as it lies before the first card is placed."""
    grid = edition.grid
    width = grid.columns * CELL + 2 * MARGIN
    height = TOP + grid.rows * CELL + STRIP
    spaces = [
        Space(space, *middle(edition, space), CELL, CELL, title=space,
              kind="corner" if space in grid.corners else "space")
        for space in grid.spaces
    ]  # fmt: skip
    decor: list[Decor] = []
    for corner in grid.corners:
        x, y = middle(edition, corner)
        left = corner[0] == "a"
        beside = x - CELL / 2 - MARGIN / 2 if left else x + CELL / 2 + MARGIN / 2
        spaces.append(
            Space(waiting_at(corner), beside, y, SMALL, SMALL, "circle", "outside",
                  title=f"Outside {corner}", subtitle="enters here")
        )  # fmt: skip
    y = height - STRIP / 2 + 10
    spaces.append(Space(OUTSIDE, width / 2, y, 4 * SMALL, SMALL, "rect", "outside",
                        title="Outside", subtitle="enters at any corner"))  # fmt: skip
    letters = LETTERS[: grid.columns]
    decor += [
        Decor("text", MARGIN + (place + 0.5) * CELL, TOP / 2, text=letter)
        for place, letter in enumerate(letters)
    ]
    return Board(width, height, tuple(spaces), tuple(decor), LEGEND)


def middle(edition: EditionRules, space: str) -> Point:
    """Return the middle of a space: columns from left to right, row 1 at the bottom."""
    column, row = LETTERS.index(space[0]), int(space[1])
    return MARGIN + (column + 0.5) * CELL, TOP + (edition.grid.rows - row + 0.5) * CELL


def scene_of(t: Economy, seat: Seat | None) -> Scene:
    """Return the scene for a seat, for everybody (None) or for the instructor (E6)."""
    looks = {space: look_of(t, space, seat) for space in sorted(t.cards)}
    pieces = tuple(Piece(PIECE[who], t.place_of(who), who, who) for who in t.seats)
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
        text="free" if free else str(card.points),
        hidden=down,
        title=card.title,
        subtitle=f"{sector.name} · {category.name}",
        colour=sector.colour,
        sign=sector.sign,
        emblem=category.emblem,
    )


def signs_of(t: Economy) -> tuple[Sign, ...]:
    """Return the signs of the current part of the game."""
    grid = t.edition.grid
    x, y = MARGIN + 0.5 * CELL, TOP + grid.rows * CELL + STRIP / 2 + 10
    far = MARGIN + (grid.columns - 0.5) * CELL
    if t.part == 0:
        left = sum(len(hand) for hand in t.hands.values())
        return (Sign("part", x, y, "Set-up"), Sign("goal", far, y, f"{left} cards to place"))
    if t.part == 1:
        return (
            Sign("part", x, y, "Part 1: collecting"),
            Sign("goal", far, y, f"{cards_free(t)} cards free"),
        )
    return (Sign("part", x, y, "Part 2: earning"), Sign("goal", far, y, f"Target {t.target}"))
