"""Question bank: draws a student's questions and computes their answers.

Sheets get their questions from this module. The sandbox that runs submissions contains neither this
module nor the modules that it imports (:mod:`.redacted_package`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from classkit.engine.errors import UnknownName, truncate_text
from classkit.engine.match import Match

from .attempts import comment_answer
from .feedback import Feedback, MessageError, make_fault
from .question_protocol import FoundReplay, PosedQuestion
from .random_draw import draw_valid
from .sheet_plan import SheetPlan
from .sheet_question import SheetQuestion
from .student_names import SHEET_NAMES

PLAN_MODULES = {
    name: f"classkit.assignments.sheets.{name.rpartition('-')[0].replace('-', '_')}"
    for name in SHEET_NAMES
}
"""Maps the name of a sheet to the module that contains its plan."""
HOMEWORK_PLAN_MODULE = "classkit.assignments.homework.question_finders"
"""The module that plans the questions of a homework."""


def load_plan(sheet: str, played: Match | None = None) -> SheetPlan:
    """Return the plan of a shipped sheet, or of the homework on the match ``played``."""
    if played is not None:
        found: SheetPlan = import_module(HOMEWORK_PLAN_MODULE).load_plan(sheet, played)
        return found
    if sheet not in PLAN_MODULES:
        raise UnknownName("sheet", truncate_text(sheet), PLAN_MODULES)
    plans: dict[str, SheetPlan] = import_module(PLAN_MODULES[sheet]).PLANS
    return plans[sheet]


class DrawnQuestions:
    """Questions of one student, drawn from the student's name and the word of the day."""

    def __init__(self, plan: SheetPlan, student: str, word: str | None = None) -> None:
        self.plan = plan
        # names and words cannot contain line breaks, so this is unique for each pair
        self.stream_owner = student if word is None else f"{student}\n{word}"
        self.questions: dict[str, SheetQuestion] = {}
        self.solved_keys: set[str] = set()
        """Questions that have been answered correctly, so that their matches may be opened."""
        self.missed_keys: set[str] = set()
        """Questions with an answer whose feedback was not "right", so that they have a replay."""

    @property
    def title(self) -> str:
        return self.plan.title

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.plan.makers)

    def get_question(self, key: str) -> SheetQuestion:
        """Return a question with its answer. Repeated calls return the same question.

        Raises:
            UnknownName: If the sheet has no question ``key``.
            Fault: If classkit cannot draw the question.
        """
        if key not in self.plan.makers:
            raise UnknownName("question", truncate_text(key), self.plan.makers)
        if key not in self.questions:
            stream = f"{self.plan.name}|{self.stream_owner}|{key}"
            try:
                self.questions[key] = draw_valid(stream, self.plan.makers[key])
            except Exception as error:  # errors here are classkit's fault, not the student's
                raise make_fault(f"draw the question {key!r} of {self.plan.name}", error) from error
        return self.questions[key]

    def pose_question(self, key: str) -> PosedQuestion:
        """Return a question without its answer. A match that reveals the answer is hidden."""
        question = self.get_question(key)
        shut = not question.open and key not in self.solved_keys
        match = None if shut else question.match
        replay = question.match is not None and (question.open or self.plan.name in SHEET_NAMES)
        return PosedQuestion(question.question_text, question.facts, match, shut, replay)

    def get_feedback(self, key: str, value: Any) -> Feedback:
        """Return feedback on an answer within the limits described in :mod:`.attempts`."""
        feedback = comment_answer(self.plan.name, key, self.get_question(key), value)
        if feedback.right:
            self.solved_keys.add(key)
        elif not feedback.unfit:
            self.missed_keys.add(key)  # also without a verdict, which would otherwise be revealed
        return feedback

    def find_replay(self, key: str) -> FoundReplay:
        """Return the match of an open question, or a situation with other numbers.

        The situation depends on nothing but the question and its text.
        """
        question = self.get_question(key)
        if not question.open and self.plan.name not in SHEET_NAMES:
            raise ReplayRefused(
                f"{key} is about the match of your class, in which other questions have been "
                "asked, too. Look at the match itself: homework.history and homework.ledger."
            )
        if question.match is None:
            raise ReplayRefused(
                f"{key} is not about a match, so nothing can be replayed. Read the clauses that "
                "the feedback names: sheet.rules()."
            )
        if key not in self.missed_keys:
            raise ReplayRefused(
                f"Answer {key} first, and check it. After a wrong answer, sheet.why_wrong({key!r}) "
                "shows such a situation on a table."
            )
        if question.open:
            return FoundReplay(question.match)
        return draw_replay(self.plan, key, question.text)


class ReplayRefused(MessageError):
    """Raised if a question has no situation to replay."""


def draw_replay(plan: SheetPlan, key: str, text: str) -> FoundReplay:
    """Draw a situation for a question whose text differs from ``text``.

    Its numbers belong to no student, because names and words cannot contain line breaks.
    """
    for number in range(MAX_REPLAY_DRAWS):
        stream = f"{plan.name}|{REPLAY_OWNER}{number}|{key}"
        try:
            other = draw_valid(stream, plan.makers[key])
        except Exception as error:  # as for the question itself
            raise make_fault(f"draw a situation for {key!r} of {plan.name}", error) from error
        if other.text != text and other.match is not None:
            return FoundReplay(other.match, other.question_text)
    raise ReplayRefused(f"No other situation was found for {key}.")


MAX_REPLAY_DRAWS = 20
REPLAY_OWNER = "\n\nreplay "
"""Stands in place of a student's name, which cannot contain a line break."""


def draw_questions(
    sheet: str, student: str, word: str | None = None, played: Match | None = None
) -> DrawnQuestions:
    """Draw the questions of a student for a sheet."""
    return DrawnQuestions(load_plan(sheet, played), student, word)
