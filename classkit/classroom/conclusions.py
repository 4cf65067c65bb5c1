"""Sentences for debriefing an experiment: how two groups of tables differ, and how certain that is.

The sentences state only a contrast's figures and the limits of the comparison.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from classkit.charts.number_format import format_decimal
from classkit.engine.currency import MINUS, find_currency, format_rounded
from classkit.engine.rulebook_text import format_count
from classkit.widgets.branch_diff import format_signed

from .class_metrics import ClassMetric
from .paired_difference import (
    MIN_PAIRS,
    Contrast,
    TablePair,
    compute_contrasts,
    select_begun_pairs,
)

FEW_PAIRS = 6
"""Number of pairs below which a single pair can change the interval considerably."""
MIN_WHOLE_PERCENT = 10
"""Minimum percentage that is formatted without decimals."""
DELAY_FACTOR = 2
"""Factor by which a pair must be ahead to show that other pairs hold the comparison back."""
MAX_NAMED_TABLES = 5
"""Maximum number of tables that a sentence names."""
POINT_UNITS = {"%": "percentage points", "": ""}
"""Units in which a difference is given in points instead of as a percentage."""


class Conclusion(NamedTuple):
    """Result of comparing two groups at one point of the axis.

    Attributes:
        sentence: The result in words.
        at: The turn or round, or None if no pair has reached one.
        contrast: The sentence's figures, or None if ``at`` is None.
        pairs: The number of all pairs, including pairs that have not reached the point.
        unattended: The number of tables in pairs at which no student sits.
        left_out: The tables that have hardly begun, so that their pairs are left out.
    """

    sentence: str
    at: int | None
    contrast: Contrast | None
    pairs: int
    unattended: int
    left_out: tuple[int, ...] = ()


def build_conclusion(
    metric: ClassMetric,
    first: str,
    other: str,
    pairs: Sequence[TablePair],
    unattended: Collection[int] = (),
) -> Conclusion:
    """Describe how a group differs from the first one.

    The point is the last one that at least half of the pairs have reached. Points with an interval,
    which needs three pairs, are preferred to later points without one. Pairs in which a table has
    hardly begun are left out, and the beginning does not count as a result.

    Args:
        metric: The metric.
        first: The name of the first group.
        other: The name of the other group.
        pairs: All pairs of tables of these groups.
        unattended: The numbers of tables at which no student sits.
    """
    empty = sum(place in unattended for one in pairs for place in one.places)
    compared, left_out = select_begun_pairs(pairs)
    known = [(at, one) for at, one in enumerate(compute_contrasts(pairs)) if at and one is not None]
    if not known:
        sentence = f"No pair of tables with “{first}” and “{other}” can be compared yet."
        if {place for one in pairs for place in one.places} > {*left_out} > set():
            tables = format_tables(left_out)
            sentence = f"{sentence} In each pair a table has hardly begun: {tables}."
        return Conclusion(sentence, None, None, len(pairs), empty, left_out)
    with_interval = [(at, one) for at, one in known if one.low is not None]
    at, found = (with_interval or known)[-1]
    contrast = describe_contrast(metric, first, other, found, at)
    limits = [
        *describe_exclusions(len(pairs) - len(compared), len(pairs), left_out),
        *describe_delay(compared, at),
        *describe_limits(found, len(pairs), empty, len(compared)),
    ]
    return Conclusion(" ".join([contrast, *limits]), at, found, len(pairs), empty, left_out)


def describe_contrast(
    metric: ClassMetric, first: str, other: str, found: Contrast, place: int
) -> str:
    """Describe how two groups differ, in how many pairs, and whether that may be luck.

    >>> worth = ClassMetric("worth", "Net worth", "$", "turn")
    >>> found = Contrast(9, 60, 15, 105, 500, 560, higher=8, lower=1)
    >>> print(describe_contrast(worth, "sealed", "open", found, 14))
    Net worth after turn 14: 12 % higher with “open” than with “sealed” (+$60). That is the mean
    over 9 pairs of tables with the same luck: higher in 8, lower in 1. Its 95 % interval, from
    +$15 to +$105, excludes 0, so it is hardly luck.
    >>> print(describe_contrast(worth, "a", "b", Contrast(3, 0, 0, 0, 5, 5, 0, 0), 14))
    Net worth after turn 14: the same with “b” as with “a”. That holds in each of 3 pairs of tables
    with the same luck.
    """
    about = f"{metric.label} after {metric.axis} {place}:"
    if not found.mean:
        words = f"{about} the same with “{other}” as with “{first}”."
        if found.pairs >= MIN_PAIRS and not (found.higher or found.lower):
            return (
                f"{words} That holds in each of {found.pairs} pairs of tables with the same luck."
            )
    else:
        way = "higher" if found.mean > 0 else "lower"
        points = POINT_UNITS.get(metric.unit, "")
        size, amount = f"{format_points(abs(found.mean))} {points}".strip(), ""
        if found.first > 0 and metric.unit not in POINT_UNITS:
            share = abs(100 * found.mean / found.first)
            size = f"{format_decimal(share, 0 if share >= MIN_WHOLE_PERCENT else 1)} %"
            amount = f" ({format_difference(found.mean, metric)})"
        words = f"{about} {size} {way} with “{other}” than with “{first}”{amount}."
    return f"{words} {describe_pairs(found)} {describe_certainty(found, metric)}"


def format_points(value: float) -> str:
    """Format a difference in points: one decimal from 10 on, two below.

    >>> format_points(51.316), format_points(52.6), format_points(1.254)
    ('51.3', '52.6', '1.25')
    """
    return format_decimal(value, 1 if abs(value) >= MIN_WHOLE_PERCENT else 2)


def describe_pairs(found: Contrast) -> str:
    """Describe the pairs of a contrast, and count them by the direction of their difference.

    >>> describe_pairs(Contrast(2, 5, None, None, 1, 6, higher=1, lower=0))
    'That is the mean over 2 pairs of tables with the same luck: higher in 1, the same in 1.'
    >>> describe_pairs(Contrast(1, 5, None, None, 1, 6, higher=1, lower=0))
    'That is a single pair of tables with the same luck.'
    """
    if found.pairs == 1:
        return "That is a single pair of tables with the same luck."
    counts = [
        ("higher", found.higher),
        ("lower", found.lower),
        ("the same", found.pairs - found.higher - found.lower),
    ]
    ways = ", ".join(f"{way} in {number}" for way, number in counts if number)
    return f"That is the mean over {found.pairs} pairs of tables with the same luck: {ways}."


def describe_certainty(found: Contrast, metric: ClassMetric) -> str:
    """Describe how sure a difference is.

    >>> worth = ClassMetric("worth", "Net worth", "$", "turn")
    >>> describe_certainty(Contrast(2, 5, None, None, 1, 6, higher=2, lower=0), worth)
    'Fewer than 3 pairs cannot show whether it is luck.'
    >>> tax = ClassMetric("tax", "Tax", "%", "turn")
    >>> describe_certainty(Contrast(4, 5, 2, 8, 1, 6, higher=4, lower=0), tax)
    'Its 95 % interval, from +2 to +8 percentage points, excludes 0, so it is hardly luck.'
    >>> describe_certainty(Contrast(3, 45, 6.7062, 84.2938, 1, 6, 3, 0), tax)
    'Its 95 % interval, from +6.71 to +84.3 percentage points, excludes 0, so it is hardly luck.'
    """
    if found.low is None or found.high is None:
        return f"Fewer than {MIN_PAIRS} pairs cannot show whether it is luck."
    points = POINT_UNITS.get(metric.unit, "")
    low = format_difference(found.low, metric).removesuffix(points).strip()
    ends = f"from {low} to {format_difference(found.high, metric)}"
    if found.may_be_random:
        return (
            f"Its 95 % interval, {ends}, includes 0, so it may be luck. That does not show "
            "that the groups are alike."
        )
    return f"Its 95 % interval, {ends}, excludes 0, so it is hardly luck."


def describe_exclusions(number: int, pairs: int, left_out: Sequence[int]) -> list[str]:
    """Describe how many pairs are left out and because of which tables. Return "" if none is.

    >>> describe_exclusions(1, 3, [6]), describe_exclusions(2, 5, [4, 6])
    (['One of the 3 pairs is left out, because table 6 has hardly begun.'], ['2 of the 5 pairs are
    left out, because tables 4 and 6 have hardly begun.'])
    """
    if not number:
        return []
    which = "One" if number == 1 else f"{number}"
    is_out = "is left out" if number == 1 else "are left out"
    has = "has" if len(left_out) == 1 else "have"
    tables = format_tables(left_out)
    return [f"{which} of the {pairs} pairs {is_out}, because {tables} {has} hardly begun."]


def describe_delay(pairs: Sequence[TablePair], at: int) -> list[str]:
    """Name the tables that hold a comparison back, if a pair has come twice as far."""
    furthest = max(pair.reach for pair in pairs)
    if furthest <= DELAY_FACTOR * at:
        return []
    slow = [
        place
        for pair in pairs
        for one, place in zip(pair.tables, pair.places, strict=True)
        if not one.is_over and one.length - 1 == at
    ]
    if not slow:
        return []
    verb = "holds" if len(slow) == 1 else "hold"
    return [f"{format_tables(sorted(slow)).capitalize()} {verb} the comparison back."]


def format_tables(places: Sequence[int]) -> str:
    """Format the numbers of some tables.

    >>> format_tables([3]), format_tables([3, 5, 8]), format_tables(range(1, 9))
    ('table 3', 'tables 3, 5 and 8', 'tables 1, 2, 3, 4, 5 and 3 more')
    """
    shown = [str(one) for one in places[:MAX_NAMED_TABLES]]
    more = len(places) - len(shown)
    last = f"{more} more" if more else shown.pop()
    if not shown:
        return f"table {last}"
    return f"tables {', '.join(shown)} and {last}"


def describe_limits(
    found: Contrast, pairs: int, unattended: int, compared: int | None = None
) -> list[str]:
    """Describe what a comparison cannot show, in up to three sentences.

    ``compared`` is the number of pairs without those that are left out.

    >>> found = Contrast(4, 5, 2, 8, 1, 6, higher=4, lower=0)
    >>> describe_limits(found, 5, 10)
    ['With so few pairs, one unusual pair can change this.', 'One of the 5 pairs has not reached
    this point.', 'No student sits at these tables, so this is a result about bots.']
    >>> describe_limits(found._replace(pairs=9), 12, 1)
    ['3 of the 12 pairs have not reached this point.', 'No student sits at 1 of the 24 tables.']
    """
    said = []
    if MIN_PAIRS <= found.pairs < FEW_PAIRS:
        said.append("With so few pairs, one unusual pair can change this.")
    if missing := (pairs if compared is None else compared) - found.pairs:
        which = "One" if missing == 1 else f"{missing}"
        has = "has" if missing == 1 else "have"
        said.append(f"{which} of the {format_count(pairs, 'pair')} {has} not reached this point.")
    if unattended == 2 * pairs:
        said.append("No student sits at these tables, so this is a result about bots.")
    elif unattended:
        said.append(f"No student sits at {unattended} of the {2 * pairs} tables.")
    return said


def format_difference(value: float, metric: ClassMetric) -> str:
    """Format the difference of a metric with its sign and its unit.

    >>> format_difference(-1.5, ClassMetric("tax", "Tax", "%", "turn"))
    '−1.5 percentage points'
    >>> format_difference(-0.8333, ClassMetric("left", "Left on the table", "$", "turn"))
    '−$0.83'
    """
    if metric.unit in POINT_UNITS:
        sign = MINUS if value < 0 else "+"
        return f"{sign}{format_points(abs(value))} {POINT_UNITS[metric.unit]}".strip()
    currency = find_currency(metric.unit)
    if currency is not None and abs(value) < MIN_WHOLE_PERCENT:
        return currency.attach(format_rounded(abs(value)), MINUS if value < 0 else "+")
    return format_signed(value, metric.unit)
