"""Layout of boards, and what they show now, as plain data.

A game describes its board once (:class:`Board`) and its current appearance on demand
(:class:`Scene`); a page draws them without knowing the game. Lengths are in the board's own units;
a page scales them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .rulebook_text import TextFormatter, escape_line

SEAT_COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
"""Colours of the seats in order, repeating: Okabe and Ito's, the darker ones first.

They are distinguishable with all kinds of colour vision. Boards and charts use the same.
"""

TONE_COLOURS = {
    "blue": "#0072B2", "red": "#C8401F", "green": "#009E73", "purple": "#8E5AA8",
    "orange": "#E69F00", "sky": "#56B4E9", "gold": "#B8860B", "yellow": "#9A9200",
    "rose": "#CC79A7", "grey": "#6F6F6F", "sand": "#A08050",
}  # fmt: skip
"""Saturated colour of each board tone, for charts."""


Box = tuple[float, float, float, float]
"""Centre of a rectangle, width and height."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place for pieces. ``x`` and ``y`` are its centre.

    ``lines`` is its title as written on it, if the full title is too long. ``bar`` is a strip at
    one edge with its colour, owner and emblems. Pieces stand next to each other in the box
    ``stand``, which may be outside of the space; by default in its centre. A path along the board
    passes through the point ``way``. Boxes are centre, width and height: (x, y, w, h). ``slanted``
    writes the name in italics, to mark its kind without colour. ``short``, of at most eight
    characters, replaces the name on a small board, which otherwise shows no names.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    shape: Literal["rect", "circle"] = "rect"
    kind: str = ""
    title: str = ""
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    bar: Box | None = None
    stand: Box | None = None
    way: tuple[float, float] | None = None
    slanted: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class Decor:
    """A drawing that is not a place: a caption, a ring, a coloured area."""

    kind: Literal["text", "circle", "rect"]
    x: float
    y: float
    w: float = 0
    h: float = 0
    text: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board before the first turn. ``legend`` explains kinds: ``(kind, words)``.

    ``least`` is the smallest type size in the board's units; with 0, a page chooses one.
    """

    width: float
    height: float
    spaces: tuple[Space, ...]
    decor: tuple[Decor, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    least: float = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the board as JSON for a page."""
        return asdict(self)


Emblem = Literal[
    "", "bulb", "factory", "shop", "house", "hotel", "coin", "crown", "lock", "token",
    "car", "shirt", "apple", "bolt", "flask", "chip", "bricks", "screen", "cross", "case", "truck",
    "bank", "gold", "grain", "barrel", "law",
    "disc", "triangle", "square", "diamond", "star", "hexagon",
]  # fmt: skip
"""Small pictures for a space, which show its kind by their shape."""


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """One line of a space that is a list: a number with its label.

    An ``emblem``, or the badge of a ``seat``, comes before it. ``column`` 1 and 2 are the left and
    right half of the space, 0 is its whole width. ``meter`` from 0 to 1 fills a bar behind it.
    """

    text: str
    emblem: Emblem = ""
    seat: str | None = None
    strong: bool = False
    column: Literal[0, 1, 2] = 0
    meter: float | None = None


BarPattern = Literal["", "diagonal", "cross", "sleepers", "dots"]
"""Hatching of a bar, which shows its group without colour."""


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """The current appearance of a space: owner, short text (a price), tone, or a face-down card.

    ``title`` and ``subtitle`` replace those of the space if its contents change (a card that was
    placed). ``colour`` ("#2980b9") fills the space, ``sign`` is one to three characters that say
    the same without colour, ``emblem`` a small picture, drawn ``count`` times. ``level`` from 0 to
    1 is the height of a stack on the space, with ``text`` as its label. ``mark`` is a second
    emblem, for the group of a card, and ``lines`` is its title as written there, if the full one is
    too long. ``rows`` replace all of this by lines of text; title and subtitle then appear on hover
    only. The bar of a space has the ``colour``, with the hatching of its ``pattern``. ``note``
    replaces the text on hover and is not written on the space.
    """

    owner: str | None = None
    text: str = ""
    tone: str = ""
    hidden: bool = False
    title: str = ""
    subtitle: str = ""
    colour: str = ""
    sign: str = ""
    emblem: Emblem = ""
    count: int = 1
    level: float | None = None
    mark: Emblem = ""
    lines: tuple[str, ...] = ()
    rows: tuple[SpaceRow, ...] = ()
    note: str = ""
    pattern: BarPattern = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a space: a seat's pawn, or a marker without owner."""

    id: str
    space: str
    seat: str | None = None
    label: str = ""
    shape: Literal["disc", "square", "star"] = "disc"


