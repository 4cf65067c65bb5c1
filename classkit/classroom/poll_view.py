"""Questions to the class, as phones and the desk show them.

A table's metric is known once the table has reached the turn or round in question. A class metric
is known once all tables that still play have reached it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.engine.rulebook_text import TextFormatter
from classkit.widgets.chart_redaction import build_redaction
from classkit.widgets.match_controller import MatchController
from classkit.widgets.predictions import (
    find_metric,
    find_outcome,
    format_question,
    name_quantity,
)

from .class_chart_cache import ClassChartCache
from .class_metrics import TableSeries, build_series, compute_value
from .covered_charts import build_prediction
from .poll_commands import get_refusal_reason, list_predictable_metrics
from .poll_model import WHOLE_CLASS, ClassQuestion, PredictionTarget
from .poll_results import (
    OutcomeValue,
    QuestionResult,
    build_question_result,
    compute_median,
    find_nearest,
    get_counted_answers,
)
from .room import Room
from .room_table import RoomTable

Data = dict[str, Any]

MAX_REVEALED_QUESTIONS = 4
"""Maximum number of revealed questions on the desk."""


class PlayedTable(Protocol):
    """A table of a room and its match."""

    @property
    def place(self) -> RoomTable:
        """The state of the table."""

    @property
    def controller(self) -> MatchController:
        """The controller of its match."""


class QuestionRoom(Protocol):
    """What questions need from a room, including the matches of its tables."""

    @property
    def room(self) -> Room:
        """The state of the room."""

    @property
    def charts(self) -> ClassChartCache:
        """The class charts."""

    @property
    def matches(self) -> Mapping[int, Match]:
        """The match of each table."""

    def get_table(self, number: int) -> PlayedTable:
        """Return a table."""

    def get_outcome(self, question: ClassQuestion) -> QuestionOutcome:
        """Return the text and the outcome of a question."""


# --- questions and outcomes --------------------------------------------------


def get_covered_metrics(live: QuestionRoom) -> frozenset[str]:
    """Return the metrics whose class charts are covered now."""
    found = frozenset[str]()
    for question in live.room.questions.values():
        if question.about and not question.is_revealed:
            match = live.get_table(question.about["place"] or min(live.room.tables)).place.match
            found |= build_redaction(match, [question.about["chart"]]).figures
    return found


def format_class_question(live: QuestionRoom, question: ClassQuestion) -> str:
    about = question.about
    if about is None:
        return question.words
    if about["place"] == WHOLE_CLASS:
        figure = live.charts.get_metrics(live.matches).get(about["figure"])
        label, unit = (figure.label, figure.unit) if figure else (about["figure"], "")
        return format_class_prediction(about, label, unit)
    one = live.get_table(about["place"])
    return format_table_prediction(
        about, one.place.match, one.controller.say, len(live.room.tables)
    )


def format_class_prediction(about: PredictionTarget, label: str, unit: str) -> str:
    """Format a question about a metric of the class."""
    return (
        f"What will the {name_quantity(label, unit)} be at {about['unit']} {about['at']}, "
        "in the median of the tables?"
    )


def format_table_prediction(
    about: PredictionTarget, match: Match, say: TextFormatter, tables: int
) -> str:
    """Format a question about a metric of one of ``tables`` tables."""
    asked = format_question(match, say, about["chart"], build_prediction(about))
    return asked if tables == 1 else f"Table {about['place']}: {asked}"


def get_outcome_value(live: QuestionRoom, question: ClassQuestion) -> OutcomeValue | None:
    """Return a metric's value in the turn or round in question.

    Return None for a poll or if unknown.
    """
    about = question.about
    if about is None:
        return None
    if about["place"] == WHOLE_CLASS:
        return get_class_outcome(live, about)
    return find_table_outcome(live.get_table(about["place"]).place.match, about)


def find_table_outcome(match: Match, about: PredictionTarget) -> OutcomeValue | None:
    """Return the value of a match's metric in the turn or round in question, or None if unknown."""
    found = find_outcome(match, build_prediction(about))
    if found is None:
        return None
    turn, value = found
    early = match.is_over and (match.round if about["unit"] == "round" else turn) < about["at"]
    return OutcomeValue(value, f" as the match ended in turn {turn}" if early else "")


def get_class_outcome(live: QuestionRoom, about: PredictionTarget) -> OutcomeValue | None:
    """Return the median of the tables that have reached the turn or round in question.

    Return None until it is final, and until every table's history has been read.
    """
    matches = live.matches
    figure = live.charts.get_metrics(matches).get(about["figure"])
    live.charts.read_histories(matches)
    if figure is None or {*matches} - live.charts.tables_read:
        return None
    series = {place: build_series(match, figure) for place, match in matches.items()}
    done = {place for place in matches if live.get_table(place).place.is_done}
    return find_median(live.room, series, done, about["at"])


def find_median(
    room: Room, series: Mapping[int, TableSeries], done: Collection[int], at: int
) -> OutcomeValue | None:
    """Return the median of the tables that have reached this point, or None if it is not final.

    Args:
        room: The room. After its lesson, or at a table without people, nobody plays on.
        series: The values of each table.
        done: The tables at which play has ended.
        at: The turn or round.

    Returns:
        The median. None while a table can still reach this point, or if under half have reached it.
    """
    reached = {place: one for place, one in series.items() if one.has_reached(at)}
    waiting = [
        place
        for place in series.keys() - reached.keys()
        if not room.closed and place not in done and room.tables[place].people
    ]
    return compute_median(
        (one.get_value(at) for one in reached.values()), len(series), len(waiting)
    )


