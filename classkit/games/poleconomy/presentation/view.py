"""Views of Poleconomy, in which the whole table is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from classkit.engine.decisions import Seat
from classkit.engine.errors import require_known
from classkit.engine.views import View, ViewSource, view_property

from ..country_state import CountryState
from ..law_forms import build_law_form
from ..laws import TaxLaw, compute_tax, dump_law, read_law
from ..rules.cabinet import get_salary_range
from ..rules.ending import compute_net_worth, count_turns_left
from ..rules.inflation_index import compute_default_tax
from ..rules.parliament import count_bills_left
from ..rules.treasury import count_own_redeemable, get_redemption_price
from ..rules_data import PoleconomyRules
from ..state import BANK, PoleconomyState

T = TypeVar("T")
STOCK_NAMES = ("savings", "bond", "life", "business")
"""Holdings that are counted, besides money."""


class PoleconomyView(View):
    """A read-only view of the table. Amounts are in dollars.

    Example:
        >>> import classkit
        >>> view = classkit.new("poleconomy", seats=3, seed=7).view("A")
        >>> view.number, view.company_price, view.owner("I07")
        (1, 100000, 'bank')
    """

    __slots__ = ("edition",)
    _source: ViewSource[PoleconomyState]

    def __init__(self, source: ViewSource[PoleconomyState], seat: Seat | None) -> None:
        super().__init__(source, seat)
        self.edition: PoleconomyRules = source.table.edition
        """The contents of the edition: board, prices and supplies. Read-only."""

    # --- checks that raise UnknownName -----------------------------------------------------------

    def _check_account(self, account: str) -> None:
        self._source.table.ledger.check_account(account)

    def _check_square(self, square: str) -> None:
        require_known("company or advertising square", square, self._source.table.ledger.titles)

    def _check_stock(self, stock: str) -> None:
        require_known("stock", stock, STOCK_NAMES)

    def _order_by_seat(self, facts: Mapping[Seat, T]) -> dict[Seat, T]:
        """Return the values by seat, in seat order."""
        return {seat: facts[seat] for seat in self._source.table.seats if seat in facts}

    # --- the table --------------------------------------------------------------------------------

    number: int = view_property(lambda v: v._source.table.number, "The Inflation Number (P4.2).")
    marker: int = view_property(
        lambda v: v._source.table.marker, "The marker's position on the index, from 0."
    )
    arrow: str = view_property(
        lambda v: v._source.table.arrow, "``clockwise`` or ``anticlockwise``."
    )
    company_price: int = view_property(
        lambda v: v._source.table.company_price, "The price of a company, in dollars (P4.2)."
    )
    company_profit: int = view_property(
        lambda v: v._source.table.company_profit, "The Company Profit, in dollars (P4.2)."
    )
    advert_price: int = view_property(
        lambda v: v._source.table.advert_price,
        "The price of an advertising square, in dollars (P4.2).",
    )

    def price(self, square: str) -> int:
        """Return the current price of a square, in dollars (P4.2)."""
        self._check_square(square)
        return self._source.table.get_price(square)

    prime_minister: Seat | None = view_property(
        lambda v: v._source.table.prime_minister,
        "The Prime Minister, or None before the first election.",
    )
    banker: Seat = view_property(
        lambda v: v._source.table.banker,
        "The seat that rolls first if several roll (P1.5).",
    )
    mover: Seat = view_property(lambda v: v._source.table.mover, "The seat whose turn it is.")

    def at(self, seat: Seat) -> str:
        """Return the square or corner of the seat's beaver."""
        self._check_seat(seat)
        return self._source.table.players[seat].at

    def basic_income(self, seat: Seat) -> int:
        """Return the seat's Basic Income, in dollars."""
        self._check_seat(seat)
        return self._source.table.players[seat].basic_income

    def cash(self, account: str) -> int:
        """Return the cash of a seat, ``bank`` or ``treasury``, in dollars."""
        self._check_account(account)
        return self._source.table.ledger.balances["dollars"].get(account, 0)

    def count(self, account: str, stock: str) -> int:
        """Return the number of ``savings``, ``bond``, ``life`` or ``business`` of an account."""
        self._check_account(account)
        self._check_stock(stock)
        return self._source.table.ledger.balances[stock].get(account, 0)

    def left(self, stock: str) -> int:
        """Return the number of ``savings``, ``bond``, ``life`` or ``business`` left at the Bank."""
        self._check_stock(stock)
        return self._source.table.ledger.balances[stock].get(BANK, 0)

    def owner(self, square: str) -> str:
        """Return the owner of a square: a seat, or ``bank``."""
        self._check_square(square)
        return self._source.table.get_owner(square)

    def companies_of(self, account: str) -> list[str]:
        """Return the companies of a seat or of ``bank``, smallest id first."""
        self._check_account(account)
        return self._source.table.list_companies(account)

    def first_company_of_others(self, seat: Seat) -> str | None:
        """Return the company with the smallest id that another player owns, or None."""
        self._check_seat(seat)
        owners = self._source.table.list_company_owners()
        rivals = set(owners).difference((BANK, seat))
        return self.edition.companies[min(map(owners.index, rivals))] if rivals else None

    def adverts_of(self, account: str) -> list[str]:
        """Return the advertising squares of a seat or of ``bank``, smallest id first."""
        self._check_account(account)
        return self._source.table.list_adverts(account)

    def squares_of(self, account: str) -> list[str]:
        """Return all squares of a seat or of ``bank``."""
        self._check_account(account)
        return self._source.table.squares_of(account)

    def count_squares(self, account: str) -> int:
        """Return the number of squares of a seat or ``bank``."""
        self._check_account(account)
        return sum(self._source.table.count_squares(account))

    def debts(self, debtor: Seat) -> dict[str, int]:
        """Return a seat's debts in dollars by creditor (P13.4)."""
        self._check_seat(debtor)
        return dict(self._source.table.players[debtor].owes)

    def net_worth(self, seat: Seat) -> int:
        """Return the net worth of a seat, in dollars (P15.3)."""
        self._check_seat(seat)
        return compute_net_worth(self._source.table, seat)

    turns_left: int = view_property(
        lambda v: count_turns_left(v._source.table),
        "The number of turns of all players after this one; 1,000,000 without a limit (P15.1).",
    )
    offers_left: int = view_property(
        lambda v: v._source.table.options.trades_per_turn - v._source.table.offers_made,
        "The number of trades that the mover may still offer in this turn (P13.1).",
    )

    # --- Game 2 (empty results in Game 1) -------------------------------------------------------

    @property
    def _country(self) -> CountryState | None:
        table = self._source.table
        return table if isinstance(table, CountryState) else None

    @property
    def government(self) -> tuple[Seat, ...]:
        """The members of the Government, or () in Game 1 (P16.4)."""
        country = self._country
        return country.government if country else ()

    def party(self, seat: Seat) -> str | None:
        """Return the seat's party, or None for an independent (P16.2)."""
        self._check_seat(seat)
        country = self._country
        return country.parties.get(seat) if country else None

    def votes(self, seat: Seat) -> int:
        """Return the seat's votes until the next election (P16.3)."""
        self._check_seat(seat)
        country = self._country
        return country.votes.get(seat, 0) if country else 0

    def has_majority(self, votes: int) -> bool:
        """Return True if `votes` are more than half of all votes (P16.4)."""
        country = self._country
        return country.has_majority(votes) if country else False

    def post(self, seat: Seat) -> str | None:
        """Return the seat's Cabinet post, or None (P18.1)."""
        self._check_seat(seat)
        country = self._country
        return country.cabinet.get(seat) if country else None

    @property
    def cabinet(self) -> dict[Seat, str]:
        """The post of each minister, in seat order (P18.1)."""
        country = self._country
        return self._order_by_seat(country.cabinet) if country else {}

    def salary(self, seat: Seat) -> int:
        """Return the seat's salary, in dollars (P18.2)."""
        self._check_seat(seat)
        country = self._country
        return country.salaries.get(seat, 0) if country else 0

    def highest_salary(self, seat: Seat) -> int:
        """Return the highest salary that a seat may receive now, in dollars (P18.2, P18.3, P18.5).

        Return 0 for a seat without office.
        """
        self._check_seat(seat)
        country = self._country
        if country is None or seat not in country.salaries:
            return 0
        return get_salary_range(country, seat)[1]

    @property
    def salaries(self) -> dict[Seat, int]:
        """Salaries in dollars by seat, in seat order (P18.2)."""
        country = self._country
        return self._order_by_seat(country.salaries) if country else {}

    @property
    def unissued(self) -> int:
        """The number of bonds that the Treasury can still issue (P17.1)."""
        country = self._country
        return country.unissued if country else 0

    @property
    def issued(self) -> int:
        """The number of issued bonds, which all bear interest (P17.6)."""
        country = self._country
        return country.issued if country else 0

    @property
    def next_interest(self) -> int:
        """The interest due at the next Bonds stop, in dollars (P17.6)."""
        country = self._country
        return country.next_interest if country else 0

    @property
    def means(self) -> int:
        """The largest bill that the Treasury can pay, in dollars (P17.5)."""
        country = self._country
        return country.payable_funds if country else 0

    def bonds_for(self, bill: int) -> int:
        """Return the number of bonds that the Treasury would issue for a bill (P17.4)."""
        country = self._country
        return country.count_bonds_needed(bill) if country else 0

    def redemption_price(self, holder: str) -> int:
        """Return the price of one bond that a seat or ``bank`` holds, in dollars (P17.8)."""
        self._check_account(holder)
        country = self._country
        return get_redemption_price(country, holder) if country else 0

    def own_redeemable(self, others: int) -> int:
        """Return the number of own bonds that may be redeemed besides ``others`` (P17.9)."""
        country = self._country
        return count_own_redeemable(country, others) if country else 0

    @property
    def law(self) -> dict[str, Any]:
        """The tax law in force as plain data, in the form of `propose_tax` (P19.3)."""
        country = self._country
        return dump_law(country.law) if country else {}

    @property
    def law_in_force(self) -> TaxLaw | None:
        """The tax law in force as a frozen object, or None in Game 1 (P19.3)."""
        country = self._country
        return country.law if country else None

    def may_say(self, stated: Mapping[str, Any]) -> bool:
        """Return True if this data may be proposed as a tax law in this match (P19.2, P19.3)."""
        language, band = self.edition.politics.language, self.options.min_band_width
        return build_law_form(language, band).refuse(stated) is None

    @property
    def deferred(self) -> list[dict[str, Any]]:
        """Passed but unpaid subsidies and their due turns (P19.5)."""
        country = self._country
        return country.dump_deferred() if country else []

    @property
    def bills_left(self) -> int:
        """The number of bills that the Prime Minister may still propose in this turn (P19.1)."""
        country = self._country
        return count_bills_left(country) if country else 0

    @property
    def salaries_before(self) -> dict[Seat, int]:
        """Salaries at the start of this turn, as the base for raises (P18.3)."""
        country = self._country
        return self._order_by_seat(country.salaries_before) if country else {}

    def figures(self, seat: Seat) -> Mapping[str, int]:
        """Return a seat's values that laws may test, or {} in Game 1 (P19.2)."""
        self._check_seat(seat)
        country = self._country
        return country.get_field_values(seat) if country else {}

    def subsidised(self, seat: Seat) -> int:
        """Return the subsidies that a seat received in this turn, in dollars (P19.6)."""
        self._check_seat(seat)
        country = self._country
        return country.subsidised.get(seat, 0) if country else 0

    def tax_due(self, seat: Seat, law: Mapping[str, Any] | None = None) -> int:
        """Return the seat's tax in dollars under a law, or under the law in force (P19.4)."""
        self._check_seat(seat)
        country = self._country
        if country is None:
            return compute_default_tax(self._source.table, seat)
        return (
            country.get_tax_due(seat)
            if law is None
            else compute_tax(read_law(law), country.get_field_values(seat))
        )
