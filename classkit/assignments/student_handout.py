"""Handout: the questions of one student as plain data. It does not contain the answers.

The sandbox of a submission contains no other data of the sheet. The grader creates the handout
(:mod:`.question_server`) and judges the answers afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.errors import UnknownName, truncate_text
from classkit.engine.registry import loads

from .contest import Contest
from .feedback import Fault, Feedback
from .question_protocol import FoundReplay, PosedQuestion, QuestionText

NOTED_MESSAGE = "Noted. Your answer is judged when it is marked."


class Handout:
    """Question provider that reads the questions of a sheet from a handout.

    >>> about = {"text": "How many?", "form": "a number", "code": "", "facts": {"roll": 2},
    ...          "shut": False, "match": None, "contest": None}
    >>> handout = Handout({"title": "Sums", "questions": {"sum": about}})
    >>> handout.pose_question("sum").question_text
    How many?
    <BLANKLINE>
    Answer with a number.
    >>> handout.get_feedback("sum", 5)
    Noted. Your answer is judged when it is marked.
    """

    def __init__(self, about: Mapping[str, Any]) -> None:
        self.title: str = about["title"]
        self._question_data: Mapping[str, Any] = about["questions"]
        self._posed: dict[str, PosedQuestion] = {}
        self.checked_values: dict[str, Any] = {}
        """Maps a question to the last value that was checked."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._question_data)

    def pose_question(self, key: str) -> PosedQuestion:
        """Return a question, the same on every call. Its match is loaded on the first call."""
        if key not in self._posed:
            one = self._get_question_data(key)
            match = loads(one["match"]) if one["match"] else None
            asking = QuestionText(one["text"], one["form"], one["code"])
            self._posed[key] = PosedQuestion(asking, one["facts"], match, one["shut"])
        return self._posed[key]

    def get_feedback(self, key: str, value: Any) -> Feedback:
        """Record an answer. The grader judges it later."""
        self._get_question_data(key)
        self.checked_values[key] = value
        return Feedback(False, NOTED_MESSAGE)

    def find_replay(self, key: str) -> FoundReplay:
        """Return nothing to replay: a submission is marked without its reader."""
        self._get_question_data(key)
        return FoundReplay()

    def get_contest(self, key: str) -> Contest:
        """Return the contest of a question whose answer is a policy."""
        return Contest.from_settings(self._get_question_data(key)["contest"])

    def _get_question_data(self, key: str) -> Mapping[str, Any]:
        if key not in self._question_data:
            raise UnknownName("question", truncate_text(key), self._question_data)
        found: Mapping[str, Any] = self._question_data[key]
        if said := found.get("fault"):
            raise Fault(said)
        return found
