"""What came of a question that was asked the class: bars, and in words what came and who was near.

Numbers are told by a few bars of a round width. An answer far beyond all others stands in an open
bar at the end, so that one who types a million does not hide what the others said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import floor, inf, log10
from statistics import median
from typing import NamedTuple, TypedDict

from classkit.charts.layout import middle_half
from classkit.charts.shapes import Guess
from classkit.charts.typed import one_number
from classkit.charts.written import concise
from classkit.engine.words import Say, how_many
from classkit.widgets.expected import came_words, neat

from .questions import Question
from .room import Room

MOST_BARS = 8
"""The most bars for numbers, without the open ones at the ends."""
REACH = 1.5
"""How far beyond the middle half an answer is an outlier, in widths of that half."""
SOMEBODY = "somebody"


class Came(NamedTuple):
    """The value of a figure at the time asked about, and words to follow it."""

    value: float
    since: str = ""


class Told(TypedDict):
    """A bar as a page shows it: how many answered so, and whether it is what came."""

    label: str
    count: int
    came: bool


class Result(TypedDict):
    """What came of a question: its bars, and the rest in sentences."""

    bars: list[Told]
    answers: int
    said: list[str]


class Bar(NamedTuple):
    """A bar for numbers from ``low`` up to but not including ``high``; if equal, for that one."""

    low: float
    high: float
    label: str

    def holds(self, number: float) -> bool:
        """Return whether a number stands in this bar."""
        return self.low <= number < self.high or number == self.low == self.high


def bars_of(numbers: Collection[float], unit: str = "") -> list[Bar]:
    """Return the bars in which these numbers stand, from the least on.

    >>> [one.label for one in bars_of([3, 5, 5])]
    ['3', '5']
    >>> [one.label for one in bars_of([*range(0, 40, 2), 10**9])]
    ['0 to 4', '5 to 9', '10 to 14', '15 to 19', '20 to 24', '25 to 29', '30 to 34', '35 to 39', \
'40 and more']
    """
    several = sorted({*numbers})
    if len(several) <= MOST_BARS:
        return [Bar(one, one, edge(one, unit)) for one in several]
    low, high = middle_half(sorted(numbers))
    reach = REACH * (high - low) or max(abs(low), 1.0)
    within = [one for one in several if low - reach <= one <= high + reach]
    low, high = within[0], within[-1]
    step = round_step((high - low) / MOST_BARS)
    whole = all(one == int(one) for one in several) and step >= 1
    first, last = floor(low / step), floor(high / step)
    bars = [
        Bar(at * step, (at + 1) * step, range_words(at * step, step, unit, whole))
        for at in range(first, last + 1)
    ]
    least, most = bars[0].low, bars[-1].high
    if several[0] < least:
        bars.insert(0, Bar(-inf, least, f"less than {edge(least, unit)}"))
    if several[-1] >= most:
        bars.append(Bar(most, inf, f"{edge(most, unit)} and more"))
    return bars


def round_step(least: float) -> float:
    """Return the round number next above: 1, 2 or 5 times a power of ten.

    >>> round_step(0.3), round_step(7), round_step(2)
    (0.5, 10.0, 2.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(one * power for one in (1, 2, 5, 10) if one * power >= least * (1 - 1e-9))


def range_words(low: float, step: float, unit: str, whole: bool) -> str:
    """Return which numbers stand in a bar: "4", "5 to 9", or "0.5 to under 1"."""
    first = edge(low, unit)
    if whole and step == 1:
        return first
    if whole:
        return f"{first} to {edge(low + step - 1, unit)}"
    return f"{first} to under {edge(low + step, unit)}"


def edge(number: float, unit: str) -> str:
    """Return where a bar begins or ends, as it is read."""
    return concise(int(number) if number == int(number) else round(number, 9), unit)


def result_of(
    question: Question, room: Room, unit: str = "", came: Came | None = None, say: Say | None = None
) -> Result:
    """Return what came of a question; of a prediction once it has come."""
    words = [own_words(question, room)]
    if question.choices:
        counts = [sum(a == at for a in question.answers.values()) for at in range(MOST_BARS)]
        bars = [
            Told(label=label, count=counts[at], came=False)
            for at, label in enumerate(question.choices)
        ]
        return {"bars": bars, "answers": len(question.answers), "said": words}
    numbers = numbers_of(question)
    value = [] if came is None else [came.value]
    found = bars_of([*numbers.values(), *value], unit) if numbers or value else []
    bars = [
        Told(
            label=bar.label,
            count=sum(map(bar.holds, numbers.values())),
            came=any(map(bar.holds, value)),
        )
        for bar in found
    ]
    say = say or Say()
    if came is None:
        words.append(spread_words(say, [*numbers.values()], unit))
    else:
        told = came_words(say, neat(came.value), unit, guesses_of(question, room), came.since)
        words.append(f"What came: {told}.")
    return {"bars": bars, "answers": len(numbers), "said": [one for one in words if one]}


def own_words(question: Question, room: Room) -> str:
    """Say how many of those who answered are invented; an empty text if none is."""
    invented = sum(map(room.is_invented, question.answers))
    return f"{how_many(invented, 'answer')} of those are invented." if invented else ""


def numbers_of(question: Question) -> dict[str, float]:
    """Return the numbers that people answered."""
    read = {who: one_number(str(answer)) for who, answer in question.answers.items()}
    return {who: number for who, number in read.items() if number is not None}


def guesses_of(question: Question, room: Room) -> list[Guess]:
    """Return the answers with the names that are shown."""
    return [
        {"who": shown_name(room, who), "value": str(answer)}
        for who, answer in question.answers.items()
    ]


def shown_name(room: Room, person: str) -> str:
    named = not room.names_hidden and person in room.people and room.people[person].name
    return named or SOMEBODY


def nearest(question: Question, came: Came) -> set[str]:
    """Return who came nearest; several where they tie."""
    apart = {who: abs(number - came.value) for who, number in numbers_of(question).items()}
    least = min(apart.values(), default=inf)
    return {who for who, away in apart.items() if away == least}


def spread_words(say: Say, numbers: Sequence[float], unit: str) -> str:
    """Say what lies in the middle of numbers.

    >>> spread_words(Say(), [1, 4, 5, 6, 9], "")
    'In the middle: 5; half of the answers lie from 4 to 6.'
    >>> spread_words(Say(), [1, 4], "")
    'In the middle: 2.5.'
    """
    if not numbers:
        return "Nobody has answered."
    middle = say.quantity(neat(median(numbers)), unit)
    if len(numbers) < MOST_BARS / 2:
        return f"In the middle: {middle}."
    low, high = (say.quantity(neat(one), unit) for one in middle_half(sorted(numbers)))
    return f"In the middle: {middle}; half of the answers lie from {low} to {high}."


def median_of(values: Iterable[float | None], tables: int) -> Came | None:
    """Return the median of tables that have come as far; None until half of them have.

    >>> median_of([2, 4, None], 3), median_of([2], 3)
    (Came(value=3.0, since=' (median of 2 of 3 tables)'), None)
    """
    known = [one for one in values if one is not None]
    if not known or 2 * len(known) < tables:
        return None
    of = f"{len(known)} of {how_many(tables, 'table')}" if len(known) < tables else "all tables"
    return Came(float(median(known)), f" (median of {of})")
