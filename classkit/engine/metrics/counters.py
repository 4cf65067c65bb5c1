"""Expressions for metrics that count transfers or are set by events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .components import AmountsByPlace, CountedComponents, ExactNumber
from .expressions import (
    NO_LEAVES,
    Accounts,
    Expression,
    Function,
    Leaf,
    read_accounts,
    shared_leaves,
)

if TYPE_CHECKING:
    from ..events import Transfer


def counted_from(
    value: Function,
    reasons: Collection[str] | Mapping[str, int] | Function,
    *,
    unit: str | Function = "",
    source: Accounts = None,
    target: Accounts = None,
    ends: Accounts = None,
    worth: Function | None = None,
    places: Function | None = None,
    parts: Literal["", "reason", "unit", "other"] = "",
    also: Iterable[Expression] = (),
    priced_by: Iterable[Expression] = (),
) -> Expression:
    """Return an expression for a counter in the state that is the sum of transfers.

    Args:
        value: Function that returns the counter.
        reasons: Reasons of the transfers that count, or a mapping from these reasons to 1 or -1. Or
            a function that takes a transfer, the state, the seat and the part and returns 1, 0 or
            -1.
        unit: The unit that counts, or a function that returns the unit, or an empty string for all.
        source: The account from which transfers count, a mapping from seat to account, or a
            function that returns several accounts, or None for all.
        target: The accounts to which transfers count, in the same forms, or None for all.
        ends: Accounts, in the same forms, that must include the source or the target of the
            transfer, or None for all.
        worth: Function that takes the state and returns another function, which takes a unit and
            the amounts just before the transfer and returns the value of one unit. By default 1.
        places: Function that returns these amounts.
        parts: For a metric that consists of parts, the property of a transfer that determines its
            part; ``value`` then returns all parts.
        also: As in :func:`holding`.
        priced_by: As in :func:`titles`.
    """
    given = reasons if callable(reasons) else None
    accounts = [one if one is None else read_accounts(one) for one in (source, target, ends)]
    known: Mapping[str, int] = {}
    if not callable(reasons):
        known = reasons if isinstance(reasons, Mapping) else dict.fromkeys(reasons, 1)

    def components(t: Any, *whose: Any) -> CountedComponents:
        part = whose[-1] if parts else ""
        total = value(t, *whose[:-1]).get(part, 0) if parts else value(t, *whose)
        signs = {part: known.get(part, 1)} if parts == "reason" else known
        counts = part if parts == "unit" else unit(t, *whose) if callable(unit) else unit
        sources, targets, either = (read(t, *whose) if read else None for read in accounts)
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


def set_by(
    *events: str, value: Function, leaf: str = "", also: Iterable[Expression] = ()
) -> Expression:
    """Return an expression for a value of the state that events change.

    Args:
        events: Names of the events. Their sentences explain a change.
        value: Function that returns the value.
        leaf: Name of the value that the events set, if several metrics depend on it. By default,
            metrics with a common event are related.
        also: Other expressions that a chart of the value would reveal.
    """
    shared: set[Leaf] = {("set", leaf)} if leaf else {("event", name) for name in events}
    return Expression(value, events=events, leaves=frozenset(shared) | shared_leaves(also))


def unsplit_value(
    value: Function, sentence: str, leaf: str = "", also: Iterable[Expression] = ()
) -> Expression:
    """Return an expression for a value whose changes can only be explained by a fixed sentence.

    Args:
        value: Function that returns the value.
        sentence: Sentence that describes the composition of the value.
        leaf: As in :func:`set_by`.
        also: As in :func:`set_by`.
    """
    leaves: frozenset[Leaf] = frozenset({("set", leaf)}) if leaf else NO_LEAVES
    return Expression(value, unsplit=sentence, leaves=leaves | shared_leaves(also))
