"""How a board looks, as plain data: where its spaces lie, and what is to be seen on them now.

A game describes its board once (:class:`Board`) and its present look whenever asked
(:class:`Scene`); a page draws them without knowing the game. Lengths are in the board's own
units; a page scales them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .words import Say, as_html

SEAT_COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
"""The colours of the seats in their order, and round again: Okabe and Ito's, the darker ones first,
told apart with any kind of sight. Boards and charts agree in them."""

TONE_COLOURS = {
    "blue": "#0072B2", "red": "#C8401F", "green": "#009E73", "purple": "#8E5AA8",
    "orange": "#E69F00", "sky": "#56B4E9", "gold": "#B8860B", "yellow": "#9A9200",
    "rose": "#CC79A7", "grey": "#6F6F6F", "sand": "#A08050",
}  # fmt: skip
"""For each tone of a board the full colour in which charts draw what has that tone there."""


Box = tuple[float, float, float, float]
"""The middle of a rectangle, its width and its height."""


@dataclass(frozen=True, slots=True)
class Space:
    """A place where a piece may stand. ``x`` and ``y`` are its middle.

    ``lines`` are its title as it is written there, where the whole one is too long. ``bar`` is a
    strip at one of its edges, which bears its colour, its owner and its emblems. Pieces stand
    beside each other in the box ``stand``, which may lie next to the space; where there is none,
    in its middle. A way along the board passes through the point ``way``. Boxes are middle, width
    and height: (x, y, w, h). ``slanted`` writes its name in italics, which tells its kind from
    another without colour.
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


@dataclass(frozen=True, slots=True)
class Decor:
    """Something drawn that is no place: a caption, a ring, a field of colour."""

    kind: Literal["text", "circle", "rect"]
    x: float
    y: float
    w: float = 0
    h: float = 0
    text: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it lies before the first turn. ``legend`` explains kinds: ``(kind, words)``.

    ``least`` is the size of its smallest type in its own units; a page chooses one where it is 0.
    """

    width: float
    height: float
    spaces: tuple[Space, ...]
    decor: tuple[Decor, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    least: float = 0

    def plain(self) -> dict[str, Any]:
        """Return the board as JSON for a page."""
        return asdict(self)


Emblem = Literal[
    "", "bulb", "factory", "shop", "house", "hotel", "coin", "crown", "lock", "token",
    "car", "shirt", "apple", "bolt", "flask", "chip", "bricks", "screen", "cross", "case", "truck",
    "bank", "gold", "grain", "barrel", "law",
    "disc", "triangle", "square", "diamond", "star", "hexagon",
]  # fmt: skip
"""The small pictures a page can draw on a space: what kind of thing lies there, by its form."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of what is written on a space that is a list: a number with its word.

    An ``emblem``, or the badge of a ``seat``, stands before it. ``column`` 1 and 2 are the left and
    the right half of the space, 0 is its whole width. ``meter`` from 0 to 1 fills a bar behind it.
    """

    text: str
    emblem: Emblem = ""
    seat: str | None = None
    strong: bool = False
    column: Literal[0, 1, 2] = 0
    meter: float | None = None


BarPattern = Literal["", "diagonal", "cross", "sleepers", "dots"]
"""The strokes on a bar that tell its group without colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a space shows now: its owner, a short text (a price), a tone, or a face-down card.

    ``title`` and ``subtitle`` stand for those of the space where what lies there changes (a card
    that was placed). ``colour`` ("#2980b9") fills the space, ``sign`` is one to three characters
    that say the same without colour, ``emblem`` a small picture, drawn ``count`` times. ``level``
    from 0 to 1 is the height of a stack that stands on the space, ``text`` then its label.
    ``mark`` is a second emblem, of the group to which a card belongs, and ``lines`` are its title
    as it is written there, where the whole one is too long. ``rows`` are written one below the
    other in place of all that; title and subtitle are then only told to whoever points there.
    The bar of a space has the ``colour``, with the strokes of its ``pattern``.
    ``note`` is not written on the space: whoever points at it is told this instead of the text.
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
    rows: tuple[Row, ...] = ()
    note: str = ""
    pattern: BarPattern = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands on a space: a seat's pawn, or a marker that belongs to nobody."""

    id: str
    space: str
    seat: str | None = None
    label: str = ""
    shape: Literal["disc", "square", "star"] = "disc"


