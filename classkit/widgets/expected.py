"""What a class expects: a question about a chart, its answers, and what came.

"What will the Inflation Number be at turn 20?" is asked while the chart is covered. Many may
answer. Once the turn is over, and the chart is not covered, it is said what came, and who was
nearest.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypedDict

from classkit.charts.layout import EACH_ITS_LINE, middle_half, numbers_of
from classkit.charts.rows import plain_value, until_now
from classkit.charts.shapes import Guess, Prediction
from classkit.charts.typed import check_number, has_digits, one_number, write_number
from classkit.engine.data import as_data, read_whole
from classkit.engine.errors import ClasskitError, known_name, shorten
from classkit.engine.fields import ENDLESS
from classkit.engine.log import LONGEST_NAME
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.engine.words import Say, how_many, read_name

from .shapes import Expected

UNITS = ("turn", "round")
AHEAD = {"turn": 10, "round": 3}
"""How many turns or rounds ahead a question asks, unless another time is chosen."""
LATEST = 1_000_000
MOST_GUESSES = 200
MOST_POINTS = 200
FEW_WORDS = 3
"""The most answers in words that are quoted; more are only counted."""


class PredictionRow(TypedDict):
    """An answer of the class about a chart; ``error`` is the number expected less what came.

    ``drawn`` are the points of a line ``[[turn or round, value], ...]`` as JSON; empty without one.
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


def askable(match: Match, chart: Chart) -> list[Metric]:
    """Return the figures of a chart that have one number each turn, of the table or of a seat.

    One whose course would tell what lies hidden is not among them.
    """
    metrics = {metric.key: metric for metric in match.game.metrics_of(match.table)}
    secret = match.game.secrecy.now_only(match.table)
    known = [metrics[key] for key in chart.metrics if key in metrics and key not in secret]
    return [one for one in known if one.scope in ("table", "seat") and is_number(match, one)]


def is_number(match: Match, metric: Metric) -> bool:
    """Return whether a figure is not a word now: a number, or nothing as yet."""
    value = match.present_row()[metric.key]
    some = list(value.values()) if isinstance(value, dict) else [value]
    return not any(isinstance(one, str) for one in some)


def question(
    match: Match,
    chart: Chart,
    at: Any = None,
    unit: Any = None,
    figure: Any = None,
    seat: Any = None,
) -> Prediction:
    """Return a question about a chart, without answers; what is left out takes its default.

    Raise ClasskitError for a time, a figure or a seat that cannot be asked for.
    """
    figures = {metric.key: metric for metric in askable(match, chart)}
    usual_unit = "round" if "round" in (chart.per, chart.ticks) else "turn"
    unit = usual_unit if unit is None else known_name("unit", as_data(unit), UNITS)
    now = match.round if unit == "round" else match.turn
    at = now + AHEAD[unit] if at is None else read_whole("at", at, high=LATEST)
    asked: Prediction = {
        "turn": match.turn, "figure": "", "seat": "", "at": at, "unit": unit, "top": 0,
        "guesses": [],
    }  # fmt: skip
    if figure is None and not figures:
        return asked
    metric = figures[
        next(iter(figures)) if figure is None else known_name("figure", as_data(figure), figures)
    ]
    asked["figure"] = metric.key
    if metric.scope == "seat":
        asked["seat"] = match.seats[0] if seat is None else match.known_seat(as_data(seat))
    elif seat is not None:
        raise ClasskitError(f"{metric.label} is a figure of the table, and no seat's.")
    asked["top"] = room_above(match, metric)
    return asked


def room_above(match: Match, metric: Metric) -> float:
    """Return a round number, at least three times all that a figure has been: a pad to draw on."""
    found: list[float] = []
    for row in until_now(match):
        value = plain_value(row[metric.key])
        some = value.values() if isinstance(value, dict) else [value]
        found += [abs(float(one)) for one in some if isinstance(one, (int, float))]
    wanted = 3 * max([*found, 1])
    power = 10.0 ** (len(str(int(wanted))) - 1)
    return next(step * power for step in (1, 2, 5, 10) if step * power >= wanted)


