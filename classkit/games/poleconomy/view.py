"""What a seat may know of a match: in Game 1, everything on the table."""

from __future__ import annotations

from classkit.engine.requests import Seat
from classkit.engine.views import View

from .edition import EditionRules
from .ending import net_worth
from .state import BANK, Poleconomy


class PoleconomyView(View):
    """The table as its players see it: read only; amounts are in dollars.

    >>> import classkit
    >>> view = classkit.new("poleconomy", seats=3, seed=7).view("A")
    >>> view.number, view.company_price, view.owner("I07")
    (1, 100000, 'bank')
    """

    __slots__ = ()

    @property
    def _t(self) -> Poleconomy:
        table: Poleconomy = self._source.table
        return table

    @property
    def edition(self) -> EditionRules:
        """Board, prices and stocks; frozen."""
        return self._t.edition

    @property
    def number(self) -> int:
        """The Inflation Number (P4.2)."""
        return self._t.number

    @property
    def marker(self) -> int:
        """The marker's position on the index, from 0."""
        return self._t.marker

    @property
    def arrow(self) -> str:
        """``clockwise`` or ``anticlockwise``."""
        return self._t.arrow

    @property
    def company_price(self) -> int:
        """The price of a company, and the Company Profit (P4.2)."""
        return self._t.company_price

    @property
    def advert_price(self) -> int:
        """The price of an advertising square (P4.2)."""
        return self._t.advert_price

    def price(self, square: str) -> int:
        """The current value of a square (P4.2)."""
        return self._t.price(square)

    @property
    def prime_minister(self) -> Seat | None:
        """Who is in office."""
        return self._t.prime_minister

    @property
    def banker(self) -> Seat:
        """Who throws first where several throw (P1.5)."""
        return self._t.banker

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return self._t.mover

    def at(self, seat: Seat) -> str:
        """Where the seat's beaver stands."""
        return self._t.players[seat].at

    def basic_income(self, seat: Seat) -> int:
        """The seat's Basic Income."""
        return self._t.players[seat].basic_income

    def cash(self, account: str) -> int:
        """The cash of a seat or of ``bank``."""
        return self._t.cash(account)

    def count(self, account: str, stock: str) -> int:
        """How many ``savings``, ``bond``, ``life`` or ``business`` a seat or ``bank`` holds."""
        return self._t.count(account, stock)

    def left(self, stock: str) -> int:
        """How many the Bank still has."""
        return self._t.count(BANK, stock)

    def owner(self, square: str) -> str:
        """Who owns a square: a seat, or ``bank``."""
        return self._t.owner(square)

    def companies_of(self, account: str) -> list[str]:
        """The companies of a seat or of ``bank``, smallest id first."""
        return self._t.companies_of(account)

    def adverts_of(self, account: str) -> list[str]:
        """The advertising squares of a seat or of ``bank``, smallest id first."""
        return self._t.adverts_of(account)

    def squares_of(self, account: str) -> list[str]:
        """All squares of a seat or of ``bank``."""
        return self._t.squares_of(account)

    def debts(self, debtor: Seat) -> dict[str, int]:
        """What a seat owes: creditor -> dollars (P13.4)."""
        return dict(self._t.players[debtor].owes)

    def net_worth(self, seat: Seat) -> int:
        """What a seat is worth at the current Number (P15.3)."""
        return net_worth(self._t, seat)
