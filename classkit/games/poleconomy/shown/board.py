"""The drawing of the board: the place of each space, and the signs on it.

The outer circuit is a frame of 12 by 12 squares, the inner one a frame of 9 by 9 inside it, both
with their first square at the top left and running clockwise. The Corner Squares lie in the lane
between them, each below or above the corner of the inner circuit and next to that of the outer
one. The Inflation Index is a ring in the middle. A square has its bar, where its owner and the
beavers are seen, at its inner edge, and a way runs along the bars: no name lies below either.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from classkit.engine.board import Board, Box, Decor, Look, Piece, Scene, Sign, Space

from ..contents import EditionRules, Square
from ..country import TREASURY, Country
from ..state import BANK, Poleconomy
from .nouns import CORNER_SHORT, CORNER_WORDS, INDEX_SHORT, INDEX_WORDS, counted

WIDTH, HEIGHT = 600, 546
LEAST = 13
"""The smallest type: 12 pixels where the board is 585 pixels wide."""
COLUMN, ROW = 66, 44
"""The width of the squares at the sides, and the height of those above and below."""
NARROW = 0.68
"""The length of a square that has no more than a number on it, against one with a name."""
LANES = (8, 36)
"""The width of the lane between the circuits at the sides, and its height above and below."""
BAR = 15
"""The depth of a bar."""
BADGE = 15
"""The length of a bar's beginning, which is its owner's."""
TRACK = 0
"""How far from its square a way passes: the Corner Squares have writing close by."""
CORNER = (156, 31)
CORNER_STAND = 50
"""All six beavers have room beside the name, in two rows."""
MIDDLE = (WIDTH / 2, HEIGHT / 2)
INDEX_RADIUS = (128, 117)
INDEX_SIZE = 54
INDEX_ROOM = 124
"""The room between the lower positions of the index."""
LEGEND = (
    ("income", "×4: income, Basic Income × 4; Interest: also on savings"),
    ("inflation", "3: moves the marker ★ by 3"),
    ("company", "Company"),
    ("advert", "Advertising"),
    ("purple", "Corner Square"),
    ("", "Bar: owner and pieces"),
)

Point = tuple[float, float]


class Frame(NamedTuple):
    """The outer edges of a circuit."""

    left: float
    top: float
    right: float
    bottom: float


OUTER = Frame(0, 0, WIDTH, HEIGHT)
INNER = Frame(
    COLUMN + LANES[0], ROW + LANES[1], WIDTH - COLUMN - LANES[0], HEIGHT - ROW - LANES[1]
)  # fmt: skip


@lru_cache(maxsize=8)
def board_of(edition: EditionRules) -> Board:
    """Return the board of an edition as it lies before the first turn."""
    spaces = [
        *circuit_spaces(edition, edition.outer, OUTER),
        *circuit_spaces(edition, edition.inner, INNER),
        *corner_spaces(edition),
        *index_spaces(edition),
    ]
    ring = Decor("circle", *MIDDLE, 2 * INDEX_RADIUS[0], 2 * INDEX_RADIUS[1], tone="grey")
    return Board(WIDTH, HEIGHT, tuple(spaces), (ring,), LEGEND, LEAST)


def circuit_spaces(edition: EditionRules, ring: tuple[str, ...], frame: Frame) -> list[Space]:
    """Return the squares of one circuit, clockwise from top left."""
    side = len(ring) // 4
    spaces = []
    for edge in range(4):
        squares = [edition.squares[square] for square in ring[edge * side : edge * side + side]]
        boxes = edge_boxes([length_of(square) for square in squares[1:]], frame, edge)
        spaces += [
            square_space(square, box, edge, corner=at == 0)
            for at, (square, box) in enumerate(zip(squares, boxes, strict=True))
        ]
    return spaces


def length_of(square: Square) -> float:
    """Return how long a square is along its edge, against one with a name."""
    worded = square.ownable or square.savings or square.start or square.opportunity
    return 1 if worded else NARROW


def edge_boxes(lengths: list[float], frame: Frame, edge: int) -> list[Box]:
    """Return the boxes of one edge, 0 to 3 clockwise from the top: its corner, then its squares."""
    upright = edge % 2 == 1
    deep, start = (COLUMN, ROW) if upright else (ROW, COLUMN)
    whole = (frame.bottom - frame.top) if upright else (frame.right - frame.left)
    unit = (whole - 2 * start) / sum(lengths)
    stops = accumulate((unit * length for length in lengths), initial=start)
    spans = [(0.0, float(start)), *pairwise(stops)]
    boxes: list[Box] = []
    for begin, end in spans:
        along, length = (begin + end) / 2, end - begin
        boxes.append(
            (
                (frame.left + along, frame.top + deep / 2, length, deep),
                (frame.right - deep / 2, frame.top + along, deep, length),
                (frame.right - along, frame.bottom - deep / 2, length, deep),
                (frame.left + deep / 2, frame.bottom - along, deep, length),
            )[edge]
        )
    return boxes


def square_space(square: Square, box: Box, edge: int, corner: bool) -> Space:
    """Return a square with its bar at the inner edge; beavers stand beside the owner's badge."""
    x, y, w, h = box
    inward = ((0, 1), (-1, 0), (0, -1), (1, 0))[edge]
    bar: Box
    stand: Box
    if inward[0]:
        bar = (x + inward[0] * (w - BAR) / 2, y, BAR, h)
        stand = (bar[0], y + BADGE / 2, BAR, h - BADGE)
    else:
        bar = (x, y + inward[1] * (h - BAR) / 2, w, BAR)
        stand = (x + BADGE / 2, bar[1], w - BADGE, BAR)
    way = (x + inward[0] * (w / 2 + TRACK), y + inward[1] * (h / 2 + TRACK))
    if corner:
        # A way turns here, so it passes the inner point of the corner.
        across = ((1, 1), (-1, 1), (-1, -1), (1, -1))[edge]
        way = (x + across[0] * (w / 2 + TRACK), y + across[1] * (h / 2 + TRACK))
        # All beavers begin at Start: there they have two rows.
        deep = 2 * BAR if square.start else BAR
        bar = (x, y + across[1] * (h - deep) / 2, w, deep)
    title, subtitle = square_titles(square)
    return Space(
        square.id, x, y, w, h, kind=square.kind, title=title, subtitle=subtitle,
        lines=square.short if square.ownable else number_lines(square),
        bar=bar if square.ownable else None, stand=stand if square.ownable else bar, way=way,
        slanted=square.kind == "advert",
    )  # fmt: skip


