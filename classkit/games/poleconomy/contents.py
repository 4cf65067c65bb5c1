"""The contents of an edition of Poleconomy: board, prices, stocks and lengths, as frozen data.

Each class is a table of the TOML files that an instructor may replace; its fields say what the
table states and within which limits. All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from classkit.engine.reading import Entries, ShortName, Text, When, Whole, Word

from .law_forms import LawLanguage
from .laws import Subsidy, TaxLaw

CIRCUITS = ("inner", "outer")
INDEX_KINDS = ("election", "taxation", "bonds", "salary")
SIDES = 4
NUMBER_MAX = 20
INDEX_MIN, INDEX_MAX = 4, 40
COLOURS = (
    "blue", "red", "green", "purple", "orange", "sky", "gold", "yellow", "rose", "grey", "sand",
)  # fmt: skip
MONEY_MAX = 10**12
"""The largest amount in dollars: more than any table needs, and still exact in every chart."""

IndexKind = Annotated[str, Word(INDEX_KINDS)]
Name = Annotated[str, Text(60)]
Money = Annotated[int, Whole(0, MONEY_MAX, step=lambda head: head.unit)]
"""Dollars in the unit of the edition; a :data:`Price` is above zero."""
Price = Annotated[int, Whole(lambda head: head.unit, MONEY_MAX, step=lambda head: head.unit)]
Count = Annotated[int, Whole(0, 1_000)]
Numbered = When("kind", ("income", "inflation"))
Ownable = When("kind", ("company", "advert"))
OwnableShort = When("kind", ("company", "advert"), may_be_left_out=True)
Income = When("kind", ("income",), may_be_left_out=True)


@dataclass(frozen=True, slots=True)
class Note:
    """A denomination of bank notes, and the number of its notes."""

    value: Price
    count: Annotated[int, Whole(0, 10_000)]


@dataclass(frozen=True, slots=True)
class Head:
    """The name and unit of the edition, and the number of players it is for."""

    id: str
    title: str
    players_min: Annotated[int, Whole(2, 6)]
    players_max: Annotated[int, Whole(2, 6)]
    unit: Annotated[int, Whole(1)]
    """Dollars; every amount of money is a multiple of this."""
    notes: Any
    """The bank notes as a list of :class:`Note`, which may be empty."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The cash with which the Bank begins."""

    cash: Money


@dataclass(frozen=True, slots=True)
class Supply:
    """The number of pieces of each kind (P2.2)."""

    companies: Count
    adverts: Count
    bonds: Count
    savings: Count
    life: Count
    business: Count


@dataclass(frozen=True, slots=True)
class Opening:
    """The holdings with which a player begins (P2.3, P2.4)."""

    capital: Money
    income_multiple: Annotated[int, Whole(0, 100)]
    basic_income_per_pip: Price


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices in dollars; the first two are multiplied by the Inflation Number (P4.2)."""

    company_per_point: Price
    advert_per_point: Price
    savings: Price
    bond: Price
    life: Money
    life_surrender: Money
    life_at_end: Money
    business: Money
    takeover_fee: Money
    auction_min: Price


@dataclass(frozen=True, slots=True)
class Interest:
    """The interest on each savings card and on each bond, in dollars."""

    savings_per_card: Money
    bond_per_bond: Money


@dataclass(frozen=True, slots=True)
class DefaultTax:
    """The tax of Game 1 (P4.5)."""

    per_company: Money
    per_advert: Money


@dataclass(frozen=True, slots=True)
class Salary:
    """The Prime Minister's salary in Game 1, and the limits of salaries in Game 2 (P4.7, P18)."""

    pm_game1: Money
    pm_min: Money
    """The Prime Minister's salary on taking office, and the lowest it can be."""
    total_max: Money
    """The limit of all salaries together."""
    raise_max: Money


@dataclass(frozen=True, slots=True)
class SubsidyLimit:
    """The most that a player may receive in subsidies in a turn (P19.6)."""

    per_player_per_turn_max: Price


@dataclass(frozen=True, slots=True)
class Treasury:
    """The Treasury's cash and bonds at the start of Game 2, and what it pays for a bond (P17)."""

    cash: Money
    """Taken from the Bank's cash; the bonds are unissued."""
    bonds: Count
    redeem_from_bank: Price
    redeem_from_player: Price


