"""The end of a match as a screen: who won which race, by what, and what turned the course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from classkit.charts.hidden_figures import hidden_course
from classkit.engine.game import Standing
from classkit.engine.log import Event
from classkit.engine.match import Match
from classkit.engine.words import NOTABLE, Say

from .labels import quantity
from .story import sentence

Data = dict[str, Any]

MOST = 3
"""So many turning points are shown."""
LONGEST = 240
"""A sentence of more characters is cut after a word."""


def end_shown(match: Match, say: Say, viewer: str | None) -> Data | None:
    """Return the end of a match as the viewer may know it; None while it goes on.

    ``head`` says who wins, ``why`` why it is over; ``races`` has a sentence and the lines of each
    race, ``turns`` the turning points, and ``chart`` the key of the chart of the course.
    """
    if not match.is_over:
        return None
    game, table = match.game, match.table
    races = {game.score_title(table): match.standings_shown(viewer), **match.races()}
    return {
        "head": head(match, say, races),
        "why": f"{say.ending(match.ending or 'over')}.",
        "races": [race(match, say, title, lines, len(races) > 1) for title, lines in races.items()],
        "turns": course(match, say, viewer),
        "chart": game.about_of(table).chart,
    }


# --- who wins, and by what ---------------------------------------------


def head(match: Match, say: Say, races: Mapping[str, Sequence[Standing]]) -> str:
    """Return who wins, as a headline: of several races each winner with what it wins."""
    if not match.winners:
        return "Nobody wins."
    if len(races) == 1:
        return wins(say, list(match.winners), "")
    won: dict[tuple[str, ...], list[str]] = {}
    for title, lines in races.items():
        won.setdefault(tuple(first(lines)), []).append(title)
    return " ".join(wins(say, list(who), say.listing(titles)) for who, titles in won.items())


def wins(say: Say, seats: list[str], what: str) -> str:
    """Return the sentence of who wins; ``what`` is empty for the match as a whole.

    >>> wins(Say({"A": "Ada"}), ["A"], ""), wins(Say(), ["A", "B"], "ASSET")
    ('Ada wins.', 'A and B share ASSET.')
    """
    names = say.listing([say.seat(seat) for seat in seats])
    verb = "wins" if len(seats) == 1 else "share"
    return f"{names} {verb} {what or ('' if len(seats) == 1 else 'the win')}".strip() + "."


def first(lines: Sequence[Standing]) -> list[str]:
    """Return the seats in the first place."""
    return [line.seat for line in lines if line.place == 1]


def race(match: Match, say: Say, title: str, lines: Sequence[Standing], named: bool) -> Data:
    """Return one race: how its winner leads in a sentence, and its lines, best first.

    The sentence is ``named`` by its race where there are several.
    """
    words = lead(say, lines) if match.winners else ""
    return {
        "title": title,
        "words": f"{title}: {words}" if words and named else words,
        "lines": [
            [line.seat, quantity(say, line.score, line.unit), line.place]
            for line in sorted(lines, key=lambda line: line.place)
        ],
    }


def lead(say: Say, lines: Sequence[Standing]) -> str:
    """Return by what the first of a race leads, and how far ahead of the next.

    Where the score alone does not decide the places, it says why a larger one did not win.

    >>> lead(Say(), [Standing("A", 500, 1, "$"), Standing("B", 420, 2, "$")])
    'A has $500, $80 more than B.'
    >>> lead(Say(), [Standing("A", 500, 1, "$"), Standing("B", 500, 2, "$")])
    'A has $500, as much as B; the tie-break decides.'
    >>> lead(Say(), [Standing("A", 2, 1, "$"), Standing("B", 3, 2, "$", "is bankrupt")])
    'A has $2. B has $3, but is bankrupt.'
    """
    leaders = first(lines)
    if not leaders:
        return ""
    best = next(line for line in lines if line.place == 1)
    names = say.listing([say.seat(seat) for seat in leaders])
    told = f"{names} {'has' if len(leaders) == 1 else 'have'} {in_words(say, best)}"
    held_back = [line for line in lines if line.score >= best.score and line.held_back]
    told += ahead(say, best, [line for line in lines if line.place > 1 and line not in held_back])
    buts = [
        f" {say.seat(line.seat)} has {in_words(say, line)}, but {line.held_back}."
        for line in held_back
    ]
    return f"{told}.{''.join(buts)}"


def ahead(say: Say, best: Standing, others: list[Standing]) -> str:
    """Return how far the winner is ahead of the next, to follow its score; or nothing."""
    if not others:
        return ""
    most = max(line.score for line in others)
    nexts = [line for line in others if line.score == most]
    behind = say.listing([say.seat(line.seat) for line in nexts])
    more = round(best.score - nexts[0].score, 2)
    if more == 0:
        return f", as much as {behind}; the tie-break decides"
    return f", {in_words(say, best._replace(score=more))} more than {behind}" if more > 0 else ""


def in_words(say: Say, line: Standing) -> str:
    """Return a score with its unit."""
    return quantity(say, line.score, line.unit)


# --- what turned the course ---------------------------------------------


def course(match: Match, say: Say, viewer: str | None) -> list[Data]:
    """Return the turning points as a page shows them: ``at`` what turn or round, and the sentence.

    The change of lead that decided the race is one of them. What else is missing are the weightiest
    events, then earlier changes of lead.
    """
    leads = leads_taken(match, say, viewer)
    found = moments(match, say, viewer)
    last = leads[-1:]
    told = {event.turn: text for event, text in turning_points(found, say, MOST - len(last))}
    for turn, text in last:
        told[turn] = f"{told[turn]} {text}" if turn in told else text
    events = [(event.turn, text) for event, text in turning_points(found, say)]
    for turn, text in [*events, *reversed(leads)]:
        if len(told) < MOST:
            told.setdefault(turn, text)
    rounds = {row["turn"]: row["round"] for row in match.history}
    counted = bool(match.game.moment(match.table))
    return [
        {
            "turn": turn,
            "at": f"round {rounds[turn]}" if counted and turn in rounds else f"turn {turn}",
            "text": cut(told[turn]),
        }
        for turn in sorted(told)
    ]


def leads_taken(match: Match, say: Say, viewer: str | None) -> list[tuple[int, str]]:
    """Return the turns after which another seat was ahead in the race, as sentences, in order.

    The last is that of the winner, if it took the lead at all. The race is the figure that the
    course is drawn of; where its course may not be seen there are none.
    """
    key = race_figure(match, viewer)
    winner = first(match.standings_shown(viewer))
    if not key or len(winner) != 1:
        return []
    rows = match.history
    leads: list[tuple[int, str]] = []
    ahead: list[str] = []
    leader = ""
    for at, row in enumerate(rows):
        score = row[key]
        most = max(score.values())
        before, ahead = ahead, [seat for seat in match.seats if score.get(seat) == most]
        if len(ahead) > 1 or ahead == [leader]:
            continue
        leader, over = ahead[0], [seat for seat in before if seat != ahead[0]]
        if at > 1 and over:
            leads.append((row["turn"], overtaking(say, leader, over, at == len(rows) - 1)))
    if leader != winner[0] or not leads:
        return []
    turn, text = leads[-1]
    return [*leads[:-1], (turn, f"{text[:-1]} and stays ahead." if turn < match.turn else text)]


def race_figure(match: Match, viewer: str | None) -> str:
    """Return the figure of the seats that the course of the match is drawn of; or nothing."""
    table, game = match.table, match.game
    key = game.about_of(table).chart
    drawn = next((chart.metrics for chart in game.charts_of(table) if chart.key == key), ())
    seats = [metric.key for metric in game.metrics_of(table) if metric.scope == "seat"]
    figure = drawn[0] if drawn else ""
    return figure if figure in seats and figure not in hidden_course(match, viewer) else ""


def overtaking(say: Say, leader: str, others: Sequence[str], at_last: bool) -> str:
    """Return the sentence of a change of lead.

    >>> overtaking(Say({"A": "Ada"}), "A", ["B", "C"], at_last=False)
    'Ada overtakes B and C.'
    """
    when = " at the very end" if at_last else ""
    return f"{say.seat(leader)} overtakes {say.listing([say.seat(seat) for seat in others])}{when}."


class Moment(NamedTuple):
    """An event as the viewer may know it, and how much it matters."""

    event: Event
    weight: int


def moments(match: Match, say: Say, viewer: str | None) -> list[Moment]:
    """Return what mattered in a match, in order: neither what set it up nor how it ended."""
    table = match.table_shown(viewer)
    seen = [
        shown
        for events, _ in match.told
        for event in events
        if (shown := match.game.event_seen(event, table, viewer)) is not None
    ]
    found = [Moment(event, say.weight(event)) for event in seen[1:]]
    last = match.game.ending_event
    return [
        one
        for one in found
        if one.weight >= NOTABLE and one.event.turn > 0 and one.event.name != last
    ]


def turning_points(found: Iterable[Moment], say: Say, most: int = MOST) -> list[tuple[Event, str]]:
    """Return the weightiest events with their sentences, at most one a turn, in order.

    What is of a kind that is chosen already matters half a weight less. Of events that matter
    alike, those of another kind go first, then those of a kind that is rare, then those far from
    the ones chosen: so a match of ten elections is not told as three.
    """
    told = [(one, text) for one in found if (text := sentence(say, one.event))]
    often = Counter(one.event.name for one, _ in told)
    chosen: list[tuple[Event, str]] = []
    while told and len(chosen) < most:
        best = max(told, key=lambda pair: rank(pair[0], often, [event for event, _ in chosen]))
        event = best[0].event
        chosen.append((event, best[1]))
        told = [pair for pair in told if pair[0].event.turn != event.turn]
    return sorted(chosen, key=lambda pair: pair[0].turn)


def rank(one: Moment, often: Counter[str], chosen: list[Event]) -> tuple[float, bool, int, int]:
    """Return by what turning points are chosen, the largest first."""
    event = one.event
    alike = sum(event.name == other.name for other in chosen)
    apart = min((abs(event.turn - other.turn) for other in chosen), default=event.turn)
    return one.weight - alike / 2, alike == 0, -often[event.name], apart


def cut(text: str) -> str:
    """Return a sentence, or its beginning where it is very long.

    >>> cut("A sells the bakery."), len(cut("one more word " * 40)) <= LONGEST
    ('A sells the bakery.', True)
    """
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 2].rsplit(' ', 1)[0]} …"
