"""Board layout: the position of each space, and the signs.

The board is a plain grid with a1 at the bottom left. Pieces outside are next to the corner to
which they were sent, or on a strip below the board if they have not entered it yet.
"""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, BoardSign, Decor, Piece, Scene, Space, SpaceLook
from classkit.engine.decisions import Seat
from classkit.engine.rulebook_text import format_count

from ..grid_paths import COLUMN_LETTERS, OUTSIDE, get_outside_place
from ..rules_data import Deck, EconomyRules
from ..state import PIECE_TITLES, EconomyState, get_space_account
from .game_text import format_landing
from .metric_components import CARDS_FREE
from .secrets import is_hidden

MIN_TYPE_SIZE = 24
"""Smallest type size. It is 18 px if the board is 770 px high."""
SPACE_WIDTH, SPACE_HEIGHT = 132, 106
"""Size of a space, which fits a name."""
ROW_LABEL_WIDTH, COLUMN_LABEL_HEIGHT = 34, 32
"""Width of the row numbers, and height of the column letters."""
PIECE_SIZE = 42
"""Size of a piece, which fits between the two pictures of a card."""
STRIP_HEIGHT = 58
"""Height of the strips above and below the spaces, which show pieces outside."""
LABEL_SIZE, WAITING_WIDTH, ENTERING_WIDTH = (150, STRIP_HEIGHT), 170, 250
"""Size of labels outside the board, and widths for pieces sent to a corner and for new pieces."""
Point = tuple[float, float]


@lru_cache(maxsize=8)
def build_board(edition: EconomyRules, deck: Deck) -> Board:
    """Build the board of an edition without cards."""
    grid = edition.grid
    width, height = get_size(edition)
    spaces = [build_space(edition, space) for space in grid.spaces]
    for corner in grid.corners:
        y = height - STRIP_HEIGHT / 2 if int(corner[1]) == 1 else STRIP_HEIGHT / 2
        spaces.append(build_corner_place(corner, y, at_left=corner[0] == "a", width=width))
    spaces.append(build_start_place(width / 2, height - STRIP_HEIGHT / 2))
    return Board(
        width,
        height,
        tuple(spaces),
        build_edge_labels(edition),
        build_legend(edition, deck),
        MIN_TYPE_SIZE,
    )


def build_space(edition: EconomyRules, space: str) -> Space:
    """Build a space of the grid. Pieces and paths are drawn above the name of its card."""
    x, y = get_space_middle(edition, space)
    above = y - SPACE_HEIGHT * 0.27
    kind = "corner" if space in edition.grid.corners else "space"
    stand = (x, above, PIECE_SIZE, PIECE_SIZE)
    return Space(
        space, x, y, SPACE_WIDTH, SPACE_HEIGHT, kind=kind, title=space, stand=stand, way=(x, above)
    )


def get_size(edition: EconomyRules) -> Point:
    """Return the width and height of the drawing. The strips need a minimum width."""
    grid = edition.grid
    outside_all = 2 * (LABEL_SIZE[0] + WAITING_WIDTH) + LABEL_SIZE[0] + ENTERING_WIDTH + 60
    return max(
        ROW_LABEL_WIDTH + grid.columns * SPACE_WIDTH + 10, outside_all
    ), grid.rows * SPACE_HEIGHT + COLUMN_LABEL_HEIGHT + 2 * STRIP_HEIGHT


def build_corner_place(corner: str, y: float, *, at_left: bool, width: float) -> Space:
    """Build the place for pieces sent to a corner, next to its label (E2.4)."""
    label = LABEL_SIZE[0] / 2 if at_left else width - LABEL_SIZE[0] / 2
    beside = LABEL_SIZE[0] + WAITING_WIDTH / 2
    beside = beside if at_left else width - beside
    return Space(
        get_outside_place(corner), label, y, *LABEL_SIZE, kind="outside", title=f"Outside {corner}",
        subtitle="enters there", lines=("Out: enters", f"at {corner}"), short=f"Out {corner}",
        stand=(beside, y, WAITING_WIDTH, STRIP_HEIGHT), way=(beside, y),
    )  # fmt: skip


def build_start_place(x: float, y: float) -> Space:
    """Build the place for pieces that have not entered the board yet (E1.6, E2.4)."""
    label = x - ENTERING_WIDTH / 2
    beside = label + (LABEL_SIZE[0] + ENTERING_WIDTH) / 2
    return Space(
        OUTSIDE, label, y, *LABEL_SIZE, kind="outside", title="Outside",
        subtitle="enters at any corner", lines=("Yet to enter:", "any corner"), short="New",
        stand=(beside, y, ENTERING_WIDTH, STRIP_HEIGHT), way=(beside, y),
    )  # fmt: skip


