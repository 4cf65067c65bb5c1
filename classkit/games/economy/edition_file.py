"""Reading an edition, and judging whether it can be played.

>>> list(EDITIONS.shipped)
['economy-classic']
>>> EDITIONS.read({"extends": "economy-classic", "board": {"rows": 10}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: board.rows: must be 2 to 9, not 10.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from classkit.engine.board import Emblem
from classkit.engine.editions import Editions, Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.sections import Section, rows

from .edition import Card, Category, Deck, EditionRules, Sector
from .paths import Grid, grid_of

TABLES = ("edition", "board", "die", "category", "deck", "deck_three", "target", "sector", "demo")
COLUMNS, ROWS = (2, 26), (2, 9)
DIE = (2, 10)
POINTS_MAX = 20
TARGET_MAX = 1_000
PLAYERS = (2, 6)
SECTORS_MAX = 40
NAME_MAX = 40
WORD = re.compile(r"[a-z][a-z_]{1,23}")
SLOT = re.compile(r"[a-z0-9]{1,4}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
EMBLEMS: tuple[Emblem, ...] = ("bulb", "factory", "shop")
RESERVED = ("bank", "box", "engine", "hidden", "nowhere", "outside")
"""Words that stand for something else in accounts and views."""


def read_rules(files: Files) -> EditionRules:
    """The rules of an edition, once everything in it has been found playable."""
    files.only(*TABLES)
    head = files.section("edition")
    head.only("id", "title", "players_min", "players_max")
    low = head.whole("players_min", *PLAYERS)
    high = head.whole("players_max", low, PLAYERS[1])
    grid = read_board(files.section("board"))
    die = files.section("die")
    die.only("sides")
    categories = read_categories(files)
    sectors = read_sectors(files, grid)
    decks = {4: read_deck(files.section("deck"), sectors, categories, grid)}
    if "deck_three" in files.data:
        try:
            decks[3] = read_deck(files.section("deck_three"), sectors, categories, grid)
        except EditionError:
            if not only_inherited(files, "deck_three"):
                raise  # else the edition is played with its own deck alone
    demo, no_demo = read_demo(files, grid, decks[4])
    return EditionRules(
        players_min=low,
        players_max=high,
        grid=grid,
        die=die.whole("sides", *DIE),
        categories=categories,
        sectors=sectors,
        decks=decks,
        targets=read_targets(files.section("target"), low, high),
        demo=demo,
        no_demo=no_demo,
    )


def read_board(section: Section) -> Grid:
    """Columns, rows, and the corners, which are where they must be."""
    section.only("columns", "rows", "corners")
    grid = grid_of(section.whole("columns", *COLUMNS), section.whole("rows", *ROWS))
    corners = section.texts("corners")
    if sorted(corners) != list(grid.corners):
        reason = f"must be the four corner spaces {', '.join(grid.corners)}."
        raise section.refuse("corners", reason)
    return grid


def read_categories(files: Files) -> dict[str, Category]:
    """Each category's name and points; the dearest is shown as a bulb, the next as a factory."""
    section = files.section("category")
    if not section:
        raise section.refuse("", "there must be at least one category.")
    found: dict[str, tuple[str, int]] = {}
    for name in section:
        if not isinstance(name, str) or not SLOT.fullmatch(name[:1]) or len(name) != 1:
            raise section.refuse(shorten(name), "a category is one small letter or digit.")
        own = section.section(name)
        own.only("name", "points")
        found[name] = (own.text("name", NAME_MAX), own.whole("points", 1, POINTS_MAX))
    ranking = sorted({points for _, points in found.values()}, reverse=True)
    return {
        name: Category(name, title, points, EMBLEMS[min(ranking.index(points), 2)])
        for name, (title, points) in found.items()
    }


def read_sectors(files: Files, grid: Grid) -> dict[str, Sector]:
    """Sectors in their order, each with a sign of two letters that no other has."""
    file = files.origin.get("sector", files.origin.get("", "edition"))
    if "sector" not in files.data:
        raise EditionError(file, "sector", "this list is missing.")
    listed = rows(file, "sector", files.data["sector"])
    if not 1 <= len(listed) <= SECTORS_MAX:
        reason = f"must list 1 to {SECTORS_MAX} sectors, not {len(listed)}."
        raise EditionError(file, "sector", reason)
    found: dict[str, Sector] = {}
    signs: list[str] = []
    for section in listed:
        section.only("id", "name", "colour", "products")
        name = section.text("id", 24)
        if not WORD.fullmatch(name) or name in RESERVED:
            reason = "must be a word of small letters, such as motor, and none that the game uses."
            raise section.refuse("id", reason)
        if name in found:
            raise section.refuse("id", f"{name} is listed twice.")
        colour = section.text("colour", 7)
        if not COLOUR.fullmatch(colour):
            raise section.refuse("colour", f'must be like "#c0392b", not {shorten(colour)}.')
        products = section.section("products")
        for slot in products:
            if not isinstance(slot, str) or not SLOT.fullmatch(slot):
                raise products.refuse(shorten(slot), "a slot is a category and at most 3 letters.")
        title = section.text("name", NAME_MAX)
        signs.append(sign_of(title, signs))
        goods = {slot: products.text(slot, NAME_MAX) for slot in products}
        found[name] = Sector(name, title, colour, signs[-1], goods)
    return found