def number_lines(square: Square) -> tuple[str, ...]:
    """Return the writing on a square that nobody owns: its number, below a word where it is more.

    The number of an income square is a multiple.
    """
    if square.kind == "inflation":
        return (str(square.number),)
    number = f"×{square.number}"
    title = square_titles(square)[0]
    if square.start:
        return (title,)
    word = title.removesuffix(number).strip()
    return (number,) if word == "Income" else (word, number)


def square_titles(square: Square) -> tuple[str, str]:
    """Return the title of a square: the name and sector of a card, or a word and a number.

    The number is in the title too, since sentences and lists show titles alone.
    """
    if square.ownable:
        return square.name, square.sector
    if square.kind == "inflation":
        return f"Inflation {square.number}", str(square.number)
    word = "Income"
    if square.start:
        word = "Start"
    elif square.opportunity:
        word = "Opportunity"
    elif square.savings:
        word = "Interest"
    return f"{word} ×{square.number}", f"×{square.number}"


def corner_spaces(edition: EditionRules) -> list[Space]:
    """Return the Corner Squares, in the lane between the circuits, beside the corners of both."""
    wide, high = CORNER
    spaces = []
    for place, corner in enumerate(edition.corners.values()):
        right, low = place in (1, 2), place in (2, 3)
        x = WIDTH - COLUMN - wide / 2 if right else COLUMN + wide / 2
        y = (INNER.bottom + LANES[1] / 2) if low else (INNER.top - LANES[1] / 2)
        stand_x = x - (wide - CORNER_STAND) / 2 if right else x + (wide - CORNER_STAND) / 2
        spaces.append(
            Space(
                corner.id, x, y, wide, high, kind="corner", title=corner.name,
                subtitle=CORNER_WORDS[corner.function],
                lines=(*corner.short, CORNER_SHORT[corner.function]) if corner.short else (),
                stand=(stand_x, y, CORNER_STAND, high), way=(stand_x, y),
            )
        )  # fmt: skip
    return spaces


def index_spaces(edition: EditionRules) -> list[Space]:
    """Return the positions of the Inflation Index, clockwise with position 0 on top."""
    index = edition.index
    points, gap = ring_points(len(index.numbers))
    size = min(INDEX_SIZE, gap * 0.97)
    return [
        Space(
            index_space(place), x, y, size, size, "circle", kind,
            title=INDEX_WORDS[kind], subtitle=str(number), lines=(str(number), INDEX_SHORT[kind]),
            stand=(*marker_place((x, y), size * 0.53), BAR, BAR),
        )
        for place, ((x, y), number, kind) in enumerate(
            zip(points, index.numbers, index.kinds, strict=True)
        )
    ]  # fmt: skip


