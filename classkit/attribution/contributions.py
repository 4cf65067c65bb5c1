"""Contributions to the change of a metric in one turn, from its components before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from classkit.engine.events import Transfer
from classkit.engine.metrics import (
    AnyComponents,
    Components,
    CountedComponents,
    DerivedComponents,
    ExactNumber,
)

ContributionKind = Literal["moved", "worth", "term", "told", "rest"]
"""Kinds of contributions.

"moved": items were received or given; "worth": items changed in value; "term": a term of a
calculation; "told": events of a turn; "rest": unexplained.
"""
Amount = int | float


class ContributionSource(NamedTuple):
    """A line of a contribution: a transfer, or an item that changed in value.

    Args:
        turn: The turn.
        amount: Contribution in the unit of the metric.
        transfer: Row of the ledger, or None.
        held: For a transfer, the amount of ``unit`` received, negative if given. For a change in
            value, the amount held throughout. For a term, 0, with the name of the term as ``unit``.
        unit: The unit.
        before: Value of one unit before the change.
        after: Value of one unit after the change.
        priced_by: Ledger rows that changed the value.
        is_repriced: True if the value is now computed from other amounts.
        goes_with: Title that the item is attached to, as a mortgage is.

    Example:
        >>> ContributionSource(3, 60, unit="oil", held=3, before=20, after=40).amount
        60
    """

    turn: int
    amount: ExactNumber
    transfer: Transfer | None = None
    unit: str = ""
    held: ExactNumber = 0
    before: ExactNumber = 0
    after: ExactNumber = 0
    priced_by: Sequence[Transfer] = ()
    is_repriced: bool = False
    goes_with: str = ""


@dataclass(slots=True)
class Contribution:
    """The contribution of a cause to a change, in the unit of the metric.

    Attributes:
        kind: "moved" (items were received or given), "worth" (items changed in value), "term" (a
            term of a calculation), "told" (events of a turn) or "rest" (unexplained).
        name: The reason of transfers, the kind of items that changed in value, the kind and name of
            a term ("share:A"), or the number of a turn.
        exact: The amount before rounding.
        amount: The rounded amount.
        lines: Ledger rows or changes in value that add up to the amount.
        prices: The facts that the value depends on, before and after the change.

    Example:
        >>> import classkit
        >>> m = classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}).play(until="round")
        >>> largest = m.why("net_worth", "A", since=0).split.parts[0]
        >>> isinstance(largest.amount, int), len(largest.lines) > 0
        (True, True)
    """

    kind: ContributionKind
    name: str
    exact: ExactNumber = 0
    amount: Amount = 0
    lines: list[ContributionSource] = field(default_factory=list)
    prices: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {})


ContributionMap = dict[tuple[ContributionKind, str], Contribution]
"""Contributions by kind and name."""


def turn_contributions(
    before: AnyComponents, after: AnyComponents, moved: Iterable[Transfer], turn: int
) -> list[Contribution]:
    """Return the contributions to a change in one turn, from the components before and after."""
    if isinstance(after, CountedComponents):
        return flow_contributions(before, after, moved, turn)
    if isinstance(after, DerivedComponents):
        assert isinstance(before, DerivedComponents), (
            "a metric must not change its kind of components"
        )
        return derived_contributions(before, after, moved, turn)
    assert isinstance(before, Components), "a metric must not change its kind of components"
    return stock_contributions(before, after, moved, turn)


def stock_contributions(
    before: Components, after: Components, moved: Iterable[Transfer], turn: int
) -> list[Contribution]:
    """Return the contributions of transfers and holdings to a change in one turn.

    Transferred items contribute their value at the end of the turn. Holdings from the beginning of
    the turn contribute their change in value.

    >>> from classkit.engine.metrics import Holding
    >>> had = Components(("A",), [Holding("dollars", 90), Holding("mill", 2, 10, "mill")])
    >>> has = Components(("A",), [Holding("dollars", 75), Holding("mill", 3, 14, "mill")])
    >>> paid = Transfer("dollars", 15, "A", "bank", "buying", "R1", 4)
    >>> got = Transfer("mill", 1, "bank", "A", "buying", "R1", 4)
    >>> parts = stock_contributions(had, has, [paid, got], 4)
    >>> [(part.kind, part.name, part.exact) for part in parts]
    [('moved', 'buying', -1), ('worth', 'mill', 8)]
    """
    had = {one.unit: one for one in before.holdings}
    has = {one.unit: one for one in after.holdings}
    accounts, paid_for = after.accounts or before.accounts, {**before.paid_for, **after.paid_for}
    moved, parts = [*moved], ContributionMap()
    came: dict[str, ExactNumber] = {}
    reasons: dict[str, str] = {}
    for transfer in moved:
        unit, sign = transfer.unit, (transfer.target in accounts) - (transfer.source in accounts)
        there = has.get(unit) or had.get(unit)
        if there is None or not sign:
            continue
        count = sign * transfer.amount
        came[unit] = came.get(unit, 0) + count
        reason = reasons[unit] = paid_for.get(transfer.reason, transfer.reason)
        worth = count * there.worth
        merge_contribution(
            parts,
            Contribution(
                "moved",
                reason,
                worth,
                lines=[ContributionSource(turn, worth, transfer, unit, count)],
            ),
        )
    for unit in dict.fromkeys([*had, *has]):
        then, now = had.get(unit), has.get(unit)
        there = now or then
        assert there is not None, "each unit is in had or has"
        first, last = (then.amount if then else 0), (now.amount if now else 0)
        unsaid = last - first - came.get(unit, 0)
        if unsaid:
            reason = reasons.get(there.goes_with) or there.reason
            worth = unsaid * there.worth
            line = ContributionSource(
                turn, worth, None, unit, unsaid, 0, there.worth, goes_with=there.goes_with
            )
            merge_contribution(
                parts, Contribution("moved" if reason else "rest", reason, worth, lines=[line])
            )
        if then and now and first and now.worth != then.worth:
            worth = first * (now.worth - then.worth)
            rows = [one for one in moved if sets_worth(one, {*then.priced_by, *now.priced_by})]
            is_repriced = {*then.priced_by} != {*now.priced_by}
            line = ContributionSource(
                turn, worth, None, unit, first, then.worth, now.worth, rows, is_repriced
            )
            kind = now.kind or unit
            merge_contribution(
                parts, Contribution("worth", kind, worth, 0, [line], (before.prices, after.prices))
            )
    return [part for part in parts.values() if part.lines]


def sets_worth(row: Transfer, amounts: Collection[tuple[str, str]]) -> bool:
    """Return whether a ledger row changes any of the amounts that determine a value.

    >>> sold = Transfer("oil", 5, "A", "market", "sale", "R1", 4)
    >>> sets_worth(sold, [("market", "oil")]), sets_worth(sold, [("market", "tech")])
    (True, False)
    """
    return any((account, row.unit) in amounts for account in (row.source, row.target))


def merge_contribution(parts: ContributionMap, part: Contribution) -> None:
    """Add a contribution to the existing contribution of the same cause, if any."""
    known = parts.get((part.kind, part.name))
    if known is None:
        parts[part.kind, part.name] = part
        return
    known.exact += part.exact
    known.lines += part.lines
    known.prices = (known.prices[0], part.prices[1])


def derived_contributions(
    before: DerivedComponents, after: DerivedComponents, moved: Iterable[Transfer], turn: int
) -> list[Contribution]:
    """Return the contributions to the change of a derived metric in one turn.

    The first contribution is the change caused by new prices and terms, before any transfer. Each
    transfer then contributes the difference between the metric before and after it.

    >>> from fractions import Fraction
    >>> def price(at):
    ...     return {"": Fraction(at["market", "gold"], at["market", "oil"])}
    >>> then = DerivedComponents({("market", "gold"): 20, ("market", "oil"): 10}, price)
    >>> now = DerivedComponents({("market", "gold"): 30, ("market", "oil"): 5}, price)
    >>> paid = Transfer("gold", 10, "A", "market", "payment", "R1", 4)
    >>> bought = Transfer("oil", 5, "market", "A", "purchase", "R1", 4)
    >>> parts = derived_contributions(then, now, [paid, bought], 4)
    >>> [(part.name, int(part.exact)) for part in parts]
    [('payment', 1), ('purchase', 3)]
    """
    parts: ContributionMap = {}
    prices, places = (before.prices, after.prices), dict(before.places)
    was, terms = before.terms(places), after.terms(places)
    for term, (first, last) in changed_terms(was, terms).items():
        line = ContributionSource(
            turn, last - first, None, term or after.kind, 0, first, last, is_repriced=not term
        )
        kind: ContributionKind = "term" if term else "worth"
        name = f"{after.kind}:{term}" if term else after.kind
        merge_contribution(parts, Contribution(kind, name, last - first, 0, [line], prices))
    paid_for = {**before.paid_for, **after.paid_for}
    for transfer in moved:
        way = apply_transfer(transfer, places)
        if way is None:
            continue
        was, terms = terms, after.terms(places)
        reason = paid_for.get(transfer.reason, transfer.reason)
        for term, (first, last) in changed_terms(was, terms).items():
            by = last - first
            if term:
                line = ContributionSource(turn, by, transfer)
                merge_contribution(
                    parts, Contribution("term", f"{after.kind}:{term}", by, 0, [line], prices)
                )
            else:
                line = ContributionSource(turn, by, transfer, transfer.unit, way * transfer.amount)
                merge_contribution(parts, Contribution("moved", reason, by, 0, [line]))
    for part in parts.values():
        if len({line.held > 0 for line in part.lines}) > 1:  # both directions, but no exchange
            part.lines = [line._replace(unit="", held=0) for line in part.lines]
    return list(parts.values())


def changed_terms(
    before: Mapping[str, ExactNumber], after: Mapping[str, ExactNumber]
) -> dict[str, tuple[ExactNumber, ExactNumber]]:
    """Return the values of the changed terms before and after, or 0 for a missing term.

    >>> changed_terms({"A": 3, "B": 1}, {"B": 1, "C": 2})
    {'A': (3, 0), 'C': (0, 2)}
    """
    both = {term: (before.get(term, 0), after.get(term, 0)) for term in {**before, **after}}
    return {term: ends for term, ends in both.items() if ends[0] != ends[1]}


def apply_transfer(transfer: Transfer, places: dict[tuple[str, str], int]) -> int | None:
    """Apply a transfer to the amounts in ``places``, and return its direction.

    The direction is 1 if only the target is in ``places``, -1 if only the source is, 0 if both are,
    and None if neither is.
    """
    source, target = (transfer.source, transfer.unit), (transfer.target, transfer.unit)
    if source not in places and target not in places:
        return None
    if source in places:
        places[source] -= transfer.amount
    if target in places:
        places[target] += transfer.amount
    return (target in places) - (source in places)


def flow_contributions(
    before: AnyComponents, after: CountedComponents, moved: Iterable[Transfer], turn: int
) -> list[Contribution]:
    """Return the contributions to the change of a counting metric in one turn, by reason."""
    assert isinstance(before, CountedComponents), "a metric must not change its kind of components"
    parts: ContributionMap = {}
    places = dict(before.places)
    for transfer in moved:
        worth = after.worth(transfer, places)
        apply_transfer(transfer, places)
        if worth:
            merge_contribution(
                parts,
                Contribution(
                    "moved", transfer.reason, worth, 0, [ContributionSource(turn, worth, transfer)]
                ),
            )
    return list(parts.values())


def window_start_components(before: AnyComponents, after: AnyComponents) -> AnyComponents:
    """Return the components of a metric at the start of its window.

    A counting metric starts at 0. A derived metric has the amounts and prices of ``before``.
    """
    if isinstance(before, CountedComponents):
        return before._replace(total=0)
    return (
        after._replace(places=before.places, prices=before.prices)
        if isinstance(before, DerivedComponents) and isinstance(after, DerivedComponents)
        else before
    )