def figures_of(match: Match, chart: str) -> list[tuple[str, str, bool]]:
    """Return the figures of a chart to ask for: key, label, and whether it is one of seats."""
    plan = next((one for one in match.game.charts_of(match.table) if one.key == chart), None)
    figures = askable(match, plan) if plan else []
    return [(metric.key, metric.label, metric.scope == "seat") for metric in figures]


def question_words(match: Match, say: Say, chart: str, asked: Prediction) -> str:
    """Return a question in words: "What will the Inflation Number be at turn 20?"."""
    metric = metric_of(match, asked["figure"])
    plan = next((one for one in match.game.charts_of(match.table) if one.key == chart), None)
    if metric is None or plan is None:
        return ""
    if metric.scope == "seat":
        what = f"the {in_sentence(metric.label)} of {say.seat(asked['seat'])}"
    elif len(plan.metrics) == 1:
        what = f"the {in_sentence(metric.label)}"
    else:
        what = f"“{metric.label}” ({plan.title})"
    return f"What will {what} be at {asked['unit']} {asked['at']}?"


def in_sentence(label: str) -> str:
    """Return a label as it stands within a sentence: names keep their capitals.

    >>> in_sentence("Net worth"), in_sentence("Inflation Number"), in_sentence("ASSET")
    ('net worth', 'Inflation Number', 'ASSET')
    """
    return label[:1].lower() + label[1:] if label[1:] == label[1:].lower() else label


def metric_of(match: Match, figure: str) -> Metric | None:
    """Return a figure by its key; None where there is none."""
    metrics = match.game.metrics_of(match.table)
    return next((metric for metric in metrics if metric.key == figure), None)


# --- the answers ---------------------------------------------


def as_typed(value: object) -> str:
    """Return a prediction as text; ClasskitError for what is neither a number nor a text.

    >>> as_typed("it rises"), as_typed(7), as_typed(2.125)
    ('it rises', '7', '2.1250')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise ClasskitError(f"A prediction must be a number or words, not {shorten(value)}.")
    if abs(value) > ENDLESS:
        raise ClasskitError(f"A number must be at most {ENDLESS:,}, not {shorten(value)}.")
    return write_number(value)


def check_guess(value: str) -> None:
    """Refuse what is neither a number nor words; a text with digits is to be a number.

    >>> check_guess("7"), check_guess("it rises")
    (None, None)
    >>> check_guess("5 below zero")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: A prediction must be a number, such as 12 or 3.5, or \
