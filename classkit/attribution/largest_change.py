"""Big swings: large changes of a race's metric in one step, and their causes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.evidence import Evidence
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

from .decomposition import Decomposition, decompose_change, to_fraction
from .explanation_text import ExplanationWriter
from .metric_selection import MetricOfSeat, race_metrics
from .moment_evidence import collect_evidence
from .turning_points import format_change

MIN_BIG_SWING, MIN_HUGE_SWING = Fraction(15, 100), Fraction(1, 2)
"""Minimum shares of the leader's score for a big swing, and for a swing that is mentioned first."""

AMOUNT_ALONE = re.compile(r", including \S+(?: gold)?")
"""Matches a cause that has been reduced to its amount."""
Row = Mapping[str, Any]


class Swing(NamedTuple):
    """Decomposition and evidence of a big swing, and whether to mention it first."""

    split: Decomposition
    comes_first: bool
    evidence: Evidence = Evidence()


def find_swing(
    match: Match, viewer: str | None, before: Row, now: Row, lately: Row | None = None
) -> Swing | None:
    """Return the largest change of a race between two rows, if it is a big swing.

    The rows are rows of charts, ``{"turn", "round", "values"}``, for the end of a turn and a later
    moment. ``lately`` is the last displayed row between the two. If the changes since both rows
    have the same direction, the smaller one is used. Return None if the viewer may not see any
    race, or if all changes are small.
    """
    largest, found = MIN_BIG_SWING, None
    for metric in race_metrics(match, viewer).values():
        then, scores = before["values"].get(metric.key), now["values"].get(metric.key)
        seen = (lately or before)["values"].get(metric.key, then)
        if any(not row or None in row.values() for row in (then, scores, seen)):
            continue
        if max(then.values()) <= 0:
            continue
        leader = to_fraction(max(then.values()))
        for seat in match.seats:
            whole, late = (
                to_fraction(scores[seat]) - to_fraction(row[seat]) for row in (then, seen)
            )
            share = min(abs(whole), abs(late)) / leader
            if share >= largest and whole * late > 0:
                largest, found = share, (metric, seat, then[seat], scores[seat])
    if found is None:
        return None
    metric, seat, first, last = found
    since, turn = before["turn"], now["turn"]
    values = {since: first, turn: last}
    split = decompose_change(match, MetricOfSeat(metric, seat), since, turn, values, viewer)
    evidence = collect_evidence(match, (seat,), since, turn, viewer, split)
    return Swing(split, largest >= MIN_HUGE_SWING, evidence)


def format_swing(
    match: Match,
    say: TextFormatter,
    viewer: str | None,
    split: Decomposition,
    longest: int | None = None,
) -> str:
    """Return a sentence that states the seat, the change and the main cause of a swing.

    "In all" indicates further causes, because the main cause may have just been reported. The cause
    is shortened or omitted if the sentence would have more than ``longest`` characters.
    """
    seat: Seat = split.seat or ""
    told = format_change(
        ExplanationWriter(match, say, viewer), seat, to_fraction(split.change), split.metric.unit
    )
    several = len(race_metrics(match, viewer)) > 1
    within = f" in {split.metric.label}" if several else ""
    causes = ExplanationWriter(match, say, viewer).describe_causes(split, most=1)
    others = split.main_cause is not None and split.main_cause.amount != split.change
    forms = [causes, *(causes.partition(mark)[0] for mark in (" (", ": ")), ""]
    forms = [form for form in forms if not AMOUNT_ALONE.fullmatch(form)]
    texts = [f"{'In all, ' if others and form else ''}{told}{within}{form}." for form in forms]
    return next((text for text in texts if longest is None or len(text) <= longest), texts[-1])
