"""Sheets of questions, drawn for one student, which the notebook of an assignment uses."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.match import Match
from classkit.engine.words import read_name

from .drawing import Drawing, draw_until
from .feedback import Feedback, NotRight, Spoken, TeachersOnly
from .question import Question, is_missing

Maker: TypeAlias = Callable[[Drawing], Question]
SITTING = "CLASSKIT_SITTING"
"""The environment variable that is set in a process that runs a submission."""


@dataclass(frozen=True)
class Plan:
    """The plan of a sheet: its name, its title, and a maker for each question."""

    name: str
    title: str
    makers: Mapping[str, Maker]


SHEETS = {
    f"{game}-{part}": f"classkit.assignments.sheets.{game.replace('-', '_')}"
    for game in ("poleconomy-1", "poleconomy-2", "opoly", "economicon", "economy")
    for part in ("read", "decide")
}
"""Name of a sheet -> the module with its plan."""


def list_sheets() -> list[str]:
    """List the names of all sheets.

    >>> list_sheets()[:2]
    ['poleconomy-1-read', 'poleconomy-1-decide']
    """
    return list(SHEETS)


def open_sheet(name: str, student: str = "") -> Sheet:
    """Open a sheet with the numbers of a student ("" for those of the class).

    >>> open_sheet("poleconomy-1-read", "Ada L.").student
    'ada l.'
    """
    if not isinstance(name, str) or name not in SHEETS:
        raise UnknownName("sheet", shorten(name), SHEETS)
    plans: dict[str, Plan] = import_module(SHEETS[name]).PLANS
    return Sheet(plans[name], student)


def read_student(student: Any) -> str:
    """Read a student's name, ignoring capitals and blanks; a number is as good as a text.

    >>> read_student("  Ada   Lovelace "), read_student(4711)
    ('ada lovelace', '4711')
    """
    number = as_whole(student)
    if number is not None and abs(number) < 10**60:
        student = str(number)
    if not isinstance(student, str):
        raise Spoken(f"The student is a text in quotes, such as 'ada', not {shorten(student)}.")
    words = " ".join(student.split()).lower()
    try:
        return read_name(words).lower() if words else ""
    except ClasskitError as error:
        raise Spoken(f"This cannot be the student: {error}") from None


def student_of(typed: Any) -> str:
    """Return the student whose numbers a submission used; empty for those of the class.

    >>> student_of("Ada"), student_of(4711), student_of(None)
    ('Ada', '4711', '')
    """
    try:
        read_student(typed)
    except ClasskitError:
        return ""
    return str(typed)


class Sheet:
    """The questions of one student.

    >>> sheet = open_sheet("poleconomy-1-read")
    >>> sheet.check("landing", None)
    Traceback (most recent call last):
    classkit.assignments.feedback.Unanswered: No answer yet: put a whole number of dollars in \
place of None in the cell above, run that cell, then this one.
    """

    def __init__(self, plan: Plan, student: str = "") -> None:
        self.plan, self.student = plan, read_student(student)
        self._made: dict[str, Question] = {}
        self._found: set[str] = set()

    def ask(self, key: str) -> Question:
        """Return a question, the same one every time."""
        if key not in self.plan.makers:
            raise UnknownName("question", shorten(key), self.plan.makers)
        if key not in self._made:
            stream = f"{self.plan.name}|{self.student}|{key}"
            self._made[key] = draw_until(stream, self.plan.makers[key])
        return self._made[key]

    def check(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer."""
        feedback = self.ask(key).check(value)
        if feedback.right:
            self._found.add(key)
        return feedback

    def mark(self, key: str, value: Any, points: float) -> float:
        """Return the points that an answer earns; raise NotRight with the feedback if none."""
        feedback = self.ask(key).check(value)
        earned = round(points * feedback.share, 2)
        if not earned:
            raise NotRight(feedback.words)
        return earned

    def match(self, key: str) -> Match:
        """Return a copy of the match that a question is about, to look at and play on.

        A question on a position must be answered first; then play it and see.
        """
        question = self.ask(key)
        if question.match is None:
            raise ClasskitError(f"{key} is not about a match.")
        if not question.open and key not in self._found:
            raise ClasskitError(
                f"Answer {key} first, and check it; then sheet.match({key!r}) gives you the "
                "position, to play it and see."
            )
        return question.match.fork()

    def facts(self, key: str) -> dict[str, Any]:
        """Return the numbers of a question by name, to calculate with."""
        return dict(self.ask(key).facts)

    def answer(self, key: str) -> Any:
        """Return the right answer, for teachers. Raise TeachersOnly in a submission."""
        if os.environ.get(SITTING):
            raise TeachersOnly(f"The answer to {key} is the teacher's to ask for.")
        right = self.ask(key).right
        if isinstance(right, frozenset):
            return sorted(right)
        return right[0] if isinstance(right, tuple) else right

    def worked(self, key: str) -> str:
        """Return how the answer is worked out, for teachers. Raise TeachersOnly in a submission."""
        if os.environ.get(SITTING):
            raise TeachersOnly(f"How {key} is worked out is the teacher's to ask for.")
        return self.ask(key).worked

    def __repr__(self) -> str:
        whose = f"drawn for {self.student!r}" if self.student else "with the numbers of the class"
        return f"{self.plan.title}, {whose}: {', '.join(self.plan.makers)}"


__all__ = ["Plan", "Sheet", "is_missing", "list_sheets", "open_sheet", "read_student", "student_of"]
