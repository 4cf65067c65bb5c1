"""The course of a race: the scores at the end of each moment, and what of their changes lasted.

How far a seat is ahead of its best rival rises and falls; of a rise lasts what was never lost
again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from classkit.engine.game import Standing, first_of
from classkit.engine.match import Match
from classkit.engine.metrics import Metric, broken_in
from classkit.engine.requests import Seat

from .figures import race_figures
from .split import counts_rounds, exact


class Barred(NamedTuple):
    """From which moment on a seat could not win with any score, and why, as was said then."""

    at: int
    why: str


@dataclass(frozen=True)
class Race:
    """The course of a race: the figure that decides it, and the scores at the end of each moment.

    ``title`` is its name where there are several. ``lines`` are the standings at the end;
    ``moments`` are turns, or in a game that counts rounds the last turn of each. ``barred`` are the
    seats that could not win in the end.
    """

    title: str
    metric: Metric
    lines: Sequence[Standing]
    moments: list[int]
    scores: list[Mapping[Seat, Fraction]]
    barred: Mapping[Seat, Barred]

    @property
    def first(self) -> tuple[Seat, ...]:
        """The seats that are first at the end; none where a penalty leaves that place empty."""
        return first_of(self.lines)

    def rivals(self, at: int) -> list[Seat]:
        """Return the seats that can still win at a moment; all seats if fewer than two can."""
        barred = {seat for seat, since in self.barred.items() if since.at <= at}
        may_win = [seat for seat in self.scores[0] if seat not in barred]
        return may_win if len(may_win) > 1 else list(self.scores[0])

    def level(self, seat: Seat, at: int, rivals: Sequence[Seat]) -> Fraction:
        """Return how far a seat is ahead of the best of its rivals; below 0 if behind."""
        score = self.scores[at]
        return score[seat] - max(score[other] for other in rivals if other != seat)

    @property
    def open_to_all(self) -> Race:
        """The same race as it were if nobody could be barred."""
        return replace(self, barred={}) if self.barred else self

    @cached_property
    def ahead(self) -> dict[Seat, list[Fraction]]:
        """How far each seat is ahead at each moment of the best of those that could still win."""
        rivals = [self.rivals(at) for at in range(len(self.moments))]
        return {
            seat: [self.level(seat, at, among) for at, among in enumerate(rivals)]
            for seat in self.scores[0]
        }

    def before(self, seat: Seat, at: int) -> Fraction:
        """Return a seat's lead just before a moment, over the seats that can still win after it."""
        return self.level(seat, at - 1, self.rivals(at))

    def leader(self, at: int) -> Seat | None:
        """Return the seat that leads alone at a moment; None where several do."""
        score = {seat: self.scores[at][seat] for seat in self.rivals(at)}
        most = max(score.values())
        leaders = [seat for seat in score if score[seat] == most]
        return leaders[0] if len(leaders) == 1 else None

    def is_passed(self, first: Seat, since: int) -> bool:
        """Return whether a barred seat has more than ``first`` at this moment or any later one."""
        return any(
            score[seat] > score[first] for score in self.scores[since:] for seat in self.barred
        )


# --- the races ---------------------------------------------


def ends_of_moments(match: Match) -> dict[int, int]:
    """Return for each turn the last turn of its moment, which is its round where rounds count."""
    turns = [(row["turn"], row["round"]) for row in match.history]
    if not counts_rounds(match):
        return {turn: turn for turn, _ in turns}
    last = {number: turn for turn, number in turns}
    return {turn: last[number] for turn, number in turns}


def races_of(match: Match, viewer: str | None) -> list[Race]:
    """Return the races whose course may be seen, with the scores at the end of each moment.

    One whose figure could not be computed after some turn is left out.
    """
    titled, figures = match.races_shown(viewer), race_figures(match, viewer)
    ends = ends_of_moments(match)
    rows = [row for row in match.history if ends[row["turn"]] == row["turn"]]
    if len(rows) < 2 or len(match.seats) < 2:
        return []
    moments = [row["turn"] for row in rows]
    barred, broken = barred_seats(match, titled, moments), broken_in(rows)
    return [
        Race(
            title if len(titled) > 1 else "", metric, titled[title], moments,
            [{seat: exact(value) for seat, value in row[metric.key].items()} for row in rows],
            barred[title],
        )
        for title, metric in figures.items()
        if metric.key not in broken
    ]  # fmt: skip