def sign_of(name: str, taken: list[str]) -> str:
    """Two letters for a sector that none has yet: its first two, or its first and a later one.

    >>> sign_of("Motor", []), sign_of("Moon mining", ["Mo"])
    ('Mo', 'Mn')
    """
    letters = [letter for letter in name if letter.isalnum()] or ["S"]
    first = letters[0].upper()
    others = [*letters[1:], *"abcdefghijklmnopqrstuvwxyz0123456789"]
    free = (f"{first}{other.lower()}" for other in others)
    return next((sign for sign in free if sign not in taken), first)


def read_deck(
    section: Section, sectors: Mapping[str, Sector], categories: Mapping[str, Category], grid: Grid
) -> Deck:
    """The cards of the first so many sectors, one for each slot (E0.2)."""
    section.only("slots", "sectors")
    slots = section.texts("slots")
    if not slots or len(set(slots)) != len(slots):
        raise section.refuse("slots", "must list at least one slot, and none twice.")
    for place, slot in enumerate(slots):
        if not SLOT.fullmatch(slot) or slot[0] not in categories:
            reason = f"{shorten(slot)} must begin with a category: {', '.join(categories)}."
            raise section.refuse(f"slots[{place}]", reason)
    count = section.whole("sectors", 1, SECTORS_MAX)
    if count > len(sectors):
        raise section.refuse("sectors", f"is {count}, but {len(sectors)} sectors are listed.")
    if count * len(slots) > len(grid.spaces):
        reason = f"{count * len(slots)} cards do not fit a board of {len(grid.spaces)} spaces."
        raise section.refuse("sectors", reason)
    used = tuple(sectors)[:count]
    cards: dict[str, Card] = {}
    for name in used:
        for slot in slots:
            product = sectors[name].products.get(slot)
            if product is None:
                raise section.refuse("slots", f"sector {name} names no product for slot {slot}.")
            category = categories[slot[0]]
            card = f"{name}-{slot}"
            cards[card] = Card(card, name, category.id, category.points, product)
    of_sector = {name: tuple(c.id for c in cards.values() if c.sector == name) for name in used}
    return Deck(
        cards=cards,
        ids=tuple(cards),
        sectors=used,
        sector_of={card.id: card.sector for card in cards.values()},
        of_sector=of_sector,
        worth={name: sum(cards[card].points for card in of_sector[name]) for name in used},
    )


def read_targets(section: Section, low: int, high: int) -> dict[int, int]:
    """Points that end the game for each number of players; for two it may be left out (E5.1)."""
    section.only(*(str(players) for players in range(PLAYERS[0], PLAYERS[1] + 1)))
    numbers = list(range(low, high + 1))
    if str(PLAYERS[0]) in section and low > PLAYERS[0]:
        numbers.insert(0, PLAYERS[0])
    return {players: section.whole(str(players), 1, TARGET_MAX) for players in numbers}


def only_inherited(files: Files, table: str) -> bool:
    """Whether a table is that of the edition extended, while board or cards are not."""
    return table in files.inherited and not files.inherited.issuperset(("board", "deck", "sector"))


def read_demo(files: Files, grid: Grid, deck: Deck) -> tuple[dict[str, str], str]:
    """The layout for demonstrations, or why there is none (E1.5).

    A layout that is only inherited, while board or cards are the edition's own, may not fit them:
    the edition can be played, though not with this layout.
    """
    if "demo" not in files.data:
        return {}, "this edition has no layout for demonstrations."
    section = files.section("demo")
    fault = demo_fault(section, grid, deck)
    if fault is None:
        return dict(section), ""
    if not only_inherited(files, "demo"):
        raise section.refuse(*fault)
    return {}, f"its layout does not fit this edition: {fault[0]} {fault[1]}"


def demo_fault(section: Section, grid: Grid, deck: Deck) -> tuple[str, str] | None:
    """The first place and reason why a layout cannot be laid; None when it can."""
    lies: dict[str, str] = {}
    for space, card in section.items():
        if space not in grid.bit:
            return shorten(space).strip("'"), "is no space of this board."
        if not isinstance(card, str) or card not in deck.cards:
            return space, f"{shorten(card)} is no card of this edition."
        if card in lies:
            return space, f"{card} lies on {lies[card]} already."
        lies[card] = space
    missing = [card for card in deck.ids if card not in lies]
    if missing:
        return "", f"{missing[0]} lies nowhere."
    return None


EDITIONS = Editions(Path(__file__).with_name("editions"), read_rules)