@dataclass(frozen=True, slots=True)
class Sign:
    """A text on the board that changes: the direction of an arrow, a number in the middle.

    ``x`` is its middle, or its beginning if it is anchored at the start. It is made smaller than
    ``size`` where it would be wider than ``room``, if that is stated. A seat in braces, "{A}", is
    drawn as that seat's disc. A ``colour`` ("#ed1b24") is shown as a small field before the text.

    ``counting`` stands in place of the text while a clock of minutes counts, with "{left}" for the
    minutes that are left.
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


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a :class:`Gauge`: its share of the whole, and whose it is or whether it is on."""

    share: float
    on: bool = True
    seat: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A picture of a whole and its parts: a clock as a ring, shares as a bar.

    ``words`` say the same for those who do not see it.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    parts: tuple[Part, ...]
    shape: Literal["bar", "ring"] = "bar"
    words: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one space to another, with a short text: what is tied to what.

    A link with a ``seat`` has that seat's colour.
    """

    id: str
    source: str
    target: str
    text: str = ""
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be seen on the board now. ``path`` is the last move, space by space.

    ``told`` is a sentence about the last landing: what it did, and whom it paid. Seats stand in it
    in braces, "{A}", for which a page puts their names.
    """

    looks: dict[str, Look] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    signs: tuple[Sign, ...] = ()
    path: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    told: str = ""
    gauges: tuple[Gauge, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the scene as JSON for a page."""
        return asdict(self)


SEAT_SPACE = 3.0
"""The side of a seat's space on a board of seats, in the board's own units."""


def board_of_seats(seats: Sequence[str]) -> Board:
    """Return the board of a game that has none: its seats side by side.

    >>> [(space.id, space.x) for space in board_of_seats("AB").spaces]
    [('seat:A', 2.0), ('seat:B', 5.5)]
    """
    gap = SEAT_SPACE + 0.5
    spaces = [
        Space(seat_space(seat), 2.0 + place * gap, 2.0, SEAT_SPACE, SEAT_SPACE, title=seat)
        for place, seat in enumerate(seats)
    ]
    return Board(0.5 + gap * len(spaces), 4.0, tuple(spaces))


def scene_of_seats(texts: Mapping[str, str]) -> Scene:
    """Return the scene on a board of seats: what is to be said of each."""
    return Scene({seat_space(seat): Look(owner=seat, text=text) for seat, text in texts.items()})


def seat_space(seat: str) -> str:
    """Return the id of a seat's space on a board of seats."""
    return f"seat:{seat}"


# --- a small picture of a board, for a notebook ---------------------------------------------------

PICTURE_WIDTH = 260
"""Pixels that it is wide at most, and high."""


def colours_of(seats: Sequence[str]) -> dict[str, str]:
    """Return the colour of each seat, on the board and beside its name."""
    return {seat: SEAT_COLOURS[at % len(SEAT_COLOURS)] for at, seat in enumerate(seats)}


def overview_html(
    where: str,
    waits: str,
    standings: Sequence[tuple[int, str, str]],
    board: Board,
    scene: Scene,
    seats: tuple[str, ...],
    say: Say,
) -> str:
    """Return a match in small for a notebook: where it stands, what it waits for, its board.

    ``waits`` is HTML already; ``standings`` are place, seat and score in words, best first.
    """
    colours = colours_of(seats)
    lines = "".join(
        f'<tr><td>{place}.</td><td><span aria-hidden="true" '
        f'style="color:{colours[seat]}">&#9632;</span> {say.seat_html(seat)}</td>'
        f'<td style="text-align:right">{as_html(score)}</td></tr>'
        for place, seat, score in standings
    )
    return (
        '<div style="display:flex;gap:1.5em;flex-wrap:wrap;align-items:flex-start">'
        f'<div style="max-width:34em"><p><b>{as_html(where)}</b></p>'
        f'{waits}<table style="font:inherit;margin:.6em 0 0">{lines}</table></div>'
        f"{board_svg(board, scene, seats, say)}</div>"
    )


def board_svg(board: Board, scene: Scene, seats: tuple[str, ...], say: Say) -> str:
    """Return a small picture of a board: spaces in the colours of their owners, and the pieces."""
    longest = max(board.width, board.height) or 1
    width, height = (round(PICTURE_WIDTH * side / longest) for side in (board.width, board.height))
    colours = colours_of(seats)
    where = {space.id: space for space in board.spaces}
    drawn = [space_svg(space, scene, colours) for space in board.spaces]
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
                f"<title>{as_html(whose)}</title></circle>"
            )
    return (
        f'<svg role="img" aria-label="The board" width="{width}" height="{height}" '
        f'viewBox="0 0 {board.width:.6g} {board.height:.6g}">{"".join(drawn)}</svg>'
    )


def space_svg(space: Space, scene: Scene, colours: Mapping[str, str]) -> str:
    """Return one space, with what it is called to whoever points at it."""
    look = scene.looks.get(space.id)
    fill = colours.get((look and look.owner) or "", "#e8e8e8")
    told: list[Any] = [(look and look.title) or space.title or space.id, look and look.text]
    title = f"<title>{as_html(', '.join(str(word) for word in told if word))}</title>"
    line = f'fill="{fill}" stroke="#666" stroke-width="{min(space.w, space.h) / 30:.4g}"'
    if space.shape == "circle":
        middle = f'cx="{space.x:.6g}" cy="{space.y:.6g}" r="{space.w / 2:.6g}"'
        return f"<circle {middle} {line}>{title}</circle>"
    x, y = space.x - space.w / 2, space.y - space.h / 2
    size = f'width="{space.w:.6g}" height="{space.h:.6g}"'
    return f'<rect x="{x:.6g}" y="{y:.6g}" {size} {line}>{title}</rect>'
