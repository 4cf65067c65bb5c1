"""Commands for asking the class and for answering, and the rows that carry them out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from classkit.engine.errors import ClasskitError, require_known, truncate_text
from classkit.engine.match import Match
from classkit.engine.metrics import Chart, Metric
from classkit.widgets.predictions import create_question, predictable_metrics

from .class_metrics import list_class_metrics
from .poll_model import (
    MAX_CHANGES,
    MAX_OPEN_QUESTIONS,
    MAX_QUESTIONS,
    WHOLE_CLASS,
    ClassQuestion,
    PredictionTarget,
    read_answer,
    read_choices,
    read_question,
)
from .room import Room
from .room_commands import LESSON_OVER_MESSAGE, read_table_number
from .room_events import NewEvent
from .treatments import list_room_units


class PredictableMetric(NamedTuple):
    """A metric that can be predicted: its chart and its labels.

    ``of_class`` is its label as a metric of the class; empty if the class has none.
    """

    chart: Chart
    metric: Metric
    label: str
    of_class: str

    @property
    def unit(self) -> str:
        """The unit of the time for which it is predicted: "turn" or "round"."""
        return "round" if "round" in (self.chart.per, self.chart.ticks) else "turn"


def list_predictable_metrics(match: Match) -> dict[str, PredictableMetric]:
    """Return the metrics of a match that can be predicted, by key, displayed ones first.

    >>> import classkit
    >>> found = list_predictable_metrics(classkit.new("poleconomy", 3, seed=1))
    >>> [one.label for one in found.values()][:2]
    ['Inflation Number', 'Treasury']
    """
    of_class = {one.key: one.label for one in list_class_metrics(match)}
    first, say = match.game.first_charts(match.table), match.say()
    charts = [one for one in match.game.active_charts(match.table) if not one.now]
    charts.sort(key=lambda chart: [*first, chart.key].index(chart.key))
    found = dict[str, PredictableMetric]()
    for chart in charts:
        for metric in predictable_metrics(match, chart):
            several = len(chart.metrics) > 1
            label = say.metric_label(metric.key, metric.label)
            label = f"{label} ({chart.title})" if several and label != chart.title else label
            of = of_class.get(metric.key, "")
            found.setdefault(metric.key, PredictableMetric(chart, metric, label, of))
    return found


def ask_prediction(
    room: Room,
    matches: Mapping[int, Match],
    place: object,
    figure: object,
    at: object = None,
    seat: object = None,
) -> list[NewEvent]:
    """Ask the class to predict a metric of a table, or of the class (place 0).

    ``at`` is a future turn or round. By default it is a few turns or rounds ahead.
    """
    check_can_ask(room)
    place = read_table_number(room, place)
    if not room.tables:
        raise ClasskitError("There is nothing to predict yet. Seat the class first.")
    match = matches[place or min(room.tables)]
    figures = list_predictable_metrics(match)
    chosen = figures[require_known("figure", figure, figures)]
    if place == WHOLE_CLASS and not chosen.of_class:
        raise ClasskitError(
            f"{chosen.label} is not measured for the whole class. Ask about a single table."
        )
    asked = create_question(match, chosen.chart, at, chosen.unit, chosen.metric.key, seat or None)
    furthest = max(
        get_current_period(matches[one], chosen.unit) for one in ([place] if place else matches)
    )
    if asked["at"] <= furthest:
        raise ClasskitError(
            f"{chosen.unit.capitalize()} {asked['at']} has already begun. Choose a "
            f"later {chosen.unit}."
        )
    about: PredictionTarget = {
        "place": place,
        "chart": chosen.chart.key,
        "figure": asked["figure"],
        "seat": asked["seat"] if place else "",
        "unit": asked["unit"],
        "at": asked["at"],
        "turn": asked["turn"],
    }
    open_ones = [one.about for one in room.questions.values() if one.about and not one.is_revealed]
    if (place, about["chart"]) in [(one["place"], one["chart"]) for one in open_ones]:
        raise ClasskitError("This figure is already covered. Uncover it first.")
    return [NewEvent("asked", {"question": get_next_number(room), "about": about})]


def get_current_period(match: Match, unit: str) -> int:
    """Return the current turn or round of a match."""
    return match.round if unit == "round" else match.turn


def ask_poll(room: Room, words: object, choices: object) -> list[NewEvent]:
    """Ask the class a question typed by the teacher. Without choices, it asks for a number."""
    check_can_ask(room)
    asked = {"words": read_question(words), "choices": read_choices(choices)}
    for one in room.questions.values():
        is_same = (one.words, [*one.choices]) == (asked["words"], asked["choices"])
        if one.about is None and not one.is_revealed and is_same:
            raise ClasskitError("This question is already open. Close it before you ask it again.")
    return [NewEvent("asked", {"question": get_next_number(room), **asked})]


def answer_question(room: Room, person: str, number: object, stated: object) -> list[NewEvent]:
    """Answer a question, replacing an earlier answer."""
    question = find_question(room, number)
    if not room.has_joined(person):
        raise ClasskitError("Join the room first.")
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if question.is_revealed:
        raise ClasskitError("This question is closed.")
    if why := get_refusal_reason(room, question, person):
        raise ClasskitError(why)
    read = read_answer(question, stated, list_room_units(room))
    if question.answers.get(person) == read:
        return []
    if question.changes.get(person, 0) >= MAX_CHANGES:
        raise ClasskitError(f"You have answered {MAX_CHANGES} times. Your last answer counts.")
    body = {"question": question.number, "person": person, "answer": read}
    return [NewEvent("predicted" if question.about else "polled", body)]


def get_refusal_reason(room: Room, question: ClassQuestion, person: str) -> str:
    """Return why a person may not answer a question, or an empty string if they may.

    People at a table need its metrics to decide, so these are not covered for them, and only others
    predict them. If there are several tables, nobody sees more than their own.
    """
    sits = room.get_seat(person)
    if question.about is None or sits is None:
        return ""
    place = question.about["place"]
    if place == sits[0]:
        return "You play at this table and can see the figure. Only the others predict it."
    if place == WHOLE_CLASS and len(room.tables) == 1:
        return "You play at the only table and can see the figure. Only the others predict it."
    return ""


def reveal_answer(room: Room, number: object) -> list[NewEvent]:
    """Reveal a metric, or close a poll. Nobody can answer afterwards."""
    question = find_question(room, number)
    return [] if question.is_revealed else [NewEvent("told", {"question": question.number})]


def find_question(room: Room, number: object) -> ClassQuestion:
    """Return a question by its number. Raise ClasskitError if there is none."""
    if type(number) is not int or number not in room.questions:
        raise ClasskitError(f"There is no question {truncate_text(number)}.")
    return room.questions[number]


def check_can_ask(room: Room) -> None:
    """Raise ClasskitError if no more questions can be asked."""
    if room.closed:
        raise ClasskitError(LESSON_OVER_MESSAGE)
    if len(room.questions) >= MAX_QUESTIONS:
        raise ClasskitError(f"A room has at most {MAX_QUESTIONS} questions.")
    if sum(not one.is_revealed for one in room.questions.values()) >= MAX_OPEN_QUESTIONS:
        raise ClasskitError(f"{MAX_OPEN_QUESTIONS} questions are open: uncover or close one first.")


def get_next_number(room: Room) -> int:
    return len(room.questions) + 1
