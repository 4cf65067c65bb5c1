"""The bank of questions: it draws those of a student, and works out their answers.

At home a sheet gets its questions from here. Where a submission is run there is no bank, nor
anything that it imports (:mod:`.exam_room`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from classkit.engine.errors import UnknownName, shorten
from classkit.engine.match import Match

from .asking import Posed
from .drawing import draw_until
from .feedback import Feedback, fault
from .names import SHEETS
from .plan import Plan
from .question import Question
from .tries import comment

MODULES = {
    name: f"classkit.assignments.sheets.{name.rpartition('-')[0].replace('-', '_')}"
    for name in SHEETS
}
"""Name of a sheet -> the module with its plan."""
ON_A_MATCH = "classkit.assignments.homework.finders"
"""The module that plans the questions on a match that was played."""


def plan_of(sheet: str, played: Match | None = None) -> Plan:
    """Return the plan of a sheet: of a shipped one, or of the homework on a match."""
    if played is not None:
        found: Plan = import_module(ON_A_MATCH).plan_of(sheet, played)
        return found
    if sheet not in MODULES:
        raise UnknownName("sheet", shorten(sheet), MODULES)
    plans: dict[str, Plan] = import_module(MODULES[sheet]).PLANS
    return plans[sheet]


class Drawer:
    """The questions of one student: drawn once, from the student's name and the word of the day."""

    def __init__(self, plan: Plan, student: str, word: str | None = None) -> None:
        self.plan = plan
        # neither may hold a line break, so no name can stand for a name and a word
        self.whose = student if word is None else f"{student}\n{word}"
        self.drawn: dict[str, Question] = {}
        self.found: set[str] = set()
        """The questions that were answered right, so that their positions may be opened."""

    @property
    def title(self) -> str:
        return self.plan.title

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.plan.makers)

    def question(self, key: str) -> Question:
        """Return a question with its answer, the same one every time; Fault if there is none."""
        if key not in self.plan.makers:
            raise UnknownName("question", shorten(key), self.plan.makers)
        if key not in self.drawn:
            stream = f"{self.plan.name}|{self.whose}|{key}"
            try:
                self.drawn[key] = draw_until(stream, self.plan.makers[key])
            except Exception as error:  # whatever it is, no student is to blame
                raise fault(f"draw the question {key!r} of {self.plan.name}", error) from error
        return self.drawn[key]

    def pose(self, key: str) -> Posed:
        """Return a question without its answer; a match that tells it stays shut till then."""
        question = self.question(key)
        shut = not question.open and key not in self.found
        match = None if shut else question.match
        return Posed(question.asking, question.facts, match, shut)

    def comment(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer. Only a few wrong answers get any."""
        feedback = comment(self.plan.name, key, self.question(key), value)
        if feedback.right:
            self.found.add(key)
        return feedback


def open_drawer(
    sheet: str, student: str, word: str | None = None, played: Match | None = None
) -> Drawer:
    """Open the questions of a student on a sheet."""
    return Drawer(plan_of(sheet, played), student, word)
