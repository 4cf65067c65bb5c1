"""Predictions of a class for a chart: the question, the answers and the outcome.

The question, such as "What will the Inflation Number be at turn 20?", is asked while the chart is
covered, and several people may answer. When the turn is over and the chart is uncovered, the page
shows the outcome and the nearest answers.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypedDict

from classkit.charts.chart_types import GuessData, PredictionData
from classkit.charts.guesses import MAX_GUESS_LINES, middle_half, parse_guesses
from classkit.charts.number_parser import (
    check_number,
    format_number,
    has_digits,
    list_units,
    parse_number,
)
from classkit.charts.rows import get_current_rows, plain_value
from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.events import MAX_NAME_LENGTH
from classkit.engine.fields import NO_LIMIT
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.engine.rulebook_text import TextFormatter, format_count, lower_label
from classkit.engine.seats import read_name
from classkit.engine.untrusted_input import read_int, to_builtin

from .wire_types import PredictionResultData

TIME_UNITS = ("turn", "round")
DEFAULT_HORIZON = {"turn": 10, "round": 3}
"""Default number of turns or rounds until the time that a question asks about."""
MAX_TIME = 1_000_000
MAX_GUESSES = 200
MAX_POINTS = 200
MAX_QUOTED = 3
"""Maximum number of text answers to quote. If there are more, they are only counted."""


class PredictionRow(TypedDict):
    """An answer about a chart, as a table row.

    Attributes:
        drawn: Points of the drawn line as JSON, ``[[turn or round, value], ...]``, or "".
        number: The answer as a number, or None if it is in words.
        came: The outcome, or None if it is not known yet or may not be seen.
        error: ``number`` minus ``came``, rounded to 2 decimals.
    """

    chart: str
    question: str
    figure: str
    seat: str
    unit: str
    at: int
    asked_in_turn: int
    who: str
    answer: Any
    drawn: str
    number: float | None
    came: float | None
    error: float | None


# --- the question ---------------------------------------------


def predictable_metrics(match: Match, chart: Chart) -> list[Metric]:
    """Return the metrics of a chart that have one number a turn for the table or for each seat.

    Metrics whose history would reveal hidden information are omitted.
    """
    metrics = {metric.key: metric for metric in match.game.active_metrics(match.table)}
    secret = match.game.secrecy.metrics_without_history(match.table)
    known = [metrics[key] for key in chart.metrics if key in metrics and key not in secret]
    return [one for one in known if one.scope in ("table", "seat") and is_numeric(match, one)]


def is_numeric(match: Match, metric: Metric) -> bool:
    """Return whether the current value of a metric is a number or missing, rather than text."""
    value = match.present_row()[metric.key]
    some = list(value.values()) if isinstance(value, dict) else [value]
    return not any(isinstance(one, str) for one in some)


def create_question(
    match: Match,
    chart: Chart,
    at: Any = None,
    unit: Any = None,
    figure: Any = None,
    seat: Any = None,
) -> PredictionData:
    """Return a question about a chart. Answers are not included.

    Args:
        match: The match.
        chart: The chart.
        at: Turn or round to predict. Defaults to :data:`DEFAULT_HORIZON` from now.
        unit: "turn" or "round". Defaults to the unit of the chart.
        figure: Key of the metric to predict. Defaults to the first one of the chart.
        seat: Seat to predict, for a metric of seats. Defaults to the first.

    Raises:
        ClasskitError: An argument is invalid.
    """
    figures = {metric.key: metric for metric in predictable_metrics(match, chart)}
    usual_unit = "round" if "round" in (chart.per, chart.ticks) else "turn"
    unit = usual_unit if unit is None else require_known("unit", to_builtin(unit), TIME_UNITS)
    now = match.round if unit == "round" else match.turn
    at = now + DEFAULT_HORIZON[unit] if at is None else read_int("at", at, high=MAX_TIME)
    asked: PredictionData = {
        "turn": match.turn, "figure": "", "seat": "", "at": at, "unit": unit, "top": 0,
        "guesses": [],
    }  # fmt: skip
    if figure is None and not figures:
        return asked
    metric = figures[
        next(iter(figures))
        if figure is None
        else require_known("figure", to_builtin(figure), figures)
    ]
    asked["figure"] = metric.key
    if metric.scope == "seat":
        asked["seat"] = match.seats[0] if seat is None else match.check_seat(to_builtin(seat))
    elif seat is not None:
        raise ClasskitError(f"{metric.label} is measured for the whole table. Omit `seat`.")
    asked["top"] = drawing_limit(match, metric)
    return asked


def drawing_limit(match: Match, metric: Metric) -> float:
    """Return the height of the drawing area: a round number, at least 3 times the largest value."""
    found: list[float] = []
    for row in get_current_rows(match):
        value = plain_value(row[metric.key])
        some = value.values() if isinstance(value, dict) else [value]
        found += [abs(float(one)) for one in some if isinstance(one, (int, float))]
    wanted = 3 * max([*found, 1])
    power = 10.0 ** (len(str(int(wanted))) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= wanted)


def list_predictable(match: Match, chart: str) -> list[tuple[str, str, bool]]:
    """Return the predictable metrics of a chart: key, label, and whether each seat has a value."""
    plan = next((one for one in match.game.active_charts(match.table) if one.key == chart), None)
    figures = predictable_metrics(match, plan) if plan else []
    say = match.say()
    return [
        (metric.key, say.metric_label(metric.key, metric.label), metric.scope == "seat")
        for metric in figures
    ]


def format_question(match: Match, say: TextFormatter, chart: str, asked: PredictionData) -> str:
    """Format a question, such as "What will the Inflation Number be at turn 20?".

    Returns "" if the match does not have the metric or the chart.
    """
    metric = find_metric(match, asked["figure"])
    plan = next((one for one in match.game.active_charts(match.table) if one.key == chart), None)
    if metric is None or plan is None:
        return ""
    label = say.metric_label(metric.key, metric.label)
    if metric.scope == "seat":
        what = f"the {name_quantity(metric.label, metric.unit)} of {say.seat(asked['seat'])}"
    elif len(plan.metrics) == 1:
        what = f"the {name_quantity(label, metric.unit)}"
    else:
        what = f"“{label}” ({plan.title})"
    return f"What will {what} be at {asked['unit']} {asked['at']}?"


def name_quantity(label: str, unit: str) -> str:
    """Return the label of a metric as a singular noun, for the middle of a sentence.

    >>> name_quantity("Cards still free", "cards"), name_quantity("Net worth", "$")
    ('number of cards still free', 'net worth')
    >>> name_quantity("Mean properties", "properties"), name_quantity("Recession turns", "turns")
    ('mean number of properties', 'number of recession turns')
    """
    text = lower_label(label)
    whole = text.removeprefix("mean ")
    words = whole.partition(" (")[0].split()
    counted = unit.isalpha() and unit.endswith("s") and unit in (words[:1] + words[-1:])
    return f"{text.removesuffix(whole)}number of {whole}" if counted else text


def find_metric(match: Match, figure: str) -> Metric | None:
    """Return a metric by its key, or None if it is unknown."""
    metrics = match.game.active_metrics(match.table)
    return next((metric for metric in metrics if metric.key == figure), None)


# --- the answers ---------------------------------------------


def prediction_text(value: object) -> str:
    """Return a prediction as text.

    Raises:
        ClasskitError: It is neither a number nor text, or too large.

    >>> prediction_text("it rises"), prediction_text(7), prediction_text(2.125)
    ('it rises', '7', '2.1250')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise ClasskitError(f"A prediction must be a number or words, not {truncate_text(value)}.")
    if abs(value) > NO_LIMIT:
        raise ClasskitError(f"A number must be at most {NO_LIMIT:,}, not {truncate_text(value)}.")
    return format_number(value)


