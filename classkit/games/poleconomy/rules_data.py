"""Contents of a Poleconomy edition as frozen data: board, prices, supplies and lengths.

Each class is a table of the TOML files, which instructors may replace. Its fields declare the keys
of the table and their limits. All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from classkit.engine.schema import Entries, ShortName, TextReader, When, Whole, Word

from .law_forms import LawLanguage
from .laws import Subsidy, TaxLaw

CIRCUITS = ("inner", "outer")
INDEX_KINDS = ("election", "taxation", "bonds", "salary")
SIDES = 4
MAX_NUMBER = 20
MIN_INDEX_LENGTH, MAX_INDEX_LENGTH = 4, 40
COLOURS = (
    "blue", "red", "green", "purple", "orange", "sky", "gold", "yellow", "rose", "grey", "sand",
)  # fmt: skip
MAX_MONEY = 10**12
"""Maximum amount in dollars. Sums of such amounts are exact in every chart."""

IndexKind = Annotated[str, Word(INDEX_KINDS)]
Name = Annotated[str, TextReader(60)]
Money = Annotated[int, Whole(0, MAX_MONEY, step=lambda head: head.unit)]
"""Dollars as a multiple of the edition's unit. A :data:`Price` is above zero."""
Price = Annotated[int, Whole(lambda head: head.unit, MAX_MONEY, step=lambda head: head.unit)]
Count = Annotated[int, Whole(0, 1_000)]
NumberedKinds = When("kind", ("income", "inflation"))
OwnableKinds = When("kind", ("company", "advert"))
OptionalOwnableKinds = When("kind", ("company", "advert"), may_be_left_out=True)
IncomeKind = When("kind", ("income",), may_be_left_out=True)


@dataclass(frozen=True, slots=True)
class BankNote:
    """A denomination of bank notes, and the number of notes."""

    value: Price
    count: Annotated[int, Whole(0, 10_000)]


@dataclass(frozen=True, slots=True)
class PoleconomyHeader:
    """The name, unit and allowed numbers of players of an edition."""

    id: str
    title: str
    players_min: Annotated[int, Whole(2, 6)]
    players_max: Annotated[int, Whole(2, 6)]
    unit: Annotated[int, Whole(1)]
    """Dollars. Every amount of money is a multiple of this."""
    notes: Any
    """The bank notes as a list of :class:`BankNote`, which may be empty."""


@dataclass(frozen=True, slots=True)
class Bank:
    """The Bank's starting cash."""

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
    """The starting holdings of a player (P2.3, P2.4)."""

    capital: Money
    income_multiple: Annotated[int, Whole(0, 100)]
    basic_income_per_pip: Price


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices in dollars. The first two are multiplied by the Inflation Number (P4.2)."""

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
    """Interest per savings card and per bond, in dollars."""

    savings_per_card: Money
    bond_per_bond: Money


@dataclass(frozen=True, slots=True)
class DefaultTax:
    """The tax rates of Game 1 (P4.5)."""

    per_company: Money
    per_advert: Money


@dataclass(frozen=True, slots=True)
class Salary:
    """The Prime Minister's salary in Game 1, and the salary limits in Game 2 (P4.7, P18)."""

    pm_game1: Money
    pm_min: Money
    """The Prime Minister's salary on taking office, which is also the minimum."""
    total_max: Money
    """The maximum sum of all salaries."""
    raise_max: Money


@dataclass(frozen=True, slots=True)
class SubsidyLimit:
    """The maximum of subsidies per player and turn (P19.6)."""

    per_player_per_turn_max: Price


