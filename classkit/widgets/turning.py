"""The turning points of a match: the moments after which its race stood differently for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from classkit.charts.hidden_figures import hidden_course
from classkit.engine.game import Standing, first_of
from classkit.engine.log import Event
from classkit.engine.match import Match
from classkit.engine.requests import Seat
from classkit.engine.words import NOTABLE, ORDINARY, TURNING_POINT, Say

from .labels import quantity
from .shapes import Turning
from .story import sentence

MOST = 3
"""So many turning points are shown."""
CROWDED = 6
"""With more seats a page has no room for what brought a change of lead."""
EFFECT = 3
"""So many weights is an event worth that changed a race most, or put a seat out of it."""
LONGEST = 240
"""A sentence of more characters is cut after a word."""


class Race(NamedTuple):
    """The course of a race: who won it, the next behind, and the scores at the end of each moment.

    ``title`` names the one of several; ``moments`` are turns, or in a game that counts rounds the
    last turn of each.
    """

    title: str
    unit: str
    winner: Seat
    next: Seat
    moments: list[int]
    scores: list[Mapping[Seat, float]]


class Point(NamedTuple):
    """What a turn did to a race, in a sentence, and the seats concerned."""

    turn: int
    text: str
    seats: list[Seat]


class Moment(NamedTuple):
    """An event as the viewer may know it, how much it matters, and what was done to its seats.

    ``effect`` is from 0 to 1, for what changed a race most for good; ``turn`` is the last of the
    moment, and ``named`` are the seats that the event names.
    """

    event: Event
    weight: int
    effect: float
    turn: int
    named: frozenset[Seat]


Effects = dict[int, dict[Seat, float]]
"""By the last turn of a moment and the seat: how far the seat came up or down for good."""


def course(match: Match, say: Say, viewer: str | None) -> list[Turning]:
    """Return the turning points as a page shows them: ``at`` what turn or round, and the sentence.

    First comes the change of lead that decided each race, then the turn in which a winner gained
    most for good, each with the event that brought it. One at least is an event that did much to
    the races. What is missing after that are earlier changes of lead.
    """
    ends = ends_of_moments(match)
    races = races_of(match, viewer, ends)
    told = moments(match, say, viewer, effects(races), ends)
    leads = [leads_taken(race, say) for race in races]
    found: dict[int, str] = {}
    kinds: list[str] = []
    deciding = [point for taken in leads for point in taken[-1:]]
    for point in [*deciding, *pulling_ahead(races, say)]:
        if point.turn not in found and len(found) < MOST - 1:
            cause = cause_of(told, point, say)
            kinds += [cause[0].name] if cause else []
            room = len(match.seats) <= CROWDED
            found[point.turn] = f"{cause[1]} {point.text}" if cause and room else point.text
    events = [one for one in told if one.weight >= NOTABLE and one.turn not in found]
    for one, text in turning_points(events, say, MOST - len(found), kinds):
        found[one.turn] = text
    for point in (point for taken in leads for point in reversed(taken)):
        if len(found) < MOST:
            found.setdefault(point.turn, point.text)
    rounds = {row["turn"]: row["round"] for row in match.history}
    unit = "round" if counts_rounds(match) else "turn"
    return [
        {"turn": turn, "at": f"{unit} {rounds[turn] if unit == 'round' else turn}",
         "text": cut(found[turn])}
        for turn in sorted(found)
    ]  # fmt: skip


# --- the races ---------------------------------------------


def counts_rounds(match: Match) -> bool:
    """Return whether the timeline counts a match in rounds: "Round 9 of 10"."""
    return bool(match.game.moment(match.table))


def ends_of_moments(match: Match) -> dict[int, int]:
    """Return for each turn the last of its moment: of its round where rounds are counted."""
    turns = [(row["turn"], row["round"]) for row in match.history]
    if not counts_rounds(match):
        return {turn: turn for turn, _ in turns}
    last = {number: turn for turn, number in turns}
    return {turn: last[number] for turn, number in turns}


def races_of(match: Match, viewer: str | None, ends: Mapping[int, int]) -> list[Race]:
    """Return the races whose course may be seen, each that somebody has won alone."""
    table, game = match.table, match.game
    key = game.about_of(table).chart
    drawn = next((chart.metrics for chart in game.charts_of(table) if chart.key == key), ())
    figures = [metric for metric in game.metrics_of(table) if metric.scope == "seat"]
    hidden = hidden_course(match, viewer)
    titled = match.races_shown(viewer)
    rows = [row for row in match.history if ends[row["turn"]] == row["turn"]]
    races: list[Race] = []
    for title, lines in titled.items():
        alone = len(first_of(lines)) == 1 < len(lines)
        named = [metric for metric in figures if metric.label == title]
        one = named or [metric for metric in figures if metric.key in drawn[:1] and not races]
        if alone and one and one[0].key not in hidden:
            races.append(
                Race(
                    title if len(titled) > 1 else "", one[0].unit, *first_two(lines),
                    [row["turn"] for row in rows], [row[one[0].key] for row in rows],
                )
            )  # fmt: skip
    return races


def first_two(lines: Sequence[Standing]) -> tuple[Seat, Seat]:
    """Return the winner and the next, which is one that could have won if there is any."""
    best, *others = sorted(
        lines, key=lambda line: (line.place > 1, bool(line.held_back), line.place)
    )
    return best.seat, others[0].seat


def kept(levels: Sequence[float]) -> list[float]:
    """Return how much of each change of a level was never undone; rises are positive.

    >>> kept([0, 5, 3, 9, 9, 7])
    [0, 3, 0, 4, 0, -2]
    """
    found: list[float] = []
    low = high = levels[-1]
    for before, level in zip(reversed(levels[:-1]), reversed(levels[1:]), strict=True):
        low, high = min(low, level), max(high, level)
        found.append(max(low - before, 0) + min(high - before, 0))
    return [0, *reversed(found)]


def effects(races: Sequence[Race]) -> Effects:
    """Return how far each seat came up or down for good in each moment, among the others.

    Of each race the moment that changed it most counts as 1, all seats together.
    """
    share: Effects = {}
    for race in races:
        changes: Effects = {turn: {} for turn in race.moments}
        for seat in race.scores[0]:
            levels = [score[seat] - sum(score.values()) / len(score) for score in race.scores]
            for turn, change in zip(race.moments, kept(levels), strict=True):
                changes[turn][seat] = abs(change)
        most = max(sum(by_seat.values()) for by_seat in changes.values()) or 1
        for turn, by_seat in changes.items():
            there = share.setdefault(turn, {})
            for seat, moved in by_seat.items():
                there[seat] = max(there.get(seat, 0), moved / most)
    return share


def leads_taken(race: Race, say: Say) -> list[Point]:
    """Return the turns after which another seat was ahead, in order; nobody leads at the opening.

    A leader that others draw level with still leads; one that lies behind two who are level does
    not. The last is that of the winner: there are none where it did not take the lead.
    """
    leads: list[Point] = []
    ahead: list[Seat] = []
    leader = ""
    for at, (turn, score) in enumerate(zip(race.moments, race.scores, strict=True)):
        most = max(score.values())
        before, ahead = ahead, [seat for seat in score if score[seat] == most]
        if len(ahead) > 1 or ahead == [leader]:
            leader = leader if leader in ahead else ""
            continue
        leader, over = ahead[0], [seat for seat in before if seat != ahead[0]]
        if at > 1 and over:
            names = say.listing([say.seat(seat) for seat in over])
            text = f"{say.seat(leader)} overtakes {names}{within(race)}{last_word(race, turn)}."
            leads.append(Point(turn, text, [leader, *over]))
    if leader != race.winner or not leads:
        return []
    last = leads[-1]
    return [*leads[:-1], last._replace(text=f"{last.text[:-1]}{what_followed(race, last)}.")]


def what_followed(race: Race, last: Point) -> str:
    """Return what is said of a lead that nobody took from the winner any more."""
    later = race.scores[race.moments.index(last.turn) + 1 :]
    nearest = [sorted(score.values(), reverse=True)[:2] for score in later]
    if not later:
        return ""
    level = any(first == second for first, second in nearest)
    return " and is not overtaken again" if level else " and stays ahead"


def within(race: Race) -> str:
    """Return the name of a race to follow what was done in it; nothing where there is only one."""
    return f" in {race.title}" if race.title else ""


def last_word(race: Race, turn: int) -> str:
    """Return what is said of what happened in the last turn or round."""
    return " at the very end" if turn == race.moments[-1] else ""


def pulling_ahead(races: Sequence[Race], say: Say) -> list[Point]:
    """Return for each race the turn in which the winner gained most for good on the next."""
    points: list[Point] = []
    for race in races:
        gained = kept([score[race.winner] - score[race.next] for score in race.scores])
        most = max(gained)
        if most > 0:
            turn = race.moments[gained.index(most)]
            amount = quantity(say, int(most) if most == int(most) else round(most, 2), race.unit)
            text = f"{say.seat(race.winner)} gains {amount} on {say.seat(race.next)}{within(race)}"
            end = last_word(race, turn) or " and keeps it"
            points.append(Point(turn, f"{text}{end}.", [race.winner, race.next]))
    return points


# --- the events ---------------------------------------------


def moments(
    match: Match, say: Say, viewer: str | None, effects: Effects, ends: Mapping[int, int]
) -> list[Moment]:
    """Return what was told in a match, in order: neither what set it up nor how it ended."""
    table, last = match.table_shown(viewer), match.game.ending_event
    out = {line.seat for line in match.standings_shown(viewer) if line.held_back}
    seen = [
        shown
        for events, _ in match.told
        for event in events
        if (shown := match.game.event_seen(event, table, viewer)) is not None
    ]
    found: list[Moment] = []
    for event in seen[1:]:
        if event.turn > 0 and event.name != last:
            turn = ends.get(event.turn, event.turn)
            named, there = seats_named(event, match.seats), effects.get(turn, {})
            weight, effect = say.weight(event), sum(there.get(seat, 0) for seat in named or there)
            if weight == TURNING_POINT and named and named <= out:
                effect = 1.0
            found.append(Moment(event, weight, effect, turn, named))
    return found


def seats_named(event: Event, seats: Sequence[Seat]) -> frozenset[Seat]:
    """Return the seats that an event names, as themselves or by an account: "points:A"."""
    values = [event.seat, *event.facts.values()]
    said = {value.rpartition(":")[2] for value in values if isinstance(value, str)}
    return frozenset(said).intersection(seats)


def cause_of(found: Iterable[Moment], point: Point, say: Say) -> tuple[Event, str] | None:
    """Return the weightiest event of a point's moment with its sentence.

    It is of the seats concerned, the first of them before the others, or of no seat at all. Of
    those that matter alike it is the one about most money.
    """

    def order(one: Moment) -> tuple[int, int, float]:
        near = [at for at, seat in enumerate(reversed(point.seats), 1) if seat in one.named]
        amounts = [one.event.facts.get(name) for name in ("amount", "price", "paid")]
        money = [amount for amount in amounts if isinstance(amount, (int, float))]
        return one.weight, max(near, default=0), max(money, default=0)

    there = [
        one
        for one in found
        if one.turn == point.turn
        and one.weight >= (ORDINARY if one.named else NOTABLE)
        and (not one.named or one.named.intersection(point.seats))
    ]
    for one in sorted(there, key=order, reverse=True):
        if text := sentence(say, one.event):
            return one.event, text
    return None


def turning_points(
    found: Iterable[Moment], say: Say, most: int = MOST, kinds: Sequence[str] = ()
) -> list[tuple[Moment, str]]:
    """Return the events that matter most with their sentences, at most one a turn, in order.

    What an event did to the races counts for more than its weight, and each that is of a kind
    chosen already, or of these ``kinds``, matters a weight less. Of events that matter alike, those
    of another kind go first, then those of a kind that is rare, then those far from the ones
    chosen: so a match of ten elections is not told as three.
    """
    told = [(one, text) for one in found if (text := sentence(say, one.event))]
    often = Counter(one.event.name for one, _ in told)
    chosen: list[tuple[Moment, str]] = []
    while told and len(chosen) < most:
        best = max(told, key=lambda pair: rank(pair[0], often, [one for one, _ in chosen], kinds))
        chosen.append(best)
        told = [pair for pair in told if pair[0].turn != best[0].turn]
    return sorted(chosen, key=lambda pair: pair[0].turn)


def rank(
    one: Moment, often: Counter[str], chosen: Sequence[Moment], kinds: Sequence[str]
) -> tuple[float, bool, int, int]:
    """Return by what turning points are chosen, the largest first."""
    name = one.event.name
    alike = [*kinds, *(other.event.name for other in chosen)].count(name)
    apart = min((abs(one.turn - other.turn) for other in chosen), default=one.turn)
    return one.weight + EFFECT * one.effect - alike, alike == 0, -often[name], apart


def cut(text: str) -> str:
    """Return a sentence, or its beginning where it is very long.

    >>> cut("A sells the bakery."), len(cut("one more word " * 40)) <= LONGEST
    ('A sells the bakery.', True)
    """
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 2].rsplit(' ', 1)[0]} …"
