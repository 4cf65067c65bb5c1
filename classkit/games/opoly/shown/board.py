"""The drawing of the board: the place of each space, and the signs on it.

The board is a square frame with Go at the bottom right, running clockwise, like the board it is
played on. A property has the colour of its group, with its buildings, in a bar at the inner edge.
The pawn goes along a lane inside the frame, beside the names. The middle shows what else a
student must know.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise

from classkit.engine.board import Board, Box, Decor, Look, Piece, Scene, Space
from classkit.engine.words import Say

from ..contents import HOTEL, BoardSpace, EditionRules, group_words
from ..rules.rents import landing_rent
from ..state import BANK, Opoly
from .board_colours import COLOURS, PATTERNS
from .board_middle import middle_of
from .news_auctions import headline

SIZE = 572
"""The width and height of the board: about as many pixels on a screen of 1366 by 768."""
LEAST = 13.4
"""The smallest type."""
DEEP = 76
"""The depth of a space on a side; the corners are squares of that size."""
NARROW = 0.82
"""The length of a space above or below that nobody can own, against that of a property."""
BAR = 14
"""The depth of the bar with the colour of a group."""
LANE = 24
"""The width of the lane of the pawn."""
INSIDE = SIZE - 2 * (DEEP + LANE)
"""The width and height of the middle."""
LEGEND = (
    ("internal", "Chest: a card is auctioned"),
    ("external", "Chance: a card is drawn"),
    ("house", "House"),
    ("hotel", "Hotel"),
    ("lock", "Mortgaged"),
    ("", "+26: brings its owner $26"),
)
FORWARD_MAX = 14
"""The longest way that the pawn walks; a longer one is jumped, to Recession or by a card."""


@lru_cache(maxsize=8)
def board_of(edition: EditionRules) -> Board:
    """Return the board of an edition as it lies before the first turn."""
    side = len(edition.board) // 4
    spaces: list[Space] = []
    for edge in range(4):
        row = edition.board[edge * side : edge * side + side]
        boxes = edge_boxes([length_of(space, edge) for space in row[1:]], edge)
        spaces += [place(edition, space, box, edge) for space, box in zip(row, boxes, strict=True)]
    middle = Decor("rect", SIZE / 2, SIZE / 2, SIZE - 2 * DEEP, SIZE - 2 * DEEP, tone="grey")
    return Board(SIZE, SIZE, tuple(spaces), (middle,), LEGEND, LEAST)


def length_of(space: BoardSpace, edge: int) -> float:
    """Return how long a space is along its edge, against a property; at the sides all are equal."""
    return 1 if space.ownable or edge % 2 else NARROW


def edge_boxes(lengths: list[float], edge: int) -> list[Box]:
    """Return the boxes of one edge, 0 to 3 clockwise from below: its corner, then its spaces."""
    unit = (SIZE - 2 * DEEP) / sum(lengths)
    stops = accumulate((unit * length for length in lengths), initial=float(DEEP))
    near, far = DEEP / 2, SIZE - DEEP / 2
    boxes: list[Box] = []
    for begin, end in [(0.0, float(DEEP)), *pairwise(stops)]:
        along, length = (begin + end) / 2, end - begin
        boxes.append(
            (
                (SIZE - along, far, length, DEEP),
                (near, SIZE - along, DEEP, length),
                (along, near, length, DEEP),
                (far, along, DEEP, length),
            )[edge]
        )
    return boxes


def place(edition: EditionRules, space: BoardSpace, box: Box, edge: int) -> Space:
    """Return one space, with its bar at the inner edge and the pawn's place in the lane."""
    x, y, w, h = box
    right, down = ((0, -1), (1, 0), (0, 1), (-1, 0))[edge]
    bar = None
    if space.ownable:
        bar = (x + right * (w - BAR) / 2, y + down * (h - BAR) / 2,
               BAR if right else w, BAR if down else h)  # fmt: skip
    if space.number % (len(edition.board) // 4) == 0:
        right, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[edge]
    way = (x + right * (w + LANE) / 2, y + down * (h + LANE) / 2)
    subtitle = f"${space.price}" if space.ownable else effect_words(edition, space.kind)
    return Space(
        space.id, x, y, w, h, kind=space.kind, title=space.name, subtitle=subtitle,
        lines=written(edition, space), bar=bar, stand=(*way, LANE, LANE), way=way,
    )  # fmt: skip


def written(edition: EditionRules, space: BoardSpace) -> tuple[str, ...]:
    """Return the lines written on a space; a page wraps the name of a property that has none."""
    if space.ownable:
        return space.short
    amount = {"go": f"pays ${edition.go_pay}", "luxury_tax": f"${edition.luxury_tax}"}
    lines = space.short or tuple(space.name.split())
    return (*lines, amount[space.kind]) if space.kind in amount else lines


def effect_words(edition: EditionRules, kind: str) -> str:
    """Return what happens on a space that nobody can own, in few letters."""
    return {
        "go": f"${edition.go_pay} each",
        "internal": "card auction",
        "external": "draw a card",
        "income_tax": "all pay",
        "luxury_tax": f"all pay ${edition.luxury_tax}",
        "free_parking": "nothing",
        "go_to_recession": "begins",
    }.get(kind, "")


def scene_of(t: Opoly) -> Scene:
    """Return owners, buildings, mortgages, contracts, the pawn, and the economy."""
    looks = {space.id: look_of(t, space) for space in t.edition.board if space.ownable}
    pawn = Piece("pawn", t.pawn, None, "Pawn", "star")
    signs, gauges = middle_of(t, SIZE / 2, INSIDE)
    return Scene(looks, (pawn,), signs, path_of(t), (), told_of(t), gauges)


def told_of(t: Opoly) -> str:
    """Return the last sale or rent of this turn as a sentence, with seats as ``{A}``."""
    if not t.headline:
        return ""
    return headline(Say({seat: f"{{{seat}}}" for seat in t.seats}, names_of(t.edition)), t.headline)


@lru_cache(maxsize=8)
def names_of(edition: EditionRules) -> dict[str, str]:
    """Return the name of each space and card."""
    spaces = {space.id: space.name for space in edition.board}
    return spaces | {card: kind.name for card, kind in edition.cards.items()}


def look_of(t: Opoly, space: BoardSpace) -> Look:
    """Return owner, buildings as small pictures, and its price or what a landing brings."""
    owner = t.owner(space.id)
    level = t.level(space.id)
    group = group_words(space.group)
    colour, pattern = COLOURS.get(space.group, ""), PATTERNS.get(space.group, "")
    if owner == BANK:
        return Look(text=f"${space.price}", colour=colour, note=group, pattern=pattern)
    if space.id in t.mortgaged:
        note = f"{group}, mortgaged"
        return Look(owner=owner, colour=colour, emblem="lock", note=note, pattern=pattern)
    rent = rent_words(t, space)
    return Look(
        owner=owner,
        text=f"+{rent}" if rent.isdigit() else rent,
        colour=colour,
        emblem="hotel" if level == HOTEL else "house" if level else "",
        count=1 if level == HOTEL else max(level, 1),
        note=f"{group}, a landing brings {'$' * rent.isdigit()}{rent}" if rent else group,
        pattern=pattern,
    )


def rent_words(t: Opoly, space: BoardSpace) -> str:
    """Return the dollars that a landing on owned property brings now (Q3.5)."""
    if not t.is_charged(t.owner(space.id)):
        return ""
    if space.kind == "utility":
        hundred = landing_rent(t, space.id, 100)
        return f"{hundred / 100:g}×dice"
    return str(landing_rent(t, space.id))


def path_of(t: Opoly) -> tuple[str, ...]:
    """Return the way of the pawn in this turn, space by space where it went forward."""
    if not t.path:
        return ()
    board, spaces = t.edition.board, t.edition.spaces
    way = [t.path[0]]
    for stop in t.path[1:]:
        steps = (spaces[stop].number - spaces[way[-1]].number) % len(board)
        here = spaces[way[-1]].number
        if steps <= FORWARD_MAX:
            way += [board[(here + step) % len(board)].id for step in range(1, steps)]
        way.append(stop)
    return tuple(way)
