"""The turning points of a match: who moved, by how much in the figure of the race, and by what.

They are chosen by what lasted. How far a seat is ahead of its best rival rises and falls; of a rise
lasts what was never lost again. The winner's rises that lasted most are turning points, and the
falls of leaders that lasted; and when the lead was taken for good is always told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from classkit.engine.game import Standing, first_of
from classkit.engine.log import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.requests import Seat
from classkit.engine.words import Say

from .split import Amount, Split, counts_rounds, exact, plain, split_of
from .words import Teller

MOST, OF_EACH = 3, 2
"""So many turning points are told of a match with one race, and of each race of several."""
MATTERS = Fraction(1, 10)
"""A rival's change is told beside one from this share of it on."""
LONGEST = 240
"""A sentence of more characters is cut after a word."""


@dataclass(frozen=True)
class Race:
    """The course of a race: what it goes by, and the scores at the end of each moment.

    ``named`` is its title, and ``title`` the same where there are several. ``lines`` are the
    standings at the end; ``moments`` are turns, or in a game that counts rounds the last turn of
    each.
    """

    named: str
    title: str
    metric: Metric
    lines: Sequence[Standing]
    moments: list[int]
    scores: list[Mapping[Seat, Fraction]]

    @property
    def first(self) -> tuple[Seat, ...]:
        """The seats that are first at the end; none where a penalty leaves that place empty."""
        return first_of(self.lines)

    @cached_property
    def rivals(self) -> list[Seat]:
        """The seats whose scores count: not those that could not win with any."""
        barred = {line.seat for line in self.lines if line.held_back}
        may_win = [seat for seat in self.scores[0] if seat not in barred or seat in self.first]
        return may_win if len(may_win) > 1 else list(self.scores[0])

    @cached_property
    def ahead(self) -> dict[Seat, list[Fraction]]:
        """How far each of them is ahead of its best rival at each moment; below 0 if behind."""
        found: dict[Seat, list[Fraction]] = {seat: [] for seat in self.rivals}
        for score in self.scores:
            best, second, *_ = sorted((score[seat] for seat in self.rivals), reverse=True)
            for seat, levels in found.items():
                levels.append(score[seat] - (second if score[seat] == best else best))
        return found

    def leader(self, at: int) -> Seat | None:
        """Return the seat that leads alone at a moment; None where several do."""
        score = {seat: self.scores[at][seat] for seat in self.rivals}
        most = max(score.values())
        leaders = [seat for seat in score if score[seat] == most]
        return leaders[0] if len(leaders) == 1 else None


