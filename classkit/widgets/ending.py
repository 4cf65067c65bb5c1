"""The end of a match as a screen: who won which race, by what, and what turned the course."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from classkit.causes.split import counts_rounds
from classkit.causes.turning import TurningPoint, turning_points
from classkit.causes.windows import rounds_of
from classkit.engine.game import Standing, first_of, who_wins
from classkit.engine.match import Match
from classkit.engine.words import Say

from .labels import quantity
from .shapes import EndNow, Race, Turning


def ending(match: Match, say: Say, viewer: str | None, covered: bool = False) -> str | None:
    """Return why the match is over, in words; with several races, also who wins each.

    Return None while it goes on. Who wins is not told where the score is ``covered``.
    """
    if not match.is_over:
        return None
    if covered:
        return f"{say.ending(match.ending or 'over')}."
    told = [event for event in match.events if event.name == match.game.ending_event]
    words = say.event(told[-1]) if told else None
    if words is None:
        words = f"{say.ending(match.ending or 'over')}."
    races = match.races_shown(viewer)
    return f"{words} {who_wins(say, match.winners, races)}" if len(races) > 1 else words


def end_shown(match: Match, say: Say, viewer: str | None) -> EndNow | None:
    """Return the end of a match as the viewer may know it; None while it goes on.

    ``head`` says who wins, ``why`` why it is over; ``races`` has a sentence and the lines of each
    race, ``turns`` the turning points, and ``chart`` the key of the chart of the course.
    """
    if not match.is_over:
        return None
    game, table = match.game, match.table
    races = match.races_shown(viewer)
    return {
        "head": who_wins(say, match.winners, races),
        "why": f"{say.ending(match.ending or 'over')}.",
        "races": [race(match, say, title, lines, len(races) > 1) for title, lines in races.items()],
        "turns": turns(match, turning_points(match, say.in_brief(), viewer)),
        "chart": game.about_of(table).chart,
    }


def turns(match: Match, points: Sequence[TurningPoint]) -> list[Turning]:
    """Return the turning points as a page shows them."""
    rounds = rounds_of(match)
    unit = "round" if counts_rounds(match) else "turn"
    return [
        Turning(
            turn=one.turn,
            since=one.split.since if one.split else one.turn - 1,
            at=f"{unit} {rounds[one.turn] if unit == 'round' else one.turn}",
            text=one.text,
            seat=one.seat,
            figure=one.figure,
            score=one.score,
        )
        for one in points
    ]


# --- by what they win ---------------------------------------------


def race(match: Match, say: Say, title: str, lines: Sequence[Standing], named: bool) -> Race:
    """Return one race: a sentence on how its winner leads, its lines, best first, and its ties.

    If ``named``, the sentence begins with the title of the race.
    """
    words = lead(say, lines) if match.winners else ""
    return {
        "title": title,
        "words": f"{title}: {words}" if words and named else words,
        "lines": [
            (line.seat, quantity(say, line.score, line.unit), line.place)
            for line in sorted(lines, key=lambda line: line.place)
        ],
        "ties": ties(say.in_brief(), lines),
    }


def ties(say: Say, lines: Sequence[Standing]) -> list[str]:
    """Return what ranks one seat above another of an equal score, in sentences.

    That of the winner is told already.

    >>> rest = [Standing("B", 5, 2, tie="more gold, 2 to 1"), Standing("C", 5, 3)]
    >>> ties(Say(), [Standing("A", 5, 1, tie="more gold, 3 to 2"), *rest])
    ['B ranks above C with more gold, 2 to 1.']
    """
    order = sorted(lines, key=lambda line: line.place)
    return [
        f"{say.seat(line.seat)} ranks above {say.seat(below.seat)} with {line.tie}."
        for line, below in pairwise(order)
        if line.tie and line.place > 1
    ]


def lead(say: Say, lines: Sequence[Standing]) -> str:
    """Return by what the first of a race leads, and how far ahead of the next.

    Where the score alone does not decide the places, it says why a larger one did not win.

    >>> lead(Say(), [Standing("A", 500, 1, "$"), Standing("B", 420, 2, "$")])
    'A has $500, $80 more than B.'
    >>> lead(Say(), [Standing("A", 500, 1, "$"), Standing("B", 500, 2, "$")])
    'A has $500, as much as B; the tie-break decides.'
    >>> lead(Say(), [Standing("A", 5, 1, "$", "", "more gold, 2 to 1"), Standing("B", 5, 2, "$")])
    'A has $5, as much as B, and wins the tie with more gold, 2 to 1.'
    >>> lead(Say(), [Standing("A", 2, 1, "$"), Standing("B", 3, 2, "$", "is bankrupt")])
    'A has $2. B has $3, but is bankrupt.'
    """
    leaders = first_of(lines)
    if not leaders:
        return ""
    best = next(line for line in lines if line.place == 1)
    names = say.listing([say.seat(seat) for seat in leaders])
    told = f"{names} {'has' if len(leaders) == 1 else 'have'} {in_words(say, best)}"
    held_back = [
        line for line in lines if line.place > 1 and line.score >= best.score and line.held_back
    ]
    told += ahead(say, best, [line for line in lines if line.place > 1 and line not in held_back])
    buts = [
        f" {say.seat(line.seat)} has {in_words(say, line)}, but {line.held_back}."
        for line in held_back
    ]
    return f"{told}.{''.join(buts)}"


def ahead(say: Say, best: Standing, others: list[Standing]) -> str:
    """Return the words for the winner's lead, to follow its score; "" if nobody is behind it."""
    if not others:
        return ""
    most = max(line.score for line in others)
    nexts = [line for line in others if line.score == most]
    behind = say.listing([say.seat(line.seat) for line in nexts])
    more = round(best.score - nexts[0].score, 2)
    if more == 0:
        how = f", and wins the tie with {best.tie}" if best.tie else "; the tie-break decides"
        return f", as much as {behind}{how}"
    return f", {in_words(say, best._replace(score=more))} more than {behind}" if more > 0 else ""


def in_words(say: Say, line: Standing) -> str:
    """Return a score with its unit."""
    return quantity(say, line.score, line.unit)