def barred_seats(
    match: Match, races: Mapping[str, Sequence[Standing]], moments: Sequence[int]
) -> dict[str, dict[Seat, Barred]]:
    """Return the seats held back at the end of each race, each with the start of that bar.

    A bar that was lifted before the end does not count.
    """
    kept_back = {
        title: [line.seat for line in lines if line.held_back and line.seat not in first_of(lines)]
        for title, lines in races.items()
    }
    if not any(kept_back.values()):
        return {title: {} for title in races}

    def held(table: Any) -> dict[str, dict[Seat, str]]:
        told = match.game.all_races(table)
        return {title: {line.seat: line.held_back for line in told[title]} for title in races}

    seen = match.at_ends_of_turns(held, moments[0], moments[-1])
    seen.setdefault(moments[-1], held(match.table))
    found: dict[str, dict[Seat, Barred]] = {title: {} for title in races}
    for title, seats in kept_back.items():
        for seat in seats:
            free = [at for at, turn in enumerate(moments) if not seen[turn][title][seat]]
            at = free[-1] + 1 if free else 0
            found[title][seat] = Barred(at, seen[moments[at]][title][seat])
    return found


# --- what lasted ---------------------------------------------


class Moved(NamedTuple):
    """A change that lasted: its moment, the seat that moved, its rival, and how much lasted."""

    at: int
    seat: Seat
    other: Seat | None
    lasting: Fraction


def lasting(before: Fraction, levels: Sequence[Fraction]) -> Fraction:
    """Return how much of a rise was never lost again; 0 where nothing lasted.

    ``before`` is the level before the rise, and ``levels`` are all levels from the rise on.

    >>> levels = [Fraction(level) for level in (0, 5, 3, 9, 7)]
    >>> [int(lasting(levels[at - 1], levels[at:])) for at in range(1, 5)]
    [3, 0, 4, 0]
    """
    return max(min(levels) - before, Fraction(0))


def rises(race: Race) -> list[Moved]:
    """Return each moment in which the first gained for good on its best rival.

    Whoever contributed more moved: the first itself by rising, or the rival by falling.
    """
    found = []
    for first in race.first:
        ahead = race.ahead[first]
        for at in range(1, len(ahead)):
            if kept := lasting(race.before(first, at), ahead[at:]):
                found.append(Moved(at, *movers(race, first, at), kept))
    return found


def largest_gains(race: Race) -> list[Moved]:
    """Return the largest lasting gain of the first over those who could win, and over all others.

    The two are the same where nobody is barred, and in most other matches.
    """
    both = (
        max(rises(one), key=lambda rise: rise.lasting, default=None)
        for one in (race, race.open_to_all)
    )
    return [one for one in both if one is not None]


def movers(race: Race, first: Seat, at: int) -> tuple[Seat, Seat]:
    """Return the first and its best rival, the one that moved more in this moment in front."""
    before, after = race.scores[at - 1], race.scores[at]
    rival = max(
        (seat for seat in race.rivals(at) if seat != first),
        key=lambda seat: (before[seat], after[seat]),
    )
    fell = before[rival] - after[rival]
    return (rival, first) if fell > after[first] - before[first] else (first, rival)


def falls(race: Race) -> list[Moved]:
    """Return each moment in which a leader who is not first at the end lost ground for good."""
    found = []
    for at in range(1, len(race.moments)):
        leader = race.leader(at - 1)
        if leader is None or leader in race.first:
            continue
        fell = race.scores[at - 1][leader] - race.scores[at][leader]
        behind = [-level for level in race.ahead[leader][at:]]
        kept = min(lasting(-race.before(leader, at), behind), fell)
        if kept > 0:
            found.append(Moved(at, leader, None, kept))
    return found


def lead_taken(race: Race) -> int | None:
    """Return the first moment from which the first led to the end; None where it never did.

    Others may have drawn level since, and none have come past.
    """
    if len(race.first) != 1:
        return None
    ahead = race.ahead[race.first[0]]
    if ahead[-1] < 0:
        return None
    behind = max((at for at, level in enumerate(ahead) if level < 0), default=-1)
    return next((at for at in range(behind + 1, len(ahead)) if ahead[at] > 0), None)