@dataclass(frozen=True, slots=True)
class BoardSign:
    """A changing text on the board: the direction of an arrow, a price in the middle.

    ``x`` is its centre, or its start if it is anchored at the start. It is made smaller than
    ``size`` if it would be wider than ``room``. A seat in braces, "{A}", is drawn as that seat's
    badge; if it is the whole text, with the seat's name next to it in the ``room``. A ``colour``
    ("#ed1b24") is shown as a small square before the text.

    ``role`` says how it is drawn. A "price" is a tag of the width ``room``, with its ``label`` at
    the left; when it changes, its digits roll. A "hero" is the one large text of a board. A
    "label" is soft. A plain sign has its ``label`` above it. A small board, on which writing would
    be too small to read, shows prices, heroes, large signs and those with a ``short`` text, as it.

    ``counting`` replaces the text while a clock of minutes runs, with "{left}" for the minutes
    left.
    """

    id: str
    x: float
    y: float
    text: str
    size: float = 1.0
    room: float = 0
    anchor: Literal["middle", "start"] = "middle"
    colour: str = ""
    counting: str = ""
    role: Literal["", "label", "price", "hero"] = ""
    label: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class GaugePart:
    """One part of a :class:`Gauge`: its share, and its owner or whether it is on.

    On a ruler, ``share`` is its place, from 0 at the start to 1 at the end.
    """

    share: float
    on: bool = True
    seat: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A whole and its parts: a clock as a ring, shares as a bar, a bid on a ruler; or a card.

    A ruler is a line with a mark and a text at the place of each part. The part of a seat is that
    seat's badge above the line; if it moves, it slides. A card is a panel below signs and other
    gauges; its head has the ``colour``, with the hatching of the ``pattern``. ``words`` is the
    alternative text.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    parts: tuple[GaugePart, ...]
    shape: Literal["bar", "ring", "ruler", "card"] = "bar"
    words: str = ""
    colour: str = ""
    pattern: BarPattern = ""


@dataclass(frozen=True, slots=True)
class SpaceLink:
    """A line from one space to another, with a short text.

    A link with a ``seat`` has that seat's colour.
    """

    id: str
    source: str
    target: str
    text: str = ""
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What the board shows now. ``path`` is the last move, space by space.

    ``told`` is a sentence about the last landing: its effect and payment. Seats are in braces,
    "{A}"; their names are filled in for a page, as in looks, gauges and titles of spaces.

    ``lit`` has the ids of spaces that are lit, such as the current stop of a dial: they are larger
    and have the colour of prices. ``heat``, from 0 to 1, is how hot prices are. It tints the board
    and the room; with None, a page takes it from the first chart if that has a greatest value.
    """

    looks: dict[str, SpaceLook] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    signs: tuple[BoardSign, ...] = ()
    path: tuple[str, ...] = ()
    links: tuple[SpaceLink, ...] = ()
    told: str = ""
    gauges: tuple[Gauge, ...] = ()
    lit: tuple[str, ...] = ()
    heat: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the scene as JSON for a page."""
        return asdict(self)


SEAT_SPACE = 3.0
"""Side of a seat's space on a board of seats, in the board's units."""


def make_seat_board(seats: Sequence[str]) -> Board:
    """Return the board of a game without a board: its seats side by side.

    >>> [(space.id, space.x) for space in make_seat_board("AB").spaces]
    [('seat:A', 2.0), ('seat:B', 5.5)]
    """
    gap = SEAT_SPACE + 0.5
    spaces = [
        Space(seat_space(seat), 2.0 + place * gap, 2.0, SEAT_SPACE, SEAT_SPACE, title=seat)
        for place, seat in enumerate(seats)
    ]
    return Board(0.5 + gap * len(spaces), 4.0, tuple(spaces))


def make_seat_scene(texts: Mapping[str, str]) -> Scene:
    """Return the scene on a board of seats, from the text of each seat."""
    return Scene(
        {seat_space(seat): SpaceLook(owner=seat, text=text) for seat, text in texts.items()}
    )


