"""Time series of a race: the scores at each moment, and the lasting changes of the lead.

A seat's lead over its best rival rises and falls. The lasting part of a rise is the part that is
never lost again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.game import Standing, first_seats
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, failed_metrics

from .decomposition import has_rounds, to_fraction
from .metric_selection import race_metrics


class Disqualification(NamedTuple):
    """The moment from which a seat could no longer win, and the reason at that moment."""

    at: int
    why: str


@dataclass(frozen=True)
class RaceSeries:
    """Time series of a race: its metric, and the scores at the end of each moment.

    ``title`` is the name of the race if there are several. ``lines`` are the final standings.
    ``moments`` are turns or, in a game that counts rounds, the last turn of each round. ``barred``
    contains the seats that could not win at the end.
    """

    title: str
    metric: Metric
    lines: Sequence[Standing]
    moments: list[int]
    scores: list[Mapping[Seat, Fraction]]
    barred: Mapping[Seat, Disqualification]

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """The seats in first place at the end.

        The value is an empty tuple if a penalty leaves first place vacant.
        """
        return first_seats(self.lines)

    def list_rivals(self, at: int) -> list[Seat]:
        """Return the seats that can still win at a moment, or all seats if fewer than two can."""
        barred = {seat for seat, since in self.barred.items() if since.at <= at}
        may_win = [seat for seat in self.scores[0] if seat not in barred]
        return may_win if len(may_win) > 1 else list(self.scores[0])

    def get_lead(self, seat: Seat, at: int, rivals: Sequence[Seat]) -> Fraction:
        """Return a seat's lead over its best rival. It is negative if the seat is behind."""
        score = self.scores[at]
        return score[seat] - max(score[other] for other in rivals if other != seat)

    @property
    def without_bars(self) -> RaceSeries:
        """The same race with no seats barred."""
        return replace(self, barred={}) if self.barred else self

    @cached_property
    def leads(self) -> dict[Seat, list[Fraction]]:
        """The lead of each seat over the best rival that can still win, at each moment."""
        rivals = [self.list_rivals(at) for at in range(len(self.moments))]
        return {
            seat: [self.get_lead(seat, at, among) for at, among in enumerate(rivals)]
            for seat in self.scores[0]
        }

    @cached_property
    def gains(self) -> list[LeadChange]:
        """The moments with a lasting gain of a first seat: see :func:`score_gains`."""
        return score_gains(self)

    def previous_lead(self, seat: Seat, at: int) -> Fraction:
        """Return a seat's lead just before a moment, over the seats that can still win after it."""
        return self.get_lead(seat, at - 1, self.list_rivals(at))

    def find_leader(self, at: int) -> Seat | None:
        """Return the seat that is the sole leader at a moment, or None."""
        score = {seat: self.scores[at][seat] for seat in self.list_rivals(at)}
        most = max(score.values())
        leaders = [seat for seat in score if score[seat] == most]
        return leaders[0] if len(leaders) == 1 else None

    def is_passed(self, first: Seat, since: int) -> bool:
        """Return whether a barred seat has a higher score than ``first`` now or later."""
        return any(
            score[seat] > score[first] for score in self.scores[since:] for seat in self.barred
        )


# --- the races ---------------------------------------------


def moment_ends(match: Match) -> dict[int, int]:
    """Return the last turn of each turn's moment, which is a round if the game counts rounds."""
    turns = [(row["turn"], row["round"]) for row in match.history]
    if not has_rounds(match):
        return {turn: turn for turn, _ in turns}
    last = {number: turn for turn, number in turns}
    return {turn: last[number] for turn, number in turns}


def build_races(match: Match, viewer: str | None) -> list[RaceSeries]:
    """Return the scores of the visible races at the end of each moment.

    A race with a metric that could not be computed after some turn is omitted.
    """
    titled, figures = match.as_seen_by(viewer).races, race_metrics(match, viewer)
    ends = moment_ends(match)
    rows = [row for row in match.history if ends[row["turn"]] == row["turn"]]
    if len(rows) < 2 or len(match.seats) < 2:
        return []
    moments = [row["turn"] for row in rows]
    barred, broken = find_barred_seats(match, titled, moments), failed_metrics(rows)
    return [
        RaceSeries(
            title if len(titled) > 1 else "", metric, titled[title], moments,
            [{seat: to_fraction(value) for seat, value in row[metric.key].items()} for row in rows],
            barred[title],
        )
        for title, metric in figures.items()
        if metric.key not in broken
    ]  # fmt: skip


