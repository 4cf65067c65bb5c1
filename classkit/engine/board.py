"""Layout and current appearance of game boards, as plain data.

A game describes its board once (:class:`Board`) and its current appearance on demand
(:class:`Scene`). A page draws both without knowing the game. Lengths are in the board's own units,
which the page scales.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SEAT_COLOURS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#6F6F6F",
)  # fmt: skip
"""Colours of the seats, in order: the Okabe-Ito palette, darker colours first, then repeated.

People with any type of colour vision can tell them apart. Boards and charts share them.
"""

TONE_COLOURS = {
    "blue": "#0072B2", "red": "#C8401F", "green": "#009E73", "purple": "#8E5AA8",
    "orange": "#E69F00", "sky": "#56B4E9", "gold": "#B8860B", "yellow": "#9A9200",
    "rose": "#CC79A7", "grey": "#6F6F6F", "sand": "#A08050",
}  # fmt: skip
"""Saturated colour of each board tone, for charts."""


Box = tuple[float, float, float, float]
"""Rectangle, as the x and y of its centre, its width and its height."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board, on which pieces can be placed.

    Boxes are given as (x, y, width, height) in the board's units; x and y are the centre.

    Args:
        id: Id of the space, which :class:`Scene` and moves use.
        x: Centre of the space, from the left edge of the board.
        y: Centre of the space, from the top edge of the board.
        w: Width.
        h: Height.
        shape: "rect" or "circle".
        kind: Kind of the space, which determines its colour and its line in the legend.
        title: Full name of the space.
        subtitle: Second line, such as a price.
        lines: The title as written on the space, if the full title is too long.
        bar: Box of a strip along one edge that shows the colour, owner and emblems.
        stand: Box in which pieces are placed side by side. It may be outside the space; the default
            is the centre of the space.
        way: Point through which the path along the board passes.
        slanted: True to write the name in italics, which marks its kind without colour.
        short: Name of at most eight characters for small boards, which do not show longer names.

    Example:
        >>> Space("go", 95, 95, 10, 10, title="Start").shape
        'rect'
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
    """A decorative element of a board that is not a space: a caption, a ring, or a coloured area.

    Args:
        kind: "text", "circle" or "rect".
        x: Centre, from the left edge of the board.
        y: Centre, from the top edge of the board.
        w: Width.
        h: Height.
        text: The caption.
        tone: Name of the colour.

    Example:
        >>> Decor("text", 50, 50, text="Bank").text
        'Bank'
    """

    kind: Literal["text", "circle", "rect"]
    x: float
    y: float
    w: float = 0
    h: float = 0
    text: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The layout of a board.

    Args:
        width: Width of the board, in units of its own.
        height: Height of the board, in the same units.
        spaces: The spaces.
        decor: Decorative elements that are not spaces.
        legend: Pairs of a kind of space and its explanation.
        least: Minimum font size in the board's units; 0 lets the page choose.

    Example:
        >>> board = Board(100, 100, (Space("go", 95, 95, 10, 10, title="Start"),))
        >>> [space.id for space in board.spaces]
        ['go']
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
"""Names of the small pictures that identify the kind of a space by shape."""


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """One line of a space that displays a list, such as an amount with its label.

    Args:
        text: The text.
        emblem: Small picture before the text.
        seat: Seat whose badge is drawn before the text.
        strong: True for bold text.
        column: 1 for the left half of the space, 2 for the right half, 0 for its whole width.
        meter: Filled share of a bar behind the text, from 0 to 1, or None for no bar.

    Example:
        >>> SpaceRow("3 oil", meter=0.5).column
        0
    """

    text: str
    emblem: Emblem = ""
    seat: str | None = None
    strong: bool = False
    column: Literal[0, 1, 2] = 0
    meter: float | None = None


BarPattern = Literal["", "diagonal", "cross", "sleepers", "dots"]
"""Hatching of a bar, which identifies its group without colour."""


