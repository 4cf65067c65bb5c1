"""Question server: provides one assignment's questions to submissions while they run.

It runs in the grader's process. Because requests come from untrusted code, the server provides only
questions of its own assignment, without answers. :mod:`.run_supervisor` limits the number of names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.match import Match

from .feedback import Fault
from .policy_answer import PolicyAnswer
from .question_bank import DrawnQuestions, draw_questions
from .student_names import parse_student, parse_word

DRAW_LOCK = Lock()
"""Lock for drawing questions, because different students' questions may share a match."""


class HandoutRefused(ClasskitError):
    """Raised for an invalid request by the submission. The message is shown to its author."""


@dataclass(frozen=True)
class QuestionServer:
    """Serves the questions of one sheet, or of the homework on the match ``played``."""

    sheet: str
    played: Match | None = None
    has_word: bool = False
    """True if the questions also depend on a word of the day."""

    def build_handout(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the requested questions as plain data, for :class:`Handout`.

        ``asked`` contains the ``sheet``, the ``student`` and the ``word``. Raises HandoutRefused if
        one of them is invalid, and other errors if classkit cannot draw the questions.

        >>> asked = {"sheet": "economy-read", "student": "ada", "word": None}
        >>> handed = QuestionServer("economy-read").build_handout(asked)
        >>> sorted(handed["questions"]["reach"])
        ['code', 'contest', 'facts', 'form', 'match', 'shut', 'text']
        """
        if asked.get("sheet") != self.sheet:
            raise HandoutRefused(
                f"During marking, only the questions of {self.sheet} are available, not those "
                f"of {truncate_text(asked.get('sheet'))}."
            )
        try:
            student, word = parse_student(asked.get("student")), parse_word(asked.get("word"))
        except ClasskitError as error:
            raise HandoutRefused(str(error)) from None
        with DRAW_LOCK:
            drawer = draw_questions(self.sheet, student, word, self.played)
            return {
                "title": drawer.title,
                "questions": {key: build_question(drawer, key) for key in drawer.keys},
            }


def build_question(drawer: DrawnQuestions, key: str) -> dict[str, Any]:
    """Return a question as plain data, or the fault if classkit cannot draw it."""
    try:
        return redact_question(drawer, key)
    except Fault as error:
        return {"fault": str(error)}


def redact_question(drawer: DrawnQuestions, key: str) -> dict[str, Any]:
    """Return the parts of a question that a student may see, as plain data.

    A contest is reduced to its settings. Its goal remains in the grader's process, which uses it to
    judge answers.
    """
    posed, kind = drawer.pose_question(key), drawer.get_question(key).kind
    return {
        "text": posed.question_text.text,
        "form": posed.question_text.form,
        "code": posed.question_text.code,
        "facts": dict(posed.facts),
        "shut": posed.is_match_hidden,
        "match": posed.match.record_text() if posed.match else None,
        "contest": kind.contest.get_settings() if isinstance(kind, PolicyAnswer) else None,
    }