def check_guess(value: str, units: frozenset[str] = frozenset()) -> None:
    """Raise ClasskitError for an answer that is too long, or has digits but is not a number.

    >>> check_guess("7"), check_guess("it rises")
    (None, None)
    >>> check_guess("5 below zero")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: A prediction must be a number, such as 12 or 3.5, or \
    words without digits, not '5 below zero'.
    """
    if len(value) > MAX_NAME_LENGTH:
        raise ClasskitError(
            f"A prediction must be at most {MAX_NAME_LENGTH} characters long, not {len(value):,}."
        )
    if has_digits(value):
        must = "A prediction must be a number, such as 12 or 3.5, or words without digits"
        check_number(value, must, units)


def add_guess(asked: PredictionData, value: str, who: str, line: Any = ()) -> PredictionData:
    """Return the prediction with an answer added, replacing an earlier answer of the same person.

    An empty answer only removes the earlier one.

    Raises:
        ClasskitError: The name or the line is invalid, or there are too many answers.
    """
    who = read_name(who) if who else ""
    guesses = [guess for guess in asked["guesses"] if guess["who"] != who]
    if value.strip():
        if len(guesses) >= MAX_GUESSES:
            raise ClasskitError(
                f"You have reached the limit of {MAX_GUESSES} answers to one question."
            )
        guess: GuessData = {"who": who, "value": read_name(value)}
        if points := parse_line(line):
            guess["line"] = points
        guesses.append(guess)
    return {**asked, "guesses": guesses}


