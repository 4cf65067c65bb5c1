"""Guesses by people at a table about the first instrument's next value: lower, the same, higher.

People at a table see its figures, so the class's predictions exclude them
(:func:`.poll_commands.get_refusal_reason`). A guess is about a value that nobody knows yet, takes
one tap, and is counted when its turn or round is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from classkit.charts.instruments import choose_instruments
from classkit.charts.rows import plain_value
from classkit.engine.errors import ClasskitError
from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.rulebook_text import TextFormatter, lower_label
from classkit.widgets.predictions import find_outcome
from classkit.widgets.wire_types import NextGuessData

from .covered_charts import build_prediction
from .poll_commands import get_current_period
from .poll_model import MAX_CHANGES, PredictionTarget
from .room import NextGuess, Room
from .room_commands import LESSON_OVER_MESSAGE
from .room_events import NewEvent

ANSWERS = (-1, 0, 1)
"""Lower, the same, higher."""
COUNTED = 20
"""Maximum number of guesses counted per person. Only the latest ones count."""


class GuessTarget(NamedTuple):
    """A metric's current value. People can guess its value at the end of the period ``at``."""

    metric: Metric
    unit: str
    at: int
    value: float


def find_target(match: Match, values: Mapping[str, Any] | None = None) -> GuessTarget | None:
    """Return the metric that can be guessed now: the first instrument's, if it is a public number.

    The guess is about its value after the next turn, or after this round in games whose charts
    count rounds.

    Args:
        match: The match.
        values: Current values of metrics, if they are known. By default, they are computed.

    Example:
        >>> import classkit
        >>> match = classkit.new("poleconomy", seats=3, seed=7).play("turn")
        >>> target = find_target(match)
        >>> target.metric.label, target.at - match.turn
        ('Inflation Number', 1)
    """
    first = next(iter(choose_instruments(match)), "")
    charts = {chart.key: chart for chart in match.game.active_charts(match.table)}
    metrics = {metric.key: metric for metric in match.game.active_metrics(match.table)}
    if match.is_over or first not in charts:
        return None
    chart = charts[first]
    metric = metrics.get(chart.metrics[0])
    if metric is None or metric.scope != "table":
        return None
    if metric.key in match.game.secrecy.metrics_without_history(match.table):
        return None
    value = plain_value((match.present_row() if values is None else values).get(metric.key))
    if not isinstance(value, (int, float)):
        return None
    unit = "round" if "round" in (chart.per, chart.ticks) else "turn"
    at = get_current_period(match, unit) + (unit == "turn")
    return GuessTarget(metric, unit, at, value)


def guess_next(
    room: Room, matches: Mapping[int, Match], person: str, answer: object
) -> list[NewEvent]:
    """Guess the next value of the first instrument, replacing an earlier guess about it."""
    sits = room.get_seat(person)
    if sits is None:
        raise ClasskitError("You have no seat yet.")
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if type(answer) is not int or answer not in ANSWERS:
        raise ClasskitError("Choose lower, the same, or higher.")
    target = find_target(matches[sits[0]])
    if target is None:
        raise ClasskitError("There is nothing to guess now.")
    before = next(
        (one for one in room.guesses.get(person, []) if one.matches(sits[0], target.at)), None
    )
    if before is not None and before.answer == answer:
        return []
    if before is not None and before.changes >= MAX_CHANGES:
        raise ClasskitError("You have changed this guess too often. Your last one counts.")
    body = {
        "person": person, "place": sits[0], "figure": target.metric.key,
        "unit": target.unit, "at": target.at, "value": target.value, "answer": answer,
    }  # fmt: skip
    return [NewEvent("guessed", body)]


def build_guess_view(
    room: Room, match: Match, say: TextFormatter, person: str, target: GuessTarget | None
) -> NextGuessData | None:
    """Return the guesses for a phone: the open question, and whether the latest guesses were right.

    Return None if the game has nothing to guess. ``target`` is what can be guessed now.
    """
    sits = room.get_seat(person)
    if sits is None:
        return None
    place = sits[0]
    mine = [one for one in room.guesses.get(person, []) if one.place == place][-COUNTED:]
    judged = [(one, right) for one in mine if (right := judge_guess(match, one)) is not None]
    if target is None and not judged:
        return None
    count = sum(is_right for _, is_right in judged)
    return {
        "words": format_guess_question(match, say, target) if target else "",
        "value": say.format_quantity(target.value, target.metric.unit) if target else "",
        "mine": next((one.answer for one in mine if target and one.at == target.at), None),
        "last": judged[-1][1] if judged else None,
        "score": f"{count} of {len(judged)} right" if judged else "",
    }


def judge_guess(match: Match, guess: NextGuess) -> bool | None:
    """Return whether a guess was right, or None until its turn or round is over."""
    value = find_next_value(match, guess)
    if value is None:
        return None
    return (value > guess.value) - (value < guess.value) == guess.answer


def find_next_value(match: Match, guess: NextGuess) -> float | None:
    """Return the value that a guess was about, or None until its turn or round is over."""
    about: PredictionTarget = {
        "place": guess.place, "chart": "", "figure": guess.figure, "seat": "", "unit": guess.unit,
        "at": guess.at, "turn": guess.at,
    }  # fmt: skip
    found = find_outcome(match, build_prediction(about))
    return None if found is None else found[1]


def format_guess_question(match: Match, say: TextFormatter, target: GuessTarget) -> str:
    """Format the question, such as "Your guess: the Inflation Number after Chiara's turn?"."""
    what = lower_label(say.metric_label(target.metric.key, target.metric.label))
    upcoming = match.game.upcoming_seats(match.as_seen_by(None).state)
    if target.unit == "turn" and len(upcoming) > 1:
        when = f"{say.seat(upcoming[1])}’s turn"
    else:
        when = f"{target.unit} {target.at}"
    return f"Your guess: the {what} after {when}?"