@dataclass(frozen=True, slots=True)
class Treasury:
    """The Treasury's opening cash and bonds in Game 2, and its redemption prices (P17)."""

    cash: Money
    """The Treasury's opening cash, which is subtracted from the Bank's."""
    bonds: Count
    redeem_from_bank: Price
    redeem_from_player: Price


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """Rounds by number of players if ``round_limit`` is "auto" (P15.1)."""

    rounds: Mapping[Annotated[int, Whole(2, 6)], Annotated[int, Whole(1, 200)]]


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a circuit (P1.2). Its id is also the id of its card."""

    id: str
    circuit: str
    """``inner`` or ``outer``."""
    index: int
    """Position in the clockwise order of travel, from 0."""
    kind: Literal["income", "inflation", "company", "advert"]
    name: Annotated[Name, OwnableKinds] = ""
    sector: Annotated[Name, OwnableKinds] = ""
    number: Annotated[int, Whole(1, 100), NumberedKinds] = 0
    """Multiplier of Basic Income on income squares, or steps of the marker on inflation squares."""
    start: Annotated[bool, IncomeKind] = False
    short: Annotated[ShortName, OptionalOwnableKinds] = ()
    """The lines of a shorter name for the board, or () if the full name fits."""
    savings: Annotated[bool, IncomeKind] = False
    """True for an income square that also pays interest on savings cards (P5.3)."""
    opportunity: Annotated[bool, IncomeKind] = False

    @property
    def is_ownable(self) -> bool:
        """True for companies and advertising squares."""
        return self.kind in ("company", "advert")


@dataclass(frozen=True, slots=True)
class Corner:
    """A Corner Square, between the two circuits (P1.2, P3.4)."""

    id: Annotated[str, Word(lambda places: (places["id"],))]
    name: Name
    function: Literal["savings_and_bonds", "life", "takeover", "business"]
    inner: Annotated[str, Word(lambda places: (places["inner"],))]
    """The adjacent income square on the inner circuit. `outer` is the one on the outer circuit."""
    outer: Annotated[str, Word(lambda places: (places["outer"],))]
    short: ShortName = ()


@dataclass(frozen=True, slots=True)
class Index:
    """The ring of the Inflation Index (P1.2, P4)."""

    numbers: Annotated[
        tuple[Annotated[int, Whole(1, MAX_NUMBER)], ...],
        Entries(MIN_INDEX_LENGTH, MAX_INDEX_LENGTH, "positions"),
    ]
    kinds: tuple[IndexKind, ...]
    start_position: Annotated[int, Whole(0, MAX_INDEX_LENGTH - 1)]
    start_arrow: Literal["clockwise", "anticlockwise"]
    colours: Mapping[IndexKind, Annotated[str, Word(COLOURS)]]

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, eq=False)
class Politics:
    """The politics of Game 2: names, limits of laws, and model laws."""

    parties: tuple[str, ...]
    cabinet: tuple[str, ...]
    language: LawLanguage
    default_title: str
    default_law: TaxLaw
    model_laws: Mapping[str, TaxLaw]
    """Example tax laws by title."""
    model_subsidies: tuple[Subsidy, ...]


KIND_NAMES = {
    "income": "an Income Square",
    "inflation": "an Inflation Square",
    "company": "a company",
    "advert": "an advertising square",
}
"""The name of squares of each kind."""


@dataclass(frozen=True, eq=False)
class PoleconomyRules:
    """All contents of an edition, and the lookups that the rules need.

    >>> from classkit.games.poleconomy.edition.edition_loader import EDITIONS
    >>> canada = EDITIONS.read("poleconomy-canada").rules
    >>> canada.squares["I07"].name, canada.advance("I00", 7)
    ('I.P. Sharp Associates', 'I07')
    >>> canada.leave_corner("C2", "outer", 9)
    'O30'
    """

    head: PoleconomyHeader
    bank: Bank
    supply: Supply
    opening: Opening
    prices: Prices
    interest: Interest
    default_tax: DefaultTax
    salary: Salary
    treasury: Treasury
    length: RoundLimits
    corners: Mapping[str, Corner]
    squares: Mapping[str, Square]
    """All squares in the clockwise order of travel, inner circuit first."""
    index: Index
    politics: Politics

    @cached_property
    def unit(self) -> int:
        """The smallest amount in dollars. Every amount is a multiple of it."""
        return self.head.unit

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The ids of the squares on the inner circuit."""
        return self._select_squares(lambda square: square.circuit == "inner")

    @cached_property
    def outer(self) -> tuple[str, ...]:
        """The ids of the squares on the outer circuit."""
        return self._select_squares(lambda square: square.circuit == "outer")

    @cached_property
    def companies(self) -> tuple[str, ...]:
        """The ids of all companies, smallest first."""
        return self._select_squares(lambda square: square.kind == "company")

    @cached_property
    def adverts(self) -> tuple[str, ...]:
        """The ids of all advertising squares, smallest first."""
        return self._select_squares(lambda square: square.kind == "advert")

    @cached_property
    def ownable_squares(self) -> tuple[str, ...]:
        """The ids of all companies and advertising squares, smallest first."""
        return self._select_squares(lambda square: square.is_ownable)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The ids of all squares, in the order of travel, and of the corners."""
        return (*self.squares, *self.corners)

    def describe_space(self, place: str) -> str:
        """Return the kind of a square or corner as text.

        >>> from classkit.games.poleconomy.edition.edition_loader import EDITIONS
        >>> canada = EDITIONS.read("poleconomy-canada").rules
        >>> canada.describe_space("C0"), canada.describe_space("I00")
        ('a Corner Square', 'an Income Square')
        """
        return "a Corner Square" if place in self.corners else KIND_NAMES[self.squares[place].kind]

    def explain_no_corner(self, place: str) -> str | None:
        """Return the reason why a beaver cannot move directly to a square, or None (P3.2)."""
        if place not in self.squares:
            return None
        return f"{place} is reached by dice; only Corner Squares can be chosen (P3.2)."

    @cached_property
    def start(self) -> str:
        """The square where every beaver begins."""
        return self._select_squares(lambda square: square.start)[0]

    @cached_property
    def corner_of(self) -> Mapping[str, str]:
        """The corner id of each corner function."""
        return {corner.function: corner.id for corner in self.corners.values()}

    def _select_squares(self, fits: Callable[[Square], bool]) -> tuple[str, ...]:
        return tuple(square.id for square in self.squares.values() if fits(square))

    def advance(self, square: str, steps: int) -> str:
        """Return the square ``steps`` squares clockwise on the same circuit (P1.3, P3.3)."""
        here = self.squares[square]
        ring = self.inner if here.circuit == "inner" else self.outer
        return ring[(here.index + steps) % len(ring)]

    def leave_corner(self, corner: str, circuit: str, total: int) -> str:
        """Return where a roll of ``total`` ends. The square beside the corner is step 1 (P3.4)."""
        beside = self.corners[corner]
        first = beside.inner if circuit == "inner" else beside.outer
        return self.advance(first, total - 1)
