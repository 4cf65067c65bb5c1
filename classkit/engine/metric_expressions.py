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
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .metric_components import (
    AmountsByPlace,
    AnyComponents,
    Components,
    CountedComponents,
    ExactNumber,
    Holding,
)
from .row_cache import once_a_row
from .untrusted_input import freeze_json

if TYPE_CHECKING:
    from .events import Transfer

Function: TypeAlias = Callable[..., Any]
"""A function of the state and, for metrics of seats or by parts, the seat and the part."""
Leaf: TypeAlias = Hashable
"""Something that several metrics are computed from, such as the grain in the market."""
NO_LEAVES: frozenset[Leaf] = frozenset()


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
    """

    value: Function
    components: Callable[..., AnyComponents] | None = None
    events: tuple[str, ...] = ()
    unsplit: str = ""
    leaves: frozenset[Leaf] = NO_LEAVES
    keys: frozenset[Leaf] | None = None

    def __call__(self, t: Any, *whose: Any) -> Any:
        """Return the value."""
        return self.value(t, *whose)

    def gives_away(self, other: Expression) -> bool:
        """Return whether a chart of this expression would reveal the other's."""
        return not self.leaves.isdisjoint(other.leaves if other.keys is None else other.keys)


@dataclass(frozen=True, eq=False)
class Sum(Expression):
    """A sum of holdings, and of other values that no transfer moves.

    Args:
        accounts: Function that returns the accounts of the ledger that hold its units.
        holdings: Function that returns the holdings.
        terms: The named terms of a total.
        by_name: Function that returns their values by name.
        inner: The leaves that a ratio or formula of this sum reveals.
        facts: Values that the worths depend on, for the sentences about changes.
        paid_for: As in :class:`Components`.
        exchanged: As in :class:`Components`.
        read_seats: Faster function of the values of all seats.
    """

    accounts: Callable[..., tuple[str, ...]] = lambda t, *whose: ()
    holdings: Callable[..., list[Holding]] = lambda t, *whose: []
    terms: Mapping[str, Sum] = field(default_factory=dict)
    by_name: Function = lambda t, *whose: {}
    inner: frozenset[Leaf] = NO_LEAVES
    facts: Function | None = None
    paid_for: Mapping[str, str] = field(default_factory=dict)
    exchanged: Collection[str] = ()
    read_seats: Function | None = None


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


Accounts: TypeAlias = str | Callable[..., tuple[str, ...]] | None
"""An account, or a function that returns several; None for the seat's own."""


def read_accounts(at: Accounts) -> Callable[..., tuple[str, ...]]:
    """Return the function of the accounts from what a game declares."""
    if at is None:
        return get_own_account
    if isinstance(at, str):
        return lambda t, *whose: (at,)
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
        at: The account, or a function that returns the accounts; by default the seat's own.
        worth: Worth of one, or a function that returns it.
        kind: As in :class:`Holding`.
        units: The units that ``unit`` may return.
        paid_for: As in :class:`Components`.
        also: Other expressions that a chart of the sum would reveal, and the other way round.

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

    if isinstance(unit, str) and at is None:
        amount = make_seat_amount(unit)
    elif isinstance(unit, str) and isinstance(at, str):
        amount = make_account_amount(unit, at)

    def value(t: Any, *whose: Any) -> Any:
        return amount(t, *whose) * worth_of(t, *whose)

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        return [Holding(of_unit(t, *whose), amount(t, *whose), worth_of(t, *whose), kind)]

    names = (unit,) if isinstance(unit, str) else tuple(units)
    inner = shared_leaves(also) | {("at", name, "seat" if at is None else at) for name in names}
    return make_sum(
        value if worth != 1 else amount, accounts, holdings, paid_for=paid_for, inner=inner,
        leaves=inner | {("unit", name) for name in names},
    )  # fmt: skip