def build_edge_labels(edition: EconomyRules) -> tuple[Decor, ...]:
    """Build the letters of the columns and the numbers of the rows."""
    grid = edition.grid
    below = get_size(edition)[1] - STRIP_HEIGHT - COLUMN_LABEL_HEIGHT / 2
    letters = [
        Decor(
            "text", get_space_middle(edition, f"{letter}1")[0], below, h=MIN_TYPE_SIZE, text=letter
        )
        for letter in COLUMN_LETTERS[: grid.columns]
    ]
    left = get_space_middle(edition, "a1")[0] - SPACE_WIDTH / 2 - ROW_LABEL_WIDTH / 2
    numbers = [
        Decor("text", left, get_space_middle(edition, f"a{row}")[1], h=MIN_TYPE_SIZE, text=str(row))
        for row in range(1, grid.rows + 1)
    ]
    return (*letters, *numbers)


def build_legend(edition: EconomyRules, deck: Deck) -> tuple[tuple[str, str], ...]:
    """Build the legend: sectors, categories, corners, and the last move."""
    sectors = [edition.sectors[name] for name in deck.sectors]
    kinds = [(kind.emblem, f"{kind.name}: {kind.points}") for kind in edition.categories.values()]
    return (
        *((f"{sector.emblem or sector.sign} {sector.colour}", sector.name) for sector in sectors),
        *kinds,
        ("corner", "Corner: pieces enter"),
        ("path", "Last move"),
    )


def get_space_middle(edition: EconomyRules, space: str) -> Point:
    """Return the centre of a space. Row 1 is at the bottom."""
    column, row = COLUMN_LETTERS.index(space[0]), int(space[1])
    start = (
        get_size(edition)[0] - edition.grid.columns * SPACE_WIDTH - ROW_LABEL_WIDTH - 10
    ) / 2 + ROW_LABEL_WIDTH
    return start + (column + 0.5) * SPACE_WIDTH, STRIP_HEIGHT + (
        edition.grid.rows - row + 0.5
    ) * SPACE_HEIGHT


def build_scene(t: EconomyState, seat: Seat | None) -> Scene:
    """Build the scene for a seat, for everybody (None) or for the instructor (E6)."""
    looks = {space: build_look(t, space, seat) for space in sorted(t.cards)}
    pieces = tuple(Piece(PIECE_TITLES[who], t.get_piece_place(who), who, who) for who in t.seats)
    landing = t.landing
    path = landing.path if landing else ()
    told = format_landing(t, landing, seat) if landing else ""
    return Scene(looks, pieces, build_signs(t), path, told=told)


def build_look(t: EconomyState, space: str, seat: Seat | None) -> SpaceLook:
    """Build the look of a location: product, sector, category and holder (E6.1).

    A hidden location shows none of them, because the holder would narrow down the possible cards. A
    property card that is still on a face-down location is public (E6.4).
    """
    card = t.deck.cards[t.cards[space]]
    free = t.ledger.titles[card.id] == get_space_account(space)
    if is_hidden(t, space, seat):
        shown_free = free and space not in (t.hidden_since or ())
        return SpaceLook(hidden=True, text=f"free: {card.title}" if shown_free else "")
    return build_open_look(
        t.edition, t.deck, card.id, t.holder(card.id), free, space in t.face_down
    )


@lru_cache(maxsize=1024)
def build_open_look(
    edition: EconomyRules, deck: Deck, card_id: str, owner: Seat | None, free: bool, down: bool
) -> SpaceLook:
    """Build the look of a location that the viewer may see."""
    card = deck.cards[card_id]
    category, sector = edition.categories[card.category], edition.sectors[card.sector]
    return SpaceLook(
        owner=owner,
        text=str(card.points),
        hidden=down,
        title=card.title,
        lines=(card.short,) if card.short != card.title else (),
        subtitle=f"{sector.name} · {category.name}",
        colour=sector.colour,
        sign=sector.sign,
        emblem=category.emblem,
        mark=sector.emblem,
        note=f"{format_count(card.points, 'point')}, still free" if free else "",
    )


def build_signs(t: EconomyState) -> tuple[BoardSign, ...]:
    """Build the sign of the current part of the game."""
    x, y, size = get_size(t.edition)[0] / 2, STRIP_HEIGHT / 2, 1.25
    if t.part == 0:
        left = sum(len(hand) for hand in t.hands.values())
        text = f"Set-up: {format_count(left, 'card')} to place"
    elif t.part == 1:
        text = f"Part 1: {format_count(CARDS_FREE(t), 'card')} still free"
    else:
        text = f"Part 2: {t.target} points win"
    return (BoardSign("part", x, y, text, size, room=SPACE_WIDTH * 4),)