def parse_line(line: Any) -> list[tuple[float, float]]:
    """Return the points of a drawn line, or an empty list for an empty line.

    Raises:
        ClasskitError: The line is not a list of 2 to 200 points from left to right.
    """
    line = to_builtin(line)
    problem = ClasskitError(
        f"A drawn line is a list of 2 to {MAX_POINTS} points [turn, value], from left to right."
    )
    if not isinstance(line, (list, tuple)) or len(line) > MAX_POINTS:
        raise problem
    points: list[tuple[float, float]] = []
    for point in line:
        if not isinstance(point, (list, tuple)) or len(point) != 2:
            raise problem
        if any(type(one) not in (int, float) or not abs(one) < NO_LIMIT for one in point):
            raise problem
        points.append((float(point[0]), float(point[1])))
    if len(points) == 1 or any(one > other for (one, _), (other, _) in pairwise(points)):
        raise problem
    return points


def parse_prediction(stated: Any) -> PredictionData:
    """Return a validated prediction from stored data, which is untrusted.

    Data of older versions, with a single ``value`` in words, is accepted. Invalid answers are
    omitted.

    Raises:
        ClasskitError: The data is not a prediction.
    """
    stated = to_builtin(stated)
    problem = ClasskitError("A stored prediction is damaged.")
    if not isinstance(stated, dict):
        raise problem
    known = {"figure": "", "seat": "", "at": 1, "unit": "turn", "top": 0, **stated}
    numbers = [known.get("turn"), known["at"]]
    words = [known["figure"], known["seat"]]
    top = known["top"]
    if (
        any(type(one) is not int or not 0 <= one <= MAX_TIME for one in numbers)
        or any(not isinstance(one, str) or len(one) > MAX_NAME_LENGTH for one in words)
        or known["unit"] not in TIME_UNITS
        or type(top) not in (int, float)
        or not 0 <= top < 1e18
    ):
        raise problem
    asked: PredictionData = {
        "turn": known["turn"], "figure": known["figure"], "seat": known["seat"], "at": known["at"],
        "unit": known["unit"], "top": top, "guesses": [],
    }  # fmt: skip
    guesses = known.get("guesses", [{"value": known.get("value", "")}])
    if not isinstance(guesses, list) or len(guesses) > MAX_GUESSES:
        raise problem
    for guess in guesses:
        if isinstance(guess, dict) and isinstance(guess.get("value"), str):
            with suppress(ClasskitError):
                who, line = guess.get("who", ""), guess.get("line", ())
                asked = add_guess(asked, guess["value"], who, line)
    return asked


# --- outcomes ---------------------------------------------


def find_outcome(match: Match, asked: PredictionData) -> tuple[int, float] | None:
    """Return the turn that a question asks about, and the metric's value after it.

    If the match ends earlier, return its last turn and value. Return None until the turn is over,
    or if there is no number.
    """
    metric = find_metric(match, asked["figure"])
    unit, at = asked["unit"], asked["at"]
    now = match.round if unit == "round" else match.turn
    if metric is None or (now <= at and not match.is_over):
        return None
    rows = [row for row in get_current_rows(match) if row[unit] <= at]
    if not rows:
        return None
    value = plain_value(rows[-1][metric.key])
    if asked["seat"]:
        value = value.get(asked["seat"]) if isinstance(value, dict) else None
    return (rows[-1]["turn"], value) if isinstance(value, (int, float)) else None


def describe_outcome(
    say: TextFormatter, value: float, unit: str, guesses: Sequence[GuessData], since: str = ""
) -> str:
    """Compare the outcome with the answers in words.

    >>> some = [{"who": "", "value": "7"}, {"who": "Bo", "value": "4.5"}]
    >>> describe_outcome(TextFormatter(), 5, "", some)
    '5; you said 7; nearest: Bo with 4.5'
    >>> describe_outcome(TextFormatter(), 5, "", [{"who": "Bo", "value": "it rises"}])
    '5; Bo said it rises'
    >>> describe_outcome(TextFormatter(), 5, "", [*some, {"who": "Di", "value": "it rises"}])
    '5; you said 7; Di said it rises; nearest: Bo with 4.5'
    >>> guesses = [{"who": "Bo", "value": "1"}, {"who": "Di", "value": "it rises"}]
    >>> describe_outcome(TextFormatter(), 1, "", guesses)
    '1; Bo said 1; Di said it rises'
    """
    parts = [f"{say.format_quantity(value, unit)}{since}"]
    own = [guess for guess in guesses if not guess["who"] or len(guesses) == 1]
    units = list_units(say)
    numbers = parse_guesses(guesses, units)
    others = [guess for guess in guesses if guess not in own]
    in_words = [one for one in others if parse_number(one["value"], units) is None]
    only = [one for one in others if one not in in_words] if len(numbers) == 1 else []
    parts += [f"{guess['who'] or 'you'} said {guess['value']}" for guess in (*own, *only)]
    if len(in_words) > MAX_QUOTED:
        parts.append(f"{format_count(len(in_words), 'answer')} in words")
    else:
        parts += [f"{guess['who']} said {guess['value']}" for guess in in_words]
    if len(numbers) > MAX_GUESS_LINES:
        low, high = middle_half(numbers)
        from statistics import median  # imported here because it is rarely needed

        shown = [
            say.format_quantity(round_number(some), unit) for some in (median(numbers), low, high)
        ]
        parts.append(
            f"{format_count(len(numbers), 'answer')} with {shown[0]} in the middle, at least half "
            f"of them from {shown[1]} to {shown[2]}"
        )
    if len(numbers) > 1:
        parts.append(f"nearest: {nearest_guesses(guesses, value, units)}")
    return "; ".join(parts)