def ring_points(count: int) -> tuple[list[Point], float]:
    """Return ``count`` evenly spaced points along an ellipse, and their distance."""
    fine = 2_000
    turns = [2 * pi * step / fine for step in range(fine + 1)]
    line = [(INDEX_RADIUS[0] * sin(turn), -INDEX_RADIUS[1] * cos(turn)) for turn in turns]
    walked = list(accumulate((dist(*pair) for pair in pairwise(line)), initial=0.0))
    stops = [bisect_left(walked, walked[-1] * place / count) for place in range(count)]
    points = [(round(MIDDLE[0] + line[s][0], 1), round(MIDDLE[1] + line[s][1], 1)) for s in stops]
    return points, min(dist(*pair) for pair in pairwise(points))


def marker_place(point: Point, far: float) -> Point:
    """Return where the marker stands, ``far`` from the middle of a position of the index.

    It stands on the line to the middle of the ring, on the upper side: the word is below.
    """
    across, down = MIDDLE[0] - point[0], MIDDLE[1] - point[1]
    up = far / hypot(across, down) * (-1 if down >= 0 else 1)
    return round(point[0] + across * up, 1), round(point[1] + down * up, 1)


def index_space(place: int) -> str:
    """Return the id of a position of the index on the board.

    >>> index_space(3)
    'N03'
    """
    return f"N{place:02}"


@lru_cache(maxsize=4096)
def short_money(amount: int) -> str:
    """Return an amount short enough for a square, in whole thousands of dollars.

    >>> short_money(180_000), short_money(1_500_000)
    ('$180k', '$1.5M')
    """
    if amount >= 1_000_000:
        return f"${amount / 1_000_000:.6g}M"
    return f"${amount / 1_000:.6g}k"


def path_of(t: Poleconomy) -> tuple[str, ...]:
    """Return the way of the beaver that moved last, space by space along the circuit."""
    path: list[str] = []
    for stop, by in t.trail:
        here = t.edition.squares.get(path[-1]) if path else None
        if by == "throw" and here is not None:
            steps = 1
            while (between := t.edition.advance(here.id, steps)) != stop:
                path.append(between)
                steps += 1
        path.append(stop)
    return tuple(path)


def scene_of(t: Poleconomy) -> Scene:
    """Return the scene now: owners, beavers, the marker, the Number, the arrow and the prices."""
    looks: dict[str, Look] = {}
    company, advert = short_money(t.company_price), short_money(t.advert_price)
    for square in t.edition.ownable:
        owner = t.owner(square)
        price = company if t.edition.squares[square].kind == "company" else advert
        looks[square] = Look(owner=None if owner == BANK else owner, note=price)
    for corner in t.edition.corners:
        looks[corner] = Look(tone="purple")
    for place, kind in enumerate(t.edition.index.kinds):
        looks[index_space(place)] = Look(tone=t.edition.index.colours[kind])
    pieces = [Piece(f"beaver.{seat}", p.at, seat, seat) for seat, p in t.players.items()]
    pieces.append(Piece("marker", index_space(t.marker), label="Marker", shape="star"))
    signs = number_signs(t, company, advert)
    if isinstance(t, Country):
        signs += state_signs(t)
    return Scene(looks, tuple(pieces), signs, path_of(t))


def number_signs(t: Poleconomy, company: str, advert: str) -> tuple[Sign, ...]:
    """Return the Inflation Number, the arrow and the prices that follow the Number (P4.2)."""
    turning = "↻ clockwise" if t.arrow == "clockwise" else "↺ anticlockwise"
    x, y = MIDDLE
    return (
        Sign("number.name", x, y - 73, "Inflation Number", 1.1),
        Sign("number", x, y - 39, str(t.number), 4.2),
        Sign("arrow", x, y - 5, f"★ {turning}", 1.1),
        Sign("price.company", x, y + 15, f"Company {company}", 1.05),
        Sign("price.advert", x, y + 32, f"Advertising {advert}", 1.05),
    )


def state_signs(t: Country) -> tuple[Sign, ...]:
    """Return the signs of the state: the Treasury, its bonds, and the Government (P17.1)."""
    room = WIDTH - 2 * (COLUMN + CORNER[0]) - 8
    above, below = INNER.top - LANES[1] / 2, INNER.bottom + LANES[1] / 2
    partners = "".join(f"{{{seat}}}" for seat in t.government if seat != t.prime_minister)
    office = f"Prime Minister {{{t.prime_minister}}}" if t.prime_minister else "Election"
    x, y = MIDDLE
    signs = (
        Sign("treasury", x, below, f"Treasury ${t.cash(TREASURY):,}", 1.05, room),
        Sign("bonds", x, y + 50, f"{counted(t.issued, 'bond')} issued", 1.05),
        Sign("government", x, above, office, 1.05, room),
    )
    if not partners:
        return signs
    return (*signs, Sign("partners", x, y + 66, f"Partners {partners}", 1.05, INDEX_ROOM))