@dataclass(frozen=True, slots=True)
class SpaceLook:
    """The current appearance of a space.

    Args:
        owner: Seat that owns the space.
        text: Short text on the space, such as a price.
        tone: Name of the text's colour.
        hidden: True for a face-down card.
        title: Replaces the title of the space when its contents change, for example when a card is
            placed.
        subtitle: Replaces the subtitle of the space.
        colour: Colour that fills the space or its bar, such as "#2980b9".
        sign: One to three characters with the same meaning as the colour.
        emblem: Small picture on the space.
        count: How many times the emblem is drawn.
        level: Height of a stack on the space, from 0 to 1, with ``text`` as its label.
        mark: Second emblem, for the group of a card.
        lines: The title as written on the space, if the full title is too long.
        rows: Lines of text that replace everything else on the space. The title and subtitle then
            appear only on hover.
        note: Hover text. It is not written on the space.
        pattern: Hatching of the bar.

    Example:
        >>> SpaceLook(owner="A", text="$200").hidden
        False
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
    """A piece on a space: a seat's pawn, or a marker without an owner.

    Args:
        id: Id of the piece. A page animates a piece that keeps its id when its space changes.
        space: Id of the space that the piece is on.
        seat: Seat that owns the piece, or None for a marker.
        label: Text on the piece.
        shape: "disc", "square" or "star".

    Example:
        >>> Piece("pawn-A", "go", seat="A").shape
        'disc'
    """

    id: str
    space: str
    seat: str | None = None
    label: str = ""
    shape: Literal["disc", "square", "star"] = "disc"


@dataclass(frozen=True, slots=True)
class BoardSign:
    """Text on the board that changes during play, such as a price or the direction of an arrow.

    ``role`` determines how the sign is drawn. A "price" is a tag as wide as ``room`` with its
    ``label`` on the left; its digits roll when it changes. A "hero" is the single large text of a
    board. A "label" is drawn in a muted colour. A sign without a role has its ``label`` above it.
    Small boards, on which most text would be illegible, show only prices, heroes, large signs, and
    signs with a ``short`` text, which replaces the full text.

    Args:
        id: Id of the sign.
        x: Centre, or the start if it is anchored at the start.
        y: Centre, from the top edge of the board.
        text: The text. A seat in braces, "{A}", is drawn as that seat's badge. If the text contains
            nothing else, the seat's name is drawn next to the badge.
        size: Font size, in units of the board.
        room: Maximum width, or 0 for none. Wider text is scaled down.
        anchor: "middle" or "start".
        colour: Colour of a small square before the text, such as "#ed1b24".
        counting: Text while a countdown is running, with "{left}" for the minutes left.
        role: "price", "hero", "label" or an empty string.
        label: Description of the value that the text shows.
        short: Text on a small board.

    Example:
        >>> BoardSign("price", 50, 50, "$120", role="price", label="Oil").anchor
        'middle'
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
    """One part of a :class:`Gauge`.

    Args:
        share: Share of the whole. On a ruler, the position from 0 (start) to 1 (end).
        on: True if the part is filled.
        seat: Seat to which the part belongs.
        text: Text next to the part.

    Example:
        >>> GaugePart(0.25, seat="A").on
        True
    """

    share: float
    on: bool = True
    seat: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A diagram of a whole and its parts, or a background panel.

    A "ring" shows a clock, a "bar" shows shares, and a "ruler" shows positions such as bids. A
    ruler is a line with a mark and a text at the position of each part. If a part belongs to a
    seat, the seat's badge is drawn above the line and slides when the position changes. A "card" is
    a panel drawn behind signs and other gauges.

    Args:
        id: Id of the gauge.
        x: Centre, from the left edge of the board.
        y: Centre, from the top edge of the board.
        w: Width.
        h: Height.
        parts: The parts, in order.
        shape: "bar", "ring", "ruler" or "card".
        words: Alternative text.
        colour: Colour of a card's head.
        pattern: Hatching of a card's head.

    Example:
        >>> Gauge("shares", 50, 50, 40, 5, (GaugePart(0.6, seat="A"), GaugePart(0.4))).shape
        'bar'
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
    """A line from one space to another and its short label.

    Args:
        id: Id of the link.
        source: Id of the space where it starts.
        target: Id of the space where it ends.
        text: Text at the line.
        seat: Seat whose colour the line has.

    Example:
        >>> SpaceLink("peg-A", "gold", "A", text="1 : 2").seat is None
        True
    """

    id: str
    source: str
    target: str
    text: str = ""
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The current appearance of a board.

    Args:
        looks: Appearance of spaces, by id. Other spaces look as the board defines them.
        pieces: The pieces.
        signs: The changing texts.
        path: The last move, as ids of spaces in order.
        links: The lines between spaces.
        told: Sentence about the last landing, with its effect and payment. Seats are in braces,
            "{A}"; a page replaces them with names. The same applies to looks, gauges and titles of
            spaces.
        gauges: The gauges.
        lit: Ids of highlighted spaces, such as the current stop of a dial. They are drawn larger
            and in the colour of prices.
        heat: How high prices are, from 0 to 1, which tints the board and the page. If None, the
            page uses the first chart if that chart has a maximum value.

    Example:
        >>> Scene(pieces=(Piece("pawn-A", "go", seat="A"),)).pieces[0].space
        'go'
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
"""Side length of a seat's space on a board of seats, in the board's units."""


def make_seat_board(seats: Sequence[str]) -> Board:
    """Return a board for a game that has none: its seats side by side.

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
    """Return the scene of a board that shows the given text on each seat's space."""
    return Scene(
        {seat_space(seat): SpaceLook(owner=seat, text=text) for seat, text in texts.items()}
    )


def seat_space(seat: str) -> str:
    """Return the id of a seat's space on a board of seats."""
    return f"seat:{seat}"
