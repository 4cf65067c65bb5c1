"""Expressions that declare a metric once: its value, its terms, and what gives it away.

An expression is the ``compute`` of a :class:`~classkit.engine.metrics.Metric`. Functions in this
module build expressions. Those of a metric of seats are called with the state and the seat, those
of a metric by parts with the part too, such as ``worth(t, seat, "grain")``.

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
"""A function of the state and, for metrics of seats or by parts, the seat and the part."""
Leaf: TypeAlias = Hashable
"""Something that several metrics are computed from, such as the grain in the market."""
NO_LEAVES: frozenset[Leaf] = frozenset()
ExpressionT = TypeVar("ExpressionT", bound="Expression")


@dataclass(frozen=True, eq=False)
class Expression:
    """One declaration of a metric.

    Args:
        value: Function that returns the value.
        components: Function that returns what the value consists of, or None.
        events: Events that change the value, if it has no components.
        unsplit: Sentence that says what the value consists of, if nothing can split it.
        leaves: What the value is computed from. Metrics that share a leaf give each other away.
        keys: The leaves with which the metric is covered; by default all.
        read_seats: Function of the state that returns the values of all seats, if that is faster
            than one by one, in a FrozenDict if they are frozen too. Rows of a history use it.
        common: Function of the state, and of the part, that returns the value if it is that of each
            seat.

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
        """Return the function of the values of all seats."""
        value = self.value
        return self.read_seats or (
            lambda t, *part: {seat: value(t, seat, *part) for seat in t.seats}
        )

    def of_seats(self, t: Any, *part: Any) -> Mapping[str, Any]:
        """Return the values of all seats."""
        return self.get_seats_reader()(t, *part)

    def gives_away(self, other: Expression) -> bool:
        """Return whether a chart of this expression would reveal the other's.

        Args:
            other: Another expression.

        Returns:
            True if a chart of one lets a class compute the other.
        """
        return not self.leaves.isdisjoint(other.leaves if other.keys is None else other.keys)


@dataclass(frozen=True, eq=False)
class Sum(Expression):
    """A sum of holdings, and of other values that no transfer moves.

    Args:
        accounts: Function that returns the accounts of the ledger that hold its units.
        holdings: Function that returns the holdings.
        terms: The named terms of a total.
        by_name: Function that returns their values by name.
        read_parts: Function that returns them for all seats.
        inner: The leaves that a ratio or formula of this sum reveals.
        facts: Values that the worths depend on, for the sentences about changes.
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
    """Return the leaves that a metric shares with others by declaration."""
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
    """Return the account that bears the name of the seat."""
    return (seat,)


Accounts: TypeAlias = str | Mapping[str, str] | Callable[..., tuple[str, ...]] | None
"""An account, or one for each seat, or a function that returns several; None for the seat's own."""


def read_accounts(at: Accounts) -> Callable[..., tuple[str, ...]]:
    """Return the function of the accounts from what a game declares."""
    if at is None:
        return get_own_account
    if isinstance(at, str):
        return lambda t, *whose: (at,)
    if isinstance(at, Mapping):
        return lambda t, seat, *part: (at[seat],)
    return at


# --- sums of what is held -------------------------------------------------------------------------


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
    """Return how much of a unit some accounts hold, times what one is worth.

    Args:
        unit: Unit of the ledger, or a function that returns it, with all of them in ``units``.
        at: The account, or that of each seat, or a function that returns the accounts; by default
            the account that bears the name of the seat.
        worth: Worth of one, or a function that returns it.
        kind: As in :class:`Holding`.
        units: The units that ``unit`` may return.
        paid_for: As in :class:`Components`.
        also: Other expressions that a chart of the sum would reveal, and the other way round.

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
    """Return the function of what a seat holds; a row calls it for every turn."""
    if of_seat is not None:
        return lambda t, seat, *part: t.ledger.balances[unit].get(of_seat[seat], 0)
    return lambda t, seat, *part: t.ledger.balances[unit].get(seat, 0)


def make_seats_amount(unit: str, of_seat: Mapping[str, str] | None) -> Function:
    """Return the function of what each seat holds."""

    def read_seats(t: Any) -> dict[str, Any]:
        held = t.ledger.balances[unit]
        if of_seat is None:
            return {seat: held.get(seat, 0) for seat in t.seats}
        return {seat: held.get(of_seat[seat], 0) for seat in t.seats}

    return read_seats


def make_account_amount(unit: str, account: str) -> Function:
    """Return the function of what one account holds; a row calls it for every turn."""
    return lambda t, *whose: t.ledger.balances[unit].get(account, 0)


def make_accounts_amount(unit: str, accounts: Function) -> Function:
    """Return the function of what several accounts hold; a row calls it for every turn."""

    def add_amounts(t: Any, *whose: Any) -> Any:
        held, places = t.ledger.balances[unit], accounts(t, *whose)
        if len(places) == 1:
            return held.get(places[0], 0)
        return sum([held.get(one, 0) for one in places])

    return add_amounts


def same_for_seats(value: Function) -> Expression:
    """Return a value of the table, and of a part if any, as that of each seat.

    Args:
        value: Function of the state, and of the part if any.

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
    """Return a value outside the ledger, such as loans, as one holding.

    Args:
        value: Function that returns it.
        unit: Name of the game's own.
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
    """Return the sum of other sums.

    Args:
        unnamed: Terms.
        rule: The function by which the rules compute a score. The terms must come to it, which a
            law of :mod:`classkit.testing` checks. For named terms it returns them by name.
        also: Further expressions that a chart of the total would reveal.
        facts: Function that returns the values that worths depend on, for sentences.
        paid_for: As in :class:`Components`.
        exchanged: As in :class:`Components`.
        named: Terms that :func:`parts_of` shows one by one.

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
    """Return the named terms of a total, as a metric by parts.

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
    """Return the sum of some named terms of a total.

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
    """Return an expression that takes a part, for each part, as a metric by parts.

    Args:
        parts: Function that returns the names of the parts.
        one: The expression, whose functions take the part last.

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
    """Return an expression that reads its value from earlier rows where nothing has changed.

    Args:
        one: The expression.
        memory: Function of the state, and of the part of a metric by parts, that returns a dict for
            everything that the value depends on, such as the owners of the titles.
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
