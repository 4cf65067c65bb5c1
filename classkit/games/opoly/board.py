"""Where each space is drawn, and what is to be seen on it.

The board is a square frame with Go at the bottom right, running clockwise, like the board it is
played on; what a student must know besides lies in the middle.
"""

from __future__ import annotations

from classkit.engine.board import Board, Decor, Link, Look, Piece, Scene, Sign, Space

from .edition import HOTEL, BoardSpace, EditionRules
from .state import BANK, Opoly

CELL = 84
DEEP = 108
"""How deep a space of a side is; the corners are squares of that size."""
COLOURS = {
    "brown": "#955436", "light_blue": "#aae0fa", "pink": "#d93a96", "orange": "#f7941d",
    "red": "#ed1b24", "yellow": "#fef200", "green": "#1fb25a", "dark_blue": "#0072bb",
    "railroad": "#b0b0b0", "utility": "#d9d9d9",
}  # fmt: skip
"""The colours of the groups that every such board has; others are drawn without."""
KINDS = {
    "go": "Pays every active seat",
    "internal": "An internal card is auctioned",
    "external": "An external card is drawn",
    "income_tax": "Everybody pays",
    "luxury_tax": "Everybody pays",
    "soft_landing": "Nothing, or in recession",
    "free_parking": "Nothing",
    "go_to_recession": "A recession begins",
}
LEGEND = (
    ("street", "Street"),
    ("railroad", "Railroad"),
    ("utility", "Utility"),
    ("internal", "Internal cards"),
    ("external", "External cards"),
)
FORWARD_MAX = 14
"""A longer way is not walked but jumped: to Recession, or by a card."""


def board_of(edition: EditionRules) -> Board:
    """The board of an edition as it lies before the first turn."""
    side = len(edition.board) // 4
    width = (side - 1) * CELL + 2 * DEEP
    spaces = tuple(place(space, side, width) for space in edition.board)
    middle = Decor("rect", width / 2, width / 2, width - 2 * DEEP, width - 2 * DEEP, tone="grey")
    return Board(width, width, spaces, (middle,), LEGEND)


def place(space: BoardSpace, side: int, width: float) -> Space:
    """One space: from Go at the bottom right to the left, up, right and down."""
    edge, step = divmod(space.number, side)
    along = DEEP / 2 if step == 0 else DEEP + (step - 0.5) * CELL
    wide, deep = (DEEP if step == 0 else CELL), DEEP
    near, far = DEEP / 2, width - DEEP / 2
    x, y, w, h = (
        (width - along, far, wide, deep),
        (near, width - along, deep, wide),
        (along, near, wide, deep),
        (far, along, deep, wide),
    )[edge]
    subtitle = f"${space.price}" if space.ownable else KINDS.get(space.kind, "")
    return Space(space.id, x, y, w, h, kind=space.kind, title=space.name, subtitle=subtitle)


def scene_of(t: Opoly) -> Scene:
    """Owners, buildings, mortgages, contracts, the pawn, and the state of the economy."""
    looks = {space.id: look_of(t, space) for space in t.edition.board if space.ownable}
    pawn = Piece("pawn", t.pawn, None, "Pawn", "star")
    return Scene(looks, (pawn,), signs_of(t), path_of(t), links_of(t), told_of(t))


def look_of(t: Opoly, space: BoardSpace) -> Look:
    """Owner, buildings as small pictures, an M for a mortgage, an A for an alliance."""
    owner = t.owner(space.id)
    level = t.level(space.id)
    marks = ("M" if space.id in t.mortgaged else "") + ("A" if space.group in t.alliances else "")
    return Look(
        owner=None if owner == BANK else owner,
        text=f"${space.price}" if owner == BANK else "mortgaged" * (space.id in t.mortgaged),
        colour=COLOURS.get(space.group, ""),
        sign=marks or space.group[:1].upper(),
        emblem="hotel" if level == HOTEL else "house" if level else "",
        count=1 if level == HOTEL else max(level, 1),
    )


def links_of(t: Opoly) -> tuple[Link, ...]:
    """A line between the lots of partners, with how rents are split (Q7.4)."""
    links = []
    for group, alliance in t.alliances.items():
        lots = t.edition.groups[group]
        words = "own rents"
        if alliance.divides:
            words = "/".join(f"{share}" for share in alliance.shares.values())
        if alliance.ends:
            words += f", until turn {alliance.ends}"
        links.append(Link(f"alliance.{group}", lots[0], lots[-1], words))
    return tuple(links)


def signs_of(t: Opoly) -> tuple[Sign, ...]:
    """What stands in the middle."""
    middle = len(t.edition.board) // 4 * CELL / 2 + DEEP - CELL / 2
    state = "No recession"
    if t.recession:
        state = f"{t.recession.capitalize()}: {t.payments} of {t.edition.max_recession_payments}"
    lines = [
        ("state", state, 1.4),
        ("bank", f"Bank ${t.cash(BANK):,}", 1.0),
        ("stock", f"{t.left('house')} houses · {t.left('hotel')} hotels left", 0.9),
    ]
    if t.on_table():
        lines.append(("table", f"On the table: {len(t.on_table())} Fiscal Stimulus", 0.9))
    if t.turn < t.no_building_until:
        lines.append(("shortage", f"No building until turn {t.no_building_until}", 0.9))
    return tuple(
        Sign(name, middle, middle - 60 + 40 * at, text, size)
        for at, (name, text, size) in enumerate(lines)
    )


def path_of(t: Opoly) -> tuple[str, ...]:
    """The way of the pawn in this turn, space by space where it went forward."""
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


def told_of(t: Opoly) -> str:
    """What the last landing did."""
    if t.told is None:
        return ""
    space, seat, rent = t.told
    return f"{t.edition.spaces[space].name}: the bank pays ${rent:,}, to {seat}."