def round_number(number: float) -> int | float:
    """Return a whole number as an int, and any other number rounded to 2 decimals.

    Halves are rounded away from 0, as ``format_decimal`` rounds them.

    >>> round_number(3.0), round_number(145.385)
    (3, 145.39)
    """
    from decimal import ROUND_HALF_UP, Decimal  # slow import

    if number == int(number):
        return int(number)
    return float(Decimal(repr(float(number))).quantize(Decimal("0.01"), ROUND_HALF_UP))


def nearest_guesses(
    guesses: Sequence[GuessData], value: float, units: frozenset[str] = frozenset()
) -> str:
    """Return the names and answers of the people whose answers were nearest, including ties.

    >>> nearest_guesses([{"who": "Bo", "value": "4"}, {"who": "Di", "value": "6"}], 5)
    'Bo with 4, Di with 6'
    """
    apart = [
        (abs(number - value), f"{guess['who'] or 'you'} with {guess['value']}")
        for guess in guesses
        if (number := parse_number(guess["value"], units)) is not None
    ]
    least = min(away for away, _ in apart)
    return ", ".join(words for away, words in apart if away == least)


def build_prediction(
    match: Match, say: TextFormatter, chart: str, asked: PredictionData, covered: bool
) -> PredictionResultData:
    """Return a prediction as page data. The outcome is left out while the chart is covered."""
    shown: PredictionResultData = {
        "turn": asked["turn"], "figure": asked["figure"], "seat": asked["seat"], "at": asked["at"],
        "unit": asked["unit"], "top": asked["top"], "guesses": asked["guesses"],
        "question": format_question(match, say, chart, asked),
        "figures": list_predictable(match, chart),
        "came": "",
    }  # fmt: skip
    came = None if covered else find_outcome(match, asked)
    metric = find_metric(match, asked["figure"])
    if came is None or metric is None or not asked["guesses"]:
        return shown
    turn, value = came
    at = match.round if asked["unit"] == "round" else turn
    ended = match.is_over and at < asked["at"]
    since = f" as the match ended in {asked['unit']} {at}" if ended else ""
    shown["came"] = describe_outcome(say, value, metric.unit, asked["guesses"], since)
    turns = [row["turn"] for row in get_current_rows(match)]
    before = [one for one in turns if one < asked["turn"]]
    first = max(before, default=min(turns))
    if first < turn:
        shown["why"] = {"since": first, "turn": turn}
    return shown


# --- rows ---------------------------------------------


def build_prediction_rows(
    match: Match, predictions: Mapping[str, PredictionData], unseen: Collection[str]
) -> list[PredictionRow]:
    """Return the answers about all charts as rows, in which seats are identified by their letters.

    The outcomes of the metrics ``unseen`` are omitted.
    """
    say = match.say(names=False)
    return [
        row
        for chart, asked in predictions.items()
        for row in build_chart_rows(match, say, chart, asked, asked["figure"] in unseen)
    ]


def build_chart_rows(
    match: Match, say: TextFormatter, chart: str, asked: PredictionData, covered: bool
) -> list[PredictionRow]:
    """Return a row for each answer about a chart. If ``covered``, outcomes are left out."""
    came, units = None if covered else find_outcome(match, asked), list_units(say)
    rows: list[PredictionRow] = []
    for guess in asked["guesses"]:
        number = parse_number(guess["value"], units)
        rows.append(
            {
                "chart": chart,
                "question": format_question(match, say, chart, asked),
                "figure": asked["figure"],
                "seat": asked["seat"],
                "unit": asked["unit"],
                "at": asked["at"],
                "asked_in_turn": asked["turn"],
                "who": guess["who"],
                "answer": guess["value"],
                "drawn": json.dumps(guess["line"]) if "line" in guess else "",
                "number": number,
                "came": came and came[1],
                "error": None if came is None or number is None else round_number(number - came[1]),
            }
        )
    return rows
