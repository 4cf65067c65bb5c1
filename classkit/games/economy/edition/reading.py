"""Reading an edition, and checking that it can be played.

>>> list(EDITIONS.shipped)
['economy-classic']
>>> EDITIONS.read({"based_on": "economy-classic", "board": {"rows": 10}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: board.rows: must be a whole number from 2 to \
9, not 10.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from classkit.engine.board import Emblem
from classkit.engine.data import WrittenDown
from classkit.engine.editions import Editions, Files
from classkit.engine.errors import EditionError, shorten
from classkit.engine.reading import Entries, Section

from ..contents import (
    PLAYERS,
    SECTORS_MAX,
    SHAPES,
    BoardTable,
    Card,
    Category,
    Deck,
    DeckTable,
    DieTable,
    EditionRules,
    Head,
    Sector,
)
from ..paths import Grid, grid_of

TABLES = ("edition", "board", "die", "category", "deck", "deck_three", "target", "sector", "demo")
TARGET_MAX = 1_000
WORD = re.compile(r"[a-z][a-z_]{1,23}")
SLOT = re.compile(r"[a-z0-9]{1,4}")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
EMBLEMS: tuple[Emblem, ...] = ("bulb", "factory", "shop")
RESERVED = ("bank", "box", "engine", "hidden", "nowhere", "outside")
"""Words with another meaning in accounts and views."""


def read_rules(files: Files) -> EditionRules:
    """Return the rules of an edition after checking that it can be played."""
    files.only(*TABLES)
    head = files.head(Head)
    grid = read_board(files)
    categories = read_categories(files)
    sectors = read_sectors(files)
    decks = {4: read_deck(files.section("deck"), sectors, categories, grid)}
    if "deck_three" in files.data:
        try:
            decks[3] = read_deck(files.section("deck_three"), sectors, categories, grid)
        except EditionError:
            if not only_inherited(files, "deck_three"):
                raise  # otherwise the edition is played with its own deck alone
    demo, no_demo = read_demo(files, grid, decks[4])
    return EditionRules(
        players_min=head.players_min,
        players_max=head.players_max,
        grid=grid,
        die=files.table("die", DieTable).sides,
        categories=WrittenDown(categories),
        sectors=sectors,
        decks=decks,
        targets=read_targets(files.section("target"), head),
        demo=demo,
        no_demo=no_demo,
    )


def read_board(files: Files) -> Grid:
    """Return the board; its corners must be stated where they are."""
    stated = files.table("board", BoardTable)
    grid = grid_of(stated.columns, stated.rows)
    if sorted(stated.corners) != list(grid.corners):
        reason = f"must be the four corner spaces {', '.join(grid.corners)}."
        raise files.section("board").refuse("corners", reason)
    return grid


def read_categories(files: Files) -> dict[str, Category]:
    """Return the categories; the dearest is shown as a bulb, the next as a factory."""
    section = files.section("category")
    if not section:
        raise section.refuse("", "there must be at least one category.")
    for name in section:
        if not SLOT.fullmatch(name[:1]) or len(name) != 1:
            raise section.refuse(name, "a category is one small letter or digit.")
    found = {name: section.section(name).read(Category, id=name, emblem="") for name in section}
    ranking = sorted({stated.points for stated in found.values()}, reverse=True)
    return {
        name: replace(stated, emblem=EMBLEMS[min(ranking.index(stated.points), 2)])
        for name, stated in found.items()
    }


def read_sectors(files: Files) -> dict[str, Sector]:
    """Return the sectors in order, each with two letters and, if there are enough, a picture."""
    found: dict[str, Sector] = {}
    signs: list[str] = []
    listed = [
        (section, section.read(Sector, sign=""))
        for section in files.rows("sector", Entries(1, SECTORS_MAX, "sectors"))
    ]
    taken = [stated.emblem for _, stated in listed if stated.emblem]
    shapes = iter([shape for shape in SHAPES if shape not in taken])
    for section, stated in listed:
        if not WORD.fullmatch(stated.id) or stated.id in RESERVED:
            reason = "must be a word of small letters, such as motor, and none that the game uses."
            raise section.refuse("id", reason)
        if stated.id in found:
            raise section.refuse("id", f"{stated.id} is listed twice.")
        if not COLOUR.fullmatch(stated.colour):
            reason = f'must be like "#c0392b", not {shorten(stated.colour)}.'
            raise section.refuse("colour", reason)
        for slot in stated.products:
            if not SLOT.fullmatch(slot):
                reason = "a slot is a category and at most 3 letters."
                raise section.refuse(f"products.{slot}", reason)
        for slot in stated.short:
            if slot not in stated.products:
                raise section.refuse(f"short.{slot}", "no product has this slot.")
        if stated.emblem and taken.count(stated.emblem) > 1:
            reason = f"{stated.emblem} is the picture of another sector too; each needs its own."
            raise section.refuse("emblem", reason)
        signs.append(sign_of(stated.name, signs))
        emblem = stated.emblem or next(shapes, "")
        found[stated.id] = replace(stated, sign=signs[-1], emblem=emblem)
    return found


def sign_of(name: str, taken: list[str]) -> str:
    """Return two unused letters for a sector: its first two, or its first and a later one.

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
    """Return the cards of the first sectors, one for each slot (E0.2)."""
    stated = section.read(DeckTable)
    slots, count = stated.slots, stated.sectors
    for place, slot in enumerate(slots):
        if not SLOT.fullmatch(slot) or slot[0] not in categories:
            reason = f"{shorten(slot)} must begin with a category: {', '.join(categories)}."
            raise section.refuse(f"slots[{place}]", reason)
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
            short = sectors[name].short.get(slot, product)
            cards[card] = Card(card, name, category.id, category.points, product, short)
    of_sector = {name: tuple(c.id for c in cards.values() if c.sector == name) for name in used}
    return Deck(
        cards=WrittenDown(cards),  # views give them out
        ids=tuple(cards),
        sectors=used,
        sector_of={card.id: card.sector for card in cards.values()},
        of_sector=of_sector,
        worth={name: sum(cards[card].points for card in of_sector[name]) for name in used},
    )


def read_targets(section: Section, head: Head) -> dict[int, int]:
    """Return the points that end the game for each number of players (E5.1).

    They may be left out for two players, who need an option to play at all.
    """
    section.only(*(str(players) for players in range(PLAYERS[0], PLAYERS[1] + 1)))
    numbers = list(range(head.players_min, head.players_max + 1))
    if str(PLAYERS[0]) in section and head.players_min > PLAYERS[0]:
        numbers.insert(0, PLAYERS[0])
    return {players: section.whole(str(players), 1, TARGET_MAX) for players in numbers}


def only_inherited(files: Files, table: str) -> bool:
    """Return whether a table comes from the edition extended, though board or cards do not."""
    return table in files.inherited and not files.inherited.issuperset(("board", "deck", "sector"))


def read_demo(files: Files, grid: Grid, deck: Deck) -> tuple[dict[str, str], str]:
    """Return the layout for demonstrations, or why there is none (E1.5).

    An edition with a board or cards of its own may inherit a layout that does not fit them. It
    can still be played, but not with this layout.
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
    """Return the first place and reason why a layout cannot be laid; None if it can."""
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


EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules)