def find_barred_seats(
    match: Match, races: Mapping[str, Sequence[Standing]], moments: Sequence[int]
) -> dict[str, dict[Seat, Disqualification]]:
    """Return when each seat that is barred at the end of a race became barred, by race.

    A bar that was lifted before the end does not count.
    """
    kept_back = {
        title: [
            line.seat for line in lines if line.held_back and line.seat not in first_seats(lines)
        ]
        for title, lines in races.items()
    }
    if not any(kept_back.values()):
        return {title: {} for title in races}

    def held(table: Any) -> dict[str, dict[Seat, str]]:
        told = match.game.all_races(table)
        return {title: {line.seat: line.held_back for line in told[title]} for title in races}

    seen = match.map_turn_ends(held, moments[0], moments[-1])
    seen.setdefault(moments[-1], held(match.table))
    found: dict[str, dict[Seat, Disqualification]] = {title: {} for title in races}
    for title, seats in kept_back.items():
        for seat in seats:
            free = [at for at, turn in enumerate(moments) if not seen[turn][title][seat]]
            at = free[-1] + 1 if free else 0
            found[title][seat] = Disqualification(at, seen[moments[at]][title][seat])
    return found


# --- lasting changes ---------------------------------------------


class LeadChange(NamedTuple):
    """A lasting change: its moment, the seat that changed, its rival, and the lasting amount."""

    at: int
    seat: Seat
    other: Seat | None
    lasting: Fraction


def find_floors(levels: Sequence[Fraction]) -> list[Fraction]:
    """Return, for each moment, the lowest level from this moment on.

    >>> [int(floor) for floor in find_floors([Fraction(level) for level in (0, 5, 3, 9, 7)])]
    [0, 3, 3, 7, 7]
    """
    return [*accumulate(reversed(levels), min)][::-1]


def permanent_gain(before: Fraction, floor: Fraction) -> Fraction:
    """Return the part of a rise that was never lost again, or 0 if nothing lasted.

    ``before`` is the level before the rise, and ``floor`` is the lowest level from the rise on.

    >>> levels = [Fraction(level) for level in (0, 5, 3, 9, 7)]
    >>> [int(permanent_gain(*both)) for both in zip(levels, find_floors(levels)[1:])]
    [3, 0, 4, 0]
    """
    return max(floor - before, Fraction(0))


def score_gains(race: RaceSeries) -> list[LeadChange]:
    """Return each moment with a lasting gain of the first seat on its best rival.

    The change is attributed to the seat that contributed more: the first by rising, or the rival by
    falling.
    """
    found = []
    for first in race.first_seats:
        floors = find_floors(race.leads[first])
        for at in range(1, len(floors)):
            if kept := permanent_gain(race.previous_lead(first, at), floors[at]):
                found.append(LeadChange(at, *score_contenders(race, first, at), kept))
    return found


def max_gains(race: RaceSeries) -> list[LeadChange]:
    """Return the first seat's largest lasting gains over possible winners, and over all seats.

    The two are the same if no seat is barred, and in most other matches.
    """
    both = (
        max(one.gains, key=lambda rise: rise.lasting, default=None)
        for one in (race, race.without_bars)
    )
    return [one for one in both if one is not None]


def max_own_gain(race: RaceSeries) -> LeadChange | None:
    """Return the rise of a first seat's score with the largest lasting part, or None.

    Ties are broken by the largest lasting gain in the lead.
    """
    ahead = {one.at: one.lasting for one in race.gains}
    rises = [
        LeadChange(at, first, None, kept)
        for first in race.first_seats
        for own in [[score[first] for score in race.scores]]
        for at, floor in enumerate(find_floors(own))
        if at and (kept := permanent_gain(own[at - 1], floor))
    ]
    return max(rises, key=lambda rise: (rise.lasting, ahead.get(rise.at, 0)), default=None)


def score_contenders(race: RaceSeries, first: Seat, at: int) -> tuple[Seat, Seat]:
    """Return the first seat and its best rival, starting with the seat that changed more."""
    before, after = race.scores[at - 1], race.scores[at]
    rival = max(
        (seat for seat in race.list_rivals(at) if seat != first),
        key=lambda seat: (before[seat], after[seat]),
    )
    fell = before[rival] - after[rival]
    return (rival, first) if fell > after[first] - before[first] else (first, rival)


def score_losses(race: RaceSeries) -> list[LeadChange]:
    """Return each moment with a lasting loss of a leader that is not first at the end."""
    floors = {
        seat: find_floors([-lead for lead in leads])
        for seat, leads in race.leads.items()
        if seat not in race.first_seats
    }
    found = []
    for at in range(1, len(race.moments)):
        leader = race.find_leader(at - 1)
        if leader is None or leader in race.first_seats:
            continue
        fell = race.scores[at - 1][leader] - race.scores[at][leader]
        kept = min(permanent_gain(-race.previous_lead(leader, at), floors[leader][at]), fell)
        if kept > 0:
            found.append(LeadChange(at, leader, None, kept))
    return found


def find_lead_start(race: RaceSeries) -> int | None:
    """Return the moment from which the first seat led until the end, or None.

    Other seats may have drawn level since then, but none have overtaken it.
    """
    if len(race.first_seats) != 1:
        return None
    ahead = race.leads[race.first_seats[0]]
    if ahead[-1] < 0:
        return None
    behind = max((at for at, level in enumerate(ahead) if level < 0), default=-1)
    return next((at for at in range(behind + 1, len(ahead)) if ahead[at] > 0), None)
