"""Answer key of a sheet, for teachers and for grading.

The sandbox that runs submissions does not contain this module. On a student's own computer, it can
be imported like any other module.
"""

from __future__ import annotations

from typing import Any

from .answer_types import QUOTED_NUMBER_NOTE
from .feedback import NotRight
from .question_bank import DrawnQuestions
from .question_sheet import QuestionSheet, get_provider
from .sheet_plan import SheetPlan
from .sheet_question import SheetQuestion


class AnswerKey:
    """The questions of a sheet, together with their answers.

    Example:
        >>> from classkit.assignments import open_sheet
        >>> key = open_key(open_sheet("poleconomy-1-read"))
        >>> key.mark("landing", key.answer("landing"), points=2)
        2.0
    """

    def __init__(self, drawer: DrawnQuestions) -> None:
        self._drawer = drawer

    @property
    def plan(self) -> SheetPlan:
        """The plan from which the sheet's questions are drawn."""
        return self._drawer.plan

    def ask(self, key: str) -> SheetQuestion:
        """Return a question with its answer.

        Args:
            key: The key of the question.

        Returns:
            The question. Notebooks display it without its answer.

        Raises:
            UnknownName: If the sheet does not have this question.
        """
        return self._drawer.get_question(key)

    def answer(self, key: str) -> Any:
        """Return an answer that earns all points.

        Args:
            key: The key of the question.

        Returns:
            A value that :meth:`mark` accepts.

        Raises:
            UnknownName: If the sheet does not have this question.
        """
        right = self.ask(key).right
        if isinstance(right, frozenset):
            return sorted(right)
        return right[0] if isinstance(right, tuple) else right

    def worked(self, key: str) -> str:
        """Return the explanation of the answer.

        Args:
            key: The key of the question.

        Returns:
            The text, as Markdown.

        Raises:
            UnknownName: If the sheet does not have this question.
        """
        return self.ask(key).worked

    def mark(self, key: str, value: Any, points: float) -> float:
        """Return the points that an answer earns.

        Prints feedback if an answer earns part of the points, or if a text was parsed as a number.

        Args:
            key: The key of the question.
            value: The answer.
            points: Points for a right answer.

        Returns:
            Points from 0 to ``points``, with two decimals.

        Raises:
            NotRight: If the answer earns no points. The message is the feedback.
            Unanswered: If there is no answer.
            UnknownName: If the sheet does not have this question.
        """
        feedback = self.ask(key).check(value)
        earned = round(points * feedback.share, 2)
        if not earned and not feedback.right:
            raise NotRight(feedback.words)
        if not feedback.right or QUOTED_NUMBER_NOTE in feedback.words:
            print(feedback.words)
        return earned


def open_key(sheet: QuestionSheet) -> AnswerKey:
    """Return the answer key of a sheet, for teachers and for grading.

    Args:
        sheet: A sheet that :func:`classkit.assignments.open_sheet` returned.

    Returns:
        The answer key, with the answers to this student's questions and their explanations.

    Example:
        >>> from classkit.assignments import open_sheet
        >>> key = open_key(open_sheet("poleconomy-1-read", "ada"))
        >>> key.mark("landing", key.answer("landing"), points=2)
        2.0
    """
    drawer = get_provider(sheet)
    assert isinstance(drawer, DrawnQuestions), (
        "the sheet must get its questions from the question bank"
    )
    return AnswerKey(drawer)
