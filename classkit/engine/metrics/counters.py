"""Expressions of metrics that count transfers, or that events set."""

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
    """Return what a counter of the state has counted, transfer by transfer.

    Args:
        value: Function that returns the counter.
        reasons: Reasons of the transfers that count, or a mapping from them to 1 or -1, or a
            function of a transfer, the state, the seat and the part that returns 1, 0 or -1.
        unit: The unit that counts, or a function that returns it; empty for all.
        source: The account, or that of each seat, or a function that returns the accounts, from
            which a transfer counts; None for all.
        target: Those to which a transfer counts; None for all.
        ends: Those of which one must be an end of the transfer; None for all.
        worth: Function of the state that returns a function of a unit and the amounts just before
            the transfer: the worth of one. By default 1.
        places: Function that returns these amounts.
        parts: For a metric by parts, what the part is; then ``value`` returns all parts.
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


def unsplit_value(
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
