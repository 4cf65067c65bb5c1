"""Board layout: the position of each space, and the signs.

The board is a square frame with Go at the bottom right, running clockwise, like the classic board.
A bar at the inner edge of a property has the colour of its group and shows the buildings. The pawn
moves along a lane inside the frame, next to the names. The middle shows the auction, the economy,
the companies and the alliances.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise

from classkit.engine.board import Board, Box, Piece, Scene, Space, SpaceLook
from classkit.engine.currency import Currency
from classkit.engine.rulebook_text import TextFormatter

from ..rules.rents import get_landing_rent
from ..rules_data import HOTEL_LEVEL, BoardSpace, OpolyRules, format_group
from ..state import BANK, OpolyState
from .auction_event_text import format_headline
from .board_colours import GROUP_COLOURS, GROUP_PATTERNS
from .board_middle import build_middle

BOARD_SIZE = 572
"""Width and height of the board, roughly in pixels on a screen of 1366 by 768."""
MIN_TYPE_SIZE = 13.4
"""Smallest type size."""
SPACE_DEPTH = 76
"""Depth of a space on a side. The corners are squares of that size."""
NARROW_FACTOR = 0.82
"""Length of an unownable space at the top or bottom, relative to a property."""
BAR_DEPTH = 14
"""Depth of the bar that shows the colour of a group."""
LANE_WIDTH = 24
"""Width of the pawn's lane."""
MIDDLE_SIZE = BOARD_SIZE - 2 * (SPACE_DEPTH + LANE_WIDTH)
"""Width and height of the middle."""
LEGEND = (
    ("internal", "Chest: a card is auctioned"),
    ("external", "Chance: a card is drawn"),
    ("house", "House"),
    ("hotel", "Hotel"),
    ("lock", "Mortgaged"),
    ("", "+26: brings its owner {amount}"),
)
LEGEND_RENT = "26"
MAX_FORWARD_STEPS = 14
"""Maximum number of steps that the pawn is animated. It jumps longer moves."""


@lru_cache(maxsize=8)
def build_board(edition: OpolyRules, currency: Currency, layout: object) -> Board:
    """Build the board of an edition before the first turn.

    ``layout`` is the layout of the currency: currencies with one sign may differ in it.
    """
    side = len(edition.board) // 4
    spaces: list[Space] = []
    for edge in range(4):
        row = edition.board[edge * side : edge * side + side]
        boxes = build_edge_boxes([get_space_length(space, edge) for space in row[1:]], edge)
        spaces += [
            build_space(edition, currency, space, box, edge)
            for space, box in zip(row, boxes, strict=True)
        ]
    return Board(BOARD_SIZE, BOARD_SIZE, tuple(spaces), (), build_legend(currency), MIN_TYPE_SIZE)


def get_space_length(space: BoardSpace, edge: int) -> float:
    """Return the length of a space along its edge, relative to a property."""
    return 1 if space.is_ownable or edge % 2 else NARROW_FACTOR


def build_edge_boxes(lengths: list[float], edge: int) -> list[Box]:
    """Build the boxes of an edge, corner first. Edges are 0 to 3, clockwise from the bottom."""
    unit = (BOARD_SIZE - 2 * SPACE_DEPTH) / sum(lengths)
    stops = accumulate((unit * length for length in lengths), initial=float(SPACE_DEPTH))
    near, far = SPACE_DEPTH / 2, BOARD_SIZE - SPACE_DEPTH / 2
    boxes: list[Box] = []
    for begin, end in [(0.0, float(SPACE_DEPTH)), *pairwise(stops)]:
        along, length = (begin + end) / 2, end - begin
        boxes.append(
            (
                (BOARD_SIZE - along, far, length, SPACE_DEPTH),
                (near, BOARD_SIZE - along, SPACE_DEPTH, length),
                (along, near, length, SPACE_DEPTH),
                (far, along, SPACE_DEPTH, length),
            )[edge]
        )
    return boxes


