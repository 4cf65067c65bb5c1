"""Ledger of accounts and their balances.

There are two kinds of units: countable units (dollars, gold, savings cards) and *titles*, each of
which exists only once (the card of a square). Balances are never assigned directly:
:meth:`Ledger.move` moves units between accounts, and only :meth:`Ledger.mint` and
:meth:`Ledger.burn` change the total of a unit over all accounts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase

from .currency import DOLLAR
from .errors import LedgerError, UnknownName, require_known
from .events import INSTRUCTOR

SEAT_ACCOUNTS = tuple(ascii_uppercase)


@dataclass(slots=True, eq=False)
class Ledger:
    """The balances of all accounts, as plain data. Create a ledger with :meth:`open`.

    Args:
        balances: Unit -> account -> amount.
        titles: Title -> account that holds it.
        issuers: Accounts that may have a negative balance.
        seats: The seats of the match.
        named: Accounts named when the ledger was opened.

    Example:
        >>> ledger = Ledger.open({"dollars": {"bank": 100, "A": 0}}, titles={"I07": "bank"})
        >>> ledger.move("dollars", 30, "bank", "A"); ledger.move("I07", 1, "bank", "A")
        >>> ledger.balance("A"), ledger.holder("I07"), ledger.totals()
        (30, 'A', {'dollars': 100, 'I07': 1})
        >>> ledger.move("dollars", 31, "A", "bank")
        Traceback (most recent call last):
        classkit.engine.errors.LedgerError: A has 30 dollars and cannot give 31.
    """

    balances: dict[str, dict[str, int]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    issuers: tuple[str, ...] = ()
    seats: tuple[str, ...] = field(default=(), metadata={"fixed": True})
    """The seats, which are accounts even if they are empty."""
    named: tuple[str, ...] = field(default=(), metadata={"fixed": True})
    """The other accounts that the ledger was opened with, including empty ones."""

    @classmethod
    def open(
        cls,
        balances: Mapping[str, Mapping[str, int]],
        titles: Mapping[str, str] | None = None,
        issuers: Iterable[str] = (),
        empty: Iterable[str] = (),
    ) -> Ledger:
        """Return a new ledger.

        Args:
            balances: Unit -> account -> amount.
            titles: Holder of each title.
            issuers: Accounts that may have a negative balance, such as a bank that issues points.
            empty: Additional accounts that start empty, such as spaces of a board.

        Returns:
            The ledger.
        """
        held = {unit: dict(accounts) for unit, accounts in balances.items()}
        holders = dict(titles or {})
        named = tuple(dict.fromkeys((*empty, *holders.values())))
        return cls(held, holders, tuple(issuers), named=named)

    def balance(self, account: str, unit: str = DOLLAR.unit) -> int:
        """Return the balance of an account in a unit, which is 1 or 0 for a title.

        Args:
            account: Name of the account.
            unit: Unit of the ledger, or a title.

        Returns:
            The amount, in this unit.

        Raises:
            UnknownName: The unit or account is unknown (:meth:`units`, :meth:`accounts`).

        Example:
            >>> book = Ledger.open({"house": {"stock": 32}}, empty=["boardwalk"])
            >>> book.balance("stock", "house"), book.balance("boardwalk", "house")
            (32, 0)
            >>> Ledger.open({"dollars": {"bank": 100}}).balance("Bank")
            Traceback (most recent call last):
            classkit.engine.errors.UnknownName: There is no account 'Bank'. Did you mean 'bank'? \
