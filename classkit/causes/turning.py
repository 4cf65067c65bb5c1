"""The turning points of a match: who moved, by how much in the figure of the race, and by what.

They are chosen by what lasted. How far a seat is ahead of its best rival rises and falls; of a rise
lasts what was never lost again. The winner's rises that lasted most are turning points, and the
falls of leaders that lasted; and when the lead was taken for good is always told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from classkit.engine.game import Standing, first_of
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.requests import Seat
from classkit.engine.words import Say

from .figures import race_figures
from .parts import Amount
from .split import Split, counts_rounds, exact, plain, split_of
from .words import Teller, events_of

MOST, OF_EACH = 3, 2
"""So many turning points are told of a match with one race, and of each race of several."""
MATTERS = Fraction(1, 10)
"""A rival's change is told beside one from this share of it on."""
WHO_CAN_WIN = " among those that can win"
"""Follows a lead where somebody has more, and is barred from winning."""
LONGEST = 240
"""A sentence of more characters is cut after a word."""


class Barred(NamedTuple):
    """From which moment on a seat could not win with any score, and why, as was said then."""

    at: int
    why: str


@dataclass(frozen=True)
class Race:
    """The course of a race: what it goes by, and the scores at the end of each moment.

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
        """Return the seats whose scores count at a moment: not those that can win no more."""
        barred = {seat for seat, since in self.barred.items() if since.at <= at}
        may_win = [seat for seat in self.scores[0] if seat not in barred]
        return may_win if len(may_win) > 1 else list(self.scores[0])

    def level(self, seat: Seat, at: int, rivals: Sequence[Seat]) -> Fraction:
        """Return how far a seat is ahead of the best of its rivals; below 0 if behind."""
        score = self.scores[at]
        return score[seat] - max(score[other] for other in rivals if other != seat)

    @cached_property
    def ahead(self) -> dict[Seat, list[Fraction]]:
        """How far each seat is ahead at each moment of the best of those that could still win."""
        rivals = [self.rivals(at) for at in range(len(self.moments))]
        return {
            seat: [self.level(seat, at, among) for at, among in enumerate(rivals)]
            for seat in self.scores[0]
        }

    def before(self, seat: Seat, at: int) -> Fraction:
        """Return how far a seat was ahead before a moment, of those that can win after it."""
        return self.level(seat, at - 1, self.rivals(at))

    def leader(self, at: int) -> Seat | None:
        """Return the seat that leads alone at a moment; None where several do."""
        score = {seat: self.scores[at][seat] for seat in self.rivals(at)}
        most = max(score.values())
        leaders = [seat for seat in score if score[seat] == most]
        return leaders[0] if len(leaders) == 1 else None

    def is_passed(self, first: Seat, since: int) -> bool:
        """Return whether somebody who could not win has more than the first, from a moment on."""
        return any(
            score[seat] > score[first] for score in self.scores[since:] for seat in self.barred
        )


class TurningPoint(NamedTuple):
    """A moment after which a race stood differently for good.

    ``seat`` moved by ``change`` in the figure of that key, which was ``score`` after it; a figure
    of the table has none, an empty one.
    ``lasting`` is how much of it, over the best rival, was never undone. ``turn`` is the last of
    the moment. ``split`` has the parts of the change, and is None where there was none.
    """

    turn: int
    seat: Seat
    figure: str
    change: Amount
    score: Amount
    lasting: Amount
    text: str
    split: Split | None = None


class Moved(NamedTuple):
    """A change that lasted: in which moment, of whom, beside whom, and how much of it lasted."""

    at: int
    seat: Seat
    other: Seat | None
    lasting: Fraction


def turning_points(match: Match, say: Say, viewer: str | None) -> list[TurningPoint]:
    """Return the turning points of a match that is over, in order, as the viewer may know them.

    Those in which the lead was taken for good come first where there is no room for all.
    """
    if undone := match.game.undone_by(match.table):
        return points_of_ruin(match, Teller(match, say, viewer), *undone)
    races = races_of(match, viewer)
    teller, most = Teller(match, say, viewer), MOST if len(races) == 1 else OF_EACH
    out = barred_leaders(races)
    found = [told_barred(at, seat, of, match, teller) for (at, seat), of in out.items()]
    for race in races:
        told = {at for (at, _), of in out.items() if any(race is one for one in of)}
        found += points_of(race, match, teller, most, told)
    return sorted(found, key=lambda point: point.turn)


# --- the races ---------------------------------------------


def ends_of_moments(match: Match) -> dict[int, int]:
    """Return for each turn the last of its moment: of its round where rounds are counted."""
    turns = [(row["turn"], row["round"]) for row in match.history]
    if not counts_rounds(match):
        return {turn: turn for turn, _ in turns}
    last = {number: turn for turn, number in turns}
    return {turn: last[number] for turn, number in turns}


def races_of(match: Match, viewer: str | None) -> list[Race]:
    """Return the races whose course may be seen, with the scores at the end of each moment."""
    titled, figures = match.races_shown(viewer), race_figures(match, viewer)
    ends = ends_of_moments(match)
    rows = [row for row in match.history if ends[row["turn"]] == row["turn"]]
    if len(rows) < 2 or len(match.seats) < 2:
        return []
    moments = [row["turn"] for row in rows]
    barred = barred_seats(match, titled, moments)
    return [
        Race(
            title if len(titled) > 1 else "", metric, titled[title], moments,
            [{seat: exact(value) for seat, value in row[metric.key].items()} for row in rows],
            barred[title],
        )
        for title, metric in figures.items()
    ]  # fmt: skip


def barred_seats(
    match: Match, races: Mapping[str, Sequence[Standing]], moments: Sequence[int]
) -> dict[str, dict[Seat, Barred]]:
    """Return for each race the seats that are held back at its end, and since when they were.

    What has held a seat back for a while, and did so no more, does not count.
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


