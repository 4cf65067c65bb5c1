"""What a teacher asks the whole class: predictions of a figure, and polls; and who answered what.

A prediction asks for a figure of a table, or of the class, at a turn or round to come. While it is
open, the figure is covered on the projector. A poll is a question of the teacher's own, with a few
answers to choose from, or for a number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from classkit.charts.typed import check_number
from classkit.engine.errors import ClasskitError, shorten
from classkit.engine.words import read_name

MOST_QUESTIONS, MOST_OPEN = 100, 4
"""The most questions in a room, and the most of them open at a time."""
LONGEST_QUESTION, LONGEST_NUMBER = 200, 24
"""The most characters of a teacher's question, and of a number as typed."""
FEWEST_CHOICES, MOST_CHOICES = 2, 6
MOST_CHANGES = 20
"""The most answers that one person may give to a question, each replacing the last."""
THE_CLASS = 0
"""The place that stands for the whole class: a figure there is the median of all tables."""


class About(TypedDict):
    """The figure that a prediction asks for.

    ``place`` is its table, or the class. It is asked for in ``turn``, as it will stand after the
    turn or round ``at``; ``chart`` is the chart that is covered for it.
    """

    place: int
    chart: str
    figure: str
    seat: str
    unit: str
    at: int
    turn: int


ABOUT = {
    "place": int, "chart": str, "figure": str, "seat": str, "unit": str, "at": int, "turn": int,
}  # fmt: skip
"""The types of what a prediction asks for."""
UNITS = ("turn", "round")
"""The units in which ``at`` counts."""


@dataclass
class Question:
    """A question and its answers, by person: a number as it was typed, or the place of a choice.

    A prediction is ``about`` a figure; a poll has ``words``, and ``choices`` unless it asks for a
    number. Once it is ``told``, nobody answers any more, and all see what came of it.
    """

    number: int
    words: str = ""
    choices: tuple[str, ...] = ()
    about: About | None = None
    answers: dict[str, str | int] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    told: bool = False

    def take(self, person: str, answer: str | int) -> None:
        """Take somebody's answer, in place of the one before."""
        self.answers[person] = answer
        self.changes[person] = self.changes.get(person, 0) + 1

    def covers(self, place: int) -> bool:
        """Return whether a chart of this table is covered for it."""
        return self.about is not None and self.about["place"] in (THE_CLASS, place)

    def without(self, nobody: Collection[str]) -> dict[str, str | int]:
        """Return the answers of all but these people."""
        return {who: answer for who, answer in self.answers.items() if who not in nobody}


# --- from the log ---------------------------------------------

Questions = dict[int, Question]
Body = Mapping[str, Any]


def asked(questions: Questions, body: Body) -> None:
    """The teacher asked something."""
    number, choices = body["question"], body.get("choices", ())
    if any(type(choice) is not str for choice in choices):
        raise ClasskitError(f"{shorten(choices)} are no answers to choose from.")
    about = about_of(body.get("about"))
    questions[number] = Question(number, body.get("words", ""), tuple(choices), about)


def about_of(stated: Any) -> About | None:
    """Return what a row says of the figure that is asked for; ClasskitError if it is damaged."""
    if stated is None:
        return None
    kinds = {key: type(value) for key, value in stated.items()} if type(stated) is dict else {}
    if kinds != ABOUT or stated["unit"] not in UNITS:
        raise ClasskitError(f"{shorten(stated)} is no figure to be asked for.")
    about: About = stated
    return about


def answered(questions: Questions, body: Body) -> None:
    """Somebody predicted a figure, or answered a poll."""
    question, answer = questions[body["question"]], body["answer"]
    fits = type(answer) is int and 0 <= answer < len(question.choices)
    if not (fits if question.choices else type(answer) is str):
        raise ClasskitError(f"{shorten(answer)} is no answer to question {question.number}.")
    question.take(body["person"], answer)


def told(questions: Questions, body: Body) -> None:
    """A figure was uncovered, or a poll closed: all see what came of it."""
    questions[body["question"]].told = True


# --- as somebody states it ---------------------------------------------


def read_answer(question: Question, stated: object) -> str | int:
    """Read an answer to a question; ClasskitError for what is none.

    >>> read_answer(Question(1, "Who gains?", ("Buyers", "Sellers")), 1)
    1
    >>> read_answer(Question(2, "How many?"), " 3,5 ")
    '3,5'
    >>> read_answer(Question(2, "How many?"), "a few")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: An answer must be a number, such as 12 or 3.5, \
not 'a few'.
    >>> read_answer(Question(2, "How many?"), "1.600")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '1.600' may be 1.6 or 1,600: write 1.6 or 1600.
    """
    if question.choices:
        if type(stated) is not int or not 0 <= stated < len(question.choices):
            raise ClasskitError("Choose one of the answers.")
        return stated
    typed = stated.strip() if isinstance(stated, str) else ""
    must = "An answer must be a number, such as 12 or 3.5"
    if not typed or len(typed) > LONGEST_NUMBER:
        given = "nothing" if stated == "" else shorten(stated)
        raise ClasskitError(f"{must}, not {given}.")
    check_number(typed, must)
    return typed


def read_question(words: object) -> str:
    """Read a question of the teacher's; ClasskitError for what is none.

    >>> read_question("  What does a bond   cost? ")
    'What does a bond cost?'
    """
    if not isinstance(words, str) or not words.strip():
        raise ClasskitError("Type what the class is asked.")
    if len(words) > LONGEST_QUESTION:
        raise ClasskitError(
            f"A question must be at most {LONGEST_QUESTION} characters long, not {len(words):,}."
        )
    return " ".join(map(read_name, words.split()))


def read_choices(choices: object) -> list[str]:
    """Read the answers to choose from; none where a number is asked for.

    >>> read_choices(["Yes", " No "]), read_choices([])
    (['Yes', 'No'], [])
    >>> read_choices(["Yes", "Yes"])
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Two answers are the same: 'Yes'.
    """
    if not isinstance(choices, list):
        raise ClasskitError(f"The answers to choose from must be a list, not {shorten(choices)}.")
    read = [read_name(one) for one in choices]
    if read and not FEWEST_CHOICES <= len(read) <= MOST_CHOICES:
        raise ClasskitError(
            f"A poll has {FEWEST_CHOICES} to {MOST_CHOICES} answers to choose from, "
            f"not {len(read)}. Without any it asks for a number."
        )
    for one in read:
        if read.count(one) > 1:
            raise ClasskitError(f"Two answers are the same: {shorten(one)}.")
    return read
