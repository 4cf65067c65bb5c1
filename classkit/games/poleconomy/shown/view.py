"""The view of a seat: in Poleconomy everything on the table is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from classkit.engine.errors import known_name
from classkit.engine.requests import Seat
from classkit.engine.views import Source, View, question

from ..contents import EditionRules
from ..country import Country
from ..law_forms import law_form
from ..laws import TaxLaw, plain_law, read_law, tax_under
from ..rules.cabinet import salary_range
from ..rules.ending import net_worth, turns_left
from ..rules.index import tax_due
from ..rules.parliament import bills_left
from ..rules.treasury import own_redeemable, redemption_price
from ..state import BANK, Poleconomy

T = TypeVar("T")
STOCKS = ("savings", "bond", "life", "business")
"""The things that are counted besides money."""


class PoleconomyView(View):
    """The table as its players see it: read only; amounts are in dollars.

    >>> import classkit
    >>> view = classkit.new("poleconomy", seats=3, seed=7).view("A")
    >>> view.number, view.company_price, view.owner("I07")
    (1, 100000, 'bank')
    """

    __slots__ = ("edition",)
    _source: Source[Poleconomy]

    def __init__(self, source: Source[Poleconomy], seat: Seat | None) -> None:
        super().__init__(source, seat)
        self.edition: EditionRules = source.table.edition
        """Board, prices and stocks; frozen."""

    # --- names that are looked up: UnknownName for one that is not there ------------------------

    def _account(self, account: str) -> None:
        self._source.table.ledger.known_account(account)

    def _square(self, square: str) -> None:
        known_name("company or advertising square", square, self._source.table.ledger.titles)

    def _stock(self, stock: str) -> None:
        known_name("stock", stock, STOCKS)

    def _by_seat(self, facts: Mapping[Seat, T]) -> dict[Seat, T]:
        """Return facts of seats in order of the seats."""
        return {seat: facts[seat] for seat in self._source.table.seats if seat in facts}

    # --- the table --------------------------------------------------------------------------------

    number: int = question(lambda v: v._source.table.number, "The Inflation Number (P4.2).")
    marker: int = question(
        lambda v: v._source.table.marker, "The marker's position on the index, from 0."
    )
    arrow: str = question(lambda v: v._source.table.arrow, "``clockwise`` or ``anticlockwise``.")
    company_price: int = question(
        lambda v: v._source.table.company_price, "The price of a company (P4.2)."
    )
    company_profit: int = question(
        lambda v: v._source.table.company_profit, "The Company Profit (P4.2)."
    )
    advert_price: int = question(
        lambda v: v._source.table.advert_price, "The price of an advertising square (P4.2)."
    )

    def price(self, square: str) -> int:
        """Return the current value of a square, in dollars (P4.2)."""
        self._square(square)
        return self._source.table.price(square)

    prime_minister: Seat | None = question(
        lambda v: v._source.table.prime_minister,
        "The Prime Minister in office; None before the first election.",
    )
    banker: Seat = question(
        lambda v: v._source.table.banker, "The seat that throws first where several throw (P1.5)."
    )
    mover: Seat = question(lambda v: v._source.table.mover, "The seat whose turn it is.")

    def at(self, seat: Seat) -> str:
        """Return the square or corner where the seat's beaver stands."""
        self._seat(seat)
        return self._source.table.players[seat].at

    def basic_income(self, seat: Seat) -> int:
        """Return the seat's Basic Income, in dollars."""
        self._seat(seat)
        return self._source.table.players[seat].basic_income

    def cash(self, account: str) -> int:
        """Return the cash of a seat, of ``bank`` or of ``treasury``, in dollars."""
        self._account(account)
        return self._source.table.ledger.balances["dollars"].get(account, 0)

    def count(self, account: str, stock: str) -> int:
        """Return how many ``savings``, ``bond``, ``life`` or ``business`` an account holds."""
        self._account(account)
        self._stock(stock)
        return self._source.table.ledger.balances[stock].get(account, 0)

    def left(self, stock: str) -> int:
        """Return how many the Bank still has."""
        self._stock(stock)
        return self._source.table.ledger.balances[stock].get(BANK, 0)

    def owner(self, square: str) -> str:
        """Return the owner of a square: a seat, or ``bank``."""
        self._square(square)
        return self._source.table.owner(square)

    def companies_of(self, account: str) -> list[str]:
        """Return the companies of a seat or of ``bank``, smallest id first."""
        self._account(account)
        return self._source.table.companies_of(account)

    def first_company_of_others(self, seat: Seat) -> str | None:
        """Return the company with the smallest id that another player owns; None without one."""
        self._seat(seat)
        owners = self._source.table.company_owners()
        rivals = set(owners).difference((BANK, seat))
        return self.edition.companies[min(map(owners.index, rivals))] if rivals else None

    def adverts_of(self, account: str) -> list[str]:
        """Return the advertising squares of a seat or of ``bank``, smallest id first."""
        self._account(account)
        return self._source.table.adverts_of(account)

    def squares_of(self, account: str) -> list[str]:
        """Return all squares of a seat or of ``bank``."""
        self._account(account)
        return self._source.table.squares_of(account)

    def count_squares(self, account: str) -> int:
        """Return how many squares a seat or ``bank`` owns."""
        self._account(account)
        return sum(self._source.table.count_squares(account))

    def debts(self, debtor: Seat) -> dict[str, int]:
        """Return what a seat owes, creditor -> dollars (P13.4)."""
        self._seat(debtor)
        return dict(self._source.table.players[debtor].owes)

    def net_worth(self, seat: Seat) -> int:
        """Return the net worth of a seat at the current Number, in dollars (P15.3)."""
        self._seat(seat)
        return net_worth(self._source.table, seat)

    turns_left: int = question(
        lambda v: turns_left(v._source.table),
        "The number of turns, of all players, after this one; very many without a limit (P15.1).",
    )
    offers_left: int = question(
        lambda v: v._source.table.options.trades_per_turn - v._source.table.offers_made,
        "The number of trades that the mover may still offer in this turn (P13.1).",
    )

    # --- Game 2: the state; in Game 1 there is none, and all this is empty ----------------------

    @property
    def _country(self) -> Country | None:
        table = self._source.table
        return table if isinstance(table, Country) else None

    @property
    def government(self) -> tuple[Seat, ...]:
        """The members of the Government (P16.4)."""
        country = self._country
        return country.government if country else ()

    def party(self, seat: Seat) -> str | None:
        """Return the seat's party; None for an independent (P16.2)."""
        self._seat(seat)
        country = self._country
        return country.parties.get(seat) if country else None

    def votes(self, seat: Seat) -> int:
        """Return the seat's votes until the next election (P16.3)."""
        self._seat(seat)
        country = self._country
        return country.votes.get(seat, 0) if country else 0

    def has_majority(self, votes: int) -> bool:
        """Return whether votes are more than half of all votes (P16.4)."""
        country = self._country
        return country.has_majority(votes) if country else False

    def post(self, seat: Seat) -> str | None:
        """Return the seat's position in the Cabinet (P18.1)."""
        self._seat(seat)
        country = self._country
        return country.cabinet.get(seat) if country else None

    @property
    def cabinet(self) -> dict[Seat, str]:
        """Minister -> position, in order of the seats (P18.1)."""
        country = self._country
        return self._by_seat(country.cabinet) if country else {}

    def salary(self, seat: Seat) -> int:
        """Return the seat's salary, in dollars (P18.2)."""
        self._seat(seat)
        country = self._country
        return country.salaries.get(seat, 0) if country else 0

    def highest_salary(self, seat: Seat) -> int:
        """Return the most that a seat in office may be paid now, in dollars (P18.2, P18.3, P18.5).

        It is 0 without office.
        """
        self._seat(seat)
        country = self._country
        if country is None or seat not in country.salaries:
            return 0
        return salary_range(country, seat)[1]

    @property
    def salaries(self) -> dict[Seat, int]:
        """The salaries of all in office, in order of the seats (P18.2)."""
        country = self._country
        return self._by_seat(country.salaries) if country else {}

    @property
    def unissued(self) -> int:
        """Bonds that the Treasury can still issue (P17.1)."""
        country = self._country
        return country.unissued if country else 0

    @property
    def issued(self) -> int:
        """Bonds issued: the public debt, each of which bears interest (P17.6)."""
        country = self._country
        return country.issued if country else 0

    @property
    def next_interest(self) -> int:
        """What the Treasury owes when the marker next stops on Bonds, in dollars (P17.6)."""
        country = self._country
        return country.next_interest if country else 0

    @property
    def means(self) -> int:
        """The largest bill that the Treasury can pay, in dollars (P17.5)."""
        country = self._country
        return country.means if country else 0

    def bonds_for(self, bill: int) -> int:
        """Return how many bonds would be issued for a bill of the Treasury (P17.4)."""
        country = self._country
        return country.bonds_for(bill) if country else 0

    def redemption_price(self, holder: str) -> int:
        """Return what the Treasury pays a seat or ``bank`` for one bond, in dollars (P17.8)."""
        self._account(holder)
        country = self._country
        return redemption_price(country, holder) if country else 0

    def own_redeemable(self, others: int) -> int:
        """Return how many own bonds the Prime Minister may redeem besides ``others`` (P17.9)."""
        country = self._country
        return own_redeemable(country, others) if country else 0

    @property
    def law(self) -> dict[str, Any]:
        """The tax law in force, as it could be tabled (P19.3)."""
        country = self._country
        return plain_law(country.law) if country else {}

    @property
    def law_in_force(self) -> TaxLaw | None:
        """The tax law in force, frozen; None in Game 1 (P19.3)."""
        country = self._country
        return country.law if country else None

    def may_say(self, stated: Mapping[str, Any]) -> bool:
        """Return whether this may be tabled as a tax law at this table (P19.2, P19.3)."""
        language, band = self.edition.politics.language, self.options.min_band_width
        return law_form(language, band).refuse(stated) is None

    @property
    def deferred(self) -> list[dict[str, Any]]:
        """Subsidies passed and not yet paid, with the turn in which they fall due (P19.5)."""
        country = self._country
        return country.plain_deferred() if country else []

    @property
    def bills_left(self) -> int:
        """The number of bills that the Prime Minister may still table in this turn (P19.1)."""
        country = self._country
        return bills_left(country) if country else 0

    @property
    def salaries_before(self) -> dict[Seat, int]:
        """Salaries at the start of this turn, from which raises are counted (P18.3)."""
        country = self._country
        return self._by_seat(country.salaries_before) if country else {}

    def figures(self, seat: Seat) -> Mapping[str, int]:
        """Return the figures of a seat that a law may look at; none in Game 1 (P19.2)."""
        self._seat(seat)
        country = self._country
        return country.has(seat) if country else {}

    def subsidised(self, seat: Seat) -> int:
        """Return the subsidies that a seat has received in this turn, in dollars (P19.6)."""
        self._seat(seat)
        country = self._country
        return country.subsidised.get(seat, 0) if country else 0

    def tax_due(self, seat: Seat, law: Mapping[str, Any] | None = None) -> int:
        """Return what the seat would owe on Taxation, under the law in force or another (P19.4)."""
        self._seat(seat)
        country = self._country
        if country is None:
            return tax_due(self._source.table, seat)
        return country.tax_due(seat) if law is None else tax_under(read_law(law), country.has(seat))
