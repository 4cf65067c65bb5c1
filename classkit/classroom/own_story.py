"""A student's own story: what they decided, what it brought, and how that stands in the class.

All numbers are those of the match, as its seat may know them: the parts of a change sum to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean, median
from typing import NamedTuple, TypedDict
from unicodedata import bidirectional

from classkit.causes.figures import Figure, race_figures
from classkit.causes.parts import Amount, Part
from classkit.causes.shown import Why
from classkit.causes.split import Split, exact, plain, split_of, values_of
from classkit.causes.words import Teller
from classkit.charts.shapes import NumbersTable
from classkit.engine.game import Standing
from classkit.engine.log import Entry
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.moves import Answer
from classkit.engine.words import Say, how_many
from classkit.templates import fill_in
from classkit.widgets.labels import answer_label, quantity

from .decisions import BY_INVENTED, PERSON, STOOD_IN, TEAM, Decided
from .room import Room

MOST_PARTS, MOST_DEEDS, MOST_ANSWERS = 6, 5, 3
"""So many parts of a change, kinds of answers, and answers of one turn are told."""
LONGEST_ANSWER = 60
"""Characters of the longest answer that is told with what was filled in."""
FEWEST = 2
"""From so many others on one is compared with them."""


class Story(TypedDict):
    """A story: the code of whom it is, how they ended, sentences, and two small tables.

    ``brought`` splits the change of the score into its parts, ``deeds`` counts answers beside those
    of the others. Either is None where there is nothing to tell.
    """

    code: str
    head: str
    said: list[str]
    brought: NumbersTable | None
    deeds: NumbersTable | None


class Classmate(NamedTuple):
    """One student's results: a score for each race, and how often each answer was given."""

    place: int
    seat: str
    scores: Mapping[str, Amount]
    answers: Counter[str]


class Classmates(NamedTuple):
    """The people of a group of tables; ``group`` is its name, empty where there are no groups."""

    group: str
    people: Sequence[Classmate]


def classmates(room: Room, matches: Mapping[int, Match]) -> dict[str, Classmates]:
    """Return what the people of each group of tables came to, as everybody may see it."""
    people: dict[str, list[Classmate]] = {name: [] for name, _ in room.groups or [("", {})]}
    for place, match in matches.items():
        setup = room.tables[place]
        races = match.races_shown(None)
        for seat, holder in setup.holders.items():
            if holder:
                scores = {
                    title: line.score
                    for title, lines in races.items()
                    for line in lines
                    if line.seat == seat
                }
                counts = counted(match.answers, seat, by_bots=room.is_invented(holder))
                people[setup.group].append(Classmate(place, seat, scores, counts))
    return {name: Classmates(name, found) for name, found in people.items()}


def counted(entries: Iterable[Entry], seat: str, *, by_bots: bool) -> Counter[str]:
    """Return how often a seat gave each answer; those of bots for the invented alone."""
    return Counter(
        entry.name
        for entry in entries
        if entry.kind == "answer" and entry.seat == seat and bool(entry.by) is by_bots
    )


def own_story(
    match: Match, place: int, seat: str, own: Sequence[Decided], code: str, beside: Classmates
) -> Story:
    """Return the story of a seat, whose own decisions are given, beside others."""
    say = match.say()
    races = match.races_shown(seat)
    title = next(iter(races))
    line = line_of(races[title], seat)
    me = next((one for one in beside.people if (one.place, one.seat) == (place, seat)), None)
    others = [one for one in beside.people if one is not me]
    said = [
        *against(say, beside.group, title, line.score, line.unit, others, len(races) > 1),
        decided_words(own),
    ]
    metric, brought = race_figures(match, seat).get(title), None
    if metric is not None:
        values = numbers_of(match, metric, seat)
        said += turns_told(match, say, seat, metric, values, own)
        brought = parts_table(match, say, seat, metric, values)
    return Story(
        code=code,
        head=head_of(say, races, seat),
        said=said,
        brought=brought,
        deeds=deeds_table(say, own, others),
    )


def line_of(lines: Sequence[Standing], seat: str) -> Standing:
    """Return the line of a seat in the standings."""
    return next(one for one in lines if one.seat == seat)


