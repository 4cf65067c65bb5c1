"""Accounts, and everything that is held in them.

Two kinds of units: those that are counted (dollars, gold, savings cards) and *titles*, of which
one exists (the card of a square). Balances are read, never assigned: :meth:`Ledger.move` is the
only way from one account to another, and for each unit the sum over all accounts never changes
except by :meth:`Ledger.mint` and :meth:`Ledger.burn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase

from .errors import LedgerError, UnknownName, known_name
from .log import INSTRUCTOR

ANY_SEAT = tuple(ascii_uppercase)


@dataclass(slots=True, eq=False)
class Ledger:
    """What every account holds, as plain data.

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
    """The seats at the table, which are accounts also while they hold nothing."""
    named: tuple[str, ...] = field(default=(), metadata={"fixed": True})
    """The accounts of titles that it was opened with, and those that held nothing then."""

    @classmethod
    def open(
        cls,
        balances: Mapping[str, Mapping[str, int]],
        titles: Mapping[str, str] | None = None,
        issuers: Iterable[str] = (),
        empty: Iterable[str] = (),
    ) -> Ledger:
        """Open a ledger with these holdings; only ``issuers`` may go below 0 (a bank of points).

        ``balances`` are unit -> account -> amount, ``titles`` the holder of each title.
        ``empty`` names the further accounts in which something may lie later, such as the spaces
        of a board; the seats are known.
        """
        held = {unit: dict(accounts) for unit, accounts in balances.items()}
        holders = dict(titles or {})
        named = tuple(dict.fromkeys((*empty, *holders.values())))
        return cls(held, holders, tuple(issuers), named=named)

    def balance(self, account: str, unit: str = "dollars") -> int:
        """Return how much of the unit the account holds; for a title 1 or 0.

        It is 0 for every unit and account of this ledger in which none of it lies. UnknownName for
        a unit or account that there is not (:meth:`units`, :meth:`accounts`).

        >>> book = Ledger.open({"house": {"stock": 32}}, empty=["boardwalk"])
        >>> book.balance("stock", "house"), book.balance("boardwalk", "house")
        (32, 0)
        >>> Ledger.open({"dollars": {"bank": 100}}).balance("Bank")
        Traceback (most recent call last):
        classkit.engine.errors.UnknownName: There is no account 'Bank'. Did you mean 'bank'? \
There are: bank.
        """
        try:
            accounts = self.balances[unit]
        except Exception:  # a title, or whatever a stranger named
            known_name("unit", unit, (*self.balances, *self.titles))
            return int(self.holder(unit) == self.known_account(account))
        try:
            return accounts[account]
        except Exception:  # nothing of this unit, or whatever a stranger named
            self.known_account(account)
            return 0

    def known_account(self, account: str) -> str:
        """Return the name of an account; UnknownName where there is none such.

        Without a table nobody knows how many seats there are: then any letter is one. The
        instructor is known too: a view may ask what its viewer holds, and that is nothing.
        """
        if type(account) is str and account in (*(self.seats or ANY_SEAT), INSTRUCTOR):
            return account
        return known_name("account", account, self.accounts())

    def accounts(self) -> list[str]:
        """List the accounts: seats, those named when it was opened, and all that have held any.

        >>> Ledger.open({"house": {"stock": 32}}, {"deed": "bank"}, empty=["boardwalk"]).accounts()
        ['bank', 'boardwalk', 'stock']
        """
        known = {*self.seats, *self.named, *self.titles.values()}
        return sorted(known.union(*self.balances.values()))

    def holder(self, title: str) -> str:
        """Return the account that holds the title; UnknownName where there is no such title."""
        try:
            return self.titles[title]
        except Exception:  # what a stranger named may be no name, and break when it is compared
            raise UnknownName("title", title, self.titles) from None

    def titles_of(self, account: str, among: Iterable[str] | None = None) -> list[str]:
        """List an account's titles, in the order of ``among`` (by default: of the ledger)."""
        titles = self.titles
        return [title for title in (titles if among is None else among) if titles[title] == account]

    def move(self, unit: str, amount: int, source: str, target: str) -> None:
        """Move ``amount`` (0 or more) of a unit from the account ``source`` to ``target``.

        All of it or, with LedgerError, nothing.
        """
        try:  # what is moved is nearly always counted, between accounts that have had some
            accounts = self.balances[unit]
        except KeyError:
            if amount != 1:
                message = f"{source} does not hold {unit}, so {amount} of it cannot move."
                raise LedgerError(message) from None
            self.hand_over(unit, source, target)
            return
        try:
            held = accounts[source]
        except KeyError:
            held = 0
        if amount < 0:
            raise LedgerError(f"{amount} {unit} cannot move from {source} to {target}.")
        if amount > held and source not in self.issuers:
            raise LedgerError(f"{source} has {held:,} {unit} and cannot give {amount:,}.")
        accounts[source] = held - amount
        try:
            accounts[target] += amount
        except KeyError:
            accounts[target] = amount

    def hand_over(self, title: str, source: str, target: str) -> None:
        """Move a title from its holder ``source`` to ``target``, or nothing with LedgerError."""
        if self.titles.get(title) != source:
            raise LedgerError(f"{source} does not hold {title}, so 1 of it cannot move.")
        self.titles[title] = target

    def mint(self, unit: str, amount: int, target: str) -> None:
        """Make ``amount`` of a ``unit`` for ``target``: the one way in which a sum grows."""
        if amount < 0:
            raise LedgerError(f"{amount} {unit} cannot be made.")
        accounts = self.balances[unit]
        accounts[target] = accounts.get(target, 0) + amount

    def burn(self, unit: str, amount: int, source: str) -> None:
        """Take ``amount`` of a ``unit`` from ``source`` out of the world: a sum shrinks only so."""
        accounts = self.balances[unit]
        held = accounts.get(source, 0)
        if not 0 <= amount <= held:
            raise LedgerError(f"{source} has {held:,} {unit}; {amount:,} cannot be taken out.")
        accounts[source] = held - amount

    def totals(self) -> dict[str, int]:
        """Return the sum over all accounts by unit; a title is always 1."""
        counted = {unit: sum(accounts.values()) for unit, accounts in self.balances.items()}
        return counted | dict.fromkeys(self.titles, 1)

    def units(self) -> list[str]:
        """List the units that are counted."""
        return list(self.balances)