@dataclass(frozen=True, slots=True)
class Length:
    """Rounds by number of players, when ``round_limit`` is "auto" (P15.1)."""

    rounds: Mapping[Annotated[int, Whole(2, 6)], Annotated[int, Whole(1, 200)]]


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a circuit (P1.2); its id is also the id of its card."""

    id: str
    circuit: str
    """``inner`` or ``outer``."""
    index: int
    """Place in the clockwise order of travel, from 0."""
    kind: Literal["income", "inflation", "company", "advert"]
    name: Annotated[Name, Ownable] = ""
    sector: Annotated[Name, Ownable] = ""
    number: Annotated[int, Whole(1, 100), Numbered] = 0
    """Income squares: the multiple of Basic Income; inflation squares: steps of the marker."""
    start: Annotated[bool, Income] = False
    short: Annotated[ShortName, OwnableShort] = ()
    """The name as it is written on the board, line by line, where the whole one is too long."""
    savings: Annotated[bool, Income] = False
    """True for an income square that also pays interest on savings cards (P5.3)."""
    opportunity: Annotated[bool, Income] = False

    @property
    def ownable(self) -> bool:
        """True if a player can own it: companies and advertising squares."""
        return self.kind in ("company", "advert")


@dataclass(frozen=True, slots=True)
class Corner:
    """A Corner Square between the circuits (P1.2, P3.4)."""

    id: Annotated[str, Word(lambda places: (places["id"],))]
    name: Name
    function: Literal["savings_and_bonds", "life", "takeover", "business"]
    inner: Annotated[str, Word(lambda places: (places["inner"],))]
    """The corner income square beside it on the inner circuit, and on the outer one."""
    outer: Annotated[str, Word(lambda places: (places["outer"],))]
    short: ShortName = ()


@dataclass(frozen=True, slots=True)
class Index:
    """The ring of the Inflation Index (P1.2, P4)."""

    numbers: Annotated[
        tuple[Annotated[int, Whole(1, NUMBER_MAX)], ...],
        Entries(INDEX_MIN, INDEX_MAX, "positions"),
    ]
    kinds: tuple[IndexKind, ...]
    start_position: Annotated[int, Whole(0, INDEX_MAX - 1)]
    start_arrow: Literal["clockwise", "anticlockwise"]
    colours: Mapping[IndexKind, Annotated[str, Word(COLOURS)]]

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, eq=False)
class Politics:
    """The politics of Game 2: names to choose from, what laws may say, and laws to begin with."""

    parties: tuple[str, ...]
    cabinet: tuple[str, ...]
    language: LawLanguage
    default_title: str
    default_law: TaxLaw
    model_laws: Mapping[str, TaxLaw]
    """Laws worth tabling, by title."""
    model_subsidies: tuple[Subsidy, ...]


KINDS = {
    "income": "an Income Square",
    "inflation": "an Inflation Square",
    "company": "a company",
    "advert": "an advertising square",
}
"""The word for squares of each kind."""


@dataclass(frozen=True, eq=False)
class EditionRules:
    """Everything that an edition fixes, with the look-ups that the rules need.

    >>> from classkit.games.poleconomy.edition.reading import EDITIONS
    >>> canada = EDITIONS.read("poleconomy-canada").rules
    >>> canada.squares["I07"].name, canada.advance("I00", 7)
    ('I.P. Sharp Associates', 'I07')
    >>> canada.leave_corner("C2", "outer", 9)
    'O30'
    """

    head: Head
    bank: Bank
    supply: Supply
    opening: Opening
    prices: Prices
    interest: Interest
    default_tax: DefaultTax
    salary: Salary
    treasury: Treasury
    length: Length
    corners: Mapping[str, Corner]
    squares: Mapping[str, Square]
    """All squares in the clockwise order of travel, the inner circuit first."""
    index: Index
    politics: Politics

    @cached_property
    def unit(self) -> int:
        """The amount in dollars of which every amount of money is a multiple."""
        return self.head.unit

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The ids of the squares of the inner circuit."""
        return self._squares_that(lambda square: square.circuit == "inner")

    @cached_property
    def outer(self) -> tuple[str, ...]:
        """The ids of the squares of the outer circuit."""
        return self._squares_that(lambda square: square.circuit == "outer")

    @cached_property
    def companies(self) -> tuple[str, ...]:
        """The ids of all companies, smallest first."""
        return self._squares_that(lambda square: square.kind == "company")

    @cached_property
    def adverts(self) -> tuple[str, ...]:
        """The ids of all advertising squares, smallest first."""
        return self._squares_that(lambda square: square.kind == "advert")

    @cached_property
    def ownable(self) -> tuple[str, ...]:
        """The ids of all companies and advertising squares, smallest first."""
        return self._squares_that(lambda square: square.ownable)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The ids of all squares, in the order of travel, and of the corners."""
        return (*self.squares, *self.corners)

    def kind_of(self, place: str) -> str:
        """Return what a square or corner is, in words.

        >>> from classkit.games.poleconomy.edition.reading import EDITIONS
        >>> canada = EDITIONS.read("poleconomy-canada").rules
        >>> canada.kind_of("C0"), canada.kind_of("I00")
        ('a Corner Square', 'an Income Square')
        """
        return "a Corner Square" if place in self.corners else KINDS[self.squares[place].kind]

    def no_corner(self, place: str) -> str | None:
        """Return why a beaver cannot move straight to a square: only to a corner (P3.2)."""
        if place not in self.squares:
            return None
        return f"{place} is reached by the dice; only Corner Squares are named (P3.2)."

    @cached_property
    def start(self) -> str:
        """The square where all begin."""
        return self._squares_that(lambda square: square.start)[0]

    @cached_property
    def corner_of(self) -> Mapping[str, str]:
        """The id of the corner with each function."""
        return {corner.function: corner.id for corner in self.corners.values()}

    def _squares_that(self, fits: Callable[[Square], bool]) -> tuple[str, ...]:
        return tuple(square.id for square in self.squares.values() if fits(square))

    def advance(self, square: str, steps: int) -> str:
        """Return the square ``steps`` squares clockwise on the same circuit (P1.3, P3.3)."""
        here = self.squares[square]
        ring = self.inner if here.circuit == "inner" else self.outer
        return ring[(here.index + steps) % len(ring)]

    def leave_corner(self, corner: str, circuit: str, total: int) -> str:
        """Return where a throw of ``total`` ends; the square beside the corner counts 1 (P3.4)."""
        beside = self.corners[corner]
        first = beside.inner if circuit == "inner" else beside.outer
        return self.advance(first, total - 1)