def get_question_metric(live: QuestionRoom, question: ClassQuestion) -> Metric | None:
    """Return the metric of a prediction, or None for a poll."""
    if question.about is None or not live.room.tables:
        return None
    match = live.get_table(question.about["place"] or min(live.room.tables)).place.match
    return find_metric(match, question.about["figure"])


def get_current_value(live: QuestionRoom, question: ClassQuestion) -> float | None:
    """Return the current value of a question's metric, or None for a poll or a non-number."""
    metric, about = get_question_metric(live, question), question.about
    if metric is None or about is None:
        return None
    match = live.get_table(about["place"] or min(live.room.tables)).place.match
    value = match.present_row()[metric.key]
    if isinstance(value, dict) and about["seat"]:
        value = value.get(about["seat"])
    return compute_value(value)


def build_result(
    live: QuestionRoom, question: ClassQuestion, came: OutcomeValue | None
) -> QuestionResult:
    """Build the result of a revealed question."""
    metric, about = get_question_metric(live, question), question.about
    made = build_question_result(
        question,
        live.room,
        metric.unit if metric else "",
        came,
        live.get_table(about["place"] or min(live.room.tables)).controller.say if about else None,
    )
    if about is not None and came is None:
        when = f"{about['unit']} {about['at']}"
        tables = " of every table that still plays" if about["place"] == WHOLE_CLASS else ""
        made["said"].append(f"The result appears after {when}{tables}.")
    return made


class QuestionOutcome(NamedTuple):
    """The text of a question and, once revealed, its result and the nearest guesses."""

    words: str
    value: OutcomeValue | None = None
    result: QuestionResult | None = None
    nearest: frozenset[str] = frozenset()


def get_question_outcome(live: QuestionRoom, question: ClassQuestion) -> QuestionOutcome:
    """Return the text and the outcome of a question."""
    words = format_class_question(live, question)
    if not question.is_revealed:
        return QuestionOutcome(words)
    came = get_outcome_value(live, question)
    near = find_nearest(question, live.room, came) if came is not None else set[str]()
    return QuestionOutcome(words, came, build_result(live, question, came), frozenset(near))


def build_cache_key(live: QuestionRoom, question: ClassQuestion) -> tuple[object, ...]:
    """Return a key that changes whenever the outcome of a question may have changed."""
    about = question.about
    places = [] if about is None else [about["place"]] if about["place"] else live.room.tables
    matches = [live.get_table(place).place.match for place in places]
    read = len(live.charts.tables_read) if about is not None else 0
    return (
        live.room.row_number,
        read,
        *((one.step, one.truncation_count, one.is_over) for one in matches),
    )


# --- on pages ---------------------------------------------


def list_open_questions(room: Room) -> list[ClassQuestion]:
    """Return the questions that can be answered now."""
    return [] if room.closed else [one for one in room.questions.values() if not one.is_revealed]


def list_revealed_questions(room: Room, max_count: int) -> list[ClassQuestion]:
    """Return the questions revealed most recently, latest first."""
    return [one for one in reversed(room.questions.values()) if one.is_revealed][:max_count]


def list_phone_questions(live: QuestionRoom, person: str) -> list[Data]:
    """Return the questions for a phone: the open questions, and the latest revealed question."""
    room = live.room
    shown = [*list_open_questions(room), *list_revealed_questions(room, 1)]
    return [build_phone_question(live, one, person) for one in shown]


def build_phone_question(live: QuestionRoom, question: ClassQuestion, person: str) -> Data:
    """Build a question for a person: their own answer, and the result.

    The number of answers is not shown while the question is open, so that nobody waits for others.
    """
    outcome = live.get_outcome(question)
    shown: Data = {
        "number": question.number,
        "words": outcome.words,
        "choices": question.choices,
        "predicts": question.about is not None,
        "told": question.is_revealed,
        "mine": question.answers.get(person),
        "why": get_refusal_reason(live.room, question, person),
    }
    if question.is_revealed:
        shown |= {"result": outcome.result, "nearest": person in outcome.nearest}
    return shown


def list_desk_questions(live: QuestionRoom) -> list[Data]:
    """Return the questions for the desk: open questions with their answer counts, then results."""
    room = live.room
    return [
        build_desk_question(live, one)
        for one in (
            *list_open_questions(room),
            *list_revealed_questions(room, MAX_REVEALED_QUESTIONS),
        )
    ]


def build_desk_question(live: QuestionRoom, question: ClassQuestion) -> Data:
    outcome = live.get_outcome(question)
    shown: Data = {
        "number": question.number,
        "words": outcome.words,
        "predicts": question.about is not None,
        "told": question.is_revealed,
        "answers": len(get_counted_answers(question, live.room)),
        "asked": count_eligible(live.room, question),
    }
    return shown | ({"result": outcome.result} if question.is_revealed else {})


def count_eligible(room: Room, question: ClassQuestion) -> int:
    """Return how many people may answer a question.

    Simulated participants count only in a room without students.
    """
    counted = room.select_counted(room.present)
    return sum(not get_refusal_reason(room, question, who) for who in counted)


def build_question_form(live: QuestionRoom) -> list[Data]:
    """Return the metrics that can be predicted, for the form of the desk."""
    if not live.room.tables:
        return []
    match = live.get_table(min(live.room.tables)).place.match
    return [
        {
            "key": key,
            "label": one.label,
            "of_class": one.of_class,
            "of_seat": one.metric.scope == "seat",
            "unit": one.unit,
        }
        for key, one in list_predictable_metrics(match).items()
    ]
