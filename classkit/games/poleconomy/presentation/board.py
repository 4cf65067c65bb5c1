"""Board layout: the box of each space, and the signs.

The outer circuit is a frame of 12 by 12 squares, and the inner one is a frame of 9 by 9 inside it.
Both start at the top left and run clockwise. The Corner Squares are in the lane between the
circuits, each above or below a corner of the inner circuit and next to a corner of the outer one.
The Inflation Index is a ring in the middle.

Each square has a bar at its inner edge for its owner and the beavers. Paths run along the bars, so
they do not cover names.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from classkit.engine.board import Board, BoardSign, Box, Decor, Piece, Scene, Space, SpaceLook

from ..country_state import TREASURY, CountryState
from ..rules_data import PoleconomyRules, Square
from ..state import BANK, PoleconomyState
from .nouns import (
    CORNER_SHORT,
    CORNER_WORDS,
    INDEX_SHORT,
    INDEX_WORDS,
    format_inflation_square,
    format_stock_count,
    name_inflation_square,
)

WIDTH, HEIGHT = 600, 546
MIN_FONT_SIZE = 12.4
"""The smallest font size. It is 12 px if the board is 580 px wide."""
COLUMN_WIDTH, ROW_HEIGHT = 66, 44
"""Width of the squares at the sides, and height of the squares at top and bottom."""
NARROW_RATIO = 0.68
"""Length of a square that shows only a number, relative to a square with a name."""
LANE_SIZES = (8, 36)
"""Width of the lane between the circuits at the sides, and its height at top and bottom."""
BAR_DEPTH = 15
PAWN_SHIFT = 15
"""Length that beavers leave free at the start of a bar, so that its owner stays visible."""
TRACK_OFFSET = 0
"""Distance of a path from its square. It is 0 because text on the Corner Squares is close."""
CORNER_SIZE = (156, 31)
CORNER_STAND_WIDTH = 50
"""Width of the area next to the name, which fits six beavers in two rows."""
BOARD_CENTER = (WIDTH / 2, HEIGHT / 2)
INDEX_RADIUS = 117
INDEX_SIZE = 43
DIAL_RADIUS = 148
"""Radius of the dial, which fills the inner circuit."""
TAG_WIDTH = 157
"""Width of a price tag, which fits between the lit positions at both sides."""
LEGEND = (
    ("income", "×4: income, Basic Income × 4; Interest: also on savings"),
    ("inflation", "★ 3: moves the marker by 3"),
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


OUTER_FRAME = Frame(0, 0, WIDTH, HEIGHT)
INNER_FRAME = Frame(
    COLUMN_WIDTH + LANE_SIZES[0],
    ROW_HEIGHT + LANE_SIZES[1],
    WIDTH - COLUMN_WIDTH - LANE_SIZES[0],
    HEIGHT - ROW_HEIGHT - LANE_SIZES[1],
)


@lru_cache(maxsize=8)
def build_board(edition: PoleconomyRules) -> Board:
    """Return the board of an edition before the first turn."""
    spaces = [
        *build_circuit_spaces(edition, edition.outer, OUTER_FRAME),
        *build_circuit_spaces(edition, edition.inner, INNER_FRAME),
        *build_corner_spaces(edition),
        *build_index_spaces(edition),
    ]
    dial = Decor("circle", *BOARD_CENTER, 2 * DIAL_RADIUS, 2 * DIAL_RADIUS)
    return Board(WIDTH, HEIGHT, tuple(spaces), (dial,), LEGEND, MIN_FONT_SIZE)


def build_circuit_spaces(
    edition: PoleconomyRules, ring: tuple[str, ...], frame: Frame
) -> list[Space]:
    """Return the squares of one circuit, clockwise from the top left."""
    side = len(ring) // 4
    spaces = []
    for edge in range(4):
        squares = [edition.squares[square] for square in ring[edge * side : edge * side + side]]
        boxes = build_edge_boxes(
            [get_relative_length(square) for square in squares[1:]], frame, edge
        )
        spaces += [
            build_square_space(square, box, edge, corner=at == 0)
            for at, (square, box) in enumerate(zip(squares, boxes, strict=True))
        ]
    return spaces


def get_relative_length(square: Square) -> float:
    """Return the length of a square along its edge, relative to a square with a name."""
    worded = square.is_ownable or square.savings or square.start or square.opportunity
    return 1 if worded else NARROW_RATIO


def build_edge_boxes(lengths: list[float], frame: Frame, edge: int) -> list[Box]:
    """Return the boxes of an edge (0 to 3, clockwise from the top): corner, then squares."""
    upright = edge % 2 == 1
    deep, start = (COLUMN_WIDTH, ROW_HEIGHT) if upright else (ROW_HEIGHT, COLUMN_WIDTH)
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


def build_square_space(square: Square, box: Box, edge: int, corner: bool) -> Space:
    """Return a square with a bar at its inner edge. Beavers are next to the owner's badge."""
    x, y, w, h = box
    inward = ((0, 1), (-1, 0), (0, -1), (1, 0))[edge]
    bar: Box
    stand: Box
    if inward[0]:
        bar = (x + inward[0] * (w - BAR_DEPTH) / 2, y, BAR_DEPTH, h)
        stand = (bar[0], y + PAWN_SHIFT / 2, BAR_DEPTH, h - PAWN_SHIFT)
    else:
        bar = (x, y + inward[1] * (h - BAR_DEPTH) / 2, w, BAR_DEPTH)
        stand = (x + PAWN_SHIFT / 2, bar[1], w - PAWN_SHIFT, BAR_DEPTH)
    way = (x + inward[0] * (w / 2 + TRACK_OFFSET), y + inward[1] * (h / 2 + TRACK_OFFSET))
    if corner:
        # A path turns here, so it passes the inner point of the corner.
        across = ((1, 1), (-1, 1), (-1, -1), (1, -1))[edge]
        way = (x + across[0] * (w / 2 + TRACK_OFFSET), y + across[1] * (h / 2 + TRACK_OFFSET))
        # All beavers begin on Start, so they are in two rows there.
        deep = 2 * BAR_DEPTH if square.start else BAR_DEPTH
        bar = (x, y + across[1] * (h - deep) / 2, w, deep)
    title, subtitle = get_square_titles(square)
    return Space(
        square.id, x, y, w, h, kind=square.kind, title=title, subtitle=subtitle,
        lines=square.short if square.is_ownable else format_number_lines(square),
        bar=bar if square.is_ownable else None, stand=stand if square.is_ownable else bar, way=way,
        slanted=square.kind == "advert",
    )  # fmt: skip