def make_seat_amount(unit: str) -> Function:
    """Return the function of what a seat holds; a row calls it for every turn."""
    return lambda t, seat, *part: t.ledger.balances[unit].get(seat, 0)


def make_account_amount(unit: str, account: str) -> Function:
    """Return the function of what one account holds; a row calls it for every turn."""
    return lambda t, *whose: t.ledger.balances[unit].get(account, 0)


@once_a_row
def list_holders(t: Any, among: Callable[..., Iterable[str]], *part: Any) -> list[str]:
    """Return the accounts that hold some titles; metrics of a row share them."""
    held = t.ledger.titles
    return [held[title] for title in among(t, *part)]


@once_a_row
def sum_by_account(
    t: Any, among: Callable[..., Iterable[str]], worth: Function, *part: Any
) -> dict[str, Any]:
    """Return the worth of titles by the accounts that hold them; metrics of a row share it."""
    held = t.ledger.titles
    found: dict[str, Any] = {}
    for title in among(t, *part):
        account = held[title]
        found[account] = found.get(account, 0) + worth(t, title)
    return found


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
    """Return the number or the worth of the titles that some accounts hold.

    Args:
        among: Function of the state that returns the titles that count.
        at: As in :func:`holding`.
        of_part: Pass the part of the metric to ``among``.
        held_only: List only titles that are held, if the worth of others depends on their owners.
            What is lost then counts with its last worth.
        worth: Worth of each, or a function of the state and the title.
        kind: As in :class:`Holding`, or a function of the state and the title.
        minus: Subtract them.
        name: What belongs to a title and moves with it, such as "mortgage"; its worth changes for
            ``reason`` and is the amount of a holding of its own.
        reason: As in :class:`Holding`.
        paid_for: As in :class:`Components`.
        priced_by: Metrics that a chart of the worth would reveal, such as a price.
        leaf: Name of what metrics of these titles share.
    """
    accounts = read_accounts(at)
    sign = -1 if minus else 1
    worth_of: Function = worth if callable(worth) else lambda t, title: worth
    kind_of: Function = kind if callable(kind) else lambda t, title: kind

    def read_all(t: Any, found: Iterable[str], *part: Any) -> dict[str, Any]:
        if callable(worth):
            sums = sum_by_account(t, among, worth, *part)
            return {account: sign * sums.get(account, 0) for account in found}
        holders = list_holders(t, among, *part)
        return {account: sign * worth * holders.count(account) for account in found}

    def value(t: Any, *whose: Any) -> Any:
        part = whose[-1:] if of_part else ()
        return sum(read_all(t, accounts(t, *whose), *part).values())

    def read_seats(t: Any, *part: Any) -> dict[str, Any]:
        return read_all(t, t.seats, *part)

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
        read_seats=None if at else read_seats,
    )  # fmt: skip


def titles_by_account(
    accounts: Callable[..., Iterable[str]],
    among: Callable[..., Iterable[str]],
    worth: ExactNumber | Function = 1,
) -> Expression:
    """Return the number or the worth of the titles of each account, as a metric by parts.

    Args:
        accounts: Function of the state that returns the accounts, which are the parts.
        among: As in :func:`titles`.
        worth: As in :func:`titles`.
    """
    one = titles(among, lambda t, account: (account,), worth=worth)

    def value(t: Any) -> dict[str, Any]:
        if callable(worth):
            sums = sum_by_account(t, among, worth)
            return {account: sums.get(account, 0) for account in accounts(t)}
        holders = list_holders(t, among)
        return {account: worth * holders.count(account) for account in accounts(t)}

    return Expression(value, one.components, leaves=one.leaves, keys=one.keys)


