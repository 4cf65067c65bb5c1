"""The drawing of the board: the place of each space, and the signs on it.

The board is a square frame with Go at the bottom right, running clockwise, like the board it is
played on. The middle shows what else a student must know.
"""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.board import Board, Decor, Link, Look, Piece, Scene, Space
from classkit.engine.words import Say

from ..edition.contents import HOTEL, BoardSpace, EditionRules
from ..rules.rents import base_rent, with_cards
from ..state import BANK, PAID, Opoly
from .board_signs import signs_of
from .news_auctions import headline

CELL = 84
DEEP = 108
"""The depth of a space on a side; the corners are squares of that size."""
COLOURS = {
    "brown": "#955436", "light_blue": "#aae0fa", "pink": "#d93a96", "orange": "#f7941d",
    "red": "#ed1b24", "yellow": "#fef200", "green": "#1fb25a", "dark_blue": "#0072bb",
    "railroad": "#b0b0b0", "utility": "#d9d9d9",
}  # fmt: skip
"""The colours of the groups that every such board has; others are drawn without."""
LEGEND = (("internal", "An internal card is auctioned"), ("external", "An external card is drawn"))
FORWARD_MAX = 14
"""The longest way that the pawn walks; a longer one is jumped, to Recession or by a card."""


@lru_cache(maxsize=8)
def board_of(edition: EditionRules) -> Board:
    """Return the board of an edition as it lies before the first turn."""
    side = len(edition.board) // 4
    width = (side - 1) * CELL + 2 * DEEP
    spaces = tuple(place(edition, space, side, width) for space in edition.board)
    middle = Decor("rect", width / 2, width / 2, width - 2 * DEEP, width - 2 * DEEP, tone="grey")
    return Board(width, width, spaces, (middle,), LEGEND)


def place(edition: EditionRules, space: BoardSpace, side: int, width: float) -> Space:
    """Place one space, counting from Go at the bottom right to the left, up, right and down."""
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
    subtitle = f"${space.price}" if space.ownable else effect_words(edition, space.kind)
    return Space(space.id, x, y, w, h, kind=space.kind, title=space.name, subtitle=subtitle)


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
    inside = (len(t.edition.board) // 4 - 1) * CELL
    pawn = Piece("pawn", t.pawn, None, "Pawn", "star")
    return Scene(
        looks, (pawn,), signs_of(t, inside / 2 + DEEP, inside), path_of(t), links_of(t), told_of(t)
    )


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
    return Look(
        owner=None if owner == BANK else owner,
        text=f"${space.price}" if owner == BANK else rent_words(t, space),
        colour=COLOURS.get(space.group, ""),
        sign=letters_of(space.group),
        emblem="hotel" if level == HOTEL else "house" if level else "",
        count=1 if level == HOTEL else max(level, 1),
    )


def rent_words(t: Opoly, space: BoardSpace) -> str:
    """Return what a landing on owned property brings now; nothing if mortgaged (Q3.5)."""
    if space.id in t.mortgaged:
        return "mortgage"
    if t.companies[t.owner(space.id)].status not in PAID:
        return ""
    if space.kind == "utility":
        hundred = with_cards(t, space.id, base_rent(t, space.id, 100))
        return f"{hundred / 100:g}×roll"
    return f"rent {with_cards(t, space.id, base_rent(t, space.id, 0))}"


def letters_of(group: str) -> str:
    """Return two letters that tell a group without its colour.

    >>> letters_of("light_blue"), letters_of("red"), letters_of("railroad")
    ('LB', 'Re', 'Ra')
    """
    first, _, second = group.partition("_")
    return (first[:1] + second[:1]).upper() if second else first[:2].capitalize()


def links_of(t: Opoly) -> tuple[Link, ...]:
    """Link the lots of partners, with the shares where rents are divided (Q7.4).

    Do not join lots on different sides of the board: the line would cross the words in its
    middle, which list every contract.
    """
    links = []
    side = len(t.edition.board) // 4
    for group, alliance in t.alliances.items():
        lots = t.edition.groups[group]
        if t.edition.spaces[lots[0]].number // side != t.edition.spaces[lots[-1]].number // side:
            continue
        shares = alliance.shares.values() if alliance.divides else ()
        words = "/".join(f"{share}" for share in shares)
        links.append(Link(f"alliance.{group}", lots[0], lots[-1], words))
    return tuple(links)


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
