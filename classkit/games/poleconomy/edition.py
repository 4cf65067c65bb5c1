"""What an edition of Poleconomy fixes: board, prices, stocks and lengths, as frozen data.

Edition data are TOML that an instructor may replace; :mod:`.edition_file` reads and judges them.
All money is in whole dollars.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .law_forms import LawLanguage
from .laws import Subsidy, TaxLaw

CIRCUITS = ("inner", "outer")
SQUARE_KINDS = ("income", "inflation", "company", "advert")
INDEX_KINDS = ("election", "taxation", "bonds", "salary")
CORNER_FUNCTIONS = ("savings_and_bonds", "life", "takeover", "business")


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a circuit (P1.2); its id is also the id of its card."""

    id: str
    circuit: str
    """``inner`` or ``outer``."""
    index: int
    """Place in the clockwise order of travel, from 0."""
    kind: str
    """One of :data:`SQUARE_KINDS`."""
    name: str = ""
    """Of a company or an advertising square."""
    sector: str = ""
    number: int = 0
    """Income squares: the multiple of Basic Income; inflation squares: steps of the marker."""
    start: bool = False
    savings: bool = False
    """An income square that also pays interest on savings cards (P5.3)."""
    opportunity: bool = False

    @property
    def ownable(self) -> bool:
        """Whether it can belong to a player: companies and advertising squares."""
        return self.kind in ("company", "advert")


@dataclass(frozen=True, slots=True)
class Corner:
    """A Corner Square between the circuits (P1.2, P3.4)."""

    id: str
    name: str
    function: str
    """One of :data:`CORNER_FUNCTIONS`."""
    inner: str
    """The corner income square beside it on the inner circuit, and on the outer one."""
    outer: str


@dataclass(frozen=True, slots=True)
class Prices:
    """What things cost, in dollars; the first two are multiplied by the Inflation Number (P4.2)."""

    company_per_point: int
    advert_per_point: int
    savings: int
    bond: int
    life: int
    life_surrender: int
    life_at_end: int
    business: int
    takeover_fee: int
    auction_min: int


@dataclass(frozen=True, slots=True)
class Supply:
    """How many there are of each thing (P2.2)."""

    companies: int
    adverts: int
    bonds: int
    savings: int
    life: int
    business: int


@dataclass(frozen=True, slots=True)
class Index:
    """The ring of the Inflation Index (P1.2, P4)."""

    numbers: tuple[int, ...]
    kinds: tuple[str, ...]
    start_position: int
    start_arrow: str
    colours: Mapping[str, str]

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, eq=False)
class Politics:
    """What Game 2 needs: the names that may be used, what laws may say, and laws to begin with."""

    parties: tuple[str, ...]
    cabinet: tuple[str, ...]
    language: LawLanguage
    default_title: str
    default_law: TaxLaw
    model_laws: Mapping[str, TaxLaw]
    """Laws worth tabling, by their titles."""
    model_subsidies: tuple[Subsidy, ...]


@dataclass(frozen=True, slots=True)
class PublicFinance:
    """The figures of the Treasury and of salaries in Game 2, in dollars (P17, P18)."""

    pm_min: int
    """The Prime Minister's salary on taking office, and the least it can be."""
    total_max: int
    """The most that all salaries come to."""
    raise_max: int
    treasury_cash: int
    """What the Treasury begins with, from the Bank's cash; and how many bonds, unissued."""
    treasury_bonds: int
    redeem_from_bank: int
    redeem_from_player: int


@dataclass(frozen=True, eq=False)
class EditionRules:
    """Everything that an edition fixes, with the look-ups that the rules need.

    >>> from classkit.games.poleconomy.edition_file import EDITIONS
    >>> canada = EDITIONS.read("poleconomy-canada").rules
    >>> canada.squares["I07"].name, canada.advance("I00", 7)
    ('I.P. Sharp Associates', 'I07')
    >>> canada.leave_corner("C2", "outer", 9)
    'O30'
    """

    players_min: int
    players_max: int
    unit: int
    """Every amount of money is a multiple of this."""
    bank_cash: int
    supply: Supply
    start_capital: int
    income_multiple: int
    basic_income_per_pip: int
    prices: Prices
    savings_interest: int
    bond_interest: int
    tax_per_company: int
    tax_per_advert: int
    pm_salary: int
    rounds: Mapping[int, int]
    """Length in rounds by number of players, when ``round_limit`` is "auto" (P15.1)."""
    corners: Mapping[str, Corner]
    squares: Mapping[str, Square]
    inner: tuple[str, ...]
    outer: tuple[str, ...]
    index: Index
    politics: Politics
    finance: PublicFinance

    # Look-ups, computed once by `edition_file.judge`.
    start: str
    companies: tuple[str, ...]
    """Ids of all companies, smallest first; likewise the advertising squares and both together."""
    adverts: tuple[str, ...]
    ownable: tuple[str, ...]
    opportunity_targets: tuple[str, ...]
    """Every square but the Opportunity Squares (P9.2)."""
    corner_of: Mapping[str, str]
    """The id of the corner with each function."""

    def advance(self, square: str, steps: int) -> str:
        """Where ``steps`` squares clockwise lead, on the same circuit (P1.3, P3.3)."""
        here = self.squares[square]
        ring = self.inner if here.circuit == "inner" else self.outer
        return ring[(here.index + steps) % len(ring)]

    def leave_corner(self, corner: str, circuit: str, total: int) -> str:
        """Where a throw of ``total`` ends: the income square beside the corner counts 1 (P3.4)."""
        beside = self.corners[corner]
        first = beside.inner if circuit == "inner" else beside.outer
        return self.advance(first, total - 1)