def other_value(
    value: Function,
    unit: str,
    *,
    kind: str = "",
    reason: str = "",
    also: Iterable[Expression] = (),
) -> Sum:
    """Return a value that lies outside the ledger, such as loans, as one holding.

    Args:
        value: Function that returns it.
        unit: Name of the game's own.
        kind: As in :class:`Holding`.
        reason: As in :class:`Holding`.
        also: As in :func:`holding`.
    """
    inner = shared_leaves(also)
    return make_sum(
        value,
        lambda t, *whose: (),
        lambda t, *whose: [Holding(unit, value(t, *whose), 1, kind, reason)],
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
    """
    terms = (*unnamed, *named.values())

    def accounts(t: Any, *whose: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for term in terms for one in term.accounts(t, *whose)))

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        return [one for term in terms for one in term.holdings(t, *whose)]

    by_name: Function = dict
    if named:
        by_name = once_a_row(
            rule or (lambda t, *whose: {name: term(t, *whose) for name, term in named.items()})
        )

    def sum_named(t: Any, seat: str, *part: Any) -> Any:
        return sum((by_name(t, seat, *part) if part else by_name(t, seat)).values())

    def sum_terms(t: Any, *whose: Any) -> Any:
        return sum([term.value(t, *whose) for term in terms])

    value = sum_named if named else rule or sum_terms
    itself: frozenset[Leaf] = frozenset({object()})
    return make_sum(
        value, accounts, holdings, facts, paid_for, exchanged, terms=named, by_name=by_name,
        inner=itself, leaves=itself | shared_leaves(also),
    )  # fmt: skip


# --- parts ----------------------------------------------------------------------------------------


def parts_of(total: Sum) -> Expression:
    """Return the named terms of a total, as a metric by parts."""

    def components(t: Any, *whose: Any) -> AnyComponents:
        *of, part = whose
        term = total.terms[part]
        prices = total.facts(t, *of) if total.facts else {}
        return Components(
            total.accounts(t, *of), term.holdings(t, *of), prices, total.paid_for, total.exchanged
        )

    leaves = total.leaves.union(*(term.leaves for term in total.terms.values()))
    return Expression(total.by_name, components, leaves=leaves, keys=total.leaves)


def some_of(
    total: Sum,
    *names: str,
    facts: Function | None = None,
    paid_for: Mapping[str, str] | None = None,
) -> Sum:
    """Return the sum of some named terms of a total."""
    by_name = total.by_name
    made = total_of(*(total.terms[name] for name in names), facts=facts, paid_for=paid_for)

    def value(t: Any, seat: str, *part: Any) -> Any:
        values = by_name(t, seat, *part) if part else by_name(t, seat)
        return sum([values[name] for name in names])

    return replace(made, value=value)


def by_parts(parts: Function, one: Expression) -> Expression:
    """Return an expression that takes a part, for each part, as a metric by parts.

    Args:
        parts: Function that returns the names of the parts.
        one: The expression, whose functions take the part last.
    """
    value_of = one.value

    def value(t: Any, *whose: Any) -> dict[str, Any]:
        return {part: value_of(t, *whose, part) for part in parts(t, *whose)}

    return replace(one, value=value)


def remembered(one: Expression, memory: Function) -> Expression:
    """Return an expression that reads its value from earlier rows where nothing has changed.

    Args:
        one: The expression.
        memory: Function of the state, and of the part of a metric by parts, that returns a dict for
            everything that the value depends on, such as the owners of the titles.
    """
    compute = one.value

    def value(t: Any, *whose: Any) -> Any:
        known = memory(t)
        key = (compute, *whose)
        if key not in known:
            known[key] = freeze_json(compute(t, *whose))
        return known[key]

    return replace(one, value=value)


# --- what has happened ----------------------------------------------------------------------------


def counted_from(
    value: Function,
    reasons: Collection[str] | Mapping[str, int] | Function,
    *,
    unit: str | Function = "",
    source: Function | None = None,
    target: Function | None = None,
    ends: Function | None = None,
    worth: Function | None = None,
    places: Function | None = None,
    parts: Literal["", "reason", "unit", "other"] = "",
    also: Iterable[Expression] = (),
    priced_by: Iterable[Expression] = (),
) -> Expression:
    """Return what a counter of the state has counted, transfer by transfer.

    Args:
        value: Function that returns the counter.
        reasons: Reasons of the transfers that count, or a mapping from them to 1 or -1, or a
            function of a transfer, the state, the seat and the part that returns 1, 0 or -1.
        unit: The unit that counts, or a function that returns it; empty for all.
        source: Function that returns the accounts from which a transfer counts; None for all.
        target: Function that returns the accounts to which a transfer counts; None for all.
        ends: Function that returns accounts of which one must be an end of the transfer.
        worth: Function of the state that returns a function of a unit and the amounts just before
            the transfer: the worth of one. By default 1.
        places: Function that returns these amounts.
        parts: For a metric by parts, what the part is; then ``value`` returns all parts.
        also: As in :func:`holding`.
        priced_by: As in :func:`titles`.
    """
    given = reasons if callable(reasons) else None
    known: Mapping[str, int] = {}
    if not callable(reasons):
        known = reasons if isinstance(reasons, Mapping) else dict.fromkeys(reasons, 1)

    def components(t: Any, *whose: Any) -> CountedComponents:
        part = whose[-1] if parts else ""
        total = value(t, *whose[:-1]).get(part, 0) if parts else value(t, *whose)
        signs = {part: known.get(part, 1)} if parts == "reason" else known
        counts = part if parts == "unit" else unit(t, *whose) if callable(unit) else unit
        sources, targets, either = (
            read(t, *whose) if read else None for read in (source, target, ends)
        )
        worth_of = worth(t) if worth else None

        def count(moved: Transfer, amounts: AmountsByPlace) -> ExactNumber:
            if (
                (counts and moved.unit != counts)
                or (sources is not None and moved.source not in sources)
                or (targets is not None and moved.target not in targets)
                or (either is not None and not {moved.source, moved.target} & {*either})
            ):
                return 0
            sign = given(moved, t, *whose) if given else signs.get(moved.reason, 0)
            if not sign:
                return 0
            each: ExactNumber = worth_of(moved.unit, amounts) if worth_of else 1
            return int(sign) * moved.amount * each

        return CountedComponents(total, count, places(t) if places else {})

    flows: set[Leaf] = {("flow", reason) for reason in known}
    keys = frozenset(flows) | shared_leaves(also)
    return Expression(value, components, leaves=keys | shared_leaves(priced_by), keys=keys)


def shared_leaves(also: Iterable[Expression]) -> frozenset[Leaf]:
    """Return the leaves that a metric shares with others by declaration."""
    found: set[Leaf] = set()
    for one in also:
        found |= one.inner if isinstance(one, Sum) else one.leaves
    return frozenset(found)


def set_by(
    *events: str, value: Function, leaf: str = "", also: Iterable[Expression] = ()
) -> Expression:
    """Return a value of the state that events change.

    Args:
        events: Names of the events, by whose sentences a change is explained.
        value: Function that returns the value.
        leaf: Name of what the events set, if several metrics follow from it; by default metrics
            share each event.
        also: Other expressions that a chart of the value would reveal.
    """
    shared: set[Leaf] = {("set", leaf)} if leaf else {("event", name) for name in events}
    return Expression(value, events=events, leaves=frozenset(shared) | shared_leaves(also))


def explained(
    value: Function, sentence: str, leaf: str = "", also: Iterable[Expression] = ()
) -> Expression:
    """Return a value whose changes no transfer or event explains, with a sentence that does.

    Args:
        value: Function that returns the value.
        sentence: What the value consists of.
        leaf: As in :func:`set_by`.
        also: As in :func:`set_by`.
    """
    leaves: frozenset[Leaf] = frozenset({("set", leaf)}) if leaf else NO_LEAVES
    return Expression(value, unsplit=sentence, leaves=leaves | shared_leaves(also))