def format_number_lines(square: Square) -> tuple[str, ...]:
    """Return the text on a square that cannot be owned: a word, if any, above its number.

    The number of an income square is a multiplier.
    """
    if square.kind == "inflation":
        return (f"★ {square.number}",)
    number = f"×{square.number}"
    title = get_square_titles(square)[0]
    if square.start:
        return (title,)
    word = title.removesuffix(number).strip()
    return (number,) if word == "Income" else (word, number)


def get_square_titles(square: Square) -> tuple[str, str]:
    """Return the title and subtitle of a square: name and sector, or a word and a number.

    The number is in the title, because sentences and lists show titles only. On an inflation square
    it is the number of steps that the marker moves, not the Inflation Number.
    """
    if square.is_ownable:
        return square.name, square.sector
    if square.kind == "inflation":
        return format_inflation_square(square.number), ""
    word = "Income"
    if square.start:
        word = "Start"
    elif square.opportunity:
        word = "Opportunity"
    elif square.savings:
        word = "Interest"
    return f"{word} ×{square.number}", f"×{square.number}"


def build_corner_spaces(edition: PoleconomyRules) -> list[Space]:
    """Return the Corner Squares, in the lane between the circuits."""
    wide, high = CORNER_SIZE
    spaces = []
    for place, corner in enumerate(edition.corners.values()):
        right, low = place in (1, 2), place in (2, 3)
        x = WIDTH - COLUMN_WIDTH - wide / 2 if right else COLUMN_WIDTH + wide / 2
        y = (
            (INNER_FRAME.bottom + LANE_SIZES[1] / 2)
            if low
            else (INNER_FRAME.top - LANE_SIZES[1] / 2)
        )
        stand_x = (
            x - (wide - CORNER_STAND_WIDTH) / 2 if right else x + (wide - CORNER_STAND_WIDTH) / 2
        )
        spaces.append(
            Space(
                corner.id, x, y, wide, high, kind="corner", title=corner.name,
                subtitle=CORNER_WORDS[corner.function],
                lines=(*corner.short, CORNER_SHORT[corner.function]) if corner.short else (),
                stand=(stand_x, y, CORNER_STAND_WIDTH, high), way=(stand_x, y),
            )
        )  # fmt: skip
    return spaces


def build_index_spaces(edition: PoleconomyRules) -> list[Space]:
    """Return the index positions, clockwise from position 0 at the top."""
    index = edition.index
    points = compute_ring_points(len(index.numbers))
    size = min(INDEX_SIZE, dist(*points[:2]) * 0.97)
    return [
        Space(
            make_index_space_id(place), x, y, size, size, "circle", kind,
            title=INDEX_WORDS[kind], subtitle=str(number), lines=(str(number), INDEX_SHORT[kind]),
            stand=(*compute_marker_point((x, y), size * 0.82), BAR_DEPTH, BAR_DEPTH),
        )
        for place, ((x, y), number, kind) in enumerate(
            zip(points, index.numbers, index.kinds, strict=True)
        )
    ]  # fmt: skip


def compute_ring_points(count: int) -> list[Point]:
    """Return ``count`` evenly spaced points on the ring, clockwise from the top."""
    turns = [2 * pi * place / count for place in range(count)]
    return [
        (
            round(BOARD_CENTER[0] + INDEX_RADIUS * sin(turn), 1),
            round(BOARD_CENTER[1] - INDEX_RADIUS * cos(turn), 1),
        )
        for turn in turns
    ]


