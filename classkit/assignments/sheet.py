"""Sheets of questions, drawn for one student, which the notebook of an assignment uses."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from classkit.engine.data import as_whole
from classkit.engine.errors import ClasskitError, UnknownName, shorten
from classkit.engine.match import Match
from classkit.engine.words import read_name

from .bank import Plan, keep, plan_of, question_of, solved_in
from .feedback import Feedback, Spoken
from .question import Asking
from .tries import comment

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
    """The questions of one student, without their answers.

    >>> sheet = open_sheet("poleconomy-1-read")
    >>> sheet.check("landing", None)
    Traceback (most recent call last):
    classkit.assignments.feedback.Unanswered: No answer yet: put a whole number of dollars in \
place of None in the cell above, run that cell, then this one.
    """

    def __init__(self, plan: Plan, student: str = "") -> None:
        self.name, self.title, self.student = plan.name, plan.title, read_student(student)
        self.questions = tuple(plan.makers)
        keep(self, plan, self.student)

    def ask(self, key: str) -> Asking:
        """Return the text of a question, the same one every time."""
        return question_of(self, key).asking

    def check(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer. Only a few wrong answers get any."""
        feedback = comment(plan_of(self).name, key, question_of(self, key), value)
        if feedback.right:
            solved_in(self).add(key)
        return feedback

    def match(self, key: str) -> Match:
        """Return a copy of the match that a question is about, to look at and play on.

        A question on a position must be answered first; then play it and see.
        """
        question = question_of(self, key)
        if not question.open and key not in solved_in(self):
            raise ClasskitError(
                f"Answer {key} first, and check it; then sheet.match({key!r}) gives you the "
                "position, if it has one, to play it and see."
            )
        if question.match is None:
            raise ClasskitError(f"{key} is not about a match.")
        return question.match.fork()

    def facts(self, key: str) -> dict[str, Any]:
        """Return the numbers of a question by name, to calculate with."""
        return dict(question_of(self, key).facts)

    def __repr__(self) -> str:
        whose = f"drawn for {self.student!r}" if self.student else "with the numbers of the class"
        return f"{self.title}, {whose}: {', '.join(self.questions)}"
