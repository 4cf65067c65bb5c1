"""The big swing of a step: whose figure of a race moved by much, and by what."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from classkit.engine.match import Match
from classkit.engine.requests import Seat
from classkit.engine.words import Say

from .figures import Figure, race_figures
from .split import Split, exact, split_between
from .turning import change_words
from .words import Teller

BIG, HUGE = Fraction(15, 100), Fraction(1, 2)
"""Shares of the leader's score: the least for a big swing, and the least to be told first."""

Row = Mapping[str, Any]


class Swing(NamedTuple):
    """A big swing, split into its parts, and whether it comes before all else that is told."""

    split: Split
    comes_first: bool


def swing(
    match: Match, viewer: str | None, before: Row, now: Row, lately: Row | None = None
) -> Swing | None:
    """Return the largest change of a race between two rows of figures, if it is a big swing.

    Rows are those of charts, ``{"turn", "round", "values"}``: the end of a turn, and a later
    moment. ``lately`` is the row shown last between the two. A change then counts by the smaller of
    its sizes since either row, if both go the same way. Return None where the viewer may not see
    the course of any race, and where nobody moved by much.
    """
    largest, found = BIG, None
    for metric in race_figures(match, viewer).values():
        then, scores = before["values"].get(metric.key), now["values"].get(metric.key)
        seen = (lately or before)["values"].get(metric.key, then)
        if any(not row or None in row.values() for row in (then, scores, seen)):
            continue
        if max(then.values()) <= 0:
            continue
        leader = exact(max(then.values()))
        for seat in match.seats:
            whole, late = (exact(scores[seat]) - exact(row[seat]) for row in (then, seen))
            share = min(abs(whole), abs(late)) / leader
            if share >= largest and whole * late > 0:
                largest, found = share, (metric, seat, then[seat], scores[seat])
    if found is None:
        return None
    metric, seat, first, last = found
    since, turn = before["turn"], now["turn"]
    values = {since: first, turn: last}
    split = split_between(match, Figure(metric, seat), since, turn, values, viewer)
    return Swing(split, largest >= HUGE)


def swing_words(
    match: Match, say: Say, viewer: str | None, split: Split, longest: int | None = None
) -> str:
    """Return a swing as a sentence: who gained or lost how much, and by what above all.

    The cause is left out where the sentence would have more than ``longest`` characters.
    """
    seat: Seat = split.seat or ""
    told = change_words(Teller(match, say, viewer), seat, exact(split.change), split.metric.unit)
    several = len(race_figures(match, viewer)) > 1
    within = f" in {split.metric.label}" if several else ""
    causes = Teller(match, say, viewer).causes(split, most=1)
    whole = f"{told}{within}{': ' if causes else ''}{causes}."
    return whole if longest is None or len(whole) <= longest else f"{told}{within}."