def lasting(before: Fraction, levels: Sequence[Fraction]) -> Fraction:
    """Return how much of a rise was never lost again: from the level before it to all that came.

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


def movers(race: Race, first: Seat, at: int) -> tuple[Seat, Seat]:
    """Return who moved more in a moment that brought the first forward, and the other."""
    before, after = race.scores[at - 1], race.scores[at]
    rival = max(
        (seat for seat in race.rivals(at) if seat != first),
        key=lambda seat: (before[seat], after[seat]),
    )
    fell = before[rival] - after[rival]
    return (rival, first) if fell > after[first] - before[first] else (first, rival)


def falls(race: Race) -> list[Moved]:
    """Return each moment in which a leader fell for good, who is not the first at the end."""
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


# --- the points ---------------------------------------------


def points_of(
    race: Race, match: Match, teller: Teller, most: int, already: Collection[int]
) -> list[TurningPoint]:
    """Return the turning points of one race, each of a moment of its own.

    With the moments ``already`` told of it they are at most so many.
    """
    lead, most = lead_taken(race), most - len(already)
    moved = sorted([*rises(race), *falls(race)], key=lambda one: (-one.lasting, one.at))
    moved = [one for one in moved if one.at not in already]
    chosen: dict[int, Moved] = {}
    if lead is not None and lead > 1 and lead not in already:
        taken = next((one for one in moved if one.at == lead), None)
        chosen[lead] = taken or Moved(lead, *movers(race, race.first[0], lead), Fraction(0))
    for one in moved:
        if len(chosen) < most:
            chosen.setdefault(one.at, one)
    long = lead is not None and lead <= 1
    found = [told(race, one, match, teller, None if long else lead) for one in chosen.values()]
    if lead is not None and long:
        found.append(long_lead(race, teller))
    return found if found or lead in already else [no_lead(race, teller)]


def told(race: Race, one: Moved, match: Match, teller: Teller, lead: int | None) -> TurningPoint:
    """Return a turning point: who moved by how much and by what, and what it did to the lead."""
    turn, before, after = race.moments[one.at], race.scores[one.at - 1], race.scores[one.at]
    since = race.moments[one.at - 1]
    split = split_of(match, race.metric.key, one.seat, turn, since, teller.viewer)
    own, unit = after[one.seat] - before[one.seat], race.metric.unit
    text = change_words(teller, one.seat, own, unit)
    causes = teller.causes(split)
    text = f"{text}{within(race)}{': ' if causes else ''}{causes}"
    leads = f" {leads_from_here(race, teller, one.at)}" if one.at == lead else ""
    longest = LONGEST - len(leads)
    if one.other is not None:
        theirs = after[one.other] - before[one.other]
        beside = f"; {change_words(teller, one.other, theirs, unit)}"
        if abs(theirs) >= MATTERS * abs(own) and len(text) + len(beside) < longest:
            text += beside
    return TurningPoint(
        turn, one.seat, race.metric.key, plain(own), plain(after[one.seat]), plain(one.lasting),
        f"{cut(f'{text}.', longest)}{leads}", split,
    )  # fmt: skip


def leads_from_here(race: Race, teller: Teller, at: int, where: str = "") -> str:
    """Return that the first leads from a moment on, as a sentence; ``where`` names the race."""
    name, end = teller.say.seat(race.first[0]), at == len(race.moments) - 1
    among = WHO_CAN_WIN if race.is_passed(race.first[0], at) else ""
    return f"{name} leads{where} {'at the end' if end else 'from here to the end'}{among}."


def change_words(teller: Teller, seat: Seat, change: Fraction, unit: str) -> str:
    """Return who gained or lost how much, without a full stop."""
    verb = "gains" if change > 0 else "loses"
    if not change:
        return f"{teller.say.seat(seat)} stays where it was"
    return f"{teller.say.seat(seat)} {verb} {teller.quantity(plain(abs(change)), unit)}"


def within(race: Race) -> str:
    """Return the name of a race to follow what was done in it; nothing where there is only one."""
    return f" in {race.title}" if race.title else ""


def long_lead(race: Race, teller: Teller) -> TurningPoint:
    """Return the point of a race that one seat led from its first moment on."""
    first, turn, passed = race.first[0], race.moments[1], race.is_passed(race.first[0], 1)
    name, among = teller.say.seat(first), WHO_CAN_WIN if passed else ""
    every = list(race.scores[0])
    margin = min(
        race.level(first, at, race.rivals(at) if passed else every)
        for at in range(1, len(race.moments))
    )
    never = f", never by less than {teller.quantity(plain(margin), race.metric.unit)}"
    told = f"from the beginning to the end{among}{never if margin else ''}"
    text = f"{name} leads{within(race)} {told}."
    score = plain(race.scores[1][first])
    return TurningPoint(turn, first, race.metric.key, 0, score, 0, text)


def no_lead(race: Race, teller: Teller) -> TurningPoint:
    """Return the point of a race in which nobody gained anything for good."""
    first = teller.say.listing([teller.say.seat(seat) for seat in race.first])
    text = f"Nobody comes forward for good{within(race)}: the race is open to the end."
    if len(race.first) > 1:
        text = f"{first} are level at the end{within(race)}; nobody comes forward for good."
    if not race.first:
        text = f"Nobody is first at the end{within(race)}."
    seat = race.lines[0].seat
    score = plain(race.scores[-1][seat])
    return TurningPoint(race.moments[-1], seat, race.metric.key, 0, score, 0, text)


def barred_leaders(races: Sequence[Race]) -> dict[tuple[int, Seat], list[Race]]:
    """Return who would have won which races but for what holds it back, and when that came.

    These are who has most at the end, and who led when it was barred, where the first leads since.
    """
    found: dict[tuple[int, Seat], list[Race]] = {}
    for race in races:
        scores, lead = race.scores[-1], lead_taken(race)
        best = max(scores[seat] for seat in race.first or scores)
        most = [seat for seat in race.barred if scores[seat] >= best]
        told = set(most[:1])
        told |= {seat for seat, since in race.barred.items() if 0 < since.at == lead}
        for seat in told:
            found.setdefault((race.barred[seat].at, seat), []).append(race)
    return found


def told_barred(
    at: int, seat: Seat, races: Sequence[Race], match: Match, teller: Teller
) -> TurningPoint:
    """Return the point in which something came that kept a seat from being first to the end."""
    race, name = races[0], teller.say.seat(seat)
    since, turn = race.moments[max(at - 1, 0)], race.moments[at]
    change = race.scores[at][seat] - race.scores[max(at - 1, 0)][seat]
    has = [f"{teller.quantity(plain(one.scores[-1][seat]), one.metric.unit)}{within(one)}"
           for one in races]  # fmt: skip
    text = f"{name} {race.barred[seat].why}: in the end {name} has {teller.say.listing(has)}."
    if story := heaviest(teller, seat, since, turn):
        text = f"{story} {text}"
    for one in races:
        if at == lead_taken(one):
            text += f" {leads_from_here(one, teller, at, within(one))}"
    split = None
    if change:
        split = split_of(match, race.metric.key, seat, turn, since, teller.viewer)
    now = plain(race.scores[at][seat])
    return TurningPoint(turn, seat, race.metric.key, plain(change), now, 0, cut(text), split)


def heaviest(teller: Teller, seat: Seat, since: int, turn: int) -> str:
    """Return the sentence of the last of the weightiest events of a seat in some turns, if any."""
    events = events_of(teller.match, teller.viewer, range(since + 1, turn + 1))
    own = [event for event in events if event.seat == seat and teller.say.event(event)]
    return str(teller.say.event(max(reversed(own), key=teller.say.weight))) if own else ""


def points_of_ruin(match: Match, teller: Teller, grew: str, lost: str) -> list[TurningPoint]:
    """Return what ended a match that nobody has won: the turns in which a figure grew most.

    Each says what was told of it, and what cost most of the figure whose losses made it grow.
    """
    viewer, turns = teller.viewer, [row["turn"] for row in match.history]
    whole = split_of(match, grew, None, turns[-1], turns[0], viewer)
    largest = sorted(
        (part for part in whole.parts if part.amount > 0), key=lambda part: -part.amount
    )
    found = []
    for turn in sorted(int(part.name) for part in largest[:MOST]):
        since = turns[turns.index(turn) - 1]
        split = split_of(match, grew, None, turn, since, viewer)
        text = f"{teller.told(split, split.parts[0])}."
        paid = split_of(match, lost, None, turn, since, viewer)
        if worst := min(paid.parts, key=lambda part: part.amount, default=None):
            amount = teller.quantity(plain(abs(exact(worst.amount))), paid.metric.unit)
            text += f" What cost most: {teller.part(paid, worst)}, {amount}."
        found.append(
            TurningPoint(turn, "", grew, split.change, split.after, split.change, cut(text), split)
        )
    return found


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a sentence, or its beginning where it is very long.

    >>> cut("A sells the bakery."), len(cut("one more word " * 40)) <= LONGEST
    ('A sells the bakery.', True)
    """
    if len(text) <= longest:
        return text
    return f"{text[: longest - 2].rsplit(' ', 1)[0]} …"
