"""The drawing of the board: the place of each space, and the signs on it.

The outer circuit is a frame of 12 by 12 squares, the inner one a frame of 9 by 9 inside it, both
with their first square at the top left and running clockwise; the Corner Squares stand in the
four corners of the lane between them, and the Inflation Index is a ring in the middle.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, dist, pi, sin

from classkit.engine.board import Board, Decor, Look, Piece, Scene, Sign, Space

from ..country import TREASURY, Country
from ..edition.contents import EditionRules, Square
from ..state import BANK, Poleconomy
from .nouns import CORNER_WORDS, INDEX_WORDS, counted

WIDTH, HEIGHT = 1248, 936
CELL = (104, 78)
"""Width and height of an outer square; inner squares are a little smaller."""
INNER_CELL = (92, 69)
MIDDLE = (WIDTH / 2, HEIGHT / 2)
CORNER_SIZE = (96, 72)
INDEX_RADIUS = (274, 194)
INDEX_SIZE = 90
LEGEND = (
    ("income", "Income: pays Basic Income × number; Interest: also on savings cards"),
    ("inflation", "Inflation: moves the marker"),
    ("company", "Company"),
    ("advert", "Advertising"),
    ("purple", "Corner Square"),
)

Point = tuple[float, float]


@lru_cache(maxsize=8)
def board_of(edition: EditionRules) -> Board:
    """Return the board of an edition as it lies before the first turn."""
    spaces = [
        *circuit_spaces(edition, edition.outer, CELL),
        *circuit_spaces(edition, edition.inner, INNER_CELL),
        *corner_spaces(edition),
        *index_spaces(edition),
    ]
    ring = Decor("circle", *MIDDLE, 2 * INDEX_RADIUS[0], 2 * INDEX_RADIUS[1], tone="grey")
    kinds = tuple((edition.index.colours[kind], words) for kind, words in INDEX_WORDS.items())
    return Board(WIDTH, HEIGHT, tuple(spaces), (ring,), LEGEND + kinds)


def frame_points(count: int, cell: tuple[int, int]) -> list[Point]:
    """Return the middles of ``count`` cells along a frame, clockwise from top left."""
    side = count // 4
    left = MIDDLE[0] - side * cell[0] / 2
    top = MIDDLE[1] - side * cell[1] / 2
    right, bottom = left + side * cell[0], top + side * cell[1]
    points: list[Point] = []
    points += [(left + step * cell[0], top) for step in range(side)]
    points += [(right, top + step * cell[1]) for step in range(side)]
    points += [(right - step * cell[0], bottom) for step in range(side)]
    points += [(left, bottom - step * cell[1]) for step in range(side)]
    return points


def circuit_spaces(
    edition: EditionRules, ring: tuple[str, ...], cell: tuple[int, int]
) -> list[Space]:  # fmt: skip
    """Return the squares of one circuit."""
    spaces = []
    for square_id, (x, y) in zip(ring, frame_points(len(ring), cell), strict=True):
        square = edition.squares[square_id]
        title, subtitle = square_titles(square)
        spaces.append(
            Space(square_id, x, y, *cell, kind=square.kind, title=title, subtitle=subtitle)
        )
    return spaces


def square_titles(square: Square) -> tuple[str, str]:
    """Return the writing on a square: name and sector of a card, or a word and a number.

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
    """Return the Corner Squares, in the corners of the lane between the circuits."""
    outer = frame_points(len(edition.outer), CELL)
    inner = frame_points(len(edition.inner), INNER_CELL)
    spaces = []
    for place, corner in enumerate(edition.corners.values()):
        (outer_x, outer_y) = outer[place * len(outer) // 4]
        (inner_x, inner_y) = inner[place * len(inner) // 4]
        # Between the nearer edges of the two corner income squares beside it.
        right, down = (1 if inner_x > outer_x else -1), (1 if inner_y > outer_y else -1)
        x = (outer_x + inner_x + right * (CELL[0] - INNER_CELL[0]) / 2) / 2
        y = (outer_y + inner_y + down * (CELL[1] - INNER_CELL[1]) / 2) / 2
        words = CORNER_WORDS[corner.function]
        spaces.append(
            Space(corner.id, x, y, *CORNER_SIZE, kind="corner", title=corner.name, subtitle=words)
        )
    return spaces


def index_spaces(edition: EditionRules) -> list[Space]:
    """Return the positions of the Inflation Index, clockwise with position 0 on top."""
    index = edition.index
    points, gap = ring_points(len(index.numbers))
    size = min(INDEX_SIZE, gap * 0.94)
    return [
        Space(
            index_space(place), x, y, size, size, "circle", kind,
            title=INDEX_WORDS[kind], subtitle=str(number),
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


def state_signs(t: Country, x: float, y: float) -> tuple[Sign, ...]:
    """Return the signs of the state: the Treasury, its bonds, and the Government (P17.1)."""
    treasury = f"Treasury ${t.cash(TREASURY):,} · {counted(t.issued, 'bond')} issued"
    governing = " + ".join(seat for seat in t.government if seat != t.prime_minister)
    offices = f"Prime Minister {t.prime_minister}" if t.prime_minister else "Election"
    with_whom = f" with {governing}" if governing else ""
    return (
        Sign("treasury", x, y + 72, treasury, 0.9),
        Sign("government", x, y + 100, offices + with_whom, 0.8),
    )


def scene_of(t: Poleconomy) -> Scene:
    """Return the scene now: owners, prices, beavers, the marker, the arrow and the Number."""
    looks: dict[str, Look] = {}
    company, advert = short_money(t.company_price), short_money(t.advert_price)
    for square in t.edition.ownable:
        owner = t.owner(square)
        price = company if t.edition.squares[square].kind == "company" else advert
        looks[square] = Look(owner=None if owner == BANK else owner, text=price)
    for corner in t.edition.corners:
        looks[corner] = Look(tone="purple")
    for place, kind in enumerate(t.edition.index.kinds):
        looks[index_space(place)] = Look(tone=t.edition.index.colours[kind])
    pieces = [Piece(f"beaver.{seat}", p.at, seat, seat) for seat, p in t.players.items()]
    pieces.append(Piece("marker", index_space(t.marker), label="Marker", shape="star"))
    turning = "↻ clockwise" if t.arrow == "clockwise" else "↺ anticlockwise"
    x, y = MIDDLE
    signs: tuple[Sign, ...] = (
        Sign("number", x, y - 34, f"Inflation Number {t.number}", 1.5),
        Sign("arrow", x, y + 6, f"Arrow {turning}", 1.0),
        Sign("prices", x, y + 40, f"Company {company} · Advertising {advert}", 0.8),
    )
    if isinstance(t, Country):
        signs += state_signs(t, x, y)
    return Scene(looks, tuple(pieces), signs, path_of(t))