def seat_space(seat: str) -> str:
    """Return the id of a seat's space on a board of seats."""
    return f"seat:{seat}"


# --- small picture of a board for a notebook ------------------------------------------------------

PICTURE_WIDTH = 260
"""Maximum width and height in pixels."""


def assign_colours(seats: Sequence[str]) -> dict[str, str]:
    """Return the colour of each seat, on the board and next to its name."""
    return {seat: SEAT_COLOURS[at % len(SEAT_COLOURS)] for at, seat in enumerate(seats)}


def overview_html(
    where: str,
    waits: str,
    standings: Sequence[tuple[int, str, str]],
    board: Board,
    scene: Scene,
    seats: tuple[str, ...],
    say: TextFormatter,
) -> str:
    """Return a summary of a match as HTML for a notebook.

    Args:
        where: Turn, round and step.
        waits: The open request, as HTML.
        standings: Place, seat and formatted score, best seat first.
        board: The board.
        scene: What it shows.
        seats: The seats.
        say: Formatter of the match.
    """
    colours = assign_colours(seats)
    lines = "".join(
        f'<tr><td>{place}.</td><td><span aria-hidden="true" '
        f'style="color:{colours[seat]}">&#9632;</span> {escape_line(seat)} '
        f"{say.seat_html(seat)}</td>"
        f'<td style="text-align:right">{escape_line(score)}</td></tr>'
        for place, seat, score in standings
    )
    return (
        '<div style="display:flex;gap:1.5em;flex-wrap:wrap;align-items:flex-start">'
        f'<div style="max-width:34em"><p><b>{escape_line(where)}</b></p>'
        f'{waits}<table style="font:inherit;margin:.6em 0 0">{lines}</table></div>'
        f"{board_svg(board, scene, seats, say)}</div>"
    )


def board_svg(board: Board, scene: Scene, seats: tuple[str, ...], say: TextFormatter) -> str:
    """Return a small picture of a board: spaces in the colours of their owners, and pieces."""
    longest = max(board.width, board.height) or 1
    width, height = (round(PICTURE_WIDTH * side / longest) for side in (board.width, board.height))
    colours = assign_colours(seats)
    where = {space.id: space for space in board.spaces}
    drawn = [space_svg(space, scene, colours, say) for space in board.spaces]
    standing: dict[str, int] = {}
    for piece in scene.pieces:
        if space := where.get(piece.space):
            whose = say.seat(piece.seat) if piece.seat else piece.label
            number = standing[space.id] = standing.get(space.id, 0) + 1
            size = min(space.w, space.h) / 3.2
            x = space.x + (number - 1.5) * size * 1.1
            drawn.append(
                f'<circle cx="{x:.4g}" cy="{space.y:.4g}" r="{size:.4g}" stroke="#fff" '
                f'stroke-width="{size / 5:.4g}" fill="{colours.get(piece.seat or "", "#222")}">'
                f"<title>{escape_line(whose)}</title></circle>"
            )
    return (
        f'<svg role="img" aria-label="The board" width="{width}" height="{height}" '
        f'viewBox="0 0 {board.width:.6g} {board.height:.6g}">{"".join(drawn)}</svg>'
    )


def space_svg(space: Space, scene: Scene, colours: Mapping[str, str], say: TextFormatter) -> str:
    """Return one space, with its name on hover."""
    look = scene.looks.get(space.id)
    fill = colours.get((look and look.owner) or "", "#e8e8e8")
    told: list[Any] = [(look and look.title) or space.title or space.id, look and look.text]
    words = say.fill_seat_names(", ".join(str(word) for word in told if word))
    title = f"<title>{escape_line(words)}</title>"
    line = f'fill="{fill}" stroke="#666" stroke-width="{min(space.w, space.h) / 30:.4g}"'
    if space.shape == "circle":
        middle = f'cx="{space.x:.6g}" cy="{space.y:.6g}" r="{space.w / 2:.6g}"'
        return f"<circle {middle} {line}>{title}</circle>"
    x, y = space.x - space.w / 2, space.y - space.h / 2
    size = f'width="{space.w:.6g}" height="{space.h:.6g}"'
    return f'<rect x="{x:.6g}" y="{y:.6g}" {size} {line}>{title}</rect>'
