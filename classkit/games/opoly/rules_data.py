"""Contents of an edition as frozen data: amounts, board, house costs and both decks.

The fields of a class are the keys of its TOML table, annotated with their limits. All money is in
whole dollars, and percentages are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from classkit.engine.schema import ShortName, TextReader, When, Whole, Word

SPACE_KINDS = (
    "go", "street", "railroad", "utility", "internal", "external", "income_tax", "luxury_tax",
    "soft_landing", "free_parking", "go_to_recession",
)  # fmt: skip
OWNABLE_KINDS = ("street", "railroad", "utility")
RESERVED_WORDS = (
    "bank", "stock", "deck", "table", "removed", "dollars", "house", "hotel", "pass", "buy",
    "decline",
)  # fmt: skip
"""Words reserved for accounts, units and answers, which no space or card may use as its id."""
HOTEL_LEVEL = 5
"""The level of a hotel, which counts as five houses (Q6.2)."""
MAX_MONEY = 10**9
MAX_PRICE = 100_000

Money = Annotated[int, Whole(0, MAX_MONEY)]
Percent = Annotated[int, Whole(0, 100)]
Price = Annotated[int, Whole(0, MAX_PRICE)]
Amounts = tuple[Price, ...]
OfProperties = When("kind", OWNABLE_KINDS)
OfStreets = When("kind", ("street",))


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """A board space. ``number`` is 0 at Go, and ``rent`` is for 0 to 4 houses and a hotel."""

    id: str
    number: int
    kind: Annotated[str, Word(SPACE_KINDS)]
    name: Annotated[str, TextReader(60)]
    n: Annotated[int, Whole(0, 1_000)]
    """The number stated in the file, which must equal ``number``."""
    group: Annotated[str, TextReader(30), OfProperties] = ""
    price: Annotated[int, Whole(1, MAX_PRICE), OfProperties] = 0
    mortgage: Annotated[Price, OfProperties] = 0
    rent: Annotated[Amounts, OfStreets] = ()
    short: ShortName = ()
    """The lines of a shorter name for the board, or () if the name fits."""

    @property
    def is_ownable(self) -> bool:
        """True if it is a property."""
        return self.kind in OWNABLE_KINDS


@dataclass(frozen=True, slots=True)
class CardKind:
    """One row of a deck: an effect with its parameters, and the destination of the card.

    ``after`` is "bottom", "table", "removed" or "removed_if_used", or "" if the card stays in the
    hand until its clause moves it. A card with ``appraised`` 0 cannot be traded.
    """

    id: str
    deck: str
    name: str
    count: int
    effect: str
    after: str = ""
    appraised: int = 0
    parameters: Mapping[str, int] = field(default_factory=dict)
    """Amounts, percentages and spaces of the effect, by their keys in the edition."""
    target: str = ""
    """The kind of space to which the card moves the pawn, or ""."""

    def __getitem__(self, name: str) -> int:
        return self.parameters[name]

    @property
    def effect_value(self) -> int:
        """The parameter of an effect with exactly one parameter."""
        (only,) = self.parameters.values()
        return only


@dataclass(frozen=True, slots=True)
class RecessionCosts:
    """The cost of a payment in a recession, and its multiple in a depression (Q4.5)."""

    per_property: Price
    per_house: Price
    per_hotel: Price
    depression_multiplier: Price


@dataclass(frozen=True, kw_only=True, eq=False)
class OpolyRules:
    """The rules of a playable edition, from its table [edition] and all other tables."""

    id: str
    title: str
    currency: Literal["$"]
    start_cash: Money
    go_pay: Money
    bank_total: Annotated[int, Whole(1, MAX_MONEY)]
    bank_total_large: Annotated[int, Whole(1, MAX_MONEY)]
    houses: Annotated[int, Whole(0, 1_000)]
    hotels: Annotated[int, Whole(0, 1_000)]
    initial_properties: Annotated[int, Whole(0, 100)]
    initial_internal_cards: Annotated[int, Whole(0, 60)]
    landing_min_bid_pct: Annotated[int, Whole(1, 100)]
    first_lots_min_bid: Annotated[int, Whole(1, 1_000)]
    abandon_fee: Annotated[int, Whole(0, 10_000)]
    mortgage_pct: Annotated[int, Whole(1, 100)]
    mortgage_interest_pct: Percent
    building_resale_pct: Percent
    income_tax_flat: Money
    income_tax_pct: Percent
    luxury_tax: Money
    recession_space: Annotated[int, Whole(0, 79)]
    max_recession_payments: Annotated[int, Whole(1, 20)]
    play_rolls: Annotated[int, Whole(10, 300)]
    rail_rent: Amounts
    """Rents by number of railroads owned. The next field is the same for utilities."""
    utility_multiplier: Amounts
    future_utility_roll: Annotated[int, Whole(2, 12)]
    future_divisor: Annotated[int, Whole(1, 1_000)]

    slots: Mapping[int, int]
    """Initial property limit of each seat, by number of seats (Q1.1)."""
    recession: RecessionCosts
    house_cost: Mapping[str, int]
    board: tuple[BoardSpace, ...]
    groups: Mapping[str, tuple[str, ...]]
    """The ids of the properties in each group, in board order."""
    kinds: Mapping[str, CardKind]
    cards: Mapping[str, CardKind]
    """Individual cards by id. For example, "recession_2" is the second of its kind."""
    external: tuple[str, ...]
    internal: tuple[str, ...]
    by_effect: Mapping[str, tuple[str, ...]]
    """The internal cards that have each effect."""
    lines: Mapping[str, tuple[str, ...]]
    """Groups of each line of Diversification, by name (Q8.8)."""

    @cached_property
    def spaces(self) -> Mapping[str, BoardSpace]:
        """The spaces of the board by id."""
        return {space.id: space for space in self.board}

    @cached_property
    def properties(self) -> tuple[str, ...]:
        """The ids of all properties, in board order."""
        return tuple(space.id for space in self.board if space.is_ownable)

    @cached_property
    def deeds(self) -> frozenset[str]:
        """The ids of all properties, as a set."""
        return frozenset(self.properties)

    @cached_property
    def streets(self) -> tuple[str, ...]:
        """The ids of all streets, in board order."""
        return tuple(space.id for space in self.board if space.kind == "street")

    def refuse_property(self, name: str, rule: str = "Q6.1") -> str | None:
        """Return the error for a space that is not a property, or None for other names."""
        space = self.spaces.get(name)
        return (
            f"{space.name} is not a property ({rule})." if space and not space.is_ownable else None
        )

    def refuse_street(self, name: str) -> str | None:
        """Return the error for a space that is not a street, or None for other names (Q6.11)."""
        space = self.spaces.get(name)
        return (
            f"{space.name} is not a street (Q6.11)." if space and space.kind != "street" else None
        )

    def get_deck(self, name: str) -> tuple[str, ...]:
        """Return all cards of a deck, "external" or "internal"."""
        return self.external if name == "external" else self.internal

    @property
    def electric_company(self) -> str:
        """The id of the Electric Company, the first utility on the board, or "" if none."""
        utilities = (s.id for s in self.board if s.kind == "utility")
        return next(utilities, "")


def floor_percent(amount: int, pct: int) -> int:
    """Return a percentage of an amount, rounded down (Q0.4).

    >>> floor_percent(1_675, 10)
    167
    """
    return amount * pct // 100


def ceil_percent(amount: int, pct: int) -> int:
    """Return a percentage of an amount, rounded up, as for reduced charges and costs (Q0.4).

    >>> ceil_percent(167, 50), ceil_percent(75, 110)
    (84, 83)
    """
    return -(-amount * pct // 100)


def format_group(group: str) -> str:
    """Return the name of a group as text.

    >>> format_group("light_blue"), format_group("railroad")
    ('light blue', 'railroads')
    """
    return {"railroad": "railroads", "utility": "utilities"}.get(group, group.replace("_", " "))
