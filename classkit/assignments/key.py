"""The answer key of a sheet, for teachers and for marking.

A student's sheet has no answers, and where a submission is run there is no key. A program at home
can import this module like any other: Python hides nothing.
"""

from __future__ import annotations

from typing import Any

from .answers import READ_AS
from .bank import Drawer
from .feedback import NotRight
from .plan import Plan
from .question import Question
from .sheet import Sheet, asker_of


class AnswerKey:
    """The questions of a sheet with their answers.

    >>> from classkit.assignments import open_sheet
    >>> key = open_key(open_sheet("poleconomy-1-read"))
    >>> key.mark("landing", key.answer("landing"), points=2)
    2.0
    """

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer

    @property
    def plan(self) -> Plan:
        return self._drawer.plan

    def ask(self, key: str) -> Question:
        """Return a question with its answer."""
        return self._drawer.question(key)

    def answer(self, key: str) -> Any:
        right = self.ask(key).right
        if isinstance(right, frozenset):
            return sorted(right)
        return right[0] if isinstance(right, tuple) else right

    def worked(self, key: str) -> str:
        """Return how the answer is worked out."""
        return self.ask(key).worked

    def mark(self, key: str, value: Any, points: float) -> float:
        """Return the points that an answer earns; raise NotRight with the feedback if none.

        The feedback is printed on an answer that earns a part of the points, or that was text and
        read as a number.
        """
        feedback = self.ask(key).check(value)
        earned = round(points * feedback.share, 2)
        if not earned and not feedback.right:
            raise NotRight(feedback.words)
        if not feedback.right or READ_AS in feedback.words:
            print(feedback.words)
        return earned


def open_key(sheet: Sheet) -> AnswerKey:
    """Return the answer key of a sheet."""
    drawer = asker_of(sheet)
    assert isinstance(drawer, Drawer), "a sheet gets its questions from the bank"
    return AnswerKey(drawer)
