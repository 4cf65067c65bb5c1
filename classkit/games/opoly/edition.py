"""What an edition says, frozen: figures, board, house costs and both decks.

All money is in whole dollars, percentages in whole per cent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SPACE_KINDS = (
    "go", "street", "railroad", "utility", "internal", "external", "income_tax", "luxury_tax",
    "soft_landing", "free_parking", "go_to_recession",
)  # fmt: skip
OWNABLE = ("street", "railroad", "utility")
RESERVED = (
    "bank", "stock", "deck", "table", "removed", "dollars", "house", "hotel", "pass", "buy",
    "decline",
)  # fmt: skip
"""Words that stand for accounts, units and answers: no space and no card may have them as id."""
HOTEL = 5
"""The level of a hotel: it counts as five houses (Q6.2)."""


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """One space of the board: ``number`` from 0 at Go, ``rent`` for 0 to 4 houses and a hotel."""

    id: str
    number: int
    kind: str
    name: str
    group: str = ""
    price: int = 0
    mortgage: int = 0
    rent: tuple[int, ...] = ()

    @property
    def ownable(self) -> bool:
        """Whether it is a property."""
        return self.kind in OWNABLE


@dataclass(frozen=True, slots=True)
class CardKind:
    """One row of a deck: an effect with its figures, and where the card goes afterwards.

    ``after`` is "bottom", "table", "removed" or "removed_if_used"; empty for a card that stays in
    the hand until its clause moves it. ``appraised`` of 0 means none: such a card cannot be traded.
    """

    id: str
    deck: str
    name: str
    count: int
    effect: str
    after: str = ""
    appraised: int = 0
    figures: Mapping[str, int] = field(default_factory=dict)
    """Amounts, percentages and spaces of the effect, by their names in the edition."""
    target: str = ""
    """The kind of space that a card moves the pawn to, where it names one."""

    def __getitem__(self, name: str) -> int:
        return self.figures[name]


@dataclass(frozen=True, slots=True, eq=False)
class EditionRules:
    """An edition of 487-opoly, validated."""

    start_cash: int
    go_pay: int
    bank_total: int
    bank_total_large: int
    houses: int
    hotels: int
    initial_properties: int
    initial_internal_cards: int
    landing_min_bid_pct: int
    first_lots_min_bid: int
    abandon_fee: int
    mortgage_pct: int
    mortgage_interest_pct: int
    building_resale_pct: int
    income_tax_flat: int
    income_tax_pct: int
    luxury_tax: int
    recession_space: int
    max_recession_payments: int
    play_rolls: int
    rail_rent: tuple[int, ...]
    utility_multiplier: tuple[int, ...]
    future_utility_roll: int
    future_divisor: int
    slots: Mapping[int, int]
    per_property: int
    per_house: int
    per_hotel: int
    depression_multiplier: int
    house_cost: Mapping[str, int]
    board: tuple[BoardSpace, ...]
    spaces: Mapping[str, BoardSpace]
    properties: tuple[str, ...]
    """The ids of all properties, in board order."""
    groups: Mapping[str, tuple[str, ...]]
    """The ids of the properties of each group, in board order."""
    kinds: Mapping[str, CardKind]
    cards: Mapping[str, CardKind]
    """Every single card by its id: "recession_2" is the second of its kind."""
    external: tuple[str, ...]
    internal: tuple[str, ...]
    by_effect: Mapping[str, tuple[str, ...]]
    """Effect -> the internal cards that have it."""
    lines: Mapping[str, tuple[str, ...]]
    """Lines of diversification: name -> groups (Q8.8)."""

    def deck(self, name: str) -> tuple[str, ...]:
        """All cards of a deck, "external" or "internal"."""
        return self.external if name == "external" else self.internal

    @property
    def electric(self) -> str:
        """The Electric Company: the first utility of the board; empty where there is none."""
        utilities = (s.id for s in self.board if s.kind == "utility")
        return next(utilities, "")


def percent(amount: int, pct: int) -> int:
    """So many per cent, rounded down (Q0.4).

    >>> percent(1_675, 10)
    167
    """
    return amount * pct // 100


def percent_up(amount: int, pct: int) -> int:
    """So many per cent, rounded up: reduced charges and discounted costs (Q0.4).

    >>> percent_up(167, 50), percent_up(75, 110)
    (84, 83)
    """
    return -(-amount * pct // 100)
