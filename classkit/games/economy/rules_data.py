"""Contents of an edition as frozen data: board, die, categories, sectors and targets.

The fields of a class are the keys of its TOML table, annotated with their limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from classkit.engine.board import Emblem
from classkit.engine.schema import Entries, TextReader, Whole

from .grid_paths import BoardGrid

PLAYER_RANGE = (2, 6)
MAX_SECTORS = 40
SectorEmblem = Literal[
    "", "car", "shirt", "apple", "bolt", "flask", "chip", "bricks", "screen", "cross", "case",
    "truck", "bank", "disc", "triangle", "square", "diamond", "star", "hexagon",
]  # fmt: skip
"""Pictures that a sector may have on the board."""
SHAPE_EMBLEMS: tuple[SectorEmblem, ...] = (
    "disc",
    "triangle",
    "square",
    "diamond",
    "star",
    "hexagon",
)
"""Pictures for sectors without a stated one: plain shapes, in order."""
Name = Annotated[str, TextReader(40)]
Players = Annotated[int, Whole(*PLAYER_RANGE)]


@dataclass(frozen=True, slots=True)
class EconomyHeader:
    """The table [edition]: the name and the number of players."""

    id: str
    title: str
    players_min: Players
    players_max: Players


@dataclass(frozen=True, slots=True)
class BoardSection:
    """The table [board]."""

    columns: Annotated[int, Whole(2, 26)]
    rows: Annotated[int, Whole(2, 9)]
    corners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DieSection:
    """The table [die]."""

    sides: Annotated[int, Whole(2, 10)]


@dataclass(frozen=True, slots=True)
class DeckSection:
    """The tables [deck] and [deck_three]."""

    slots: Annotated[tuple[str, ...], Entries(1, 100, "slots", once=True)]
    sectors: Annotated[int, Whole(1, MAX_SECTORS)]


@dataclass(frozen=True, slots=True)
class Category:
    """An invention, a factory or a shop, and the points that its property earns (E4.1)."""

    id: str
    name: Name
    points: Annotated[int, Whole(1, 20)]
    emblem: Emblem
    """The picture on a page: a bulb for the highest points, then a factory, then a shop."""


@dataclass(frozen=True, slots=True)
class Sector:
    """A branch of the economy. ``products`` are the titles of its cards by slot."""

    id: Annotated[str, TextReader(24)]
    name: Name
    colour: Annotated[str, TextReader(7)]
    sign: str
    """Two letters that identify the sector without colour."""
    products: Mapping[str, Name]
    short: Mapping[str, Annotated[str, TextReader(12)]] = field(default_factory=dict)
    """Shorter product names for the board, by slot, for names that do not fit."""
    emblem: SectorEmblem = ""
    """The picture that identifies the sector without colour, or "" after the shapes run out."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, which exists as a location card and as a property card (E0.2)."""

    id: str
    """``<sector>-<slot>``."""
    sector: str
    category: str
    points: int
    title: str
    short: str
    """The title on the board."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards in use, grouped by sector (E0.2, E0.4).

    >>> from classkit.games.economy.edition.edition_loader import EDITIONS
    >>> deck = EDITIONS.read().rules.decks[4]
    >>> len(deck.cards), deck.of_sector["motor"]
    (36, ('motor-3', 'motor-2', 'motor-1a', 'motor-1b'))
    >>> deck.cards["motor-3"].title, deck.worth["motor"]
    ('Engine patent', 7)
    """

    cards: Mapping[str, Card]
    ids: tuple[str, ...]
    sectors: tuple[str, ...]
    sector_of: Mapping[str, str]
    """The sector of each card."""
    of_sector: Mapping[str, tuple[str, ...]]
    """The cards of each sector."""
    worth: Mapping[str, int]
    """The total points of each sector's cards (E0.4)."""

    @cached_property
    def max_worth(self) -> int:
        """The highest total points of any sector."""
        return max(self.worth.values())


@dataclass(frozen=True, eq=False)
class EconomyRules:
    """The rules of a playable edition."""

    players_min: int
    players_max: int
    grid: BoardGrid
    die: int
    """The number of sides of the die."""
    categories: Mapping[str, Category]
    sectors: Mapping[str, Sector]
    """All sectors of the edition. A deck uses the first of them."""
    decks: Mapping[int, Deck]
    """Decks by the option ``cards_per_sector``: 4, and 3 if the edition has such a deck."""
    targets: Mapping[int, int]
    """Points that end the game, by number of players (E5.1)."""
    demo: Mapping[str, str]
    """The card on each space in the demonstration layout. Empty without a layout (E1.5)."""
    no_demo: str
    """The reason why the edition has no layout, as a sentence."""