class TurningPoint(NamedTuple):
    """A moment after which a race stood differently for good.

    ``seat`` moved by ``change`` in the figure of that key, which was ``score`` after it;
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
    races = races_of(match, viewer)
    teller, most = Teller(match, say, viewer), MOST if len(races) == 1 else OF_EACH
    out = barred_leaders(races, match, teller)
    found = [told_barred(turn, seat, of, match, teller) for (turn, seat), of in out.items()]
    for race in races:
        room = most - any(race is one for of in out.values() for one in of)
        found += points_of(race, match, teller, room)
    return sorted(found, key=lambda point: point.turn)


# --- the races ---------------------------------------------


def ends_of_moments(match: Match) -> dict[int, int]:
    """Return for each turn the last of its moment: of its round where rounds are counted."""
    turns = [(row["turn"], row["round"]) for row in match.history]
    if not counts_rounds(match):
        return {turn: turn for turn, _ in turns}
    last = {number: turn for turn, number in turns}
    return {turn: last[number] for turn, number in turns}


def race_figures(match: Match, viewer: str | None) -> dict[str, Metric]:
    """Return the figure that draws each race, by the race's title, where its course may be seen.

    It is the figure of seats of that name, else for the standings the first of the chart of the
    game's :class:`About`.
    """
    table, game = match.table, match.game
    key = game.about_of(table).chart
    drawn = next((chart.metrics for chart in game.charts_of(table) if chart.key == key), ())
    hidden = () if viewer == INSTRUCTOR else game.now_only(table)
    figures = [
        metric
        for metric in game.metrics_of(table)
        if metric.scope == "seat" and metric.key not in hidden
    ]
    found: dict[str, Metric] = {}
    for number, title in enumerate(match.races_shown(viewer)):
        named = [metric for metric in figures if metric.label == title]
        shown = [metric for metric in figures if metric.key in drawn[:1] and not number]
        if named or shown:
            found[title] = (named or shown)[0]
    return found


def told_apart(match: Match) -> frozenset[str]:
    """Return the figures whose changes can be split: the game says of what they are made.

    What a race goes by is among them: where the game says nothing, it is counted in the ledger.
    """
    made = {one.key for one in match.game.metrics_of(match.table) if one.made_of is not None}
    return frozenset(made | {one.key for one in race_figures(match, None).values()})


def races_of(match: Match, viewer: str | None) -> list[Race]:
    """Return the races whose course may be seen, with the scores at the end of each moment."""
    titled, figures = match.races_shown(viewer), race_figures(match, viewer)
    ends = ends_of_moments(match)
    rows = [row for row in match.history if ends[row["turn"]] == row["turn"]]
    if len(rows) < 2 or len(match.seats) < 2:
        return []
    return [
        Race(
            title, title if len(titled) > 1 else "", metric, titled[title],
            [row["turn"] for row in rows],
            [{seat: exact(value) for seat, value in row[metric.key].items()} for row in rows],
        )
        for title, metric in figures.items()
    ]  # fmt: skip


# --- what lasted ---------------------------------------------


def lasting(levels: Sequence[Fraction], at: int) -> Fraction:
    """Return how much of the rise up to a moment was never lost again.

    >>> levels = [Fraction(level) for level in (0, 5, 3, 9, 7)]
    >>> [int(lasting(levels, at)) for at in range(1, 5)]
    [3, 0, 4, 0]
    """
    return max(min(levels[at:]) - levels[at - 1], Fraction(0))


def rises(race: Race) -> list[Moved]:
    """Return each moment in which the first gained for good on its best rival.

    Whoever contributed more moved: the first itself by rising, or the rival by falling.
    """
    found = []
    for first in race.first:
        ahead = race.ahead[first]
        for at in range(1, len(ahead)):
            if kept := lasting(ahead, at):
                found.append(Moved(at, *movers(race, first, at), kept))
    return found


def movers(race: Race, first: Seat, at: int) -> tuple[Seat, Seat]:
    """Return who moved more in a moment that brought the first forward, and the other."""
    before, after = race.scores[at - 1], race.scores[at]
    rival = max(
        (seat for seat in race.rivals if seat != first),
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
        behind = [-level for level in race.ahead[leader]]
        kept = min(lasting(behind, at), fell)
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


def points_of(race: Race, match: Match, teller: Teller, most: int) -> list[TurningPoint]:
    """Return the turning points of one race, at most so many, each of a moment of its own."""
    lead = lead_taken(race)
    moved = sorted([*rises(race), *falls(race)], key=lambda one: (-one.lasting, one.at))
    chosen: dict[int, Moved] = {}
    if lead is not None and lead > 1:
        taken = next((one for one in moved if one.at == lead), None)
        chosen[lead] = taken or Moved(lead, *movers(race, race.first[0], lead), Fraction(0))
    for one in moved:
        if len(chosen) < most:
            chosen.setdefault(one.at, one)
    found = [told(race, one, match, teller, lead) for one in chosen.values()]
    if lead is not None and lead <= 1:
        found.append(long_lead(race, teller, lead))
    return found or [no_lead(race, teller)]


def told(race: Race, one: Moved, match: Match, teller: Teller, lead: int | None) -> TurningPoint:
    """Return a turning point: who moved by how much and by what, and what it did to the lead."""
    turn, before, after = race.moments[one.at], race.scores[one.at - 1], race.scores[one.at]
    since = race.moments[one.at - 1]
    split = split_of(match, race.metric.key, one.seat, turn, since, teller.viewer)
    own, unit = after[one.seat] - before[one.seat], race.metric.unit
    text = change_words(teller, one.seat, own, unit)
    causes = teller.causes(split)
    text = f"{text}{within(race)}{': ' if causes else ''}{causes}"
    if one.other is not None:
        theirs = after[one.other] - before[one.other]
        if abs(theirs) >= MATTERS * abs(own):
            text += f"; {change_words(teller, one.other, theirs, unit)}"
    text += "."
    if one.at == lead:
        name = teller.say.seat(race.first[0])
        end = one.at == len(race.moments) - 1
        text += f" {name} leads at the end." if end else f" {name} leads from here to the end."
    return TurningPoint(
        turn, one.seat, race.metric.key, plain(own), plain(after[one.seat]), plain(one.lasting),
        cut(text), split,
    )  # fmt: skip


def change_words(teller: Teller, seat: Seat, change: Fraction, unit: str) -> str:
    """Return who gained or lost how much, without a full stop."""
    verb = "gains" if change > 0 else "loses"
    if not change:
        return f"{teller.say.seat(seat)} stays where it was"
    return f"{teller.say.seat(seat)} {verb} {teller.quantity(plain(abs(change)), unit)}"


def within(race: Race) -> str:
    """Return the name of a race to follow what was done in it; nothing where there is only one."""
    return f" in {race.title}" if race.title else ""


def long_lead(race: Race, teller: Teller, lead: int) -> TurningPoint:
    """Return the point of a race that one seat led from its first moment on."""
    first, turn = race.first[0], race.moments[1]
    name, margin = teller.say.seat(first), min(race.ahead[first][1:])
    never = f", never by less than {teller.quantity(plain(margin), race.metric.unit)}"
    text = f"{name} leads{within(race)} from the beginning to the end{never if margin else ''}."
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


def barred_leaders(
    races: Sequence[Race], match: Match, teller: Teller
) -> dict[tuple[int, Seat], list[Race]]:
    """Return who would be first in which races, but for what holds it back, and when that came."""
    found: dict[tuple[int, Seat], list[Race]] = {}
    for race in races:
        scores = race.scores[-1]
        best = max(scores[seat] for seat in race.first or scores)
        for line in race.lines:
            kept_back = line.held_back and line.seat not in race.first
            if kept_back and scores[line.seat] >= best:
                since = held_back_since(race, match, line.seat)
                found.setdefault((since, line.seat), []).append(race)
                break
    return found


def held_back_since(race: Race, match: Match, seat: Seat) -> int:
    """Return the moment in which something came that holds a seat back at the end."""

    def held(table: object) -> bool:
        lines = match.game.all_races(table)[race.named]
        return any(line.held_back for line in lines if line.seat == seat)

    before, after = 0, len(race.moments) - 1  # free before the first of these, held by the second
    while after - before > 1:
        middle = (before + after) // 2
        turn = race.moments[middle]
        if match.at_ends_of_turns(held, turn, turn)[turn]:
            after = middle
        else:
            before = middle
    return race.moments[after]


def told_barred(
    turn: int, seat: Seat, races: Sequence[Race], match: Match, teller: Teller
) -> TurningPoint:
    """Return the point in which something came that kept a seat from being first to the end."""
    race, name = races[0], teller.say.seat(seat)
    at = race.moments.index(turn)
    change = race.scores[at][seat] - race.scores[at - 1][seat]
    has = [f"{teller.quantity(plain(one.scores[-1][seat]), one.metric.unit)}{within(one)}"
           for one in races]  # fmt: skip
    why = next(line.held_back for line in race.lines if line.seat == seat)
    text, split = f"{name} {why}: in the end it has {teller.say.listing(has)}.", None
    if change:
        since = race.moments[at - 1]
        split = split_of(match, race.metric.key, seat, turn, since, teller.viewer)
        causes = teller.causes(split)
        lost = f"{change_words(teller, seat, change, race.metric.unit)}{within(race)}"
        text = f"{lost}{': ' if causes else ''}{causes}. {text}"
    now = plain(race.scores[at][seat])
    return TurningPoint(turn, seat, race.metric.key, plain(change), now, 0, cut(text), split)


def cut(text: str) -> str:
    """Return a sentence, or its beginning where it is very long.

    >>> cut("A sells the bakery."), len(cut("one more word " * 40)) <= LONGEST
    ('A sells the bakery.', True)
    """
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 2].rsplit(' ', 1)[0]} …"
