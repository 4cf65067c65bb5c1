"""Results of a question to the class: bars, and sentences about the outcome and nearest guesses.

Numbers are grouped into a few bars of a round width. Outliers are collected in an open bar at the
end, so that one person who types a million does not hide all other answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import floor, inf, log10
from statistics import median
from typing import NamedTuple, TypedDict

from classkit.charts.chart_types import GuessData
from classkit.charts.guesses import middle_half
from classkit.charts.number_format import format_legend
from classkit.charts.number_parser import parse_number
from classkit.engine.rulebook_text import TextFormatter, format_count
from classkit.widgets.predictions import describe_outcome, round_number

from .poll_model import ClassQuestion
from .room import Room
from .treatments import list_room_units

MAX_BARS = 8
"""Maximum number of bars for numbers, not counting the open bars at the ends."""
OUTLIER_FACTOR = 1.5
"""Distance of an outlier from the middle half, in widths of that half."""
SOMEBODY = "somebody"


class OutcomeValue(NamedTuple):
    """The value of a metric at the time in question, and a remark that follows it in a sentence."""

    value: float
    since: str = ""


class ResultBar(TypedDict):
    """A bar for a page: its count, and whether it contains the outcome."""

    label: str
    count: int
    came: bool


class QuestionResult(TypedDict):
    """The result of a question: its bars, and the rest in sentences."""

    bars: list[ResultBar]
    answers: int
    said: list[str]


class NumberBin(NamedTuple):
    """A bar for numbers from ``low`` up to but not including ``high``.

    If both are equal, the bar is for that number alone.
    """

    low: float
    high: float
    label: str

    def contains_number(self, number: float) -> bool:
        """Return True if a number belongs to this bar."""
        return self.low <= number < self.high or number == self.low == self.high


def bin_numbers(numbers: Collection[float], unit: str = "") -> list[NumberBin]:
    """Return the bars for these numbers, in ascending order.

    >>> [one.label for one in bin_numbers([3, 5, 5])]
    ['3', '5']
    >>> [one.label for one in bin_numbers([*range(0, 40, 2), 10**9])]
    ['0 to 4', '5 to 9', '10 to 14', '15 to 19', '20 to 24', '25 to 29', '30 to 34', '35 to 39',
    '40 and more']
    """
    several = sorted({*numbers})
    if len(several) <= MAX_BARS:
        return [NumberBin(one, one, format_edge(one, unit)) for one in several]
    low, high = middle_half(sorted(numbers))
    reach = OUTLIER_FACTOR * (high - low) or max(abs(low), 1.0)
    within = [one for one in several if low - reach <= one <= high + reach]
    low, high = within[0], within[-1]
    step = round_up_step((high - low) / MAX_BARS)
    whole = all(one == int(one) for one in several) and step >= 1
    first, last = floor(low / step), floor(high / step)
    bars = [
        NumberBin(at * step, (at + 1) * step, format_range(at * step, step, unit, whole))
        for at in range(first, last + 1)
    ]
    least, most = bars[0].low, bars[-1].high
    if several[0] < least:
        bars.insert(0, NumberBin(-inf, least, f"less than {format_edge(least, unit)}"))
    if several[-1] >= most:
        bars.append(NumberBin(most, inf, f"{format_edge(most, unit)} and more"))
    return bars


def round_up_step(least: float) -> float:
    """Round up to 1, 2 or 5 times a power of ten.

    >>> round_up_step(0.3), round_up_step(7), round_up_step(2)
    (0.5, 10.0, 2.0)
    """
    power = 10.0 ** floor(log10(least))
    return next(one * power for one in (1, 2, 5, 10) if one * power >= least * (1 - 1e-9))


def format_range(low: float, step: float, unit: str, whole: bool) -> str:
    """Format the numbers of a bar: "4", "5 to 9", or "0.5 to under 1"."""
    first = format_edge(low, unit)
    if whole and step == 1:
        return first
    if whole:
        return f"{first} to {format_edge(low + step - 1, unit)}"
    return f"{first} to under {format_edge(low + step, unit)}"


def format_edge(number: float, unit: str) -> str:
    """Format the edge of a bar."""
    return format_legend(int(number) if number == int(number) else round(number, 9), unit)


def build_question_result(
    question: ClassQuestion,
    room: Room,
    unit: str = "",
    came: OutcomeValue | None = None,
    say: TextFormatter | None = None,
) -> QuestionResult:
    """Build the result of a question. ``came`` is the outcome of a prediction, if it is known."""
    words, answers = [describe_simulated(question, room)], get_counted_answers(question, room)
    if question.choices:
        counts = [sum(a == at for a in answers.values()) for at in range(MAX_BARS)]
        bars = [
            ResultBar(label=label, count=counts[at], came=False)
            for at, label in enumerate(question.choices)
        ]
        return {"bars": bars, "answers": len(answers), "said": words}
    numbers = parse_numbers(question, room)
    value = [] if came is None else [came.value]
    found = bin_numbers([*numbers.values(), *value], unit) if numbers or value else []
    bars = [
        ResultBar(
            label=bar.label,
            count=sum(map(bar.contains_number, numbers.values())),
            came=any(map(bar.contains_number, value)),
        )
        for bar in found
    ]
    say = say or TextFormatter()
    if came is None:
        words.append(describe_spread(say, [*numbers.values()], unit))
    else:
        told = describe_outcome(
            say, round_number(came.value), unit, list_guesses(question, room), came.since
        )
        words.append(f"Result: {told}.")
    return {"bars": bars, "answers": len(numbers), "said": [one for one in words if one]}


def describe_simulated(question: ClassQuestion, room: Room) -> str:
    """Describe how many answers are simulated, or return an empty string if none is."""
    invented = len(question.answers) - room.count_students(question.answers)
    if not invented:
        return ""
    answers = format_count(invented, "invented answer")
    if not room.students:
        return f"{answers}, and no student in the room."
    return f"{answers} {'is' if invented == 1 else 'are'} not counted."


def get_counted_answers(question: ClassQuestion, room: Room) -> dict[str, int | str]:
    """Return the answers that count, by person."""
    return {who: question.answers[who] for who in room.select_counted(question.answers)}


def parse_numbers(question: ClassQuestion, room: Room) -> dict[str, float]:
    """Return the numeric answers that count, by person."""
    answers = get_counted_answers(question, room)
    units = list_room_units(room)
    read = {who: parse_number(str(answer), units) for who, answer in answers.items()}
    return {who: number for who, number in read.items() if number is not None}


def list_guesses(question: ClassQuestion, room: Room) -> list[GuessData]:
    """Return the answers that count, and the names to show."""
    return [
        {"who": get_shown_name(room, who), "value": str(answer)}
        for who, answer in get_counted_answers(question, room).items()
    ]


def get_shown_name(room: Room, person: str) -> str:
    is_shown = not room.names_hidden and person in room.people
    return room.people[person].label if is_shown else SOMEBODY


def find_nearest(question: ClassQuestion, room: Room, came: OutcomeValue) -> set[str]:
    """Return the people with the nearest guesses, several if they tie."""
    apart = {who: abs(number - came.value) for who, number in parse_numbers(question, room).items()}
    least = min(apart.values(), default=inf)
    return {who for who, away in apart.items() if away == least}


def describe_spread(say: TextFormatter, numbers: Sequence[float], unit: str) -> str:
    """Describe the middle half of the numbers.

    >>> describe_spread(TextFormatter(), [1, 4, 5, 6, 9], "")
    'In the middle: 5; half of the answers lie from 4 to 6.'
    >>> describe_spread(TextFormatter(), [1, 4], "")
    'In the middle: 2.5.'
    """
    if not numbers:
        return "Nobody has answered."
    middle = say.format_quantity(round_number(median(numbers)), unit)
    if len(numbers) < MAX_BARS / 2:
        return f"In the middle: {middle}."
    low, high = (
        say.format_quantity(round_number(one), unit) for one in middle_half(sorted(numbers))
    )
    return f"In the middle: {middle}; half of the answers lie from {low} to {high}."


def compute_median(
    values: Iterable[float | None], tables: int, waiting: int = 0
) -> OutcomeValue | None:
    """Return the median of the tables, or None if it is not final or under half have a value.

    Args:
        values: The values of the tables, or None where there is none.
        tables: The number of tables.
        waiting: The number of tables that can still get a value. While there are any, the median
            is not final.

    >>> compute_median([2, 4, None], 3), compute_median([2], 3), compute_median([2, 4], 3, 1)
    (OutcomeValue(value=3.0, since=' (median of 2 of 3 tables)'), None, None)
    """
    known = [one for one in values if one is not None]
    if waiting or not known or 2 * len(known) < tables:
        return None
    of = f"{len(known)} of {format_count(tables, 'table')}" if len(known) < tables else "all tables"
    return OutcomeValue(float(median(known)), f" (median of {of})")