Choose from: bank.
        """
        try:
            accounts = self.balances[unit]
        except Exception:  # may be a title or an untrusted value
            require_known("unit", unit, (*self.balances, *self.titles))
            return int(self.holder(unit) == self.check_account(account))
        try:
            return accounts[account]
        except Exception:  # the account has none of this unit, or is an untrusted value
            self.check_account(account)
            return 0

    def check_account(self, account: str) -> str:
        """Return the name of an account if it exists.

        If the ledger has no seats, any letter is accepted as a seat. INSTRUCTOR is accepted as an
        empty account.

        Raises:
            UnknownName: The account is unknown.
        """
        if type(account) is str and account in (*(self.seats or SEAT_ACCOUNTS), INSTRUCTOR):
            return account
        return require_known("account", account, self.accounts())

    def accounts(self) -> list[str]:
        """Return the accounts: seats, accounts named when the ledger was opened, and others in use.

        Returns:
            The names of the accounts.

        Example:
            >>> book = Ledger.open({"house": {"stock": 32}}, {"deed": "bank"}, empty=["boardwalk"])
            >>> book.accounts()
            ['bank', 'boardwalk', 'stock']
        """
        known = {*self.seats, *self.named, *self.titles.values()}
        return sorted(known.union(*self.balances.values()))

    def holder(self, title: str) -> str:
        """Return the account that holds the title.

        Args:
            title: Name of the title.

        Returns:
            Name of the account.

        Raises:
            UnknownName: The title is unknown.
        """
        try:
            return self.titles[title]
        except Exception:  # comparing an untrusted value may raise
            raise UnknownName("title", title, self.titles) from None

    def list_titles(self, account: str, among: Iterable[str] | None = None) -> list[str]:
        """Return an account's titles, in the order of ``among`` or, by default, of the ledger.

        Args:
            account: Name of the account.
            among: Titles to include, or None for all titles.

        Returns:
            The titles that the account holds.
        """
        titles = self.titles
        return [title for title in (titles if among is None else among) if titles[title] == account]

    def move(self, unit: str, amount: int, source: str, target: str) -> None:
        """Move ``amount`` (0 or more) of a unit from one account to another.

        Args:
            unit: Unit to move.
            amount: Amount in this unit, 0 or more.
            source: Account to debit.
            target: Account to credit.

        Raises:
            LedgerError: The balance of the source is too low. Nothing is moved.
        """
        try:  # fast path: a countable unit, and both accounts have held it before
            accounts = self.balances[unit]
        except KeyError:
            if amount != 1:
                message = f"{source} does not hold {unit}, so {amount} of it cannot be moved."
                raise LedgerError(message) from None
            self.move_title(unit, source, target)
            return
        try:
            held = accounts[source]
        except KeyError:
            held = 0
        if amount < 0:
            raise LedgerError(f"{amount} {unit} cannot be moved from {source} to {target}.")
        if amount > held and source not in self.issuers:
            raise LedgerError(f"{source} has {held:,} {unit} and cannot give {amount:,}.")
        accounts[source] = held - amount
        try:
            accounts[target] += amount
        except KeyError:
            accounts[target] = amount

    def move_title(self, title: str, source: str, target: str) -> None:
        """Move a title from its holder to another account.

        Args:
            title: Name of the title.
            source: Account that holds the title.
            target: Account that receives the title.

        Raises:
            LedgerError: The source does not hold the title. Nothing is moved.
        """
        if self.titles.get(title) != source:
            raise LedgerError(f"{source} does not hold {title}, so 1 of it cannot be moved.")
        self.titles[title] = target

    def mint(self, unit: str, amount: int, target: str) -> None:
        """Create ``amount`` of a unit in the account ``target``.

        Args:
            unit: Unit to create.
            amount: Amount in this unit, 0 or more.
            target: Account to credit.
        """
        if amount < 0:
            raise LedgerError(f"{amount} {unit} cannot be minted.")
        accounts = self.balances[unit]
        accounts[target] = accounts.get(target, 0) + amount

    def burn(self, unit: str, amount: int, source: str) -> None:
        """Remove ``amount`` of a unit from the account ``source``.

        Args:
            unit: Unit to remove.
            amount: Amount in this unit, 0 or more.
            source: Account to debit.
        """
        accounts = self.balances[unit]
        held = accounts.get(source, 0)
        if not 0 <= amount <= held:
            raise LedgerError(f"{source} has {held:,} {unit}; {amount:,} cannot be removed.")
        accounts[source] = held - amount

    def totals(self) -> dict[str, int]:
        """Return the total over all accounts of each unit; 1 for a title.

        Returns:
            A dict from unit or title to its total.
        """
        counted = {unit: sum(accounts.values()) for unit, accounts in self.balances.items()}
        return counted | dict.fromkeys(self.titles, 1)

    def units(self) -> list[str]:
        """Return the countable units.

        Returns:
            The names of the units, without titles.
        """
        return list(self.balances)
