"""Ratios and formulas of sums, for metrics that are not themselves sums of holdings.

A single function computes both the value and its explanation. Given whole numbers, it returns the
value. Given the amounts before and after each transfer as fractions, it returns the exact terms
that a change is split into.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from .components import AmountsByPlace, DerivedComponents, ExactNumber, Holding
from .expressions import (
    NO_LEAVES,
    Expression,
    Function,
    Leaf,
    Sum,
    make_sum,
    shared_leaves,
)


def ratio_of(
    share: Sum,
    whole: Expression,
    scale: int = 1,
    *,
    digits: int | None = None,
    empty: float | None = 0,
    kind: str = "",
    facts: Function | None = None,
) -> Expression:
    """Return an expression for a sum divided by another expression.

    Args:
        share: The sum.
        whole: The divisor.
        scale: Factor, such as 100 for percentages.
        digits: Number of decimal places.
        empty: The value if the divisor is 0 or negative.
        kind: What explanations call the holdings when the divisor changes. Defaults to each
            holding's own kind.
        facts: Function that returns the facts behind the values. Explanations use them.

    Example:
        >>> from types import SimpleNamespace as State
        >>> from classkit.engine.ledger import Ledger
        >>> from classkit.engine.metrics.expressions import holding, total_of
        >>> cash, bonds = holding("dollars"), holding("bond", worth=100)
        >>> t = State(ledger=Ledger.open({"dollars": {"A": 50}, "bond": {"A": 2}}), worked_out=None)
        >>> ratio_of(cash, total_of(cash, bonds), 100).value(t, "A")
        20.0
    """
    part_of, whole_of, common = share.value, whole.value, whole.common
    read_share, read_whole = share.get_seats_reader(), whole.get_seats_reader()

    def value(t: Any, seat: str, *part: Any) -> float | None:
        if part:
            below, above = whole_of(t, seat, *part), part_of(t, seat, *part)
        else:  # same, without unpacking *part: this path is hot when rows are built
            below, above = whole_of(t, seat), part_of(t, seat)
        if not below or below < 0:
            return empty
        found: float = scale * above / below
        return found if digits is None else round(found, digits)

    def divide_seats(t: Any, *part: Any) -> dict[str, Any]:
        if common is not None:
            below = common(t, *part)
            if not below or below < 0:
                return dict.fromkeys(t.seats, empty)
            ratios = {seat: scale * above / below for seat, above in read_share(t, *part).items()}
            if digits is None:
                return ratios
            return {seat: round(ratio, digits) for seat, ratio in ratios.items()}
        found, wholes = {}, read_whole(t, *part)
        for seat, above in read_share(t, *part).items():
            below = wholes[seat]
            if not below or below < 0:
                found[seat] = empty
            else:
                ratio = scale * above / below
                found[seat] = ratio if digits is None else round(ratio, digits)
        return found

    def each(t: Any, *whose: Any) -> ExactNumber:
        from fractions import Fraction  # not needed for play

        below = whole_of(t, *whose)
        return Fraction(scale) / Fraction(below) if below and below > 0 else 0

    keys = share.inner | (whole.inner if isinstance(whole, Sum) else NO_LEAVES)
    made = scale_sum(share, each, value, kind=kind, facts=facts)
    return replace(made, leaves=keys | whole.leaves, keys=keys, read_seats=divide_seats)


def scale_sum(
    part: Sum,
    by: Function,
    value: Function,
    *,
    kind: str = "",
    facts: Function | None = None,
    also: Iterable[Expression] = (),
) -> Sum:
    """Return a sum in which all values are multiplied by the same factor.

    Args:
        part: The sum.
        by: Function that returns the exact factor.
        value: Function that returns the rounded value.
        kind: What explanations call the holdings when the factor changes. Defaults to each
            holding's own kind.
        facts: Function that returns the facts behind the factor. Explanations use them.
        also: Other expressions that a chart of the value would reveal.
    """
    itself: frozenset[Leaf] = frozenset({object()})

    def holdings(t: Any, *whose: Any) -> list[Holding]:
        factor = by(t, *whose)
        return [
            one._replace(worth=one.worth * factor, kind=kind or one.kind)
            for one in part.holdings(t, *whose)
        ]

    return make_sum(
        value, part.accounts, holdings, facts or part.facts, part.paid_for, inner=itself,
        leaves=itself | shared_leaves(also),
    )  # fmt: skip


def computed_from(
    each: Sum,
    over: Function,
    terms: Function,
    *,
    kind: str = "",
    facts: Function | None = None,
    value: Function | None = None,
    digits: int | None = None,
    empty: float | None = 0,
    reveals: bool = True,
) -> Expression:
    """Return an expression for a formula of several sums, such as a concentration of ownership.

    A change is attributed to one transfer after another. The contributions are grouped by the
    reasons for the transfers if the formula has a single term named "", otherwise by term.

    Args:
        each: The sum that the formula is computed from.
        over: Function that returns, for each sum, the arguments that ``each`` is called with after
            the state: a single argument, or a tuple of several.
        terms: Function that takes the state, the sums by their arguments, and the metric's own seat
            and part. It returns terms by name that add up to the value.
        kind: Kind used in sentences about the terms.
        facts: Function that returns the facts behind each term, by name. Explanations use them.
        value: A faster function for the value, for example with a cache of earlier rows. A law
            tests that the terms add up to its result.
        digits: Number of decimal places.
        empty: The value if there are no terms.
        reveals: False if a chart of the value does not reveal the sums.
    """

    def compute(t: Any, *whose: Any) -> float | None:
        sums = {one: each.value(t, *as_tuple(one)) for one in over(t, *whose)}
        found = terms(t, sums, *whose).values()
        if not found:
            return empty
        total: float = sum(found)
        return total if digits is None else round(total, digits or None)

    def components(t: Any, *whose: Any) -> DerivedComponents:
        from fractions import Fraction  # not needed for play

        ledger, places = t.ledger, {}
        worths: dict[Any, list[tuple[tuple[str, str], ExactNumber]]] = {}
        outside: dict[Any, ExactNumber] = {}
        for one in over(t, *whose):
            given = as_tuple(one)
            accounts, worths[one], outside[one] = each.accounts(t, *given), [], 0
            for held in each.holdings(t, *given):
                if held.unit not in ledger.balances and held.unit not in ledger.titles:
                    outside[one] += held.amount * held.worth
                    continue
                for account in accounts:
                    places[account, held.unit] = count_held(t, account, held.unit)
                    worths[one].append(((account, held.unit), held.worth))

        def split(at: AmountsByPlace) -> Mapping[str, ExactNumber]:
            sums = {
                one: Fraction(outside[one] + sum(at[place] * worth for place, worth in held))
                for one, held in worths.items()
            }
            found: Mapping[str, ExactNumber] = terms(t, sums, *whose)
            return found

        return DerivedComponents(places, split, kind, facts(t, *whose) if facts else {})

    leaves = each.inner if reveals else NO_LEAVES
    return Expression(value or compute, components, leaves=leaves, keys=each.inner)


def as_tuple(one: Any) -> tuple[Any, ...]:
    """Return the arguments of a sum as a tuple."""
    return one if isinstance(one, tuple) else (one,)


def count_held(t: Any, account: str, unit: str) -> int:
    """Return the amount of a unit in an account, which is 1 or 0 for a title."""
    if unit in t.ledger.titles:
        return int(t.ledger.titles[unit] == account)
    held: int = t.ledger.balances[unit].get(account, 0)
    return held


def concentration_of(
    owned: Sum,
    *,
    kind: str,
    scale: int = 100,
    digits: int | None = None,
    empty: float | None = 0,
    facts: Function | None = None,
    value: Function | None = None,
    reveals: bool = True,
) -> Expression:
    """Return an expression for the Herfindahl–Hirschman index of the seats' holdings.

    The index is the sum of the squared shares.

    Args:
        owned: Sum that a seat owns. Its functions take the part, if any, after the seat.
        kind: As in :func:`computed_from`.
        scale: 100 for shares in percent.
        digits: As in :func:`computed_from`.
        empty: The value if nobody owns anything.
        facts: As in :func:`computed_from`. Defaults to the shares in percent.
        value: As in :func:`computed_from`.
        reveals: As in :func:`computed_from`.
    """
    read_owned = owned.get_seats_reader()

    def over(t: Any, *part: Any) -> Iterable[Any]:
        return [(seat, *part) for seat in t.seats]

    def terms(t: Any, sums: Mapping[Any, Any], *part: Any) -> dict[str, Any]:
        return square_shares({one[0]: held for one, held in sums.items()}, scale)

    def compute(t: Any, *part: Any) -> float | None:
        squares = square_amounts(read_owned(t, *part).values(), scale)
        if not squares:
            return empty
        found: float = sum(squares)
        return found if digits is None else round(found, digits or None)

    def shares(t: Any, *part: Any) -> dict[str, float]:
        return get_shares(read_owned(t, *part))

    return computed_from(
        owned,
        over,
        terms,
        kind=kind,
        facts=facts or shares,
        value=value or compute,
        reveals=reveals,
    )


def square_shares(owned: Mapping[str, Any], scale: int = 100) -> dict[str, Any]:
    """Return the square of each owner's share, or an empty dict if nobody owns anything.

    >>> square_shares({"A": 3, "B": 1})
    {'A': 5625.0, 'B': 625.0}
    """
    return dict(zip(owned, square_amounts(owned.values(), scale), strict=False))


def square_amounts(amounts: Collection[Any], scale: int = 100) -> list[Any]:
    """Return the square of each amount's share of the total, or an empty list if the total is 0."""
    total = sum(amounts)
    return [(scale * held / total) ** 2 for held in amounts] if total else []


def get_shares(owned: Mapping[str, Any]) -> dict[str, float]:
    """Return each owner's share in percent.

    >>> get_shares({"A": 3, "B": 1})
    {'A': 75.0, 'B': 25.0}
    """
    total = sum(owned.values()) or 1
    return {one: 100 * held / total for one, held in owned.items()}