def compute_marker_point(point: Point, far: float) -> Point:
    """Return the point for the marker, ``far`` outwards from the middle of an index position."""
    across, down = point[0] - BOARD_CENTER[0], point[1] - BOARD_CENTER[1]
    out = far / hypot(across, down)
    return round(point[0] + across * out, 1), round(point[1] + down * out, 1)


def make_index_space_id(place: int) -> str:
    """Return the board id of an index position.

    >>> make_index_space_id(3)
    'N03'
    """
    return f"N{place:02}"


@lru_cache(maxsize=4096)
def format_thousands(amount: int) -> str:
    """Return an amount in thousands or millions, short enough for a square.

    >>> format_thousands(180_000), format_thousands(1_500_000)
    ('180k', '1.5M')
    """
    if amount >= 1_000_000:
        return f"{amount / 1_000_000:.6g}M"
    return f"{amount / 1_000:.6g}k"


def format_short_money(t: PoleconomyState, amount: int) -> str:
    """Return an amount of money, short enough for a square."""
    return t.currency.attach(format_thousands(amount))


def build_path(t: PoleconomyState) -> tuple[str, ...]:
    """Return the spaces on the circuit that the most recently moved beaver passed."""
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


def build_scene(t: PoleconomyState) -> Scene:
    """Return the current scene: owners, beavers, marker, number, arrow and prices."""
    looks: dict[str, SpaceLook] = {}
    company = format_short_money(t, t.company_price)
    advert = format_short_money(t, t.advert_price)
    for square in t.edition.ownable_squares:
        owner = t.get_owner(square)
        price = company if t.edition.squares[square].kind == "company" else advert
        looks[square] = SpaceLook(owner=None if owner == BANK else owner, note=price)
    for corner in t.edition.corners:
        looks[corner] = SpaceLook(tone="purple")
    pieces = [Piece(f"beaver.{seat}", p.at, seat, seat) for seat, p in t.players.items()]
    pieces.append(Piece("marker", make_index_space_id(t.marker), label="Marker", shape="star"))
    signs = build_number_signs(t)
    if isinstance(t, CountryState):
        signs += build_country_signs(t)
    path = build_path(t)
    lit = (make_index_space_id(t.marker),)
    return Scene(looks, tuple(pieces), signs, path, told=tell_stop(t, path), lit=lit)


def tell_stop(t: PoleconomyState, path: tuple[str, ...]) -> str:
    """Return the mover's inflation square, whose number differs from the Inflation Number.

    The page itself names any other square, with its price and owner.
    """
    square = t.edition.squares.get(path[-1]) if path else None
    player = t.players.get(t.mover)
    if square is None or player is None or square.kind != "inflation" or player.at != square.id:
        return ""
    return f"{{{t.mover}}} stands on {name_inflation_square(square.number)}."


def build_number_signs(t: PoleconomyState) -> tuple[BoardSign, ...]:
    """Return the signs in the dial: the two prices and the arrow (P4.2).

    The lit position of the dial shows the Inflation Number itself.
    """
    turning = "↻ clockwise" if t.arrow == "clockwise" else "↺ anticlockwise"
    x, y = BOARD_CENTER
    prices = (("company", "Company", t.company_price), ("advert", "Advertising", t.advert_price))
    return (
        BoardSign("price.name", x, y - 51, "Prices now", 1, role="label"),
        *(
            BoardSign(
                f"price.{name}", x, y - 21 + 39 * at, t.currency.write(price), 1.5, TAG_WIDTH,
                role="price", label=label, short=format_short_money(t, price),
            )
            for at, (name, label, price) in enumerate(prices)
        ),
        BoardSign("arrow", x, y + 53, turning, 1, role="label"),
    )  # fmt: skip


def build_country_signs(t: CountryState) -> tuple[BoardSign, ...]:
    """Return the signs for the Treasury, its bonds and the Government (P17.1).

    The Prime Minister is the first member of the Government.
    """
    room = WIDTH - 2 * (COLUMN_WIDTH + CORNER_SIZE[0]) - 8
    above, below = INNER_FRAME.top - LANE_SIZES[1] / 2, INNER_FRAME.bottom + LANE_SIZES[1] / 2
    partners = [seat for seat in t.government if seat != t.prime_minister]
    office = [t.prime_minister, *partners] if t.prime_minister else []
    in_office = "".join(f"{{{seat}}}" for seat in office) or "Election"
    x, y = BOARD_CENTER
    issued = format_stock_count(t.issued, "bond") if t.issued else "No bonds"
    return (
        BoardSign(
            "treasury", x, below, t.currency.write(t.cash(TREASURY)), 1.15, room, label="Treasury"
        ),
        BoardSign("government", x, above, in_office, 1.15, room, label="Government"),
        BoardSign("bonds", x, y + 72, f"{issued} issued", 1, role="label"),
    )
