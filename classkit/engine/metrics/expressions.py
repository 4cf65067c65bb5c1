"""Expressions that declare the value, the terms and the disclosures of a metric in one place.

An expression is the ``compute`` of a :class:`~classkit.engine.metrics.Metric`. The functions in
this module build expressions from other functions, which receive the state. For a metric of seats
they also receive the seat, and for a metric that consists of parts also the part, as in ``worth(t,
seat, "grain")``.

Example:
    >>> from types import SimpleNamespace as State
    >>> from classkit.engine.ledger import Ledger
    >>> book = Ledger.open({"dollars": {"A": 50}, "bond": {"A": 2}})
    >>> wealth = total_of(cash=holding("dollars"), bonds=holding("bond", worth=100))
    >>> wealth.value(State(ledger=book, worked_out=None), "A")
    250
    >>> parts_of(wealth).value(State(ledger=book, worked_out=None), "A")
    {'cash': 50, 'bonds': 200}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

from ..untrusted_input import FrozenDict, freeze_json
from .components import (
    AnyComponents,
    Components,
    ExactNumber,
    Holding,
)
from .row_cache import once_a_row

Function: TypeAlias = Callable[..., Any]
"""Function that takes the state and, depending on the metric, the seat and the part."""
Leaf: TypeAlias = Hashable
"""Something that several metrics are computed from, such as the grain in the market."""
NO_LEAVES: frozenset[Leaf] = frozenset()
ExpressionT = TypeVar("ExpressionT", bound="Expression")


@dataclass(frozen=True, eq=False)
class Expression:
    """The declaration of a metric as an expression.

    Args:
        value: Function that returns the value.
        components: Function that returns the components of the value, or None.
        events: Events that change the value, if it has no components.
        unsplit: Sentence that describes the composition of the value if a change cannot be split.
        leaves: Inputs that the value is computed from. Metrics that share a leaf reveal each other.
        keys: Leaves that, when predicted, cause this metric to be hidden. Defaults to all.
        read_seats: Function that takes the state and returns the values of all seats, if this is
            faster than computing them one by one. It returns a FrozenDict if the values are frozen.
            Used for rows of the history.
        common: Function that takes the state (and the part) and returns the value, if it is the
            same for every seat.

    Example:
        >>> holding("dollars", "bank").gives_away(holding("dollars"))
        True
    """

    value: Function
    components: Callable[..., AnyComponents] | None = None
    events: tuple[str, ...] = ()
    unsplit: str = ""
    leaves: frozenset[Leaf] = NO_LEAVES
    keys: frozenset[Leaf] | None = None
    read_seats: Function | None = None
    common: Function | None = None

    def __call__(self, t: Any, *whose: Any) -> Any:
        """Return the value."""
        return self.value(t, *whose)

    def get_seats_reader(self) -> Callable[..., Mapping[str, Any]]:
        """Return a function that computes the values of all seats."""
        value = self.value
        return self.read_seats or (
            lambda t, *part: {seat: value(t, seat, *part) for seat in t.seats}
        )

    def of_seats(self, t: Any, *part: Any) -> Mapping[str, Any]:
        """Return the values of all seats."""
        return self.get_seats_reader()(t, *part)

    def gives_away(self, other: Expression) -> bool:
        """Return whether a chart of this expression would reveal the other expression.

        Args:
            other: Another expression.

        Returns:
            True if a class could compute the other value from the chart.
        """
        return not self.leaves.isdisjoint(other.leaves if other.keys is None else other.keys)


@dataclass(frozen=True, eq=False)
class Sum(Expression):
    """A sum of holdings and of other values that are not in the ledger.

    Args:
        accounts: Function that returns the accounts of the ledger that hold its units.
        holdings: Function that returns the holdings.
        terms: The named terms of a total.
        by_name: Function that returns the values of the terms by name.
        read_parts: Function that returns the values of the terms for all seats.
        inner: The leaves that a ratio or formula of this sum reveals.
        facts: Facts behind the values. Explanations of changes use them.
        paid_for: As in :class:`Components`.
        exchanged: As in :class:`Components`.

    Example:
        >>> isinstance(holding("dollars", "bank"), Sum)
        True
    """

    accounts: Callable[..., tuple[str, ...]] = lambda t, *whose: ()
    holdings: Callable[..., list[Holding]] = lambda t, *whose: []
    terms: Mapping[str, Sum] = field(default_factory=dict)
    by_name: Function = lambda t, *whose: {}
    read_parts: Function = lambda t: {}
    inner: frozenset[Leaf] = NO_LEAVES
    facts: Function | None = None
    paid_for: Mapping[str, str] = field(default_factory=dict)
    exchanged: Collection[str] = ()


def shared_leaves(also: Iterable[Expression]) -> frozenset[Leaf]:
    """Return the leaves that a metric shares with other expressions by declaration."""
    found: set[Leaf] = set()
    for one in also:
        found |= one.inner if isinstance(one, Sum) else one.leaves
    return frozenset(found)


def make_sum(
    value: Function,
    accounts: Callable[..., tuple[str, ...]],
    holdings: Callable[..., list[Holding]],
    facts: Function | None = None,
    paid_for: Mapping[str, str] | None = None,
    exchanged: Collection[str] = (),
    **other: Any,
) -> Sum:
    """Return a sum whose components are its holdings."""
    purposes = paid_for or {}

    def components(t: Any, *whose: Any) -> Components:
        prices = facts(t, *whose) if facts else {}
        return Components(accounts(t, *whose), holdings(t, *whose), prices, purposes, exchanged)

    return Sum(
        value, components, accounts=accounts, holdings=holdings, facts=facts, paid_for=purposes,
        exchanged=exchanged, **other,
    )  # fmt: skip


def get_own_account(t: Any, seat: str, *part: Any) -> tuple[str, ...]:
    """Return the account that is named after the seat."""
    return (seat,)


Accounts: TypeAlias = str | Mapping[str, str] | Callable[..., tuple[str, ...]] | None
"""An account, a dict from seat to account, or a function that returns accounts; None: the seat's
own.
"""


def read_accounts(at: Accounts) -> Callable[..., tuple[str, ...]]:
    """Convert the accounts that a game declares to a function that returns them."""
    if at is None:
        return get_own_account
    if isinstance(at, str):
        return lambda t, *whose: (at,)
    if isinstance(at, Mapping):
        return lambda t, seat, *part: (at[seat],)
    return at


# --- sums of holdings -----------------------------------------------------------------------------


def holding(
    unit: str | Function,
    at: Accounts = None,
    *,
    worth: ExactNumber | Function = 1,
    kind: str = "",
    units: Collection[str] = (),
    paid_for: Mapping[str, str] | None = None,
    also: Iterable[Expression] = (),
) -> Sum:
    """Return an expression for the amount of a unit in some accounts, times its value.

    Args:
        unit: Unit of the ledger, or a function that returns a unit in ``units``.
        at: The account, a mapping from seat to account, or a function that returns several
            accounts; by default the account named after the seat.
        worth: Value of one unit, or a function that returns it.
        kind: As in :class:`Holding`.
        units: The units that ``unit`` may return.
        paid_for: As in :class:`Components`.
        also: Other expressions that a chart of the sum would reveal, and vice versa.

    Returns:
        The expression, whose value is in the unit of ``worth``.

    Example:
        >>> bank = holding("dollars", "bank")
        >>> bank.gives_away(holding("dollars")), bank.gives_away(holding("bond"))
        (True, False)
    """
    accounts = read_accounts(at)
    of_unit: Function = (lambda t, *whose: unit) if isinstance(unit, str) else unit
    worth_of: Function = worth if callable(worth) else lambda t, *whose: worth

    def amount(t: Any, *whose: Any) -> Any:
        held = t.ledger.balances.get(of_unit(t, *whose), {})
        places = accounts(t, *whose)
        if len(places) == 1:
            return held.get(places[0], 0)
        return sum([held.get(one, 0) for one in places])

    read_seats: Function | None = None
    place: Hashable = at
    if at is None or isinstance(at, Mapping):
        place = "seat"
        if isinstance(unit, str):
            amount = make_seat_amount(unit, at)
            read_seats = make_seats_amount(unit, at) if worth == 1 else None
    elif isinstance(unit, str):
        amount = make_accounts_amount(unit, accounts)
        if isinstance(at, str):
            amount = make_account_amount(unit, at)

    def value(t: Any, *whose: Any) -> Any:
        return amount(t, *whose) * worth_of(t, *whose)

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        return [Holding(of_unit(t, *whose), amount(t, *whose), worth_of(t, *whose), kind)]

    names = (unit,) if isinstance(unit, str) else tuple(units)
    inner = shared_leaves(also) | {("at", name, place) for name in names}
    return make_sum(
        value if worth != 1 else amount, accounts, holdings, paid_for=paid_for, inner=inner,
        leaves=inner | {("unit", name) for name in names}, read_seats=read_seats,
    )  # fmt: skip


def make_seat_amount(unit: str, of_seat: Mapping[str, str] | None) -> Function:
    """Return a fast function for the amount that a seat holds. Rows call it for every turn."""
    if of_seat is not None:
        return lambda t, seat, *part: t.ledger.balances[unit].get(of_seat[seat], 0)
    return lambda t, seat, *part: t.ledger.balances[unit].get(seat, 0)


def make_seats_amount(unit: str, of_seat: Mapping[str, str] | None) -> Function:
    """Return a function for the amounts that all seats hold."""

    def read_seats(t: Any) -> dict[str, Any]:
        held = t.ledger.balances[unit]
        if of_seat is None:
            return {seat: held.get(seat, 0) for seat in t.seats}
        return {seat: held.get(of_seat[seat], 0) for seat in t.seats}

    return read_seats


def make_account_amount(unit: str, account: str) -> Function:
    """Return a fast function for the amount in one account. Rows call it for every turn."""
    return lambda t, *whose: t.ledger.balances[unit].get(account, 0)


def make_accounts_amount(unit: str, accounts: Function) -> Function:
    """Return a fast function for the amount in several accounts. Rows call it for every turn."""

    def add_amounts(t: Any, *whose: Any) -> Any:
        held, places = t.ledger.balances[unit], accounts(t, *whose)
        if len(places) == 1:
            return held.get(places[0], 0)
        return sum([held.get(one, 0) for one in places])

    return add_amounts


def same_for_seats(value: Function) -> Expression:
    """Return an expression that has the same value for each seat.

    Args:
        value: Function that takes the state, and the part if there are parts.

    Returns:
        The expression.

    Example:
        >>> same_for_seats(lambda t: 3).value(None, "A")
        3
    """
    return Expression(lambda t, seat, *part: value(t, *part), common=value)


def other_value(
    value: Function,
    unit: str,
    *,
    kind: str = "",
    reason: str = "",
    reasons_of_events: Mapping[str, str] | None = None,
    also: Iterable[Expression] = (),
) -> Sum:
    """Return an expression for a value outside the ledger, such as loans, as one holding.

    Args:
        value: Function that returns the value.
        unit: Name of the value, defined by the game.
        kind: As in :class:`Holding`.
        reason: As in :class:`Holding`.
        reasons_of_events: As in :class:`Holding`.
        also: As in :func:`holding`.

    Returns:
        The expression.

    Example:
        >>> other_value(lambda t, seat: -20, "loan").value(None, "A")
        -20
    """
    inner, reasons = shared_leaves(also), reasons_of_events or {}
    return make_sum(
        value,
        lambda t, *whose: (),
        lambda t, *whose: [
            Holding(unit, value(t, *whose), 1, kind, reason, reasons_of_events=reasons)
        ],
        inner=inner,
        leaves=inner,
    )


def total_of(
    *unnamed: Sum,
    rule: Function | None = None,
    also: Iterable[Expression] = (),
    facts: Function | None = None,
    paid_for: Mapping[str, str] | None = None,
    exchanged: Collection[str] = (),
    **named: Sum,
) -> Sum:
    """Return an expression for the sum of other sums.

    Args:
        unnamed: Terms.
        rule: The function that the rules use to compute a score. The terms must add up to its
            result; a law in :mod:`classkit.testing` checks this. For named terms, it returns the
            terms by name.
        also: Additional expressions that a chart of the total would reveal.
        facts: Function that returns the facts behind the values. Explanations use them.
        paid_for: As in :class:`Components`.
        exchanged: As in :class:`Components`.
        named: Terms that :func:`parts_of` shows individually.

    Returns:
        The expression.

    Example:
        >>> from types import SimpleNamespace as State
        >>> from classkit.engine.ledger import Ledger
        >>> book = Ledger.open({"dollars": {"A": 50}, "bond": {"A": 2}})
        >>> t = State(ledger=book, worked_out=None)
        >>> total_of(cash=holding("dollars"), bonds=holding("bond", worth=100)).value(t, "A")
        250
    """
    terms = (*unnamed, *named.values())

    def accounts(t: Any, *whose: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for term in terms for one in term.accounts(t, *whose)))

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        return [one for term in terms for one in term.holdings(t, *whose)]

    compute = rule or (lambda t, *whose: {name: term(t, *whose) for name, term in named.items()})

    @once_a_row
    def read_parts(t: Any) -> dict[str, Any]:
        return {seat: compute(t, seat) for seat in t.seats}

    @once_a_row
    def sum_seats(t: Any) -> dict[str, Any]:
        return {seat: sum(parts.values()) for seat, parts in read_parts(t).items()}

    def by_name(t: Any, *whose: Any) -> Any:
        in_row = t.worked_out is not None and len(whose) == 1
        return read_parts(t)[whose[0]] if in_row else compute(t, *whose)

    def sum_terms(t: Any, *whose: Any) -> Any:
        return sum([term.value(t, *whose) for term in terms])

    def sum_named(t: Any, *whose: Any) -> Any:
        return sum(by_name(t, *whose).values())

    value = sum_named if named else rule or sum_terms
    itself: frozenset[Leaf] = frozenset({object()})
    return make_sum(
        value, accounts, holdings, facts, paid_for, exchanged, terms=named, by_name=by_name,
        read_parts=read_parts, inner=itself, leaves=itself | shared_leaves(also),
        read_seats=sum_seats if named else None,
    )  # fmt: skip


# --- parts ----------------------------------------------------------------------------------------


def parts_of(total: Sum) -> Expression:
    """Return an expression with the named terms of a total as parts.

    Args:
        total: A total with named terms, from :func:`total_of`.

    Returns:
        The expression, whose value is a dict from the name of a term to its value.

    Example:
        >>> from types import SimpleNamespace as State
        >>> from classkit.engine.ledger import Ledger
        >>> book = Ledger.open({"dollars": {"A": 50}, "bond": {"A": 2}})
        >>> t = State(ledger=book, worked_out=None)
        >>> wealth = total_of(cash=holding("dollars"), bonds=holding("bond", worth=100))
        >>> parts_of(wealth).value(t, "A")
        {'cash': 50, 'bonds': 200}
    """

    def components(t: Any, *whose: Any) -> AnyComponents:
        *of, part = whose
        term = total.terms[part]
        prices = total.facts(t, *of) if total.facts else {}
        return Components(
            total.accounts(t, *of), term.holdings(t, *of), prices, total.paid_for, total.exchanged
        )

    leaves = total.leaves.union(*(term.leaves for term in total.terms.values()))
    return Expression(
        total.by_name, components, leaves=leaves, keys=total.leaves, read_seats=total.read_parts
    )


def some_of(
    total: Sum,
    *names: str,
    facts: Function | None = None,
    paid_for: Mapping[str, str] | None = None,
) -> Sum:
    """Return an expression for the sum of some named terms of a total.

    Args:
        total: A total with named terms, from :func:`total_of`.
        names: Names of the terms.
        facts: As in :func:`total_of`.
        paid_for: As in :class:`Components`.

    Returns:
        The expression.

    Example:
        >>> from types import SimpleNamespace as State
        >>> from classkit.engine.ledger import Ledger
        >>> book = Ledger.open({"dollars": {"A": 50}, "bond": {"A": 2}})
        >>> t = State(ledger=book, worked_out=None)
        >>> wealth = total_of(cash=holding("dollars"), bonds=holding("bond", worth=100))
        >>> some_of(wealth, "bonds").value(t, "A")
        200
    """
    by_name = total.by_name
    made = total_of(*(total.terms[name] for name in names), facts=facts, paid_for=paid_for)

    def value(t: Any, seat: str, *part: Any) -> Any:
        values = by_name(t, seat, *part) if part else by_name(t, seat)
        return sum(map(values.__getitem__, names))

    def read_seats(t: Any) -> dict[str, Any]:
        return {
            seat: sum(map(values.__getitem__, names))
            for seat, values in total.read_parts(t).items()
        }

    return replace(made, value=value, read_seats=read_seats)


def by_parts(parts: Function, one: Expression) -> Expression:
    """Return an expression whose parts are the values of another expression for each part.

    Args:
        parts: Function that returns the names of the parts.
        one: The expression for one part. Its functions take the part as the last argument.

    Returns:
        The expression, whose value is a dict from the name of a part to its value.

    Example:
        >>> units = by_parts(lambda t: ["oil"], same_for_seats(lambda t, part: 3))
        >>> units.value(None, "A")
        {'oil': 3}
    """
    value_of = one.value

    def value(t: Any, *whose: Any) -> dict[str, Any]:
        return {part: value_of(t, *whose, part) for part in parts(t)}

    return replace(one, value=value, read_seats=None)


def cache_rows(one: ExpressionT, memory: Function) -> ExpressionT:
    """Return an expression that reuses its value from earlier rows if its inputs are unchanged.

    Args:
        one: The expression.
        memory: Function that takes the state (and the part) and returns a dict to use as cache. It
            must return a different dict when any input of the value changes, such as the owners of
            titles.
    """
    compute, compute_seats = one.value, one.get_seats_reader()

    def value(t: Any, *whose: Any) -> Any:
        known = memory(t)
        key = (compute, *whose)
        if key not in known:
            known[key] = freeze_json(compute(t, *whose))
        return known[key]

    def read_seats(t: Any) -> Any:
        known = memory(t)
        found = known.get(one)
        if found is None:
            values = compute_seats(t).items()
            found = known[one] = FrozenDict({seat: freeze_json(value) for seat, value in values})
        return found

    return replace(one, value=value, read_seats=read_seats)
