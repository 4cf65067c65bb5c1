"""What pages show of the questions that the class was asked: on telephones, and on the desk.

A figure is known once its table has come so far; that of the class, once half of the tables have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from classkit.engine.match import Match
from classkit.engine.metrics import Metric
from classkit.widgets.covers import covers_of
from classkit.widgets.desk import Desk
from classkit.widgets.expected import in_sentence, metric_of, question_words, what_came

from .asking import figures_to_ask, why_not
from .charts import ClassCharts
from .covering import as_prediction
from .figures import Course, course_of, value_of
from .place import Place
from .questions import THE_CLASS, About, Question
from .results import Came, Result, median_of, nearest, result_of
from .room import Room

Data = dict[str, Any]

LATEST_TOLD = 4
"""So many questions that are told are shown on the desk."""


class Played(Protocol):
    """A table of a room, with the match that is played there."""

    @property
    def place(self) -> Place:
        """The table, folded from its rows."""

    @property
    def desk(self) -> Desk:
        """What is done with its match, and the words for it."""


class Playing(Protocol):
    """A room whose tables are played, as far as questions are about them."""

    @property
    def room(self) -> Room:
        """The state of the room, folded from its rows."""

    @property
    def charts(self) -> ClassCharts:
        """The figures of the class."""

    @property
    def matches(self) -> Mapping[int, Match]:
        """The match of each table."""

    def place(self, number: int) -> Played:
        """Return a table."""

    def outcome(self, question: Question) -> Outcome:
        """Return a question in words, and what has come of it."""


# --- what was asked, and what came ---------------------------------------------


def covered_figures(live: Playing) -> frozenset[str]:
    """Return the figures of which no chart of the class may be shown now."""
    found = frozenset[str]()
    for question in live.room.questions.values():
        if question.about and not question.told:
            match = live.place(question.about["place"] or min(live.room.tables)).place.match
            found |= covers_of(match, [question.about["chart"]]).figures
    return found


def words_of(live: Playing, question: Question) -> str:
    about = question.about
    if about is None:
        return question.words
    if about["place"] == THE_CLASS:
        figure = live.charts.known(live.matches).get(about["figure"])
        label = in_sentence(figure.label if figure else about["figure"])
        return (
            f"What will the {label} be at {about['unit']} {about['at']}, in the median of the "
            "tables?"
        )
    one = live.place(about["place"])
    asked = question_words(one.place.match, one.desk.say, about["chart"], as_prediction(about))
    return asked if len(live.room.tables) == 1 else f"Table {about['place']}: {asked}"


def came_of(live: Playing, question: Question) -> Came | None:
    """Return the value that a figure took when it was asked for; None until it is known."""
    about = question.about
    if about is None:
        return None
    if about["place"] == THE_CLASS:
        return came_of_class(live, about)
    match = live.place(about["place"]).place.match
    found = what_came(match, as_prediction(about))
    if found is None:
        return None
    turn, value = found
    early = match.is_over and (match.round if about["unit"] == "round" else turn) < about["at"]
    return Came(value, f" as the match ended in turn {turn}" if early else "")


def came_of_class(live: Playing, about: About) -> Came | None:
    """Return the median of the tables, as far as they have come."""
    matches = live.matches
    figure = live.charts.known(matches).get(about["figure"])
    live.charts.read_on(matches)
    if figure is None or {*matches} - live.charts.read:
        return None
    courses: list[Course] = [course_of(match, figure) for match in matches.values()]
    at = about["at"]
    return median_of((one.at(at) for one in courses if one.reaches(at)), len(courses))


def metric_asked(live: Playing, question: Question) -> Metric | None:
    """Return the figure that a question is about; None of a poll."""
    if question.about is None or not live.room.tables:
        return None
    match = live.place(question.about["place"] or min(live.room.tables)).place.match
    return metric_of(match, question.about["figure"])


def figure_now(live: Playing, question: Question) -> float | None:
    """Return how the figure stands now that a question is about; None where it has no number."""
    metric, about = metric_asked(live, question), question.about
    if metric is None or about is None:
        return None
    match = live.place(about["place"] or min(live.room.tables)).place.match
    value = match.present_row()[metric.key]
    if isinstance(value, dict) and about["seat"]:
        value = value.get(about["seat"])
    return value_of(value)


def result(live: Playing, question: Question, came: Came | None) -> Result:
    """Return what came of a question that is told."""
    metric, about = metric_asked(live, question), question.about
    made = result_of(
        question,
        live.room,
        metric.unit if metric else "",
        came,
        live.place(about["place"] or min(live.room.tables)).desk.say if about else None,
    )
    if about is not None and came is None:
        made["said"].append(f"What comes is told after {about['unit']} {about['at']}.")
    return made


class Outcome(NamedTuple):
    """A question in words and, once uncovered, its result and the nearest guesses."""

    words: str
    came: Came | None = None
    result: Result | None = None
    nearest: frozenset[str] = frozenset()


def outcome_of(live: Playing, question: Question) -> Outcome:
    """Return what a question says, and what has come of it."""
    words = words_of(live, question)
    if not question.told:
        return Outcome(words)
    came = came_of(live, question)
    near = frozenset(nearest(question, came)) if came is not None else frozenset[str]()
    return Outcome(words, came, result(live, question, came), near)


def stand_of(live: Playing, question: Question) -> tuple[object, ...]:
    """Return a key that changes whenever the outcome of a question may have changed."""
    about = question.about
    places = [] if about is None else [about["place"]] if about["place"] else live.room.tables
    matches = [live.place(place).place.match for place in places]
    read = len(live.charts.read) if about is not None else 0
    return (live.room.number, read, *((one.step, one.cuts, one.is_over) for one in matches))


# --- on pages ---------------------------------------------


def open_questions(room: Room) -> list[Question]:
    """Return the questions that can be answered now."""
    return [] if room.closed else [one for one in room.questions.values() if not one.told]


def latest_told(room: Room, most: int) -> list[Question]:
    """Return the questions uncovered most recently, the latest first."""
    return [one for one in reversed(room.questions.values()) if one.told][:most]


def on_phone(live: Playing, person: str) -> list[Data]:
    """Return the questions of a telephone: those that are open, and the one that was told last."""
    room = live.room
    shown = [*open_questions(room), *latest_told(room, 1)]
    return [phone_question(live, one, person) for one in shown]


def phone_question(live: Playing, question: Question, person: str) -> Data:
    """Return a question as somebody sees it: their own answer, and what came of all.

    How many have answered is not told while it is open: nobody waits for others to answer.
    """
    outcome = live.outcome(question)
    shown: Data = {
        "number": question.number,
        "words": outcome.words,
        "choices": question.choices,
        "predicts": question.about is not None,
        "told": question.told,
        "mine": question.answers.get(person),
        "why": why_not(live.room, question, person),
    }
    if question.told:
        shown |= {"result": outcome.result, "nearest": person in outcome.nearest}
    return shown


def on_desk(live: Playing) -> list[Data]:
    """Return the questions of the desk: how many have answered, or what came of it."""
    room = live.room
    return [
        desk_question(live, one) for one in (*open_questions(room), *latest_told(room, LATEST_TOLD))
    ]


def desk_question(live: Playing, question: Question) -> Data:
    outcome = live.outcome(question)
    shown: Data = {
        "number": question.number,
        "words": outcome.words,
        "predicts": question.about is not None,
        "told": question.told,
        "answers": len(question.answers),
        "asked": how_many_may(live.room, question),
    }
    return shown | ({"result": outcome.result} if question.told else {})


def how_many_may(room: Room, question: Question) -> int:
    """Return how many may answer a question: of the invented only those who have."""
    real = (who for who, one in room.present.items() if not one.invented)
    may = sum(not why_not(room, question, who) for who in real)
    return may + sum(map(room.is_invented, question.answers))


def askable_form(live: Playing) -> list[Data]:
    """Return the figures that can be asked for, for the form of the desk."""
    if not live.room.tables:
        return []
    match = live.place(min(live.room.tables)).place.match
    return [
        {
            "key": key,
            "label": one.label,
            "of_class": one.of_class,
            "of_seat": one.metric.scope == "seat",
            "unit": one.unit,
        }
        for key, one in figures_to_ask(match).items()
    ]
