"""The big swing of a step: whose figure of a race moved by much, and by what."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.match import Match
from classkit.engine.requests import Seat
from classkit.engine.words import Say

from .split import Split, exact, split_between
from .turning import change_words, race_figures
from .words import Teller

BIG = Fraction(15, 100)
"""A change is a big swing from this share of the leader's score on."""

Row = Mapping[str, Any]


def swing(match: Match, viewer: str | None, before: Row, now: Row) -> Split | None:
    """Return the largest change of a race between two rows of figures, if it is a big swing.

    Rows are those of charts, ``{"turn", "round", "values"}``, of two turns. None where the viewer
    may not see the course of any race, and where nobody moved by much.
    """
    largest, found = BIG, None
    for metric in race_figures(match, viewer).values():
        then, scores = before["values"].get(metric.key), now["values"].get(metric.key)
        if not then or not scores or max(then.values()) <= 0:
            continue
        leader = exact(max(then.values()))
        for seat in match.seats:
            share = abs(exact(scores[seat]) - exact(then[seat])) / leader
            if share >= largest:
                largest, found = share, (metric, seat, then[seat], scores[seat])
    if found is None:
        return None
    metric, seat, first, last = found
    since, turn = before["turn"], now["turn"]
    values = {since: first, turn: last}
    return split_between(match, metric, seat, since, turn, values, viewer)


def swing_words(match: Match, say: Say, viewer: str | None, split: Split) -> str:
    """Return a swing as a sentence: who gained or lost how much, and by what."""
    seat: Seat = split.seat or ""
    told = change_words(Teller(match, say, viewer), seat, exact(split.change), split.metric.unit)
    several = len(race_figures(match, viewer)) > 1
    within = f" in {split.metric.label}" if several else ""
    causes = Teller(match, say, viewer).causes(split)
    return f"{told}{within}{': ' if causes else ''}{causes}."
