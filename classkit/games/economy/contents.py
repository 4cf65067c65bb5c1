"""The contents of an edition: board, die, categories, sectors and targets, as frozen data.

A class named after a table of the TOML files says what the table states, and in which limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from classkit.engine.board import Emblem
from classkit.engine.reading import Entries, Text, Whole

from .paths import Grid

PLAYERS = (2, 6)
SECTORS_MAX = 40
SectorEmblem = Literal[
    "", "car", "shirt", "apple", "bolt", "flask", "chip", "bricks", "screen", "cross", "case",
    "truck", "bank", "disc", "triangle", "square", "diamond", "star", "hexagon",
]  # fmt: skip
"""The pictures that a sector may have on the board."""
SHAPES: tuple[SectorEmblem, ...] = ("disc", "triangle", "square", "diamond", "star", "hexagon")
"""The pictures of sectors that name none: plain forms, in the order of the list."""
Name = Annotated[str, Text(40)]
Players = Annotated[int, Whole(*PLAYERS)]


@dataclass(frozen=True, slots=True)
class Head:
    """The table [edition]: its name, and the number of players it is for."""

    id: str
    title: str
    players_min: Players
    players_max: Players


@dataclass(frozen=True, slots=True)
class BoardTable:
    """The table [board]."""

    columns: Annotated[int, Whole(2, 26)]
    rows: Annotated[int, Whole(2, 9)]
    corners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DieTable:
    """The table [die]."""

    sides: Annotated[int, Whole(2, 10)]


@dataclass(frozen=True, slots=True)
class DeckTable:
    """The tables [deck] and [deck_three]."""

    slots: Annotated[tuple[str, ...], Entries(1, 100, "slots", once=True)]
    sectors: Annotated[int, Whole(1, SECTORS_MAX)]


@dataclass(frozen=True, slots=True)
class Category:
    """An invention, a factory or a shop, and the points that its property earns (E4.1)."""

    id: str
    name: Name
    points: Annotated[int, Whole(1, 20)]
    emblem: Emblem
    """The picture that a page shows: a bulb for the dearest, a factory for the next."""


@dataclass(frozen=True, slots=True)
class Sector:
    """A branch of the economy; ``products`` are the titles of its cards by slot."""

    id: Annotated[str, Text(24)]
    name: Name
    colour: Annotated[str, Text(7)]
    sign: str
    """Two letters that say the same as the colour."""
    products: Mapping[str, Name]
    short: Mapping[str, Annotated[str, Text(12)]] = field(default_factory=dict)
    """The products as they are written on the board, where they are too long for it."""
    emblem: SectorEmblem = ""
    """The picture that says the same as the colour; empty when no plain form was left."""


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
    """The title as it is written on the board."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards in use, sector by sector (E0.2, E0.4).

    >>> from classkit.games.economy.edition.reading import EDITIONS
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
    """Card -> its sector; ``of_sector`` is the other way round."""
    of_sector: Mapping[str, tuple[str, ...]]
    worth: Mapping[str, int]
    """Sector -> the points of all its cards together (E0.4)."""

    @cached_property
    def most(self) -> int:
        """The most points that all cards of one sector have together."""
        return max(self.worth.values())


@dataclass(frozen=True, eq=False)
class EditionRules:
    """The rules of an edition, with the look-ups that they need."""

    players_min: int
    players_max: int
    grid: Grid
    die: int
    """The number of sides of the die."""
    categories: Mapping[str, Category]
    sectors: Mapping[str, Sector]
    """All sectors listed; a deck takes the first of them."""
    decks: Mapping[int, Deck]
    """Decks by the option ``cards_per_sector``: 4, and 3 if the edition has such a deck."""
    targets: Mapping[int, int]
    """Points that end the game, by number of players (E5.1)."""
    demo: Mapping[str, str]
    """Space -> card of the layout for demonstrations; empty where there is none (E1.5)."""
    no_demo: str
    """The reason why there is none, as a sentence."""
