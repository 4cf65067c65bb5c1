"""The parts of a change in one turn, by what a figure is made of before it and after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from classkit.engine.log import Transfer
from classkit.engine.metrics import Counted, Exact, MadeOf, Makeup, Reckoned

Kind = Literal["moved", "worth", "term", "told", "rest"]
"""The kinds of a part: "moved", things that came or went; "worth", a change in the worth of things
held; "term", a term of a calculation; "told", what the events of a turn changed; "rest", what
nothing explains."""
Amount = int | float


class Line(NamedTuple):
    """One line behind a part: a transfer, or a thing that is worth something else.

    ``amount`` is what it contributes, in the unit of the figure. ``transfer`` is the row of the
    ledger, and ``held`` of ``unit`` what it brought, below 0 where it went. Without one ``held``
    was there all the time, and each was worth ``before`` and is worth ``after``; of a term, whose
    name is the ``unit``, nothing is ``held``.
    """

    turn: int
    amount: Exact
    transfer: Transfer | None = None
    unit: str = ""
    held: Exact = 0
    before: Exact = 0
    after: Exact = 0


@dataclass(slots=True)
class Part:
    """What one cause contributes to a change, in the unit of the figure.

    ``name`` is the reason for which things moved, the kind of those that changed their worth, the
    kind of a term and its own name ("share:A"), or the number of the turn whose events are told.
    ``prices`` are what their worth follows, before the change and after it.
    """

    kind: Kind
    name: str
    exact: Exact = 0
    amount: Amount = 0
    lines: list[Line] = field(default_factory=list)
    prices: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {})


Parts = dict[tuple[Kind, str], Part]
"""Parts by their kind and name."""


def parts_of(before: MadeOf, after: MadeOf, moved: Iterable[Transfer], turn: int) -> list[Part]:
    """Return the parts of a change in one turn, by what the figure was made of and is made of."""
    if isinstance(after, Counted):
        return parts_counted(before, after, moved, turn)
    if isinstance(after, Reckoned):
        assert isinstance(before, Reckoned), "a figure is made in one way"
        return parts_reckoned(before, after, moved, turn)
    assert isinstance(before, Makeup), "a figure is made in one way"
    return parts_held(before, after, moved, turn)


def parts_held(before: Makeup, after: Makeup, moved: Iterable[Transfer], turn: int) -> list[Part]:
    """Return the parts of a change in one turn: what came and went, and what was held before.

    What came or went counts by what it is worth at the end of the turn; what was held at its
    beginning, by how much more or less it is worth then.

    >>> from classkit.engine.metrics import Holding
    >>> had = Makeup(("A",), [Holding("dollars", 90), Holding("mill", 2, 10, "mill")])
    >>> has = Makeup(("A",), [Holding("dollars", 75), Holding("mill", 3, 14, "mill")])
    >>> paid = Transfer("dollars", 15, "A", "bank", "buying", "R1", 4)
    >>> got = Transfer("mill", 1, "bank", "A", "buying", "R1", 4)
    >>> [(part.kind, part.name, part.exact) for part in parts_held(had, has, [paid, got], 4)]
    [('moved', 'buying', -1), ('worth', 'mill', 8)]
    """
    had = {one.unit: one for one in before.holdings}
    has = {one.unit: one for one in after.holdings}
    accounts, paid_for = after.accounts or before.accounts, {**before.paid_for, **after.paid_for}
    parts: Parts = {}
    came: dict[str, Exact] = {}
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
        add(parts, Part("moved", reason, worth, lines=[Line(turn, worth, transfer, unit, count)]))
    for unit in dict.fromkeys([*had, *has]):
        then, now = had.get(unit), has.get(unit)
        there = now or then
        assert there is not None, "it is of one of the two"
        first, last = (then.amount if then else 0), (now.amount if now else 0)
        unsaid = last - first - came.get(unit, 0)
        if unsaid:
            reason = reasons.get(there.goes_with) or there.reason
            worth = unsaid * there.worth
            line = Line(turn, worth, None, unit, unsaid, 0, there.worth)
            add(parts, Part("moved" if reason else "rest", reason, worth, lines=[line]))
        if then and now and first and now.worth != then.worth:
            worth = first * (now.worth - then.worth)
            line = Line(turn, worth, None, unit, first, then.worth, now.worth)
            kind = now.kind or unit
            add(parts, Part("worth", kind, worth, 0, [line], (before.prices, after.prices)))
    return [part for part in parts.values() if part.lines]


def add(parts: Parts, part: Part) -> None:
    """Add a part to that of the same cause."""
    known = parts.get((part.kind, part.name))
    if known is None:
        parts[part.kind, part.name] = part
        return
    known.exact += part.exact
    known.lines += part.lines
    known.prices = (known.prices[0], part.prices[1])


def parts_reckoned(
    before: Reckoned, after: Reckoned, moved: Iterable[Transfer], turn: int
) -> list[Part]:
    """Return the parts of a change in one turn of a figure that is calculated from places.

    First comes the change that the new prices and terms make before anything moves. Then each
    transfer contributes the difference between the figure before it and after it.

    >>> from fractions import Fraction
    >>> def price(at):
    ...     return {"": Fraction(at["market", "gold"], at["market", "oil"])}
    >>> then = Reckoned({("market", "gold"): 20, ("market", "oil"): 10}, price)
    >>> now = Reckoned({("market", "gold"): 30, ("market", "oil"): 5}, price)
    >>> paid = Transfer("gold", 10, "A", "market", "payment", "R1", 4)
    >>> bought = Transfer("oil", 5, "market", "A", "purchase", "R1", 4)
    >>> [(part.name, int(part.exact)) for part in parts_reckoned(then, now, [paid, bought], 4)]
    [('payment', 1), ('purchase', 3)]
    """
    parts: Parts = {}
    prices, places = (before.prices, after.prices), dict(before.places)
    was, terms = before.terms(places), after.terms(places)
    for term, (first, last) in changed(was, terms).items():
        line = Line(turn, last - first, None, term or after.kind, 0, first, last)
        kind: Kind = "term" if term else "worth"
        name = f"{after.kind}:{term}" if term else after.kind
        add(parts, Part(kind, name, last - first, 0, [line], prices))
    paid_for = {**before.paid_for, **after.paid_for}
    for transfer in moved:
        way = carry_out(transfer, places)
        if way is None:
            continue
        was, terms = terms, after.terms(places)
        reason = paid_for.get(transfer.reason, transfer.reason)
        for term, (first, last) in changed(was, terms).items():
            by = last - first
            if term:
                line = Line(turn, by, transfer)
                add(parts, Part("term", f"{after.kind}:{term}", by, 0, [line], prices))
            else:
                line = Line(turn, by, transfer, transfer.unit, way * transfer.amount)
                add(parts, Part("moved", reason, by, 0, [line]))
    for part in parts.values():
        if len({line.held > 0 for line in part.lines}) > 1:  # nothing was given for anything
            part.lines = [line._replace(unit="", held=0) for line in part.lines]
    return list(parts.values())


def changed(
    before: Mapping[str, Exact], after: Mapping[str, Exact]
) -> dict[str, tuple[Exact, Exact]]:
    """Return the terms that have changed, each with its value before and after; 0 where missing.

    >>> changed({"A": 3, "B": 1}, {"B": 1, "C": 2})
    {'A': (3, 0), 'C': (0, 2)}
    """
    both = {term: (before.get(term, 0), after.get(term, 0)) for term in {**before, **after}}
    return {term: ends for term, ends in both.items() if ends[0] != ends[1]}


def carry_out(transfer: Transfer, places: dict[tuple[str, str], int]) -> int | None:
    """Carry out a transfer in ``places``, and return its direction.

    That is 1 if it came in from elsewhere, -1 if it went out, 0 if both its ends are in ``places``,
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


def parts_counted(
    before: MadeOf, after: Counted, moved: Iterable[Transfer], turn: int
) -> list[Part]:
    """Return the parts of what a figure has counted in one turn, by the reasons of transfers."""
    assert isinstance(before, Counted), "a figure is made in one way"
    parts: Parts = {}
    places = dict(before.places)
    for transfer in moved:
        worth = after.worth(transfer, places)
        carry_out(transfer, places)
        if worth:
            add(parts, Part("moved", transfer.reason, worth, 0, [Line(turn, worth, transfer)]))
    return list(parts.values())


def begun_anew(before: MadeOf, after: MadeOf) -> MadeOf:
    """Return the makeup of a figure at the beginning of its window.

    A figure that counts starts at 0. A calculated one has its places and prices of ``before``.
    """
    if isinstance(before, Counted):
        return before._replace(total=0)
    return (
        after._replace(places=before.places, prices=before.prices)
        if isinstance(before, Reckoned) and isinstance(after, Reckoned)
        else before
    )
