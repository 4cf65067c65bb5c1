"""Questions to the whole class, and their answers: predictions of a metric, and polls.

A prediction asks for a metric of a table, or of the class, at a future turn or round. While it is
open, the metric is covered on the projector. A poll is the teacher's own question, which has a few
choices or asks for a number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from classkit.charts.number_parser import check_number
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.seats import read_name

MAX_QUESTIONS, MAX_OPEN_QUESTIONS = 100, 4
"""Maximum number of questions in a room, and of open questions."""
MAX_QUESTION_LENGTH, MAX_NUMBER_LENGTH = 200, 24
"""Maximum number of characters of a teacher's question, and of a typed number."""
MIN_CHOICES, MAX_CHOICES = 2, 6
MAX_CHANGES = 20
"""Maximum number of times that one person may answer a question. Each answer replaces the last."""
WHOLE_CLASS = 0
"""The place of the whole class. A metric there is the median of all tables."""


class PredictionTarget(TypedDict):
    """The metric that a prediction asks for.

    ``place`` is its table, or the class. The prediction was made in ``turn`` for the value after
    the turn or round ``at``. ``chart`` is the chart that is covered meanwhile.
    """

    place: int
    chart: str
    figure: str
    seat: str
    unit: str
    at: int
    turn: int


TARGET_TYPES = {
    "place": int, "chart": str, "figure": str, "seat": str, "unit": str, "at": int, "turn": int,
}  # fmt: skip
"""The types of a prediction target's values."""
UNITS = ("turn", "round")
"""The units of ``at``."""


@dataclass
class ClassQuestion:
    """A question and its answers by person: a number as typed, or the index of a choice.

    A prediction is ``about`` a metric. A poll has ``words``, and ``choices`` unless it asks for a
    number. After the answer is revealed nobody can answer, and everybody sees the result.
    """

    number: int
    words: str = ""
    choices: tuple[str, ...] = ()
    about: PredictionTarget | None = None
    answers: dict[str, str | int] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    is_revealed: bool = False

    def set_answer(self, person: str, answer: str | int) -> None:
        """Set a person's answer, replacing an earlier one."""
        self.answers[person] = answer
        self.changes[person] = self.changes.get(person, 0) + 1

    def covers_table(self, place: int) -> bool:
        """Return True if the question covers a chart of this table."""
        return self.about is not None and self.about["place"] in (WHOLE_CLASS, place)

    def filter_answers(self, nobody: Collection[str]) -> dict[str, str | int]:
        """Return the answers of everybody except the given people."""
        return {who: answer for who, answer in self.answers.items() if who not in nobody}


# --- from the log ---------------------------------------------

Questions = dict[int, ClassQuestion]
Body = Mapping[str, Any]


def add_question(questions: Questions, body: Body) -> None:
    """Add a question that the teacher asked."""
    number, choices = body["question"], body.get("choices", ())
    if any(type(choice) is not str for choice in choices):
        raise ClasskitError(f"{truncate_text(choices)} is not a list of answers to choose from.")
    about = read_target(body.get("about"))
    questions[number] = ClassQuestion(number, body.get("words", ""), tuple(choices), about)


def read_target(stated: Any) -> PredictionTarget | None:
    """Parse the prediction target of a row. Raise ClasskitError if it is damaged."""
    if stated is None:
        return None
    kinds = {key: type(value) for key, value in stated.items()} if type(stated) is dict else {}
    if kinds != TARGET_TYPES or stated["unit"] not in UNITS:
        raise ClasskitError(f"{truncate_text(stated)} is not a figure that the class can predict.")
    about: PredictionTarget = stated
    return about


def add_answer(questions: Questions, body: Body) -> None:
    """Record a person's prediction of a metric or answer to a poll."""
    question, answer = questions[body["question"]], body["answer"]
    fits = type(answer) is int and 0 <= answer < len(question.choices)
    if not (fits if question.choices else type(answer) is str):
        raise ClasskitError(
            f"{truncate_text(answer)} is not an answer to question {question.number}."
        )
    question.set_answer(body["person"], answer)


def reveal_question(questions: Questions, body: Body) -> None:
    """Reveal a metric or close a poll, so that everybody sees the result."""
    questions[body["question"]].is_revealed = True


# --- parsing ----------------------------------------------------


def read_answer(
    question: ClassQuestion, stated: object, units: frozenset[str] = frozenset()
) -> str | int:
    """Parse an answer to a question. Raise ClasskitError if it is invalid.

    >>> read_answer(ClassQuestion(1, "Who gains?", ("Buyers", "Sellers")), 1)
    1
    >>> read_answer(ClassQuestion(2, "How many?"), " 3,5 ")
    '3,5'
    >>> read_answer(ClassQuestion(2, "How many?"), "a few")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: An answer must be a number, such as 12 or 3.5, not 'a
    few'.
    >>> read_answer(ClassQuestion(2, "How many?"), "1.600")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: '1.600' may be 1.6 or 1,600: write 1.6 or 1600.
    """
    if question.choices:
        if type(stated) is not int or not 0 <= stated < len(question.choices):
            raise ClasskitError("Choose one of the answers.")
        return stated
    typed = stated.strip() if isinstance(stated, str) else ""
    must = "An answer must be a number, such as 12 or 3.5"
    if not typed or len(typed) > MAX_NUMBER_LENGTH:
        given = "nothing" if stated == "" else truncate_text(stated)
        raise ClasskitError(f"{must}, not {given}.")
    check_number(typed, must, units)
    return typed


def read_question(words: object) -> str:
    """Parse a teacher's question. Raise ClasskitError if it is invalid.

    >>> read_question("  What does a bond   cost? ")
    'What does a bond cost?'
    """
    if not isinstance(words, str) or not words.strip():
        raise ClasskitError("Type a question for the class.")
    if len(words) > MAX_QUESTION_LENGTH:
        raise ClasskitError(
            f"A question must be at most {MAX_QUESTION_LENGTH} characters long, not {len(words):,}."
        )
    return " ".join(map(read_name, words.split()))


def read_choices(choices: object) -> list[str]:
    """Parse the choices of a question. Without choices, the question asks for a number.

    >>> read_choices(["Yes", " No "]), read_choices([])
    (['Yes', 'No'], [])
    >>> read_choices(["Yes", "Yes"])
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: Two answers are the same: 'Yes'.
    """
    if not isinstance(choices, list):
        raise ClasskitError(
            f"The answers to choose from must be a list, not {truncate_text(choices)}."
        )
    read = [read_name(one) for one in choices]
    if read and not MIN_CHOICES <= len(read) <= MAX_CHOICES:
        raise ClasskitError(
            f"A poll must have {MIN_CHOICES} to {MAX_CHOICES} answers to choose from, "
            f"not {len(read)}. To ask for a number, omit the answers."
        )
    for one in read:
        if read.count(one) > 1:
            raise ClasskitError(f"Two answers are the same: {truncate_text(one)}.")
    return read