words without digits, not '5 below zero'.
    """
    if len(value) > LONGEST_NAME:
        raise ClasskitError(
            f"A prediction must be at most {LONGEST_NAME} characters long, not {len(value):,}."
        )
    if has_digits(value):
        must = "A prediction must be a number, such as 12 or 3.5, or words without digits"
        check_number(value, must)


def with_guess(asked: Prediction, value: str, who: str, line: Any = ()) -> Prediction:
    """Return the prediction with somebody's answer, in place of what they answered before.

    An empty answer takes theirs back.
    """
    who = read_name(who) if who else ""
    guesses = [guess for guess in asked["guesses"] if guess["who"] != who]
    if value.strip():
        if len(guesses) >= MOST_GUESSES:
            raise ClasskitError(f"{MOST_GUESSES} answers are the most for one question.")
        guess: Guess = {"who": who, "value": read_name(value)}
        if points := read_line(line):
            guess["line"] = points
        guesses.append(guess)
    return {**asked, "guesses": guesses}


def read_line(line: Any) -> list[tuple[float, float]]:
    """Return a drawn line as points from left to right; ClasskitError for anything else."""
    line = as_data(line)
    problem = ClasskitError(
        f"A drawn line is a list of 2 to {MOST_POINTS} points [turn, value], from left to right."
    )
    if not isinstance(line, (list, tuple)) or len(line) > MOST_POINTS:
        raise problem
    points: list[tuple[float, float]] = []
    for point in line:
        if not isinstance(point, (list, tuple)) or len(point) != 2:
            raise problem
        if any(type(one) not in (int, float) or not abs(one) < ENDLESS for one in point):
            raise problem
        points.append((float(point[0]), float(point[1])))
    if len(points) == 1 or any(one > other for (one, _), (other, _) in pairwise(points)):
        raise problem
    return points


def read_prediction(stated: Any) -> Prediction:
    """Read a prediction that was stored; ClasskitError for anything else.

    What is stored may be of anybody, also of an older version, which had one ``value`` in words.
    An answer that makes no sense is left out.
    """
    stated = as_data(stated)
    problem = ClasskitError("What is stored of a prediction is damaged.")
    if not isinstance(stated, dict):
        raise problem
    known = {"figure": "", "seat": "", "at": 1, "unit": "turn", "top": 0, **stated}
    numbers = [known.get("turn"), known["at"]]
    words = [known["figure"], known["seat"]]
    top = known["top"]
    if (
        any(type(one) is not int or not 0 <= one <= LATEST for one in numbers)
        or any(not isinstance(one, str) or len(one) > LONGEST_NAME for one in words)
        or known["unit"] not in UNITS
        or type(top) not in (int, float)
        or not 0 <= top < 1e18
    ):
        raise problem
    asked: Prediction = {
        "turn": known["turn"], "figure": known["figure"], "seat": known["seat"], "at": known["at"],
        "unit": known["unit"], "top": top, "guesses": [],
    }  # fmt: skip
    guesses = known.get("guesses", [{"value": known.get("value", "")}])
    if not isinstance(guesses, list) or len(guesses) > MOST_GUESSES:
        raise problem
    for guess in guesses:
        if isinstance(guess, dict) and isinstance(guess.get("value"), str):
            with suppress(ClasskitError):
                who, line = guess.get("who", ""), guess.get("line", ())
                asked = with_guess(asked, guess["value"], who, line)
    return asked


# --- what came ---------------------------------------------


def what_came(match: Match, asked: Prediction) -> tuple[int, float] | None:
    """Return the turn that was asked about and the figure's value after it; None until it is over.

    If the match ends earlier, they are those of its last turn.
    """
    metric = metric_of(match, asked["figure"])
    unit, at = asked["unit"], asked["at"]
    now = match.round if unit == "round" else match.turn
    if metric is None or (now <= at and not match.is_over):
        return None
    rows = [row for row in until_now(match) if row[unit] <= at]
    if not rows:
        return None
    value = plain_value(rows[-1][metric.key])
    if asked["seat"]:
        value = value.get(asked["seat"]) if isinstance(value, dict) else None
    return (rows[-1]["turn"], value) if isinstance(value, (int, float)) else None


def came_words(say: Say, value: float, unit: str, guesses: Sequence[Guess], since: str = "") -> str:
    """Return what came beside what was expected: "5; you said 7; nearest: Bo with 4.5".

    >>> some = [{"who": "", "value": "7"}, {"who": "Bo", "value": "4.5"}]
    >>> came_words(Say(), 5, "", some)
    '5; you said 7; nearest: Bo with 4.5'
    >>> came_words(Say(), 5, "", [{"who": "Bo", "value": "it rises"}])
    '5; Bo said it rises'
    >>> came_words(Say(), 5, "", [*some, {"who": "Di", "value": "it rises"}])
    '5; you said 7; Di said it rises; nearest: Bo with 4.5'
    >>> came_words(Say(), 1, "", [{"who": "Bo", "value": "1"}, {"who": "Di", "value": "it rises"}])
    '1; Bo said 1; Di said it rises'
    """
    parts = [f"{say.quantity(value, unit)}{since}"]
    own = [guess for guess in guesses if not guess["who"] or len(guesses) == 1]
    numbers = numbers_of(guesses)
    others = [guess for guess in guesses if guess not in own]
    in_words = [one for one in others if one_number(one["value"]) is None]
    only = [one for one in others if one not in in_words] if len(numbers) == 1 else []
    parts += [f"{guess['who'] or 'you'} said {guess['value']}" for guess in (*own, *only)]
    if len(in_words) > FEW_WORDS:
        parts.append(f"{how_many(len(in_words), 'answer')} in words")
    else:
        parts += [f"{guess['who']} said {guess['value']}" for guess in in_words]
    if len(numbers) > EACH_ITS_LINE:
        low, high = middle_half(numbers)
        from statistics import median  # as in charts: seldom needed

        shown = [say.quantity(neat(some), unit) for some in (median(numbers), low, high)]
        parts.append(
            f"{how_many(len(numbers), 'answer')} with {shown[0]} in the middle, at least half of "
            f"them from {shown[1]} to {shown[2]}"
        )
    if len(numbers) > 1:
        parts.append(f"nearest: {nearest(guesses, value)}")
    return "; ".join(parts)


def neat(number: float) -> int | float:
    """Return a whole number as an int, and any other rounded to 2 decimals."""
    return int(number) if number == int(number) else round(number, 2)


def nearest(guesses: Sequence[Guess], value: float) -> str:
    """Return who came nearest, with what they said: "Bo with 4.5"; all of them where they tie.

    >>> nearest([{"who": "Bo", "value": "4"}, {"who": "Di", "value": "6"}], 5)
    'Bo with 4, Di with 6'
    """
    apart = [
        (abs(number - value), f"{guess['who'] or 'you'} with {guess['value']}")
        for guess in guesses
        if (number := one_number(guess["value"])) is not None
    ]
    least = min(away for away, _ in apart)
    return ", ".join(words for away, words in apart if away == least)


def expected(match: Match, say: Say, chart: str, asked: Prediction, covered: bool) -> Expected:
    """Return a prediction as a page shows it; what came is left out while the chart is covered."""
    shown: Expected = {
        "turn": asked["turn"], "figure": asked["figure"], "seat": asked["seat"], "at": asked["at"],
        "unit": asked["unit"], "top": asked["top"], "guesses": asked["guesses"],
        "question": question_words(match, say, chart, asked), "figures": figures_of(match, chart),
        "came": "",
    }  # fmt: skip
    came = None if covered else what_came(match, asked)
    metric = metric_of(match, asked["figure"])
    if came is None or metric is None or not asked["guesses"]:
        return shown
    turn, value = came
    at = match.round if asked["unit"] == "round" else turn
    ended = match.is_over and at < asked["at"]
    since = f" as the match ended in {asked['unit']} {at}" if ended else ""
    shown["came"] = came_words(say, value, metric.unit, asked["guesses"], since)
    turns = [row["turn"] for row in until_now(match)]
    before = [one for one in turns if one < asked["turn"]]
    first = max(before, default=min(turns))
    if first < turn:
        shown["why"] = {"since": first, "turn": turn}
    return shown


# --- as rows ---------------------------------------------


def all_rows(
    match: Match, predictions: Mapping[str, Prediction], unseen: Collection[str]
) -> list[PredictionRow]:
    """Return the answers about all charts as rows, with seats by their letters.

    Of the figures ``unseen`` it is not said what came.
    """
    say = match.say(names=False)
    return [
        row
        for chart, asked in predictions.items()
        for row in rows_of(match, say, chart, asked, asked["figure"] in unseen)
    ]


def rows_of(
    match: Match, say: Say, chart: str, asked: Prediction, covered: bool
) -> list[PredictionRow]:
    """Return a row for each answer about a chart, with what came where that may be known."""
    came = None if covered else what_came(match, asked)
    rows: list[PredictionRow] = []
    for guess in asked["guesses"]:
        number = one_number(guess["value"])
        rows.append(
            {
                "chart": chart,
                "question": question_words(match, say, chart, asked),
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
                "error": None if came is None or number is None else neat(number - came[1]),
            }
        )
    return rows