def head_of(say: Say, races: Mapping[str, Sequence[Standing]], seat: str) -> str:
    """Say at which place a seat is in each race, and with what.

    >>> cash, points = Standing("A", 7, 1, "$"), Standing("A", 3, 2)
    >>> head_of(Say(), {"Cash": [cash, Standing("B", 5, 2, "$")]}, "A")
    '1st of 2 at your table, with $7.'
    >>> head_of(Say(), {"Cash": [cash], "Points": [points]}, "A")
    '1st of 1 at your table in Cash, with $7, and 2nd in Points, with 3.'
    """
    told: list[str] = []
    for title, lines in races.items():
        line, several = line_of(lines, seat), len(races) > 1
        where = "" if told else f" of {len(lines)} at your table"
        where += f" in {title}" if several else ""
        told.append(f"{ordinal(line.place)}{where}, with {quantity(say, line.score, line.unit)}")
    return f"{', and '.join(told)}."


def ordinal(number: int) -> str:
    """Return a place in a ranking.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def against(
    say: Say,
    group: str,
    title: str,
    score: Amount,
    unit: str,
    others: Sequence[Classmate],
    named: bool,
) -> list[str]:
    """Say how a score stands beside those of others, where there are enough of them.

    >>> rivals = [Classmate(1, "B", {"Cash": cash}, Counter()) for cash in (5, 9)]
    >>> against(Say(), "", "Cash", 7, "$", rivals, False)
    ['Of the 2 others in your class 1 has less and 1 has more; their median is $7.']
    """
    scores = [one.scores[title] for one in others if title in one.scores]
    if len(scores) < FEWEST:
        return []
    less, more = (sum(sign * (score - one) > 0 for one in scores) for sign in (1, -1))
    whom = f"who played with “{group}”" if group else "in your class"
    middle = quantity(say, plain(exact(round(median(scores), 2))), unit)
    by = f" in {title}" if named else ""
    return [
        f"Of the {len(scores)} others {whom} {has(less)} less and {has(more)} more{by}; "
        f"their median is {middle}."
    ]


def has(number: int) -> str:
    """Return a number with its verb, as in "2 have".

    >>> has(0), has(1), has(2)
    ('none has', '1 has', '2 have')
    """
    return f"{number or 'none'} {'has' if number < 2 else 'have'}"


def decided_words(own: Sequence[Decided]) -> str:
    """Say how often somebody decided, how fast, and how often a bot did in their place."""
    took = [one.seconds for one in own if one.by in (PERSON, TEAM) and one.seconds is not None]
    mine = [one for one in own if is_own(one) and one.decision and not one.forced]
    who = "Your team" if any(one.by == TEAM for one in own) else "You"
    told = f"{who} decided {times(len(mine))}"
    if took:
        told += f", half of them within {how_many(max(round(median(took)), 1), 'second')}"
    for_me = sum(one.by == STOOD_IN for one in own)
    return f"{told}. A bot answered {times(for_me)} in your place." if for_me else f"{told}."


def times(number: int) -> str:
    """Return how often.

    >>> [times(number) for number in (0, 1, 2, 30)]
    ['never', 'once', 'twice', '30 times']
    """
    return ("never", "once", "twice")[number] if number < 3 else f"{number} times"


def is_own(one: Decided) -> bool:
    """Return whether somebody decided for themselves; the invented always do."""
    return one.by in (PERSON, TEAM, BY_INVENTED)


class OwnTeller(Teller):
    """Puts the changes of a seat into words for whoever sits there."""

    def worth(self, part: Part) -> str:
        """Return why what one holds is worth more or less."""
        return to_whom_it_is(super().worth(part))

    def reason(self, split: Split, part: Part) -> str:
        return to_whom_it_is(super().reason(split, part))


def to_whom_it_is(text: str) -> str:
    """Return a text about a seat as it is said to whoever sits there.

    >>> to_whom_it_is("Their company is worth less"), to_whom_it_is("the price of its 2 oil falls")
    ('Your company is worth less', 'the price of your 2 oil falls')
    """
    return re.sub(
        r"\b(?:[Tt]heir|[Ii]ts)\b", lambda one: "Your" if one[0][0].isupper() else "your", text
    )


# --- what it brought ----------------------------------------------------------------------------


def numbers_of(match: Match, metric: Metric, seat: str) -> dict[int, Amount]:
    """Return a score at the end of each turn, as its seat may know it."""
    values = values_of(match, Figure(metric, seat), seat)
    return {turn: value for turn, value in values.items() if not isinstance(value, str)}


def turns_told(
    match: Match,
    say: Say,
    seat: str,
    metric: Metric,
    values: Mapping[int, Amount],
    own: Sequence[Decided],
) -> list[str]:
    """Tell the turn that brought most and the turn that cost most, with what was decided in it."""
    changes = {
        now: (exact(values[now]) - exact(values[then]), then)
        for then, now in pairwise(sorted(values))
    }
    if not changes:
        return []
    best, worst = (pick(changes, key=lambda turn: changes[turn][0]) for pick in (max, min))
    told = []
    for turn, how, sign in ((best, "brought you most", 1), (worst, "cost you most", -1)):
        change, since = changes[turn]
        if sign * change <= 0:
            continue
        split = split_of(match, metric.key, seat, turn, since, seat)
        teller = OwnTeller(match, say, seat)
        causes = teller.causes(split)
        sentence = f"Turn {turn} {how}: {teller.signed(split.change, metric.unit)}"
        sentence += f" ({causes})" if causes else ""
        deeds = answers_in(say, own, turn)
        told.append(f"{sentence}. You had decided: {deeds}." if deeds else f"{sentence}.")
    return told


def answers_in(say: Say, own: Sequence[Decided], turn: int) -> str:
    """Return what was decided in a turn in words, the last of it."""
    labels = [
        answer_words(say, one)
        for one in own
        if one.turn == turn and is_own(one) and one.decision and not one.forced
    ]
    return "; ".join(labels[-MOST_ANSWERS:])


def answer_words(say: Say, one: Decided) -> str:
    """Return an answer in words; of a long form only what it was."""
    whole = answer_label(say, one.decision, Answer(one.entry.name, one.entry.value or {}))
    return whole if len(whole) <= LONGEST_ANSWER else say.move(one.decision, one.entry.name)


def parts_table(
    match: Match, say: Say, seat: str, metric: Metric, values: Mapping[int, Amount]
) -> NumbersTable | None:
    """Return the parts of the change of a score since the opening; None where nothing changed."""
    first, last = min(values), max(values)
    split = split_of(match, metric.key, seat, last, first, seat)
    teller = OwnTeller(match, say, seat)
    parts = Why(split, teller).shown["parts"]
    if not parts:
        return None
    shown = [[one["text"], one["amount"]] for one in parts[:MOST_PARTS]]
    left = sum((exact(one.amount) for one in split.parts[MOST_PARTS:]), start=exact(0))
    if len(parts) > MOST_PARTS:
        rest = how_many(len(parts) - MOST_PARTS, "other reason")
        shown.append([rest, teller.signed(plain(left), metric.unit)])
    total = teller.signed(split.change, metric.unit) if split.change else "0"
    shown.append(["In all", total])
    return {"caption": f"What brought your {metric.label}", "columns": ["", ""], "rows": shown}


def deeds_table(
    say: Say, own: Sequence[Decided], others: Sequence[Classmate]
) -> NumbersTable | None:
    """Return how often somebody gave each answer, beside the mean of the others.

    Answers that mean something else in each question are left out.
    """
    mine = Counter(one.entry.name for one in own if is_own(one) and one.entry.kind == "answer")
    moves = say.words.moves
    several = {key.partition(".")[2] for key in moves if "." in key}
    plain_ones = [name for name, _ in mine.most_common() if name in moves and name not in several]
    chosen = plain_ones[:MOST_DEEDS]
    if not chosen:
        return None
    compared = len(others) >= FEWEST
    rows = []
    for name in chosen:
        row = [say.move("", name), str(mine[name])]
        rows.append(
            [*row, f"{fmean(one.answers[name] for one in others):.1f}"] if compared else row
        )
    columns = ["Answer", "You", *(["The others, on average"] if compared else [])]
    return {"caption": "What you answered, and how often", "columns": columns, "rows": rows}


# --- as a page ----------------------------------------------------------------------------------


def isolated(name: str) -> str:
    """Return a name as it stands in a sentence: written from right to left, it turns nothing else.

    >>> isolated("Ada"), isolated("דנה")
    ('Ada', '\u2068דנה\u2069')
    """
    is_turned = any(bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"\u2068{name}\u2069" if is_turned else name


def as_page(story: Story) -> str:
    """Return a story as a page to print or to hand on, which fetches nothing."""
    return fill_in(__package__, "own_story.html.j2", story=story)
