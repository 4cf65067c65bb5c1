"""Expressions for metrics that count titles or sum their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .components import ExactNumber, Holding
from .expressions import (
    Accounts,
    Expression,
    Function,
    Leaf,
    Sum,
    make_sum,
    read_accounts,
    shared_leaves,
)
from .row_cache import once_a_row


class AmountsByAccount(dict[str, Any]):
    """Amounts by account, or 0 for a missing account."""

    def __missing__(self, account: str) -> int:
        return 0


@once_a_row
def sum_by_account(
    t: Any, among: Callable[..., Iterable[str]], worth: Function, *part: Any
) -> AmountsByAccount:
    """Return the total value of titles by owner. Metrics in a row share the result."""
    held = t.ledger.titles
    found = AmountsByAccount()
    for title in among(t, *part):
        found[held[title]] += worth(t, title)
    return found


def make_worths_reader(
    among: Callable[..., Iterable[str]], worth: ExactNumber | Function
) -> Callable[..., Callable[[str], Any]]:
    """Return a function that takes a state and returns a function from account to total value."""
    if callable(worth):
        return lambda t, *part: sum_by_account(t, among, worth, *part).__getitem__
    if worth == 1:
        return lambda t, *part: [*map(t.ledger.titles.__getitem__, among(t, *part))].count

    def read_worths(t: Any, *part: Any) -> Callable[[str], Any]:
        holders = [*map(t.ledger.titles.__getitem__, among(t, *part))]
        return lambda account: worth * holders.count(account)

    return read_worths


def titles(
    among: Callable[..., Iterable[str]],
    at: Accounts = None,
    *,
    of_part: bool = False,
    held_only: bool = False,
    worth: ExactNumber | Function = 1,
    kind: str | Function = "",
    minus: bool = False,
    name: str = "",
    reason: str = "",
    paid_for: Mapping[str, str] | None = None,
    priced_by: Iterable[Expression] = (),
    leaf: str = "titles",
) -> Sum:
    """Return an expression for the number or the value of the titles that some accounts hold.

    Args:
        among: Function that takes the state and returns the titles that count.
        at: As in :func:`holding`.
        of_part: Pass the part of the metric to ``among``.
        held_only: List only titles that the accounts hold, for values that depend on the owner. A
            lost title then counts with its last value.
        worth: Value of each title, or a function that takes the state and the title.
        kind: As in :class:`Holding`, or a function that takes the state and the title.
        minus: Subtract the titles instead of adding them.
        name: Name of an item that is attached to a title and moves with it, such as "mortgage". Its
            value changes for ``reason`` and is the amount of a separate holding.
        reason: As in :class:`Holding`.
        paid_for: As in :class:`Components`.
        priced_by: Metrics that a chart of the value would reveal, such as a price.
        leaf: Name of the leaf that metrics of these titles share.
    """
    accounts = read_accounts(at)
    sign = -1 if minus else 1
    worth_of: Function = worth if callable(worth) else lambda t, title: worth
    kind_of: Function = kind if callable(kind) else lambda t, title: kind

    of_seat = at if isinstance(at, Mapping) else None
    read_worths = make_worths_reader(among, worth)

    def value(t: Any, *whose: Any) -> Any:
        worths = read_worths(t, *(whose[-1:] if of_part else ()))
        return sign * sum([worths(account) for account in accounts(t, *whose)])

    def read_seats(t: Any, *part: Any) -> dict[str, Any]:
        worths = read_worths(t, *part)
        if of_seat is not None:
            return {seat: sign * worths(of_seat[seat]) for seat in t.seats}
        return {seat: sign * worths(seat) for seat in t.seats}

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        held, where = t.ledger.titles, accounts(t, *whose)
        listed = among(t, whose[-1]) if of_part else among(t)
        owned = {title: sign * (held[title] in where) for title in listed}
        if held_only:
            owned = {title: own for title, own in owned.items() if own}
        if name:
            return [
                Holding(f"{name}:{title}", own * worth_of(t, title), 1, "", reason, title)
                for title, own in owned.items()
            ]
        return [
            Holding(title, own, worth_of(t, title), kind_of(t, title))
            for title, own in owned.items()
        ]

    inner: frozenset[Leaf] = frozenset({leaf})
    return make_sum(
        value, accounts, holdings, paid_for=paid_for, inner=inner,
        leaves=inner | shared_leaves(priced_by), keys=inner,
        read_seats=read_seats if at is None or of_seat else None,
    )  # fmt: skip


def titles_by_account(
    accounts: Callable[..., Iterable[str]],
    among: Callable[..., Iterable[str]],
    worth: ExactNumber | Function = 1,
) -> Expression:
    """Return an expression for the number or the value of titles. Its parts are the accounts.

    Args:
        accounts: Function that takes the state and returns the accounts, which become the parts.
        among: As in :func:`titles`.
        worth: As in :func:`titles`.
    """
    one = titles(among, lambda t, account: (account,), worth=worth)

    read_worths = make_worths_reader(among, worth)

    def value(t: Any) -> dict[str, Any]:
        worths = read_worths(t)
        return {account: worths(account) for account in accounts(t)}

    return Expression(value, one.components, leaves=one.leaves, keys=one.keys)
