"""Rows for the exported tables about questions to the class, their answers and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from classkit.charts.number_parser import parse_number
from classkit.engine.match import Match
from classkit.widgets.predictions import find_metric

from .class_metrics import ClassMetric, TableSeries
from .next_guesses import find_next_value, judge_guess
from .poll_model import WHOLE_CLASS, ClassQuestion, PredictionTarget
from .poll_results import OutcomeValue, find_nearest
from .poll_view import (
    find_median,
    find_table_outcome,
    format_class_prediction,
    format_table_prediction,
)
from .room import NextGuess, Room
from .room_events import StoredEvent
from .treatments import list_room_units

Rows = list[dict[str, Any]]
PersonColumns = Callable[[str], Mapping[str, str]]
"""Returns the columns that identify a person."""
PREDICTION, POLL = "prediction", "poll"
"""The kinds of questions."""
GUESS_WORDS = {-1: "lower", 0: "the same", 1: "higher"}


class LoggedAnswer(NamedTuple):
    """A logged answer or guess, and its time in seconds since the room opened.

    ``counts`` is False if the person changed it later, or was removed while the question was open.
    """

    person: str
    body: Mapping[str, Any]
    at: float
    counts: bool


class QuestionArchive:
    """Questions, answers and outcomes of a stored room.

    Args:
        room: The room.
        rows: The rows of its log.
        matches: The match of each table.
        series: The metrics of the class, each with its values at every table.
        done: The tables at which play has ended.
    """

    def __init__(
        self,
        room: Room,
        rows: Sequence[StoredEvent],
        matches: Mapping[int, Match],
        series: Mapping[ClassMetric, Mapping[int, TableSeries]],
        done: Collection[int] = (),
    ) -> None:
        self.room, self.rows, self.matches, self.series = room, rows, matches, series
        self.opened_at, self.done = rows[0].at, done

    # --- outcomes -----------------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> dict[int, OutcomeValue | None]:
        """The outcome of each question, or None for a poll, or while it is unknown."""
        return {number: self.find_outcome(one.about) for number, one in self.room.questions.items()}

    def find_outcome(self, about: PredictionTarget | None) -> OutcomeValue | None:
        """Return the value that a prediction asks for, or None if it is unknown."""
        if about is None:
            return None
        if about["place"] != WHOLE_CLASS:
            return find_table_outcome(self.matches[about["place"]], about)
        values = next((self.series[one] for one in self.series if one.key == about["figure"]), None)
        return find_median(self.room, values, self.done, about["at"]) if values else None

    # --- rows ---------------------------------------------------------------------------------

    def build_question_rows(self) -> Rows:
        """Build a row for each question, oldest first."""
        asked, revealed = self.get_times("asked"), self.get_times("told")
        return [
            {
                "question": number,
                "kind": POLL if one.about is None else PREDICTION,
                "words": self.format_words(one),
                "choices": list(one.choices),
                **self.build_target_columns(one.about),
                "asked": asked[number],
                "revealed": revealed.get(number),
                "answers": self.room.count_students(one.answers),
                "came": came.value if (came := self.outcomes[number]) else None,
                "came_how": came.since.strip() if came else "",
            }
            for number, one in self.room.questions.items()
        ]

    def build_target_columns(self, about: PredictionTarget | None) -> dict[str, Any]:
        """Build the columns about a prediction's target, or an empty dict for a poll."""
        if about is None:
            return {}
        place = about["place"]
        metric = find_metric(self.matches[place or min(self.matches)], about["figure"])
        return {
            "about": "class" if place == WHOLE_CLASS else "table",
            "table": None if place == WHOLE_CLASS else place,
            "figure": about["figure"],
            "label": metric.label if metric else about["figure"],
            "unit": metric.unit if metric else "",
            "seat": about["seat"],
            "axis": about["unit"],
            "due": about["at"],
            "asked_in_turn": about["turn"],
        }

    def format_words(self, question: ClassQuestion) -> str:
        """Format a question without names of people."""
        about = question.about
        if about is None:
            return question.words
        if about["place"] == WHOLE_CLASS:
            figure = next((one for one in self.series if one.key == about["figure"]), None)
            label, unit = (figure.label, figure.unit) if figure else (about["figure"], "")
            return format_class_prediction(about, label, unit)
        match = self.matches[about["place"]]
        return format_table_prediction(about, match, match.say(names=False), len(self.room.tables))

    def build_prediction_rows(self, identify: PersonColumns) -> Rows:
        """Build a row for each answer to a prediction, in the order of the log."""
        return [
            self.build_prediction_row(one, self.room.questions[one.body["question"]], identify)
            for one in self.list_answers("predicted")
        ]

    def build_prediction_row(
        self, answer: LoggedAnswer, question: ClassQuestion, identify: PersonColumns
    ) -> dict[str, Any]:
        outcome, typed = self.outcomes[question.number], answer.body["answer"]
        came, number = (
            outcome.value if outcome else None,
            parse_number(typed, list_room_units(self.room)),
        )
        nearest = find_nearest(question, self.room, outcome) if outcome else set()
        return {
            "question": question.number,
            **identify(answer.person),
            "invented": self.room.is_simulated(answer.person),
            "answer": typed,
            "number": number,
            "came": came,
            "error": None if came is None or number is None else number - came,
            "nearest": answer.counts and answer.person in nearest if outcome else None,
            "at": answer.at,
            "counts": answer.counts,
        }

    def build_poll_rows(self, identify: PersonColumns) -> Rows:
        """Build a row for each answer to a poll, in the order of the log."""
        return [
            {
                "question": question.number,
                **identify(one.person),
                "invented": self.room.is_simulated(one.person),
                "choice": given + 1 if question.choices else None,
                "answer": question.choices[given] if question.choices else given,
                "number": None
                if question.choices
                else parse_number(given, list_room_units(self.room)),
                "at": one.at,
                "counts": one.counts,
            }
            for one in self.list_answers("polled")
            for question in [self.room.questions[one.body["question"]]]
            for given in [one.body["answer"]]
        ]

    def build_guess_rows(self, identify: PersonColumns) -> Rows:
        """Build a row for each guess of a next value, in the order of the log."""
        return [
            self.build_guess_row(one, identify)
            for one in self.list_answers("guessed", ("place", "at"))
        ]

    def build_guess_row(self, logged: LoggedAnswer, identify: PersonColumns) -> dict[str, Any]:
        body = logged.body
        guess = NextGuess(
            body["place"], body["figure"], body["unit"], body["at"], float(body["value"]),
            body["answer"],
        )  # fmt: skip
        match = self.matches[guess.place]
        metric = find_metric(match, guess.figure)
        return {
            "table": guess.place,
            "group": self.room.tables[guess.place].group,
            **identify(logged.person),
            "invented": self.room.is_simulated(logged.person),
            "figure": guess.figure,
            "label": metric.label if metric else guess.figure,
            "unit": metric.unit if metric else "",
            "axis": guess.unit,
            "due": guess.at,
            "value": guess.value,
            "answer": GUESS_WORDS.get(guess.answer, ""),
            "came": find_next_value(match, guess),
            "right": judge_guess(match, guess),
            "at": logged.at,
            "counts": logged.counts,
        }

    # --- from the log -------------------------------------------------------------------------

    def get_times(self, kind: str) -> dict[int, float]:
        """Return the time of each question's first row of a kind, in seconds from the opening."""
        times = dict[int, float]()
        for row in self.rows:
            if row.kind == kind:
                times.setdefault(row.body["question"], self.get_seconds(row))
        return times

    def get_seconds(self, row: StoredEvent) -> float:
        """Return a row's time, in seconds since the room was opened."""
        return round(row.at - self.opened_at, 1)

    def list_answers(self, kind: str, subject: Sequence[str] = ("question",)) -> list[LoggedAnswer]:
        """List the answers of a kind. Only a person's latest answer about a subject counts.

        Args:
            kind: The kind of the rows.
            subject: The keys of a row that together identify its subject.
        """
        rows = [row for row in self.rows if row.kind == kind]
        latest = {get_subject(row, subject): row.number for row in rows}
        return [
            LoggedAnswer(
                row.body["person"],
                row.body,
                self.get_seconds(row),
                latest[get_subject(row, subject)] == row.number and self.was_kept(row),
            )
            for row in rows
        ]

    def was_kept(self, row: StoredEvent) -> bool:
        """Return False for an answer that was dropped because its person was removed."""
        question = self.room.questions.get(row.body.get("question", 0))
        return question is None or row.body["person"] in question.answers


def get_subject(row: StoredEvent, keys: Sequence[str]) -> tuple[Any, ...]:
    """Return the person and the subject of an answer, as a key."""
    return (row.body["person"], *(row.body[key] for key in keys))
