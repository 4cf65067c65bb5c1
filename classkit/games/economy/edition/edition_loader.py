"""Loader for editions. It checks that they are playable.

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
from classkit.engine.editions import EditionFiles, Editions
from classkit.engine.errors import EditionError, truncate_text
from classkit.engine.schema import Entries, Section
from classkit.engine.untrusted_input import FrozenDict

from ..grid_paths import BoardGrid, get_grid
from ..rules_data import (
    MAX_SECTORS,
    PLAYER_RANGE,
    SHAPE_EMBLEMS,
    BoardSection,
    Card,
    Category,
    Deck,
    DeckSection,
    DieSection,
    EconomyHeader,
    EconomyRules,
    Sector,
)

TABLES = ("edition", "board", "die", "category", "deck", "deck_three", "target", "sector", "demo")
MAX_TARGET = 1_000
WORD_PATTERN = re.compile(r"[a-z][a-z_]{1,23}")
SLOT_PATTERN = re.compile(r"[a-z0-9]{1,4}")
COLOUR_PATTERN = re.compile(r"#[0-9a-fA-F]{6}")
CATEGORY_EMBLEMS: tuple[Emblem, ...] = ("bulb", "factory", "shop")
RESERVED_WORDS = ("bank", "box", "engine", "hidden", "nowhere", "outside")
"""Words that are reserved in accounts and views, so no sector may have them as its id."""


def read_rules(files: EditionFiles) -> EconomyRules:
    """Read and check the rules of an edition."""
    files.forbid_extra(*TABLES)
    head = files.read_head(EconomyHeader)
    grid = read_board(files)
    categories = read_categories(files)
    sectors = read_sectors(files)
    decks = {4: read_deck(files.get_section("deck"), sectors, categories, grid)}
    if "deck_three" in files.data:
        try:
            decks[3] = read_deck(files.get_section("deck_three"), sectors, categories, grid)
        except EditionError:
            if not is_only_inherited(files, "deck_three"):
                raise  # otherwise the edition defines its own deck only
    demo, no_demo = read_demo(files, grid, decks[4])
    return EconomyRules(
        players_min=head.players_min,
        players_max=head.players_max,
        grid=grid,
        die=files.read_table("die", DieSection).sides,
        categories=FrozenDict(categories),
        sectors=sectors,
        decks=decks,
        targets=read_targets(files.get_section("target"), head),
        demo=demo,
        no_demo=no_demo,
    )


def read_board(files: EditionFiles) -> BoardGrid:
    """Read the board, and check its corners if the edition lists them."""
    stated = files.read_table("board", BoardSection)
    grid = get_grid(stated.columns, stated.rows)
    if sorted(stated.corners) != list(grid.corners):
        reason = f"must be the four corner spaces {', '.join(grid.corners)}."
        raise files.get_section("board").make_error("corners", reason)
    return grid


def read_categories(files: EditionFiles) -> dict[str, Category]:
    """Read the categories. Pictures are assigned by points, highest first."""
    section = files.get_section("category")
    if not section:
        raise section.make_error("", "must have at least one category.")
    for name in section:
        if not SLOT_PATTERN.fullmatch(name[:1]) or len(name) != 1:
            raise section.make_error(name, "must be one lowercase letter or digit.")
    found = {name: section.get_section(name).read(Category, id=name, emblem="") for name in section}
    ranking = sorted({stated.points for stated in found.values()}, reverse=True)
    return {
        name: replace(stated, emblem=CATEGORY_EMBLEMS[min(ranking.index(stated.points), 2)])
        for name, stated in found.items()
    }


def read_sectors(files: EditionFiles) -> dict[str, Sector]:
    """Read the sectors in order. Each gets two letters and, until shapes run out, a picture."""
    found: dict[str, Sector] = {}
    signs: list[str] = []
    listed = [
        (section, section.read(Sector, sign=""))
        for section in files.get_rows("sector", Entries(1, MAX_SECTORS, "sectors"))
    ]
    taken = [stated.emblem for _, stated in listed if stated.emblem]
    shapes = iter([shape for shape in SHAPE_EMBLEMS if shape not in taken])
    for section, stated in listed:
        if not WORD_PATTERN.fullmatch(stated.id) or stated.id in RESERVED_WORDS:
            reason = "must be a lowercase word, such as motor, and not a reserved one."
            raise section.make_error("id", reason)
        if stated.id in found:
            raise section.make_error("id", f"{stated.id} is listed twice.")
        if not COLOUR_PATTERN.fullmatch(stated.colour):
            reason = f'must be like "#c0392b", not {truncate_text(stated.colour)}.'
            raise section.make_error("colour", reason)
        for slot in stated.products:
            if not SLOT_PATTERN.fullmatch(slot):
                reason = "must be a category and at most 3 letters."
                raise section.make_error(f"products.{slot}", reason)
        for slot in stated.short:
            if slot not in stated.products:
                raise section.make_error(f"short.{slot}", "no product has this slot.")
        if stated.emblem and taken.count(stated.emblem) > 1:
            reason = f"{stated.emblem} is also the picture of another sector; each needs its own."
            raise section.make_error("emblem", reason)
        signs.append(choose_sign(stated.name, signs))
        emblem = stated.emblem or next(shapes, "")
        found[stated.id] = replace(stated, sign=signs[-1], emblem=emblem)
    return found


def choose_sign(name: str, taken: list[str]) -> str:
    """Choose two unused letters for a sector: its first two, or its first and a later one.

    >>> choose_sign("Motor", []), choose_sign("Moon mining", ["Mo"])
    ('Mo', 'Mn')
    """
    letters = [letter for letter in name if letter.isalnum()] or ["S"]
    first = letters[0].upper()
    others = [*letters[1:], *"abcdefghijklmnopqrstuvwxyz0123456789"]
    free = (f"{first}{other.lower()}" for other in others)
    return next((sign for sign in free if sign not in taken), first)


def read_deck(
    section: Section,
    sectors: Mapping[str, Sector],
    categories: Mapping[str, Category],
    grid: BoardGrid,
) -> Deck:
    """Read a deck: one card for each slot of its sectors (E0.2)."""
    stated = section.read(DeckSection)
    slots, count = stated.slots, stated.sectors
    for place, slot in enumerate(slots):
        if not SLOT_PATTERN.fullmatch(slot) or slot[0] not in categories:
            reason = f"{truncate_text(slot)} must begin with a category: {', '.join(categories)}."
            raise section.make_error(f"slots[{place}]", reason)
    if count > len(sectors):
        raise section.make_error("sectors", f"is {count}, but {len(sectors)} sectors are listed.")
    if count * len(slots) > len(grid.spaces):
        reason = f"{count * len(slots)} cards do not fit on a board of {len(grid.spaces)} spaces."
        raise section.make_error("sectors", reason)
    used = tuple(sectors)[:count]
    cards: dict[str, Card] = {}
    for name in used:
        for slot in slots:
            product = sectors[name].products.get(slot)
            if product is None:
                raise section.make_error("slots", f"sector {name} has no product for slot {slot}.")
            category = categories[slot[0]]
            card = f"{name}-{slot}"
            short = sectors[name].short.get(slot, product)
            cards[card] = Card(card, name, category.id, category.points, product, short)
    of_sector = {name: tuple(c.id for c in cards.values() if c.sector == name) for name in used}
    return Deck(
        cards=FrozenDict(cards),  # views return this mapping
        ids=tuple(cards),
        sectors=used,
        sector_of={card.id: card.sector for card in cards.values()},
        of_sector=of_sector,
        worth={name: sum(cards[card].points for card in of_sector[name]) for name in used},
    )


def read_targets(section: Section, head: EconomyHeader) -> dict[int, int]:
    """Read the points that end the game, by number of players (E5.1).

    The target for two players is optional, because two players need an option to play.
    """
    section.forbid_extra(*(str(players) for players in range(PLAYER_RANGE[0], PLAYER_RANGE[1] + 1)))
    numbers = list(range(head.players_min, head.players_max + 1))
    if str(PLAYER_RANGE[0]) in section and head.players_min > PLAYER_RANGE[0]:
        numbers.insert(0, PLAYER_RANGE[0])
    return {players: section.get_int(str(players), 1, MAX_TARGET) for players in numbers}


def is_only_inherited(files: EditionFiles, table: str) -> bool:
    """Return whether a table is inherited although the board or the cards are not."""
    return table in files.inherited and not files.inherited.issuperset(("board", "deck", "sector"))


def read_demo(files: EditionFiles, grid: BoardGrid, deck: Deck) -> tuple[dict[str, str], str]:
    """Read the demonstration layout. Return it with "", or {} with the reason (E1.5).

    An edition with its own board or cards may inherit a layout that does not fit. It can be played,
    but not with this layout.
    """
    if "demo" not in files.data:
        return {}, "this edition has no layout for demonstrations."
    section = files.get_section("demo")
    fault = find_demo_error(section, grid, deck)
    if fault is None:
        return dict(section), ""
    if not is_only_inherited(files, "demo"):
        raise section.make_error(*fault)
    return {}, f"its layout does not fit this edition: {fault[0]} {fault[1]}"


def find_demo_error(section: Section, grid: BoardGrid, deck: Deck) -> tuple[str, str] | None:
    """Return the key and the reason of the first error in a layout, or None if it is valid."""
    lies: dict[str, str] = {}
    for space, card in section.items():
        if space not in grid.bit:
            return truncate_text(space).strip("'"), "is not a space of this board."
        if not isinstance(card, str) or card not in deck.cards:
            return space, f"{truncate_text(card)} is not a card of this edition."
        if card in lies:
            return space, f"{card} is already on {lies[card]}."
        lies[card] = space
    missing = [card for card in deck.ids if card not in lies]
    if missing:
        return "", f"{missing[0]} is not on any space."
    return None


EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules)