def build_space(
    edition: OpolyRules, currency: Currency, space: BoardSpace, box: Box, edge: int
) -> Space:
    """Build one space, with its bar at the inner edge and the pawn's place in the lane."""
    x, y, w, h = box
    right, down = ((0, -1), (1, 0), (0, 1), (-1, 0))[edge]
    bar = None
    if space.is_ownable:
        bar = (x + right * (w - BAR_DEPTH) / 2, y + down * (h - BAR_DEPTH) / 2,
               BAR_DEPTH if right else w, BAR_DEPTH if down else h)  # fmt: skip
    if space.number % (len(edition.board) // 4) == 0:
        right, down = ((-1, -1), (1, -1), (1, 1), (-1, 1))[edge]
    way = (x + right * (w + LANE_WIDTH) / 2, y + down * (h + LANE_WIDTH) / 2)
    effect = format_effect(edition, currency, space.kind)
    subtitle = currency.attach(str(space.price)) if space.is_ownable else effect
    return Space(
        space.id, x, y, w, h, kind=space.kind, title=space.name, subtitle=subtitle,
        lines=get_space_lines(edition, currency, space), bar=bar,
        stand=(*way, LANE_WIDTH, LANE_WIDTH), way=way,
    )  # fmt: skip


def get_space_lines(edition: OpolyRules, currency: Currency, space: BoardSpace) -> tuple[str, ...]:
    """Return the lines of text on a space, or () if the page wraps the name."""
    if space.is_ownable:
        return space.short
    amount = {
        "go": f"pays {currency.attach(str(edition.go_pay))}",
        "luxury_tax": currency.attach(str(edition.luxury_tax)),
    }
    lines = space.short or tuple(space.name.split())
    return (*lines, amount[space.kind]) if space.kind in amount else lines


def format_effect(edition: OpolyRules, currency: Currency, kind: str) -> str:
    """Return a short text for the effect of an unownable space."""
    return {
        "go": f"{currency.attach(str(edition.go_pay))} each",
        "internal": "card auction",
        "external": "draw a card",
        "income_tax": "all pay",
        "luxury_tax": f"all pay {currency.attach(str(edition.luxury_tax))}",
        "free_parking": "nothing",
        "go_to_recession": "begins",
    }.get(kind, "")


def build_legend(currency: Currency) -> tuple[tuple[str, str], ...]:
    """Return the legend, with the amount in its last line."""
    amount = currency.attach(LEGEND_RENT)
    return tuple((emblem, text.format(amount=amount)) for emblem, text in LEGEND)


def build_scene(t: OpolyState) -> Scene:
    """Build the scene: owners, buildings, mortgages, contracts, the pawn, and the economy."""
    looks = {space.id: build_look(t, space) for space in t.edition.board if space.is_ownable}
    corners = t.edition.board[:: len(t.edition.board) // 4]
    looks |= {space.id: SpaceLook(tone="purple") for space in corners}
    pawn = Piece("pawn", t.pawn, None, "Pawn", "star")
    signs, gauges = build_middle(t, BOARD_SIZE / 2, MIDDLE_SIZE)
    return Scene(looks, (pawn,), signs, get_pawn_path(t), (), build_headline(t), gauges)


def build_headline(t: OpolyState) -> str:
    """Return the last sale or rent of this turn as a sentence. Seats are written as ``{A}``."""
    if not t.headline:
        return ""
    return format_headline(
        TextFormatter(
            {seat: f"{{{seat}}}" for seat in t.seats}, get_names(t.edition), currency=t.currency
        ),
        t.headline,
    )


@lru_cache(maxsize=8)
def get_names(edition: OpolyRules) -> dict[str, str]:
    """Return the names of all spaces and cards by id."""
    spaces = {space.id: space.name for space in edition.board}
    return spaces | {card: kind.name for card, kind in edition.cards.items()}


def build_look(t: OpolyState, space: BoardSpace) -> SpaceLook:
    """Build the look of a property: owner, buildings, and its price or rent."""
    owner = t.owner(space.id)
    level = t.level(space.id)
    group = format_group(space.group)
    colour, pattern = GROUP_COLOURS.get(space.group, ""), GROUP_PATTERNS.get(space.group, "")
    if owner == BANK:
        return SpaceLook(
            text=t.currency.attach(str(space.price)), colour=colour, note=group, pattern=pattern
        )
    if space.id in t.mortgaged:
        note = f"{group}, mortgaged"
        return SpaceLook(owner=owner, colour=colour, emblem="lock", note=note, pattern=pattern)
    rent = format_rent(t, space)
    brings = t.currency.attach(rent) if rent.isdigit() else rent
    return SpaceLook(
        owner=owner,
        text=f"+{rent}" if rent.isdigit() else rent,
        colour=colour,
        emblem="hotel" if level == HOTEL_LEVEL else "house" if level else "",
        count=1 if level == HOTEL_LEVEL else max(level, 1),
        note=f"{group}, a landing brings {brings}" if rent else group,
        pattern=pattern,
    )


def format_rent(t: OpolyState, space: BoardSpace) -> str:
    """Format the rent of a landing on owned property now (Q3.5)."""
    if not t.is_charged(t.owner(space.id)):
        return ""
    if space.kind == "utility":
        hundred = get_landing_rent(t, space.id, 100)
        return f"{hundred / 100:g}×dice"
    return str(get_landing_rent(t, space.id))


def get_pawn_path(t: OpolyState) -> tuple[str, ...]:
    """Return the path of the pawn in this turn, space by space if it moved forward."""
    if not t.path:
        return ()
    board, spaces = t.edition.board, t.edition.spaces
    way = [t.path[0]]
    for stop in t.path[1:]:
        steps = (spaces[stop].number - spaces[way[-1]].number) % len(board)
        here = spaces[way[-1]].number
        if steps <= MAX_FORWARD_STEPS:
            way += [board[(here + step) % len(board)].id for step in range(1, steps)]
        way.append(stop)
    return tuple(way)
